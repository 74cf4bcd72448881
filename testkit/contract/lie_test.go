package contract

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/proto/openapi"
)

const (
	request = `{"kind":"identity","subject":{"type":"person"},"metadata":{"a":"b"}}`
	created = `{"data":{"id":"0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f","status":"pending","kind":"identity",
		"subject":{"type":"person","external_ref":null,"merchant_ref":null},"attempt":1,"checks":[{"type":"document","status":"pending"}],"result":null,
		"expires_at":"2026-11-29T12:00:00.000Z","created_at":"2026-11-22T12:00:00.000Z","updated_at":"2026-11-22T12:00:00.000Z","completed_at":null,"metadata":{"a":"b"}}}`
	refused = `{"type":"/problems/validation_failed","title":"x","status":422,"detail":"x","instance":"/api/v1/verifications","code":"validation_failed",
		"request_id":"req_1","errors":[{"field":"/kind","code":"string.in","message":"x"}]}`
)

func exchange(t *testing.T, status int, answer string) Exchange {
	t.Helper()
	at, err := url.Parse("http://127.0.0.1/api/v1/verifications")
	if err != nil {
		t.Fatal(err)
	}
	x := Exchange{
		Method: http.MethodPost, URL: at, RequestHeader: http.Header{"Content-Type": {"application/json"}},
		RequestBody: []byte(request),
		Status:      status, Header: http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"req_1"},
			"Location": {"/x"}}, Body: []byte(answer),
	}
	if status >= 400 {
		x.Header = http.Header{"Content-Type": {"application/problem+json"}, "X-Request-Id": {"req_1"}}
	}
	return x
}

// check returns what is found in the exchanges, by a document or why it is none.
func check(document []byte, exchanges ...Exchange) (faults []string) {
	d, err := Parse(document)
	if err != nil {
		return []string{err.Error()}
	}
	for _, x := range exchanges {
		_, found := Check([]*Document{d}, x)
		faults = append(faults, found...)
	}
	return faults
}

// documents are the public ones, which take a while to compile.
func documents(t *testing.T) []*Document {
	t.Helper()
	all, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTrueExchanges(t *testing.T) {
	for name, x := range map[string]Exchange{"success": exchange(t, 201, created), "problem": exchange(t, 422, refused)} {
		t.Run(name, func(t *testing.T) {
			if _, faults := Check(documents(t), x); len(faults) > 0 {
				t.Errorf("%q", faults)
			}
		})
	}
}

// Each lie of the program is found.
func TestLiesOfTheProgram(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		change func(x *Exchange)
		want   string
	}{
		"status":         {201, func(x *Exchange) { x.Status = 418 }, "status 418"},
		"missing member": {201, replace(`"attempt":1,`, ``), "/data: missing property 'attempt'"},
		"renamed member": {201, replace(`"attempt"`, `"tries"`), "'tries' not allowed"},
		"type":           {201, replace(`"attempt":1`, `"attempt":"1"`), "/data/attempt: got string"},
		"null": {201, replace(`"created_at":"2026-11-22T12:00:00.000Z"`, `"created_at":null`),
			"/data/created_at: got null"},
		"date":           {201, replace(`2026-11-29T12:00:00.000Z`, `tomorrow`), "/data/expires_at"},
		"uuid":           {201, replace(`0192f0c4-7b1a`, `0192f0c4`), "/data/id"},
		"enumeration":    {201, replace(`"status":"pending","kind"`, `"status":"open","kind"`), "/data/status"},
		"media type":     {201, func(x *Exchange) { x.Header.Set("Content-Type", "text/html") }, "text/html"},
		"no header":      {201, func(x *Exchange) { x.Header.Del("Location") }, "Location is missing"},
		"other header":   {201, func(x *Exchange) { x.Header.Set("Etag", `"1"`) }, "Etag is not documented"},
		"accepted type":  {201, func(x *Exchange) { x.RequestBody = []byte(`{"kind":1}`) }, "request is not valid:  /kind"},
		"accepted name":  {201, func(x *Exchange) { x.RequestBody = []byte(`{"kind":"identity","x":1}`) }, "'x' not allowed"},
		"accepted query": {201, func(x *Exchange) { x.URL.RawQuery = "x=1" }, "query parameter x"},
		"problem code":   {422, replace(`"code":"validation_failed"`, `"code":"channel_required"`), "/code"},
		"problem":        {422, replace(`"detail":"x",`, ``), "'detail'"},
		"route":          {201, func(x *Exchange) { x.URL.Path = "/api/v1/secrets" }, "no operation of a document"},
	} {
		t.Run(name, func(t *testing.T) {
			x := exchange(t, c.status, map[int]string{201: created, 422: refused}[c.status])
			c.change(&x)
			if _, faults := Check(documents(t), x); !strings.Contains(strings.Join(faults, "; "), c.want) {
				t.Errorf("%q, want %q", faults, c.want)
			}
		})
	}
}

func replace(from, to string) func(*Exchange) {
	return func(x *Exchange) { x.Body = []byte(strings.Replace(string(x.Body), from, to, 1)) }
}

// Each lie of the document is found by exchanges that are as the true one says.
func TestLiesOfTheDocument(t *testing.T) {
	const operation = "/paths/~1api~1v1~1verifications/post"
	for name, lie := range map[string]func(s *source){
		"a required member less": func(s *source) { o := s.schemaNamed("Verification"); o["required"] = array(o["required"])[1:] },
		"another type":           func(s *source) { s.property("Verification", "attempt")["type"] = "string" },
		"another format":         func(s *source) { s.property("Verification", "id")["format"] = "date" },
		"never null":             func(s *source) { s.property("Verification", "completed_at")["type"] = "string" },
		"a renamed member": func(s *source) {
			o := object(s.schemaNamed("Verification")["properties"])
			o["tries"] = o["attempt"]
			delete(o, "attempt")
		},
		"a member less": func(s *source) { delete(object(s.schemaNamed("Verification")["properties"]), "attempt") },
		"a value less":  func(s *source) { o := s.schemaNamed("VerificationStatus"); o["enum"] = array(o["enum"])[1:] },
		"a status less": func(s *source) { delete(object(s.at(operation+"/responses")), "201") },
		"a code less":   func(s *source) { delete(object(s.at(operation+"/responses")), "422") },
		"a header more": func(s *source) {
			object(s.at("/components/headers/Retry-After"))["required"] = true
			s.requireRetryAfter(operation)
		},
		"a header less": func(s *source) { delete(object(s.at(operation+"/responses/201/headers")), "Location") },
		"a member of a request": func(s *source) {
			delete(object(s.schemaNamed("CreateVerificationRequest")["properties"]),
				"metadata")
		},
		"a required one more": func(s *source) {
			o := s.schemaNamed("CreateVerificationRequest")
			o["required"] = append(array(o["required"]), "idempotency")
		},
		"another path": func(s *source) {
			paths := object(s.at("/paths"))
			paths["/api/v1/sessions"] = paths["/api/v1/verifications"]
			delete(paths, "/api/v1/verifications")
		},
	} {
		t.Run(name, func(t *testing.T) {
			root, err := decode(openapi.Webhooks)
			if err != nil {
				t.Fatal(err)
			}
			lie(&source{root: root})
			document, err := json.Marshal(root)
			if err != nil {
				t.Fatal(err)
			}
			if len(check(document, exchange(t, 201, created), exchange(t, 422, refused))) == 0 {
				t.Error("nothing was found")
			}
		})
	}
}

func (s *source) schemaNamed(name string) map[string]any {
	return object(s.at("/components/schemas/" + name))
}

func (s *source) property(schema, name string) map[string]any {
	return object(object(s.schemaNamed(schema)["properties"])[name])
}

// requireRetryAfter documents Retry-After where it is not sent.
func (s *source) requireRetryAfter(operation string) {
	object(s.at(operation + "/responses/422/headers"))["Retry-After"] = map[string]any{"$ref": "#/components/headers/Retry-After"}
}
