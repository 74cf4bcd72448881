package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/testkit/engine"
)

// The classic call and the one on behalf differ in who acts, and in nothing else.
func TestRegisterPayment(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	own, err := b.operator.CreateMerchantKey(b.internal(), &pcv1.CreateMerchantKeyRequest{MerchantRef: ref})
	if err != nil {
		t.Fatal(err)
	}
	delegation := b.call("GET", "/merchants/"+ref+"/delegation", key, "").text(t, "delegation_id")
	for name, c := range map[string]struct{ key, actedBy string }{
		"on behalf": {key, fmt.Sprintf(`{"type":"partner","partner_id":%q,"delegation_id":%q}`, b.id("ptn_a"), delegation)},
		"classic":   {own.GetKey(), `{"type":"merchant","partner_id":null,"delegation_id":null}`},
	} {
		b.subtest(name, func(t *testing.T) {
			var headers []string
			if name == "on behalf" {
				headers = []string{"On-Behalf-Of", ref}
			}
			body := b.order(12345, `,"method":"blik","metadata":{"cart":"7"}`)
			a := b.call("POST", "/payments", c.key, body, headers...)
			p := a.json(t)
			id, created, valid := a.text(t, "payment_id"), a.text(t, "created_at"), a.text(t, "valid_until")
			next, _ := p["next_action"].(map[string]any)
			url, _ := next["url"].(string)
			want := fmt.Sprintf(`{"payment_id":%q,"merchant_ref":%q,"channel":%q,"status":"registered",
			"amount":12345,"currency":"PLN","external_ref":"order-%d",
			"next_action":{"type":"redirect","url":%q,"expires_at":%q,"last_message":null},"acted_by":%s,"created_at":%q,"livemode":false,"method":"blik","fee":111,"refunded_amount":0,
			"reason_code":null,"metadata":{"cart":"7"},"valid_until":%q,"updated_at":%q,"paid_at":null,"charged_back_amount":0}`,
				id, ref, b.id("chn_a"), b.n, url, next["expires_at"], c.actedBy, created, valid, created)
			if a.status != http.StatusCreated || compact(t, a.body) != compact(t, want) ||
				a.header.Get("Location") != "/payments/"+id ||
				!strings.HasPrefix(url, publicBase+"/pay/") || a.header.Get("Idempotency-Replayed") != "" {
				t.Errorf("%d %v\n got %s\nwant %s", a.status, a.header, a.body, want)
			}
			from, err1 := time.Parse(time.RFC3339Nano, created)
			until, err2 := time.Parse(time.RFC3339Nano, valid)
			if err1 != nil || err2 != nil || until.Sub(from) != 24*time.Hour {
				t.Errorf("valid from %s until %s", created, valid)
			}
			// Again: the same body in another order gets the same, to the byte; another content is a conflict, whatever else is
			// wrong.
			again := b.call("POST", "/payments", c.key,
				strings.Replace(body, `,"method":"blik"`, "", 1)[:len(body)-len(`,"method":"blik"`)-1]+`,"method":"blik"}`,
				headers...)
			if again.status != http.StatusOK || again.body != a.body || again.header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("%s again: %d %v %s", name, again.status, again.header, again.body)
			}
			for _, other := range []string{
				strings.Replace(body, "12345", "12346", 1), strings.Replace(body, "12345", `"12345"`, 1),
				strings.Replace(body, `"blik"`, `"blik","typo":1`, 1),
			} {
				wantProblem(t, name+" conflict", b.call("POST", "/payments", c.key, other, headers...),
					problem(409, "external_ref_conflict",
						"The reference was used for a different request", "the merchant has a different one with this external_ref",
						"/payments",
						`{"field":"/external_ref","code":"taken","message":"use a reference that is new for each new request"}`, ""))
			}
			got := b.call("GET", "/payments/"+id, c.key, "", headers...)
			if got.status != 200 || got.body != a.body {
				t.Errorf("%s read: %d %s", name, got.status, got.body)
			}
		})
	}
	// What one merchant has, another has not.
	other := b.merchant(key, allowed)
	a := b.register(key, ref, b.order(100, ""))
	for _, call := range [][2]string{{"GET", ""}, {"POST", "/cancel"}} {
		path := "/payments/" + a.text(t, "payment_id") + call[1]
		wantProblem(t, "another merchant's", b.call(call[0], path, key, "", "On-Behalf-Of", other),
			problem(404, "payment_not_found", "There is no such payment",
				"the merchant has no payment with this id", path, "", ""))
	}
	if n := b.count(`SELECT count(*) FROM payments WHERE merchant_ref = $1 AND details LIKE '%klient%'`, ref); n != 0 {
		t.Error("the customer's address is stored in the clear")
	}
	if strings.Contains(b.logged(), "klient@example") || strings.Contains(b.logged(), "/pay/") {
		t.Error("the log names the customer")
	}
}

// 100 calls at once with one reference make one payment, and all of them get it.
func TestRegisterPaymentAtOnce(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	body := b.order(500, "")
	answers := make([]answer, 100)
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() {
			a, err := b.try("POST", "/payments", key, body, "On-Behalf-Of", ref)
			if err != nil {
				t.Error(err)
			}
			answers[i] = a
		})
	}
	wg.Wait()
	statuses, bodies := map[int]int{}, map[string]int{}
	for _, a := range answers {
		statuses[a.status]++
		bodies[a.body]++
	}
	if statuses[201] != 1 || statuses[200] != 99 || len(bodies) != 1 ||
		b.count(`SELECT count(*) FROM payments WHERE merchant_ref = $1`, ref) != 1 {
		t.Errorf("%v, %d bodies", statuses, len(bodies))
	}
}

// Live and test never meet: a key sees the merchants of its mode alone.
func TestPaymentsOfModesNeverMeet(t *testing.T) {
	t.Parallel()
	b := startBank(t, withEngine(engine.Start(t)))
	key := b.simple("a")
	live := b.keyWith(&pcv1.CreatePartnerKeyRequest{
		PartnerId: "ptn_a", Livemode: true, Scopes: allScopes, Channels: []string{"chn_a"},
	}).GetKey()
	test, real := b.merchant(key, allowed), b.merchant(live, allowed)
	for _, c := range []struct{ key, own, other string }{{key, test, real}, {live, real, test}} {
		if got := outcome(t, b.register(c.key, c.other, b.order(1, ""))); got != "404 merchant_not_found" {
			t.Error(got)
		}
		if got := outcome(t, b.call("GET", "/merchants/"+c.other+"/balance", c.key, "")); got != "404 merchant_not_found" {
			t.Error(got)
		}
		if a := b.register(c.key, c.own, b.order(1, "")); a.status != 201 ||
			!strings.Contains(a.body, fmt.Sprintf(`"livemode":%t`, c.key == live)) {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	if a := b.call("GET", "/merchants", live, ""); strings.Contains(a.body, test) || !strings.Contains(a.body, real) {
		t.Error(a.body)
	}
}

// Every way in which the body of a payment can be wrong.
func TestPaymentBody(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	at := func(d time.Duration) string { return time.Now().UTC().Add(d).Format(time.RFC3339) }
	wantProblem(t, "everything",
		b.register(key, ref,
			fmt.Sprintf(`{"external_ref":" x","description":"","customer":{"email":"a","name":"","locale":"x y"},`+
				`"return_url":"http://a.example",
		"method":"cash","valid_until":%q,"metadata":{"":"x"}}`, at(time.Minute))),
		problem(422, "validation_failed", "Some fields are not acceptable", "some fields are not acceptable; see errors",
			"/payments", `
			{"field":"/amount","code":"required","message":"must be given"},
			{"field":"/customer/name","code":"empty","message":"must not be empty; leave it out if it is not known"},
			{"field":"/external_ref","code":"leading_or_trailing_whitespace","message":"must not begin or end with whitespace"},
			{"field":"/currency","code":"required","message":"must be given"},
			{"field":"/description","code":"required","message":"must be given"},
			{"field":"/customer/email","code":"invalid_email","message":"must be an e-mail address of at most 254 characters"},
			{"field":"/customer/locale","code":"invalid_locale","message":"must be a language tag like pl or en-GB"},
			{"field":"/return_url","code":"invalid_url","message":"must be an https URL of at most 2048 bytes"},
			{"field":"/method","code":"unknown_value","message":"must be one of transfer, blik, card"},
			{"field":"/valid_until","code":"out_of_range","message":"must be 15 minutes to 30 days ahead"},
			{"field":"/metadata","code":"invalid_key","message":"keys must have 1 to 40 characters"}`, ""))
	wantProblem(t, "amount and currency beside what is missing",
		b.register(key, ref, `{"amount":0,"currency":"EUR","external_ref":"x","return_url":"https://shop.example/"}`),
		problem(422, "validation_failed", "Some fields are not acceptable", "some fields are not acceptable; see errors",
			"/payments", `
			{"field":"/description","code":"required","message":"must be given"},
			{"field":"/customer/email","code":"required","message":"must be given"},
			{"field":"/amount","code":"out_of_range","message":"must be 1 to 99999999999 minor units of the currency"},
			{"field":"/currency","code":"not_supported","message":"must be one of the merchant's currencies (ISO 4217, upper case)"}`, ""))
	for _, customer := range []string{`null`, `{}`} {
		wantProblem(t, "customer "+customer,
			b.register(key, ref,
				strings.Replace(b.order(1, ""), `"customer":{"email":"`, `"customer":`+customer+`,"metadata":{"was":"`, 1)),
			problem(422, "validation_failed", "Some fields are not acceptable", "some fields are not acceptable; see errors",
				"/payments",
				`{"field":"/customer/email","code":"required","message":"must be given"}`, ""))
	}
	for _, amount := range []string{"0", "-1", "100000000000"} {
		wantProblem(t, amount, b.register(key, ref, strings.Replace(b.order(1, ""), `"amount":1`, `"amount":`+amount, 1)),
			problem(422, "amount_out_of_range", "The amount is out of range", "the amount is out of range; see errors",
				"/payments",
				`{"field":"/amount","code":"out_of_range","message":"must be 1 to 99999999999 minor units of the currency"}`, ""))
	}
	for _, currency := range []string{"EUR", "pln", "XXX", "PL"} {
		wantProblem(t, currency, b.register(key, ref, strings.Replace(b.order(1, ""), `"PLN"`, `"`+currency+`"`, 1)),
			problem(422, "currency_not_supported", "The merchant does not have this currency",
				"the merchant does not have this currency; see supported_currencies", "/payments",
				`{"field":"/currency","code":"not_supported","message":"must be one of the merchant's currencies (ISO 4217, `+
					`upper case)"}`, `,"supported_currencies":["PLN"]`))
	}
	for body, want := range map[string]string{
		strings.Replace(b.order(1, ""), `"amount":1`, `"amount":1.5`, 1): "422 validation_failed",
		strings.Replace(b.order(1, ""), `"amount":1`, `"amount":"1"`, 1): "422 validation_failed",
		strings.Replace(b.order(1, ""), `"amount":1`, `"amount":1.0`, 1): "201",
		b.order(1, `,"sum":1`):      "422 unknown_field",
		`{`:                         "400 invalid_json",
		b.order(99_999_999_999, ""): "201",
		b.order(1, fmt.Sprintf(`,"valid_until":%q`, at(16*time.Minute))):                  "201",
		b.order(1, fmt.Sprintf(`,"valid_until":%q`, at(31*24*time.Hour))):                 "422 validation_failed",
		strings.Replace(b.order(1, ""), "https://shop.example", "https://u@s.example", 1): "422 validation_failed",
	} {
		b.subtest(body, func(t *testing.T) {
			if got := outcome(t, b.register(key, ref, body)); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// The states of a payment over HTTP: what is legal happens with its events, what is not is invalid_state.
func TestPaymentStates(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	live := b.keyWith(&pcv1.CreatePartnerKeyRequest{
		PartnerId: "ptn_a", Livemode: true, Scopes: allScopes, Channels: []string{"chn_a"},
	}).GetKey()
	for to, events := range map[string]string{
		"pending": "registered pending", "paid": "registered pending paid",
		"partially_refunded": "registered pending paid refunded",
		"refunded":           "registered pending paid refunded", "rejected": "registered rejected",
		"expired":   "registered expired",
		"cancelled": "registered cancelled",
	} {
		b.subtest(to, func(t *testing.T) {
			id := b.register(key, ref, b.order(1000, "")).text(t, "payment_id")
			a := b.advance(key, "payments", id, to)
			if again := b.call("POST", "/sandbox/payments/"+id+"/advance", key, `{"to":"`+to+`"}`); again.status != 200 ||
				again.body != a.body {
				t.Errorf("%s again: %d %s", to, again.status, again.body)
			}
			var got string
			if err := b.pool.QueryRow(t.Context(),
				`SELECT string_agg(substr(type, 9), ' ' ORDER BY seq) FROM events WHERE type LIKE 'payment.%'
					AND convert_from(body, 'UTF8') LIKE '%'||$1||'%'`, id,
			).Scan(&got); err != nil || got != events {
				t.Errorf("events %q, %v", got, err)
			}
			next, _ := a.json(t)["next_action"].(map[string]any)
			if (next["type"] == "redirect") != (to == "pending") {
				t.Error(next)
			}
			cancel := b.call("POST", "/payments/"+id+"/cancel", key, "", "On-Behalf-Of", ref)
			switch to {
			case "pending", "cancelled":
				if cancel.status != 200 || cancel.text(t, "status") != "cancelled" {
					t.Errorf("cancel of %s: %d %s", to, cancel.status, cancel.body)
				}
			default:
				wantProblem(t, "cancel of "+to, cancel,
					problem(409, "invalid_state", "The state does not allow this", "a payment in this status cannot become cancelled",
						"/payments/"+id+"/cancel", "", fmt.Sprintf(`,"payment_status":%q`, to)))
				path := "/sandbox/payments/" + id + "/advance"
				wantProblem(t, to+" to registered", b.call("POST", path, key, `{"to":"registered"}`),
					problem(409, "invalid_state", "The state does not allow this",
						"a payment in this status cannot become registered", path, "", fmt.Sprintf(`,"payment_status":%q`, to)))
			}
		})
	}
	id := b.register(key, ref, b.order(1000, "")).text(t, "payment_id")
	for _, path := range []string{
		"/sandbox/payments/" + id + "/advance", "/sandbox/payouts/pyt_x/advance", "/sandbox/merchants/" + ref + "/settle",
	} {
		wantProblem(t, path+" with a live key", b.call("POST", path, live, ""),
			problem(404, "route_not_found", "There is no such route",
				"there is no such path for a live key; in the sandbox a test key, which begins with pk_test_, may call it", path,
				"",
				""))
	}
	foreign := b.simple("b")
	path := "/sandbox/payments/" + id + "/advance"
	for name, c := range map[string]struct{ key, path, body, want string }{
		"foreign":        {foreign, path, `{"to":"paid"}`, "404 payment_not_found"},
		"unknown":        {key, "/sandbox/payments/pay_x/advance", `{"to":"paid"}`, "404 payment_not_found"},
		"no such status": {key, path, `{"to":"eaten"}`, "422 validation_failed"},
		"nothing":        {key, path, `{}`, "422 validation_failed"},
		"typo":           {key, path, `{"two":"paid"}`, "422 unknown_field"},
		"foreign payout": {foreign, "/sandbox/payouts/pyt_x/advance", `{"to":"paid"}`, "404 payout_not_found"},
		// What a call names is found before its form is checked.
		"nothing, foreign":        {foreign, path, `{}`, "404 payment_not_found"},
		"nothing, unknown payout": {key, "/sandbox/payouts/pyt_x/advance", `{}`, "404 payout_not_found"},
		"nothing, unknown charge": {key, "/sandbox/payments/pay_x/chargebacks", `{}`, "404 payment_not_found"},
		"typo, charge":            {key, "/sandbox/payments/" + id + "/chargebacks", `{"al":true}`, "422 unknown_field"},
		"nothing, charge":         {key, "/sandbox/payments/" + id + "/chargebacks", `{}`, "422 validation_failed"},
		"typo, onboarding":        {key, "/sandbox/onboarding/" + ref + "/advance", `{"two":"x"}`, "422 unknown_field"},
		"nothing, stranger":       {foreign, "/sandbox/onboarding/" + ref + "/advance", `{}`, "404 onboarding_not_found"},
		"foreign settle":          {foreign, "/sandbox/merchants/" + ref + "/settle", "", "404 merchant_not_found"},
	} {
		b.subtest(name, func(t *testing.T) {
			if got := outcome(t, b.call("POST", c.path, c.key, c.body)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	// The operator gives back what is left, and no more.
	refund := func(amount int64) error {
		_, err := b.operator.RefundPayment(b.internal(), &pcv1.RefundPaymentRequest{PaymentId: id, Amount: amount})
		return err
	}
	if err := refund(1); reason(t, err).Reason != "invalid_state" {
		t.Error(err)
	}
	b.advance(key, "payments", id, "paid")
	if err := refund(1001); reason(t, err).Reason != "amount_out_of_range" {
		t.Error(err)
	}
	if err := refund(400); err != nil {
		t.Error(err)
	}
	if a := b.call("GET", "/payments/"+id, key, "", "On-Behalf-Of", ref); a.text(t, "status") != "partially_refunded" ||
		!strings.Contains(a.body, `"refunded_amount":400`) {
		t.Error(a.body)
	}
	if err := refund(0); err != nil {
		t.Error(err)
	}
	if a := b.call("GET", "/payments/"+id, key, "", "On-Behalf-Of", ref); a.text(t, "status") != "refunded" {
		t.Error(a.body)
	}
	b.intact()
}

// The page of a payment: it shows what is paid to whom, changes nothing by being looked at, and takes the customer's
// choice once.
func TestPaymentPage(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	page := func(more string) (id, path string) {
		a := b.register(key, ref, b.order(123456, more))
		next, _ := a.json(t)["next_action"].(map[string]any)
		url, _ := next["url"].(string)
		return a.text(t, "payment_id"), strings.TrimPrefix(url, publicBase)
	}
	status := func(id string) string {
		return b.call("GET", "/payments/"+id, key, "", "On-Behalf-Of", ref).text(t, "status")
	}
	choose := func(path, form string) answer {
		return b.call("POST", path, "", form, "Content-Type", "application/x-www-form-urlencoded")
	}
	id, path := page("")
	before := b.rows()
	for accept, texts := range map[string][]string{
		"": {
			`<html lang="en">`, "1234.56 <span>PLN</span>", "Kanarkowe Rowery", "Rower", "Test mode", `value="blik"`,
			`value="card"`, ">Pay 1234.56 PLN<", ">Decline<",
		},
		"pl-PL": {
			`<html lang="pl">`, "1234,56 <span>PLN</span>", "Kanarkowe Rowery", "Tryb testowy", ">Zapłać 1234,56 PLN<",
			">Odrzuć<",
		},
	} {
		b.subtest(accept, func(t *testing.T) {
			a := b.call("GET", path, "", "", "Accept-Language", accept)
			checkPageHeaders(t, a)
			for _, text := range texts {
				if a.status != 200 || !strings.Contains(a.body, text) {
					t.Errorf("%d, no %q in %s", a.status, text, a.body)
				}
			}
		})
	}
	if a := b.call("HEAD", path, "", ""); a.status != 200 || a.body != "" {
		t.Errorf("HEAD: %d", a.status)
	}
	for _, form := range []string{"", "choice=steal", "choice=pay&method=cash", "%%%"} {
		if a := choose(path, form); a.status != http.StatusSeeOther {
			t.Errorf("%q: %d", form, a.status)
		}
	}
	if b.rows() != before || status(id) != "registered" {
		t.Error("looking changes something")
	}
	if a := choose(path, "choice=pay&method=blik"); a.status != http.StatusSeeOther ||
		a.header.Get("Location") != strings.TrimPrefix(path, "/pay/") {
		t.Errorf("%d %v", a.status, a.header)
	}
	if a := choose(path, "choice=reject"); a.status != http.StatusSeeOther || status(id) != "paid" {
		t.Errorf("a second choice: %d, %s", a.status, status(id))
	}
	a := b.call("GET", path, "", "")
	if !strings.Contains(a.body, "Thank you") || strings.Contains(a.body, "<form") ||
		!strings.Contains(a.body, `href="https://shop.example/back?cart=7&amp;payment_id=`+id+`&amp;status=paid"`) {
		t.Errorf("%s", a.body)
	}
	rejected, path := page(`,"method":"card"`)
	if a := b.call("GET", path, "", ""); strings.Contains(a.body, "radio") || !strings.Contains(a.body, "Card") {
		t.Errorf("the method is chosen: %s", a.body)
	}
	choose(path, "choice=reject")
	if got := b.call("GET", "/payments/"+rejected, key, "", "On-Behalf-Of", ref); got.text(t, "status") != "rejected" ||
		got.text(t, "reason_code") != "declined_by_customer" {
		t.Error(got.body)
	}
	cancelled, path := page("")
	b.call("POST", "/payments/"+cancelled+"/cancel", key, "", "On-Behalf-Of", ref)
	choose(path, "choice=pay")
	if a := b.call("GET", path, "", ""); status(cancelled) != "cancelled" || !strings.Contains(a.body, "withdrawn") {
		t.Errorf("%s", a.body)
	}
	// Its time is over, and the sweep has not come by yet.
	late, path := page("")
	b.exec(`UPDATE payments SET valid_until = now() - interval '1 second' WHERE id = $1`, late)
	choose(path, "choice=pay")
	if a := b.call("GET", path, "", ""); status(late) != "registered" || !strings.Contains(a.body, "time to pay is over") {
		t.Errorf("%s %s", status(late), a.body)
	}
	// Live payments cannot be paid here: there is no rail, and nothing pretends to be one.
	real, path := page("")
	b.exec(`UPDATE payments SET livemode = true WHERE id = $1`, real)
	choose(path, "choice=pay")
	if a := b.call("GET", path, "", ""); status(real) != "registered" || strings.Contains(a.body, "<form") ||
		!strings.Contains(a.body, "No payment method") {
		t.Errorf("%s %s", status(real), a.body)
	}
	for name, p := range map[string]string{"nonsense": "/pay/x", "nothing": "/pay/", "an onboarding's link": "/pay/" +
		strings.TrimPrefix(b.linkPath(key, ref), "/connect/")} {
		b.subtest(name, func(t *testing.T) {
			if a := b.call("GET", p, "", ""); a.status != 404 || !strings.Contains(a.body, "not valid") {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	if a := b.call("GET", "/connect/"+strings.TrimPrefix(path, "/pay/"), "", ""); a.status == 200 {
		t.Error("the link of a payment opens the hosted flow")
	}
	if a := b.call("PUT", path, "", ""); a.status != 405 || a.header.Get("Allow") != "GET, HEAD, POST" {
		t.Errorf("PUT: %d", a.status)
	}
	op := delegation.SystemOperation(audit.SystemActor, "Test", time.Now())
	op.Merchant = pc.Ref(ref)
	expired, err := b.store.Payments.PaymentPage(t.Context(), op, money.PaymentID(late))
	if err != nil {
		t.Fatal(err)
	}
	old := money.NewPaymentLink(expired.Payment)
	if a := b.call("GET", "/pay/"+b.links.Token(old), "", ""); a.status != 200 || !strings.Contains(a.body, "Too late") {
		t.Errorf("an expired link still shows: %d %s", a.status, a.body)
	}
	b.intact()
}
