package app_test

import (
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

const (
	presentIBAN = "PL61109010140000071219812874" // of fullBody
	newIBAN     = "PL27114020040000300201355387"
)

var shownCode = regexp.MustCompile(`data-code-(email|sms)="([0-9]{6})"`)

// twoCodes are the codes that the page shows in test mode, by their inputs.
func (g *visitor) twoCodes() map[string]string {
	g.t.Helper()
	out := map[string]string{}
	for _, m := range shownCode.FindAllStringSubmatch(g.answer.body, -1) {
		out["code_"+m[1]] = m[2]
	}
	if len(out) != 2 {
		g.t.Fatalf("%d codes: %d %s", len(out), g.answer.status, g.answer.body)
	}
	return out
}

// with returns fields and others over them.
func with(fields, more map[string]string) map[string]string {
	out := maps.Clone(fields)
	maps.Copy(out, more)
	return out
}

// changeAccount asks for another account in the portal.
func (b *bank) changeAccount(ref string) *visitor {
	b.t.Helper()
	g := b.signIn(ref)
	g.open("/connect/flow/account")
	form := map[string]string{"do": "send", "iban": newIBAN, "holder_name": "KANAREK KANARINA"}
	g.send(form)
	if a := g.send(with(with(form, g.twoCodes()), map[string]string{"do": "change"})); g.page() != "portal" ||
		!strings.Contains(a.body, "****5387") {
		b.t.Fatalf("%s: %d %s", g.at, a.status, a.body)
	}
	return g
}

// accountOf is the account of a merchant that is in effect, and the change of it that is open.
func (b *bank) accountOf(ref string) (string, *onboarding.AccountChange) {
	b.t.Helper()
	o, err := b.known(ref)
	if err != nil {
		b.t.Fatal(err)
	}
	return o.Data.PayoutAccount.IBAN, o.AccountChange
}

// age makes the open change older, and sweeps.
func (b *bank) age(ref string, by time.Duration) {
	b.t.Helper()
	entry := audit.Entry{At: time.Now(), Actor: audit.OperatorActor, Operation: "Test"}
	_, err := b.store.Changer.Change(b.t.Context(), access.SystemView, pc.Ref(ref),
		time.Now().UTC().Truncate(time.Millisecond), entry, func(o *onboarding.Onboarding) error {
			if c := o.AccountChange; c != nil {
				older := *c
				older.EffectiveAt = c.EffectiveAt.Add(-by)
				o.AccountChange = &older
			}
			return nil
		})
	if err != nil {
		b.t.Fatal(err)
	}
	b.sweepAt(time.Now())
}

// A change of the payout account takes both codes, a name that is the merchant's, a transfer from the new account, and
// a day in which the merchant is notified by both contacts and payouts go where they went.
func TestPayoutAccountChange(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	ref := b.funded(b.simple("a"), 100_000)
	g := b.signIn(ref)
	good := map[string]string{"do": "send", "iban": "PL27 1140 2004 0000 3002 0135 5387",
		"holder_name": "KANAREK KANARINA"}
	for name, c := range map[string]struct {
		change      map[string]string
		says, input string
	}{
		"no account": {map[string]string{"iban": ""}, "Please fill in all fields.", "iban"},
		"a wrong digit": {map[string]string{"iban": "PL28114020040000300201355387"},
			"The account number is not right.", "iban"},
		"the present account": {map[string]string{"iban": presentIBAN}, "This is the account in effect.", "iban"},
		"no holder":           {map[string]string{"holder_name": " "}, "Please fill in all fields.", "holder_name"},
		"another's account": {map[string]string{"holder_name": "Jan Obcy"},
			"The account must be in your own or your company&#39;s name", "holder_name"},
	} {
		t.Run(name, func(t *testing.T) {
			g.open("/connect/flow/account")
			a := g.send(with(good, c.change))
			if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, c.says) ||
				!regexp.MustCompile(`id="`+c.input+`"[^>]*aria-invalid`).MatchString(a.body) {
				t.Errorf("%d %s", a.status, a.body)
			}
			if shownCode.MatchString(a.body) {
				t.Error("codes were sent")
			}
		})
	}
	g.open("/connect/flow/account")
	g.send(good)
	codes := g.twoCodes()
	change := with(good, map[string]string{"do": "change"})
	for _, input := range []string{"code_email", "code_sms"} {
		t.Run("a wrong "+input, func(t *testing.T) {
			a := g.send(with(with(change, codes), map[string]string{input: other(codes[input])}))
			if a.status != http.StatusUnprocessableEntity ||
				!regexp.MustCompile(`id="`+input+`"[^>]*aria-invalid`).MatchString(a.body) {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	if a := g.send(with(with(change, codes),
		map[string]string{"holder_name": "Jan Obcy"})); a.status != http.StatusUnprocessableEntity {
		t.Errorf("another's account with the codes: %d", a.status)
	}
	if iban, open := b.accountOf(ref); iban != presentIBAN || open != nil {
		t.Fatalf("before the codes: %s, %+v", iban, open)
	}
	before := time.Now()
	if a := g.send(with(change, codes)); g.page() != "portal" || !strings.Contains(a.body, "The change was requested.") ||
		!strings.Contains(a.body, "****5387") {
		t.Fatalf("%s: %d %s", g.at, a.status, a.body)
	}
	iban, open := b.accountOf(ref)
	if iban != presentIBAN || open == nil || open.EffectiveAt.Before(before.Add(24*time.Hour-time.Minute)) ||
		open.EffectiveAt.After(time.Now().Add(24*time.Hour+time.Minute)) {
		t.Fatalf("requested: %s, %+v", iban, open)
	}
	if a := g.open("/connect/flow/account"); g.page() == "account" {
		t.Errorf("a second change is offered: %d", a.status)
	}
	if links := b.stopLinks(ref); len(links) != 2 {
		t.Errorf("%d notices with a link that stops it", len(links))
	}
	g.open("/connect/flow/portal")
	g.send(g.confirm("10"))
	b.age(ref, 23*time.Hour)
	if iban, open := b.accountOf(ref); iban != presentIBAN || open == nil {
		t.Errorf("within a day: %s, %+v", iban, open)
	}
	b.age(ref, 2*time.Hour)
	if iban, open := b.accountOf(ref); iban != presentIBAN || open == nil {
		t.Errorf("after a day, without a transfer: %s, %+v", iban, open)
	}
	g.open("/connect/flow/transfer")
	if a := g.send(map[string]string{"do": "mismatch"}); a.status != http.StatusUnprocessableEntity {
		t.Errorf("a transfer from another name: %d %s", a.status, a.body)
	}
	if a := g.send(map[string]string{"do": "matched"}); a.status != http.StatusOK {
		t.Fatalf("the transfer: %d %s", a.status, a.body)
	}
	b.sweepAt(time.Now())
	if iban, open := b.accountOf(ref); iban != newIBAN || open != nil {
		t.Errorf("after a day and the transfer: %s, %+v", iban, open)
	}
	g.send(g.confirm("20"))
	for amount, want := range map[int]string{1000: "****2874", 2000: "****5387"} {
		if n := b.count(`SELECT count(*) FROM payouts WHERE merchant_ref = $1 AND amount = $2 AND iban_masked = $3`, ref,
			amount, want); n != 1 {
			t.Errorf("the payout of %d did not go to %s", amount, want)
		}
	}
	for operation, actor := range map[string]string{"Hosted.RequestAccountChange": "merchant",
		"Hosted.ReceiveTransfer": "merchant", "EndAccountChange": "system"} {
		if b.count(`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1 AND operation = $2 AND actor = $3`, ref,
			operation, actor) == 0 {
			t.Errorf("%s is not in the audit trail", operation)
		}
	}
	if n := b.count(`SELECT count(*) FROM events WHERE merchant_ref = $1 AND type = 'onboarding.data_corrected' AND `+
		`convert_from(body, 'utf8') LIKE '%/payout_account/iban%'`, ref); n != 1 {
		t.Errorf("%d events of it", n)
	}
	if dump := b.everything(); strings.Contains(dump, "300201355387") || strings.Contains(b.log.String(), "300201355387") {
		t.Error("the new account can be read")
	}
}

var stopLink = regexp.MustCompile(regexp.QuoteMeta(publicBase) + `(/connect/\S+)`)

// stopLinks are the paths of the links in the notices of a change.
func (b *bank) stopLinks(ref string) (out []string) {
	b.t.Helper()
	mail, err := b.operator.ListMessages(b.internal(), &pcv1.ListMessagesRequest{Ref: ref})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, m := range mail.GetData() {
		if found := stopLink.FindStringSubmatch(m.GetText()); m.GetTemplate() == "account_change" && found != nil {
			out = append(out, found[1])
		}
	}
	return out
}

// Whoever has one of the notices stops the change, without signing in; reading it does not.
func TestPayoutAccountChangeIsStopped(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	for name, stop := range map[string]func(t *testing.T, g *visitor, ref string){
		"by the notice": func(t *testing.T, _ *visitor, ref string) {
			reader := &visitor{system: b.system}
			link := b.stopLinks(ref)[0]
			for range 3 {
				if a := reader.open(link); a.status != http.StatusOK ||
					!strings.Contains(a.body, "Stop the change of your account?") {
					t.Errorf("%d %s", a.status, a.body)
				}
				revealsNothing(t, "the page of the link", reader.answer)
			}
			if _, open := b.accountOf(ref); open == nil {
				t.Error("reading stops it")
			}
			if a := reader.send(nil, "Origin", "https://elsewhere.example"); a.status != http.StatusForbidden {
				t.Errorf("a form of another site: %d", a.status)
			}
			reader.open(link)
			if a := reader.send(nil); a.status != http.StatusOK || !strings.Contains(a.body, "The change was stopped") {
				t.Errorf("%d %s", a.status, a.body)
			}
			reader.open(link)
			if a := reader.send(nil); a.status != http.StatusGone {
				t.Errorf("stopped again: %d %s", a.status, a.body)
			}
			if reader.cookie != "" {
				t.Error("the link opens a session")
			}
		},
		"in the portal": func(t *testing.T, g *visitor, _ string) {
			if a := g.send(map[string]string{"do": "account-stop"}); !strings.Contains(a.body,
				"The change of the account was stopped.") {
				t.Errorf("%d %s", a.status, a.body)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			ref := b.merchant(key, allowed)
			g := b.changeAccount(ref)
			stop(t, g, ref)
			if n := b.count(`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1 AND operation = `+
				`'Hosted.StopAccountChange'`, ref); n != 1 {
				t.Errorf("%d entries in the audit trail", n)
			}
			b.age(ref, 48*time.Hour)
			if iban, open := b.accountOf(ref); iban != presentIBAN || open != nil {
				t.Errorf("%s, %+v", iban, open)
			}
		})
	}
	t.Run("for want of a transfer", func(t *testing.T) {
		ref := b.merchant(key, allowed)
		b.changeAccount(ref)
		b.age(ref, 13*day)
		if _, open := b.accountOf(ref); open == nil {
			t.Error("it lapsed too early")
		}
		b.age(ref, 2*day)
		if iban, open := b.accountOf(ref); iban != presentIBAN || open != nil {
			t.Errorf("%s, %+v", iban, open)
		}
	})
	t.Run("by a suspension, for as long as it lasts", func(t *testing.T) {
		ref := b.merchant(key, allowed)
		g := b.changeAccount(ref)
		g.open("/connect/flow/transfer")
		g.send(map[string]string{"do": "matched"})
		b.exec(`UPDATE onboardings SET merchant_status = 'suspended' WHERE ref = $1`, ref)
		b.age(ref, 48*time.Hour)
		if iban, open := b.accountOf(ref); iban != presentIBAN || open == nil {
			t.Errorf("suspended: %s, %+v", iban, open)
		}
		b.exec(`UPDATE onboardings SET merchant_status = 'active' WHERE ref = $1`, ref)
		b.sweepAt(time.Now())
		if iban, open := b.accountOf(ref); iban != newIBAN || open != nil {
			t.Errorf("resumed: %s, %+v", iban, open)
		}
	})
	t.Run("a contact that is new", func(t *testing.T) {
		ref := b.merchant(key, allowed)
		entry := audit.Entry{At: time.Now(), Actor: audit.OperatorActor, Operation: "Test"}
		now := time.Now().UTC().Truncate(time.Millisecond)
		if _, err := b.store.Changer.Change(t.Context(), access.SystemView, pc.Ref(ref), now, entry,
			func(o *onboarding.Onboarding) error {
				o.Flow.ContactChanged = &now
				return nil
			}); err != nil {
			t.Fatal(err)
		}
		g := b.signIn(ref)
		g.open("/connect/flow/account")
		a := g.send(map[string]string{"do": "send", "iban": newIBAN, "holder_name": "Kanarina Kanarek"})
		if a.status != http.StatusUnprocessableEntity ||
			!strings.Contains(a.body, "Your contact details changed less than 24 hours ago") {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}
