package grpcclient

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcclient"
	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/verification"
)

// Store remembers whose a session is.
type Store interface {
	BindVerification(ctx context.Context, id string, ref pc.Ref, now time.Time) error
}

// A Client opens sessions and, for the sandbox, decides them.
type Client struct {
	conn    *grpc.ClientConn
	control verificationsv1.VerificationControlServiceClient
	store   Store
	now     func() time.Time
}

// Dial returns a client of the service at an address; it connects when it is used.
func Dial(address, token string, creds credentials.TransportCredentials, store Store, now func() time.Time) (*Client, error) {
	conn, err := grpcclient.Dial(address, token, creds, grpc.WithUnaryInterceptor(grpcclient.Propagate))
	if err != nil {
		return nil, fmt.Errorf("verification service: %w", err)
	}
	return &Client{conn, verificationsv1.NewVerificationControlServiceClient(conn), store, now}, nil
}

// Close ends the connection.
func (c *Client) Close() error { return c.conn.Close() }

// Start opens a session for a signatory, the applicant for no invitation, in the tenant of the partner, and returns its id. Whose it is,
// is stored before it exists, so that no event of it comes from a stranger. Its subject names the one person for whose document it can be
// completed: the merchant's applicant, or the person of the invitation in external_ref.
func (c *Client) Start(ctx context.Context, o onboarding.Onboarding, invited pc.InvitationID) (string, error) {
	id := uuid.NewString()
	if err := c.store.BindVerification(ctx, id, o.Ref, c.now()); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, verification.OpenSessionTimeout)
	defer cancel()
	subject := &verificationsv1.Subject{Type: "person", MerchantRef: new(string(o.Ref))}
	if invited != "" {
		subject.ExternalRef = new(string(invited))
	}
	_, err := c.control.OpenVerification(ctx, &verificationsv1.OpenVerificationRequest{
		Id: id, TenantId: o.Owner.Partner.Tenant, Livemode: o.Livemode, Kind: "identity", Subject: subject,
	})
	if err != nil {
		return "", away(fmt.Errorf("open verification: %w", err))
	}
	return id, nil
}

// MaxIDs is how many sessions one call asks for.
const MaxIDs = 100

// Sessions returns the current state of sessions by their ids; those that the service does not know are left out.
func (c *Client) Sessions(ctx context.Context, ids []string) (map[string]onboarding.SessionState, error) {
	states := make(map[string]onboarding.SessionState, len(ids))
	for chunk := range slices.Chunk(ids, MaxIDs) {
		found, err := c.control.BatchGetVerifications(ctx, &verificationsv1.BatchGetVerificationsRequest{Ids: chunk})
		if err != nil {
			return nil, away(fmt.Errorf("state of verifications: %w", err))
		}
		for _, v := range found.GetData() {
			checks := map[string]string{}
			for _, check := range v.GetChecks() {
				checks[check.GetType()] = check.GetStatus()
			}
			states[v.GetId()] = onboarding.SessionState{Status: v.GetStatus(), Checks: checks}
		}
	}
	return states, nil
}

// retryAfter is when to ask again.
const retryAfter = 5 * time.Second

// away is what a caller is told when the verification service does not do its part.
func away(cause error) error {
	e := fault.New(fault.Overloaded, "the verification service does not answer; repeat").WithCause(cause)
	e.RetryAfter = retryAfter
	return e
}

// Decide leads a session of the sandbox to its outcome, step by step as a provider would, from where it is: a call that failed
// half-way can be repeated. The outcome comes back as an event.
func (c *Client) Decide(ctx context.Context, o onboarding.Onboarding, session string, verified bool) error {
	states, err := c.Sessions(ctx, []string{session})
	if err != nil {
		return err
	}
	state, known := states[session]
	if !known {
		return away(errors.New("the verification service does not know the session"))
	}
	verdict := sandbox.SandboxVerdict(verified)
	way := []string{"pending", "in_progress", "processing", verdict.Status}
	from := slices.Index(way, state.Status)
	if from < 0 {
		return nil // it has another outcome, or a person reviews it
	}
	for _, to := range way[from+1:] {
		step := &verificationsv1.TransitionVerificationRequest{TenantId: o.Owner.Partner.Tenant, Id: session, To: to}
		if to == verdict.Status {
			for kind, result := range verdict.Checks {
				step.Checks = append(step.Checks, &verificationsv1.CheckResult{Type: kind, Status: result})
			}
			if !verified {
				step.ReasonCodes = []string{"data_mismatch"}
			}
		}
		if _, err := c.control.TransitionVerification(ctx, step); err != nil {
			return away(fmt.Errorf("verification to %s: %w", to, err))
		}
	}
	return nil
}
