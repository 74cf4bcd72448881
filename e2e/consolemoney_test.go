package e2e

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/testkit/apicall"
)

// paidOut makes an active merchant whose money has moved in all ways: a payment that was paid and settled, and a
// payout.
func (s *system) paidOut() (ref, payment, payout string) {
	s.t.Helper()
	ref = s.provided("Teodor", "Wzorcowy", "9990000001", "Srebrny Dmuchawiec sp. z o.o.")
	for _, to := range []string{"active", "payouts_opt_in"} {
		s.partner("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": to}, http.StatusOK)
	}
	payment = apicall.Call(s.t, "POST", s.Env.PartnerBaseURL+"/payments", s.Env.PartnerKey, object{
		"amount": 123_456, "currency": "PLN", "external_ref": ids.New("order-"), "description": "A bell",
		"customer":   object{"email": "c@example.com"},
		"return_url": "https://shop.example.com/",
	}, "On-Behalf-Of", ref).Want(s.t, http.StatusCreated).Body["payment_id"].(string)
	s.partner("POST", "/sandbox/payments/"+payment+"/advance", object{"to": "paid"}, http.StatusOK)
	s.partner("POST", "/sandbox/merchants/"+ref+"/settle", nil, http.StatusOK)
	payout = apicall.Call(s.t, "POST", s.Env.PartnerBaseURL+"/merchants/"+ref+"/payouts", s.Env.PartnerKey,
		object{"amount": 10_000, "currency": "PLN", "external_ref": ids.New("payout-")},
		"Idempotency-Key", ids.New("key-")).Want(s.t, http.StatusCreated).Body["payout_id"].(string)
	return ref, payment, payout
}

// unexplained stores a line of a bank statement and a report of a provider that only a person can explain. Both are of
// live mode, which this system does not have.
func (s *system) unexplained(database, ref, payment string) {
	s.t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		s.t.Fatal(err)
	}
	u.Path = "/partnerline_partnerconnect"
	execSQL(s.t, u.String(), `
		INSERT INTO bank_lines (iban, ref, fingerprint, number, origin, statement_id, file_name, currency, amount, booked_on,
		       code, state, reason, payout_id, created_at)
		VALUES ('PL74000000000000000000000001', 'R-17', 'f-17', 1, '{"statement": "S-2026-11"}', 'S-2026-11', 'camt053.xml',
		       'PLN', -1250, '2026-11-20', 'ACMT', 'unmatched', 'unknown_payment', '', now())`)
	execSQL(s.t, u.String(), fmt.Sprintf(`
		INSERT INTO provider_reports (part, event_id, kind, subject_id, merchant_ref, amount, currency, occurred_at, fingerprint, outcome, difference, received_at)
		VALUES ('payment_engine', 'evt-17', 'payment_paid', '%s', '%s', 123455, 'PLN', now(), '\x00', 'difference', 'amount_differs', now())`, payment, ref))
}

// did reports whether a row of the audit trail names a person, what they did to something, and with what outcome.
func (v *visitor) did(texts ...string) bool {
	v.t.Helper()
	rows := result(v, chromedp.Evaluate[[]string](`[...document.querySelectorAll("tbody tr")].map(
		(r) => [r.innerText, ...[...r.querySelectorAll("[title]")].map((e) => e.title)].join(" "))`))
	return slices.ContainsFunc(rows, func(row string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(row, text) })
	})
}

// A refund above the amount is made when another person confirms it; the one who proposed it cannot. The audit trail
// has each step with the person. All pages of money are in both languages.
func TestConsoleRefundsByFourEyes(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	var database string
	s := startWithConsole(t, fourEyes, func(o *stack.Options) { database = o.DatabaseURL })
	ref, payment, payout := s.paidOut()
	s.unexplained(database, ref, payment)
	home := s.Env.ConsoleURL + "/"
	page := home + "money/payments/" + payment
	refunded := func() int {
		t.Helper()
		return int(apicall.Call(t, "GET", s.Env.PartnerBaseURL+"/payments/"+payment, s.Env.PartnerKey, nil, "On-Behalf-Of",
			ref).Want(t, http.StatusOK).Body["refunded_amount"].(float64))
	}

	first, second := newVisitor(t, browser, true), newVisitor(t, browser, true)
	first.open(home + "money?lang=en")
	first.signIn("finance")
	first.says(ref, "1234.56 PLN")
	first.click(chromedp.CSS(`a[href$="/` + payment + `"]`))
	refund := func(amount, reason string) {
		t.Helper()
		first.open(page)
		first.fill("amount", amount)
		first.fill("reason", reason)
		first.press("money_refund")
	}
	refund("50.00", "a small one")
	first.says("The refund was made.", "50.00 PLN")
	refund("150.00", "the bell is cracked")
	first.says("Nothing was refunded yet", "the bell is cracked", "Another person must confirm it.")
	first.accessible()
	if strings.Contains(first.html, `value="money_confirm"`) {
		t.Error("who proposed it is offered to confirm it")
	}
	approval := result(first, chromedp.Evaluate[string](`document.querySelector("[data-approval]").dataset.approval`))
	first.open(home + "approvals")
	first.says(approval, "You proposed it")
	// as a forged form would be
	first.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("input[value=approval_reject]").value = ` +
		`"approval_confirm"`))
	first.fill("reason0", "I insist")
	first.press("approval_confirm")
	first.refused("another person")
	if refunded() != 5_000 {
		t.Errorf("%d refunded before it was confirmed", refunded())
	}

	second.open(page + "?lang=en")
	second.signIn("finance2")
	second.says("Demo finance", "the bell is cracked")
	second.accessible()
	if picturesWanted() {
		second.atWork("console-proposal.en")
	}
	second.press("money_confirm")
	second.says("The refund was confirmed.", "200.00 PLN")
	second.accessible()
	if refunded() != 20_000 {
		t.Errorf("%d refunded after the confirmation", refunded())
	}

	refund("300.00", "another bell")
	second.open(home + "approvals")
	second.fill("reason0", "the bell is whole")
	second.press("approval_reject")
	second.says("It is rejected")
	if refunded() != 20_000 {
		t.Errorf("%d refunded after the rejection", refunded())
	}
	second.open(home + "approvals?show=all")
	second.says("Demo finance2", "the bell is whole")

	t.Run("the audit trail has each step with the person", func(t *testing.T) {
		v := newVisitor(t, browser, true)
		v.open(home + "audit?lang=en&actor=operator&merchant=" + ref)
		v.signIn("viewer")
		for _, step := range [][]string{
			{"Demo finance", "RefundPayment", "a small one", "ok"},
			{"Demo finance", "RefundPayment", "the bell is cracked", "ok"},
			{"Demo finance2", "ConfirmApproval", "ok"}, {"Demo finance", "RefundPayment", "another bell", "ok"},
			{"Demo finance2", "RejectApproval", "the bell is whole", "ok"},
		} {
			if !v.did(step...) {
				t.Errorf("no row has %q:\n%s", step, v.text("tbody"))
			}
		}
		v.open(home + "audit?object=" + approval)
		if !v.did("Demo finance", "ConfirmApproval", "second_person_required") {
			t.Errorf("the refused confirmation is not there:\n%s", v.text("tbody"))
		}
	})
	t.Run("every page in both languages", func(t *testing.T) {
		v := newVisitor(t, browser, true)
		v.open(home + "money")
		v.signIn("finance")
		for path, says := range map[string]string{
			"money": payment, "money/payments/" + payment: "payment_paid", "money/payouts": payout,
			"money/payouts?id=nothing": "", "money/ledger": "",
			"money/refunds": payment, "money/chargebacks": "", "money/settlements": ref,
			"money/ledger?merchant=" + ref: "available", "money/reconcile": "R-17", "approvals?show=all": "the bell is whole",
		} {
			for _, lang := range []string{"en", "pl"} {
				join := "?"
				if strings.Contains(path, "?") {
					join = "&"
				}
				v.open(home + path + join + "lang=" + lang)
				v.says(says, `<html lang="`+lang+`"`)
				v.fits()
				v.accessible()
			}
		}
		v.open(home + "money/ledger?lang=en")
		v.press("money_verify")
		v.says(`data-ledger="intact"`)
		v.accessible()
		if picturesWanted() {
			v.open(home + "money/reconcile")
			v.atWork("console-reconcile.en")
			v.open(home + "money/ledger?merchant=" + ref)
			v.atWork("console-ledger.en")
		}
	})
}
