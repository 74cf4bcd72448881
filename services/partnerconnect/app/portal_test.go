package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// signIn brings the merchant to a page of the flow by a link and both codes, without any key of its partner.
func (b *bank) signIn(ref string) *visitor {
	b.t.Helper()
	g := &visitor{system: b.system}
	epoch := b.count(`SELECT link_epoch FROM onboardings WHERE ref = $1`, ref)
	g.open("/connect/" + b.tokenOf(ref, func(l *signedlink.Link) { l.Epoch = epoch }))
	g.send(nil)
	for range 2 {
		g.send(map[string]string{"do": "send"})
		g.send(map[string]string{"do": "code", "code": b.mailedCode(ref)})
	}
	if a := g.open("/connect/flow/portal"); g.page() != "portal" {
		b.t.Fatalf("the portal leads to %s: %d %s", g.at, a.status, a.body)
	}
	return g
}

var payoutToken = regexp.MustCompile(`name="token" value="([^"]+)"`)

// confirm asks for a payout in the portal and returns the form that confirms it.
func (g *visitor) confirm(amount string) map[string]string {
	g.t.Helper()
	g.open("/connect/flow/payout?currency=PLN")
	a := g.send(map[string]string{"do": "check", "currency": "PLN", "amount": amount})
	found := payoutToken.FindStringSubmatch(a.body)
	if a.status != http.StatusOK || found == nil {
		g.t.Fatalf("no confirmation of %s: %d %s", amount, a.status, a.body)
	}
	return map[string]string{"do": "pay", "currency": "PLN", "amount": amount, "token": found[1]}
}

// Whatever became of the partner's access, the merchant sees its money and pays it out; a form that is sent twice, at
// once too, pays once.
func TestMerchantPaysOutWhateverThePartnersAccessIs(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	for _, c := range []struct {
		name string
		lose func(ref string)
	}{
		{"the partner may do everything", func(string) {}},
		{"the opt-in was never granted", func(ref string) {
			b.put(ref, consent{delegation.ActiveDelegation, delegation.OptInNotRequested, delegation.ActiveMerchant})
		}},
		{"access was revoked", b.revoke},
		{"access was never granted", func(ref string) {
			b.exec(`DELETE FROM delegations WHERE merchant_ref = $1`, ref)
		}},
		{"the partner is suspended and its keys are revoked", func(string) {
			if _, err := b.operator.SuspendPartner(b.internal(), &pcv1.SuspendPartnerRequest{Id: b.id("ptn_a")}); err != nil {
				b.t.Fatal(err)
			}
			b.exec(`DELETE FROM partner_key_channels WHERE partner_id = $1`, b.id("ptn_a"))
			b.exec(`DELETE FROM partner_keys WHERE partner_id = $1`, b.id("ptn_a"))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ref := b.funded(key, 100_000) // 99,100 after the fee
			c.lose(ref)
			g := b.signIn(ref)
			for _, want := range []string{"991.00 PLN", "Not settled yet", "None yet.", "****2874",
				`href="payout?currency=PLN"`} {
				if !strings.Contains(g.answer.body, want) {
					t.Errorf("the portal does not show %q: %s", want, g.answer.body)
				}
			}
			form := g.confirm("91,00")
			if !strings.Contains(g.answer.body, "91.00 PLN") || !strings.Contains(g.answer.body, "****2874") {
				t.Errorf("to be confirmed: %s", g.answer.body)
			}
			var twice sync.WaitGroup
			for range 2 {
				again := *g
				twice.Go(func() { again.send(form) })
			}
			twice.Wait()
			a := g.send(form)
			if g.page() != "portal" || !strings.Contains(a.body, "The payout was requested") ||
				!strings.Contains(a.body, "900.00 PLN") || strings.Count(a.body, "requested by you") != 1 {
				t.Errorf("%s: %d %s", g.at, a.status, a.body)
			}
			if n := b.count(`SELECT count(*) FROM payouts WHERE merchant_ref = $1 AND acted_by = 'merchant' AND amount = `+
				`9100 AND status = 'requested'`, ref); n != 1 {
				t.Errorf("%d payouts", n)
			}
			if n := b.count(`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1 AND operation = `+
				`'Hosted.RequestPayout' AND actor = 'merchant'`, ref); n < 1 {
				t.Error("it is not in the audit trail")
			}
			if n := b.count(`SELECT count(*) FROM events WHERE merchant_ref = $1 AND type = 'payout.requested'`, ref); n != 1 {
				t.Errorf("%d events of it", n)
			}
			b.intact()
		})
	}
}

// What cannot be paid out is refused on the form, which says why at the amount, and nothing is stored.
func TestPayoutFormOfThePortal(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	ref := b.funded(b.simple("a"), 100_000)
	g := b.signIn(ref)
	form := g.confirm("10")
	for name, c := range map[string]struct {
		change map[string]string
		says   string
		status int
	}{
		"no number":          {map[string]string{"amount": "ten"}, "Enter an amount like 120.50.", 422},
		"a thousand perhaps": {map[string]string{"amount": "1.000"}, "Enter an amount like 120.50.", 422},
		"too much":           {map[string]string{"amount": "991,01"}, "This is more than is available.", 422},
		"too little":         {map[string]string{"amount": "0,99"}, "This is less than a payout can have", 422},
		"another currency":   {map[string]string{"currency": "EUR"}, "Something that you entered is not right", 422},
		"no token":           {map[string]string{"token": ""}, "The form was out of date", 422},
		"a made-up token":    {map[string]string{"token": "week-1"}, "The form was out of date", 422},
		"no session token":   {map[string]string{"form": "x"}, "The form was out of date", 403},
	} {
		t.Run(name, func(t *testing.T) {
			sent := map[string]string{}
			for _, from := range []map[string]string{form, c.change} {
				for k, v := range from {
					sent[k] = v
				}
			}
			g.open("/connect/flow/payout?currency=PLN")
			a := g.send(sent)
			if a.status != c.status || !strings.Contains(a.body, c.says) {
				t.Errorf("%d %s", a.status, a.body)
			}
			if _, wrong := c.change["amount"]; wrong != strings.Contains(a.body, `aria-invalid="true"`) {
				t.Errorf("the amount is marked: %t", !wrong)
			}
			if n := b.count(`SELECT count(*) FROM payouts WHERE merchant_ref = $1`, ref); n != 0 {
				t.Errorf("%d payouts", n)
			}
		})
	}
	t.Run("the balance is gone by the time it is confirmed", func(t *testing.T) {
		first, second := g.confirm("991"), g.confirm("991")
		g.open("/connect/flow/payout?currency=PLN")
		g.send(first)
		g.open("/connect/flow/payout?currency=PLN")
		if a := g.send(second); a.status != 422 || !strings.Contains(a.body, "This is more than is available.") {
			t.Errorf("%d %s", a.status, a.body)
		}
		b.intact()
	})
	t.Run("a suspended merchant", func(t *testing.T) {
		b.put(ref, consent{delegation.ActiveDelegation, delegation.OptInGranted, delegation.SuspendedMerchant})
		if g.open("/connect/flow/payout?currency=PLN"); g.page() == "payout" {
			t.Error("the form is shown")
		}
		a := g.open("/connect/flow/portal")
		if strings.Contains(a.body, `href="payout`) || !strings.Contains(a.body, "Your account is suspended") ||
			!strings.Contains(a.body, "0.00 PLN") {
			t.Errorf("%s: %d %s", g.at, a.status, a.body)
		}
	})
}

// Without a bank a live payout of the portal says so, and stores nothing.
func TestLivePayoutOfThePortalNeedsABank(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	b.partner("a", "a")
	key := b.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: allScopes,
		Channels: []string{"chn_a"}}).GetKey()
	ref := b.merchant(key, allowed)
	g := b.visitor(key, ref)
	b.exec(`UPDATE hosted_sessions SET email_at = $2, phone_at = $2 WHERE onboarding_ref = $1`, ref, time.Now())
	g.open("/connect/flow/payout?currency=PLN")
	written := func() string {
		return b.written() + b.system.rowsOf("payouts", "ledger_entries", "audit_entries", "events")
	}
	before := written()
	a := g.send(map[string]string{"do": "pay", "currency": "PLN", "amount": "10", "token": "AAAAAAAAAAAAAAAAAAAAAA"})
	if a.status != http.StatusServiceUnavailable || !strings.Contains(a.body, "part of live mode is not connected") {
		t.Errorf("%d %s", a.status, a.body)
	}
	if written() != before {
		t.Error("something was stored")
	}
}
