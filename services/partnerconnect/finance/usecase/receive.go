package usecase

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/iso20022"
)

// returnedByBank is the reason of a payout that came back without one.
const returnedByBank = "returned_by_bank"

// errOtherAccount refuses a statement of an account that is not ours.
var errOtherAccount = errors.New("the statement's account or currency is not in BANK_ACCOUNTS")

// receive reads what the bank brought. A file that cannot be read now does not delay those behind it.
func (x *Exchange) receive(ctx context.Context, now time.Time) error {
	names, err := x.files.Incoming(ctx)
	if err != nil {
		return err
	}
	var failed error
	for _, name := range names {
		if err := x.take(ctx, name, now); err != nil {
			failed = errors.Join(failed, fmt.Errorf("file %q: %w", name, err))
		}
	}
	return failed
}

// take applies a file, records that it was read and puts it aside; all three can be repeated.
func (x *Exchange) take(ctx context.Context, name string, now time.Time) error {
	content, err := x.files.Read(ctx, name, iso20022.MaxSize+1)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	as := hex.EncodeToString(sum[:8])
	known, err := x.store.HasFile(ctx, x.pool, sum[:])
	if err != nil {
		return err
	}
	if !known {
		err := x.read(ctx, name, content, now)
		if errors.Is(err, iso20022.ErrMalformed) || errors.Is(err, errOtherAccount) {
			x.log.LogAttrs(ctx, slog.LevelError, "file of the bank refused", slog.String("file", name),
				slog.String("cause", err.Error()))
			return x.files.Failed(ctx, name, as)
		}
		if err != nil {
			return err
		}
		if err := x.store.InsertFile(ctx, x.pool, sum[:], name, now); err != nil {
			return err
		}
	}
	return x.files.Done(ctx, name, as)
}

// read applies the documents of a file. Nothing of a refused document is applied.
func (x *Exchange) read(ctx context.Context, name string, content []byte, now time.Time) error {
	files, err := iso20022.Read(content)
	if err != nil {
		return err
	}
	ours, reports := 0, 0
	for _, f := range files {
		if f.Report != nil {
			reports++
		}
		for _, s := range f.Statements {
			if x.cfg.House.Has(s.IBAN, s.Currency) {
				ours++
			}
		}
	}
	if ours+reports == 0 {
		return errOtherAccount
	}
	for _, f := range files {
		if err := x.document(ctx, name, f, now); err != nil {
			return err
		}
	}
	return nil
}

// document applies a document. Statements of other accounts are left out: banks put all accounts of a customer into
// one.
func (x *Exchange) document(ctx context.Context, name string, f iso20022.File, now time.Time) error {
	if f.Report != nil {
		return x.report(ctx, name, f, now)
	}
	for _, s := range f.Statements {
		if !x.cfg.House.Has(s.IBAN, s.Currency) {
			x.log.LogAttrs(ctx, slog.LevelWarn, "statement in a file of the bank is not read",
				slog.String("file", name), slog.String("statement", s.ID),
				slog.String("cause", errOtherAccount.Error()))
			continue
		}
		if err := x.statement(ctx, name, s, now); err != nil {
			return err
		}
	}
	return nil
}
