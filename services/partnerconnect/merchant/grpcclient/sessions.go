package grpcclient

import (
	"context"
	"fmt"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	"github.com/partnerline/partnerline/internal/grpcclient"
	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// A Sessions opens sessions, reads their state and, for the sandbox, moves them.
type Sessions struct {
	conn    *grpc.ClientConn
	control verificationsv1.VerificationControlServiceClient
}

// DialSessions returns a client of the service at an address; it connects when it is used.
func DialSessions(address, token string, creds credentials.TransportCredentials) (*Sessions, error) {
	conn, err := grpcclient.Dial(address, token, creds, grpc.WithUnaryInterceptor(grpcclient.Propagate))
	if err != nil {
		return nil, fmt.Errorf("verification service: %w", err)
	}
	return &Sessions{conn, verificationsv1.NewVerificationControlServiceClient(conn)}, nil
}

// Close ends the connection.
func (c *Sessions) Close() error { return c.conn.Close() }

// Open opens a session for a signatory, the applicant for no invitation, in the tenant of the partner. Its subject
// names the one person for whose document it can be completed: the merchant's applicant, or the person of the
// invitation in external_ref.
func (c *Sessions) Open(ctx context.Context, id string, o onboarding.Onboarding, invited pc.InvitationID) error {
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
		return verification.Unavailable(fmt.Errorf("open verification: %w", err))
	}
	return nil
}

// MaxIDs is how many sessions one call asks for.
const MaxIDs = 100

// Sessions returns the current state of sessions by their ids; those that the service does not know are left out.
func (c *Sessions) Sessions(ctx context.Context, ids []string) (map[string]onboarding.SessionState, error) {
	states := make(map[string]onboarding.SessionState, len(ids))
	for chunk := range slices.Chunk(ids, MaxIDs) {
		found, err := c.control.BatchGetVerifications(ctx, &verificationsv1.BatchGetVerificationsRequest{Ids: chunk})
		if err != nil {
			return nil, verification.Unavailable(fmt.Errorf("state of verifications: %w", err))
		}
		for _, v := range found.GetData() {
			checks := map[string]string{}
			for _, check := range v.GetChecks() {
				checks[check.GetType()] = check.GetStatus()
			}
			states[v.GetId()] = onboarding.SessionState{Status: v.GetStatus(), Attempt: int(v.GetAttempt()), Checks: checks}
		}
	}
	return states, nil
}

// Transition moves a session of a tenant to a status, with the results and reasons that belong to it.
func (c *Sessions) Transition(
	ctx context.Context, tenant, id, to string, checks map[string]string, reasons []string,
) error {
	step := &verificationsv1.TransitionVerificationRequest{TenantId: tenant, Id: id, To: to, ReasonCodes: reasons}
	for kind, result := range checks {
		step.Checks = append(step.Checks, &verificationsv1.CheckResult{Type: kind, Status: result})
	}
	if _, err := c.control.TransitionVerification(ctx, step); err != nil {
		return verification.Unavailable(fmt.Errorf("verification to %s: %w", to, err))
	}
	return nil
}

// Retry begins an attempt of a session of a tenant, which may have begun already.
func (c *Sessions) Retry(ctx context.Context, tenant, id string, attempt int) error {
	req := &verificationsv1.RetryVerificationRequest{TenantId: tenant, Id: id, Attempt: int32(attempt)}
	if _, err := c.control.RetryVerification(ctx, req); err != nil {
		return verification.Unavailable(fmt.Errorf("attempt of verification: %w", err))
	}
	return nil
}
