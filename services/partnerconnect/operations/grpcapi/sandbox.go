package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// Sandbox answers SandboxService: it acts as the merchant and the operator would.
type Sandbox struct {
	pcv1.UnimplementedSandboxServiceServer
	onboardings *usecase.Onboardings
	clock       *usecase.Clock
	mail        *merchantusecase.Mailer
	now         func() time.Time
}

// NewSandbox returns the service.
func NewSandbox(
	onboardings *usecase.Onboardings, clock *usecase.Clock, mail *merchantusecase.Mailer, now func() time.Time,
) *Sandbox {
	return &Sandbox{onboardings: onboardings, clock: clock, mail: mail, now: now}
}

// AdvanceOnboarding walks the shortest legal way to a status as the merchant and the operator would.
func (s *Sandbox) AdvanceOnboarding(
	ctx context.Context, req *pcv1.AdvanceOnboardingRequest,
) (*pcv1.AdvanceOnboardingResponse, error) {
	key, err := kernelgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	o, err := s.onboardings.Get(ctx, key.View(), pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	if err := fault.First(grpcserver.CheckBody(ctx, req), usecase.CheckTarget(req.GetTo())); err != nil {
		return nil, err
	}
	o, err = s.onboardings.AdvanceOnboarding(ctx, key.View(), o, req.GetTo(), kernelgrpc.AuditEntry(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	codes, _ := merchantgrpc.MissingMessages(o)
	return &pcv1.AdvanceOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), Channel: string(o.Owner.Channel.ID), PartnerExternalRef: o.ExternalRef,
		MerchantStatus: string(o.Merchant), DelegationStatus: string(o.DelegationStatus()),
		PayoutsOptInStatus: string(o.OptIn.Status),
		Missing:            codes,
	}, nil
}

// AdvanceClock makes happen now what the passing of a span from now would do to the test data of the key's channels.
func (s *Sandbox) AdvanceClock(ctx context.Context, req *pcv1.AdvanceClockRequest) (*pcv1.AdvanceClockResponse, error) {
	key, err := kernelgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	now := s.now().UTC().Truncate(time.Millisecond)
	then := now.Add(time.Duration(req.GetAdvanceS()) * time.Second)
	r, err := s.clock.AdvanceClock(ctx, key.View(), now, then, kernelgrpc.AuditEntry(ctx, now))
	if err != nil {
		return nil, err
	}
	return &pcv1.AdvanceClockResponse{
		AsOf: timestamppb.New(then), ExpiredOnboardings: int32(r.Onboardings), ExpiredInvitations: int32(r.Invitations),
		ExpiredPayments: int32(r.Payments), Settlements: int32(r.Settlements),
	}, nil
}

// ListSandboxMessages answers with what was said to the people of an onboarding. Only test keys get here, and they see
// no onboarding of live mode.
func (s *Sandbox) ListSandboxMessages(
	ctx context.Context, req *pcv1.ListSandboxMessagesRequest,
) (*pcv1.ListSandboxMessagesResponse, error) {
	key, err := kernelgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	o, err := s.onboardings.Get(ctx, key.View(), pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	messages, err := s.mail.Messages(ctx, o.Ref)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListSandboxMessagesResponse{}
	for _, m := range messages {
		to := field.MaskEmail(m.To)
		if m.Medium == message.BySMS {
			to = hostedflow.MaskPhone(m.To)
		}
		out.Data = append(out.Data, &pcv1.SandboxMessage{
			MessageId: string(m.ID), Medium: string(m.Medium), To: to, Subject: m.Subject, Text: m.Text,
			Status: string(m.Status()), CreatedAt: timestamppb.New(m.CreatedAt),
		})
	}
	return out, nil
}
