package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/event"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/register"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// OnboardingStore keeps onboardings.
type OnboardingStore interface {
	Owner(ctx context.Context, id pc.ChannelID) (access.Owner, error)
	CreateOnboarding(ctx context.Context, o onboarding.Onboarding, e event.Event, by audit.Entry) (stored onboarding.Onboarding, created bool, err error)
	Onboarding(ctx context.Context, v access.View, ref pc.Ref) (onboarding.Onboarding, error)
	OnboardingByExternalRef(ctx context.Context, c pc.ChannelID, livemode bool, externalRef string) (onboarding.Onboarding, error)
	Onboardings(ctx context.Context, v access.View, q onboarding.OnboardingQuery) ([]onboarding.Onboarding, error)
	Changer
}

// A Changer changes one onboarding that a caller may see, alone.
type Changer interface {
	ChangeOnboarding(ctx context.Context, v access.View, ref pc.Ref, now time.Time, by audit.Entry, f func(*onboarding.Onboarding) error) (onboarding.Onboarding, error)
}

// Onboarding answers OnboardingService.
type Onboarding struct {
	pcv1.UnimplementedOnboardingServiceServer
	store    OnboardingStore
	register register.Modes
	links    signedlink.Links
	tokens   *keyring.Keyring
	hash     onboarding.IDHash
	now      func() time.Time
}

// NewOnboarding returns the service; links makes the URLs of the hosted flow, tokens seals page tokens, hash hides national ids.
func NewOnboarding(store OnboardingStore, registers register.Modes, links signedlink.Links, tokens *keyring.Keyring, hash onboarding.IDHash, now func() time.Time) *Onboarding {
	return &Onboarding{store: store, register: registers, links: links, tokens: tokens, hash: hash, now: now}
}

// GetOnboarding implements the contract.
func (s *Onboarding) GetOnboarding(ctx context.Context, req *pcv1.GetOnboardingRequest) (*pcv1.GetOnboardingResponse, error) {
	o, err := s.find(ctx, req.GetRef())
	if err != nil {
		return nil, err
	}
	gateway.SetETag(ctx, o.Version)
	return onboardingMessage(o, NextAction(s.links, o, s.now())), nil
}

// FinalizeOnboarding implements the contract. It reads one row and writes none.
func (s *Onboarding) FinalizeOnboarding(ctx context.Context, req *pcv1.FinalizeOnboardingRequest) (*pcv1.FinalizeOnboardingResponse, error) {
	o, err := s.find(ctx, req.GetRef())
	if err != nil {
		return nil, err
	}
	now := s.now()
	codes, details := MissingMessages(o)
	return &pcv1.FinalizeOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), Missing: codes, MissingDetails: details, NextAction: NextAction(s.links, o, now),
		EvaluatedAt: timestamppb.New(now.Truncate(time.Millisecond)),
	}, nil
}

// moment is the present, as exact as the API shows times.
func (s *Onboarding) moment() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

// find returns an onboarding that the calling key may see.
func (s *Onboarding) find(ctx context.Context, ref string) (onboarding.Onboarding, error) {
	key, err := accessgrpc.PartnerKey(ctx)
	if err != nil {
		return onboarding.Onboarding{}, err
	}
	// No ref is refused by its form: whatever names nothing is not found.
	return s.store.Onboarding(ctx, key.View(), pc.Ref(ref))
}
