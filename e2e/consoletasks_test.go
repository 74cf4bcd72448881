package e2e

import (
	"context"
	"encoding/base64"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// mostClicks is how many clicks a person needs for a task at most, from the overview on.
const mostClicks = 6

// A hand is a person at work, whose clicks and keys are counted.
type hand struct {
	*visitor

	clicks, keys int
}

// atWork signs a person in, and opens the overview.
func (s *system) atWork(t *testing.T, browser context.Context, person string) *hand {
	t.Helper()
	h := &hand{visitor: newVisitor(t, browser, true)}
	h.do(screen(1280, 800))
	h.open(s.Env.ConsoleURL + "/?lang=en")
	h.signIn(person)
	h.says("Is all well?")
	return h
}

// goes clicks on what leads to another page.
func (h *hand) goes(selector chromedp.CSS) {
	h.t.Helper()
	h.clicks++
	h.click(selector)
}

// types clicks on an input, and types into it.
func (h *hand) types(selector chromedp.CSS, text string) {
	h.t.Helper()
	h.clicks++
	h.keys += len(text)
	h.do(chromedp.Click(selector), chromedp.SendKeys(selector, text))
}

// enters types into the input where the cursor is, and sends its form by the key Enter.
func (h *hand) enters(id, text string) {
	h.t.Helper()
	const focused = `document.activeElement.id || document.activeElement.name`
	if at := result(h.visitor, chromedp.Evaluate[string](focused)); at != id {
		h.t.Fatalf("the cursor is at %q, and not at %s", at, id)
	}
	h.keys += len(text) + 1
	h.follow(chromedp.KeyEvent(text + kb.Enter))
}

// tabs types into the next input of a form, to which the key Tab leads.
func (h *hand) tabs(id, text string) {
	h.t.Helper()
	h.keys += 1 + len(text)
	h.fill(id, text)
}

// sends types into the next input of a form, and sends it by the key Enter.
func (h *hand) sends(id, text string) {
	h.t.Helper()
	h.keys += 2 + len(text)
	h.follow(chromedp.SendKeys(chromedp.CSS("#"+id), text+kb.Enter))
}

// chooses opens a list by a click, and chooses a value by a key and Enter.
func (h *hand) chooses(id, value string) {
	h.t.Helper()
	h.clicks++
	h.keys += 2
	h.do(chromedp.SetValue(chromedp.CSS("#"+id), value))
}

// finishes compares what a task took with what it may.
func (h *hand) finishes(task string) {
	h.t.Helper()
	h.t.Logf("%s: %d clicks, %d keys", task, h.clicks, h.keys)
	if h.clicks > mostClicks {
		h.t.Errorf("%s takes %d clicks, want %d at most", task, h.clicks, mostClicks)
	}
}

// What people do daily takes each of them six clicks at most from the overview, with a reason and a confirmation where
// there is no undo.
func TestTasksOfTheConsole(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := startWithConsole(t, fourEyes, retriesAfter(time.Hour))
	ref, payment, _ := s.paidOut()

	t.Run("find a merchant by e-mail", func(t *testing.T) {
		h := s.atWork(t, browser, "support")
		h.keys++
		h.do(chromedp.Evaluate[chromedp.Void](`document.dispatchEvent(new KeyboardEvent("keydown", { key: "/" }))`))
		h.enters("q", "applicant@example.com")
		h.says(ref)
		h.goes(chromedp.CSS(`main a[href$="onboardings/` + ref + `"]`))
		h.says("Timeline")
		h.finishes("find a merchant by e-mail")
	})
	t.Run("see why an endpoint fails, and send what waits", func(t *testing.T) {
		r := receiver.New(t)
		var up atomic.Bool
		r.Respond(func(int, receiver.Request) receiver.Response {
			if up.Load() {
				return receiver.Response{}
			}
			return receiver.Response{Status: http.StatusServiceUnavailable}
		})
		id, _ := s.endpoint(r.URL())
		const events = 12
		for range events {
			s.publish()
		}
		s.eventually("the endpoint is failing", func() bool {
			health, _ := s.read(id)["health"].(map[string]any)
			return health["state"] == "failing" && s.waiting(id) == events
		})
		h := s.atWork(t, browser, "support")
		h.goes(chromedp.CSS(`section[aria-labelledby="failing"] a[href$="/` + id + `"]`))
		h.says("503", "Try everything now")
		h.goes(chromedp.CSS(`a[href$="/deliveries"]`))
		h.says("http_5xx")
		h.clicks++ // the browser's way back
		h.follow(chromedp.NavigateBack())
		up.Store(true)
		h.types("#everything-reason", "the receiver is repaired")
		h.goes(`section[aria-labelledby="everything"] button`)
		s.eventually("all have arrived", func() bool { return s.waiting(id) == 0 })
		h.finishes("see why an endpoint fails, and send what waits")
	})
	t.Run("decide a review with two people", func(t *testing.T) {
		waits := s.provided("Tymoteusz", "Fikcyjniak", "9990000010", "Kredowe Koło sp. z o.o.")
		document := s.partner("POST", "/onboarding/"+waits+"/documents", object{
			"content_base64": base64.StdEncoding.EncodeToString([]byte("%PDF-1.4 x")), "filename": "poa.pdf",
			"document_type": "power_of_attorney", "subject": "board",
		}, http.StatusCreated)["document_id"].(string)
		s.partner("POST", "/sandbox/onboarding/"+waits+"/advance", object{"to": "in_review"}, http.StatusOK)

		first := s.atWork(t, browser, "reviewer")
		first.goes(`nav a[href="review"]`)
		first.goes(chromedp.CSS(`tr[data-review="` + waits + `"] a`))
		first.enters("for", "the queue")
		article := `article[data-document="` + document + `"] `
		first.types(chromedp.CSS(article+`input[name="reason"]`), "it can be read")
		first.goes(chromedp.CSS(article + `button[value="accepted"]`))
		first.says("The document is decided")
		first.chooses("choice", "approve")
		first.sends("reason", "all is well")
		first.says("This cannot be undone")
		first.goes(`form:has(input[name="confirmed"]) button`)
		first.says("waits for a second person")
		first.finishes("decide a review: who proposes")

		second := s.atWork(t, browser, "reviewer2")
		second.goes(`nav a[href="approvals"]`)
		second.says("in review", "active", "all is well")
		second.goes(chromedp.CSS(`a.button[href$="review/` + waits + `"]`))
		second.enters("for", "the second pair of eyes")
		second.goes(`form:has(input[value="approval_confirm"]) button`)
		second.types("#reason", "the data agrees")
		second.goes(`form:has(input[name="confirmed"]) button`)
		second.says("It is confirmed, and done.")
		s.is(waits, "active", "active")
		second.finishes("decide a review: who confirms")
	})
	t.Run("refund with four eyes", func(t *testing.T) {
		first := s.atWork(t, browser, "finance")
		first.goes(`nav a[href="money"]`)
		first.goes(chromedp.CSS(`main a[href$="/` + payment + `"]`))
		first.types("#amount", "150.00")
		first.tabs("reason", "the bell is cracked")
		first.goes(`section[aria-labelledby="refund"] button`)
		first.goes(`form:has(input[name="confirmed"]) button`)
		first.says("Nothing was refunded yet")
		first.finishes("refund: who proposes")

		second := s.atWork(t, browser, "finance2")
		second.goes(`nav a[href="approvals"]`)
		second.says("0.00 PLN", "150.00 PLN of 1234.56 PLN", "the bell is cracked")
		second.goes(`form:has(input[value="approval_confirm"]) button`)
		second.says("0.00 PLN → 150.00 PLN of 1234.56 PLN")
		second.types("#reason", "the picture shows it")
		second.goes(`form:has(input[name="confirmed"]) button`)
		second.says("It is confirmed, and done.")
		got := apicall.Call(t, "GET", s.Env.PartnerBaseURL+"/payments/"+payment, s.Env.PartnerKey, nil, "On-Behalf-Of", ref).
			Want(t, http.StatusOK).Body["refunded_amount"].(float64)
		if got != 15_000 {
			t.Errorf("%v are refunded", got)
		}
		second.finishes("refund: who confirms")
	})
	t.Run("revoke a key", func(t *testing.T) { // the last one: it is the key of the others
		h := s.atWork(t, browser, "support")
		h.goes(`nav a[href="partners"]`)
		h.goes(`main tbody a[href*="partners/ptn_"]`)
		key := result(h.visitor, chromedp.Evaluate[string](`document.querySelector("#key option:nth-child(2)").value`))
		h.chooses("key", key)
		h.goes(`button[value="key_revoke"]`)
		h.says("This cannot be undone", "used")
		h.types("#reason", "it was in a public repository")
		h.goes(`form:has(input[name="confirmed"]) button`)
		apicall.Call(t, "GET", s.Env.PartnerBaseURL+"/payments/"+payment, s.Env.PartnerKey, nil, "On-Behalf-Of", ref).
			Want(t, http.StatusUnauthorized)
		h.finishes("revoke a key")
	})
}
