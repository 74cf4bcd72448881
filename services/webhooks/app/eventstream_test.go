package app

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/ratelimit"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// reader is an open stream of Server-Sent Events.
type reader struct {
	t      *testing.T
	lines  *bufio.Scanner
	cancel func()
	header http.Header
	first  string // id of the opening message
}

// message is one event of a stream.
type message struct{ kind, id, data string }

// stream opens a stream and reads its first message.
func (s *service) stream(key, query string, header ...string) *reader {
	s.t.Helper()
	resp, cancel := s.open(key, query, header...)
	if resp.StatusCode != 200 {
		body, _ := io.ReadAll(resp.Body)
		s.t.Fatalf("status %d: %s", resp.StatusCode, body)
	}
	r := &reader{t: s.t, lines: bufio.NewScanner(resp.Body), cancel: cancel, header: resp.Header}
	r.lines.Buffer(nil, 1<<20)
	m, ok := r.message()
	if !ok || m.id == "" || m.data != "" {
		s.t.Fatalf("opened with %+v", m)
	}
	r.first = m.id
	return r
}

func (s *service) open(key, query string, header ...string) (*http.Response, func()) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.public+"/api/v1/events/stream"+query, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	closed := func() { cancel(); _ = resp.Body.Close() }
	s.t.Cleanup(closed)
	return resp, closed
}

// message reads the next message; false when the stream is over.
func (r *reader) message() (m message, ok bool) {
	for r.lines.Scan() {
		name, value, _ := strings.Cut(r.lines.Text(), ": ")
		switch name {
		case "event":
			m.kind = value
		case "id":
			m.id = value
		case "data":
			m.data = value
		case "":
			if m != (message{}) {
				return m, true
			}
		}
	}
	return m, false
}

// next reads n events and returns their ids.
func (r *reader) next(n int) (got []string) {
	r.t.Helper()
	for len(got) < n {
		m, ok := r.message()
		if !ok || m.kind != "" {
			r.t.Fatalf("%d of %d events, then %+v", len(got), n, m)
		}
		got = append(got, m.id)
	}
	return got
}

// accept publishes one event and returns its id.
func (s *service) accept(change ...func(*eventsv1.PublishRequest)) string {
	s.t.Helper()
	req := s.event("")
	for _, c := range change {
		c(req)
	}
	resp, err := eventsv1.NewEventServiceClient(s.grpc).Publish(internal(s.t.Context()), req)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.GetEventId()
}

func TestStreamOfEvents(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := s.stream(s.key, "")
	if got := r.header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("content type %s", got)
	}
	if r.header.Get("RateLimit") != "" || r.header.Get("X-Request-Id") == "" ||
		r.header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers %v", r.header)
	}
	d := s.dispatcher()
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	id := s.accept()
	m, _ := r.message()
	if body := string(d.next(1)[0].GetBody()); m.id != id || m.data != body || m.kind != "" {
		t.Errorf("streamed %+v, delivered %s", m, body)
	}

	t.Run("resumes behind an event", func(t *testing.T) {
		second, third := s.accept(), s.accept(func(e *eventsv1.PublishRequest) { e.Type = "verification.failed" })
		want := []string{second, third}
		if got := s.stream(s.key, "?after="+id).next(2); !slices.Equal(got, want) {
			t.Errorf("after: %v, want %v", got, want)
		}
		if got := s.stream(s.key, "?after="+second, "Last-Event-ID", id).next(2); !slices.Equal(got, want) {
			t.Errorf("Last-Event-ID: %v, want %v", got, want)
		}
		if got := s.stream(s.key, "?after="+id+
			"&type=verification.failed&type=verification.expired").next(1); got[0] != third {
			t.Errorf("by type: %v, want %s", got, third)
		}
		if r := s.stream(s.key, ""); r.first != third {
			t.Errorf("begins at %s, want the last event %s", r.first, third)
		}
	})
	t.Run("lines of JSON", func(t *testing.T) {
		resp, _ := s.open(s.key, "?after="+id, "Accept", "application/x-ndjson")
		lines := bufio.NewScanner(resp.Body)
		for lines.Scan() && lines.Text() == "" {
		}
		var e struct{ ID, Type, Tenant string }
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil || e.Type != "verification.completed" ||
			e.Tenant != "ten_a" || resp.Header.Get("Content-Type") != "application/x-ndjson" {
			t.Errorf("%s, %v, %v", lines.Text(), err, resp.Header)
		}
	})
	t.Run("over gRPC", func(t *testing.T) {
		ctx, cancel := context.WithCancel(metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.key))
		defer cancel()
		stream, err := eventsv1.NewEventLogServiceClient(s.grpc).StreamEvents(ctx,
			&eventsv1.StreamEventsRequest{After: r.first})
		if err != nil {
			t.Fatal(err)
		}
		opened, err1 := stream.Recv()
		got, err2 := stream.Recv()
		if err1 != nil || err2 != nil || opened.GetId() != r.first || opened.GetEnvelope() != nil || got.GetId() != id ||
			string(got.GetEnvelope()) != m.data {
			t.Errorf("%v, %v, %v, %v", opened, err1, got, err2)
		}
	})
}

func TestStreamsBeginWithAProblem(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.EventStreams = 2; c.RateLimit = ratelimit.Config{Key: 7} })
	path := s.public + "/api/v1/events/stream"
	old := ids.Derived("evt_", time.Now().AddDate(0, 0, -31), "old")
	s.call("GET", path+"?after=x", s.key, nil).wantProblem(t, 400, "invalid_parameter", "after")
	s.call("GET", path+"?after="+old, s.key, nil).wantProblem(t, 400, "invalid_parameter", "after")
	s.call("GET", path+"?type=x", s.key, nil).wantProblem(t, 400, "invalid_parameter", "type")
	s.call("GET", path, s.key, nil, "Accept", "application/json").wantProblem(t, 406, "not_acceptable")
	s.call("POST", path, s.key, nil).wantProblem(t, 405, "method_not_allowed")
	s.call("GET", path, "vk_test_x", nil).wantProblem(t, 401, "invalid_credentials")
	first := s.stream(s.key, "")
	s.stream(s.key, "")
	a := s.call("GET", path, s.key, nil)
	a.wantProblem(t, 429, "too_many_streams")
	if a.Header.Get("Retry-After") == "" || !strings.HasPrefix(a.Header.Get("RateLimit"), `"key";r=0`) {
		t.Errorf("headers %v", a.Header)
	}
	s.call("GET", path, s.key, nil).wantProblem(t, 429, "rate_limited")
	first.cancel()
}

// Ids and the order of commits differ: an event with a smaller id may be committed later. It must not be skipped.
func TestStreamHasWhatIsCommittedLate(t *testing.T) {
	t.Parallel()
	s := start(t)
	conn, err := pgx.Connect(t.Context(), s.database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	r := s.stream(s.key, "")
	first := s.accept()
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	late := ids.New("evt_")
	at, _ := ids.Time("evt_", late)
	for _, sql := range []string{
		`INSERT INTO events (created_at, id, tenant_id, livemode, type, traceparent, body) VALUES ($1, $2, 'ten_a', ` +
			`false, 'verification.test', '', '{"late":true}')`,
		`INSERT INTO outbox (created_at, event_id, hash, tenant_id, livemode) VALUES ($1, $2, 16, 'ten_a', false)`,
	} {
		if _, err := tx.Exec(t.Context(), sql, at, late); err != nil {
			t.Fatal(err)
		}
	}
	second := s.accept()
	if got, want := r.next(2), []string{first, second}; !slices.Equal(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	third := s.accept()
	if got, want := r.next(2), []string{late, third}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := s.stream(s.key, "?after="+second).next(2), []string{late, third}; !slices.Equal(got, want) {
		t.Errorf("resumed: %v, want %v", got, want)
	}
}

// Several writers publish while the program is restarted and connections break. A reader that resumes by id gets
// everything once, in the order of the log.
func TestStreamIsCompleteAcrossRestarts(t *testing.T) {
	t.Parallel()
	s := start(t)
	const writers, each, batch = 4, 25, 8
	r := s.stream(s.key, "")
	last, cut := r.first, r.cancel
	var mu sync.Mutex // guards published, and s while the program restarts
	published := map[string]bool{}
	var g sync.WaitGroup
	for w := range writers {
		g.Go(func() {
			for i := 0; i < each; {
				mu.Lock()
				client := eventsv1.NewEventServiceClient(s.grpc)
				mu.Unlock()
				req := &eventsv1.PublishBatchRequest{}
				for n := range batch {
					req.Events = append(req.Events, s.event(fmt.Sprintf("%d-%d-%d", w, i, n)))
				}
				resp, err := client.PublishBatch(internal(t.Context()), req)
				if err != nil {
					continue // while it restarts; the keys make the repeat harmless
				}
				mu.Lock()
				for _, id := range resp.GetEventIds() {
					published[id] = true
				}
				mu.Unlock()
				i++
			}
		})
	}
	var got []string
	for len(got) < writers*each*batch {
		m, ok := r.message()
		if ok && m.kind == "" {
			got, last = append(got, m.id), m.id
			switch len(got) {
			case 150, 450: // a broken connection
				cut()
			case 300, 600: // and a restart
				mu.Lock()
				s.stop()
				s.run()
				mu.Unlock()
			}
			continue
		}
		r = s.stream(s.key, "?after="+last)
		cut = r.cancel
	}
	g.Wait()
	if want := s.logged("ten_a", false); !slices.Equal(got, want) || len(published) != len(got) {
		t.Errorf("%d events came of %d in the log and %d published, or not in their order", len(got), len(want),
			len(published))
	}
}

// logged returns the ids of a scope in the order of the log.
func (s *service) logged(tenant string, live bool) []string {
	s.t.Helper()
	conn, err := pgx.Connect(s.t.Context(), s.database)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	rows, _ := conn.Query(s.t.Context(),
		`SELECT event_id FROM event_log WHERE tenant_id = $1 AND livemode = $2 ORDER BY position`, tenant, live)
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

func TestStreamsAreOfOneTenantAndMode(t *testing.T) {
	t.Parallel()
	s := shared(t)
	mine, live, other := s.stream(s.key, ""), s.stream(s.keyLive, ""), s.stream(s.other, "")
	a := s.accept()
	b := s.accept(func(e *eventsv1.PublishRequest) { e.Livemode = true })
	c := s.accept(func(e *eventsv1.PublishRequest) { e.Tenant = s.otherTenant })
	for _, want := range []struct {
		r  *reader
		id string
	}{{mine, a}, {live, b}, {other, c}} {
		if got := want.r.next(1); got[0] != want.id {
			t.Errorf("got %s, want %s", got[0], want.id)
		}
	}
	// An event of another tenant is an id like any unknown one: it stands for its time.
	if got := s.stream(s.other, "?after="+a).next(1); got[0] != c {
		t.Errorf("after a foreign event: %s, want %s", got[0], c)
	}
	again := s.accept()
	if got := mine.next(1); got[0] != again {
		t.Errorf("got %s, want %s", got[0], again)
	}
}

func TestStreamsEndWithTheirKey(t *testing.T) {
	t.Parallel()
	s := shared(t)
	op := webhooksv1.NewOperatorServiceClient(s.grpc)
	k, err := op.CreateApiKey(internal(t.Context()), &webhooksv1.CreateApiKeyRequest{TenantId: s.tenant})
	if err != nil {
		t.Fatal(err)
	}
	other, revoked := s.stream(s.key, ""), s.stream(k.GetKey(), "")
	if _, err := op.RevokeApiKey(internal(t.Context()),
		&webhooksv1.RevokeApiKeyRequest{Id: k.GetData().GetId()}); err != nil {
		t.Fatal(err)
	}
	if m, _ := revoked.message(); m.kind != "end" || !strings.Contains(m.data, `"code":"invalid_credentials"`) {
		t.Errorf("%+v", m)
	}
	if _, ok := revoked.message(); ok {
		t.Error("the stream goes on")
	}
	id := s.accept()
	if got := other.next(1); got[0] != id {
		t.Errorf("got %s, want %s", got[0], id)
	}
}

var streamCount = flag.Int("streams", 200,
	"streams of TestStreamsOverSockets; 1000 takes 5 s without the race detector")

// Many readers, each on a connection of its own, get their tenant's events at once; one reader more than a key may have
// is refused.
func TestStreamsOverSockets(t *testing.T) {
	t.Parallel()
	const tenants = 20
	each := *streamCount / tenants
	s := start(t, func(c *Config) { c.EventStreams = each })
	var keys [tenants]string
	var readers [tenants][]*reader
	for n := range tenants {
		keys[n] = s.newKey(fmt.Sprintf("ten_%d", n), false)
	}
	before := memory()
	for n, key := range keys {
		for range each {
			readers[n] = append(readers[n], s.stream(key, ""))
		}
	}
	t.Logf("%d KiB for each stream, its client included", (memory()-before)/int64(tenants*each)>>10)
	a := s.call("GET", s.public+"/api/v1/events/stream", keys[0], nil)
	a.wantProblem(t, 429, "too_many_streams")
	if a.Header.Get("Retry-After") == "" {
		t.Error("the refusal has no Retry-After")
	}
	var latest time.Duration
	for n := range tenants {
		id, began := s.accept(func(e *eventsv1.PublishRequest) { e.Tenant = fmt.Sprintf("ten_%d", n) }), time.Now()
		for _, r := range readers[n] {
			if got := r.next(1); got[0] != id {
				t.Fatalf("got %s, want %s", got[0], id)
			}
		}
		latest = max(latest, time.Since(began))
	}
	t.Logf("the last of %d streams had an event at most %s after it was accepted", each, latest.Round(time.Millisecond))
	readers[0][0].cancel()
	s.eventually("another one takes its place", func() bool {
		resp, closed := s.open(keys[0], "")
		closed()
		return resp.StatusCode == http.StatusOK
	})
}

func memory() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

func TestStreamsDoNotDelayAStop(t *testing.T) {
	t.Parallel()
	s := start(t, longGrace)
	r := s.stream(s.key, "")
	s.stopsWithinGrace()
	if m, ok := r.message(); ok {
		t.Errorf("ended with %+v, want no reason", m)
	}
}
