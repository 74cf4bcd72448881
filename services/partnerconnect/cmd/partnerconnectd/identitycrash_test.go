package main

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/ids"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	"github.com/partnerline/partnerline/testkit/identity"
	"github.com/partnerline/partnerline/testkit/peer"
)

// control is the verification service. It notes a step that is made twice.
type control struct {
	verificationsv1.UnimplementedVerificationControlServiceServer
	peer.Peer
	sessions map[string]*verificationsv1.Verification
}

func startControl(t *testing.T) *control {
	t.Helper()
	c := &control{sessions: map[string]*verificationsv1.Verification{}}
	c.Serve(t, "internal-token-of-this-test",
		func(s *grpc.Server) { verificationsv1.RegisterVerificationControlServiceServer(s, c) })
	return c
}

func (c *control) OpenVerification(ctx context.Context,
	req *verificationsv1.OpenVerificationRequest) (*verificationsv1.OpenVerificationResponse, error) {
	err := c.Call(ctx, "OpenVerification", req.GetId(), func() error {
		if c.sessions[req.GetId()] == nil {
			c.sessions[req.GetId()] = &verificationsv1.Verification{Id: req.GetId(), Status: "pending", Attempt: 1}
		}
		return nil
	})
	return &verificationsv1.OpenVerificationResponse{}, err
}

func (c *control) BatchGetVerifications(_ context.Context,
	req *verificationsv1.BatchGetVerificationsRequest) (*verificationsv1.BatchGetVerificationsResponse, error) {
	resp := &verificationsv1.BatchGetVerificationsResponse{}
	for _, id := range req.GetIds() {
		if status, attempt, known := c.state(id); known {
			resp.Data = append(resp.Data, &verificationsv1.Verification{Id: id, Status: status, Attempt: attempt})
		}
	}
	return resp, nil
}

func (c *control) TransitionVerification(ctx context.Context,
	req *verificationsv1.TransitionVerificationRequest) (*verificationsv1.TransitionVerificationResponse, error) {
	err := c.Call(ctx, req.GetTo(), req.GetId(), func() error {
		switch s := c.sessions[req.GetId()]; {
		case s == nil:
			return status.Error(codes.NotFound, "no such session")
		case onboarding.SessionRanks[req.GetTo()] < onboarding.SessionRanks[s.GetStatus()]:
			return status.Error(codes.FailedPrecondition, "no legal step")
		default:
			s.Status = req.GetTo()
		}
		return nil
	})
	return &verificationsv1.TransitionVerificationResponse{}, err
}

func (c *control) RetryVerification(ctx context.Context,
	req *verificationsv1.RetryVerificationRequest) (*verificationsv1.RetryVerificationResponse, error) {
	err := c.Call(ctx, "RetryVerification", req.GetId(), func() error {
		s := c.sessions[req.GetId()]
		if req.GetAttempt() == 0 {
			c.Fault("an attempt of " + req.GetId() + " is counted without its number")
		}
		s.Attempt = max(s.GetAttempt(), req.GetAttempt())
		return nil
	})
	return &verificationsv1.RetryVerificationResponse{}, err
}

func (c *control) state(id string) (status string, attempt int32, known bool) {
	c.Locked(func() {
		s := c.sessions[id]
		status, attempt, known = s.GetStatus(), s.GetAttempt(), s != nil
	})
	return status, attempt, known
}

// invite begins a session of an invited person as the program does when the person starts, whether the program runs or
// not.
func (d *deployment) invite() string {
	d.t.Helper()
	d.n++
	id, session := pc.InvitationID(ids.New("inv_")), uuid.NewString()
	_, err := d.parts.Changer.Change(d.t.Context(), access.SystemView, d.merchant, now(),
		audit.Entry{At: now(), Actor: audit.SystemActor, Operation: "Test"}, func(o *onboarding.Onboarding) error {
			o.Invitations = append(o.Invitations, onboarding.Invitation{
				ID: id, Role: onboarding.InviteRepresentative, Status: onboarding.PendingInvitation, Locale: "en",
				LastSentAt: now(),
				CreatedAt:  now(), UpdatedAt: now(),
				ExpiresAt: now().Add(time.Hour),
				Person: onboarding.Invitee{GivenNames: "Jan", FamilyName: ids.New("Drugi-"),
					Email: ids.New("jan-") + "@example.pl"},
			})
			return signing.Verify(o, id, session, now())
		})
	if err != nil {
		d.t.Fatal(err)
	}
	return session
}

func (d *deployment) reportIdentity(session string, attempt int32, event providersv1.IdentityEvent) error {
	_, err := providersv1.NewProviderEventServiceClient(d.conn).ReportIdentity(d.internal(),
		&providersv1.ReportIdentityRequest{
			EventId: event.String() + session, SessionId: session, Attempt: attempt, Event: event,
			OccurredAt: timestamppb.New(time.Unix(1_790_000_000, 0)),
		})
	return err
}

// Killed around the identity provider and the verification service, the program leaves nothing undone: each attempt of
// a session is opened, and the service follows, where the reports lead.
func TestKilledBetweenOutboxAndIdentityProvider(t *testing.T) {
	t.Parallel()
	d := deploy(t)
	people, service := identity.Start(t), startControl(t)
	d.env = append(d.env, "IDENTITY_PROVIDER_GRPC="+people.Address, "IDENTITY_PROVIDER_TOKEN="+identity.Token,
		"WEBHOOKS_GRPC="+service.Address,
		"NATS_URL=nats://127.0.0.1:1") // whose events it does without
	all := d.killedAround(&people.Peer, d.invite)
	for _, id := range all {
		if status, attempt, _ := service.state(id); status != "pending" || attempt != 1 ||
			d.count(`SELECT count(*) FROM identity_sessions WHERE session_id = $1 AND page IS NOT NULL`, id) != 1 {
			t.Errorf("%s is %s in attempt %d, or has no page", id, status, attempt)
		}
	}
	if n := len(people.Opened()); n != len(all) {
		t.Errorf("%d attempts are opened of %d", n, len(all))
	}
	failed := func(id string) error {
		return d.reportIdentity(id, 1, providersv1.IdentityEvent_IDENTITY_EVENT_FAILED)
	}
	d.reportedAround(all, failed)
	retried := all
	all = d.killedAround(&service.Peer, func() string { // the next attempt begins, and the service is to count it
		id := retried[0]
		retried = retried[1:]
		if err := d.parts.Identities.Retry(t.Context(), id,
			audit.Entry{At: now(), Actor: audit.MerchantActor, Operation: "Test"}); err != nil {
			t.Fatal(err)
		}
		return id
	})
	d.reportedAround(all, func(id string) error {
		return d.reportIdentity(id, 2, providersv1.IdentityEvent_IDENTITY_EVENT_COMPLETED)
	})
	for _, id := range all {
		d.until("the service follows", func() bool {
			status, attempt, _ := service.state(id)
			return status == onboarding.CompletedSession && attempt == 2
		})
	}
	if n := d.count(`SELECT count(*) FROM provider_reports`); n != 2*len(all) {
		t.Errorf("%d reports are kept of %d", n, 2*len(all))
	}
	d.called()
	d.listed()
}
