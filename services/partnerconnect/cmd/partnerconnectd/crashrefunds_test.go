package main

import (
	"fmt"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

// refund requests a refund of 1.00 as the program does for a call, whether the program runs or not.
func (d *deployment) refund(payment string) string {
	d.t.Helper()
	op := d.operation()
	r, _, err := d.parts.Payments.CreateRefund(d.t.Context(), op,
		money.RefundOrder{Payment: money.PaymentID(payment), Amount: 100, AmountSent: true,
			ExternalRef: fmt.Sprint("r", d.n)}, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(r.ID)
}

func (d *deployment) reportRefund(payment, refund string, event providersv1.PaymentEvent) error {
	_, err := providersv1.NewProviderEventServiceClient(d.conn).ReportPayment(d.internal(),
		&providersv1.ReportPaymentRequest{
			EventId: event.String() + refund, PaymentId: payment, RefundId: refund, Event: event, Amount: 100, Currency: "PLN",
			OccurredAt: timestamppb.New(time.Unix(1_790_000_000, 0)),
		})
	return err
}

// Killed around the engine, the program leaves no refund undone: each is given back and booked once, and one that
// fails, by a report or a refusal, gives the merchant its money back once.
func TestKilledBetweenOutboxAndRefund(t *testing.T) {
	t.Parallel()
	d := deploy(t)
	d.start()
	payment := d.register()
	d.until("the payment is reported", func() bool { return d.report(payment) == nil })
	d.called()
	all := d.killedAround(&d.engine.Peer, func() string { return d.refund(payment) })
	for _, id := range all {
		if asked := d.engine.Refund(id); asked.GetAmount() != 100 || asked.GetPaymentId() != payment {
			t.Errorf("%s: %v", id, asked)
		}
	}
	refused := d.killedAt("between the refusal and its record", func(reached func()) {
		d.engine.Before(func(string, string) error {
			reached()
			return status.Error(codes.FailedPrecondition, "too old")
		})
	}, func() string { return d.refund(payment) })
	d.start()
	d.called()
	d.engine.Before(nil)
	if d.engine.Refund(refused) != nil ||
		d.count(`SELECT count(*) FROM refunds WHERE id = $1 AND status = 'failed'`, refused) != 1 {
		t.Errorf("%s is not failed", refused)
	}
	arrived, failed := all[:2], all[2:]
	d.reportedAround(arrived, func(id string) error {
		return d.reportRefund(payment, id, providersv1.PaymentEvent_PAYMENT_EVENT_REFUNDED)
	})
	d.reportedAround(failed, func(id string) error {
		return d.reportRefund(payment, id, providersv1.PaymentEvent_PAYMENT_EVENT_REFUND_FAILED)
	})
	d.entries(map[string]int{"payment_paid": 1, "payment_refunded": len(all) + 1, "refund_failed": len(failed) + 1})
	if n := d.count(`SELECT pending FROM ledger_balances WHERE merchant_ref = $1`, d.merchant); n != 991-100*len(arrived) {
		t.Errorf("%d are pending", n)
	}
	if n := d.count(`SELECT count(*) FROM refunds WHERE status = 'pending'`); n != 0 {
		t.Errorf("%d refunds are open", n)
	}
	d.listed()
}

func (d *deployment) cancel(payment string) string {
	d.t.Helper()
	if _, _, err := d.parts.Payments.CancelPayment(d.t.Context(), d.operation(), money.PaymentID(payment)); err != nil {
		d.t.Fatal(err)
	}
	return payment
}

// Killed around the engine, the program leaves no cancelled payment open there. One that was paid meanwhile is on the
// list of differences, and is not booked.
func TestKilledBetweenOutboxAndCancellation(t *testing.T) {
	t.Parallel()
	d := deploy(t)
	var open []string
	for range 4 { // the stages
		open = append(open, d.register())
	}
	d.start()
	d.called()
	all := d.killedAround(&d.engine.Peer, func() string {
		id := open[0]
		open = open[1:]
		return d.cancel(id)
	})
	// One that is cancelled while the engine has it and no one knows.
	all = append(all, d.killedAt("between the creation and its answer", func(reached func()) {
		d.engine.After(func(string, string) { reached() })
	}, d.register))
	d.engine.After(nil)
	d.cancel(all[4])
	d.start()
	d.called()
	for _, id := range all {
		if opened, closed := d.engine.Payment(id); opened == nil || !closed {
			t.Errorf("%s is open at the engine", id)
		}
	}
	if n := d.count(`SELECT count(*) FROM payments WHERE status = 'cancelled'`); n != len(all) {
		t.Errorf("%d of %d payments are cancelled", n, len(all))
	}
	d.listed()
	d.reportedAround(all[:1], d.report)
	d.entries(map[string]int{"payment_paid": 0})
	operator := partnerconnectv1.NewProviderOperatorServiceClient(d.conn)
	differences, err := operator.ListDifferences(d.internal(), &partnerconnectv1.ListDifferencesRequest{})
	if err != nil || len(differences.GetData()) != 1 || differences.GetData()[0].GetSubjectId() != all[0] {
		t.Errorf("%v, %v", differences, err)
	}
}

// withdraw withdraws a payout as the program does for an operator.
func (d *deployment) withdraw(payout string) string {
	d.t.Helper()
	if _, err := d.parts.Payouts.WithdrawPayout(d.t.Context(), d.operation(), money.PayoutID(payout)); err != nil {
		d.t.Fatal(err)
	}
	return payout
}

// Killed around the rail, the program leaves no withdrawal undone: what the rail agrees to gives the merchant its money
// back once, and what it refuses to is paid once.
func TestKilledBetweenOutboxAndWithdrawal(t *testing.T) {
	t.Parallel()
	d := deploy(t)
	d.earn()
	var sent []string
	for range 5 { // the stages, and one that is executed before
		sent = append(sent, d.request())
	}
	d.start()
	d.called()
	late := sent[4]
	d.rail.Execute(late)
	all := d.killedAround(&d.rail.Peer, func() string {
		id := sent[0]
		sent = sent[1:]
		return d.withdraw(id)
	})
	for _, id := range all {
		if _, cancelled := d.rail.Payout(id); !cancelled {
			t.Errorf("%s is not withdrawn from the rail", id)
		}
	}
	d.withdraw(late)
	d.called()
	d.reportedAround([]string{late},
		func(id string) error { return d.reportPayout(id, providersv1.PayoutEvent_PAYOUT_EVENT_EXECUTED) })
	d.entries(map[string]int{"payout_sent": 5, "payout_failed": len(all), "payout_paid": 1})
	if n := d.count(`SELECT available FROM ledger_balances WHERE merchant_ref = $1`, d.merchant); n != 891 {
		t.Errorf("%d are available of 891", n)
	}
	d.listed()
}
