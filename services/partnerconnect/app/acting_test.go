package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// acts says how each call on behalf of a merchant is made, and what it answers when it is let through. What each asks
// of key and merchant is read from its contract.
var acts = map[string]struct {
	method, path, body string
	header             bool // the merchant is named by On-Behalf-Of
	answer             string
}{
	"PaymentService.RegisterPayment": {
		"POST", "/payments",
		`{"amount":100,"currency":"PLN","external_ref":"%d","description":"x","customer":{"email":"a@example.pl"},` +
			`"return_url":"https://a.example"}`,
		true, "201",
	},
	"PaymentService.ListPayments":  {"GET", "/payments", "", true, "200"},
	"PaymentService.GetPayment":    {"GET", "/payments/pay_none", "", true, "404 payment_not_found"},
	"PaymentService.CancelPayment": {"POST", "/payments/pay_none/cancel", "", true, "404 payment_not_found"},

	"PaymentService.CreateRefund": {
		"POST", "/payments/pay_none/refunds", `{"amount":100,"external_ref":"%d"}`, true, "404 payment_not_found",
	},
	"PaymentService.ListRefunds": {"GET", "/payments/pay_none/refunds", "", true, "404 payment_not_found"},
	"PaymentService.GetRefund":   {"GET", "/payments/pay_none/refunds/rfd_none", "", true, "404 payment_not_found"},

	"PaymentService.ListChargebacks": {"GET", "/payments/pay_none/chargebacks", "", true, "404 payment_not_found"},
	"PaymentService.GetChargeback": {
		"GET", "/payments/pay_none/chargebacks/cbk_none", "", true, "404 payment_not_found",
	},

	"AccountService.GetBalance":       {"GET", "/merchants/{ref}/balance", "", false, "200"},
	"AccountService.ListTransactions": {"GET", "/merchants/{ref}/transactions", "", false, "200"},
	"AccountService.GetTransaction": {
		"GET", "/merchants/{ref}/transactions/txn_none", "", false, "404 transaction_not_found",
	},
	"AccountService.ListSettlements": {"GET", "/merchants/{ref}/settlements", "", false, "200"},
	"AccountService.GetSettlement": {
		"GET", "/merchants/{ref}/settlements/stl_none", "", false, "404 settlement_not_found",
	},
	"AccountService.GetSettlementStatement": {
		"GET", "/merchants/{ref}/settlements/stl_none/statement", "", false, "404 settlement_not_found",
	},
	"AccountService.ListSettlementTransactions": {
		"GET", "/merchants/{ref}/settlements/stl_none/transactions", "", false, "404 settlement_not_found",
	},

	"PayoutService.CreatePayout": {
		"POST", "/merchants/{ref}/payouts", `{"amount":100,"currency":"PLN","external_ref":"%d"}`, false,
		"422 insufficient_funds",
	},
	"PayoutService.ListPayouts":  {"GET", "/merchants/{ref}/payouts", "", false, "200"},
	"PayoutService.GetPayout":    {"GET", "/merchants/{ref}/payouts/pyt_none", "", false, "404 payout_not_found"},
	"PayoutService.CancelPayout": {"POST", "/merchants/{ref}/payouts/pyt_none/cancel", "", false, "404 payout_not_found"},

	// Last, as it changes the merchants.
	"PayoutService.RequestPayoutsOptIn": {"POST", "/merchants/{ref}/payouts-opt-in-requests", "", false, "201 or 200"},
}

// actMethods are the methods that ask something of a merchant, by their contracts.
func actMethods() map[string]protoreflect.MethodDescriptor {
	out := map[string]protoreflect.MethodDescriptor{}
	protoregistry.GlobalFiles.RangeFilesByPackage("partnerconnect.v1", func(f protoreflect.FileDescriptor) bool {
		for i := range f.Services().Len() {
			methods := f.Services().Get(i).Methods()
			for j := range methods.Len() {
				m := methods.Get(j)
				if a := grpcserver.AccessOf(m); a.GetDelegation() || a.GetPayoutsOptIn() || a.GetActiveMerchant() {
					out[string(m.Parent().Name())+"."+string(m.Name())] = m
				}
			}
		}
		return true
	})
	return out
}

// Every call on behalf of a merchant, with every scope, for every state of delegation, opt-in and merchant, own and
// foreign. With -short, a scope that does not open the call is tried for what is allowed and for what is not.
func TestWhoMayActForWhom(t *testing.T) {
	t.Parallel()
	methods := actMethods()
	for name := range methods {
		if _, ok := acts[name]; !ok {
			t.Errorf("%s has no row: say how it is called and what it answers", name)
		}
	}
	for name := range acts {
		if methods[name] == nil {
			t.Errorf("%s is in no contract", name)
		}
	}
	b := sharedBank(t)
	full := b.simple("a")
	foreign := b.merchant(b.simple("b"), allowed)
	keys := map[string]string{}
	for _, scope := range allScopes {
		keys[scope] = b.keyWith(&pcv1.CreatePartnerKeyRequest{
			PartnerId: "ptn_a", Scopes: []string{scope}, Channels: []string{"chn_a"}, Rotate: true,
		}).GetKey()
	}
	merchants := map[consent]string{}
	for _, d := range []delegation.DelegationStatus{
		delegation.NoDelegation, delegation.ActiveDelegation, delegation.RevokedDelegation,
	} {
		for _, o := range []delegation.OptInStatus{
			delegation.OptInNotRequested, delegation.OptInPending, delegation.OptInGranted, delegation.OptInRevoked,
		} {
			for _, m := range []delegation.MerchantStatus{
				delegation.ActiveMerchant, delegation.NoMerchant, delegation.SuspendedMerchant,
			} {
				merchants[consent{d, o, m}] = b.merchant(full, consent{d, o, m})
			}
		}
	}
	refused := merchants
	if testing.Short() {
		refused = map[consent]string{}
		for _, s := range []consent{allowed, {delegation.NoDelegation, delegation.OptInNotRequested, delegation.NoMerchant}} {
			refused[s] = merchants[s]
		}
	}
	names := make([]string, 0, len(acts))
	for name := range acts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int { // the one that changes merchants last
		return strings.Compare(fmt.Sprint(strings.HasSuffix(x, "OptIn"), x), fmt.Sprint(strings.HasSuffix(y, "OptIn"), y))
	})
	calls := 0
	try := func(name, scope, ref string) answer {
		row := acts[name]
		calls++
		body := row.body
		if body != "" {
			body = fmt.Sprintf(body, calls)
		}
		headers := []string{"Idempotency-Key", fmt.Sprint("key-", calls)}
		if row.header {
			headers = append(headers, "On-Behalf-Of", ref)
		}
		return b.call(row.method, strings.ReplaceAll(row.path, "{ref}", ref), keys[scope], body, headers...)
	}
	for _, name := range names {
		if methods[name] == nil {
			continue
		}
		access := grpcserver.AccessOf(methods[name])
		for _, scope := range allScopes {
			has := slices.Contains(access.GetScopes(), scope)
			tried := merchants
			if !has {
				tried = refused
			}
			for s, ref := range tried {
				want := acts[name].answer
				switch {
				case !has:
					want = "403 insufficient_scope"
				case access.GetDelegation() && s.delegation != delegation.ActiveDelegation:
					want = "403 delegation_required"
				case access.GetPayoutsOptIn() && s.optIn != delegation.OptInGranted:
					want = "403 payouts_opt_in_required"
				case access.GetActiveMerchant() && s.merchant != delegation.ActiveMerchant:
					want = "409 merchant_not_active"
				}
				if got := outcome(t, try(name, scope, ref)); !strings.Contains(want, got) {
					t.Errorf("%s with %s for %+v: %s, want %s", name, scope, s, got, want)
				}
			}
			for _, ref := range []string{foreign, "mrc_00000000000000000000000000", "mrc_x"} {
				want := "404 merchant_not_found"
				if !has {
					want = "403 insufficient_scope"
				}
				if got := outcome(t, try(name, scope, ref)); got != want {
					t.Errorf("%s with %s for %s: %s, want %s", name, scope, ref, got, want)
				}
			}
		}
	}
	t.Logf("%d calls", calls)
	b.intact()
}

// outcome is the status of an answer and the code of a refusal.
func outcome(t *testing.T, a answer) string {
	t.Helper()
	if a.status < 300 {
		return fmt.Sprint(a.status)
	}
	return fmt.Sprint(a.status, " ", a.text(t, "code"))
}

// Each refusal names what is missing and how to get it.
func TestRefusalsNameWhatIsMissing(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	for name, c := range map[string]struct {
		as                            consent
		status                        int
		code, title, detail, more     string
		method, path, body, errorList string
	}{
		"no delegation": {
			as: consent{delegation.NoDelegation, delegation.OptInNotRequested, delegation.NoMerchant}, status: 403,
			code: "delegation_required", title: "The merchant has not delegated access",
			detail: "the merchant has not delegated access to the partner, or took it back; see delegation_status",
			more:   `,"delegation_status":"none","next_action":"GET /onboarding/{ref}"`, method: "GET",
			path: "/merchants/{ref}/balance",
		},
		"revoked": {
			as: consent{delegation.RevokedDelegation, delegation.OptInRevoked, delegation.ActiveMerchant}, status: 403,
			code: "delegation_required", title: "The merchant has not delegated access",
			detail: "the merchant has not delegated access to the partner, or took it back; see delegation_status",
			more:   `,"delegation_status":"revoked","next_action":"GET /onboarding/{ref}"`, method: "POST", path: "/payments",
			body: `{}`,
		},
		"no opt-in": {
			as: consent{delegation.ActiveDelegation, delegation.OptInPending, delegation.ActiveMerchant}, status: 403,
			code: "payouts_opt_in_required", title: "The merchant has not allowed payouts",
			detail: "the merchant has not allowed payouts by the partner; see payouts_opt_in_status",
			more:   `,"payouts_opt_in_status":"pending","next_action":"POST /merchants/{ref}/payouts-opt-in-requests"`,
			method: "POST", path: "/merchants/{ref}/payouts", body: `{}`,
		},
		"suspended": {
			as: consent{delegation.ActiveDelegation, delegation.OptInGranted, delegation.SuspendedMerchant}, status: 409,
			code: "merchant_not_active", title: "The merchant is not active",
			detail: "the merchant is not active; see merchant_status", more: `,"merchant_status":"suspended"`, method: "POST",
			path: "/payments", body: `{"amount":"x","nonsense":1}`,
		},
	} {
		b.subtest(name, func(t *testing.T) {
			ref := b.merchant(key, c.as)
			headers := []string{"Idempotency-Key", strings.ReplaceAll(name, " ", "-")}
			if c.path == "/payments" {
				headers = append(headers, "On-Behalf-Of", ref)
			}
			path := strings.ReplaceAll(c.path, "{ref}", ref)
			wantProblem(t, name, b.call(c.method, path, key, c.body, headers...),
				problem(c.status, c.code, c.title, c.detail, path, c.errorList, c.more))
		})
	}
}

// The header says for whom, once and without contradiction; what it names is found or not as in a path.
func TestOnBehalfOf(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref, other := b.merchant(key, allowed), b.merchant(key, allowed)
	foreign := b.merchant(b.simple("b"), allowed)
	own, err := b.operator.CreateMerchantKey(b.internal(), &pcv1.CreateMerchantKeyRequest{MerchantRef: ref})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		key, path                        string
		headers                          []string
		status                           int
		code, title, detail, field, hint string
	}{
		"missing": {key: key, path: "/payments", status: 400, code: "on_behalf_of_required",
			title:  "The merchant is not named",
			detail: "with a partner key the call must name the merchant", field: "required",
			hint: "send the merchant's mrc_ id"},
		"empty": {key: key, path: "/payments", headers: []string{"On-Behalf-Of", ""}, status: 400,
			code: "on_behalf_of_required", title: "The merchant is not named",
			detail: "with a partner key the call must name the merchant", field: "required",
			hint: "send the merchant's mrc_ id"},
		"with a merchant key": {key: own.GetKey(), path: "/payments", headers: []string{"On-Behalf-Of", ref}, status: 400,
			code:  "on_behalf_of_not_allowed",
			title: "A merchant key acts for its own merchant", detail: "a merchant key acts only for its own merchant",
			field: "not_allowed", hint: "leave the header out, or use a partner key"},
		"twice": {key: key, path: "/payments", headers: []string{"On-Behalf-Of", ref, "On-Behalf-Of", ref}, status: 400,
			code:  "invalid_parameter",
			title: "A parameter cannot be read", detail: "a header is sent more than once; see errors", field: "repeated",
			hint: "send the header once"},
		"another than the path": {key: key, path: "/merchants/" + ref + "/payouts",
			headers: []string{"On-Behalf-Of", other, "Idempotency-Key", "k"}, status: 400, code: "on_behalf_of_mismatch",
			title: "Header and path name different merchants", detail: "On-Behalf-Of names another merchant than the path",
			field: "mismatch", hint: "must be the merchant of the path; it can be left out"},
	} {
		b.subtest(name, func(t *testing.T) {
			a := b.call("POST", c.path, c.key, `{"amount":"not even read"}`, c.headers...)
			wantProblem(t, name, a,
				problem(c.status, c.code, c.title, c.detail, c.path,
					fmt.Sprintf(`{"field":"On-Behalf-Of","code":%q,"message":%q}`, c.field, c.hint), ""))
		})
	}
	if a := b.call("GET", "/merchants/"+ref+"/balance", key, "", "On-Behalf-Of", ref); a.status != 200 {
		t.Errorf("the header agrees: %d %s", a.status, a.body)
	}
	// A foreign merchant looks like none, to the byte, and whatever names nothing does too.
	var bodies []string
	for _, path := range []string{"/payments/%ff", "/payments/%00"} {
		if got := outcome(t, b.call("GET", path, key, "", "On-Behalf-Of", ref)); got != "404 payment_not_found" {
			t.Errorf("%s: %s", path, got)
		}
	}
	for _, path := range []string{"payouts", "transactions", "settlements"} {
		if got := outcome(t, b.call("GET", "/merchants/"+ref+"/"+path+"/%ff", key, "")); !strings.HasSuffix(got,
			"_not_found") {
			t.Errorf("%s: %s", path, got)
		}
	}
	for _, named := range []string{foreign, "mrc_00000000000000000000000000", "x", strings.ToUpper(ref), ref + "," + ref} {
		a := b.register(key, named, b.order(100, ""))
		if a.status != 404 {
			t.Errorf("%s: %d %s", named, a.status, a.body)
		}
		bodies = append(bodies, a.body)
	}
	if bodies = slices.Compact(bodies); len(bodies) != 1 {
		t.Errorf("bodies differ: %v", bodies)
	}
	for _, path := range []string{"", "/delegation", "/balance", "/transactions", "/settlements", "/payouts"} {
		absent, there := "/merchants/mrc_00000000000000000000000000"+path, "/merchants/"+foreign+path
		a, f := b.call("GET", absent, key, ""), b.call("GET", there, key, "")
		if a.status != 404 || f.status != 404 ||
			strings.Replace(a.body, absent, "", 1) != strings.Replace(f.body, there, "", 1) {
			t.Errorf("%s: %d %s, %d %s", path, a.status, a.body, f.status, f.body)
		}
	}
}

// What can be done and what is delegated are in the onboarding and the merchant, by the rules of the calls.
func TestPermissionsOfMerchants(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	for _, c := range []struct {
		as                    consent
		pay, read, payOut     bool
		permissions, delegate string
	}{
		{allowed, true, true, true, "true", "active"},
		{
			consent{delegation.ActiveDelegation, delegation.OptInPending, delegation.ActiveMerchant}, true, true, false, "true",
			"active",
		},
		{
			consent{delegation.ActiveDelegation, delegation.OptInGranted, delegation.SuspendedMerchant}, false, true, false,
			"true", "active",
		},
		{
			consent{delegation.RevokedDelegation, delegation.OptInRevoked, delegation.ActiveMerchant}, false, false, false,
			"false", "revoked",
		},
		{
			consent{delegation.NoDelegation, delegation.OptInNotRequested, delegation.NoMerchant}, false, false, false, "false",
			"none",
		},
	} {
		b.subtest(c.delegate, func(t *testing.T) {
			ref := b.merchant(key, c.as)
			can := fmt.Sprintf(`"can":{"register_payment":%t,"read_account":%t,"request_payout":%t}`, c.pay, c.read, c.payOut)
			for _, path := range []string{"/onboarding/" + ref, "/merchants/" + ref} {
				a := b.call("GET", path, key, "")
				if a.status != 200 || !strings.Contains(a.body, can) ||
					!strings.Contains(a.body, fmt.Sprintf(`"delegation":{"status":%q}`, c.delegate)) {
					t.Errorf("%s for %+v: %d %s", path, c.as, a.status, a.body)
				}
			}
			a := b.call("GET", "/merchants/"+ref+"/delegation", key, "")
			d := a.json(t)
			if a.status != 200 || d["status"] != c.delegate || d["merchant_ref"] != ref ||
				(d["delegation_id"] != nil) != (c.delegate != "none") ||
				(d["revoked_at"] != nil) != (c.delegate == "revoked") ||
				(d["revoked_by"] == "merchant") != (c.delegate == "revoked") ||
				!strings.Contains(a.body,
					fmt.Sprintf(`"permissions":{"account_read":%s,"payments_write":%s}`, c.permissions, c.permissions)) ||
				!strings.Contains(a.body, fmt.Sprintf(`"payouts_opt_in":{"status":%q`, c.as.optIn)) {
				t.Errorf("%+v: %d %s", c.as, a.status, a.body)
			}
		})
	}
	var seen []string
	token := ""
	for range 10 {
		a := b.call("GET", "/merchants?page_size=2&page_token="+token, key, "").json(t)
		for _, m := range a["data"].([]any) {
			seen = append(seen, m.(map[string]any)["merchant_ref"].(string))
		}
		if token = a["next_page_token"].(string); token == "" {
			break
		}
	}
	if len(seen) != 5 || !slices.IsSortedFunc(seen, func(x, y string) int { return strings.Compare(y, x) }) {
		t.Errorf("%v", seen)
	}
	for query, want := range map[string]int{
		"status=active":                           3,
		"status=suspended":                        1,
		"delegation_status=active":                3,
		"delegation_status=none":                  1,
		"channel=" + b.id("chn_a"):                5,
		"status=active&delegation_status=revoked": 1,
	} {
		b.subtest(query, func(t *testing.T) {
			if a := b.call("GET", "/merchants?"+query, key, ""); a.status != 200 || len(a.json(t)["data"].([]any)) != want {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	for _, query := range []string{"status=x", "delegation_status=x", "channel=chn_b", "page_size=-1"} {
		if a := b.call("GET", "/merchants?"+query, key, ""); a.status != 400 || a.text(t, "code") != "invalid_parameter" {
			t.Errorf("%s: %d %s", query, a.status, a.body)
		}
	}
	first := b.call("GET", "/merchants?page_size=2", key, "").text(t, "next_page_token")
	if a := b.call("GET", "/merchants?page_size=2&status=active&page_token="+first, key, ""); a.text(t,
		"code") != "invalid_page_token" {
		t.Errorf("a token with other filters: %s", a.body)
	}
}
