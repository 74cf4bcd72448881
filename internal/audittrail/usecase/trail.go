package usecase

import (
	"context"
	"crypto/ed25519"
	"io"
	"time"

	"github.com/partnerline/partnerline/internal/audittrail"
	"github.com/partnerline/partnerline/internal/audittrail/postgres"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/keyring"
)

const exportPage = 1000

// A Trail is the chain of a service, as operators verify and export it.
type Trail[L audittrail.Link] struct {
	store  *postgres.Store[L]
	checks *postgres.Checks
	format audittrail.Format[L]
	key    ed25519.PrivateKey // signs exports
}

// NewTrail returns the trail of a store. The key that signs exports follows from the first of keys.
func NewTrail[L audittrail.Link](
	store *postgres.Store[L], format audittrail.Format[L], keys *keyring.Keyring,
) *Trail[L] {
	return &Trail[L]{store, postgres.NewChecks(store.Pool()), format, ed25519.NewKeyFromSeed(keys.Derive("audit export"))}
}

// A Request is who asks for a verification or an export, and when.
type Request struct {
	At      time.Time // milliseconds
	Actor   string
	Subject string
	Name    string
	Reason  string
}

// VerifyChain recomputes each link of the chain and reports the first that is wrong.
func (t *Trail[L]) VerifyChain(ctx context.Context, by Request) (audittrail.Report, error) {
	r, err := t.store.Verify(ctx)
	if err != nil {
		return r, err
	}
	return r,
		t.checks.Store(ctx,
			audittrail.Check{Kind: audittrail.TrailCheck, At: by.At, Intact: r.Broken == 0, Actor: by.Actor, Name: by.Name})
}

// WhenDue is the verification that runs by itself when it is due.
func (t *Trail[L]) WhenDue() Verification {
	return Verification{Kind: audittrail.TrailCheck, Verify: func(ctx context.Context, at time.Time) (bool, error) {
		r, err := t.VerifyChain(ctx, Request{At: at, Actor: audittrail.System})
		return r.Broken == 0, err
	}}
}

// Checks returns the last verification of each kind that there has been.
func (t *Trail[L]) Checks(ctx context.Context) ([]audittrail.Check, error) { return t.checks.List(ctx) }

// ExportKey is the public key of exports.
func (t *Trail[L]) ExportKey() ed25519.PublicKey { return t.key.Public().(ed25519.PublicKey) }

// An Export is a part of the chain that can be written.
type Export[L audittrail.Link] struct {
	trail *Trail[L]
	head  audittrail.ExportHead
}

// ExportAudit begins an export of the chain from behind position after up to position until; 0 is the last. record
// stores the caller's entry, before anything is written.
func (t *Trail[L]) ExportAudit(
	ctx context.Context, after, until int64, by Request, record func(context.Context) error,
) (*Export[L], error) {
	end, err := t.store.LastPosition(ctx)
	if err != nil {
		return nil, err
	}
	if until == 0 {
		until = end
	}
	if until > end || after > until {
		return nil,
			fault.Field("/until", "out_of_range", "must be between `after` and the last position of the chain")
	}
	before, err := t.store.HashAt(ctx, after)
	if err != nil {
		return nil, err
	}
	if err := record(ctx); err != nil {
		return nil, err
	}
	return &Export[L]{t, audittrail.ExportHead{
		After: after, AfterHash: before.String(), Until: until, ExportedAt: by.At, ExportedBy: by.Subject, Reason: by.Reason,
	}}, nil
}

// Write writes the export. A broken part of the chain is written as it is: a verification of the export finds it.
func (x *Export[L]) Write(ctx context.Context, w io.Writer) error {
	out, err := x.trail.format.NewExport(w, x.trail.key, x.head)
	if err != nil {
		return err
	}
	for position := x.head.After; position < x.head.Until; {
		// no connection waits for the reader
		page, err := x.trail.store.Page(ctx, position, int(min(exportPage, x.head.Until-position)))
		if err != nil {
			return err
		}
		if len(page) == 0 {
			break
		}
		for _, l := range page {
			if err := out.Add(l); err != nil {
				return err
			}
			position = l.Row().Position
		}
	}
	return out.Close()
}
