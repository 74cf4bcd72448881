package app

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"github.com/partnerline/partnerline/internal/apikey"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

const target = "http://127.0.0.1:9/hook"

func (s *service) create(key string, body map[string]any) answer {
	s.t.Helper()
	return s.call("POST", s.public+"/api/v1/webhooks", key, body).want(s.t, http.StatusCreated)
}

func TestEndpointLifeOverHTTP(t *testing.T) {
	t.Parallel()
	s := shared(t)
	a := s.create(s.key, map[string]any{"url": target, "events": []string{"verification.completed"},
		"description": "first"})
	record := a.data()
	wantKeys := []string{"id", "url", "events", "description", "is_active", "failure_count", "last_triggered_at",
		"last_success_at",
		"last_failure_at", "disabled_at", "created_at", "updated_at", "secret_rotated_at", "health", "livemode",
		"filter", "honour_retry_after", "deactivate_on_410", "header_names", "rate_limit", "channels", "signatures", "body",
		"order_by", "order_on_failure", "authentication", "ownership"}
	if len(record) != len(wantKeys) {
		t.Errorf("record has %d members: %s", len(record), a.Raw)
	}
	for _, k := range wantKeys {
		if _, ok := record[k]; !ok {
			t.Errorf("%s is missing: %s", k, a.Raw)
		}
	}
	for k, want := range map[string]any{"is_active": true, "failure_count": 0.0, "last_triggered_at": nil,
		"disabled_at": nil, "livemode": false, "description": "first"} {
		t.Run(k, func(t *testing.T) {
			if record[k] != want {
				t.Errorf("%s is %v, want %v", k, record[k], want)
			}
		})
	}
	if _, err := time.Parse(time.RFC3339Nano, record["created_at"].(string)); err != nil {
		t.Error(err)
	}
	secret := a.Body["meta"].(map[string]any)["secret"].(string)
	if !strings.HasPrefix(secret, "whsec_") || len(secret) != 50 {
		t.Errorf("secret has the wrong form")
	}
	id := record["id"].(string)
	path := s.public + "/api/v1/webhooks/" + id

	for _, later := range []answer{
		s.call("GET", path, s.key, nil).want(t, 200), s.call("GET", s.public+"/api/v1/webhooks", s.key, nil).want(t, 200),
		s.call("PATCH", path, s.key, map[string]any{"description": "second"}).want(t, 200),
	} {
		if strings.Contains(later.Raw, "whsec_") {
			t.Errorf("the secret shows: %s", later.Raw)
		}
	}
	s.secretIsSealed(id, secret)

	// One field changes, the others stay.
	got := s.call("GET", path, s.key, nil).want(t, 200).data()
	if got["description"] != "second" || got["url"] != target ||
		!reflect.DeepEqual(got["events"], []any{"verification.completed"}) || got["is_active"] != true {
		t.Errorf("after PATCH: %v", got)
	}
	same := s.call("PATCH", path, s.key, map[string]any{}).want(t, 200).data()
	if !reflect.DeepEqual(same, got) {
		t.Errorf("an empty PATCH changed %v to %v", got, same)
	}
	if d := s.call("PATCH", path, s.key, `{"description":null}`).want(t, 200).data(); d["description"] != nil {
		t.Errorf("description is %v", d["description"])
	}
	off := s.call("PATCH", path, s.key, map[string]any{"is_active": false}).want(t, 200).data()
	if off["is_active"] != false || off["disabled_at"] != nil || off["health"].(map[string]any)["state"] != "inactive" {
		t.Errorf("inactive: %v", off)
	}
	s.call("POST", path+"/test", s.key, nil).wantProblem(t, 409, "endpoint_inactive")
	s.call("PATCH", path, s.key, map[string]any{"is_active": true}).want(t, 200)
	if d := s.call("POST", path+"/test", s.key, nil).want(t, 202).data(); d["type"] != "verification.test" ||
		!strings.HasPrefix(d["delivery_id"].(string), "dlv_") {
		t.Errorf("test: %v", d)
	}
	gone := s.call("DELETE", path, s.key, nil).want(t, 204)
	if gone.Raw != "" || gone.Header.Get("Content-Type") != "" {
		t.Errorf("204 has a body: %q", gone.Raw)
	}
	for _, m := range []string{"GET", "DELETE"} {
		s.call(m, path, s.key, nil).wantProblem(t, 404, "endpoint_not_found")
	}
}

// secretIsSealed checks that the secret of an endpoint is stored neither as shown nor raw.
func (s *service) secretIsSealed(endpoint, secret string) {
	s.t.Helper()
	var sealed []byte
	const stored = `SELECT sealed FROM endpoint_secrets WHERE endpoint_id = $1`
	if err := s.pool.QueryRow(s.t.Context(), stored, endpoint).Scan(&sealed); err != nil {
		s.t.Fatal(err)
	}
	raw, err := base64.StdEncoding.DecodeString(secret[6:])
	if err != nil {
		s.t.Fatal(err)
	}
	if bytes.Contains(sealed, []byte(secret[6:])) || bytes.Contains(sealed, raw) || len(sealed) < 32+12+16 {
		s.t.Error("the secret is stored in clear")
	}
}

// query returns the number that a statement yields.
func (s *service) query(sql string) (n int) {
	s.t.Helper()
	if err := s.pool.QueryRow(s.t.Context(), sql).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// What endpoints do only when they are asked to is set, changed one by one and cleared.
func TestEndpointOptions(t *testing.T) {
	t.Parallel()
	s := shared(t)
	filter := `event.data.kind == "identity"`
	a := s.create(s.key, map[string]any{
		"url": target, "events": []string{"*"}, "filter": filter, "honour_retry_after": true,
		"deactivate_on_410": true, "rate_limit": 20,
		"order_by": "event.data.n", "order_on_failure": "stop",
		"headers": map[string]string{"X-B": "value-of-b", "Authorization": "Bearer a"},
	})
	path := s.public + "/api/v1/webhooks/" + a.data()["id"].(string)
	check := func(a answer, want map[string]any) {
		t.Helper()
		for k, v := range want {
			if got := a.data()[k]; !reflect.DeepEqual(got, v) {
				t.Errorf("%s is %v, want %v", k, got, v)
			}
		}
		if strings.Contains(a.Raw, "value-of-b") {
			t.Errorf("the value of a header shows: %s", a.Raw)
		}
	}
	set := map[string]any{"filter": filter, "honour_retry_after": true, "deactivate_on_410": true,
		"header_names": []any{"Authorization", "X-B"}, "rate_limit": 20.0}
	set["order_by"], set["order_on_failure"] = "event.data.n", "stop"
	check(a, set)
	check(s.call("GET", path, s.key, nil).want(t, 200), set)
	check(s.call("PATCH", path, s.key, `{"description":"x"}`).want(t, 200), set)
	check(s.call("PATCH", path, s.key, `{"honour_retry_after":false,"headers":{"X-C":"c"}}`).want(t, 200),
		map[string]any{"filter": filter, "honour_retry_after": false, "deactivate_on_410": true,
			"header_names": []any{"X-C"}})
	check(s.call("PATCH", path, s.key,
		`{"filter":null,"headers":null,"deactivate_on_410":false,"rate_limit":null}`).want(t, 200),
		map[string]any{"filter": nil, "rate_limit": nil, "deactivate_on_410": false, "header_names": []any{}})
	unordered := map[string]any{"order_by": nil, "order_on_failure": "skip"}
	check(s.call("PATCH", path, s.key, `{"order_by":null,"order_on_failure":"skip"}`).want(t, 200), unordered)
	plain := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	check(plain, unordered)
	check(plain, map[string]any{"filter": nil, "honour_retry_after": false, "deactivate_on_410": false,
		"header_names": []any{}})
}

// The shape of the body is set, replaced as a whole, shown and cleared; a preview shows what requests have.
func TestEndpointBody(t *testing.T) {
	t.Parallel()
	s := shared(t)
	a := s.create(s.key, map[string]any{
		"url": target, "events": []string{"*"}, "body": map[string]string{"preset": "slack"},
	})
	path := s.public + "/api/v1/webhooks/" + a.data()["id"].(string)
	check := func(a answer, want any) {
		t.Helper()
		if got := a.data()["body"]; !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	slack := map[string]any{"preset": "slack", "expression": nil}
	check(a, slack)
	check(s.call("PATCH", path, s.key, `{"description":"x"}`).want(t, 200), slack)
	for body, field := range map[string]string{
		`{"description":"y","body":{}}`: "/body", `{"body":{"preset":"slack","expression":"{}"}}`: "/body",
		`{"body":{"preset":"pigeon"}}`: "/body/preset",
	} {
		s.call("PATCH", path, s.key, body).wantProblem(t, 422, "validation_failed", field)
	}
	refused := s.call("PATCH", path, s.key, `{"body":{"expression":"{'a': event.type"}}`)
	refused.wantProblem(t, 422, "validation_failed", "/body/expression")
	if !strings.Contains(refused.Raw, "line 1, column 17") {
		t.Errorf("%s", refused.Raw)
	}
	check(s.call("GET", path, s.key, nil).want(t, 200), slack)
	check(s.call("PATCH", path, s.key, `{"body":{"expression":"{'kind': event.type}"}}`).want(t, 200),
		map[string]any{"preset": nil, "expression": "{'kind': event.type}"})
	check(s.call("PATCH", path, s.key, `{"body":null}`).want(t, 200), nil)

	preview := s.public + "/api/v1/body-preview"
	for body, want := range map[string]map[string]any{
		`{"type":"endpoint.reactivated","body":{"expression":"{'kind': event.type}"}}`: {
			"event_id": nil, "type": "endpoint.reactivated", "content_type": "application/json",
			"headers": map[string]any{}, "body": `{"kind":"endpoint.reactivated"}`, "error": nil,
		},
		`{"type":"endpoint.reactivated","body":{"expression":"{'kind': event.kind}"}}`: {
			"event_id": nil, "type": "endpoint.reactivated", "content_type": nil,
			"headers": map[string]any{}, "body": nil, "error": "line 1, column 15: no such key: kind",
		},
	} {
		a := s.call("POST", preview, s.other, body).want(t, 200)
		list, _ := a.Body["data"].([]any)
		if len(list) != 1 || !reflect.DeepEqual(list[0], any(want)) {
			t.Errorf("%s", a.Raw)
		}
	}
	s.call("POST", preview, s.keyLive, `{"body":{"preset":"slack"},"event_id":"evt_none"}`).
		wantProblem(t, 422, "validation_failed", "/event_id")
}

func TestEndpointRefusals(t *testing.T) {
	t.Parallel()
	s := shared(t)
	collection := s.public + "/api/v1/webhooks"
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	one := collection + "/" + id
	ok := []string{"*"}
	many := make([]string, 65)
	for i := range many {
		many[i] = "verification.completed"
	}
	for name, c := range map[string]struct {
		method, url, key string
		body             any
		status           int
		code             string
		fields           []string
	}{
		"no key":             {"GET", collection, "", nil, 401, "invalid_credentials", nil},
		"wrong key":          {"GET", collection, "vk_test_wrong", nil, 401, "invalid_credentials", nil},
		"no key, bad body":   {"POST", collection, "", "{", 401, "invalid_credentials", nil},
		"other tenant":       {"GET", one, s.other, nil, 404, "endpoint_not_found", nil},
		"other mode":         {"GET", one, s.keyLive, nil, 404, "endpoint_not_found", nil},
		"not a UUID":         {"GET", collection + "/x", s.key, nil, 404, "endpoint_not_found", nil},
		"other tenant, body": {"PATCH", one, s.other, map[string]any{"nope": 1}, 404, "endpoint_not_found", nil},
		"no route":           {"GET", s.public + "/api/v1/nothing", s.key, nil, 404, "route_not_found", nil},
		"wrong method":       {"PUT", one, s.key, map[string]any{}, 405, "method_not_allowed", nil},
		"not JSON":           {"POST", collection, s.key, "{", 400, "invalid_json", nil},
		"not an object":      {"POST", collection, s.key, "[]", 400, "invalid_json", nil},
		"twice a member":     {"POST", collection, s.key, `{"url":"a","url":"b"}`, 400, "invalid_json", nil},
		"too large": {"POST", collection, s.key, `{"url":"` + strings.Repeat("a", 70_000) + `"}`, 413,
			"body_too_large", nil},
		"nothing": {"POST", collection, s.key, map[string]any{}, 422, "validation_failed",
			[]string{"/url", "/events"}},
		"unknown field": {"POST", collection, s.key, map[string]any{"url": target, "events": ok, "evnts": 1}, 422,
			"unknown_field", []string{"/evnts"}},
		"camel case": {"PATCH", one, s.key, map[string]any{"isActive": true}, 422, "unknown_field",
			[]string{"/isActive"}},
		"wrong types": {"POST", collection, s.key, map[string]any{"url": 1, "events": "x"}, 422, "validation_failed",
			[]string{"/url", "/events"}},
		"bad url": {"POST", collection, s.key, map[string]any{"url": "nowhere", "events": ok}, 422,
			"validation_failed", []string{"/url"}},
		"ftp": {"POST", collection, s.key, map[string]any{"url": "ftp://example.com", "events": ok}, 422,
			"validation_failed", []string{"/url"}},
		"user info": {"POST", collection, s.key, map[string]any{"url": "https://a:b@example.com", "events": ok},
			422, "validation_failed", []string{"/url"}},
		"fragment": {"POST", collection, s.key, map[string]any{"url": "https://example.com/#a", "events": ok}, 422,
			"validation_failed", []string{"/url"}},
		"port": {"POST", collection, s.key, map[string]any{"url": "https://example.com:99999/", "events": ok},
			422, "validation_failed", []string{"/url"}},
		"long url": {"POST", collection, s.key,
			map[string]any{"url": "https://example.com/" + strings.Repeat("a", 2048), "events": ok}, 422, "validation_failed",
			[]string{"/url"}},
		"http on live": {"POST", collection, s.keyLive, map[string]any{"url": "http://example.com", "events": ok}, 422,
			"validation_failed", []string{"/url"}},
		"private": {"POST", collection, s.key, map[string]any{"url": "http://10.0.0.1/", "events": ok}, 422,
			"url_not_allowed", []string{"/url"}},
		"private, odd": {"POST", collection, s.key, map[string]any{"url": "http://0xa9fea9fe/", "events": ok}, 422,
			"url_not_allowed", []string{"/url"}},
		"private v6": {"PATCH", one, s.key, map[string]any{"url": "http://[fd00::1]/"}, 422, "url_not_allowed",
			[]string{"/url"}},
		"empty events": {"POST", collection, s.key, map[string]any{"url": target, "events": []string{}}, 422,
			"validation_failed", []string{"/events"}},
		"unknown kind": {"POST", collection, s.key,
			map[string]any{"url": target, "events": []string{"verification.nope"}}, 422, "validation_failed",
			[]string{"/events/0"}},
		"star with a kind": {"POST", collection, s.key,
			map[string]any{"url": target, "events": []string{"*", "verification.failed"}}, 422, "validation_failed",
			[]string{"/events/0"}},
		"kind twice": {"POST", collection, s.key,
			map[string]any{"url": target, "events": []string{"verification.failed", "verification.failed"}}, 422,
			"validation_failed", []string{"/events/1"}},
		"65 kinds": {"POST", collection, s.key, map[string]any{"url": target, "events": many}, 422,
			"validation_failed", []string{"/events"}},
		"long description": {"POST", collection, s.key,
			map[string]any{"url": target, "events": ok, "description": strings.Repeat("ż", 501)}, 422, "validation_failed",
			[]string{"/description"}},
		"null url":    {"PATCH", one, s.key, `{"url":null}`, 422, "validation_failed", []string{"/url"}},
		"null events": {"PATCH", one, s.key, `{"events":null}`, 422, "validation_failed", []string{"/events"}},
		"filter": {"POST", collection, s.key,
			map[string]any{"url": target, "events": ok, "filter": "event.type ="}, 422, "validation_failed",
			[]string{"/filter"}},
		"filter of no bool": {"PATCH", one, s.key, map[string]any{"filter": "event.data.n"}, 422, "validation_failed",
			[]string{"/filter"}},
		"null option": {"PATCH", one, s.key, `{"honour_retry_after":null,"deactivate_on_410":null}`, 422,
			"validation_failed", []string{"/honour_retry_after", "/deactivate_on_410"}},
		"rate limit": {"PATCH", one, s.key, map[string]any{"rate_limit": 0}, 422, "validation_failed",
			[]string{"/rate_limit"}},
		"high rate limit": {"POST", collection, s.key, map[string]any{"url": target, "events": ok, "rate_limit": 1001},
			422, "validation_failed", []string{"/rate_limit"}},
		"our header": {"PATCH", one, s.key, map[string]any{"headers": map[string]string{"X-Signature": "v"}}, 422,
			"validation_failed", []string{"/headers/X-Signature"}},
		"header of a line": {"POST", collection, s.key,
			map[string]any{"url": target, "events": ok, "headers": map[string]string{"X-A": "v\r\nX-B: w"}}, 422,
			"validation_failed", []string{"/headers/X-A"}},
		"header of no text": {"PATCH", one, s.key, `{"headers":{"X-A":1}}`, 422, "validation_failed",
			[]string{"/headers/X-A"}},
		"null is_active":    {"PATCH", one, s.key, `{"is_active":null}`, 422, "validation_failed", []string{"/is_active"}},
		"unknown parameter": {"GET", collection + "?nope=1", s.key, nil, 400, "invalid_parameter", []string{"nope"}},
		"bad page size": {"GET", s.public + "/verifications?page_size=x", s.key, nil, 400, "invalid_parameter",
			[]string{"page_size"}},
		"bad time": {"GET", s.public + "/verifications?created_from=now", s.key, nil, 400, "invalid_parameter",
			[]string{"created_from"}},
		"bad token": {"GET", s.public + "/verifications?page_token=abc", s.key, nil, 400,
			"invalid_page_token", nil},
		"internal on public": {"POST", s.public + "/internal/v1/events", internalToken, map[string]any{}, 404,
			"route_not_found", nil},
		"tenant key on admin": {"POST", s.admin + "/internal/v1/events", s.key, map[string]any{}, 401,
			"invalid_credentials", nil},
		"live key, sandbox": {"POST", s.public + "/api/v1/verifications", s.keyLive, map[string]any{"kind": "identity"},
			404, "route_not_found", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s.call(c.method, c.url, c.key, c.body).wantProblem(t, c.status, c.code, c.fields...)
		})
	}
	if h := s.call("PUT", one, s.key, map[string]any{}).Header.Get("Allow"); h != "DELETE, GET, PATCH" {
		t.Errorf("Allow: %q", h)
	}
	for key, want := range map[string][2]string{
		"":                      {"Bearer", "there is no key in this request; send one as Authorization: Bearer <key>"},
		apikey.Mint("vk_test_"): {`Bearer error="invalid_token"`, "send a valid key as Authorization: Bearer <key>"},
		"vk_test_x":             {`Bearer error="invalid_token"`, "send a valid key as Authorization: Bearer <key>"},
		apikey.Mint("pk_test_"): {`Bearer error="invalid_token"`,
			"this is a partner's key for partner connect; this call takes a key that begins with vk_live_ or vk_test_"},
		"whsec_c2VjcmV0": {`Bearer error="invalid_token"`,
			"this is a signing secret, which is no key; this call takes a key that begins with vk_live_ or vk_test_"},
	} {
		if a := s.call("GET", collection, key, nil); a.Header.Get("WWW-Authenticate") != want[0] ||
			a.Body["detail"] != want[1] {
			t.Errorf("key %.8q: %q %s", key, a.Header.Get("WWW-Authenticate"), a.Raw)
		}
	}
	s.call("POST", collection, s.key, `{"url":"x"}`, "Content-Type", "text/plain").wantProblem(t, 415,
		"unsupported_media_type")
	s.call("GET", collection, s.key, nil, "Accept", "text/html").wantProblem(t, 406, "not_acceptable")
	s.call("POST", collection, s.key, map[string]any{"url": target, "events": ok, "extra": 1}, "Prefer",
		"handling=lenient").want(t, 201)
	s.call("POST", collection, s.keyLive,
		map[string]any{"url": "https://does-not-resolve.invalid/x", "events": ok}).want(t, 201)
	if got := s.call("GET", collection, s.key, nil, "X-Request-Id",
		"my-request-1").Header.Get("X-Request-Id"); got != "my-request-1" {
		t.Errorf("X-Request-Id: %q", got)
	}
}

func TestRefusedOrders(t *testing.T) {
	t.Parallel()
	s := shared(t)
	path := s.public + "/api/v1/webhooks/" +
		s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	for body, field := range map[string]string{
		`{"order_by":"event.data."}`:     "/order_by",
		`{"order_by":"[event.type]"}`:    "/order_by",
		`{"order_on_failure":"wait"}`:    "/order_on_failure",
		`{"order_on_failure":null}`:      "/order_on_failure",
		`{"order_by":"event.data.a\n+"}`: "/order_by",
	} {
		s.call("PATCH", path, s.key, body).wantProblem(t, 422, "validation_failed", field)
	}
}

func TestEndpointLimit(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.EndpointLimit = 3 })
	results := make(chan int, 10)
	for range 10 {
		go func() {
			results <- s.call("POST", s.public+"/api/v1/webhooks", s.key,
				map[string]any{"url": target, "events": []string{"*"}}).Status
		}()
	}
	count := map[int]int{}
	for range 10 {
		count[<-results]++
	}
	if count[201] != 3 || count[409] != 7 {
		t.Fatalf("answers: %v", count)
	}
	if list := s.call("GET", s.public+"/api/v1/webhooks", s.key, nil).Body["data"].([]any); len(list) != 3 {
		t.Fatalf("%d endpoints", len(list))
	}
	s.call("POST", s.public+"/api/v1/webhooks", s.key,
		map[string]any{"url": target, "events": []string{"*"}}).wantProblem(t, 409, "endpoint_limit_reached")
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	s := shared(t)
	a := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	path, tag := s.public+"/api/v1/webhooks/"+a.data()["id"].(string), a.Header.Get("ETag")
	if tag == "" {
		t.Fatal("no ETag")
	}
	b := s.call("PATCH", path, s.key, map[string]any{"description": "x"}, "If-Match", tag).want(t, 200)
	if b.Header.Get("ETag") == tag {
		t.Error("the ETag stayed")
	}
	s.call("PATCH", path, s.key, map[string]any{"description": "y"}, "If-Match", tag).wantProblem(t, 412,
		"precondition_failed")
	s.call("PATCH", path, s.key, map[string]any{"description": "y"}, "If-Match", "*").want(t, 200)
}

func TestEndpointsOverGRPC(t *testing.T) {
	t.Parallel()
	s := shared(t)
	client := webhooksv1.NewEndpointServiceClient(s.grpc)
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.key)
	created, err := client.CreateEndpoint(ctx, &webhooksv1.CreateEndpointRequest{Url: target, Events: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	id := created.GetData().GetId()
	off := false
	got, err := client.UpdateEndpoint(ctx,
		&webhooksv1.UpdateEndpointRequest{Id: id, Changes: &webhooksv1.EndpointChanges{IsActive: &off}})
	if err != nil || got.GetData().GetIsActive() || got.GetData().GetUrl() != target {
		t.Fatalf("%v, %v", got, err)
	}
	_, err = client.UpdateEndpoint(ctx, &webhooksv1.UpdateEndpointRequest{
		Id: id, Changes: &webhooksv1.EndpointChanges{}, UpdateMask: &fieldmaskpb.FieldMask{Paths: []string{"is_active"}},
	})
	if status.Code(err) != codes.InvalidArgument {
		t.Fatalf("null over gRPC: %v", err)
	}
	if _, err := client.GetEndpoint(t.Context(),
		&webhooksv1.GetEndpointRequest{Id: id}); status.Code(err) != codes.Unauthenticated {
		t.Fatalf("without a key: %v", err)
	}
	if _, err := client.GetEndpoint(internal(t.Context()),
		&webhooksv1.GetEndpointRequest{Id: id}); status.Code(err) != codes.Unauthenticated {
		t.Fatalf("internal token where a tenant's key belongs: %v", err)
	}
	feed := webhooksv1.NewEndpointFeedServiceClient(s.grpc)
	if _, err := feed.ResolveEndpoints(ctx,
		&webhooksv1.ResolveEndpointsRequest{Ids: []string{id}}); status.Code(err) != codes.Unauthenticated {
		t.Fatalf("a tenant's key on the feed: %v", err)
	}
	targets, err := feed.ResolveEndpoints(internal(t.Context()), &webhooksv1.ResolveEndpointsRequest{Ids: []string{id}})
	if err != nil || len(targets.GetData()) != 1 || len(targets.GetData()[0].GetKeys()[0].GetKey()) != 32 {
		t.Fatalf("%v, %v", targets, err)
	}
}

func TestRevokedKey(t *testing.T) {
	t.Parallel()
	s := shared(t)
	op := webhooksv1.NewOperatorServiceClient(s.grpc)
	k, err := op.CreateApiKey(internal(t.Context()), &webhooksv1.CreateApiKeyRequest{TenantId: s.tenant})
	if err != nil {
		t.Fatal(err)
	}
	s.call("GET", s.public+"/api/v1/webhooks", k.GetKey(), nil).want(t, 200)
	if _, err := op.RevokeApiKey(internal(t.Context()),
		&webhooksv1.RevokeApiKeyRequest{Id: k.GetData().GetId()}); err != nil {
		t.Fatal(err)
	}
	revoked := s.call("GET", s.public+"/api/v1/webhooks", k.GetKey(), nil)
	absent := s.call("GET", s.public+"/api/v1/webhooks", "vk_test_nothing", nil)
	revoked.wantProblem(t, 401, "invalid_credentials")
	for _, a := range []answer{revoked, absent} {
		delete(a.Body, "request_id")
	}
	x, _ := json.Marshal(revoked.Body)
	y, _ := json.Marshal(absent.Body)
	if string(x) != string(y) {
		t.Errorf("bodies differ: %s, %s", x, y)
	}
}

// What the answer to a test names can be read at once, and is delivered once.
func TestTestDeliveryCanBeReadAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"verification.failed"}}).data()["id"].(string)
	want := map[string]bool{}
	for range 20 {
		named := s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).want(t, 202).data()
		got := s.delivery(named["delivery_id"].(string))
		if got["status"] != "pending" || got["event_id"] != named["event_id"] || got["event_type"] != "verification.test" ||
			got["endpoint_id"] != id {
			t.Errorf("delivery %v of %v", got, named)
		}
		s.call("GET", s.public+"/api/v1/events/"+named["event_id"].(string), s.key, nil).want(t, 200)
		want[named["delivery_id"].(string)] = true
	}
	list := d.next(20)
	for _, x := range list {
		if !want[x.GetId()] || x.GetRun() != 1 {
			t.Errorf("delivery %s in run %d", x.GetId(), x.GetRun())
		}
		delete(want, x.GetId())
	}
	d.report(list, 1, delivered)
	s.eventually("all ended", func() bool { return s.query(`SELECT count(*) FROM deliveries WHERE status = 'delivered'`) == 20 })
}
