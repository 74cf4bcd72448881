package usecase

import (
	"context"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
)

// accessLength is how many entries of a merchant are shown.
const accessLength = 200

// A Trail is the audit trail, as operators read it.
type Trail struct{ store *postgres.Store }

// NewTrail returns the trail of a store.
func NewTrail(store *postgres.Store) *Trail { return &Trail{store} }

// ListAccess returns who accessed an onboarding, newest first.
func (t *Trail) ListAccess(ctx context.Context, ref pc.Ref) ([]audit.Entry, error) {
	return t.store.Access(ctx, ref, accessLength)
}

// VerifyChain computes each link of the chain anew, and reports the first that does not hold.
func (t *Trail) VerifyChain(ctx context.Context) (audit.Report, error) {
	return t.store.VerifyAudit(ctx)
}
