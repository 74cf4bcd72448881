package usecase

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// Identities are the verification sessions of live mode as the identity provider reports them. The verification
// service follows later, by calls that are stored with each change.
type Identities struct {
	pool  *pgxpool.Pool
	store *postgres.VerificationStore
	calls kernelpg.CallStore
}

// NewIdentities returns the use cases.
func NewIdentities(pool *pgxpool.Pool, store *postgres.VerificationStore) *Identities {
	return &Identities{pool: pool, store: store}
}

// Identity returns a session; verification.ErrNoIdentitySession.
func (s *Identities) Identity(ctx context.Context, id string) (verification.IdentitySession, error) {
	return s.store.Identity(ctx, id)
}

// Report applies a report of the identity provider, once, and returns its outcome. A report that contradicts the
// session is kept as a difference.
func (s *Identities) Report(
	ctx context.Context, r verification.IdentityReport, by audit.Entry,
) (result provider.Result, err error) {
	if err := r.Check(); err != nil {
		return result, err
	}
	err = s.change(ctx, r.Session, by, func(tx pgx.Tx, x *verification.IdentitySession) error {
		report := r.Report(x.Merchant)
		before, seen, err := s.calls.SeenReport(ctx, tx, report)
		if seen || err != nil {
			result = before
			return errors.Join(err, unchangedIf(err == nil))
		}
		result = x.Reported(r, by.At)
		if err := s.calls.InsertReport(ctx, tx, report, result, by.At); err != nil {
			return err
		}
		return unchangedIf(result.Outcome != provider.Applied)
	})
	return result, err
}

func unchangedIf(unchanged bool) error {
	if unchanged {
		return pc.ErrUnchanged
	}
	return nil
}

// Retry begins a further attempt of a session whose last one failed; otherwise it does nothing.
func (s *Identities) Retry(ctx context.Context, id string, by audit.Entry) error {
	return s.change(ctx, id, by, func(tx pgx.Tx, x *verification.IdentitySession) error {
		if err := x.Retry(by.At); err != nil {
			return err
		}
		return s.calls.InsertCall(ctx, tx, provider.OpenIdentity, x.Subject(), telemetry.Traceparent(ctx), by.At)
	})
}

// change applies f to a session under its lock. It stores the session, the call by which the verification service
// follows, and who changed it. When nothing changes, only a call is recorded.
func (s *Identities) change(
	ctx context.Context, id string, by audit.Entry, f func(pgx.Tx, *verification.IdentitySession) error,
) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		x, err := s.store.LockIdentity(ctx, tx, id)
		if err != nil {
			return err
		}
		by.Merchant = x.Merchant
		switch err := f(tx, &x); {
		case errors.Is(err, pc.ErrUnchanged):
			if !by.OfCall() {
				return nil
			}
			return kernelpg.InsertAudit(ctx, tx, by)
		case err != nil:
			return err
		}
		if err := s.store.UpdateIdentity(ctx, tx, x); err != nil {
			return err
		}
		if err := s.calls.InsertCallAgain(ctx, tx, provider.SyncVerification, x.ID, telemetry.Traceparent(ctx),
			by.At); err != nil {
			return err
		}
		return kernelpg.InsertAudit(ctx, tx, by)
	})
}
