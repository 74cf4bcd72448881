package app_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher/app"
	"github.com/partnerline/partnerline/testkit/natsserver"
	"github.com/partnerline/partnerline/testkit/natstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const token = "internal-token-of-tests"

var secret = bytes.Repeat([]byte{7}, 32)

// waitTimeout bounds how long nothing may happen while a test waits; nothing is expected to take nearly as long.
const waitTimeout = time.Minute

// A stack is NATS, a feed and a configuration for dispatchers between them.
type stack struct {
	t    testing.TB
	nats *natstest.Server
	js   jetstream.JetStream
	feed *feed
	cfg  app.Config

	seen  []*dispatchv1.Attempt // of RESULTS, in order
	admin string                // address of the dispatcher started last

	mu  sync.Mutex      // guards log
	log strings.Builder // warnings of all dispatchers
}

// Write implements io.Writer: it is what dispatchers log.
func (s *stack) Write(b []byte) (int, error) {
	s.t.Logf("%s", bytes.TrimSpace(b))
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.Write(b)
}

// logged is how many warnings have a text.
func (s *stack) logged(text string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Count(s.log.String(), text)
}

func newStack(t testing.TB, configure ...func(*app.Config)) *stack {
	t.Helper()
	s := &stack{t: t, nats: natstest.New(t, func(o *natsserver.Options) { o.MaxStore = 9 << 30 }), feed: newFeed(t)}
	s.js = s.nats.JetStream(t)
	s.cfg = app.Defaults()
	s.cfg.NATS.URL = s.nats.URL()
	s.cfg.WebhooksGRPC = s.feed.addr
	s.cfg.InternalToken = token
	s.cfg.EgressAllow = "127.0.0.0/8"
	s.cfg.Streams.Retry.Schedule = retry.Schedule{100 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond,
		400 * time.Millisecond}
	s.cfg.DeferDelay = 100 * time.Millisecond
	s.cfg.AttemptTimeout = 2 * time.Second
	s.cfg.ShutdownGrace = 5 * time.Second
	s.cfg.Streams.MaxBytes = 64 << 20
	for _, c := range configure {
		c(&s.cfg)
	}
	s.consumers()
	s.ingest()
	return s
}

// redeliverAfter shortens the wait for what a killed dispatcher held.
func (s *stack) redeliverAfter(d time.Duration) {
	s.t.Helper()
	for _, c := range s.consumers() {
		info := c.CachedInfo()
		config := info.Config
		config.AckWait = d
		if _, err := s.js.UpdateConsumer(s.t.Context(), info.Stream, config); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *stack) consumers() (all []jetstream.Consumer) {
	s.t.Helper()
	names := map[string]string{streams.Deliveries: streams.DispatchConsumer, streams.Deferred: streams.TierConsumer}
	for n := range s.cfg.Streams.Retry.Schedule {
		names[streams.Retry(n+1)] = streams.TierConsumer
	}
	for stream, name := range names {
		all = append(all, s.durable(stream, name))
	}
	return all
}

// ingest is the consumer of webhooks, as which a test reads results.
func (s *stack) ingest() jetstream.Consumer {
	s.t.Helper()
	return s.durable(streams.Results, streams.IngestConsumer)
}

func (s *stack) durable(stream, name string) jetstream.Consumer {
	s.t.Helper()
	for end := time.Now().Add(waitTimeout); ; {
		c, err := s.cfg.Streams.Durable(s.t.Context(), s.js, stream, name, slog.New(slog.DiscardHandler))
		lost := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrNoResponders)
		switch {
		case err == nil:
			return c
		case !lost || time.Now().After(end): // a server that has just restarted may answer no request yet
			s.t.Fatal(err)
		}
	}
}

// start runs a dispatcher; stop ends it and waits. A test that does not call stop has it called at its end.
func (s *stack) start(configure ...func(*app.Config)) (stop func()) {
	s.t.Helper()
	cfg := s.cfg
	for _, c := range configure {
		c(&cfg)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.t.Fatal(err)
	}
	cfg.AdminListener, s.admin = ln, ln.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	log := slog.New(slog.NewTextHandler(s, &slog.HandlerOptions{Level: slog.LevelWarn}))
	go func() { done <- app.Run(ctx, cfg, log) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			s.t.Errorf("Run: %v", err)
		}
	})
	s.t.Cleanup(stop)
	return stop
}

// readiness is what the dispatcher started last says of itself.
func (s *stack) readiness() string { return s.ask("/readyz") }

func (s *stack) metrics() string { return s.ask("/metrics") }

func (s *stack) ask(path string) string {
	s.t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Get("http://" + s.admin + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// delivery is a delivery to an endpoint with defaults filled in.
func delivery(endpoint string, n int) *dispatchv1.Delivery {
	return &dispatchv1.Delivery{
		Id: "dlv_" + endpoint + "_" + strconv.Itoa(n), EndpointId: endpoint, TenantId: "ten_1",
		EventId:   "evt_" + strconv.Itoa(n),
		EventType: "verification.completed", EventCreatedAt: timestamppb.Now(), Run: 1, Activation: 1,
		Body: fmt.Appendf(nil, `{"n":%d}`, n), Traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
	}
}

func message(t testing.TB, d *dispatchv1.Delivery) *nats.Msg {
	t.Helper()
	data, err := proto.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	m := nats.NewMsg(streams.DeliverySubject(d.GetEndpointId()))
	m.Data = data
	m.Header.Set(jetstream.MsgIDHeader, streams.DeliveryMsgID(d.GetId(), int(d.GetRun()), 1))
	m.Header.Set(streams.HeaderWebhookID, d.GetId())
	m.Header.Set(streams.HeaderAttempt, "1")
	return m
}

func (s *stack) publish(ds ...*dispatchv1.Delivery) {
	s.t.Helper()
	for _, d := range ds {
		if _, err := s.js.PublishMsgAsync(message(s.t, d)); err != nil {
			s.t.Fatal(err)
		}
	}
	select {
	case <-s.js.PublishAsyncComplete():
	case <-time.After(waitTimeout):
		s.t.Fatal("deliveries are not stored")
	}
}

// publishMany publishes deliveries 1 to n to an endpoint.
func (s *stack) publishMany(endpoint string, n int) {
	s.t.Helper()
	s.publishFrom(endpoint, 1, n)
}

// publishFrom publishes n deliveries, numbered from first, to an endpoint. It waits for them together: one at a time is
// a round trip each.
func (s *stack) publishFrom(endpoint string, first, n int) {
	s.t.Helper()
	ds := make([]*dispatchv1.Delivery, n)
	for i := range ds {
		ds[i] = delivery(endpoint, first+i)
	}
	s.publish(ds...)
}

// results waits until enough says so of all attempts reported up to now, and returns them.
func (s *stack) results(enough func([]*dispatchv1.Attempt) bool) []*dispatchv1.Attempt {
	s.t.Helper()
	c := s.ingest()
	arrived := make(chan jetstream.Msg, 64)
	cc, err := c.Consume(func(m jetstream.Msg) { arrived <- m }) // a Fetch can lose what arrives as it times out
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() {
		if s.js.Conn().IsConnected() {
			cc.Drain()
		} else {
			cc.Stop()
		}
		for {
			select {
			case m := <-arrived:
				s.note(m)
			case <-cc.Closed():
				return
			}
		}
	}()
	quiet := time.NewTimer(waitTimeout)
	defer quiet.Stop()
	for !enough(s.seen) {
		select {
		case m := <-arrived:
			s.note(m)
			quiet.Reset(waitTimeout)
		case <-quiet.C:
			s.t.Fatalf("no result for %s; %d attempts: %s\n%s", waitTimeout, len(s.seen), summary(s.seen), s.streamStates())
		}
	}
	return s.seen
}

// note adds the attempts of a message of RESULTS to those seen.
func (s *stack) note(m jetstream.Msg) {
	var b dispatchv1.AttemptBatch
	if err := proto.Unmarshal(m.Data(), &b); err != nil {
		s.t.Error(err)
	}
	if n := len(b.GetAttempts()); n == 0 || n > 256 {
		s.t.Errorf("a batch of %d attempts", n)
	}
	s.seen = append(s.seen, b.GetAttempts()...)
	_ = m.Ack()
}

// streamStates is where messages are: how many each stream holds, and what each of its consumers has pending and in
// flight.
func (s *stack) streamStates() string {
	var b bytes.Buffer
	list := s.js.ListStreams(s.t.Context())
	for info := range list.Info() {
		fmt.Fprintf(&b, "%s: %d messages of %d\n", info.Config.Name, info.State.Msgs, info.State.LastSeq)
		st, err := s.js.Stream(s.t.Context(), info.Config.Name)
		if err != nil {
			fmt.Fprintln(&b, err)
			continue
		}
		for c := range st.ListConsumers(s.t.Context()).Info() {
			fmt.Fprintf(&b, "  %s: %d pending, %d in flight, %d redelivered, %d pulls wait\n",
				c.Name, c.NumPending, c.NumAckPending, c.NumRedelivered, c.NumWaiting)
		}
	}
	return b.String()
}

func atLeast(n int) func([]*dispatchv1.Attempt) bool {
	return func(all []*dispatchv1.Attempt) bool { return len(all) >= n }
}

// ended waits for the outcomes of n different deliveries.
func ended(n int) func([]*dispatchv1.Attempt) bool {
	return func(all []*dispatchv1.Attempt) bool { return len(finals(all)) >= n }
}

// finals are the outcomes that end a delivery.
func finals(all []*dispatchv1.Attempt) map[string]dispatchv1.Outcome {
	m := map[string]dispatchv1.Outcome{}
	for _, a := range all {
		if a.GetOutcome() != dispatchv1.Outcome_OUTCOME_RETRY {
			m[a.GetDeliveryId()] = a.GetOutcome()
		}
	}
	return m
}

func summary(all []*dispatchv1.Attempt) string {
	var b bytes.Buffer
	for _, a := range all[:min(len(all), 40)] {
		fmt.Fprintf(&b, "%s/%d:%s:%s ", a.GetDeliveryId(), a.GetNumber(), a.GetOutcome(), a.GetError())
	}
	return b.String()
}

// empty waits until the streams of deliveries hold nothing: everything is acknowledged.
func (s *stack) empty() {
	s.t.Helper()
	left := func() (n uint64) {
		for _, c := range s.consumers() {
			info, err := c.Info(s.t.Context())
			if err != nil {
				return math.MaxUint64
			}
			n += info.NumPending + uint64(info.NumAckPending)
		}
		return n + uint64(s.stored(streams.Parked))
	}
	last, changed := uint64(0), time.Now()
	for n := left(); n > 0; n = left() {
		if n != last {
			last, changed = n, time.Now()
		}
		if time.Since(changed) > waitTimeout {
			s.t.Fatalf("%d messages left:\n%s", n, s.streamStates())
		}
		streams.SleepContext(s.t.Context(), 10*time.Millisecond)
	}
}

// A feed is the EndpointFeedService of a test.
type feed struct {
	webhooksv1.UnimplementedEndpointFeedServiceServer
	addr   string
	server *grpc.Server

	mu         sync.Mutex // guards all below
	targets    map[string]*webhooksv1.Target
	watchers   map[chan *webhooksv1.WatchEndpointsResponse]struct{}
	mute       bool
	resolved   int
	unresolved bool            // lookups get no answer
	over       map[string]bool // deliveries whose attempts are over
	silent     bool            // attempts cannot be checked
	claimed    map[string]int  // deliveries whose attempts are answered as claimed, and how many times; then they are over
	checked    int
	moved      map[string]int // deliveries of which an attempt was moved to now, and its number
}

func newFeed(t testing.TB) *feed {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &feed{addr: ln.Addr().String(), targets: map[string]*webhooksv1.Target{},
		watchers: map[chan *webhooksv1.WatchEndpointsResponse]struct{}{}}
	f.server = grpc.NewServer()
	webhooksv1.RegisterEndpointFeedServiceServer(f.server, f)
	done := make(chan struct{})
	go func() { defer close(done); _ = f.server.Serve(ln) }()
	t.Cleanup(func() { f.server.Stop(); <-done })
	return f
}

func authorized(ctx context.Context) error {
	md, _ := metadata.FromIncomingContext(ctx)
	if !slices.Equal(md.Get("authorization"), []string{"Bearer " + token}) {
		return status.Error(codes.Unauthenticated, "no token")
	}
	return nil
}

func (f *feed) ResolveEndpoints(ctx context.Context,
	req *webhooksv1.ResolveEndpointsRequest) (*webhooksv1.ResolveEndpointsResponse, error) {
	if err := authorized(ctx); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.resolved++
	if f.unresolved {
		return nil, status.Error(codes.Unavailable, "no answer")
	}
	resp := &webhooksv1.ResolveEndpointsResponse{}
	for _, id := range req.GetIds() {
		if t, ok := f.targets[id]; ok {
			resp.Data = append(resp.Data, t)
		}
	}
	return resp, nil
}

func (f *feed) CheckAttempts(ctx context.Context,
	req *webhooksv1.CheckAttemptsRequest) (*webhooksv1.CheckAttemptsResponse, error) {
	if err := authorized(ctx); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.checked += len(req.GetAttempts())
	if f.silent {
		return nil, status.Error(codes.Unavailable, "no answer")
	}
	resp := &webhooksv1.CheckAttemptsResponse{}
	for _, a := range req.GetAttempts() {
		id := a.GetDeliveryId()
		if f.claimed[id] > 0 {
			if f.claimed[id]--; f.claimed[id] == 0 {
				f.over[id] = true
			}
			resp.Data = append(resp.Data, &webhooksv1.CheckedAttempt{Claimed: true})
			continue
		}
		moved := int32(f.moved[id])
		over := f.over[id] || a.GetMovedAttempt() < moved && a.GetNumber() <= moved
		resp.Data = append(resp.Data, &webhooksv1.CheckedAttempt{Over: over})
	}
	return resp, nil
}

func (f *feed) WatchEndpoints(_ *webhooksv1.WatchEndpointsRequest,
	stream grpc.ServerStreamingServer[webhooksv1.WatchEndpointsResponse]) error {
	if err := authorized(stream.Context()); err != nil {
		return err
	}
	said := make(chan *webhooksv1.WatchEndpointsResponse, 64)
	said <- &webhooksv1.WatchEndpointsResponse{Reset_: true}
	f.mu.Lock()
	f.watchers[said] = struct{}{}
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.watchers, said)
	}()
	beat := time.NewTicker(100 * time.Millisecond)
	defer beat.Stop()
	for {
		m := &webhooksv1.WatchEndpointsResponse{}
		select {
		case <-stream.Context().Done():
			return nil
		case m = <-said:
		case <-beat.C:
		}
		f.mu.Lock()
		mute := f.mute
		f.mu.Unlock()
		if mute {
			continue
		}
		if err := stream.Send(m); err != nil {
			return err
		}
	}
}

// set creates or changes an endpoint and sends the change to the watchers.
func (f *feed) set(id, url string, change ...func(*webhooksv1.Target)) {
	t := &webhooksv1.Target{
		EndpointId: id, Url: url, IsActive: true, Activation: 1, TenantId: "ten_1",
		Keys: []*webhooksv1.SigningKey{{Key: secret}},
	}
	for _, c := range change {
		c(t)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.targets[id] = t
	f.send(id)
}

func (f *feed) remove(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.targets, id)
	f.send(id)
}

func (f *feed) send(id string) {
	for w := range f.watchers {
		w <- &webhooksv1.WatchEndpointsResponse{ChangedIds: []string{id}}
	}
}

// silence stops every message to watchers, heartbeats included.
func (f *feed) silence(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.mute = on
}
