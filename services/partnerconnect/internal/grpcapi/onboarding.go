package grpcapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// OnboardingStore keeps onboardings.
type OnboardingStore interface {
	Owner(ctx context.Context, id pc.ChannelID) (pc.Owner, error)
	CreateOnboarding(ctx context.Context, o pc.Onboarding, e pc.Event) (stored pc.Onboarding, created bool, err error)
	Onboarding(ctx context.Context, v pc.View, ref pc.Ref) (pc.Onboarding, error)
	OnboardingByExternalRef(ctx context.Context, c pc.ChannelID, livemode bool, externalRef string) (pc.Onboarding, error)
}

// Onboarding answers OnboardingService.
type Onboarding struct {
	pcv1.UnimplementedOnboardingServiceServer
	store OnboardingStore
	links Links
	now   func() time.Time
}

// NewOnboarding returns the service; links makes the URLs of the hosted flow.
func NewOnboarding(store OnboardingStore, links Links, now func() time.Time) *Onboarding {
	return &Onboarding{store: store, links: links, now: now}
}

// CreateOnboarding judges what identifies the onboarding first: one that exists wins before the rest of the body is
// judged.
func (s *Onboarding) CreateOnboarding(ctx context.Context, req *pcv1.CreateOnboardingRequest) (*pcv1.CreateOnboardingResponse, error) {
	key, err := partnerKey(ctx)
	if err != nil {
		return nil, err
	}
	shape := grpcserver.CheckBody(ctx, req) // of the JSON; nil over gRPC
	if names(shape, "/partner_external_ref", "/channel") {
		return nil, shape
	}
	channel, err := key.Channel(req.Channel)
	if err != nil {
		return nil, err
	}
	wrongRef := pc.CheckExternalRef(req.GetPartnerExternalRef())
	if len(wrongRef) == 0 {
		o, err := s.store.OnboardingByExternalRef(ctx, channel, key.Livemode, req.GetPartnerExternalRef())
		if err == nil {
			return created(ctx, o, false), nil
		}
		if !errors.Is(err, pc.ErrOnboardingNotFound) {
			return nil, err
		}
	}
	owner, err := s.store.Owner(ctx, channel)
	if err != nil {
		return nil, err
	}
	data := dataOf(req)
	if err := refuse(shape, wrongRef, empties(req), data.Check(owner.Channel, s.now())); err != nil {
		return nil, err
	}
	o, event, err := pc.NewOnboarding(owner, key.Livemode, req.GetPartnerExternalRef(), data)
	if err != nil {
		return nil, err
	}
	o, isNew, err := s.store.CreateOnboarding(ctx, o, event)
	if err != nil {
		return nil, err
	}
	return created(ctx, o, isNew), nil
}

func created(ctx context.Context, o pc.Onboarding, isNew bool) *pcv1.CreateOnboardingResponse {
	if isNew {
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
		gateway.SetHeader(ctx, "Location", "/onboarding/"+string(o.Ref))
	} else {
		gateway.SetHeader(ctx, "Idempotency-Replayed", "true")
	}
	return &pcv1.CreateOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), Channel: string(o.Owner.Channel.ID), PartnerExternalRef: o.ExternalRef,
		CreatedAt: timestamppb.New(o.CreatedAt),
	}
}

// GetOnboarding implements the contract.
func (s *Onboarding) GetOnboarding(ctx context.Context, req *pcv1.GetOnboardingRequest) (*pcv1.GetOnboardingResponse, error) {
	o, err := s.find(ctx, req.GetRef())
	if err != nil {
		return nil, err
	}
	gateway.SetHeader(ctx, "ETag", etag(o))
	return onboardingMessage(o, s.links.next(o, s.now())), nil
}

// FinalizeOnboarding implements the contract. It reads one row and writes none.
func (s *Onboarding) FinalizeOnboarding(ctx context.Context, req *pcv1.FinalizeOnboardingRequest) (*pcv1.FinalizeOnboardingResponse, error) {
	o, err := s.find(ctx, req.GetRef())
	if err != nil {
		return nil, err
	}
	now := s.now()
	codes, details := missingMessages(o)
	return &pcv1.FinalizeOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), Missing: codes, MissingDetails: details, NextAction: s.links.next(o, now),
		EvaluatedAt: timestamppb.New(now.Truncate(time.Millisecond)),
	}, nil
}

// find returns an onboarding that the calling key may see.
func (s *Onboarding) find(ctx context.Context, ref string) (pc.Onboarding, error) {
	key, err := partnerKey(ctx)
	if err != nil {
		return pc.Onboarding{}, err
	}
	// No ref is refused by its form: whatever names nothing is not found.
	return s.store.Onboarding(ctx, key.View(), pc.Ref(ref))
}

// etag names the version of the stored onboarding; the link in an answer is new each time.
func etag(o pc.Onboarding) string { return `"` + strconv.FormatInt(o.Version, 10) + `"` }

// names reports whether a fault concerns one of the fields.
func names(err error, fields ...string) bool {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err != nil
	}
	for _, v := range f.Violations {
		for _, field := range fields {
			if v.Field == field {
				return true
			}
		}
	}
	return false
}

// refuse joins all that is wrong with a body into one error; nil when nothing is. A field that the shape of the JSON was at
// fault for is not judged again.
func refuse(shape error, lists ...[]fault.Violation) error {
	f := fault.Fields()
	if shape != nil && !errors.As(shape, &f) {
		return shape
	}
	out := *f
	out.Violations = append([]fault.Violation{}, f.Violations...)
	known := map[string]bool{}
	for _, v := range out.Violations {
		known[v.Field] = true
	}
	for _, list := range lists {
		for _, v := range list {
			if !known[v.Field] {
				out.Violations = append(out.Violations, v)
			}
		}
	}
	if len(out.Violations) == 0 {
		return nil
	}
	return &out
}
