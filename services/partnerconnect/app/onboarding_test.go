package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

const fullBody = `{
	"partner_external_ref": "shop-1", "applicant_type": "sole_trader",
	"applicant": {"given_names": "Kanarina", "family_name": "Kanarek", "email": "kanarek@example.pl", "phone": "+48600100200", "locale": "pl"},
	"business": {"name": "Kanarkowe Rowery", "website": "https://rowery.example", "description": "Rowery i części do rowerów", "category_code": "5940",
		"tax_id": {"scheme": "PL_NIP", "value": "1234563218"},
		"address": {"country": "PL", "city": "Kanarkowo", "postal_code": "00-950", "street": "", "building_number": "7"}},
	"company": null,
	"payout_account": {"iban": "PL61 1090 1014 0000 0712 1981 2874", "holder_name": "Kanarina Kanarek"},
	"return_url": "https://partner.example/back", "metadata": {"order": "7", "note": ""}
}`

func TestCreateOnboarding(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	whole := strings.Replace(fullBody, "{", `{"channel":"chn_a",`, 1)
	a := s.call("POST", "/onboarding", key, whole)
	body := a.json(t)
	ref, _ := body["ref"].(string)
	created, _ := body["created_at"].(string)
	want := fmt.Sprintf(`{"ref":%q,"status":"draft","channel":"chn_a","partner_external_ref":"shop-1","created_at":%q}`,
		ref, created)
	if a.status != http.StatusCreated || strings.TrimSpace(a.body) != want {
		t.Errorf("%d: %s\nwant %s", a.status, a.body, want)
	}
	if at, err := time.Parse(time.RFC3339Nano, created); err != nil || !strings.HasSuffix(created, "Z") ||
		time.Since(at).Abs() > time.Hour {
		t.Errorf("created_at: %s", created)
	}
	if !strings.HasPrefix(ref, "mrc_") || len(ref) != 30 {
		t.Errorf("ref: %s", ref)
	}
	if a.header.Get("Location") != "/onboarding/"+ref || a.header.Get("Idempotency-Replayed") != "" ||
		a.header.Get("X-Request-Id") != requestID {
		t.Errorf("headers: %v", a.header)
	}
	var event string
	if err := s.pool.QueryRow(t.Context(),
		`SELECT convert_from(body, 'UTF8') FROM events WHERE merchant_ref = $1 AND type = 'onboarding.status_changed'`,
		ref).Scan(&event); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(event, `"tenant":"ten_a","livemode":false,"data":{"merchant_ref":"`+ref+
		`","channel":"chn_a","partner_external_ref":"shop-1","status":"draft","previous_status":null`) {
		t.Errorf("event: %s", event)
	}

	// A replay returns the same, whatever the rest of its body says, and writes nothing.
	before := s.rows()
	for name, again := range map[string]string{
		"same body":      whole,
		"only the ref":   `{"partner_external_ref":"shop-1"}`,
		"another body":   `{"partner_external_ref":"shop-1","applicant_type":"company"}`,
		"invalid body":   `{"partner_external_ref":"shop-1","applicant_type":"charity","applicant":{"email":"x"}}`,
		"mistyped body":  `{"partner_external_ref":"shop-1","applicant":5}`,
		"unknown fields": `{"partner_external_ref":"shop-1","aplicant":{}}`,
	} {
		s.subtest(name, func(t *testing.T) {
			r := s.call("POST", "/onboarding", key, again)
			if r.status != http.StatusOK || strings.TrimSpace(r.body) != want || r.header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("%d %v %s", r.status, r.header, r.body)
			}
		})
	}
	if s.rows() != before {
		t.Error("a replay wrote something")
	}
	// A cancelled one is replayed, too: a new attempt takes a new ref.
	s.exec(`UPDATE onboardings SET status = 'cancelled'`)
	if r := s.call("POST", "/onboarding", key, whole); r.status != http.StatusOK ||
		r.text(t, "status") != "cancelled" || r.text(t, "ref") != ref {
		t.Errorf("after a cancellation: %d %s", r.status, r.body)
	}
}

func TestCreateOnboardingAtOnce(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	const calls = 100
	answers := make(chan answer, calls)
	gate := make(chan struct{})
	for i := range calls {
		go func() {
			<-gate
			a, err := s.try("POST", "/onboarding", key,
				fmt.Sprintf(`{"partner_external_ref":"shop","metadata":{"call":"%d"}}`, i))
			if err != nil {
				a.body = err.Error()
			}
			answers <- a
		}()
	}
	close(gate)
	statuses, bodies := map[int]int{}, map[string]int{}
	for range calls {
		a := <-answers
		statuses[a.status]++
		bodies[a.body]++
		if (a.status == http.StatusOK) != (a.header.Get("Idempotency-Replayed") == "true") {
			t.Errorf("%d with Idempotency-Replayed %q", a.status, a.header.Get("Idempotency-Replayed"))
		}
	}
	if statuses[http.StatusCreated] != 1 || statuses[http.StatusOK] != calls-1 || len(bodies) != 1 {
		t.Errorf("statuses %v, bodies %v", statuses, bodies)
	}
	if n := s.count(`SELECT count(*) FROM onboardings WHERE channel_id = $1`, s.id("chn_a")); n != 1 {
		t.Errorf("%d onboardings", n)
	}
	if n := s.count(`SELECT count(*) FROM events WHERE channel_id = $1`, s.id("chn_a")); n != 1 {
		t.Errorf("%d events", n)
	}
}

func TestChannelOfANewOnboarding(t *testing.T) {
	t.Parallel()
	s := shared(t)
	one := s.simple("a")
	s.partner("b", "b", "b2", "b3")
	two := s.key("b", "b", "b2")
	for name, c := range map[string]struct {
		key, channel string // channel as JSON; empty: absent
		status       int
		code, got    string
	}{
		"one channel, absent":                {one, ``, 201, "", s.id("chn_a")},
		"one channel, null":                  {one, `null`, 201, "", s.id("chn_a")},
		"one channel, equal":                 {one, text(s.id("chn_a")), 201, "", s.id("chn_a")},
		"one channel, foreign":               {one, text(s.id("chn_b")), 422, "channel_not_owned", ""},
		"one channel, unknown":               {one, `"chn_none"`, 422, "channel_not_owned", ""},
		"one channel, empty":                 {one, `""`, 422, "channel_not_owned", ""},
		"one channel, mistyped":              {one, `5`, 422, "validation_failed", ""},
		"two channels, absent":               {two, ``, 422, "channel_required", ""},
		"two channels, null":                 {two, `null`, 422, "channel_required", ""},
		"two channels, first":                {two, text(s.id("chn_b")), 201, "", s.id("chn_b")},
		"two channels, second":               {two, text(s.id("chn_b2")), 201, "", s.id("chn_b2")},
		"two channels, partner's, not key's": {two, text(s.id("chn_b3")), 422, "channel_not_owned", ""},
		"two channels, foreign":              {two, text(s.id("chn_a")), 422, "channel_not_owned", ""},
	} {
		s.subtest(name, func(t *testing.T) {
			body := map[string]any{"partner_external_ref": name}
			if c.channel != "" {
				body["channel"] = json.RawMessage(c.channel)
			}
			b, _ := json.Marshal(body)
			a := s.call("POST", "/onboarding", c.key, string(b))
			if a.status != c.status || a.text(t, "code") != c.code || a.text(t, "channel") != c.got {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	// Unknown and foreign cannot be distinguished.
	foreign := s.call("POST", "/onboarding", one, `{"partner_external_ref":"x","channel":"`+s.id("chn_b")+`"}`)
	unknown := s.call("POST", "/onboarding", one, `{"partner_external_ref":"x","channel":"chn_none"}`)
	if foreign.body != unknown.body {
		t.Errorf("foreign: %s\nunknown: %s", foreign.body, unknown.body)
	}
	// One ref names one onboarding per channel.
	first := s.create(two, `{"partner_external_ref":"shop","channel":"`+s.id("chn_b")+`"}`)
	second := s.create(two, `{"partner_external_ref":"shop","channel":"`+s.id("chn_b2")+`"}`)
	if first == second {
		t.Error("two channels share an onboarding")
	}
	// The key sees both channels, and no other.
	for _, ref := range []string{first, second} {
		if a := s.call("GET", "/onboarding/"+ref, two, ""); a.status != http.StatusOK {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
}

func TestGetOnboarding(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	a := s.call("GET", "/onboarding/"+ref, key, "")
	if a.status != http.StatusOK || a.header.Get("ETag") != `"1"` || a.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v %s", a.status, a.header, a.body)
	}
	m := a.json(t)
	next, _ := m["next_action"].(map[string]any)
	url, _ := next["url"].(string)
	checkLink(t, s, next, ref)
	for _, member := range []string{"missing_details", "created_at", "updated_at", "expires_at", "next_action"} {
		if m[member] == nil {
			t.Errorf("%s is not there", member)
		}
		delete(m, member)
	}
	step := func(name string, optional bool) any {
		return map[string]any{"step": name, "status": "pending", "optional": optional}
	}
	no := map[string]any{"provided": false}
	want := map[string]any{
		"ref": ref, "status": "draft", "channel": s.id("chn_a"), "partner_external_ref": "shop-1", "livemode": false,
		"applicant_type": "sole_trader", "company_structure": nil,
		"missing": []any{
			"identity.national_id", "identity.document", "identity.residential_address", "identity.place_of_birth",
			"identity.citizenships",
		},
		"identity": map[string]any{
			"national_id":         map[string]any{"scheme": nil, "provided": false},
			"identity_document":   map[string]any{"type": nil, "provided": false},
			"residential_address": no, "place_of_birth": no, "citizenships": no, "date_of_birth": no,
		},
		"representation": nil, "required_documents": []any{}, "documents": []any{}, "invitations": []any{},
		"hosted_steps": []any{
			step("contact_verification", false), step("identity_verification", false), step("declarations", false),
			step("agreement_signing", false), step("payouts_opt_in", true), step("verification_transfer", false),
		},
		"delegation":  map[string]any{"status": "none"},
		"can":         map[string]any{"register_payment": false, "read_account": false, "request_payout": false},
		"reason_code": nil, "return_url": "https://partner.example/back",
		"metadata": map[string]any{"order": "7", "note": ""},
	}
	if got, want := indent(t, m), indent(t, want); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	for _, canary := range []string{"anarek", "anarina", "600100200", "2874", "1234563218", "anarkow"} {
		if strings.Contains(a.body, canary) {
			t.Errorf("the answer shows %s", canary)
		}
	}
	// Each answer has a link of its own.
	again, _ := s.call("GET", "/onboarding/"+ref, key, "").json(t)["next_action"].(map[string]any)
	if again["url"] == url {
		t.Error("two answers have the same link")
	}
}

func checkLink(t *testing.T, s *system, next map[string]any, ref string) {
	t.Helper()
	url, _ := next["url"].(string)
	token, ok := strings.CutPrefix(url, publicBase+"/connect/")
	if !ok || next["type"] != "hosted_flow" {
		t.Fatalf("next_action: %v", next)
	}
	l, err := s.links.Verify(token, time.Now())
	if err != nil || string(l.Ref) != ref || l.ExpiresAt.Sub(l.IssuedAt) != 24*time.Hour {
		t.Errorf("link: %+v, %v", l, err)
	}
	if expires, _ := next["expires_at"].(string); expires != l.ExpiresAt.UTC().Format("2006-01-02T15:04:05.000Z") {
		t.Errorf("expires_at %s, link %s", expires, l.ExpiresAt)
	}
}

func indent(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestCompanyStructure(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"c","applicant_type":"company","company":{"register":{"scheme":"PL_KRS","number":"0000123456"},"legal_name":"Sklep sp. z o.o."}}`)
	a := s.call("GET", "/onboarding/"+ref, key, "")
	if a.text(t, "company_structure") != "unknown" || !strings.Contains(a.body, `"company.register_match"`) ||
		strings.Contains(a.body, `"company.legal_name"`) {
		t.Errorf("%s", a.body)
	}
}

// Finalize reports and hands over. It writes no row, whatever is missing and whatever it is sent.
func TestFinalize(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	empty := s.create(key, `{"partner_external_ref":"empty"}`)
	full := s.create(key, fullBody)
	before := s.rows()
	for name, c := range map[string]struct {
		ref, body string
		headers   []string
		missing   int
	}{
		"nothing given":     {empty, "", nil, 7},
		"much given":        {full, "", nil, 5},
		"with a body":       {empty, `{"status":"active"}`, nil, 7},
		"with a broken one": {empty, `{{{`, nil, 7},
		"with another type": {empty, `<a/>`, []string{"Content-Type", "application/xml"}, 7},
	} {
		s.subtest(name, func(t *testing.T) {
			a := s.call("POST", "/onboarding/"+c.ref+"/finalize", key, c.body, c.headers...)
			if a.status != http.StatusOK {
				t.Errorf("%d %s", a.status, a.body)
				return
			}
			m := a.json(t)
			var members []string
			for k := range m {
				members = append(members, k)
			}
			slices.Sort(members)
			if !slices.Equal(members, []string{"evaluated_at", "missing", "missing_details", "next_action", "ref", "status"}) {
				t.Errorf("members %v", members)
			}
			missing, _ := m["missing"].([]any)
			details, _ := m["missing_details"].([]any)
			if m["ref"] != c.ref || m["status"] != "draft" || len(missing) != c.missing || len(details) != c.missing {
				t.Errorf("%s", a.body)
			}
			for i, d := range details {
				if d, _ := d.(map[string]any); d["code"] != missing[i] || d["operation"] == nil || d["reason_code"] != nil {
					t.Errorf("detail %v of %v", d, missing[i])
				}
			}
			next, _ := m["next_action"].(map[string]any)
			checkLink(t, s, next, c.ref)
		})
	}
	if s.rows() != before {
		t.Error("finalize wrote something")
	}
}

func TestEndedOnboardingHasNothingMissing(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"x"}`)
	for _, status := range []string{"rejected", "cancelled", "expired"} {
		s.exec(`UPDATE onboardings SET status = $2 WHERE ref = $1`, ref, status)
		for _, call := range [][2]string{{"POST", "/finalize"}, {"GET", ""}} {
			a := s.call(call[0], "/onboarding/"+ref+call[1], key, "")
			if a.status != http.StatusOK || !strings.Contains(a.body, `"missing":[],"missing_details":[]`) ||
				!strings.Contains(a.body, `"next_action":{"type":"none","url":null,"expires_at":null,"last_message":null}`) {
				t.Errorf("%s: %d %s", status, a.status, a.body)
			}
		}
	}
	s.exec(`UPDATE onboardings SET status = 'active' WHERE ref = $1`, ref)
	next, _ := s.call("POST", "/onboarding/"+ref+"/finalize", key, "").json(t)["next_action"].(map[string]any)
	checkLink(t, s, next, ref) // an active merchant has the portal
}

// How long a link works is the channel's.
func TestLinkTTL(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	s.exec(`UPDATE channels SET link_ttl = '15 minutes' WHERE id = $1`, s.id("chn_a"))
	ref := s.create(key, `{"partner_external_ref":"x"}`)
	next, _ := s.call("GET", "/onboarding/"+ref, key, "").json(t)["next_action"].(map[string]any)
	url, _ := next["url"].(string)
	l, err := s.links.Verify(strings.TrimPrefix(url, publicBase+"/connect/"), time.Now())
	if err != nil || l.ExpiresAt.Sub(l.IssuedAt) != 15*time.Minute {
		t.Errorf("%+v, %v", l, err)
	}
}

func TestModesNeverMeet(t *testing.T) {
	t.Parallel()
	s := shared(t)
	test := s.simple("a")
	live := s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: allScopes,
		Channels: []string{"chn_a"}}).GetKey()
	testRef, liveRef := s.create(test, `{"partner_external_ref":"x"}`), s.create(live, `{"partner_external_ref":"x"}`)
	if testRef == liveRef {
		t.Fatal("both modes share an onboarding")
	}
	for name, c := range map[string]struct {
		key, ref string
		status   int
	}{
		"test sees test": {test, testRef, 200}, "live sees live": {live, liveRef, 200},
		"test sees live": {test, liveRef, 404}, "live sees test": {live, testRef, 404},
	} {
		s.subtest(name, func(t *testing.T) {
			if a := s.call("GET", "/onboarding/"+c.ref, c.key, ""); a.status != c.status {
				t.Errorf("%d %s", a.status, a.body)
			}
			if a := s.call("POST", "/onboarding/"+c.ref+"/finalize", c.key, ""); a.status != c.status {
				t.Errorf("%s, finalize: %d %s", name, a.status, a.body)
			}
		})
	}
	if a := s.call("GET", "/onboarding/"+liveRef, live, ""); a.json(t)["livemode"] != true {
		t.Errorf("livemode: %s", a.body)
	}
}
