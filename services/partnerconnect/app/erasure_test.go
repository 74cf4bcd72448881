package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

const years = 366 * day

// Payments of a merchant end before its key is destroyed, in one sweep: what ends them reads what is sealed.
func TestPaymentsEndBeforeTheErasure(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	b.importCompanies()
	key := b.simple("a")
	m := b.system.merchant(key)
	b.put(m.ref, allowed)
	id := b.register(key, m.ref, b.order(1000, "")).text(t, "payment_id")
	b.put(m.ref, consent{delegation.RevokedDelegation, delegation.OptInRevoked, delegation.ClosedMerchant})
	b.sweepAt(time.Now().Add(6 * years))
	if n := b.count(`SELECT count(*) FROM onboardings WHERE ref = $1 AND data_key IS NULL`, m.ref); n != 1 {
		t.Error("the data is kept")
	}
	if n := b.count(`SELECT count(*) FROM payments WHERE id = $1 AND status IN ('expired', 'cancelled', 'rejected')`,
		id); n != 1 {
		t.Error("the payment is open")
	}
	if strings.Contains(b.logged(), "sweep failed") {
		t.Error(b.logged())
	}
}

// Five years after a merchant closed its account, or was refused, its key is destroyed: nothing personal can be read
// any more, its documents are gone, and no link leads in. The ledger stays.
func TestErasureAfterTheRelationship(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	b.importCompanies()
	key := b.simple("a")
	know := func() string { // a merchant of which everything is known
		m := b.system.merchant(key)
		b.must(http.StatusOK, "PATCH", "/onboarding/"+m.ref, key, text(personalData("company")))
		b.put(m.ref, allowed)
		return m.ref
	}
	closed, rejected, active, owed := know(), know(), know(), know()
	payment := b.paid(key, closed, 100_000)
	b.must(http.StatusOK, "POST", "/sandbox/merchants/"+closed+"/settle", key, "")
	payout := b.payout(key, closed, `{"all":true,"currency":"PLN","external_ref":"all"}`).text(t, "payout_id")
	b.advance(key, "payouts", payout, "paid")
	g := b.signIn(closed)
	if a := g.closeAccount(); !strings.Contains(a.body, "Your account is closed.") {
		t.Fatalf("%d %s", a.status, a.body)
	}
	b.exec(`UPDATE onboardings SET status = 'rejected', merchant_status = 'none', ended_at = now() WHERE ref = $1`,
		rejected)
	b.paid(key, owed, 1000)
	b.put(owed, consent{delegation.RevokedDelegation, delegation.OptInRevoked, delegation.ClosedMerchant})

	sealed := func(ref string) int {
		t.Helper()
		return b.count(`SELECT num_nonnulls(data_key, applicant, business, company, payout_account, identity, representation, flow, account_change, register_check)
			+ (SELECT count(details) FROM documents WHERE onboarding_ref = ref) + (SELECT count(person) FROM invitations WHERE onboarding_ref = ref)
			+ (SELECT count(content) FROM messages WHERE onboarding_ref = ref) + (SELECT count(*) FROM hosted_sessions WHERE onboarding_ref = ref)
			+ (SELECT count(*) FROM code_requests WHERE onboarding_ref = ref) + (SELECT count(*) FROM payouts WHERE merchant_ref = ref AND iban_masked <> '')
			FROM onboardings WHERE ref = $1`, ref)
	}
	before := map[string]int{}
	for _, ref := range []string{closed, rejected, active, owed} {
		if before[ref] = sealed(ref); before[ref] < 5 {
			t.Fatalf("%s: only %d values", ref, before[ref])
		}
	}
	if len(b.onDisk()) != 4 {
		t.Fatalf("%d objects", len(b.onDisk()))
	}
	now := time.Now()
	b.sweepAt(now.Add(15 * day)) // an invitation lapses, which changes the row and not the five years
	b.sweepAt(now.Add(5*years - day))
	for _, ref := range []string{closed, rejected} {
		if b.count(`SELECT count(*) FROM onboardings WHERE ref = $1 AND data_key IS NOT NULL AND shredded_at IS NULL`,
			ref) != 1 {
			t.Errorf("%s was erased within five years", ref)
		}
	}
	for range 2 { // the second time there is nothing left to do
		b.sweepAt(now.Add(5*years + time.Hour))
	}
	for _, ref := range []string{closed, rejected} {
		o, err := b.known(ref)
		if err != nil || sealed(ref) != 0 || !o.Erased || text(o.Data.Applicant)+text(o.Identity)+
			text(o.Data.PayoutAccount) != "{}{}{}" {
			t.Errorf("%s: %d values are left, %v, %+v", ref, sealed(ref), err, o)
		}
		if n := b.count(`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1 AND operation = 'Shred'`, ref); n != 1 {
			t.Errorf("%d entries in the audit trail", n)
		}
	}
	for _, ref := range []string{active, owed} {
		if b.count(`SELECT count(*) FROM onboardings WHERE ref = $1 AND data_key IS NOT NULL AND shredded_at IS NULL`,
			ref) != 1 {
			t.Errorf("%s was erased, though it is active or has money", ref)
		}
	}
	if n := len(b.onDisk()); n != 2 {
		t.Errorf("%d objects are left", n)
	}
	op := delegation.Operation{View: access.SystemView, Merchant: pc.Ref(closed), Own: true, Now: now}
	if _, p, err := b.store.Payments.GetPayment(t.Context(), op, money.PaymentID(payment)); err == nil {
		t.Errorf("the payer of the payment can be read: %+v", p.Customer)
	}
	if got := found(b.everything(), canaries); len(got) > 0 {
		t.Errorf("can be read: %v", got)
	}
	if n := b.count(`SELECT count(*) FROM ledger_entries WHERE merchant_ref = $1`, closed); n < 4 {
		t.Errorf("%d entries of the ledger are left", n)
	}
	b.intact()
	// No one becomes the merchant of what is left: its link is revoked, and so is its session.
	for _, path := range []string{"/connect/" + b.tokenOf(closed, func(*signedlink.Link) {}), "/connect/flow/portal"} {
		if a := g.open(path); a.status != http.StatusGone && a.status != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	a := b.must(http.StatusOK, "GET", "/onboarding/"+closed, key, "")
	if next, _ := a.json(t)["next_action"].(map[string]any); next["type"] != "none" {
		t.Errorf("the partner gets a link: %v", next)
	}
}

// An operator erases what nothing has kept, at a person's demand: no one can read it any more, and the onboarding has
// ended.
func TestErasureByAnOperator(t *testing.T) {
	t.Parallel()
	b := startBank(t, func(_ *testing.T, c *configuration) { c.Retention.Closed = onboarding.DefaultRetention.Closed })
	b.importCompanies()
	key := b.simple("a")
	m := b.system.merchant(key)
	b.must(http.StatusOK, "PATCH", "/onboarding/"+m.ref, key, text(personalData("company")))
	reveal := func(fields ...string) (out []string) {
		t.Helper()
		r, err := b.operator.RevealPersonalData(b.internal(),
			&pcv1.RevealPersonalDataRequest{Ref: m.ref, Fields: fields, InvitationId: m.invitation})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.GetData() {
			out = append(out, f.GetValue())
		}
		return out
	}
	if got := reveal("name", "email"); len(got) != 2 || got[0] == "" || !strings.Contains(got[1], "@") {
		t.Errorf("the invited person is %q", got)
	}
	if n := b.count(
		`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1
			AND operation = 'ReviewOperatorService.RevealPersonalData' AND key_id = $2`, m.ref, m.invitation+": name,email",
	); n != 1 {
		t.Errorf("%d entries of it in the audit trail", n)
	}
	for name, c := range map[string]struct {
		req  *pcv1.RevealPersonalDataRequest
		want fault.Reason
	}{
		"what is not kept": {&pcv1.RevealPersonalDataRequest{
			Ref: m.ref, Fields: []string{"national_id"}, InvitationId: m.invitation,
		}, fault.ValidationFailed},
		"no invitation": {
			&pcv1.RevealPersonalDataRequest{Ref: m.ref, Fields: []string{"name"}, InvitationId: "inv_x"}, pc.InvitationNotFound,
		},
	} {
		_, err := b.operator.RevealPersonalData(b.internal(), c.req)
		if got := reason(t, err).Reason; got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
	erase := func(ref string) error {
		_, err := b.operator.EraseMerchant(b.internal(), &pcv1.EraseMerchantRequest{Ref: ref})
		return err
	}
	refused := func(what, ref, extension string) {
		t.Helper()
		f := reason(t, erase(ref))
		if _, named := f.Extensions[extension]; f.Reason != fault.InvalidState || !named {
			t.Errorf("%s: %s %v, want %s", what, f.Reason, f.Extensions, extension)
		}
	}
	active := b.merchant(key, allowed)
	refused("an active merchant", active, "merchant_status")
	b.paid(key, active, 1000)
	b.put(active, consent{delegation.RevokedDelegation, delegation.OptInRevoked, delegation.ClosedMerchant})
	refused("one with money", active, "unsettled")
	closed := b.merchant(key, consent{delegation.RevokedDelegation, delegation.OptInRevoked, delegation.ClosedMerchant})
	refused("one that is to be kept", closed, "retained_until")
	if err := erase(absentRef); reason(t, err).Reason != pc.OnboardingNotFound {
		t.Errorf("no such merchant: %v", err)
	}

	if err := erase(m.ref); err != nil {
		t.Fatal(err)
	}
	o, err := b.known(m.ref)
	if err != nil || !o.Erased || o.Status != onboarding.Cancelled {
		t.Errorf("%v, %+v", err, o)
	}
	if got := found(b.system.rowsOf("onboardings", "invitations", "documents", "messages", "events"),
		canaries); len(got) > 0 {
		t.Errorf("can be read: %v", got)
	}
	_, err = b.operator.RevealPersonalData(b.internal(),
		&pcv1.RevealPersonalDataRequest{Ref: m.ref, Fields: []string{"name"}, InvitationId: m.invitation})
	if got := reason(t, err).Reason; got != pc.InvitationNotFound {
		t.Errorf("the invited person: %s", got)
	}
	b.sweepAt(time.Now().Add(time.Hour))
	if n := len(b.onDisk()); n != 0 {
		t.Errorf("%d objects are left", n)
	}
	if f := reason(t, erase(m.ref)); f.Reason != fault.InvalidState {
		t.Errorf("a second time: %s", f.Reason)
	}
	if n := b.count(
		`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1
			AND operation = 'ReviewOperatorService.EraseMerchant' AND outcome = 'ok'`, m.ref,
	); n != 1 {
		t.Errorf("%d entries in the audit trail", n)
	}
}

// What the settings say is kept so long, by kind; zero keeps it for ever.
func TestRetentionIsSet(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	closed, cancelled := b.merchant(key,
		consent{delegation.RevokedDelegation, delegation.OptInRevoked, delegation.ClosedMerchant}),
		b.create(key, `{"partner_external_ref":"x"}`)
	b.must(http.StatusOK, "POST", "/onboarding/"+cancelled+"/cancel", key, "")
	erase := func(keep onboarding.Retention, at time.Duration) (n int) {
		t.Helper()
		for {
			found, err := b.store.Changer.Shred(t.Context(), keep, time.Now().Add(at))
			if err != nil {
				t.Fatal(err)
			}
			if !found {
				return n
			}
			n++
		}
	}
	for _, c := range []struct {
		name string
		keep onboarding.Retention
		at   time.Duration
		want int
	}{
		{"for ever", onboarding.Retention{}, 100 * years, 0},
		{"not long enough", onboarding.Retention{Unsigned: 2 * day, Closed: 2 * day, Rejected: time.Hour}, day, 0},
		{"the closed one", onboarding.Retention{Closed: day}, 2 * day, 1},
		{"the cancelled one", onboarding.Retention{Unsigned: day}, 2 * day, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if n := erase(c.keep, c.at); n != c.want {
				t.Errorf("%d were erased", n)
			}
		})
	}
	if _, err := b.known(closed); err != nil {
		t.Error(err)
	}
}
