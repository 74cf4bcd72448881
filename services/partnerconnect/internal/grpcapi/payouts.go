package grpcapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// PayoutStore keeps payouts.
type PayoutStore interface {
	RequestPayout(ctx context.Context, a pc.Act, j pc.PayoutJudge) (pc.Payout, bool, error)
	Payout(ctx context.Context, a pc.Act, id pc.PayoutID) (pc.Payout, error)
	Payouts(ctx context.Context, a pc.Act, q pc.PayoutQuery) ([]pc.Payout, error)
	PayoutChanger
	Changer
}

// A PayoutChanger changes one payout, alone.
type PayoutChanger interface {
	ChangePayout(ctx context.Context, a pc.Act, id pc.PayoutID, f func(p *pc.Payout) error) (pc.Payout, error)
}

// Payouts answers PayoutService.
type Payouts struct {
	pcv1.UnimplementedPayoutServiceServer
	store  PayoutStore
	links  Links
	tokens *keyring.Keyring
	now    func() time.Time
}

// NewPayouts returns the service; links makes the URLs of the hosted flow, tokens seals page tokens.
func NewPayouts(store PayoutStore, links Links, tokens *keyring.Keyring, now func() time.Time) *Payouts {
	return &Payouts{store: store, links: links, tokens: tokens, now: now}
}

// RequestPayoutsOptIn implements the contract. Only the merchant grants it, on its own page.
func (s *Payouts) RequestPayoutsOptIn(ctx context.Context, req *pcv1.RequestPayoutsOptInRequest) (*pcv1.RequestPayoutsOptInResponse, error) {
	now := present(s.now)
	a, err := actOnPath(ctx, req.GetRef(), now)
	if err != nil {
		return nil, err
	}
	asked := false
	o, err := s.store.ChangeOnboarding(ctx, a.View, a.Merchant, now, a.Audit, func(o *pc.Onboarding) error {
		if err := a.Admit(o.AsMerchant()); err != nil {
			return err
		}
		if err := o.RequestOptIn(now); err != nil {
			return err
		}
		asked = true
		return nil
	})
	if errors.Is(err, pc.ErrOnboardingNotFound) {
		return nil, pc.ErrMerchantNotFound
	}
	if err != nil {
		return nil, err
	}
	recorded(ctx)
	if asked {
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
	}
	next := &pcv1.NextAction{Type: "none"}
	if o.OptIn.Status != pc.OptInGranted {
		next = nextAction(s.links, o, now)
	}
	return &pcv1.RequestPayoutsOptInResponse{MerchantRef: string(o.Ref), PayoutsOptIn: optInMessage(o.OptIn), NextAction: next}, nil
}

// CreatePayout implements the contract.
func (s *Payouts) CreatePayout(ctx context.Context, req *pcv1.CreatePayoutRequest) (*pcv1.CreatePayoutResponse, error) {
	now := present(s.now)
	a, err := actOnPath(ctx, req.GetRef(), now)
	if err != nil {
		return nil, err
	}
	order := pc.PayoutOrder{
		Amount: req.GetAmount(), All: req.GetAll(), Currency: req.GetCurrency(), ExternalRef: req.GetExternalRef(), Description: req.GetDescription(),
	}
	shape := grpcserver.CheckBody(ctx, req)
	externalRef := order.ExternalRef
	if names(shape, "/external_ref") || len(pc.CheckOwnRef(externalRef)) > 0 {
		externalRef = "" // names no payout
	}
	p, created, err := s.store.RequestPayout(ctx, a, pc.PayoutJudge{
		Currency: order.Currency, ExternalRef: externalRef,
		Again: func(there pc.Payout) error {
			if shape != nil || !bytes.Equal(there.Fingerprint, order.Fingerprint()) {
				return pc.ErrExternalRefConflict
			}
			return nil
		},
		Check: func(m pc.Merchant) error {
			var empty []fault.Violation
			if req.Description != nil && req.GetDescription() == "" {
				empty = []fault.Violation{{Field: "/description", Code: "empty", Message: "must not be empty; leave it out if there is none"}}
			}
			if m.IBAN == "" {
				return pc.ErrNoPayoutAccount
			}
			if err := refuse(shape, empty, order.Violations(req.Amount != nil)); err != nil {
				return err
			}
			return m.CheckCurrency(order.Currency)
		},
		Make: func(m pc.Merchant, available int64) (pc.Payout, error) {
			amount, err := order.Payable(available)
			if err != nil {
				return pc.Payout{}, err
			}
			return pc.NewPayout(m, order, amount, a.By(m), now), nil
		},
	})
	if err != nil {
		return nil, err
	}
	if created {
		recorded(ctx)
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
		gateway.SetHeader(ctx, "Location", "/merchants/"+string(p.Merchant)+"/payouts/"+string(p.ID))
	} else {
		gateway.SetHeader(ctx, "Idempotency-Replayed", "true")
	}
	return &pcv1.CreatePayoutResponse{Payout: payoutMessage(p)}, nil
}

// ListPayouts implements the contract.
func (s *Payouts) ListPayouts(ctx context.Context, req *pcv1.ListPayoutsRequest) (*pcv1.ListPayoutsResponse, error) {
	a, err := actOnPath(ctx, req.GetRef(), present(s.now))
	if err != nil {
		return nil, err
	}
	size, err := pageSize(req.GetPageSize())
	if err != nil {
		return nil, err
	}
	if err := oneOfParameter("status", req.Status, pc.PayoutStatuses); err != nil {
		return nil, err
	}
	q := pc.PayoutQuery{Status: pc.PayoutStatus(req.GetStatus()), Currency: req.GetCurrency(), Limit: size + 1}
	query := fmt.Sprintf("payouts/%s/%s/%s", req.GetRef(), q.Status, q.Currency)
	if token := req.GetPageToken(); token != "" {
		if err := cursor.Decode(s.tokens, query, token, &q.After); err != nil {
			return nil, err
		}
	}
	list, err := s.store.Payouts(ctx, a, q)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListPayoutsResponse{}
	if len(list) > size {
		list = list[:size]
		if out.NextPageToken, err = cursor.Encode(s.tokens, query, list[size-1].ID); err != nil {
			return nil, err
		}
	}
	for _, p := range list {
		out.Data = append(out.Data, payoutMessage(p))
	}
	return out, nil
}

// GetPayout implements the contract.
func (s *Payouts) GetPayout(ctx context.Context, req *pcv1.GetPayoutRequest) (*pcv1.GetPayoutResponse, error) {
	a, err := actOnPath(ctx, req.GetRef(), present(s.now))
	if err != nil {
		return nil, err
	}
	p, err := s.store.Payout(ctx, a, pc.PayoutID(req.GetPayoutId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetPayoutResponse{Payout: payoutMessage(p)}, nil
}

// CancelPayout implements the contract.
func (s *Payouts) CancelPayout(ctx context.Context, req *pcv1.CancelPayoutRequest) (*pcv1.CancelPayoutResponse, error) {
	now := present(s.now)
	a, err := actOnPath(ctx, req.GetRef(), now)
	if err != nil {
		return nil, err
	}
	p, err := s.store.ChangePayout(ctx, a, pc.PayoutID(req.GetPayoutId()), func(p *pc.Payout) error { return p.Cancel(now) })
	if err != nil {
		return nil, err
	}
	recorded(ctx)
	return &pcv1.CancelPayoutResponse{Payout: payoutMessage(p)}, nil
}

func payoutMessage(p pc.Payout) *pcv1.Payout {
	return &pcv1.Payout{
		PayoutId: string(p.ID), MerchantRef: string(p.Merchant), Status: string(p.Status), Amount: p.Amount, Currency: p.Currency,
		IbanMasked: pc.MaskIBAN(p.IBAN), ExternalRef: p.ExternalRef, ActedBy: actedBy(p.ActedBy), CreatedAt: timestamppb.New(p.CreatedAt),
		Livemode: p.Livemode, Description: optional(p.Description), ReasonCode: optional(p.ReasonCode), UpdatedAt: timestamppb.New(p.UpdatedAt),
		PaidAt: timestamp(p.PaidAt),
	}
}
