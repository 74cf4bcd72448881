package abuse

import (
	"net/http"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/proto/openapi"
)

func header(pairs ...string) http.Header {
	h := http.Header{"X-Request-Id": {"req_12345678"}, "Content-Type": {"application/problem+json"}}
	for i := 0; i < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h
}

const refused = `{"type":"/problems/invalid_json","title":"The body is not valid JSON","status":400,"detail":"it is ` +
	`not","instance":"/x","code":"invalid_json","request_id":"req_12345678","errors":[]}`

// Each violated promise is found.
func TestViolatedPromisesAreFound(t *testing.T) {
	without := header()
	without.Del("X-Request-Id")
	for name, c := range map[string]struct {
		answer Answer
		want   string // "" is as documented
	}{
		"refusal": {Answer{Status: 400, Header: header(), Body: []byte(refused)}, ""},
		"success": {Answer{Status: 200, Header: header("Content-Type", "application/json"),
			Body: []byte(`{"a":"` + Canary + `"}`)}, ""},
		"no content": {Answer{Status: 204, Header: http.Header{"X-Request-Id": {"req_12345678"}}}, ""},
		"path": {Answer{Status: 400, Header: header(), Body: []byte(strings.Replace(refused, "/x", "/"+Canary, 1))},
			""},
		"name": {Answer{Status: 400, Header: header(),
			Body: []byte(strings.Replace(refused, "[]", `[{"field":"/`+Canary+`","code":"x","message":"y"}]`, 1))}, ""},
		"500":           {Answer{Status: 500, Header: header(), Body: []byte(refused)}, "status 500"},
		"503":           {Answer{Status: 503, Header: header(), Body: []byte(refused)}, "status 503"},
		"no request id": {Answer{Status: 400, Header: without, Body: []byte(refused)}, "X-Request-Id"},
		"other id": {Answer{Status: 400, Header: header("X-Request-Id", "req_00000000"), Body: []byte(refused)},
			"request_id is not"},
		"text": {Answer{Status: 400, Header: header("Content-Type", "text/plain"), Body: []byte("400 Bad Request")},
			"no problem document"},
		"code": {Answer{Status: 400, Header: header(),
			Body: []byte(strings.ReplaceAll(refused, "invalid_json", "oops"))}, "not in the catalogue"},
		"status": {Answer{Status: 422, Header: header(), Body: []byte(refused)}, "type, title and status"},
		"no errors": {Answer{Status: 400, Header: header(),
			Body: []byte(strings.Replace(refused, `,"errors":[]`, "", 1))}, "missing"},
		"echo": {Answer{Status: 400, Header: header(),
			Body: []byte(strings.Replace(refused, "it is not", "not "+Canary, 1))}, "echoes the input"},
		"echo, header": {Answer{Status: 400, Header: header("Location", Canary), Body: []byte(refused)},
			"echoes the input"},
		"injection": {Answer{Status: 400, Header: header("X-Injected", "1"), Body: []byte(refused)}, "injected"},
		"stack": {Answer{Status: 400, Header: header(),
			Body: []byte(strings.Replace(refused, "it is not", "main.go:17", 1))}, "internals"},
		"driver": {Answer{Status: 200, Header: header("Content-Type", "application/json"),
			Body: []byte(`{"a":"ERROR: relation \"payments\" (SQLSTATE 42P01)"}`)}, "internals"},
		"constraint": {Answer{Status: 400, Header: header(),
			Body: []byte(strings.Replace(refused, "it is not", `violated Constraint \"payments_pkey\"`, 1))}, "internals"},
		"after a word": {Answer{Status: 400, Header: header(),
			Body: []byte(strings.Replace(refused, "it is not", "donats. nats: no", 1))}, "internals"},
		"ordinary words": {Answer{Status: 400, Header: header(),
			Body: []byte(strings.Replace(refused, "it is not", "in relation to panics, donats. proto", 1))}, ""},
		"pointer": {Answer{Status: 400, Header: header(),
			Body: []byte(strings.Replace(refused, "it is not", "not {0xc000123456 1}", 1))}, "internals"},
		"pointer, alone": {Answer{Status: 200, Header: header("Content-Type", "application/json"),
			Body: []byte(`"0xc000123456"`)}, "internals"},
		"id like a pointer": {Answer{
			Status: 400, Header: header("X-Request-Id", "req_06h04z0xc0001234g"),
			Body: []byte(strings.Replace(refused, "req_12345678", "req_06h04z0xc0001234g", 1)),
		}, ""},
		"success, text": {Answer{Status: 200, Header: header("Content-Type", "application/json"), Body: []byte(`x`)},
			"not JSON"},
		"405, no Allow": {Answer{Status: 405, Header: header(), Body: []byte(refused)}, "Allow"},
		"entry": {Answer{Status: 400, Header: header(),
			Body: []byte(strings.Replace(refused, "[]", `[{"field":"","code":"x","message":"y"}]`, 1))}, "incomplete"},
		"401, no scheme": {Answer{Status: 401, Header: header(), Body: []byte(refused)}, "WWW-Authenticate"},
	} {
		t.Run(name, func(t *testing.T) {
			faults, byServer := Check(&Request{}, c.answer)
			if all := strings.Join(faults, "; "); byServer || (c.want == "") != (all == "") || !strings.Contains(all, c.want) {
				t.Errorf("%q, want %q", all, c.want)
			}
		})
	}
}

// Responses of net/http are accepted for malformed requests only.
func TestAnswersOfTheServer(t *testing.T) {
	plain := Answer{Status: 400, Header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}},
		Body: []byte("400 Bad Request: missing required Host header")}
	if faults, byServer := Check(&Request{Unframed: true}, plain); !byServer || len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	if faults, byServer := Check(&Request{}, plain); byServer || len(faults) == 0 {
		t.Error("a well-framed request may be refused in plain text")
	}
	moved := Answer{Status: 307, Header: http.Header{"Location": {"/internal/v1/events"}}}
	if _, byServer := Check(&Request{Unframed: true}, moved); byServer {
		t.Error("a public port may redirect")
	}
	if _, byServer := Check(&Request{Unframed: true, Mux: true}, moved); !byServer {
		t.Error("the mux of an admin port may not")
	}
}

// A request is determined by seed, operation and number, and its base by the document.
func TestRequestsFollowFromTheSeed(t *testing.T) {
	operations, err := Load(openapi.PartnerConnect, openapi.Webhooks)
	if err != nil {
		t.Fatal(err)
	}
	different := map[string]bool{}
	for _, op := range operations {
		c := Case{Operation: op, Key: "k", Path: map[string]string{"ref": "r", "id": "i"}, OtherKeys: []string{"o"},
			Examples: Examples{"email": "a@example.com", "metadata": Omit}}
		base := c.Base().Bytes()
		if !strings.HasPrefix(base, op.Method+" /") || (op.Body != nil) != strings.Contains(base, "\r\n\r\n{") ||
			strings.Contains(base, `"metadata"`) {
			t.Errorf("%s: %q", op.ID, base)
		}
		for n := range 50 {
			one, two := c.Mutated(Random(7, op.ID, n)), c.Mutated(Random(7, op.ID, n))
			if one.Bytes() != two.Bytes() || len(one.Mutations) == 0 {
				t.Fatalf("%s %d: %q and %q", op.ID, n, one.Mutations, two.Mutations)
			}
			different[one.Bytes()] = true
		}
	}
	if len(different) < 40*len(operations) {
		t.Errorf("%d different requests of %d", len(different), 50*len(operations))
	}
}
