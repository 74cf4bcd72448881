package usecase

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/iso20022"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// report applies what the bank says of orders and payments. Only a payout that is processing moves: what a statement
// said holds.
func (x *Exchange) report(ctx context.Context, file string, f iso20022.File, now time.Time) error {
	batches, payouts := referencesOf(*f.Report)
	orders, err := x.store.OrdersNamed(ctx, x.pool, batches, payouts)
	if err != nil {
		return err
	}
	for _, o := range orders {
		v := f.Report.Of(
			func(id string) bool { return bank.BatchOf(id) == o.Batch },
			func(id string) bool { return bank.PayoutOf(id) == o.Payout },
		)
		if err := x.reported(ctx, o.Payout, v, now); err != nil {
			return err
		}
	}
	id, status := bank.BatchOf(f.Report.OrderID), string(f.Report.Status)
	x.log.LogAttrs(
		ctx, slog.LevelInfo, "status report read", slog.String("batch_id", string(id)), slog.String("status", status),
		slog.Int("payouts", len(orders)),
	)
	known := func(b bank.BatchID, p money.PayoutID) bool {
		return slices.ContainsFunc(orders, func(o bank.Order) bool { return o.Batch == b || o.Payout == p })
	}
	unknown := slices.ContainsFunc(batches, func(b bank.BatchID) bool { return !known(b, "") }) ||
		slices.ContainsFunc(payouts, func(p money.PayoutID) bool { return !known("", p) })
	if !unknown {
		return nil
	}
	return x.unknownReport(ctx, file, f, len(orders) > 0, now)
}

// referencesOf returns the batches and payouts that a report names. One that is none of ours is empty.
func referencesOf(r iso20022.StatusReport) (batches []bank.BatchID, payouts []money.PayoutID) {
	batches = []bank.BatchID{bank.BatchOf(r.OrderID)}
	for _, b := range r.Batches {
		if b.ID != "" {
			batches = append(batches, bank.BatchOf(b.ID))
		}
		for _, p := range b.Payments {
			payouts = append(payouts, bank.PayoutOf(p.EndToEndID))
		}
	}
	return batches, payouts
}

// reported applies the verdict on a payout.
func (x *Exchange) reported(ctx context.Context, id money.PayoutID, v iso20022.Verdict, now time.Time) error {
	if !v.Status.Rejected() && !v.Status.Executed() {
		return nil
	}
	_, err := x.payouts.MovePayout(ctx, "ReportPayout", id, now, func(_ pgx.Tx, p *money.Payout) error {
		switch {
		case p.Status != money.PayoutProcessing:
			return pc.ErrUnchanged
		case v.Status.Executed():
			return p.Arrive(now)
		}
		return p.Fail(cmp.Or(v.Reason, "rejected_by_bank"), now)
	})
	return err
}

// unknownReport puts a report on the operators' list that names an order or a payment that is not ours: a rejection may
// be in it.
func (x *Exchange) unknownReport(ctx context.Context, file string, f iso20022.File, some bool, now time.Time) error {
	difference := bank.UnknownOrder
	if some {
		difference = bank.UnknownReference
	}
	x.log.LogAttrs(ctx, slog.LevelWarn, "status report names what is not known", slog.String("file", file),
		slog.String("status", string(f.Report.Status)),
		slog.String("difference", difference))
	content, err := json.Marshal(f)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	kept := provider.Report{
		Part: provider.BankRail, EventID: "status-report-" + hex.EncodeToString(sum[:10]),
		Kind: bank.StatusReport, Subject: f.Report.OrderID,
		OccurredAt: f.CreatedAt, Fingerprint: sum[:],
	}
	return pgdb.InTx(ctx, x.pool, func(tx pgx.Tx) error {
		if _, seen, err := x.reports.SeenReport(ctx, tx, kept); err != nil || seen {
			return err
		}
		return x.reports.InsertReport(ctx, tx, kept, provider.Result{Outcome: provider.Differs, Difference: difference}, now)
	})
}
