package usecase

import (
	"context"

	"github.com/partnerline/partnerline/internal/audittrail"
	trailusecase "github.com/partnerline/partnerline/internal/audittrail/usecase"
	"github.com/partnerline/partnerline/internal/keyring"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

// accessLength is how many entries of a merchant are shown.
const accessLength = 200

// A Trail is the audit trail, as operators read it.
type Trail struct {
	*trailusecase.Trail[audit.ChainLink]
	store *postgres.AuditStore
}

// NewTrail returns the trail of a store. The key that signs exports follows from the first of keys.
func NewTrail(store *postgres.AuditStore, keys *keyring.Keyring) *Trail {
	return &Trail{trailusecase.NewTrail(store.Chain, audit.ExportFormat, keys), store}
}

// ListAccess returns who accessed an onboarding, newest first.
func (t *Trail) ListAccess(ctx context.Context, ref pc.Ref) ([]audit.Entry, error) {
	return t.store.Access(ctx, ref, accessLength)
}

// ListEntries returns entries, newest first.
func (t *Trail) ListEntries(ctx context.Context, q audit.Query) ([]audit.Listed, error) {
	return t.store.Entries(ctx, q)
}

// VerifyChain recomputes each link of the chain and reports the first that is wrong.
func (t *Trail) VerifyChain(ctx context.Context, by audit.Entry) (audittrail.Report, error) {
	return t.Trail.VerifyChain(ctx, request(by))
}

func request(by audit.Entry) trailusecase.Request {
	return trailusecase.Request{
		At: by.At, Actor: string(by.Actor), Subject: by.Subject, Name: by.Name, Reason: by.Reason,
	}
}

// An Export is a part of the chain that can be written.
type Export = trailusecase.Export[audit.ChainLink]

// ExportAudit begins an export of the chain from behind position after up to position until; 0 is the last. The
// caller's entry is stored first.
func (t *Trail) ExportAudit(ctx context.Context, after, until int64, by audit.Entry) (*Export, error) {
	return t.Trail.ExportAudit(ctx, after, until, request(by), func(ctx context.Context) error {
		by.Outcome = "ok"
		return t.store.RecordAudit(ctx, []audit.Entry{by})
	})
}
