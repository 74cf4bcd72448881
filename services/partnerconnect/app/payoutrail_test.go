package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/testkit/rail"
)

// withRail connects live mode to a bank rail.
func withRail(r *rail.Rail) func(*testing.T, *configuration) {
	return func(_ *testing.T, cfg *configuration) { cfg.BankRail.GRPC, cfg.BankRail.Token = r.Address, rail.Token }
}

// earned makes a merchant of live mode that has an amount available, which it earned in test mode.
func (l *live) earned(amount int64) {
	l.t.Helper()
	l.ref = l.funded(l.testKey, amount)
	l.exec(`UPDATE onboardings SET livemode = true WHERE ref = $1`, l.ref)
}

// requested requests a payout, and returns its id.
func (l *live) requested(amount int64) string {
	l.t.Helper()
	l.n++
	a := l.payout(l.key, l.ref, fmt.Sprintf(`{"amount":%d,"currency":"PLN","external_ref":"live-%d",`+
		`"description":"Tydzień"}`, amount, l.n))
	if a.status != http.StatusCreated {
		l.t.Fatalf("%d %s", a.status, a.body)
	}
	return a.text(l.t, "payout_id")
}

func (l *live) payoutIs(id string) string {
	l.t.Helper()
	a := l.call("GET", "/merchants/"+l.ref+"/payouts/"+id, l.key, "")
	reason, _ := a.json(l.t)["reason_code"].(string)
	return strings.TrimSpace(a.text(l.t, "status") + " " + reason)
}

func (l *live) available() string {
	l.t.Helper()
	_, rest, _ := strings.Cut(l.call("GET", "/merchants/"+l.ref+"/balance", l.key, "").body, `"available":`)
	amount, _, _ := strings.Cut(rest, ",")
	return amount
}

func (l *live) reportPayout(id string, event providersv1.PayoutEvent, amount int64,
	changes ...func(*providersv1.ReportPayoutRequest)) (string, error) {
	l.t.Helper()
	req := &providersv1.ReportPayoutRequest{
		EventId: fmt.Sprint("event-", reports.Add(1)), PayoutId: id, Event: event, Amount: amount, Currency: "PLN",
		OccurredAt: timestamppb.Now(),
	}
	for _, change := range changes {
		change(req)
	}
	resp, err := l.events.ReportPayout(l.internal(), req)
	if err != nil {
		return "", err
	}
	return resultOf(resp.GetData()), nil
}

const (
	accepted = providersv1.PayoutEvent_PAYOUT_EVENT_ACCEPTED
	executed = providersv1.PayoutEvent_PAYOUT_EVENT_EXECUTED
	rejected = providersv1.PayoutEvent_PAYOUT_EVENT_REJECTED
	returned = providersv1.PayoutEvent_PAYOUT_EVENT_RETURNED
)

// A live payout is submitted to the rail once, and is paid when the rail reports it. One that comes back gives the
// merchant its money back, once.
func TestLivePayout(t *testing.T) {
	t.Parallel()
	r := rail.Start(t)
	l := startLive(t, withRail(r))
	l.earned(10_000)
	before := l.available()
	id := l.requested(5000)
	l.until("the payout is submitted", func() bool { return l.done(id) })
	got, _ := r.Payout(id)
	if got.GetMerchantRef() != l.ref || got.GetAmount() != 5000 || got.GetCurrency() != "PLN" ||
		len(got.GetIban()) != 28 || got.GetHolderName() == "" || got.GetTitle() != "Tydzień" {
		t.Errorf("%v", got)
	}
	if s := l.payoutIs(id); s != "processing" || r.Calls("SubmitPayout", id) != 1 {
		t.Errorf("%s, %d calls", s, r.Calls("SubmitPayout", id))
	}
	at := timestamppb.Now()
	same := func(q *providersv1.ReportPayoutRequest) { q.EventId, q.OccurredAt = "the-same", at }
	for _, c := range []struct {
		name   string
		event  providersv1.PayoutEvent
		amount int64
		change func(*providersv1.ReportPayoutRequest)
		want   string
		is     string
	}{
		{"accepted", accepted, 5000, nil, "unchanged", "processing"},
		{"another amount", executed, 4999, nil, "difference amount_differs", "processing"},
		{"another currency", executed, 5000, func(q *providersv1.ReportPayoutRequest) { q.Currency = "EUR" },
			"difference currency_differs", "processing"},
		{"executed", executed, 5000, same, "applied", "paid"},
		{"executed, repeated", executed, 5000, same, "applied", "paid"},
		{"executed again", executed, 5000, nil, "unchanged", "paid"},
		{"rejected after it was executed", rejected, 5000, nil, "difference rejected_after_paid", "paid"},
		{"returned", returned, 5000, func(q *providersv1.ReportPayoutRequest) { q.Reason = "account_closed" }, "applied",
			"failed account_closed"},
		{"returned again", returned, 5000, nil, "unchanged", "failed account_closed"},
		{"executed after it came back", executed, 5000, nil, "unchanged", "failed account_closed"},
	} {
		l.subtest(c.name, func(t *testing.T) {
			changes := []func(*providersv1.ReportPayoutRequest){}
			if c.change != nil {
				changes = append(changes, c.change)
			}
			if got, err := l.reportPayout(id, c.event, c.amount, changes...); got != c.want || err != nil ||
				l.payoutIs(id) != c.is {
				t.Errorf("%s, %v, want %s; it is %s", got, err, c.want, l.payoutIs(id))
			}
		})
	}
	if after := l.available(); after != before {
		t.Errorf("%s of %s are available", after, before)
	}
	if _, err := l.reportPayout(id, executed, 1, same); status.Code(err) != codes.AlreadyExists {
		t.Errorf("another report with the same id: %v", err)
	}
	if _, err := l.reportPayout("pyt_00000000000000000000000000", executed, 1); status.Code(err) != codes.NotFound {
		t.Error(err)
	}
	if _, err := l.reportPayout(id, 0, 1); status.Code(err) != codes.InvalidArgument {
		t.Error(err)
	}
	if n := l.count(`SELECT count(*) FROM audit_entries WHERE operation = 'ProviderEventService.ReportPayout' AND `+
		`outcome = 'ok' AND merchant_ref = $1`, l.ref); n != 10 {
		t.Errorf("%d audit entries of 10 reports", n)
	}
	list, err := l.operator.ListDifferences(l.internal(), &pcv1.ListDifferencesRequest{})
	if err != nil || len(list.GetData()) != 3 || list.GetData()[0].GetPart() != "bank_rail" ||
		list.GetData()[0].GetSubjectId() != id {
		t.Errorf("%v, %v", list, err)
	}
	l.intact()
}

// What the rail refuses for good fails with its reason; what fails otherwise is repeated. Nothing that the rail says is
// logged.
func TestRailRefusesAndFails(t *testing.T) {
	t.Parallel()
	r := rail.Start(t)
	l := startLive(t, withRail(r))
	l.earned(10_000)
	refusal, err := status.New(codes.FailedPrecondition,
		"secret of the payee").WithDetails(&errdetails.ErrorInfo{Reason: "ACCOUNT_CLOSED"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, is string
		answer   error
	}{
		{"refused", "failed account_closed", refusal.Err()},
		{"refused without a reason", "failed refused_by_provider",
			status.Error(codes.InvalidArgument, "secret of the payee")},
		{"unavailable at first", "processing", status.Error(codes.Unavailable, "secret of the payee")},
	} {
		l.subtest(c.name, func(t *testing.T) {
			answered := false
			r.Before(func(string, string) error {
				if answered {
					return nil
				}
				answered = true
				return c.answer
			})
			before := l.available()
			id := l.requested(1000)
			l.until("the call is done", func() bool { return l.done(id) })
			if got := l.payoutIs(id); got != c.is || strings.HasPrefix(got, "failed") != (l.available() == before) {
				t.Errorf("%s, %s of %s", got, l.available(), before)
			}
		})
	}
	if strings.Contains(l.log.String(), "secret of the payee") {
		t.Error("the log has a text of the rail")
	}
	l.intact()
}

// An operator withdraws a payout that the rail has, as long as it was not executed.
func TestOperatorWithdrawsPayout(t *testing.T) {
	t.Parallel()
	r := rail.Start(t)
	l := startLive(t, withRail(r))
	l.earned(10_000)
	withdraw := func(id string) (*pcv1.WithdrawPayoutResponse, error) {
		return l.operator.WithdrawPayout(l.internal(), &pcv1.WithdrawPayoutRequest{PayoutId: id})
	}
	cancelled, late := l.requested(1000), l.requested(2000)
	for _, id := range []string{cancelled, late} {
		l.until("the payout is submitted", func() bool { return l.done(id) })
	}
	r.Execute(late)
	for _, id := range []string{cancelled, late, cancelled} {
		resp, err := withdraw(id)
		if err != nil && l.payoutIs(id) == "processing" || err == nil && resp.GetData().GetPayoutId() != id {
			t.Errorf("%v, %v", resp, err)
		}
		l.until("the call is done", func() bool { return l.done(id) })
	}
	if a, b := l.payoutIs(cancelled), l.payoutIs(late); a != "failed cancelled" || b != "processing" {
		t.Errorf("%s, %s", a, b)
	}
	if _, err := withdraw(cancelled); status.Code(err) != codes.FailedPrecondition {
		t.Error(err)
	}
	if _, err := withdraw("pyt_00000000000000000000000000"); status.Code(err) != codes.NotFound {
		t.Error(err)
	}
	if n := l.count(`SELECT count(*) FROM audit_entries
		WHERE operation = 'MoneyOperatorService.WithdrawPayout' AND merchant_ref = $1 AND outcome = 'ok'`, l.ref); n != 2 {
		t.Errorf("%d audit entries", n)
	}
	if got, err := l.reportPayout(late, executed, 2000); got != "applied" || err != nil {
		t.Error(got, err)
	}
	l.intact()
}
