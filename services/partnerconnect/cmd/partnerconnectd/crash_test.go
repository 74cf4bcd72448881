package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/operatorclient"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/testkit/engine"
	"github.com/partnerline/partnerline/testkit/peer"
	"github.com/partnerline/partnerline/testkit/pgtest"
	"github.com/partnerline/partnerline/testkit/rail"
)

// A deployment is the program as a process that is killed and started again, a payment engine, a bank rail, and a
// merchant of live mode.
type deployment struct {
	t        *testing.T
	env      []string
	engine   *engine.Engine
	rail     *rail.Rail
	pool     *pgxpool.Pool
	parts    *wiring.Modules
	merchant pc.Ref
	n        int

	mu   sync.Mutex // guards cmd and conn
	cmd  *exec.Cmd
	conn *grpc.ClientConn
}

func deploy(t *testing.T, settings ...string) *deployment {
	t.Helper()
	url := pgtest.New(t)
	d := &deployment{t: t, engine: engine.Start(t), rail: rail.Start(t)}
	d.env = append(append(environment(t, url, "127.0.0.1:0"), settings...), "PAYMENT_ENGINE_GRPC="+d.engine.Address,
		"PAYMENT_ENGINE_TOKEN="+engine.Token,
		"BANK_RAIL_GRPC="+d.rail.Address, "BANK_RAIL_TOKEN="+rail.Token)
	if out, err := program(t, d.env, "migrate").CombinedOutput(); err != nil {
		t.Fatalf("migrate: %v: %s", err, out)
	}
	var err error
	if d.pool, err = pgxpool.New(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.pool.Close)
	var keys *keyring.Keyring
	for _, setting := range d.env {
		if value, ok := strings.CutPrefix(setting, "ENCRYPTION_KEYS="); ok {
			if keys, err = keyring.Parse(value); err != nil {
				t.Fatal(err)
			}
		}
	}
	d.parts = wiring.New(kernel.Database{
		Pool: d.pool, Keys: keys,
		Live: provider.Connected{}.ConnectCalled(provider.PaymentEngine,
			provider.BankRail).Connect(provider.IdentityProvider),
	}, money.DefaultTariff, nil)
	d.merchant = d.liveMerchant()
	t.Cleanup(d.kill)
	return d
}

// now is the present as the database keeps it.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

func (d *deployment) liveMerchant() pc.Ref {
	d.t.Helper()
	ctx, by := d.t.Context(), audit.Entry{At: now(), Actor: audit.OperatorActor, Operation: "Test"}
	p, err := d.parts.Partners.CreatePartner(ctx,
		access.Partner{ID: "ptn_a", Name: "A", Tenant: "ten_a", CreatedAt: now()}, by)
	if err != nil {
		d.t.Fatal(err)
	}
	c, err := d.parts.Partners.CreateChannel(ctx, access.Channel{ID: "chn_a", Partner: p.ID, Name: "A", CreatedAt: now()},
		by)
	if err != nil {
		d.t.Fatal(err)
	}
	o, e, err := onboarding.NewOnboarding(access.Owner{Partner: p, Channel: c}, true, "shop", onboarding.Data{
		ApplicantType: onboarding.NaturalPerson,
		PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874", HolderName: "Kanarina Kanarek"},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	if _, _, err := d.parts.Changer.CreateOnboarding(ctx, o, e, by); err != nil {
		d.t.Fatal(err)
	}
	_, err = d.parts.Changer.Change(ctx, access.SystemView, o.Ref, now(), by, func(o *onboarding.Onboarding) error {
		o.Status, o.Merchant = onboarding.Active, delegation.ActiveMerchant
		o.Delegation = &delegation.Delegation{
			ID: delegation.DelegationID(ids.New(delegation.DelegationPrefix)), Status: delegation.ActiveDelegation,
			GrantedAt: now(),
			Agreement: delegation.AgreementRef{ID: "agr", Version: "1", SignedAt: now()},
		}
		at := now()
		o.OptIn = delegation.PayoutsOptIn{Status: delegation.OptInGranted, GrantedAt: &at}
		return nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return o.Ref
}

// start starts the program, and makes what it had claimed due at once instead of after the claim.
func (d *deployment) start() {
	d.t.Helper()
	for _, claimed := range []string{
		`UPDATE provider_calls SET due_at = now() WHERE done_at IS NULL`,
		`UPDATE messages SET due_at = now() WHERE sent_at IS NULL`,
	} {
		if _, err := d.pool.Exec(d.t.Context(), claimed); err != nil {
			d.t.Fatal(err)
		}
	}
	cmd := program(d.t, d.env, "serve")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	d.mu.Lock() // what the program reaches before it serves waits to kill it
	defer d.mu.Unlock()
	if d.cmd != nil {
		d.t.Fatal("the program runs already")
	}
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	var serving struct{ Msg, GRPC string }
	for serving.Msg != "serving" && lines.Scan() {
		if err := json.Unmarshal(lines.Bytes(), &serving); err != nil {
			d.t.Fatalf("%v: %s", err, lines.Bytes())
		}
	}
	go func() {
		for lines.Scan() { //nolint:revive // its log is read to its end, so that it never waits for a reader
		}
	}()
	conn, err := grpc.NewClient(serving.GRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		d.t.Fatal(err)
	}
	d.cmd, d.conn = cmd, conn
}

// running reports whether the program runs.
func (d *deployment) running() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.cmd != nil
}

// kill ends the program by SIGKILL, if it runs.
func (d *deployment) kill() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cmd != nil {
		_ = d.cmd.Process.Kill()
		_ = d.cmd.Wait()
		_ = d.conn.Close()
		d.cmd = nil
	}
}

// operation is one for the merchant.
func (d *deployment) operation() delegation.Operation {
	d.n++
	op := delegation.SystemOperation(audit.SystemActor, "Test", now())
	op.Merchant = d.merchant
	return op
}

// register registers a payment as the program does for a call, whether the program runs or not.
func (d *deployment) register() string {
	d.t.Helper()
	op := d.operation()
	_, p, _, err := d.parts.Payments.RegisterPayment(d.t.Context(), op, money.PaymentOrder{
		Amount: 1000, Currency: "PLN", ExternalRef: fmt.Sprint("o", d.n), Description: "Rower",
		Customer:  money.Customer{Email: "klient@example.pl"},
		ReturnURL: "https://shop.example/back",
	}, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(p.ID)
}

func (d *deployment) count(sql string, args ...any) (n int) {
	d.t.Helper()
	if err := d.pool.QueryRow(d.t.Context(), sql, args...).Scan(&n); err != nil {
		d.t.Fatal(err)
	}
	return n
}

// until waits for a fact.
func (d *deployment) until(what string, fact func() bool) {
	d.t.Helper()
	for end := time.Now().Add(time.Minute); !fact(); {
		if time.Now().After(end) {
			d.t.Fatal("never: " + what)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func (d *deployment) internal() context.Context {
	return metadata.AppendToOutgoingContext(d.t.Context(), "authorization", "Bearer internal-token-of-this-test")
}

// report reports a payment as paid.
func (d *deployment) report(id string) error {
	_, err := providersv1.NewProviderEventServiceClient(d.conn).ReportPayment(d.internal(),
		&providersv1.ReportPaymentRequest{
			EventId: "paid-" + id, PaymentId: id, Event: providersv1.PaymentEvent_PAYMENT_EVENT_PAID, Amount: 1000,
			Currency:   "PLN",
			OccurredAt: timestamppb.New(time.Unix(1_790_000_000, 0)),
		})
	return err
}

// killedAround runs the program for calls of a provider that cause causes, and kills it wherever it may be between the
// outbox, the provider and the provider's answer; then it leaves the program running until all calls are done. It
// returns what the calls are about.
func (d *deployment) killedAround(p *peer.Peer, cause func() string) (all []string) {
	d.t.Helper()
	for name, arrange := range map[string]func(reached func()){
		"before the call": func(reached func()) {
			p.Before(func(string, string) error {
				reached()
				return status.Error(codes.Unavailable, "away")
			})
		},
		"before the effect": func(reached func()) {
			p.Before(func(string, string) error {
				reached()
				return nil
			})
		},
		"between the effect and the answer": func(reached func()) { p.After(func(string, string) { reached() }) },
		"after the answer":                  func(reached func()) { p.After(func(string, string) { go reached() }) },
	} {
		all = append(all, d.killedAt(name, arrange, cause))
		p.Before(nil)
		p.After(nil)
	}
	d.start()
	d.called()
	return all
}

// killedAt runs the program for a call of a provider that cause causes, and kills it when what arrange arranges calls
// reached. It returns what the call is about.
func (d *deployment) killedAt(where string, arrange func(reached func()), cause func() string) string {
	d.t.Helper()
	d.kill() // one that runs already must not make the call
	killed := make(chan struct{})
	once := sync.OnceFunc(func() {
		d.kill()
		close(killed)
	})
	arrange(func() {
		if d.running() { // a call of a program that was killed before may end now
			once()
		}
	})
	id := cause()
	d.start()
	select {
	case <-killed:
	case <-time.After(time.Minute):
		d.t.Fatalf("%s: the provider was not called", where)
	}
	return id
}

// called waits until the running program has made all calls of providers.
func (d *deployment) called() {
	d.t.Helper()
	d.until("all calls are done",
		func() bool { return d.count(`SELECT count(*) FROM provider_calls WHERE done_at IS NULL`) == 0 })
}

// listed checks that the ledger holds, and that nothing is left to do or to resolve.
func (d *deployment) listed() {
	d.t.Helper()
	operator := operatorclient.NewPartnerConnect(d.conn)
	ledger, err := operator.VerifyLedger(d.internal(), &partnerconnectv1.VerifyLedgerRequest{})
	if err != nil || !ledger.GetIntact() {
		d.t.Errorf("%v, %v", ledger, err)
	}
	calls, err1 := operator.ListProviderCalls(d.internal(), &partnerconnectv1.ListProviderCallsRequest{})
	differences, err2 := operator.ListDifferences(d.internal(), &partnerconnectv1.ListDifferencesRequest{})
	if err1 != nil || err2 != nil || len(calls.GetData())+len(differences.GetData()) != 0 {
		d.t.Errorf("%v %v, %v %v", calls, err1, differences, err2)
	}
}

// reportedAround reports each of all, and kills the program while it takes the report, which the provider repeats until
// it is answered.
func (d *deployment) reportedAround(all []string, report func(id string) error) {
	d.t.Helper()
	for _, id := range all {
		var answered sync.WaitGroup
		answered.Go(func() { _ = report(id) }) // whatever comes of it
		d.kill()
		answered.Wait()
		d.start()
		d.until("the report is answered", func() bool { return report(id) == nil })
	}
}

// Killed around the payment engine, the program leaves nothing undone, and no payment is opened or booked twice.
func TestKilledBetweenOutboxAndEngine(t *testing.T) {
	t.Parallel()
	d := deploy(t)
	all := d.killedAround(&d.engine.Peer, d.register)
	for _, id := range all {
		if opened, _ := d.engine.Payment(id); opened == nil ||
			d.count(`SELECT count(*) FROM engine_payments WHERE payment_id = $1`, id) != 1 {
			t.Errorf("%s is not open", id)
		}
	}
	d.reportedAround(all, d.report)
	if n := d.count(`SELECT count(*) FROM ledger_entries WHERE kind = 'payment_paid'`); n != len(all) {
		t.Errorf("%d of %d payments are booked", n, len(all))
	}
	if n := d.count(`SELECT count(*) FROM provider_reports`); n != len(all) {
		t.Errorf("%d reports are kept of %d", n, len(all))
	}
	d.kill()
	d.start()
	d.listed()
}

// earn gives the merchant 9.91 PLN to pay out.
func (d *deployment) earn() {
	d.t.Helper()
	d.start()
	earned := d.register()
	d.until("the payment is reported", func() bool { return d.report(earned) == nil })
	if _, err := d.pool.Exec(d.t.Context(),
		`UPDATE transactions SET available_on = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')`); err != nil {
		d.t.Fatal(err)
	}
	if _, err := partnerconnectv1.NewMoneyOperatorServiceClient(d.conn).RunSettlement(d.internal(),
		&partnerconnectv1.RunSettlementRequest{}); err != nil {
		d.t.Fatal(err)
	}
	d.called()
	d.kill()
}

// entries checks how often the ledger has entries of some kinds.
func (d *deployment) entries(want map[string]int) {
	d.t.Helper()
	for kind, n := range want {
		if got := d.count(`SELECT count(*) FROM ledger_entries WHERE kind = $1`, kind); got != n {
			d.t.Errorf("%d entries of %s, want %d", got, kind, n)
		}
	}
}

// request requests a payout as the program does for a call, whether the program runs or not.
func (d *deployment) request() string {
	d.t.Helper()
	op := d.operation()
	p, _, err := d.parts.Payouts.RequestPayout(d.t.Context(), op,
		money.PayoutOrder{Amount: 100, AmountSent: true, Currency: "PLN", ExternalRef: fmt.Sprint("p", d.n)}, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(p.ID)
}

func (d *deployment) reportPayout(id string, event providersv1.PayoutEvent) error {
	_, err := providersv1.NewProviderEventServiceClient(d.conn).ReportPayout(d.internal(),
		&providersv1.ReportPayoutRequest{
			EventId: event.String() + id, PayoutId: id, Event: event, Amount: 100, Currency: "PLN",
			OccurredAt: timestamppb.New(time.Unix(1_790_000_000, 0)),
		})
	return err
}

// Killed around the bank rail, the program leaves nothing undone: each payout is ordered and booked once, and one that
// comes back gives the merchant its money back once.
func TestKilledBetweenOutboxAndRail(t *testing.T) {
	t.Parallel()
	d := deploy(t)
	d.earn()
	all := d.killedAround(&d.rail.Peer, d.request)
	for _, id := range all {
		if asked, _ := d.rail.Payout(id); asked.GetAmount() != 100 || asked.GetIban() == "" {
			t.Errorf("%s: %v", id, asked)
		}
	}
	for _, event := range []providersv1.PayoutEvent{
		providersv1.PayoutEvent_PAYOUT_EVENT_EXECUTED, providersv1.PayoutEvent_PAYOUT_EVENT_RETURNED,
	} {
		d.reportedAround(all, func(id string) error { return d.reportPayout(id, event) })
	}
	d.entries(map[string]int{"payout_sent": len(all), "payout_paid": len(all), "payout_failed": len(all)})
	if n := d.count(`SELECT available FROM ledger_balances WHERE merchant_ref = $1`, d.merchant); n != 991 {
		t.Errorf("%d are available of 991", n)
	}
	d.listed()
}
