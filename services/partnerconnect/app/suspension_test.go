package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// Customers of a merchant that is suspended or closed can pay no more: new payments are refused, open ones end with a
// reason, an event and a page that says so, and resuming revives none of them. What was paid before can still be given
// back.
func TestNotActiveMerchantsTakeNoPayments(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	for _, c := range []struct {
		status delegation.MerchantStatus
		reason string
	}{{delegation.SuspendedMerchant, "merchant_suspended"}, {delegation.ClosedMerchant, "merchant_closed"}} {
		t.Run(string(c.status), func(t *testing.T) {
			ref := b.merchant(key, allowed)
			paid := b.paid(key, ref, 5000)
			page := func() (id, path string) {
				a := b.register(key, ref, b.order(1000, ""))
				next, _ := a.json(t)["next_action"].(map[string]any)
				url, _ := next["url"].(string)
				return a.text(t, "payment_id"), strings.TrimPrefix(url, publicBase)
			}
			get := func(id string) answer { return b.call("GET", "/payments/"+id, key, "", "On-Behalf-Of", ref) }
			pay := func(path string) answer {
				return b.call("POST", path, "", "choice=pay&method=blik", "Content-Type", "application/x-www-form-urlencoded")
			}
			open, path := page()
			other, otherPath := page()
			b.put(ref, consent{delegation.ActiveDelegation, delegation.OptInGranted, c.status})

			// From now on, before anything has been ended.
			if a := b.register(key, ref, b.order(1000, "")); a.status != 409 || a.text(t, "code") != "merchant_not_active" {
				t.Errorf("a new payment: %d %s", a.status, a.body)
			}
			if a := pay(path); a.status != http.StatusSeeOther {
				t.Errorf("%d %s", a.status, a.body)
			}
			if a := b.call("POST", "/sandbox/payments/"+open+"/advance", key, `{"to":"paid"}`); a.status != 409 ||
				a.text(t, "code") != "merchant_not_active" {
				t.Errorf("the sandbox's customer: %d %s", a.status, a.body)
			}
			stopped := func(what string) {
				t.Helper()
				a := b.call("GET", path, "", "")
				if a.status != 200 || !strings.Contains(a.body, "does not accept payments at present") ||
					strings.Contains(a.body, "<form") || !strings.Contains(a.body, "status=cancelled") {
					t.Errorf("%s: %d %s", what, a.status, a.body)
				}
			}
			stopped("the page before the payment is ended")
			if next, _ := get(open).json(t)["next_action"].(map[string]any); next["type"] != "none" {
				t.Errorf("the partner is still given the page: %v", next)
			}

			// The sweep ends them, once.
			now := time.Now().UTC().Truncate(time.Millisecond)
			for _, want := range []int{2, 0} {
				if n, err := b.store.Payments.EndPayments(t.Context(), "", now, 100); n != want || err != nil {
					t.Errorf("%d payments were ended, want %d: %v", n, want, err)
				}
			}
			for _, id := range []string{open, other} {
				if a := get(id); a.text(t, "status") != "cancelled" || a.text(t, "reason_code") != c.reason {
					t.Errorf("%s", a.body)
				}
			}
			stopped("the page of an ended payment")
			events := b.count(`SELECT count(*) FROM events WHERE merchant_ref = $1 AND type = 'payment.cancelled'
				AND convert_from(body, 'UTF8')::jsonb #>> '{data,reason_code}' = $2`, ref, c.reason)
			if events != 2 {
				t.Errorf("%d events", events)
			}
			if a := b.call("POST", "/sandbox/payments/"+paid+"/advance", key, `{"to":"refunded"}`); a.status != 200 {
				t.Errorf("a refund: %d %s", a.status, a.body)
			}

			b.put(ref, allowed)
			for _, p := range []string{path, otherPath} {
				if a := pay(p); a.status != http.StatusSeeOther {
					t.Errorf("%d %s", a.status, a.body)
				}
			}
			if a := get(open); a.text(t, "status") != "cancelled" {
				t.Errorf("resuming revives a payment: %s", a.body)
			}
			again, path := page()
			if pay(path); get(again).text(t, "status") != "paid" {
				t.Errorf("a payment after the resumption: %s", get(again).body)
			}
		})
	}
	b.intact()
}

// A merchant that is resumed before its open payments have been ended gets none of them back.
func TestResumingRevivesNoPayment(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	id := b.register(key, ref, b.order(1000, "")).text(t, "payment_id")
	if _, err := b.operator.SuspendMerchant(b.internal(), &pcv1.SuspendMerchantRequest{Ref: ref}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.operator.ResumeMerchant(b.internal(), &pcv1.ResumeMerchantRequest{Ref: ref}); err != nil {
		t.Fatal(err)
	}
	a := b.call("GET", "/payments/"+id, key, "", "On-Behalf-Of", ref)
	if a.text(t, "status") != "cancelled" || a.text(t, "reason_code") != "merchant_suspended" {
		t.Errorf("%s", a.body)
	}
}
