package app_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/ratelimit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// compact is JSON without blanks and with its members in order.
func compact(t *testing.T, s string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		t.Fatalf("%v: %s", err, s)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	return b.String()
}

// Every refusal is a problem document; these are whole.
func TestProblems(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"x"}`)
	none := "/onboarding/mrc_00000000000000000000000000"
	for name, c := range map[string]struct {
		method, path, body string
		headers            []string
		status             int
		code, title, more  string
		errors             string
		header             [2]string
	}{
		"no such onboarding": {
			method: "GET", path: none, status: 404, code: "onboarding_not_found", title: "There is no such onboarding",
			more: "no onboarding of the key's channels and mode has this ref",
		},
		"no such path": {
			method: "GET", path: "/onboardings", status: 404, code: "route_not_found", title: "There is no such route",
			more: "there is no such path",
		},
		"method": {
			method: "DELETE", path: "/onboarding", status: 405, code: "method_not_allowed",
			title: "The method is not allowed here",
			more:  "this path does not take the method DELETE", header: [2]string{"Allow", "GET, POST"},
		},
		"method of finalize": {
			method: "GET", path: "/onboarding/" + ref + "/finalize", status: 405, code: "method_not_allowed",
			title: "The method is not allowed here",
			more:  "this path does not take the method GET", header: [2]string{"Allow", "POST"},
		},
		"accept": {
			method: "GET", path: "/onboarding/" + ref, headers: []string{"Accept", "text/csv"}, status: 406,
			code:  "not_acceptable",
			title: "No acceptable representation", more: "answers are application/json; accept it",
		},
		"too large": {
			method: "POST", path: "/onboarding",
			body: `{"partner_external_ref":"` + strings.Repeat("x", 64<<10) + `"}`, status: 413,
			code: "body_too_large", title: "The body is too large", more: "the body may have at most 65536 bytes",
		},
		"media type": {
			method: "POST", path: "/onboarding", body: `a=b`,
			headers: []string{"Content-Type", "application/x-www-form-urlencoded"}, status: 415,
			code: "unsupported_media_type", title: "The content type is not supported",
			more: "send the body as Content-Type: application/json",
		},
		"not JSON": {
			method: "POST", path: "/onboarding", body: `{"partner_external_ref":`, status: 400, code: "invalid_json",
			title: "The body is not valid JSON",
			more:  "the body is not valid JSON: it ends too early",
		},
		"query": {
			method: "GET", path: "/onboarding/" + ref + "?expand=all", status: 400, code: "invalid_parameter",
			title:  "A parameter cannot be read",
			more:   "a query parameter cannot be read; see errors",
			errors: `{"field":"expand","code":"unknown","message":"there is no such parameter"}`,
		},
		"version": {
			method: "GET", path: none, headers: []string{"Connect-Version", "2020-01-01"}, status: 400,
			code:   "unsupported_version",
			title:  "The API version is not known",
			more:   "this date is not a version of the API; leave Connect-Version out for the version of the key",
			errors: `{"field":"Connect-Version","code":"unknown_value","message":"must be one of 2026-11-01"}`,
		},
		"empty version": {
			method: "GET", path: none, headers: []string{"Connect-Version", ""}, status: 400, code: "unsupported_version",
			title:  "The API version is not known",
			more:   "this date is not a version of the API; leave Connect-Version out for the version of the key",
			errors: `{"field":"Connect-Version","code":"unknown_value","message":"must be one of 2026-11-01"}`,
		},
		"version twice": {
			method: "GET", path: none, headers: []string{"Connect-Version", "2026-11-01", "Connect-Version", "2026-11-01"},
			status: 400,
			code:   "invalid_parameter", title: "A parameter cannot be read",
			more:   "a header is sent more than once; see errors",
			errors: `{"field":"Connect-Version","code":"repeated","message":"send the header once"}`,
		},
		"no ref": {
			method: "POST", path: "/onboarding", body: `{}`, status: 422, code: "validation_failed",
			title: "Some fields are not acceptable",
			more:  "some fields are not acceptable; see errors",
			errors: `{"field":"/partner_external_ref","code":"required","message":"must be given: your own reference of the ` +
				`merchant"}`,
		},
		"no body": {
			method: "POST", path: "/onboarding", status: 422, code: "validation_failed", title: "Some fields are not acceptable",
			more: "some fields are not acceptable; see errors",
			errors: `{"field":"/partner_external_ref","code":"required","message":"must be given: your own reference of the ` +
				`merchant"}`,
		},
		"mistyped ref": {
			method: "POST", path: "/onboarding", body: `{"partner_external_ref":7}`, status: 422, code: "validation_failed",
			title:  "Some fields are not acceptable",
			more:   "some fields are not acceptable; see errors",
			errors: `{"field":"/partner_external_ref","code":"type","message":"must be a string"}`,
		},
		"unknown field": {
			method: "POST", path: "/onboarding",
			body: `{"partner_external_ref":"y","mode":"x","applicant":{"email":"x"}}`, status: 422,
			code: "unknown_field", title: "The body has unknown fields",
			more: "the body has fields that the API does not know; see errors",
			errors: `{"field":"/mode","code":"unknown","message":"there is no such ` +
				`field"},{"field":"/applicant/email","code":"invalid_email","message":"must be an e-mail address of at most 254 ` +
				`characters"}`,
		},
		"many fields": {
			method: "POST", path: "/onboarding", status: 422, code: "validation_failed", title: "Some fields are not acceptable",
			body: `{"partner_external_ref":" ` +
				`y","applicant_type":"person","applicant":{"given_names":"","phone":5},"business":{"tax_id":{"scheme":"PL_NIP",` +
				`"value":"1234563219"}},"payout_account":{"iban":"PL00"},"return_url":"https://evil.example/"}`,
			more: "some fields are not acceptable; see errors",
			errors: `{"field":"/applicant/phone","code":"type","message":"must be a string"},
				{"field":"/partner_external_ref","code":"leading_or_trailing_whitespace","message":"must not begin or end with whitespace"},
				{"field":"/applicant/given_names","code":"empty","message":"must not be empty; leave it out if it is not known"},
				{"field":"/applicant_type","code":"unknown_value","message":"must be one of natural_person, sole_trader, company"},
				{"field":"/business/tax_id/value","code":"invalid_nip","message":"must be ten digits with a valid check digit"},
				{"field":"/payout_account/iban","code":"invalid_iban","message":"must be an IBAN with valid check digits and the length of its country"},
				{"field":"/return_url","code":"url_not_allowed","message":"must be of an origin that the channel allows"}`,
		},
		"channel": {
			method: "POST", path: "/onboarding", body: `{"partner_external_ref":"y","channel":"chn_b"}`, status: 422,
			code:  "channel_not_owned",
			title: "The channel is not the key's", more: "the channel is not one of the key's",
			errors: `{"field":"/channel","code":"not_owned","message":"must be a channel of the key"}`,
		},
	} {
		s.subtest(name, func(t *testing.T) {
			a := s.call(c.method, c.path, key, c.body, c.headers...)
			instance, _, _ := strings.Cut(c.path, "?")
			want := compact(t, fmt.Sprintf(`{"type":"/problems/%s","title":%q,"status":%d,"detail":%q,"instance":%q,`+
				`"code":%q,"request_id":%q,"errors":[%s]}`,
				c.code, c.title, c.status, c.more, instance, c.code, requestID, c.errors))
			if a.status != c.status || compact(t, a.body) != want {
				t.Errorf("%d\n got %s\nwant %s", a.status, a.body, want)
			}
			if a.header.Get("Content-Type") != "application/problem+json" || a.header.Get("X-Request-Id") != requestID {
				t.Errorf("headers %v", a.header)
			}
			if c.header[0] != "" && a.header.Get(c.header[0]) != c.header[1] {
				t.Errorf("%s is %q", c.header[0], a.header.Get(c.header[0]))
			}
		})
	}
	if n := s.count(`SELECT count(*) FROM onboardings WHERE channel_id = $1`, s.id("chn_a")); n != 1 {
		t.Errorf("a refused call stored something: %d onboardings", n)
	}
	if a := s.call("GET", "/onboarding/"+ref, key, "", "Connect-Version", "2026-11-01"); a.status != 200 {
		t.Errorf("a known version: %d %s", a.status, a.body)
	}
	if a := s.call("POST", "/onboarding", key, `{"partner_external_ref":"lenient","mode":"x"}`, "Prefer",
		"handling=lenient"); a.status != 201 {
		t.Errorf("lenient: %d %s", a.status, a.body)
	}
}

// The answer says what a credential is by its form alone: nothing at all, or a key for other calls. Whatever else is
// wrong with it, the answer is the same to the byte.
func TestUnauthorized(t *testing.T) {
	t.Parallel()
	s := shared(t)
	working := s.simple("a")
	ref := s.create(working, `{"partner_external_ref":"x"}`)
	merchant, err := s.operator.CreateMerchantKey(s.internal(), &pcv1.CreateMerchantKeyRequest{MerchantRef: ref})
	if err != nil {
		t.Fatal(err)
	}
	s.partner("b", "b")
	revoked := s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_b", Scopes: allScopes, Channels: []string{"chn_b"}})
	if _, err := s.operator.RevokePartnerKey(s.internal(),
		&pcv1.RevokePartnerKeyRequest{Id: revoked.GetData().GetId()}); err != nil {
		t.Fatal(err)
	}
	expired := s.key("b", "b")
	s.exec(`UPDATE partner_keys SET expires_at = $2 WHERE partner_id = $1 AND revoked_at IS NULL`,
		s.id("ptn_b"), time.Now().Add(-time.Second))

	details := map[string]string{
		"":        "send a valid key as Authorization: Bearer <key>",
		"missing": "there is no key in this request; send one as Authorization: Bearer <key>",
		"merchant's": "this is a merchant's key for partner connect; this call takes a key that begins with pk_live_ or " +
			"pk_test_",
		"tenant's": "this is a tenant's key for webhooks; this call takes a key that begins with pk_live_ or pk_test_",
	}
	for _, name := range []string{"empty", "another scheme", "sent twice", "bad version too"} {
		details[name] = details["missing"]
	}
	bodies := map[string]string{} // by detail
	for name, headers := range map[string][]string{
		"missing":         nil,
		"empty":           {"Authorization", "Bearer "},
		"another scheme":  {"Authorization", "Basic " + working},
		"malformed":       {"Authorization", "Bearer pk_test_x"},
		"wrong checksum":  {"Authorization", "Bearer " + working[:len(working)-1] + "?"},
		"unknown":         {"Authorization", "Bearer " + apikey.Mint("pk_test_")},
		"revoked":         {"Authorization", "Bearer " + revoked.GetKey()},
		"expired":         {"Authorization", "Bearer " + expired},
		"merchant's":      {"Authorization", "Bearer " + merchant.GetKey()},
		"tenant's":        {"Authorization", "Bearer " + apikey.Mint("vk_test_")},
		"internal":        {"Authorization", "Bearer " + internalToken},
		"sent twice":      {"Authorization", "Bearer " + working, "Authorization", "Bearer " + working},
		"very long":       {"Authorization", "Bearer " + strings.Repeat("p", 8000)},
		"bad version too": {"Connect-Version", "1"},
	} {
		s.subtest(name, func(t *testing.T) {
			detail, challenge := cmp.Or(details[name], details[""]), `Bearer error="invalid_token"`
			if detail == details["missing"] {
				challenge = "Bearer"
			}
			want := compact(t, fmt.Sprintf(`{"type":"/problems/invalid_credentials","title":"The credentials are not valid","status":401,
				"detail":%q,"instance":"/onboarding/%s","code":"invalid_credentials","request_id":%q,"errors":[]}`, detail,
				ref, requestID))
			a := s.call("GET", "/onboarding/"+ref, "", "", headers...)
			if a.status != 401 || compact(t, a.body) != want || a.header.Get("WWW-Authenticate") != challenge {
				t.Errorf("%d %v %s", a.status, a.header, a.body)
			}
			if bodies[detail] == "" {
				bodies[detail] = a.body
			}
			if a.body != bodies[detail] {
				t.Errorf("%s differs to the byte: %s", name, a.body)
			}
		})
	}
	if a := s.call("GET", "/onboarding/"+ref, "", "", "Authorization", "bearer "+working); a.status != 200 {
		t.Errorf("the scheme has no case: %d", a.status)
	}
	// Before anything else is checked.
	if a := s.call("POST", "/onboarding", "", `{{{`); a.status != 401 {
		t.Errorf("broken body without a key: %d", a.status)
	}
}

// A scope is asked for before anything is looked up; none implies another.
func TestScopes(t *testing.T) {
	t.Parallel()
	s := shared(t)
	writer := s.simple("w")
	ref := s.create(writer, `{"partner_external_ref":"x"}`)
	calls := []struct{ method, path, scope string }{
		{"POST", "/onboarding", "onboarding:write"},
		{"GET", "/onboarding/" + ref, "onboarding:read"},
		{"GET", "/onboarding/mrc_00000000000000000000000000", "onboarding:read"},
		{"POST", "/onboarding/" + ref + "/finalize", "onboarding:write"},
		{"GET", "/me", ""},
	}
	for i, scope := range allScopes {
		partner := fmt.Sprintf("p%d", i)
		s.partner(partner, partner)
		key := s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_" + partner, Scopes: []string{scope},
			Channels: []string{"chn_" + partner}}).GetKey()
		for _, c := range calls {
			s.subtest(c.method+" "+c.path, func(t *testing.T) {
				// The body is broken: a lacking scope must be reported first.
				body := ""
				if c.path == "/onboarding" {
					body = `{{{`
				}
				a := s.call(c.method, c.path, key, body)
				if c.scope == "" || c.scope == scope {
					if a.status == 403 || a.status == 401 {
						t.Errorf("%s %s with %s: %d %s", c.method, c.path, scope, a.status, a.body)
					}
					return
				}
				want := compact(t, fmt.Sprintf(`{"type":"/problems/insufficient_scope","title":"The key lacks a scope","status":403,
				"detail":"the key lacks the scope of this call; see required_scopes","instance":%q,"code":"insufficient_scope","request_id":%q,
				"errors":[],"required_scopes":[%q],"granted_scopes":[%q]}`, c.path, requestID, c.scope, scope))
				if a.status != 403 || compact(t, a.body) != want ||
					a.header.Get("WWW-Authenticate") != fmt.Sprintf(`Bearer error="insufficient_scope", scope=%q`, c.scope) {
					t.Errorf("%s %s with %s: %d %v\n got %s\nwant %s", c.method, c.path, scope, a.status, a.header, a.body, want)
				}
			})
		}
	}
}

// What a key must not see looks like what does not exist, to the byte.
func TestForeignLooksAbsent(t *testing.T) {
	t.Parallel()
	s := shared(t)
	own, foreign := s.simple("a"), s.simple("b")
	s.partner("c", "c", "c2")
	sibling := s.key("c", "c2")
	live := s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: allScopes,
		Channels: []string{"chn_a"}}).GetKey()
	ref := s.create(own, `{"partner_external_ref":"x"}`)
	absent := "mrc_00000000000000000000000000"
	for _, call := range [][2]string{{"GET", ""}, {"POST", "/finalize"}} {
		var bodies []string
		for _, c := range []struct{ key, ref string }{
			{foreign, absent}, {foreign, ref}, {sibling, ref}, {live, ref}, {own, absent}, {own, "x"},
			{own, strings.ToUpper(ref)}, {own, "mrc_%27%20OR%20true"}, {own, "%00"}, {own, "%FF"},
			{own, strings.Repeat("x", 5000)},
		} {
			path := "/onboarding/" + c.ref + call[1]
			a := s.call(call[0], path, c.key, "")
			if a.status != 404 {
				t.Errorf("%s: %d %s", path, a.status, a.body)
			}
			b := strings.Replace(a.body, `"instance":"`+path+`"`, `"instance":""`, 1)
			if !slices.Contains(bodies, b) {
				bodies = append(bodies, b)
			}
		}
		if len(bodies) != 1 {
			t.Errorf("bodies differ:\n%s", strings.Join(bodies, ""))
		}
	}
	if a := s.call("GET", "/onboarding/"+ref, own, ""); a.status != http.StatusOK {
		t.Errorf("own: %d", a.status)
	}
}

func TestMeDescribesTheKey(t *testing.T) {
	t.Parallel()
	s := start(t, func(_ *testing.T, c *configuration) {
		c.RateLimit = ratelimit.Config{Key: 600, Writes: 120, Uploads: 60}
	})
	const limits = `"limits":[{"policy":"key","quota":600,"window_s":60},{"policy":"writes","quota":120,"window_s":60},` +
		`{"policy":"uploads","quota":60,"window_s":60}]`
	s.partner("a", "a", "a2")
	key := s.key("a", "a2", "a")
	want := compact(t, fmt.Sprintf(`{"type":"partner_key","key_prefix":%q,"mode":"test","partner":{"id":"ptn_a","name":"Partner a"},"merchant_ref":null,
		"scopes":["onboarding:read","onboarding:write","account:read","payments:write","payouts:write","webhooks:write"],"channels":["chn_a","chn_a2"],
		"connect_version":"2026-11-01","expires_at":null,%s}`, key[:14], limits))
	if a := s.call("GET", "/me", key, ""); a.status != 200 || compact(t, a.body) != want {
		t.Errorf("%d %s\nwant %s", a.status, a.body, want)
	}
	ref := s.create(key, `{"partner_external_ref":"x","channel":"chn_a"}`)
	m, err := s.operator.CreateMerchantKey(s.internal(), &pcv1.CreateMerchantKeyRequest{MerchantRef: ref})
	if err != nil {
		t.Fatal(err)
	}
	want = compact(t, fmt.Sprintf(`{"type":"merchant_key","key_prefix":%q,"mode":"test","partner":null,"merchant_ref":%q,"scopes":[],"channels":[],
		"connect_version":"2026-11-01","expires_at":null,%s}`, m.GetKey()[:14], ref, limits))
	if a := s.call("GET", "/me", m.GetKey(), ""); a.status != 200 || compact(t, a.body) != want ||
		!strings.HasPrefix(m.GetKey(), "mk_test_") {
		t.Errorf("%d %s\nwant %s", a.status, a.body, want)
	}
}
