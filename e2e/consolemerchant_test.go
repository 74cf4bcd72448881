package e2e

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// What an onboarding waits for and what happened to it is found from the list; its merchant is suspended, resumed,
// given a key, and its delegation revoked. The timeline has each act with the person and the reason.
func TestConsoleMerchant(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := share(t, consoled)
	home := s.Env.ConsoleURL + "/"
	waiting := s.provided("Teofil", "Przykładny", "9990000010", "Kredowe Koło sp. z o.o.")
	ref := s.provided("Tymoteusz", "Fikcyjniak", "9990000010", "Kredowe Koło sp. z o.o.")
	s.partner("PUT", "/onboarding/"+waiting+"/representation", object{"is_representative": true}, http.StatusOK)
	s.partner("POST", "/onboarding/"+waiting+"/invitations", object{
		"role": "representative", "invitee": object{"given_names": "Apolonia", "family_name": "Makietowa",
			"email": "first@example.com"},
	}, http.StatusCreated)
	s.partner("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": "active"}, http.StatusOK)

	v := newVisitor(t, browser, true)
	v.open(home + "onboardings?lang=en")
	v.signIn("reviewer")
	v.says(ref, waiting)
	v.accessible()
	if picturesWanted() {
		v.atWork("console-onboardings.en")
	}
	v.do(chromedp.SetValue(chromedp.CSS("#waits_for"), "merchant"))
	v.click(`form.filters button`)
	v.says(waiting, "waits_for=merchant")
	if strings.Contains(v.html, ref) {
		t.Error("an active merchant is listed as one that must act")
	}
	v.click(chromedp.CSS(`tr[data-ref="` + waiting + `"] a`))
	v.says("Onboarding "+waiting, "agreement_signing", "onboarding.")
	v.accessible()
	if picturesWanted() {
		v.atWork("console-onboarding.en")
	}
	v.fill("reason", "the merchant has no message")
	v.click(`form:has(input[value="onboarding_messages"]) button`)
	v.says("data-message=")
	v.accessible()
	for _, m := range s.messages(waiting) {
		if strings.Contains(v.html, m.GetTo()) || strings.Contains(v.html, m.GetText()) {
			t.Errorf("the page has what the message %s says, or to whom", m.GetId())
		}
	}
	for _, secret := range []string{"Przykładny", "Makietowa", "first@example.com", "applicant@example.com",
		"+48600100200"} {
		if strings.Contains(v.html, secret) {
			t.Errorf("the page has %s", secret)
		}
	}
	v.tick("fields", "email")
	v.fill("revealreason", "a complaint by phone")
	v.press("onboarding_reveal")
	v.says(`data-field="email">applicant@example.com`, "RevealPersonalData", "a complaint by phone")
	v.accessible()

	merchant := home + "onboardings/" + ref + "/merchant"
	v.open(merchant + "?lang=pl")
	v.says("Sprzedawca "+ref, `data-merchant="active"`)
	v.accessible()
	v.open(merchant + "?lang=en")
	v.fill("suspendreason", "an inquiry")
	v.press("merchant_suspend")
	v.says("The merchant is suspended.", `data-merchant="suspended"`)
	v.accessible()
	v.fill("resumereason", "it was nothing")
	v.press("merchant_resume")
	v.says("The merchant is resumed.", `data-merchant="active"`)
	v.fill("revokereason", "the merchant asked")
	v.press("merchant_revoke")
	v.says("The delegation is revoked.")
	s.is(ref, "active", "revoked")
	v.open(home + "onboardings/" + ref + "?lang=pl")
	v.says("SuspendMerchant", "an inquiry", "it was nothing", "Demo reviewer", "Przebieg")
	v.accessible()

	support := newVisitor(t, browser, false)
	support.open(merchant + "?lang=en")
	support.signIn("support")
	support.fill("createreason", "for its shop")
	support.press("merchantkey_create")
	support.says("Copy the key now.")
	support.accessible()
	key := support.text("#secret")
	if !strings.HasPrefix(key, "mk_test_") || strings.Contains(support.url, key) {
		t.Fatalf("the key %q at %s", key, support.url)
	}
	support.open(merchant)
	support.says(key[:10])
	if strings.Contains(support.html, key) {
		t.Error("the key is shown again")
	}
	offered := regexp.MustCompile(`<option value="(key_[^"]+)"`).FindStringSubmatch(support.html)
	if offered == nil {
		t.Fatal("no key can be ended")
	}
	support.do(chromedp.SetValue(chromedp.CSS("#key"), offered[1]))
	support.click(chromedp.CSS(`button[value="merchantkey_revoke"]`))
	support.says("This cannot be undone", key[:10], "Last used")
	support.accessible()
	support.confirms()
	support.says("The key is revoked.")
	support.accessible()
	if picturesWanted() {
		support.atWork("console-merchant.en")
	}
	viewer := newVisitor(t, browser, false)
	viewer.open(merchant + "?lang=en")
	viewer.signIn("viewer")
	viewer.says("Your roles do not show this.", "Ledger accounts")
	viewer.accessible()
}
