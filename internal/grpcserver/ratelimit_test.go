package grpcserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/internal/telemetry"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

type endpoints struct {
	webhooksv1.UnimplementedEndpointServiceServer
}

func (endpoints) GetEndpoint(context.Context, *webhooksv1.GetEndpointRequest) (*webhooksv1.GetEndpointResponse, error) {
	return &webhooksv1.GetEndpointResponse{}, nil
}

func (endpoints) DeleteEndpoint(context.Context,
	*webhooksv1.DeleteEndpointRequest) (*webhooksv1.DeleteEndpointResponse, error) {
	return &webhooksv1.DeleteEndpointResponse{}, nil
}

type operator struct {
	webhooksv1.UnimplementedOperatorServiceServer
}

func (operator) GetBacklog(context.Context, *webhooksv1.GetBacklogRequest) (*webhooksv1.GetBacklogResponse, error) {
	return &webhooksv1.GetBacklogResponse{}, nil
}

// doorkeeper knows the keys "good…", and "mute…" which may call nothing; it counts how often it is asked.
type doorkeeper struct {
	mu    sync.Mutex
	asked int
}

func (d *doorkeeper) authenticate(ctx context.Context, access *optionsv1.Access, bearer string) (context.Context,
	Principal, error) {
	d.mu.Lock()
	d.asked++
	d.mu.Unlock()
	if access.GetCaller() == optionsv1.Caller_CALLER_INTERNAL {
		return ctx, Principal{}, nil
	}
	p := Principal{KeyID: bearer, Holder: "ten_a"}
	switch {
	case len(bearer) >= 4 && bearer[:4] == "good":
		return ctx, p, nil
	case bearer == "mute":
		p.Refusal = fault.New(fault.InsufficientScope, "the key lacks the scope of this call")
		return ctx, p, nil
	case bearer == "broken":
		return ctx, Principal{}, errors.New("no such table")
	}
	return ctx, Principal{}, fault.New(fault.InvalidCredentials, "the key is not valid")
}

func (d *doorkeeper) recognize(context.Context, string, string) (Operator, error) {
	return Operator{Bootstrap: true}, nil
}

func newServer(t *testing.T, limits ratelimit.Config) (*Server, *doorkeeper) {
	t.Helper()
	tel, err := telemetry.New(t.Context(), telemetry.Config{}, "test")
	if err != nil {
		t.Fatal(err)
	}
	d := &doorkeeper{}
	s, err := New(Options{Log: slog.New(slog.DiscardHandler), Telemetry: tel, Authenticate: d.authenticate,
		Operators: Operators{Recognize: d.recognize}, RateLimit: limits})
	if err != nil {
		t.Fatal(err)
	}
	webhooksv1.RegisterEndpointServiceServer(s, endpoints{})
	webhooksv1.RegisterOperatorServiceServer(s, operator{})
	return s, d
}

// call calls a method as key from an address, and returns the header and the error of the response.
func call(t *testing.T, s *Server, method, key, from string) (metadata.MD, *fault.Error) {
	t.Helper()
	ctx := clientaddr.With(metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+key),
		netip.MustParseAddr(from))
	var header metadata.MD
	var err error
	c := webhooksv1.NewEndpointServiceClient(s.Conn())
	switch method {
	case "get":
		_, err = c.GetEndpoint(ctx, &webhooksv1.GetEndpointRequest{Id: "00000000-0000-7000-8000-000000000000"},
			grpc.Header(&header))
	case "delete":
		_, err = c.DeleteEndpoint(ctx, &webhooksv1.DeleteEndpointRequest{Id: "00000000-0000-7000-8000-000000000000"},
			grpc.Header(&header))
	case "internal":
		_, err = webhooksv1.NewOperatorServiceClient(s.Conn()).GetBacklog(ctx, &webhooksv1.GetBacklogRequest{},
			grpc.Header(&header))
	}
	if err == nil {
		return header, nil
	}
	e, ok := FromStatus(status.Convert(err))
	if !ok {
		t.Fatalf("%s: %v is no fault", method, err)
	}
	return header, e
}

func reason(e *fault.Error) string {
	if e == nil {
		return ""
	}
	return string(e.Reason)
}

func TestCallsAreCountedByKeyAndKind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newServer(t, ratelimit.Config{Key: 4, Writes: 2, Uploads: 1})
		const policy = `"key";q=4;w=60, "writes";q=2;w=60, "uploads";q=1;w=60`
		for i, c := range []struct{ method, quota, refused string }{
			{"get", `"key";r=3;t=60`, ""},
			{"delete", `"key";r=2;t=50, "writes";r=1;t=60`, ""},
			{"delete", `"key";r=1;t=40, "writes";r=0;t=50`, ""},
			{"delete", `"key";r=1;t=30, "writes";r=0;t=40`, `["writes"]`},
			{"get", `"key";r=0;t=20`, ""},
			{"get", `"key";r=0;t=10`, `["key"]`},
			{"get", `"key";r=3;t=60`, ""},
		} {
			header, e := call(t, s, c.method, "good", "192.0.2.1")
			if got := header.Get("ratelimit-policy"); !slices.Equal(got, []string{policy}) {
				t.Errorf("call %d: policy %q", i, got)
			}
			if got := header.Get("ratelimit"); !slices.Equal(got, []string{c.quota}) {
				t.Errorf("call %d: quota %q, want %s", i, got, c.quota)
			}
			switch {
			case c.refused == "" && e != nil:
				t.Errorf("call %d: %v", i, e)
			case c.refused != "" && (reason(e) != "rate_limited" ||
				fmt.Sprintf("%s", e.Extensions["violated-policies"]) != c.refused || e.RetryAfter <= 0):
				t.Errorf("call %d: %+v, want %s violated", i, e, c.refused)
			}
			time.Sleep(10 * time.Second)
		}
		if _, e := call(t, s, "get", "good too", "192.0.2.1"); e != nil {
			t.Errorf("another key pays for the first: %v", e)
		}
	})
}

// The order of checks: 401, 429, 403. A refused call counts, and its response has the quotas of the key.
func TestOrderOfRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newServer(t, ratelimit.Config{Key: 2, Failures: 100})
		for i, want := range []string{"insufficient_scope", "insufficient_scope", "rate_limited"} {
			header, e := call(t, s, "get", "mute", "192.0.2.1")
			if reason(e) != want || len(header.Get("ratelimit")) != 1 {
				t.Errorf("call %d: %v with %v, want %s", i, e, header, want)
			}
		}
		if header, e := call(t, s, "get", "wrong", "192.0.2.1"); reason(e) != "invalid_credentials" ||
			len(header.Get("ratelimit")) != 0 {
			t.Errorf("%v with %v", e, header)
		}
	})
}

func TestFailuresAreCountedByAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := newServer(t, ratelimit.Config{Failures: 30})
		for i := range 30 {
			if _, e := call(t, s, "get", "good", "192.0.2.1"); e != nil {
				t.Fatalf("a good key after %d failures: %v", i, e)
			}
			if _, e := call(t, s, "get", fmt.Sprint("wrong ", i), "192.0.2.1"); reason(e) != "invalid_credentials" {
				t.Fatalf("failure %d: %v", i, e)
			}
		}
		asked := d.asked
		for _, key := range []string{"wrong", "good"} {
			_, e := call(t, s, "get", key, "192.0.2.1")
			if reason(e) != "rate_limited" || fmt.Sprintf("%s", e.Extensions["violated-policies"]) != `["failures"]` ||
				e.RetryAfter != time.Minute {
				t.Errorf("%s: %+v", key, e)
			}
		}
		if d.asked != asked {
			t.Error("a key was looked up after too many failures")
		}
		if _, e := call(t, s, "get", "good", "192.0.2.2"); e != nil {
			t.Errorf("another address: %v", e)
		}
		if _, e := call(t, s, "internal", "", "192.0.2.1"); e != nil {
			t.Errorf("an internal call: %v", e)
		}
		time.Sleep(time.Minute)
		if _, e := call(t, s, "get", "good", "192.0.2.1"); e != nil {
			t.Errorf("a minute later: %v", e)
		}
		for i := range 31 {
			_, e := call(t, s, "get", "wrong", fmt.Sprintf("2001:db8:0:1::%x", i+1))
			if want := []string{"invalid_credentials", "rate_limited"}[i/30]; reason(e) != want {
				t.Errorf("address %d of one /64: %v, want %s", i, e, want)
			}
		}
	})
}

// However many guesses are under way together, the quota of them is answered.
func TestConcurrentFailures(t *testing.T) {
	s, _ := newServer(t, ratelimit.Config{Failures: 30})
	answers := make(chan string, 200)
	var wg sync.WaitGroup
	for range cap(answers) {
		wg.Go(func() {
			_, e := call(t, s, "get", "wrong", "192.0.2.1")
			answers <- reason(e)
		})
	}
	wg.Wait()
	close(answers)
	reasons := map[string]int{}
	for a := range answers {
		reasons[a]++
	}
	if reasons["invalid_credentials"] != 30 || reasons["rate_limited"] != 170 {
		t.Errorf("%v", reasons)
	}
}

func TestZeroConfigLimitsNothing(t *testing.T) {
	s, _ := newServer(t, ratelimit.Config{})
	for range 1000 {
		if header, e := call(t, s, "delete", "good", "192.0.2.1"); e != nil || len(header.Get("ratelimit")) != 0 {
			t.Fatalf("%v, %v", e, header)
		}
	}
}

// An authentication that breaks is an internal error, not the end of the process.
func TestBrokenAuthentication(t *testing.T) {
	s, _ := newServer(t, ratelimit.Config{})
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer broken")
	if _, err := webhooksv1.NewEndpointServiceClient(s.Conn()).GetEndpoint(ctx,
		&webhooksv1.GetEndpointRequest{}); status.Code(err) != codes.Internal {
		t.Errorf("%v", err)
	}
}

func TestQuotasOfEachMethod(t *testing.T) {
	s, _ := newServer(t, ratelimit.Config{})
	pcv1.RegisterOnboardingServiceServer(s, pcv1.UnimplementedOnboardingServiceServer{})
	pcv1.RegisterDocumentServiceServer(s, pcv1.UnimplementedDocumentServiceServer{})
	for method, want := range map[string][]string{
		"/webhooks.v1.EndpointService/ListEndpoints":              {"key"},
		"/webhooks.v1.EndpointService/CreateEndpoint":             {"key", "writes"},
		"/webhooks.v1.EndpointService/UpdateEndpoint":             {"key", "writes"},
		"/webhooks.v1.EndpointService/DeleteEndpoint":             {"key", "writes"},
		"/partnerconnect.v1.OnboardingService/SetRepresentation":  {"key", "writes"},
		"/partnerconnect.v1.OnboardingService/FinalizeOnboarding": {"key", "writes"},
		"/partnerconnect.v1.DocumentService/UploadDocument":       {"key", "uploads"},
	} {
		t.Run(method, func(t *testing.T) {
			if got := s.counted[method]; !slices.Equal(got, want) {
				t.Errorf("%s counts as %v, want %v", method, got, want)
			}
		})
	}
}
