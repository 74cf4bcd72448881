package e2e

import (
	"context"
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/services/console/consoletest"
)

// rowsOfList is how many rows the lists have, and rowsSeen how many of them a person sees at once.
const rowsOfList, rowsSeen = 50, 15

// lists are the pages of the console that are lists.
var lists = []string{
	"onboardings", "review", "approvals", "money", "money/payouts", "money/refunds", "money/chargebacks",
	"money/settlements", "partners", "webhooks", "webhooks/ten_demo_shop", "webhooks/ten_demo_shop/deliveries",
	"webhooks/ten_demo_shop/0b6f2a51-8d5f-4a39-9c0e-2f6d7b1e4c33/deliveries", "webhooks/notices", "audit", "jobs",
}

// texts of answers, as long as those of a real system, by the name of their field.
var texts = map[protoreflect.Name]string{
	"ref": "mrc_06h1erk03nw5h21a7s98wse2rm", "merchant_ref": "mrc_06h1erk03nw5h21a7s98wse2rm",
	"partner_id": "ptn_demo_marketplace", "channel": "chn_demo_web", "tenant_id": "ten_demo_shop",
	"partner_external_ref": "shop-2026-000117", "external_ref": "order-2026-11-000117",
	"status": "awaiting_signatories", "merchant_status": "active", "reason_code": "register_mismatch",
	"waits_for": "signatories", "reasons": "politically_exposed", "applicant_type": "sole_trader",
	"payment_id": "pay_06h1erk2cnw5h21a7s98wse2rm", "payout_id": "pyt_06h1erk2cnw5h21a7s98wse2rm",
	"refund_id": "ref_06h1erk2cnw5h21a7s98wse2rm", "chargeback_id": "chb_06h1erk2cnw5h21a7s98wse2rm",
	"settlement_id": "stl_06h1erk2cnw5h21a7s98wse2rm", "currency": "PLN", "iban_masked": "PL61 •••• •••• 2874",
	"endpoint_id": "0b6f2a51-8d5f-4a39-9c0e-2f6d7b1e4c33", "event_id": "evt_06h1erk2cnw5h21a7s98wse2rm",
	"event_type": "representation.requirements_changed", "type": "endpoint.deactivated",
	"url":              "https://receiver.example.com/partnerline/webhooks/production/incoming?source=partnerline",
	"actor":            "operator",
	"operation":        "/partnerconnect.v1.ReviewOperatorService/RevealPersonalData",
	"object_id":        "apr_06h1erk2cnw5h21a7s98wse2rm",
	"operator_subject": "Cg1kZW1vLXJldmlld2VyEgVsb2NhbA", "operator_name": "Demo reviewer",
	"operator_roles": "reviewer", "outcome": "FAILED_PRECONDITION", "kind": "refund", "etag": "1",
	"reason":     "the customer called on Monday and asked for it: ticket 4711, the second one of this kind this week",
	"started_by": "Demo support", "name": "Demo marketplace of the north", "state": "failing",
	"before": "awaiting_signatories", "after": "active", "field": "onboarding_status",
	"proposed_by_name": "Demo reviewer", "subject_id": "pay_06h1erk2cnw5h21a7s98wse2rm",
}

// statusesOf are states that a list shows in words.
var statusesOf = map[protoreflect.FullName]string{
	"webhooks.v1.Delivery.status": "failed", "webhooks.v1.Delivery.reason": "connect_refused",
	"webhooks.v1.BulkRecovery.status": "running", "partnerconnect.v1.Approval.status": "pending",
	"webhooks.v1.EndpointHealth.state": "failing",
}

func longText(f protoreflect.FieldDescriptor) string {
	if text, ok := statusesOf[f.FullName()]; ok {
		return text
	}
	if f.Parent().Name() == "MerchantNamesEntry" {
		if f.Name() == "key" {
			return texts["merchant_ref"]
		}
		return "Hurtownia Rowerów i Części Zamiennych Kredowe Koło spółka z ograniczoną odpowiedzialnością"
	}
	if text, ok := texts[f.Name()]; ok {
		return text
	}
	if f.Name() == "id" {
		switch f.Parent().Name() {
		case "Tenant":
			return "ten_demo_shop"
		case "Partner":
			return "ptn_demo_marketplace"
		case "Endpoint":
			return texts["endpoint_id"]
		}
		return "dlv_06h1erk2cnw5h21a7s98wse2rm"
	}
	return "text"
}

// rowsInView counts the rows of the first list that are seen as a whole: within the window, and below the heads of the
// table, which stay.
const rowsInView = `(() => {
  const rows = [...document.querySelectorAll('main tbody tr')]
  return rows.map((r) => r.getBoundingClientRect()).filter((r) => r.top >= 0 && r.bottom <= innerHeight).length
})()`

// broken are ids, types, times and amounts that take more than one line.
const broken = `(() => {
  const faults = []
  for (const e of document.querySelectorAll('main table :is(code, time, a, .number, .id, .badge)')) {
    const range = document.createRange()
    range.selectNodeContents(e)
    const lines = new Set([...range.getClientRects()].filter((r) => r.width > 1).map((r) => Math.round(r.bottom / 8)))
    if (lines.size > 1 && range.getBoundingClientRect().height > 30) faults.push(e.outerHTML.slice(0, 120))
  }
  return faults.slice(0, 3)
})()`

const tooWide = `document.documentElement.scrollWidth > innerWidth ? document.documentElement.scrollWidth : 0`

// worker is a visitor who has signed in, with all roles.
func worker(t *testing.T, browser context.Context, s *consoletest.Site, scripts bool) *visitor {
	t.Helper()
	v := newVisitor(t, browser, scripts)
	for _, c := range s.SignedIn("viewer", "support", "reviewer", "finance", "administrator") {
		v.do(emulate(network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, URL: s.URL}))
	}
	return v
}

// A person sees at least 15 of 50 rows of each list at once, each on one line; no page is wider than its window.
func TestListsOfTheConsole(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := consoletest.Start(t, consoletest.Planes{
		Contract: &consoletest.Contract{Full: true, Rows: rowsOfList, Text: longText}, Waiting: true,
	})
	v := worker(t, browser, s, true)
	for _, lang := range []string{"en", "pl"} {
		for _, list := range lists {
			v.do(screen(1280, 800))
			v.open(s.URL + "/" + list + "?lang=" + lang)
			if n := result(v, chromedp.Evaluate[int](rowsInView)); n < rowsSeen {
				t.Errorf("%s: %d rows are seen of %d, want %d", v.url, n, rowsOfList, rowsSeen)
			}
			for _, fault := range result(v, chromedp.Evaluate[[]string](broken)) {
				t.Errorf("%s: broken over lines: %s", v.url, fault)
			}
			for _, width := range []int64{390, 1280, 1920} {
				v.do(screen(width, 800))
				if wide := result(v, chromedp.Evaluate[int](tooWide)); wide > 0 {
					t.Errorf("%s at %d: the page is %d wide", v.url, width, wide)
				}
			}
		}
	}
}

// All parts that pages share are on one page, which is served in development only, and are accessible. With scripts "/"
// goes to the search, and an id is copied; without them neither is offered.
func TestComponentsOfPages(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := consoletest.Start(t, consoletest.Planes{Sample: true})
	v := worker(t, browser, s, true)
	for _, lang := range []string{"en", "pl"} {
		v.open(s.URL + "/components?lang=" + lang)
		v.accessible()
		v.fits()
	}
	v.do(chromedp.Evaluate[chromedp.Void](
		`navigator.clipboard.writeText = async (text) => { document.body.dataset.copied = text }`))
	v.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".copy").click()`))
	if got := result(v, chromedp.Evaluate[string](`document.body.dataset.copied`)); got != texts["ref"] {
		t.Errorf("copied %q", got)
	}
	const pressed = `document.dispatchEvent(new KeyboardEvent("keydown", { key: "/" })), document.activeElement.name`
	if got := result(v, chromedp.Evaluate[string](pressed)); got != "q" {
		t.Errorf("after / the focus is on %q", got)
	}
	without := worker(t, browser, s, false)
	without.open(s.URL + "/components")
	without.do(scripted(true))
	const display = `getComputedStyle(document.querySelector(".copy")).display`
	if got := result(without, chromedp.Evaluate[string](display)); got != "none" {
		t.Errorf("without scripts the button that copies is %s", got)
	}
	live := consoletest.Start(t, consoletest.Planes{})
	if resp, _ := live.Call("GET", "/components", nil, live.SignedIn("viewer")); resp.StatusCode != http.StatusNotFound {
		t.Errorf("elsewhere than in development: status %d", resp.StatusCode)
	}
}
