package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// A bank is a system with a store that makes merchants what they need to be.
type bank struct {
	*system
	store *wiring.Modules
	n     int
}

// fee is what payments cost, in hundredths of a percent.
const fee = 90

func startBank(t *testing.T, changes ...func(*testing.T, *configuration)) *bank {
	t.Helper()
	charge := func(_ *testing.T, cfg *configuration) { cfg.FeeBasisPoints = fee }
	s := start(t, append([]func(*testing.T, *configuration){charge}, changes...)...)
	return &bank{system: s, store: s.store()}
}

// sharedBank is the shared program with a store.
func sharedBank(t *testing.T) *bank {
	t.Helper()
	s := shared(t)
	return &bank{system: s, store: s.store()}
}

// A consent is what a merchant lets its partner do.
type consent struct {
	delegation delegation.DelegationStatus
	optIn      delegation.OptInStatus
	merchant   delegation.MerchantStatus
}

var allowed = consent{delegation.ActiveDelegation, delegation.OptInGranted, delegation.ActiveMerchant}

// merchant makes a merchant of the key's one channel with the given consents.
func (b *bank) merchant(key string, as consent) string {
	b.t.Helper()
	b.n++
	ref := b.create(key, strings.Replace(fullBody, "shop-1", fmt.Sprint("shop-", b.n), 1))
	b.put(ref, as)
	return ref
}

func (b *bank) put(ref string, as consent) {
	b.t.Helper()
	now := time.Now().UTC().Truncate(time.Millisecond)
	by := audit.Entry{At: now, Actor: audit.OperatorActor, Operation: "Test"}
	_, err := b.store.Changer.Change(b.t.Context(), access.SystemView, pc.Ref(ref), now, by,
		func(o *onboarding.Onboarding) error {
			o.Status, o.Merchant = onboarding.Active, as.merchant
			o.OptIn = delegation.PayoutsOptIn{Status: as.optIn}
			if o.Delegation = nil; as.delegation != delegation.NoDelegation {
				o.Delegation = &delegation.Delegation{
					ID: delegation.DelegationID(ids.New(delegation.DelegationPrefix)), Status: as.delegation, GrantedAt: now,
					Agreement: delegation.AgreementRef{ID: "agr_1", Version: "2026-11-01", SignedAt: now},
				}
			}
			if as.delegation == delegation.RevokedDelegation {
				o.Delegation.RevokedAt, o.Delegation.RevokedBy = &now, audit.MerchantActor
			}
			return nil
		})
	if err != nil {
		b.t.Fatal(err)
	}
}

// revoke takes the delegation back, as the merchant does on its page.
func (b *bank) revoke(ref string) {
	b.t.Helper()
	now := time.Now().UTC().Truncate(time.Millisecond)
	by := audit.Entry{At: now, Actor: audit.MerchantActor, Operation: "Test"}
	_, err := b.store.Changer.Change(b.t.Context(), access.SystemView, pc.Ref(ref), now, by,
		func(o *onboarding.Onboarding) error {
			return signing.RevokeDelegation(o, audit.MerchantActor, now)
		})
	if err != nil {
		b.t.Fatal(err)
	}
}

// currencies says in what the merchants of channel a take payments.
func (b *bank) currencies(list ...string) {
	b.t.Helper()
	if _, err := b.operator.SetChannelCurrencies(b.internal(), &pcv1.SetChannelCurrenciesRequest{
		Id:         b.id("chn_a"),
		Currencies: list,
	}); err != nil {
		b.t.Fatal(err)
	}
}

// order is the body of a payment.
func (b *bank) order(amount int64, more string) string {
	b.n++
	return fmt.Sprintf(`{"amount":%d,"currency":"PLN","external_ref":"order-%d","description":"Rower","customer":{"email":"klient@example.pl"},
		"return_url":"https://shop.example/back?cart=7"%s}`, amount, b.n, more)
}

// register makes a payment on behalf of a merchant.
func (b *bank) register(key, ref, body string) answer {
	b.t.Helper()
	return b.call("POST", "/payments", key, body, "On-Behalf-Of", ref)
}

// paid makes a payment that was paid, and returns its id.
func (b *bank) paid(key, ref string, amount int64) string {
	b.t.Helper()
	a := b.register(key, ref, b.order(amount, ""))
	id := a.text(b.t, "payment_id")
	if a.status != http.StatusCreated || !strings.HasPrefix(id, "pay_") {
		b.t.Fatalf("%d %s", a.status, a.body)
	}
	b.advance(key, "payments", id, "paid")
	return id
}

func (b *bank) advance(key, kind, id, to string) answer {
	b.t.Helper()
	a := b.call("POST", "/sandbox/"+kind+"/"+id+"/advance", key, `{"to":"`+to+`"}`)
	if a.status != http.StatusOK || a.text(b.t, "status") != to {
		b.t.Fatalf("%s to %s: %d %s", id, to, a.status, a.body)
	}
	return a
}

// payout requests one.
func (b *bank) payout(key, ref, body string, headers ...string) answer {
	b.t.Helper()
	b.n++
	return b.call("POST", "/merchants/"+ref+"/payouts", key, body,
		append([]string{"Idempotency-Key", fmt.Sprint("key-", b.n)}, headers...)...)
}

// funded makes a merchant with an amount available.
func (b *bank) funded(key string, amount int64) string {
	b.t.Helper()
	ref := b.merchant(key, allowed)
	b.paid(key, ref, amount)
	if a := b.call("POST", "/sandbox/merchants/"+ref+"/settle", key, ""); a.status != http.StatusOK {
		b.t.Fatalf("%d %s", a.status, a.body)
	}
	return ref
}

// intact checks all that the ledger promises.
func (b *bank) intact() *pcv1.VerifyLedgerResponse {
	b.t.Helper()
	r, err := b.operator.VerifyLedger(b.internal(), &pcv1.VerifyLedgerRequest{})
	if err != nil || !r.GetIntact() {
		b.t.Fatalf("%v, %v", r.GetFaults(), err)
	}
	return r
}

// problem is the whole body of a refusal; more holds further members, each behind a comma.
func problem(status int, code, title, detail, instance, errors, more string) string {
	return fmt.Sprintf(`{"type":"/problems/%s","title":%q,"status":%d,"detail":%q,"instance":%q,"code":%q,`+
		`"request_id":%q,"errors":[%s]%s}`,
		code, title, status, detail, instance, code, requestID, errors, more)
}

func wantProblem(t *testing.T, name string, a answer, want string) {
	t.Helper()
	if got := compact(t, a.body); got != compact(t, want) {
		t.Errorf("%s: %d\n got %s\nwant %s", name, a.status, got, compact(t, want))
	}
}
