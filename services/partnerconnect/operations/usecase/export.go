package usecase

import (
	"context"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	financepg "github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/export"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/postgres"
)

// Exports are the use cases of exports.
type Exports struct {
	pool        *pgxpool.Pool
	operations  *merchantusecase.Operations
	onboardings *merchantpg.OnboardingStore
	money       *financepg.MoneyStore
	refunds     financepg.RefundStore
	chargebacks financepg.ChargebackStore
	ledger      financepg.LedgerStore
	messages    *merchantpg.MessageStore
	trail       *kernelpg.AuditStore
	files       *merchantusecase.Uploader
}

// ExportSources are what an export reads.
type ExportSources struct {
	Onboardings *merchantpg.OnboardingStore
	Money       *financepg.MoneyStore
	Messages    *merchantpg.MessageStore
	Trail       *kernelpg.AuditStore
}

// NewExports returns the use cases; files opens the contents of documents.
func NewExports(
	pool *pgxpool.Pool, operations *merchantusecase.Operations, from ExportSources, files *merchantusecase.Uploader,
) *Exports {
	return &Exports{
		pool: pool, operations: operations, onboardings: from.Onboardings, money: from.Money, messages: from.Messages,
		trail: from.Trail, files: files,
	}
}

// An Export may be written: its entry is in the audit trail.
type Export struct {
	exports  *Exports
	merchant onboarding.Onboarding
	by       audit.Entry
}

// ExportMerchant begins an export of a merchant's data. Those that merchants ask for are bounded by
// [export.CheckLimit]. [export.ErrErased].
func (s *Exports) ExportMerchant(ctx context.Context, ref pc.Ref, by audit.Entry) (*Export, error) {
	o, err := s.onboardings.Onboarding(ctx, access.SystemView, ref)
	if err != nil {
		return nil, err
	}
	if o.Erased {
		return nil, export.ErrErased
	}
	by.Merchant = ref
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if by.Actor == audit.MerchantActor {
			n, oldest, err := postgres.CountExports(ctx, tx, ref, by.At.Add(-export.Day), by.At)
			if err != nil {
				return err
			}
			if err := export.CheckLimit(n, oldest, by.At); err != nil {
				return err
			}
			if err := postgres.InsertExport(ctx, tx, ref, by.At); err != nil {
				return err
			}
		}
		return kernelpg.InsertAudit(ctx, tx, by)
	})
	return &Export{s, o, by}, err
}

// Filename is the name of the archive.
func (x *Export) Filename() string { return export.Filename(&x.merchant, x.by.At) }

// Write writes the archive. It holds no connection to the database while the reader takes it, and no more in memory
// than a page of a table and the table's compressed CSV.
func (x *Export) Write(ctx context.Context, w io.Writer) error {
	a := export.NewArchive(w, x.by.At)
	if err := a.Readme(); err != nil {
		return err
	}
	if err := a.JSON("data.json", export.ProfileOf(&x.merchant, x.by.At)); err != nil {
		return err
	}
	for _, t := range export.Agreements(&x.merchant) {
		if err := a.Text(t.Name, t.Text); err != nil {
			return err
		}
	}
	if err := x.tables(ctx, a); err != nil {
		return err
	}
	for _, d := range x.merchant.Documents {
		if err := x.document(ctx, a, d); err != nil {
			return fmt.Errorf("document %s: %w", d.ID, err)
		}
	}
	return a.Close()
}

func (x *Export) document(ctx context.Context, a *export.Archive, d onboarding.Document) error {
	content, err := x.exports.files.Open(ctx, d.Object, d.Secret)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	w, err := a.File(export.DocumentFile(d))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, content)
	return err
}

// read reads from the merchant's books, in a transaction of its own.
func (x *Export) read(ctx context.Context, f merchantusecase.Func) error {
	op := delegation.Operation{View: access.SystemView, Merchant: x.merchant.Ref, Own: true, Now: x.by.At}
	return x.exports.operations.Read(ctx, op, f)
}
