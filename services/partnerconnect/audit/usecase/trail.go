package usecase

import (
	"context"
	"crypto/ed25519"
	"io"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/keyring"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
)

const (
	// accessLength is how many entries of a merchant are shown.
	accessLength = 200
	exportPage   = 1000
)

// A Trail is the audit trail, as operators read it.
type Trail struct {
	store *postgres.Store
	key   ed25519.PrivateKey // signs exports
}

// NewTrail returns the trail of a store. The key that signs exports follows from the first of keys.
func NewTrail(store *postgres.Store, keys *keyring.Keyring) *Trail {
	return &Trail{store, ed25519.NewKeyFromSeed(keys.Derive("audit export"))}
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
func (t *Trail) VerifyChain(ctx context.Context, by audit.Entry) (audit.Report, error) {
	r, err := t.store.VerifyAudit(ctx)
	if err != nil {
		return r, err
	}
	return r, t.store.StoreCheck(ctx, by.Check(audit.TrailCheck, r.Broken == 0))
}

// Checks returns the last verification of each kind that there has been.
func (t *Trail) Checks(ctx context.Context) ([]audit.Check, error) { return t.store.Checks(ctx) }

// ExportKey is the public key of exports.
func (t *Trail) ExportKey() ed25519.PublicKey { return t.key.Public().(ed25519.PublicKey) }

// An Export is a part of the chain that is in the trail as exported, and can be written.
type Export struct {
	trail *Trail
	head  audit.ExportHead
}

// ExportAudit begins an export of what is behind a position, up to another one; 0: the last. The caller's entry is stored before.
func (t *Trail) ExportAudit(ctx context.Context, after, until int64, by audit.Entry) (*Export, error) {
	end, err := t.store.LastPosition(ctx)
	if err != nil {
		return nil, err
	}
	if until == 0 {
		until = end
	}
	if until > end || after > until {
		return nil, fault.Field("/until", "out_of_range", "must not be before after, nor behind the last position of the chain")
	}
	before, err := t.store.HashAt(ctx, after)
	if err != nil {
		return nil, err
	}
	by.Outcome = "ok"
	if err := t.store.RecordAudit(ctx, []audit.Entry{by}); err != nil {
		return nil, err
	}
	return &Export{t, audit.ExportHead{
		Service: "partnerconnect", After: after, AfterHash: before.String(), Until: until, ExportedAt: by.At, ExportedBy: by.Operator.Subject, Reason: by.Operator.Reason,
	}}, nil
}

// Write writes the export. What of the chain is broken is written as it is: who verifies the export finds it.
func (x *Export) Write(ctx context.Context, w io.Writer) error {
	out, err := audit.NewExport(w, x.trail.key, x.head)
	if err != nil {
		return err
	}
	for position := x.head.After; position < x.head.Until; {
		page := make([]audit.ChainLink, 0, exportPage) // no connection waits for the reader
		n, err := x.trail.store.ChainPage(ctx, position, int(min(exportPage, x.head.Until-position)), func(l audit.ChainLink) error {
			page = append(page, l)
			return nil
		})
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
		for _, l := range page {
			if err := out.Add(l); err != nil {
				return err
			}
			position = l.Position
		}
	}
	return out.Close()
}
