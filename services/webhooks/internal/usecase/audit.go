package usecase

import (
	"context"
	"crypto/ed25519"
	"time"

	"github.com/partnerline/partnerline/internal/audittrail"
	trailusecase "github.com/partnerline/partnerline/internal/audittrail/usecase"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// AuditTrail is the trail of what operators did, as they read it.
type AuditTrail struct {
	store *postgres.Store
	chain *trailusecase.Trail[webhooks.AuditLink]
}

// NewAuditTrail returns the use cases. The key that signs exports follows from the first of keys.
func NewAuditTrail(store *postgres.Store, keys *keyring.Keyring) *AuditTrail {
	return &AuditTrail{store, trailusecase.NewTrail(postgres.NewAuditChain(store.Pool()), webhooks.AuditExport, keys)}
}

// ListAuditEntries returns a page of what operators did, newest first.
func (u *AuditTrail) ListAuditEntries(ctx context.Context, f webhooks.AuditFilter) ([]webhooks.AuditEntry, error) {
	return u.store.Audit.List(ctx, f)
}

// VerifyAudit recomputes each link of the chain and reports the first that is wrong.
func (u *AuditTrail) VerifyAudit(ctx context.Context, by webhooks.Operator) (audittrail.Report, error) {
	at := now()
	r, err := u.chain.VerifyChain(ctx, auditRequest(by, at))
	if err != nil {
		return r, err
	}
	return r, u.store.Audit.Insert(ctx, by, "", "", at)
}

// ExportKey is the public key of exports.
func (u *AuditTrail) ExportKey() ed25519.PublicKey { return u.chain.ExportKey() }

// An AuditExport is a part of the chain that can be written.
type AuditExport = trailusecase.Export[webhooks.AuditLink]

// ExportAudit begins an export of the chain from behind position after up to position until; 0 is the last. The
// caller's entry is stored first.
func (u *AuditTrail) ExportAudit(ctx context.Context, after, until int64, by webhooks.Operator) (*AuditExport, error) {
	at := now()
	return u.chain.ExportAudit(ctx, after, until, auditRequest(by, at), func(ctx context.Context) error {
		return u.store.Audit.Insert(ctx, by, "", "", at)
	})
}

func auditRequest(by webhooks.Operator, at time.Time) trailusecase.Request {
	return trailusecase.Request{
		At: at, Actor: webhooks.OperatorActor, Subject: by.Subject, Name: by.Name, Reason: by.Reason,
	}
}

// Checks returns when the trail was last verified.
func (u *AuditTrail) Checks(ctx context.Context) ([]audittrail.Check, error) {
	return u.chain.Checks(ctx)
}

// WhenDue is the verification that runs by itself when it is due.
func (u *AuditTrail) WhenDue() trailusecase.Verification { return u.chain.WhenDue() }
