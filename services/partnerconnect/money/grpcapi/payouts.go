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
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	delegationgrpc "github.com/partnerline/partnerline/services/partnerconnect/delegation/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/field"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	onboardinggrpc "github.com/partnerline/partnerline/services/partnerconnect/onboarding/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// PayoutStore keeps payouts.
type PayoutStore interface {
	RequestPayout(ctx context.Context, a delegation.Operation, j money.PayoutJudge) (money.Payout, bool, error)
	Payout(ctx context.Context, a delegation.Operation, id money.PayoutID) (money.Payout, error)
	Payouts(ctx context.Context, a delegation.Operation, q money.PayoutQuery) ([]money.Payout, error)
	PayoutChanger
	ChangeOnboarding(ctx context.Context, v access.View, ref pc.Ref, now time.Time, by audit.Entry, f func(*onboarding.Onboarding) error) (onboarding.Onboarding, error)
}

// A PayoutChanger changes one payout, alone.
type PayoutChanger interface {
	ChangePayout(ctx context.Context, a delegation.Operation, id money.PayoutID, f func(p *money.Payout) error) (money.Payout, error)
}

// Payouts answers PayoutService.
type Payouts struct {
	pcv1.UnimplementedPayoutServiceServer
	store  PayoutStore
	links  signedlink.Links
	tokens *keyring.Keyring
	now    func() time.Time
}

// NewPayouts returns the service; links makes the URLs of the hosted flow, tokens seals page tokens.
func NewPayouts(store PayoutStore, links signedlink.Links, tokens *keyring.Keyring, now func() time.Time) *Payouts {
	return &Payouts{store: store, links: links, tokens: tokens, now: now}
}

// RequestPayoutsOptIn implements the contract. Only the merchant grants it, on its own page.
func (s *Payouts) RequestPayoutsOptIn(ctx context.Context, req *pcv1.RequestPayoutsOptInRequest) (*pcv1.RequestPayoutsOptInResponse, error) {
	now := transport.Present(s.now)
	a, err := delegationgrpc.OperationByPath(ctx, req.GetRef(), now)
	if err != nil {
		return nil, err
	}
	asked := false
	o, err := s.store.ChangeOnboarding(ctx, a.View, a.Merchant, now, a.Audit, func(o *onboarding.Onboarding) error {
		if err := a.Admit(o.AsMerchant()); err != nil {
			return err
		}
		if err := signing.RequestOptIn(o, now); err != nil {
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
	accessgrpc.Recorded(ctx)
	if asked {
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
	}
	next := &pcv1.NextAction{Type: "none"}
	if o.OptIn.Status != delegation.OptInGranted {
		next = onboardinggrpc.NextAction(s.links, o, now)
	}
	return &pcv1.RequestPayoutsOptInResponse{MerchantRef: string(o.Ref), PayoutsOptIn: delegationgrpc.OptInMessage(o.OptIn), NextAction: next}, nil
}

// CreatePayout implements the contract.
func (s *Payouts) CreatePayout(ctx context.Context, req *pcv1.CreatePayoutRequest) (*pcv1.CreatePayoutResponse, error) {
	now := transport.Present(s.now)
	a, err := delegationgrpc.OperationByPath(ctx, req.GetRef(), now)
	if err != nil {
		return nil, err
	}
	order := money.PayoutOrder{
		Amount: req.GetAmount(), All: req.GetAll(), Currency: req.GetCurrency(), ExternalRef: req.GetExternalRef(), Description: req.GetDescription(),
	}
	shape := grpcserver.CheckBody(ctx, req)
	externalRef := order.ExternalRef
	if fault.ConcernsField(shape, "/external_ref") || len(money.CheckOwnRef(externalRef)) > 0 {
		externalRef = "" // names no payout
	}
	p, created, err := s.store.RequestPayout(ctx, a, money.PayoutJudge{
		Currency: order.Currency, ExternalRef: externalRef,
		Again: func(there money.Payout) error {
			if shape != nil || !bytes.Equal(there.Fingerprint, order.Fingerprint()) {
				return money.ErrExternalRefConflict
			}
			return nil
		},
		Check: func(m delegation.Merchant) error {
			var empty []fault.Violation
			if req.Description != nil && req.GetDescription() == "" {
				empty = []fault.Violation{{Field: "/description", Code: "empty", Message: "must not be empty; leave it out if there is none"}}
			}
			if m.IBAN == "" {
				return money.ErrNoPayoutAccount
			}
			if err := fault.JoinViolations(shape, empty, order.Violations(req.Amount != nil)); err != nil {
				return err
			}
			return money.CheckCurrency(m, order.Currency)
		},
		Make: func(m delegation.Merchant, available int64) (money.Payout, error) {
			amount, err := order.Payable(available)
			if err != nil {
				return money.Payout{}, err
			}
			return money.NewPayout(m, order, amount, a.By(m), now), nil
		},
	})
	if err != nil {
		return nil, err
	}
	accessgrpc.Recorded(ctx)
	if created {
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
		gateway.SetHeader(ctx, "Location", "/merchants/"+string(p.Merchant)+"/payouts/"+string(p.ID))
	} else {
		gateway.SetHeader(ctx, "Idempotency-Replayed", "true")
	}
	return &pcv1.CreatePayoutResponse{Payout: PayoutMessage(p)}, nil
}

// ListPayouts implements the contract.
func (s *Payouts) ListPayouts(ctx context.Context, req *pcv1.ListPayoutsRequest) (*pcv1.ListPayoutsResponse, error) {
	a, err := delegationgrpc.OperationByPath(ctx, req.GetRef(), transport.Present(s.now))
	if err != nil {
		return nil, err
	}
	size, err := transport.PageSize(req.GetPageSize())
	if err != nil {
		return nil, err
	}
	if err := transport.OneOfParameter("status", req.Status, money.PayoutStatuses); err != nil {
		return nil, err
	}
	q := money.PayoutQuery{Status: money.PayoutStatus(req.GetStatus()), Currency: req.GetCurrency(), Limit: size + 1}
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
		out.Data = append(out.Data, PayoutMessage(p))
	}
	return out, nil
}

// GetPayout implements the contract.
func (s *Payouts) GetPayout(ctx context.Context, req *pcv1.GetPayoutRequest) (*pcv1.GetPayoutResponse, error) {
	a, err := delegationgrpc.OperationByPath(ctx, req.GetRef(), transport.Present(s.now))
	if err != nil {
		return nil, err
	}
	p, err := s.store.Payout(ctx, a, money.PayoutID(req.GetPayoutId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetPayoutResponse{Payout: PayoutMessage(p)}, nil
}

// CancelPayout implements the contract.
func (s *Payouts) CancelPayout(ctx context.Context, req *pcv1.CancelPayoutRequest) (*pcv1.CancelPayoutResponse, error) {
	now := transport.Present(s.now)
	a, err := delegationgrpc.OperationByPath(ctx, req.GetRef(), now)
	if err != nil {
		return nil, err
	}
	p, err := s.store.ChangePayout(ctx, a, money.PayoutID(req.GetPayoutId()), func(p *money.Payout) error { return p.Cancel(now) })
	if err != nil {
		return nil, err
	}
	accessgrpc.Recorded(ctx)
	return &pcv1.CancelPayoutResponse{Payout: PayoutMessage(p)}, nil
}

func PayoutMessage(p money.Payout) *pcv1.Payout {
	return &pcv1.Payout{
		PayoutId: string(p.ID), MerchantRef: string(p.Merchant), Status: string(p.Status), Amount: p.Amount, Currency: p.Currency,
		IbanMasked: field.MaskIBAN(p.IBAN), ExternalRef: p.ExternalRef, ActedBy: actedBy(p.ActedBy), CreatedAt: timestamppb.New(p.CreatedAt),
		Livemode: p.Livemode, Description: transport.Optional(p.Description), ReasonCode: transport.Optional(p.ReasonCode), UpdatedAt: timestamppb.New(p.UpdatedAt),
		PaidAt: transport.Timestamp(p.PaidAt),
	}
}
