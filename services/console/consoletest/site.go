// Package consoletest starts a console before operator planes of a test.
package consoletest

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/internal/person"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console"
	"github.com/partnerline/partnerline/services/console/internal/figures"
	"github.com/partnerline/partnerline/services/console/internal/operators"
	"github.com/partnerline/partnerline/services/console/internal/signin"
	"github.com/partnerline/partnerline/services/console/internal/waiting"
	"github.com/partnerline/partnerline/services/console/pages"
)

// Planes are the operator planes that a console calls. One that is nil is away.
type Planes struct {
	Webhooks       webhooksv1.OperatorServiceServer
	PartnerConnect PartnerConnect
	Contract       *Contract       // is both planes; nil: the others are
	Provider       *Provider       // at which people sign in; nil: it is away
	Figures        *figures.Reader // nil: there is no Prometheus
	Waiting        bool            // the navigation says how much waits
	Sample         bool            // there is a page of all parts that pages share
}

// A Call is one that a plane got from the console: a person's, by a token that was valid for it.
type Call struct {
	Method, Subject, Reason string
	Refused                 bool // by the contract, for the person's roles
}

type personKey struct{}

// Subject is the person of a call that a plane handles.
func Subject(ctx context.Context) string { return caller(ctx).Subject }

func caller(ctx context.Context) person.Person {
	p, _ := ctx.Value(personKey{}).(person.Person)
	return p
}

// Site is a console before planes of a test.
type Site struct {
	URL  string
	Now  time.Time
	Keys *keyring.Keyring

	t     *testing.T
	mu    sync.Mutex // guards all below
	calls []Call
	spent map[string]bool // ids of tokens
}

// Start starts a console.
func Start(t *testing.T, planes Planes) *Site {
	t.Helper()
	s := &Site{t: t, Now: time.Now().UTC(), spent: map[string]bool{}}
	var handler http.Handler
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	t.Cleanup(front.Close)
	s.URL = front.URL
	var err error
	if s.Keys, err = keyring.Parse(keyring.NewKey("k1")); err != nil {
		t.Fatal(err)
	}
	signing, err := person.ParseKeys(envconfig.Secret(keyring.NewKey("k1")))
	if err != nil {
		t.Fatal(err)
	}
	signer, err := person.NewSigner(s.URL, signing)
	if err != nil {
		t.Fatal(err)
	}
	webhooks, partnerconnect, issuer := away(t), away(t), "http://"+away(t)
	if planes.Provider != nil {
		issuer = planes.Provider.URL
	}
	if planes.Webhooks != nil {
		webhooks = s.serve("webhooks",
			func(r grpc.ServiceRegistrar) { webhooksv1.RegisterOperatorServiceServer(r, planes.Webhooks) })
	}
	if planes.PartnerConnect != nil {
		partnerconnect = s.serve("partnerconnect",
			func(r grpc.ServiceRegistrar) { registerPartnerConnect(r, planes.PartnerConnect) })
	}
	if planes.Contract != nil {
		handler := grpc.UnknownServiceHandler(s.answerBy(planes.Contract))
		webhooks, partnerconnect = s.serve("webhooks", func(grpc.ServiceRegistrar) {}, handler), s.serve("partnerconnect",
			func(grpc.ServiceRegistrar) {}, handler)
	}
	services, err := operators.Dial(webhooks, partnerconnect, insecure.NewCredentials(), signer, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(services.Close)
	base, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return s.Now }
	var counts *waiting.Reader
	if planes.Waiting {
		counts = waiting.New(services, time.Now)
		t.Cleanup(counts.Close)
	}
	handler, err = pages.New(pages.Options{
		Base: base, Keys: s.Keys, Limits: console.Limits{Idle: time.Hour, Session: 12 * time.Hour, Refresh: 5 * time.Minute},
		Services: services, Figures: planes.Figures, Waiting: counts, Signer: signer, Sample: planes.Sample,
		Log: slog.New(slog.DiscardHandler), Now: now,
		Provider: signin.New(signin.Options{
			Issuer: issuer, ClientID: ClientID, CLIClientID: CLIClientID, Scopes: []string{"openid"}, Callback: s.URL +
				"/sign-in/callback", RolesClaim: "groups",
		}, now),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Session is that of a person who has just signed in.
func (s *Site) Session(subject string, roles ...string) console.Session {
	return console.Session{
		Identity: console.Identity{Subject: subject, Name: "Person " + subject, Roles: roles}, Form: "form-of-" + subject,
		Began: s.Now, Seen: s.Now, Refreshed: s.Now,
	}
}

// Sealed is a cookie of the console that holds a value.
func (s *Site) Sealed(name string, v any) *http.Cookie {
	s.t.Helper()
	plain, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	value := base64.RawURLEncoding.EncodeToString(s.Keys.Seal(plain, name))
	return &http.Cookie{Name: name, Value: value} //nolint:gosec // one that a browser sends
}

// Call sends a request, as a form when there are values.
func (s *Site) Call(
	method, path string, values url.Values, cookies []*http.Cookie, headers ...string,
) (*http.Response, string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+path, strings.NewReader(values.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	if values != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, c := range cookies {
		req.AddCookie(c)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp, string(body)
}

// SessionCookie is the name of the cookie that holds a session.
const SessionCookie = "console"

// SignedIn are the cookies of the person p1 with roles.
func (s *Site) SignedIn(roles ...string) []*http.Cookie {
	return []*http.Cookie{s.Sealed(SessionCookie, s.Session("p1", roles...))}
}

// Form is a form that the person p1 sends, with its inputs as pairs.
func Form(do string, inputs ...string) url.Values {
	out := url.Values{"form": {"form-of-p1"}, pagekit.OnceInput: {rand.Text()}, "do": {do}}
	for i := 0; i < len(inputs); i += 2 {
		out.Set(inputs[i], inputs[i+1])
	}
	return out
}

// Confirmed is a form of an act without undo, as the page that asks sends it, with a reason among its inputs.
func Confirmed(do string, inputs ...string) url.Values {
	out := Form(do, append([]string{"reason", "an incident"}, inputs...)...)
	out.Set("confirmed", "yes")
	return out
}

// Calls are those that the planes got so far.
func (s *Site) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.calls)
}

func (s *Site) note(c Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, c)
}

// spend reports whether a token was not used before, as services do.
func (s *Site) spend(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	used := s.spent[id]
	s.spent[id] = true
	return !used
}

// Reason is why the person makes a call that a plane handles.
func Reason(ctx context.Context) string {
	md, _ := metadata.FromIncomingContext(ctx)
	return strings.Join(md.Get(grpcserver.ReasonHeader), "")
}

// Count is how many of them were of a method, named without its service.
func (s *Site) Count(method string) (n int) {
	for _, c := range s.Calls() {
		if strings.HasSuffix(c.Method, "/"+method) {
			n++
		}
	}
	return n
}

// away is an address at which nothing answers.
func away(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // a test's own
	if err != nil {
		t.Fatal(err)
	}
	_ = ln.Close()
	return ln.Addr().String()
}

// A personal stream is that of a person.
type personal struct {
	grpc.ServerStream
	ctx context.Context //nolint:containedctx // a stream has one
}

// Context implements [grpc.ServerStream].
func (p personal) Context() context.Context { return p.ctx }

// serve serves a plane that takes calls of persons alone, and returns its address.
func (s *Site) serve(audience string, register func(grpc.ServiceRegistrar), more ...grpc.ServerOption) string {
	s.t.Helper()
	verifier := person.NewVerifier(s.URL, audience, time.Now)
	check := func(ctx context.Context, method string) (context.Context, error) {
		md, _ := metadata.FromIncomingContext(ctx)
		token, err := verifier.Verify(ctx, strings.TrimPrefix(strings.Join(md.Get("authorization"), ""), "Bearer "), method)
		if err != nil {
			return nil, status.Error(codes.Unauthenticated, err.Error())
		}
		if !s.spend(audience + " " + token.ID) {
			return nil, grpcserver.Status(ctx, fault.New(fault.TokenUsed, "this token was used before")).Err()
		}
		if len(more) == 0 {
			s.note(Call{Method: method, Subject: token.Subject, Reason: Reason(ctx)})
		}
		return context.WithValue(ctx, personKey{}, token.Person), nil
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // a test's own
	if err != nil {
		s.t.Fatal(err)
	}
	server := grpc.NewServer(append(more,
		grpc.UnaryInterceptor(func(ctx context.Context, req any, info *grpc.UnaryServerInfo,
			handle grpc.UnaryHandler) (any, error) {
			ctx, err := check(ctx, info.FullMethod)
			if err != nil {
				return nil, err
			}
			return handle(ctx, req)
		}),
		grpc.StreamInterceptor(func(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo,
			handle grpc.StreamHandler) error {
			ctx, err := check(stream.Context(), info.FullMethod)
			if err != nil {
				return err
			}
			return handle(srv, personal{stream, ctx})
		}))...)
	register(server)
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(ln) }()
	s.t.Cleanup(func() { server.Stop(); <-done })
	return ln.Addr().String()
}
