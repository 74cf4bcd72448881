package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A national id is shown to the person who asked for it, and data is erased at a demand, each when another person has
// confirmed it; the one who proposed it cannot. The audit trail has each step with the person.
func TestConsolePersonalData(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := startWithConsole(t, fourEyes)
	ref, _ := s.complete("Teodor", "Wzorcowy", "9990000001", "Srebrny Dmuchawiec sp. z o.o.")
	invited := s.provided("Tymoteusz", "Fikcyjniak", "9990000010", "Kredowe Koło sp. z o.o.")
	s.partner("PUT", "/onboarding/"+invited+"/representation", object{"is_representative": true}, http.StatusOK)
	s.partner("POST", "/onboarding/"+invited+"/invitations", object{
		"role": "representative", "invitee": object{"given_names": "Apolonia", "family_name": "Makietowa",
			"email": "first@example.com"},
	}, http.StatusCreated)
	home := s.Env.ConsoleURL + "/"
	page := home + "onboardings/" + ref
	first, second := newVisitor(t, browser, true), newVisitor(t, browser, true)
	first.open(page + "?lang=en")
	first.signIn("reviewer")
	const nationalID = "44051401359"
	ask := func() {
		t.Helper()
		first.open(page)
		first.tick("fields", "national_id")
		first.fill("revealreason", "a letter of the tax office")
		first.click(`form:has(input[value="national_id"]) button`)
	}
	ask()
	first.says("The national id is proposed")
	first.accessible()
	if strings.Contains(first.html, nationalID) {
		t.Error("it is shown to one person alone")
	}
	first.open(home + "approvals")
	first.says(ref, "National id shown", "You proposed it")

	confirm := func(what string) {
		t.Helper()
		second.open(home + "approvals?lang=en")
		second.says(ref, what, "Demo reviewer")
		second.accessible()
		second.press("approval_confirm")
		second.says("It is confirmed, and done.")
	}
	second.open(home + "approvals?lang=en")
	second.signIn("reviewer2")
	confirm("National id shown")
	if strings.Contains(second.html, nationalID) {
		t.Error("it is shown to who confirmed")
	}
	ask()
	first.says(`data-field="national_id">` + nationalID)
	first.accessible()
	first.open(page)
	if strings.Contains(first.html, nationalID) {
		t.Error("it is on the page without being asked for")
	}

	first.open(home + "onboardings/" + invited)
	first.do(chromedp.Click(chromedp.CSS(`form:has(#invitation) input[value="email"]`)))
	first.fill("invitedreason", "no letter came")
	first.click(`form:has(#invitation) button`)
	first.says(`data-field="email">first@example.com`)
	first.accessible()

	first.open(page)
	first.fill("erasereason", "the person demands it")
	first.press("onboarding_erase")
	first.says("Nothing was erased yet")
	first.accessible()
	s.is(ref, "draft", "none")
	confirm("Personal data erased")
	first.open(page + "?lang=pl")
	first.says("Dane osobowe usunięto.", "cancelled")
	first.accessible()
	if strings.Contains(first.html, `value="onboarding_reveal"`) ||
		strings.Contains(first.html, `value="onboarding_erase"`) {
		t.Error("what is erased can be asked for")
	}
	viewer := newVisitor(t, browser, true)
	viewer.open(home + "audit?lang=en&actor=operator&merchant=" + ref)
	viewer.signIn("viewer")
	for _, step := range [][]string{
		{"Demo reviewer", "RevealPersonalData", "a letter of the tax office"}, {"Demo reviewer2", "ConfirmApproval"},
		{"Demo reviewer", "EraseMerchant", "the person demands it"},
	} {
		if !viewer.did(append(step, "ok")...) {
			t.Errorf("no row of the audit trail has %q:\n%s", step, viewer.text("tbody"))
		}
	}
	if strings.Contains(viewer.html, nationalID) {
		t.Error("the audit trail has the national id")
	}
}
