package usecase_test

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() { // of which rapid makes a fifth
		_ = flag.Set("rapid.checks", "200")
	}
	goleak.VerifyTestMain(pgtest.Wrap(m))
}

// start is when tests begin; they pass times on from there.
var start = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

// tester is who does what tests do.
var tester = audit.Entry{At: start, Actor: audit.PartnerActor, Operation: "Test"}

// A fixture is the use cases of money on a database, and a channel to have merchants in.
type fixture struct {
	pool        *pgxpool.Pool
	keys        *keyring.Keyring
	owner       access.Owner
	onboardings *merchantusecase.Changer
	payments    *financeusecase.Payments
	chargebacks *financeusecase.Chargebacks
	payouts     *financeusecase.Payouts
	accounts    *financeusecase.Accounts
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(schema.New(t))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	partners := kernelpg.NewAccessStore(pool)
	p, err := partners.CreatePartner(t.Context(), pool,
		access.Partner{ID: "ptn_a", Name: "a", Tenant: "ten_a", CreatedAt: start})
	if err != nil {
		t.Fatal(err)
	}
	c, err := partners.CreateChannel(t.Context(), pool, access.Channel{
		ID: "chn_a", Partner: p.ID, Name: "a", ReturnOrigins: []string{"https://a.example"}, LinkTTL: time.Hour,
		Currencies: []string{"PLN", "JPY", "KWD"}, CreatedAt: start,
	})
	if err != nil {
		t.Fatal(err)
	}
	return (&fixture{keys: keys, owner: access.Owner{Partner: p, Channel: c}}).on(pool)
}

// on is the fixture on the connections of another pool.
func (f *fixture) on(pool *pgxpool.Pool) *fixture {
	merchants, store := merchantpg.NewDelegationStore(f.keys), postgres.NewMoneyStore(f.keys)
	operations, onboardings := merchantusecase.NewOperations(pool, merchants), merchantusecase.NewChanger(pool,
		merchantpg.NewOnboardingStore(pool, f.keys, nil), merchantpg.NewMessageStore(pool, f.keys), provider.Connected{})
	live := provider.Connected{}.Connect(provider.Parts...).ConnectCalled(provider.BankRail)
	payments := financeusecase.NewPayments(pool, operations, store, money.DefaultTariff, live)
	return &fixture{
		pool: pool, keys: f.keys, owner: f.owner, onboardings: onboardings, payments: payments,
		chargebacks: financeusecase.NewChargebacks(payments),
		payouts:     financeusecase.NewPayouts(pool, operations, store, onboardings, live),
		accounts:    financeusecase.NewAccounts(pool, operations, merchants),
	}
}

// require is what tests and properties have in common.
type require interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// merchant makes a merchant of test mode that is active and lets its partner do everything.
func (f *fixture) merchant(ctx context.Context, t require, externalRef string) pc.Ref {
	t.Helper()
	return f.merchantOf(ctx, t, externalRef, false)
}

// merchantOf is merchant for one of the modes.
func (f *fixture) merchantOf(ctx context.Context, t require, externalRef string, livemode bool) pc.Ref {
	t.Helper()
	o, e, err := onboarding.NewOnboarding(f.owner, livemode, externalRef, onboarding.Data{
		ApplicantType: onboarding.NaturalPerson, Business: onboarding.Business{Name: "Kanarek Rowery"},
		PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874", HolderName: "Kanarina Kanarek"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.onboardings.CreateOnboarding(ctx, o, e, tester); err != nil {
		t.Fatal(err)
	}
	if err := f.changeOnboarding(ctx, o.Ref, func(o *onboarding.Onboarding) error {
		o.Status, o.Merchant = onboarding.Active, delegation.ActiveMerchant
		o.Delegation = &delegation.Delegation{
			ID: delegation.DelegationID(ids.New(delegation.DelegationPrefix)), Status: delegation.ActiveDelegation,
			GrantedAt: start,
			Agreement: delegation.AgreementRef{ID: "agr", Version: "1", SignedAt: start},
		}
		o.OptIn = delegation.PayoutsOptIn{Status: delegation.OptInGranted, GrantedAt: &start}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return o.Ref
}

func (f *fixture) changeOnboarding(ctx context.Context, ref pc.Ref, change func(*onboarding.Onboarding) error) error {
	_, err := f.onboardings.Change(ctx, access.SystemView, ref, start, tester, change)
	return err
}

// intact checks all that the ledger promises.
func (f *fixture) intact(ctx context.Context, t require) ledger.Report {
	t.Helper()
	r, err := f.accounts.VerifyLedger(ctx, audit.Entry{At: time.Now(), Actor: audit.SystemActor})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Faults) > 0 {
		t.Fatalf("the ledger does not hold: %v", r.Faults)
	}
	return r
}

func (f *fixture) count(t *testing.T, sql string) (n int) {
	t.Helper()
	if err := f.pool.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// A caller is the partner acting for one merchant.
type caller struct {
	*fixture
	t   require
	ctx context.Context
	op  delegation.Operation
	n   int // references used
}

func (f *fixture) caller(ctx context.Context, t require, ref pc.Ref) *caller {
	return &caller{fixture: f, t: t, ctx: ctx, op: delegation.Operation{
		View: access.View{Channels: []pc.ChannelID{f.owner.Channel.ID}}, Merchant: ref, Partner: f.owner.Partner.ID,
		Audit: tester, Now: start,
		Needs: delegation.Needs{Delegation: true, OptIn: true, Active: true},
	}}
}

func (c *caller) order(amount int64) money.PaymentOrder {
	c.n++
	return money.PaymentOrder{
		Amount: amount, Currency: "PLN", ExternalRef: fmt.Sprint("o", c.n), Description: "Kanarek",
		Customer:  money.Customer{Email: "klient@example.pl"},
		ReturnURL: "https://shop.example/back",
	}
}

func (c *caller) register(order money.PaymentOrder) (money.Payment, bool, error) {
	_, p, created, err := c.payments.RegisterPayment(c.ctx, c.op, order, nil)
	return p, created, err
}

// pay pays a payment on its page.
func (c *caller) pay(id money.PaymentID, method money.PaymentMethod) error {
	op := delegation.SystemOperation(audit.SystemActor, "PayPayment", c.op.Now)
	op.Merchant = c.op.Merchant
	return c.payments.PayPayment(c.ctx, op, id, method)
}

// paid makes a payment that was paid.
func (c *caller) paid(amount int64) money.Payment {
	c.t.Helper()
	p, _, err := c.register(c.order(amount))
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.pay(p.ID, money.ByBLIK); err != nil {
		c.t.Fatal(err)
	}
	if _, p, err = c.payments.GetPayment(c.ctx, c.op, p.ID); err != nil || p.Status != money.PaymentPaid {
		c.t.Fatal(p.Status, err)
	}
	return p
}

// payoutOrder is one for an amount, or for all with 0.
func (c *caller) payoutOrder(amount int64) money.PayoutOrder {
	c.n++
	return money.PayoutOrder{
		Amount: amount, AmountSent: amount != 0, All: amount == 0, Currency: "PLN", ExternalRef: fmt.Sprint("p", c.n),
	}
}

func (c *caller) payout(order money.PayoutOrder) (money.Payout, bool, error) {
	return c.payouts.RequestPayout(c.ctx, c.op, order, nil)
}

func (c *caller) refundOrder(payment money.PaymentID, amount int64) money.RefundOrder {
	c.n++
	return money.RefundOrder{
		Payment: payment, Amount: amount, AmountSent: amount != 0, All: amount == 0, ExternalRef: fmt.Sprint("r", c.n),
	}
}

func (c *caller) refund(order money.RefundOrder) (money.Refund, bool, error) {
	return c.payments.CreateRefund(c.ctx, c.op, order, nil)
}

func (c *caller) balance() ledger.Balance {
	c.t.Helper()
	all, err := c.accounts.GetBalance(c.ctx, c.op)
	if err != nil {
		c.t.Fatal(err)
	}
	return all["PLN"]
}

func (c *caller) settle() {
	c.t.Helper()
	if _, err := c.accounts.RunSettlement(c.ctx, c.op.Merchant, true, c.op.Now, tester); err != nil {
		c.t.Fatal(err)
	}
}
