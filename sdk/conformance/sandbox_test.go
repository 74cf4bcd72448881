package conformance_test

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/grpcclient"
	"github.com/partnerline/partnerline/sdk/conformance"
)

const (
	callToken   = "token-of-the-calls-0123456789"
	reportToken = "token-of-the-reports-0123456789"
)

// A sandbox is an implementation under test: sound, or broken in one way.
type sandbox struct {
	broken string

	mu      sync.Mutex
	things  map[string]*thing // by our id
	events  atomic.Int64
	calls   atomic.Int64
	reports func(ctx context.Context, event string, th *thing) error // makes one delivery of a report
	sent    sync.WaitGroup
	ctx     context.Context
}

// A thing is a payment, refund, payout or session.
type thing struct {
	id, page, status, parent, event string
	amount                          int64
	currency                        string
	attempt                         int32
	text                            string
	expires                         time.Time     // zero: it does not
	message                         proto.Message // the report, as it was delivered first
}

// newSandbox serves an implementation until t ends, and returns how to check it. register adds its service to the
// server.
func newSandbox(t *testing.T, broken string,
	register func(*grpc.Server, *sandbox, *grpc.ClientConn)) conformance.Options {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	s := &sandbox{broken: broken, things: map[string]*thing{}, ctx: ctx}
	reports := conformance.NewReports(reportToken)
	taken := serve(t, reports.Register)
	back, err := grpcclient.Dial(taken, reportToken, insecure.NewCredentials())
	if err != nil {
		t.Fatal(err)
	}
	address := serve(t, func(server *grpc.Server) { register(server, s, back) }, grpc.UnaryInterceptor(s.authorize))
	t.Cleanup(func() {
		stop()
		s.sent.Wait()
		_ = back.Close()
	})
	o := connect(t, address, callToken)
	o.Reports = reports
	return o
}

// connect returns how to check the implementation at an address.
func connect(t *testing.T, address, token string) conformance.Options {
	t.Helper()
	conn, err1 := grpcclient.Dial(address, token, insecure.NewCredentials())
	without, err2 := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = conn.Close(), without.Close() })
	return conformance.Options{Conn: conn, Without: without, Wait: 20 * time.Second, Quiet: 50 * time.Millisecond,
		Lifetime: 200 * time.Millisecond}
}

func serve(t *testing.T, register func(*grpc.Server), opts ...grpc.ServerOption) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer(opts...)
	register(server)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(l)
	}()
	t.Cleanup(func() { server.Stop(); <-done })
	return l.Addr().String()
}

func (s *sandbox) authorize(ctx context.Context, req any, _ *grpc.UnaryServerInfo,
	next grpc.UnaryHandler) (any, error) {
	if md, _ := metadata.FromIncomingContext(ctx); s.broken != "takes calls without a token" &&
		(len(md.Get("authorization")) != 1 || md.Get("authorization")[0] != "Bearer "+callToken) {
		return nil, status.Error(codes.Unauthenticated, "wrong token")
	}
	return next(ctx, req)
}

// open returns the thing of an id, and makes it on the first call.
func (s *sandbox) open(th *thing) *thing {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.things[th.id]
	n := strconv.FormatInt(s.calls.Add(1), 10)
	if known == nil {
		known = th
		known.page, known.status = "https://sandbox.example/"+n, "open"
		s.things[th.id] = known
	}
	copied := *known
	switch s.broken {
	case "takes the last amount":
		known.amount = th.amount
	case "opens another page at a repeat":
		copied.page = "https://sandbox.example/" + n
	case "opens again what was cancelled":
		if known.status == "cancelled" {
			known.status = "open"
		}
	}
	return &copied
}

// move moves a thing to a status that it can have from another.
func (s *sandbox) move(id, to string, from ...string) (*thing, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	th := s.things[id]
	if th == nil {
		return nil, status.Error(codes.NotFound, "unknown")
	}
	if !th.expires.IsZero() && to != "cancelled" && !time.Now().Before(th.expires) &&
		s.broken != "does not look at the time" {
		return nil, status.Error(codes.FailedPrecondition, "its time is over")
	}
	for _, f := range append(from, to) {
		if th.status == f {
			th.status = to
			copied := *th
			return &copied, nil
		}
	}
	return nil, status.Error(codes.FailedPrecondition, "it is "+th.status)
}

// sound reports whether money can be moved: an amount up to the highest, in a currency that there is.
func (s *sandbox) sound(amount, highest int64, currency string) bool {
	return (amount >= 1 && amount <= highest || s.broken == "takes any amount") &&
		(slices.Contains([]string{"PLN", "EUR", "JPY", "KWD"}, currency) || s.broken == "takes any currency")
}

// cancel closes what is open.
func (s *sandbox) cancel(id string) error {
	if s.broken == "forgets what was cancelled" {
		defer func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.things, id)
		}()
	}
	_, err := s.move(id, "cancelled", "open")
	if s.broken == "cancels what is done" && status.Code(err) == codes.FailedPrecondition {
		return nil
	}
	return err
}

// report delivers a report until it is answered.
func (s *sandbox) report(event string, th *thing) {
	s.sent.Go(func() {
		copied := *th
		copied.event = "event-" + strconv.FormatInt(s.events.Add(1), 10)
		for s.ctx.Err() == nil {
			err := s.reports(s.ctx, event, &copied)
			if code := status.Code(err); code != codes.Unavailable || s.broken == "does not repeat reports" {
				return
			}
			if s.broken == "gives each delivery an id" {
				copied.event, copied.message = "event-"+strconv.FormatInt(s.events.Add(1), 10), nil
			}
		}
	})
}

// check runs the checks of a part: all of them pass, or of a broken implementation the named one fails; where it is
// named as alone, the others pass.
func check(t *testing.T, o conformance.Options, fails string) {
	t.Helper()
	if one, alone := strings.CutSuffix(fails, " alone"); alone {
		check(t, o, one)
		o.Wait = 5 * time.Second // the named one may take all of it
		v, err := conformance.Run(t.Context(), o, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range v.Results {
			if r.Outcome != conformance.Passed && r.Check != one {
				t.Errorf("%s: %s: %s", r.Check, r.Outcome, r.Detail)
			}
		}
		return
	}
	if fails != "" {
		// What must not be reported is: that is waited for. What must be is not: that takes the whole wait.
		o.Only, o.Quiet, o.Wait = []string{fails}, time.Minute, 2*time.Second
		if strings.HasPrefix(fails, "reports_") {
			o.Only = append(o.Only, "reports_repeated") // so that something was reported
		}
	}
	v, err := conformance.Run(t.Context(), o, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	named := fails == ""
	for _, r := range v.Results {
		switch {
		case fails == "" && r.Outcome != conformance.Passed:
			t.Errorf("%s: %s: %s", r.Check, r.Outcome, r.Detail)
		case r.Check == fails:
			named = r.Outcome == conformance.Failed && r.Detail != "" && r.Demand != ""
		}
	}
	if !named {
		t.Errorf("%s did not fail, or does not say why: %+v", fails, v.Results)
	}
	if want := map[bool]int{true: 0, false: 1}[fails == ""]; v.ExitCode() != want {
		t.Errorf("exit code %d, want %d", v.ExitCode(), want)
	}
}
