package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/partnerline/partnerline/internal/ids"
)

// Whatever a person has of something, the box that is on every page leads to it.
func TestConsoleFind(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := startWithConsole(t)
	home := s.Env.ConsoleURL + "/"
	ref := s.provided("Teodor", "Wzorcowy", "9990000001", "Srebrny Dmuchawiec sp. z o.o.")
	url := "https://receiver.example.com/" + ids.New("hook-")
	endpoint, _ := s.endpoint(url)

	v := newVisitor(t, browser, true)
	v.open(home + "?lang=en")
	v.signIn("viewer")
	search := func(text string) {
		t.Helper()
		v.do(chromedp.Clear(chromedp.CSS(`input[name="q"]`)), chromedp.SendKeys(chromedp.CSS(`input[name="q"]`), text))
		v.click(`form[role="search"] button`)
	}
	search(url)
	v.says("endpoint", s.Env.TenantID)
	v.accessible()
	v.click(chromedp.CSS(`a[href$="/` + endpoint + `"]`))
	v.says(url)
	for _, text := range []string{ref, "APPLICANT@example.com", "123-456-32-18", "9990000001",
		s.onboarding(ref)["partner_external_ref"].(string)} {
		search(text)
		v.says(ref, "merchant")
		if strings.Contains(v.html, "Wzorcowy") {
			t.Errorf("by %s the page names a person", text)
		}
	}
	v.accessible()
	if picturesWanted() {
		v.atWork("console-find.en")
	}
	v.click(chromedp.CSS(`a[href$="onboardings/` + ref + `/merchant"]`))
	v.says("Merchant "+ref, "Your roles do not show this.")
	search("no such thing")
	v.says("Nothing is called so.")

	reviewer := newVisitor(t, browser, false)
	reviewer.open(home + "find?lang=pl&q=" + endpoint)
	reviewer.signIn("reviewer")
	reviewer.says(url, "odbiorca", `<html lang="pl"`)
	reviewer.accessible()
	if strings.Contains(reviewer.html, `href="webhooks/`) {
		t.Error("a link leads where the reviewer may not go")
	}
}
