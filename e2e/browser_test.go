package e2e

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/partnerline/partnerline/internal/operatorclient"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/testkit/identity"
	"github.com/partnerline/partnerline/testkit/messagebox"
)

// The hosted flow in a real browser, as merchants meet it: in both languages, and with scripts off.
func TestHostedFlowInABrowser(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	box := messagebox.New(t)
	people := identity.Start(t)
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"), liveMode(box, people))
	type walk struct {
		name, lang string
		scripts    bool
		allow      bool // payouts
	}
	walks := []walk{
		{"Polish", "pl", true, true}, // whose texts are the longer ones
		{"without scripts", "en", false, false},
	}
	if !testing.Short() || picturesWanted() {
		walks = append(walks, walk{"English", "en", true, true})
	}
	for _, c := range walks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := &system{s.Stack, t}
			v := newVisitor(t, browser, c.scripts)
			if c.scripts {
				v.seen = looked(c.lang)
			}
			s.merchantWalks(v, c.lang, c.allow)
		})
	}
	t.Run("a board of two", func(t *testing.T) {
		t.Parallel()
		(&system{s.Stack, t}).boardSigns(browser)
	})
	t.Run("live", func(t *testing.T) {
		t.Parallel()
		live := *s.Stack // with another key
		(&system{&live, t}).liveMerchant(newVisitor(t, browser, true), box, people)
	})
	t.Run("not wanted", func(t *testing.T) {
		t.Parallel()
		(&system{s.Stack, t}).merchantDeclines(newVisitor(t, browser, false))
	})
}

// A company whose board signs jointly: one who is invited declines, so the applicant invites again; then the last
// signature grants the delegation.
func (s *system) boardSigns(browser context.Context) {
	t := s.t
	t.Helper()
	ref := s.provided("Tymoteusz", "Fikcyjniak", "9990000010", "Kredowe Koło sp. z o.o.")
	s.partner("PUT", "/onboarding/"+ref+"/representation", object{"is_representative": true}, http.StatusOK)
	s.partner("POST", "/onboarding/"+ref+"/invitations", object{
		"role": "representative", "invitee": object{"given_names": "Apolonia", "family_name": "Makietowa",
			"email": "first@example.com"},
	}, http.StatusCreated)

	applicant := newVisitor(t, browser, true)
	applicant.seen = looked("en", "waiting", "signatories", "signatories-error", "decline")
	applicant.open(s.finalize(ref))
	applicant.click("main form button")
	for range 2 {
		applicant.prove()
	}
	applicant.click(`a[href="decline"]`) // and thinks better of it
	applicant.click(`main a.button`)
	applicant.click("main form button")
	applicant.press("start")
	applicant.press("verified")
	s.lookUntil(applicant, "declarations", nil)
	applicant.tick("exposed", "no")
	applicant.tick("own_behalf", "yes")
	applicant.click("main form button")
	applicant.refused("Confirm who the beneficial owners are")
	applicant.tick("owners", "yes")
	applicant.click("main form button")
	applicant.is("agreement")
	applicant.sign()
	applicant.is("waiting")
	applicant.says("Apolonia Makietowa", "invited")
	s.is(ref, "awaiting_signatories", "none")

	first := newVisitor(t, browser, true)
	first.seen = looked("en", "invited", "identity", "decline", "thanks")
	first.open(s.invitationTo(ref, "first@example.com"))
	first.says("Your signature is needed")
	first.click("main form button")
	first.prove()
	first.is("identity")
	first.click(`a[href="decline"]`)
	first.press("decline")
	first.is("thanks")

	applicant.click(`a[href="waiting"]`)
	applicant.is("signatories")
	applicant.says("Apolonia Makietowa", "declined")
	applicant.fill("given_names", "Apolonia")
	applicant.fill("family_name", "Makietowa")
	applicant.fill("email", "@example.com")
	applicant.click("main form button")
	applicant.refused("This is not an e-mail address")
	applicant.fill("email", "second") // before what is still there
	applicant.click("main form button")
	applicant.is("waiting")

	second := newVisitor(t, browser, true)
	second.seen = looked("en", "sign")
	second.open(s.invitationTo(ref, "second@example.com"))
	second.click("main form button")
	second.prove()
	second.is("identity")
	second.press("start")
	second.press("verified")
	s.lookUntil(second, "sign", nil)
	second.sign()
	second.is("thanks")
	s.is(ref, "in_review", "active")

	// The operator asks for the account again: the merchant gives it, and the review goes on.
	s.operator(func(ctx context.Context, op operatorclient.PartnerConnect) error {
		_, err := op.DecideReview(ctx, &pcv1.DecideReviewRequest{
			Ref: ref, Decision: "correct", Codes: []string{"payout_account.iban"}, ReasonCode: "account_closed",
		})
		return err
	})
	s.is(ref, "action_required", "active")
	applicant.seen = looked("en", "review", "review-error")
	applicant.open(s.Env.PartnerBaseURL + "/connect/flow")
	applicant.is("review")
	applicant.says("We need your data once more")
	applicant.click("main form button")
	applicant.refused("Please fill in all fields")
	applicant.fill("iban", "PL00109010140000071219812874")
	applicant.click("main form button")
	applicant.refused("The account number is not right")
	applicant.do(chromedp.Clear(chromedp.CSS("#iban")))
	applicant.fill("iban", "PL27 1140 2004 0000 3002 0135 5387")
	applicant.click("main form button")
	applicant.is("payouts")
	s.is(ref, "in_review", "active")
}

// liveMerchant finds nothing of the sandbox, whatever forms someone makes up: no code is shown, no outcome can be
// chosen. The identity is verified at the page of the provider, to which the browser goes by itself.
func (s *system) liveMerchant(v *visitor, box *messagebox.Box, people *identity.Provider) {
	t := s.t
	t.Helper()
	visited := make(chan string, 10)
	provider := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter,
		r *http.Request) {
		visited <- r.URL.Path
	}))
	t.Cleanup(provider.Close)
	people.PagesAt(provider.URL)
	s.Env.PartnerKey = s.Env.PartnerKeyLive
	ref, link := s.complete("Teodor", "Wzorcowy", s.importLive(), "Srebrny Dmuchawiec sp. z o.o.")
	v.seen = func(v *visitor) {
		for _, sandbox := range []string{"data-code", "Test mode", `value="verified"`, `value="matched"`} {
			if strings.Contains(v.html, sandbox) {
				t.Errorf("%s shows %s", v.url, sandbox)
			}
		}
	}
	v.open(link)
	v.click("main form button")
	for n := range 2 { // no other test sends messages in live mode
		v.press("send")
		m := box.Await(n+1, func(*providersv1.SendMessageRequest) bool { return true })
		v.fill("code", sixDigits.FindString(m.GetText()))
		v.press("code")
	}
	v.is("review")
	v.click("main form button")
	v.is("identity")
	v.do(chromedp.Click(chromedp.CSS("main form button")))
	select {
	case path := <-visited:
		if want := people.Page(people.Opened()[0].GetSessionId(), 1); provider.URL+path != want {
			t.Errorf("the browser went to %s, not %s", path, want)
		}
		v.arrives(provider.URL + path)
	case <-time.After(time.Minute):
		t.Fatal("the browser does not go to the provider")
	}
	v.open(s.Env.PartnerBaseURL + "/connect/flow/identity")
	v.says("Go to the identity check")
	for _, do := range []string{"verified", "failed", "matched"} {
		// The form to sign out, made into another one.
		v.do(
			chromedp.SetAttributeValue(chromedp.CSS("footer form"), "action", "identity"),
			chromedp.SetAttributeValue(chromedp.CSS("footer button"), "name", "do"),
			chromedp.SetAttributeValue(chromedp.CSS("footer button"), "value", do),
		)
		v.click("footer button")
		v.refused("The form was out of date")
	}
	v.is("identity")
	s.is(ref, "in_progress", "none")
}

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// merchantDeclines cancels the onboarding: no one else can decide that, and the link stops working.
func (s *system) merchantDeclines(v *visitor) {
	s.t.Helper()
	ref, link := s.complete("Teodor", "Wzorcowy", "9990000001", "Srebrny Dmuchawiec sp. z o.o.")
	v.open(link)
	v.click("main form button")
	v.prove()
	v.prove()
	v.click(`a[href="decline"]`)
	v.says("Are you sure?")
	v.press("decline")
	v.says("The process has ended")
	s.is(ref, "cancelled", "none")
	v.open(link)
	v.says("This link no longer works")
}

// prove enters a code that is sent on request.
func (v *visitor) prove() {
	v.t.Helper()
	v.is("contact")
	v.press("send")
	v.fill("code", v.shownCode())
	v.press("code")
}

// sign agrees and enters the code.
func (v *visitor) sign() {
	v.t.Helper()
	v.press("send")
	v.tick("consent", "yes")
	v.fill("code", v.shownCode())
	v.press("sign")
}

// is checks the status of an onboarding and of its delegation.
func (s *system) is(ref, status, delegation string) {
	s.t.Helper()
	o := s.onboarding(ref)
	if o["status"] != status || o["delegation"].(object)["status"] != delegation {
		s.t.Fatalf("status %v, delegation %v; want %s, %s", o["status"], o["delegation"], status, delegation)
	}
}

// invitationTo returns the link in the letter to an address.
func (s *system) invitationTo(ref, address string) string {
	s.t.Helper()
	for _, m := range s.messages(ref) {
		if m.GetTo() != address || m.GetTemplate() != "invitation" {
			continue
		}
		for _, word := range strings.Fields(m.GetText()) {
			if strings.HasPrefix(word, s.Env.PartnerBaseURL) {
				return word
			}
		}
	}
	s.t.Fatalf("no invitation to %s", address)
	return ""
}

// looked looks at every page once, and at every page that says what is wrong; at some pages only, when they are named.
func looked(lang string, only ...string) func(*visitor) {
	done := map[string]bool{}
	return func(v *visitor) {
		name := v.name()
		if done[name] || len(only) > 0 && !slices.Contains(only, name) {
			return
		}
		done[name] = true
		if picturesWanted() {
			v.pictures(lang, name)
		}
		v.accessible()
	}
}

// said are words of the pages that the test looks for.
var said = map[string]map[string]string{
	"en": {
		"landing": "Set up your payments", "wrong": "This is not the code that we sent",
		"soon":   "A code was sent less than a minute ago",
		"failed": "The check did not succeed", "consent": "Tick that you agree before you sign",
		"mismatch": "an account in another name",
		"revoked":  "access revoked", "granted": "Your partner may request payouts.",
		"not granted": "Your partner may not request payouts",
		"over":        "You are signed out", "active": "Your account is active", "asked": "asked what is missing",
	},
	"pl": {
		"landing": "Uruchom płatności", "wrong": "To nie jest kod, który wysłaliśmy",
		"soon":   "Kod wysłano mniej niż minutę temu",
		"failed": "Sprawdzenie nie powiodło się", "consent": "Zaznacz zgodę, zanim podpiszesz",
		"mismatch": "z rachunku na inne nazwisko",
		"revoked":  "dostęp cofnięty", "granted": "Partner może zlecać wypłaty.", "not granted": "Partner nie może",
		"over": "Sesja zakończona", "active": "Twoje konto jest aktywne", "asked": "pytanie o brakujące dane",
	},
}

// merchantWalks takes all personal acts as the only member of a company's board, with every slip that a page must
// answer.
func (s *system) merchantWalks(v *visitor, lang string, allow bool) {
	t, say := s.t, said[lang]
	t.Helper()
	ref, link := s.complete("Teodor", "Wzorcowy", "9990000001", "Srebrny Dmuchawiec sp. z o.o.")
	v.open(link)
	if lang == "pl" {
		v.click(`a[hreflang="pl"]`)
	}
	v.says(say["landing"], `<html lang="`+lang+`"`)
	v.click("main form button")

	for i := range 2 { // e-mail, phone
		v.is("contact")
		v.press("send")
		code := v.shownCode()
		if i == 0 {
			v.fill("code", wrong(code))
			v.press("code")
			v.refused(say["wrong"])
			v.press("send")
			v.refused(say["soon"])
		}
		v.fill("code", code[:3]+" "+code[3:]) // as people type it
		v.press("code")
	}

	v.is("review")
	v.says("Teodor Wzorcowy", "Srebrny Dmuchawiec", "applicant@example.com", "00-950 Warszawa", "5732",
		"PL61 1090 1014 0000 0712 1981 2874")
	v.click(`main a[href="correct"]`)
	v.is("correct")
	v.do(chromedp.SendKeys(chromedp.CSS(`[id="business.address.city"]`), "Stara ")) // before what is there
	v.click("main form button")
	v.is("review")
	v.says("00-950 Stara Warszawa")
	v.click("main form button")

	v.is("identity")
	v.press("start")
	v.press("failed")
	s.lookUntil(v, "identity", func() bool { return strings.Contains(v.html, say["failed"]) })
	v.press("start")
	v.press("verified")
	s.lookUntil(v, "declarations", nil)

	v.tick("exposed", "no")
	v.tick("own_behalf", "yes")
	v.tick("owners", "yes")
	v.click("main form button")

	v.is("agreement")
	v.click(`main a[href="document"]`)
	v.says("SHA-256", "sha256sum agreement-")
	v.click(`main a[href="agreement"]`)
	v.press("send")
	v.fill("code", v.shownCode())
	v.press("sign")
	v.refused(say["consent"])
	v.tick("consent", "yes")
	v.fill("code", v.shownCode())
	v.press("sign")

	v.is("payouts")
	if strings.Contains(v.html, "checked") {
		t.Error("payouts are ticked already")
	}
	if allow {
		v.tick("allow", "yes")
	}
	v.click("main form button")

	v.is("transfer")
	v.says("PL74</span><span>0000</span>", "Partnerline Test", "PL"+ref[len(ref)-10:], `<svg viewBox="0 0 `,
		` role="img" aria-label="`)
	if v.scripts {
		v.readsTransfer("PL" + ref[len(ref)-10:])
	} else if width := v.width("button.copy"); width > 0 {
		t.Errorf("without scripts a button to copy is %v pixels wide", width)
	}
	v.press("mismatch")
	v.refused(say["mismatch"])
	v.press("matched")

	v.is("portal")
	v.says(say["active"], say[map[bool]string{true: "granted", false: "not granted"}[allow]], say["asked"], "Demo partner")
	for _, page := range []string{"document", "export"} {
		v.click(chromedp.CSS(`main a[href="` + page + `"]`))
		v.is(page)
		v.click(`main a[href="portal"]`)
		v.is("portal")
	}
	if !allow {
		v.press("payouts-allow")
		v.says(say["granted"])
	}
	v.press("payouts-revoke")
	v.says(say["not granted"])
	v.press("payouts-allow")
	v.says(say["granted"])
	if got := s.onboarding(ref)["delegation"].(object)["status"]; got != "active" {
		t.Errorf("before the revocation the delegation is %v", got)
	}
	v.click(`a[href="revoke"]`)
	v.press("revoke")
	v.says(say["revoked"], say["not granted"])
	if got := s.onboarding(ref)["delegation"].(object)["status"]; got != "revoked" {
		t.Errorf("after the revocation the delegation is %v", got)
	}
	v.click(`a[href="grant"]`)
	v.sign()
	v.is("portal")
	v.says(say["not granted"])
	if got := s.onboarding(ref)["delegation"].(object)["status"]; got != "active" {
		t.Errorf("granted again, the delegation is %v", got)
	}
	s.merchantLeaves(v, lang, ref)
	v.click("footer button")
	v.says(say["over"])
	v.open(s.Env.PartnerBaseURL + "/connect/flow/portal")
	v.says(say["over"])
}
