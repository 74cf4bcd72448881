package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// heard is what a service behind the gateway received.
type heard struct {
	eventsv1.UnimplementedEventServiceServer
	webhooksv1.UnimplementedEndpointServiceServer
	pcv1.UnimplementedOnboardingServiceServer

	request proto.Message
	headers map[string][]string
}

func (h *heard) note(ctx context.Context, m proto.Message) {
	h.request, h.headers = m, map[string][]string{}
	for _, name := range []string{"if-match", "on-behalf-of"} {
		h.headers[name] = RequestHeader(ctx, name)
	}
}

func (h *heard) Publish(ctx context.Context, r *eventsv1.PublishRequest) (*eventsv1.PublishResponse, error) {
	h.note(ctx, r)
	return &eventsv1.PublishResponse{EventId: "evt_1"}, nil
}

func (h *heard) CreateEndpoint(ctx context.Context,
	r *webhooksv1.CreateEndpointRequest) (*webhooksv1.CreateEndpointResponse, error) {
	if err := grpcserver.BodyFault(ctx); err != nil {
		return nil, err
	}
	h.note(ctx, r)
	return &webhooksv1.CreateEndpointResponse{}, nil
}

func (h *heard) GetEndpoint(ctx context.Context,
	r *webhooksv1.GetEndpointRequest) (*webhooksv1.GetEndpointResponse, error) {
	h.note(ctx, r)
	return &webhooksv1.GetEndpointResponse{}, nil
}

func (h *heard) CreateOnboarding(ctx context.Context,
	r *pcv1.CreateOnboardingRequest) (*pcv1.CreateOnboardingResponse, error) {
	if err := grpcserver.BodyFault(ctx); err != nil {
		return nil, err
	}
	h.note(ctx, r)
	return &pcv1.CreateOnboardingResponse{}, nil
}

const bearer = "a-key"

// behind returns a gateway before services that record what reaches them.
func behind(t testing.TB) (*Gateway, *heard) {
	t.Helper()
	tel, err := telemetry.New(t.Context(), telemetry.Config{}, "test")
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	server, err := grpcserver.New(grpcserver.Options{
		Log: log, Telemetry: tel, MapError: notHere,
		Authenticate: func(ctx context.Context, _ *optionsv1.Access, token string) (context.Context,
			grpcserver.Principal, error) {
			if err := ctx.Err(); err != nil {
				return ctx, grpcserver.Principal{}, fmt.Errorf("look the key up: %w", err)
			}
			if token != bearer {
				return ctx, grpcserver.Principal{}, fault.New(fault.InvalidCredentials, "no such key")
			}
			return ctx, grpcserver.Principal{}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	h := &heard{}
	eventsv1.RegisterEventServiceServer(server, h)
	webhooksv1.RegisterEndpointServiceServer(server, h)
	pcv1.RegisterOnboardingServiceServer(server, h)
	g, err := New(server, Options{Log: log}, "events.v1.EventService", "webhooks.v1.EndpointService",
		"partnerconnect.v1.OnboardingService")
	if err != nil {
		t.Fatal(err)
	}
	return g, h
}

// notHere is said of what the services of these tests leave out.
func notHere(err error) error {
	if status.Code(err) == codes.Unimplemented {
		return fault.New(fault.UnsupportedOperation, "not in this test")
	}
	return err
}

func serve(g *Gateway, method, path, body string, h http.Header) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	for name, values := range h {
		r.Header[name] = values
	}
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	return w
}

// asDocumented fails unless an answer keeps what every answer promises.
func asDocumented(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code >= 500 || !grpcserver.RequestIDPattern.MatchString(w.Header().Get("X-Request-Id")) {
		t.Fatalf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	if w.Code < 300 {
		if w.Header().Get("Content-Type") != "application/json" || !json.Valid(w.Body.Bytes()) {
			t.Fatalf("%d %v %s", w.Code, w.Header(), w.Body)
		}
		return
	}
	var p struct {
		Code   string
		Status int
		Detail string
		Errors []fault.Violation
	}
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil ||
		w.Header().Get("Content-Type") != "application/problem+json" {
		t.Fatalf("%v: %v %s", err, w.Header(), w.Body)
	}
	if e := fault.Lookup(fault.Reason(p.Code)); string(e.Reason) != p.Code || e.Status != w.Code || p.Status != w.Code ||
		p.Detail == "" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	for _, v := range p.Errors {
		if v.Field == "" || v.Code == "" || v.Message == "" {
			t.Fatalf("an entry of errors is not whole: %s", w.Body)
		}
	}
}

// bodies are the routes that a body is tried at, and what each is to become.
var bodies = []struct {
	path string
	make func() proto.Message
}{
	{"/internal/v1/events", func() proto.Message { return &eventsv1.PublishRequest{} }},
	{"/api/v1/webhooks", func() proto.Message { return &webhooksv1.CreateEndpointRequest{} }},
	{"/onboarding", func() proto.Message { return &pcv1.CreateOnboardingRequest{} }},
}

// canary is what @ becomes in a fuzzed body: no answer may show it but as the name of a member.
const canary = "kanarek7f3a"

// Whatever the body is, it is refused as documented without showing what it holds, or means to the service what
// protojson says.
func FuzzBodies(f *testing.F) {
	for route, body := range []string{
		`{"tenant":"ten_a","type":"verification.completed","livemode":true,"data":{"a":[1,null,"@"]}}`,
		`{"url":"https://@.example","events":["*"],"description":null}`,
		`{"partner_external_ref":"@","metadata":{"a":"@"},"business":{"address":{"country":"PL"}},` +
			`"company":{"beneficial_owners":[{"given_names":"@"}]}}`,
	} {
		for _, body := range []string{body, body[:len(body)-1], strings.ReplaceAll(body, `"@"`, "7"),
			strings.Replace(body, "{", `{"@":1,`, 1)} {
			f.Add(uint8(route), "application/json", "", []byte(body))
		}
	}
	f.Add(uint8(2), "application/json; charset=utf-8", "handling=lenient", []byte(`{"x":{},"metadata":{"":"\ud800"}}`))
	f.Add(uint8(1), "multipart/form-data; boundary=b", "", []byte("--b\r\n\r\n@\r\n--b--"))
	g, h := behind(f)
	f.Fuzz(func(t *testing.T, route uint8, contentType, prefer string, body []byte) {
		to := bodies[int(route)%len(bodies)]
		sent := bytes.ReplaceAll(body, []byte("@"), []byte(canary))
		h.request = nil
		w := serve(g, http.MethodPost, to.path, string(sent),
			http.Header{"Authorization": {"Bearer " + bearer}, "Content-Type": {contentType}, "Prefer": {prefer}})
		asDocumented(t, w)
		if w.Code < 300 {
			want := to.make()
			lenient := strings.ReplaceAll(strings.ToLower(prefer), " ", "") == "handling=lenient"
			if err := (protojson.UnmarshalOptions{DiscardUnknown: lenient}).Unmarshal(orObject(sent), want); err != nil {
				t.Fatalf("%q passes: %v", sent, err)
			}
			if !proto.Equal(h.request, want) {
				t.Fatalf("%q became %v, want %v", sent, h.request, want)
			}
			return
		}
		if m, _, _ := mime.ParseMediaType(contentType); len(sent) > 0 && len(sent) <= MaxBody && m != "application/json" &&
			w.Code != http.StatusUnsupportedMediaType {
			t.Fatalf("%q: %d", contentType, w.Code)
		}
		if shown := memberNames.ReplaceAll(w.Body.Bytes(), nil); bytes.Contains(shown, []byte(canary)) {
			t.Fatalf("%q is shown: %s", sent, w.Body)
		}
	})
}

// orObject is what no body means.
func orObject(b []byte) []byte {
	if len(b) == 0 {
		return []byte("{}")
	}
	return b
}

var memberNames = regexp.MustCompile(`"field":"(\\.|[^"\\])*"`)

// Whatever the headers are: only the right key passes, the request id is the client's or one of ours, a service gets
// the headers that it checks unchanged or not at all, and an If-Match that cannot be passed on is never ignored.
func FuzzHeaders(f *testing.F) {
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	for _, s := range [][6]string{
		{"Bearer " + bearer, "request-1", "", "", "application/json", parent},
		{"bearer  " + bearer, "short", `"1"`, "mrc_1", "*/*", ""}, {"Basic x", "", "*", "", "text/html", parent[:20]},
		{bearer, "a b c d e f", "\xff", "\x00", "application/json;q=0", "\xff"},
		{"Bearer " + bearer + ",Bearer " + bearer, strings.Repeat("r", 64), `W/"1", "2"`, "ż", ",,,", parent + "-x"},
	} {
		f.Add(s[0], s[1], s[2], s[3], s[4], s[5])
	}
	g, h := behind(f)
	f.Fuzz(func(t *testing.T, authorization, requestID, ifMatch, onBehalfOf, accept, traceparent string) {
		h.request = nil
		w := serve(g, http.MethodGet, "/api/v1/webhooks/x", "", http.Header{
			"Authorization": {authorization}, "X-Request-Id": {requestID}, "If-Match": {ifMatch}, "On-Behalf-Of": {onBehalfOf},
			"Accept":      {accept},
			"Traceparent": {traceparent}, "Grpc-Timeout": {traceparent},
		})
		asDocumented(t, w)
		if id := w.Header().Get("X-Request-Id"); id != requestID &&
			(grpcserver.RequestIDPattern.MatchString(requestID) || !strings.HasPrefix(id, "req_")) {
			t.Fatalf("%q became %q", requestID, id)
		}
		scheme, token, _ := strings.Cut(authorization, " ")
		known := strings.EqualFold(scheme, "Bearer") && strings.TrimSpace(token) == bearer
		if known == (w.Code == http.StatusUnauthorized) {
			t.Fatalf("%q: %d", authorization, w.Code)
		}
		if w.Code == http.StatusOK &&
			(len(h.headers["if-match"]) != 1 || h.headers["if-match"][0] != ifMatch ||
				h.headers["on-behalf-of"][0] != onBehalfOf) {
			t.Fatalf("%q and %q are heard as %q", ifMatch, onBehalfOf, h.headers)
		}
		if (w.Code == http.StatusOK) != (h.request != nil) {
			t.Fatalf("%d, heard %v", w.Code, h.request)
		}
	})
}

// Whatever the path and query are, they are refused as documented.
func FuzzTargets(f *testing.F) {
	for _, s := range [][2]string{
		{"/api/v1/webhooks/x", ""}, {"/api/v1/webhooks//x", "a=1"}, {"/onboarding", "page_size=-1&page_token=%00"},
		{"/onboarding/%2e%2e/me", "="}, {"/requirements", "applicant_type=a&applicant_type=b"},
		{"/onboarding", "updated_from=9999-12-31T23:59:60Z"}, {"/onboarding", "updated_from=0000-01-01T00:00:00Z"},
		{"/internal/v1/events", "%zz"}, {"/onboarding/\xff", "\xff=\xff"},
	} {
		f.Add(s[0], s[1], "GET")
	}
	g, _ := behind(f)
	f.Fuzz(func(t *testing.T, path, query, method string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Method, r.URL.Path, r.URL.RawPath, r.URL.RawQuery = method, path, "", query
		r.Header.Set("Authorization", "Bearer "+bearer)
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		if w.Code == http.StatusNotImplemented { // the services here know few of their calls
			return
		}
		asDocumented(t, w)
	})
}

// A header that cannot become gRPC metadata must not be left out: the call would have no condition, or act for no
// merchant.
func TestHeadersThatCannotBePassedOn(t *testing.T) {
	g, h := behind(t)
	for name, values := range map[string][]string{"If-Match": {"\xff", "ż", "a\tb"}, "On-Behalf-Of": {"mrc_ż", "\x01"},
		"Connect-Version": {"\xff"}} {
		t.Run(name, func(t *testing.T) {
			for _, v := range values {
				h.request = nil
				w := serve(g, "GET", "/api/v1/webhooks/x", "", http.Header{"Authorization": {"Bearer " + bearer}, name: {v}})
				if w.Code != 400 || code(w) != "invalid_parameter" ||
					!strings.Contains(w.Body.String(), fmt.Sprintf(`"field":%q,"code":"encoding"`, name)) || h.request != nil {
					t.Errorf("%s: %q: %d %s", name, v, w.Code, w.Body)
				}
				if w := serve(g, "GET", "/api/v1/webhooks/x", "", http.Header{name: {v}}); w.Code != 401 {
					t.Errorf("401 comes first: %d", w.Code)
				}
			}
		})
	}
	for _, name := range []string{"Prefer", "Traceparent"} { // which mean nothing where they are not understood
		if w := serve(g, "GET", "/api/v1/webhooks/x", "",
			http.Header{"Authorization": {"Bearer " + bearer}, name: {"\xff"}}); w.Code != 200 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

// How long a call may take is not up to the client, and an unreadable parameter of the content type has no effect.
func TestHeadersThatHaveNoEffect(t *testing.T) {
	g, _ := behind(t)
	for _, v := range []string{"1n", "0S", "-1S", "x", ""} {
		if w := serve(g, "GET", "/api/v1/webhooks/x", "",
			http.Header{"Authorization": {"Bearer " + bearer}, "Grpc-Timeout": {v}}); w.Code != 200 {
			t.Errorf("Grpc-Timeout %q: %d %s", v, w.Code, w.Body)
		}
	}
	for _, v := range []string{"application/json;;;", "application/json; charset", "APPLICATION/JSON"} {
		w := serve(g, "POST", "/api/v1/webhooks", `{"url":"https://a.example","events":["*"]}`,
			http.Header{"Authorization": {"Bearer " + bearer}, "Content-Type": {v}})
		if w.Code != 200 {
			t.Errorf("%s: %d %s", v, w.Code, w.Body)
		}
	}
}

// A parameter without a name has one in the answer.
func TestParameterWithoutAName(t *testing.T) {
	g, _ := behind(t)
	w := serve(g, "GET", "/api/v1/webhooks?=1", "", http.Header{"Authorization": {"Bearer " + bearer}})
	if w.Code != 400 || !strings.Contains(w.Body.String(), `"field":"(unknown)"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A time that no message holds is refused by its parameter's name.
func TestTimesThatNoMessageHolds(t *testing.T) {
	g, _ := behind(t)
	for _, v := range []string{"0000-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00", "2026-01-31T12:00:00.0000000001Z"} {
		w := serve(g, "GET", "/onboarding?updated_from="+v, "", http.Header{"Authorization": {"Bearer " + bearer}})
		if w.Code != 400 || !strings.Contains(w.Body.String(), `"field":"updated_from","code":"type"`) {
			t.Errorf("%s: %d %s", v, w.Code, w.Body)
		}
	}
}

// A client that disconnects is not an error in the log.
func TestClientThatLeftIsNoError(t *testing.T) {
	g, _ := behind(t)
	var lines bytes.Buffer
	g.log = slog.New(slog.NewTextHandler(&lines, nil))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	g.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/v1/webhooks/x", nil))
	if w.Code != 499 || code(w) != "request_cancelled" || !strings.Contains(lines.String(), "request_cancelled") ||
		strings.Contains(lines.String(), "ERROR") {
		t.Errorf("%d %s\n%s", w.Code, w.Body, &lines)
	}
}

// A deadlined records the deadline for reading the body.
type deadlined struct {
	*httptest.ResponseRecorder
	at time.Time
}

func (d *deadlined) SetReadDeadline(t time.Time) error { d.at = t; return nil }

// A body that never ends is cut off, also where the server has no read timeout, as that of the admin port.
func TestBodyIsReadUnderADeadline(t *testing.T) {
	g, _ := behind(t)
	w := &deadlined{ResponseRecorder: httptest.NewRecorder()}
	g.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/internal/v1/events", io.MultiReader()))
	if left := time.Until(w.at); left <= 0 || left > requestTimeout {
		t.Errorf("%s are left", left)
	}
}
