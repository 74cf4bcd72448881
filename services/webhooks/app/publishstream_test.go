package app

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/internal/grpcserver"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
)

// publisher is an open PublishStream.
type publisher struct {
	t    *testing.T
	conn *grpc.ClientConn
	grpc.BidiStreamingClient[eventsv1.PublishStreamRequest, eventsv1.PublishStreamResponse]
	answers chan *eventsv1.PublishAnswer // closed when the stream is over
	end     error                        // then, why
}

// publisher opens a stream on a connection of its own, which close closes.
func (s *service) publisher() (p *publisher, closeConn func()) {
	s.t.Helper()
	conn, err := grpc.NewClient(s.grpc.Target(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		s.t.Fatal(err)
	}
	closeConn = func() { _ = conn.Close() }
	s.t.Cleanup(closeConn)
	stream, err := eventsv1.NewEventServiceClient(conn).PublishStream(internal(context.Background()))
	if err != nil {
		s.t.Fatal(err)
	}
	p = &publisher{t: s.t, conn: conn, BidiStreamingClient: stream, answers: make(chan *eventsv1.PublishAnswer, 100_000)}
	go func() {
		defer close(p.answers)
		for {
			resp, err := stream.Recv()
			if err != nil {
				p.end = err
				return
			}
			for _, a := range resp.GetAnswers() {
				p.answers <- a
			}
		}
	}()
	return p, closeConn
}

func (p *publisher) send(number int64, e *eventsv1.PublishRequest) {
	p.t.Helper()
	if err := p.Send(&eventsv1.PublishStreamRequest{Number: number, Event: e}); err != nil {
		p.t.Fatal(err)
	}
}

// take returns the answers to n events, by their numbers.
func (p *publisher) take(n int) map[int64]*eventsv1.PublishAnswer {
	p.t.Helper()
	got := map[int64]*eventsv1.PublishAnswer{}
	for range n {
		a, ok := <-p.answers
		if !ok || got[a.GetNumber()] != nil {
			p.t.Fatalf("%d of %d answers, then %v, %v", len(got), n, a, p.end)
		}
		got[a.GetNumber()] = a
	}
	return got
}

// refusal is the reason of an answer and the field at fault.
func refusal(a *eventsv1.PublishAnswer) (reason, field string) {
	e, ok := grpcserver.FromStatus(status.FromProto(a.GetRefusal()))
	if !ok {
		return "", ""
	}
	if len(e.Violations) > 0 {
		field = e.Violations[0].Field
	}
	return string(e.Reason), field
}

func TestStreamOfPublications(t *testing.T) {
	t.Parallel()
	s := shared(t)
	r := s.stream(s.key, "")
	p, _ := s.publisher()
	const n = 700 // more than a transaction has
	for i := range int64(n) {
		p.send(i, s.event(""))
	}
	var want []string
	answers := p.take(n)
	for i := range int64(n) {
		want = append(want, answers[i].GetEventId())
	}
	if got := r.next(n); !slices.Equal(got, want) {
		t.Error("the events are not in the order in which they were sent")
	}

	t.Run("an event that is refused is answered by itself", func(t *testing.T) {
		wrong, unknown, reused := s.event(""), s.event(""), s.event("k-1")
		wrong.Data.Fields["status"] = structpb.NewNumberValue(1)
		unknown.Tenant = "ten_nobody"
		reused.Data.Fields["status"] = structpb.NewStringValue("failed")
		large := s.event("")
		large.Data.Fields["more"] = structpb.NewStringValue(string(make([]byte, 64<<10)))
		for i, e := range []*eventsv1.PublishRequest{s.event("k-1"), wrong, unknown, {Tenant: "?"}, nil, s.event("k-1"),
			reused, large, s.event("")} {
			p.send(int64(i), e)
		}
		if err := p.Send(&eventsv1.PublishStreamRequest{Number: 9, Event: s.event(""), Traceparent: "00-0"}); err != nil {
			t.Fatal(err)
		}
		got := p.take(10)
		for number, want := range map[int64][2]string{
			1: {"validation_failed", "/event/data/status"}, 2: {"validation_failed", "/event/tenant"},
			3: {"validation_failed", "/event/tenant"}, 4: {"validation_failed", "/event"},
			6: {"idempotency_key_reused", "/event/idempotency_key"}, 7: {"validation_failed", "/event/data"},
			9: {"validation_failed", "/traceparent"},
		} {
			if reason, field := refusal(got[number]); reason != want[0] || field != want[1] && number != 6 ||
				got[number].GetEventId() != "" {
				t.Errorf("answer %d: %v, want %v", number, got[number], want)
			}
		}
		first := got[0].GetEventId()
		if first == "" || got[0].GetReplayed() || got[5].GetEventId() != first || !got[5].GetReplayed() ||
			got[8].GetEventId() == "" || got[8].GetRefusal() != nil {
			t.Errorf("accepted: %v, %v, %v", got[0], got[5], got[8])
		}
	})

	t.Run("an event has the trace of what caused it", func(t *testing.T) {
		const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
		if err := p.Send(&eventsv1.PublishStreamRequest{Event: s.event(""), Traceparent: parent}); err != nil {
			t.Fatal(err)
		}
		var got string
		s.read(`SELECT traceparent FROM events WHERE id = $1`, &got, p.take(1)[0].GetEventId())
		if got != parent {
			t.Errorf("%q", got)
		}
	})

	t.Run("the stream ends when its client has sent all", func(t *testing.T) {
		p.send(1, s.event(""))
		if err := p.CloseSend(); err != nil {
			t.Fatal(err)
		}
		p.take(1)
		if a, more := <-p.answers; more || !errors.Is(p.end, io.EOF) {
			t.Errorf("then %v, %v", a, p.end)
		}
		empty, _ := s.publisher()
		if err := empty.CloseSend(); err != nil {
			t.Fatal(err)
		}
		if a, more := <-empty.answers; more || !errors.Is(empty.end, io.EOF) {
			t.Errorf("without an event: %v, %v", a, empty.end)
		}
	})
}

// read reads one value from the database.
func (s *service) read(sql string, to any, args ...any) {
	s.t.Helper()
	conn := s.connect()
	if err := conn.QueryRow(context.Background(), sql, args...).Scan(to); err != nil {
		s.t.Fatal(err)
	}
	_ = conn.Close(context.Background())
}

// holdEvents lets no event be stored until release is called.
func (s *service) holdEvents() (release func()) {
	s.t.Helper()
	conn := s.connect()
	if _, err := conn.Exec(context.Background(), `BEGIN; LOCK TABLE events IN EXCLUSIVE MODE`); err != nil {
		s.t.Fatal(err)
	}
	release = sync.OnceFunc(func() { _ = conn.Close(context.Background()) })
	s.t.Cleanup(release)
	return release
}

// waiting waits until a transaction waits for what holdEvents holds.
func (s *service) waiting() {
	s.t.Helper()
	s.eventually("an event waits for its transaction", func() (waits bool) {
		s.read(`SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'events'::regclass AND NOT granted
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`, &waits)
		return waits
	})
}

func TestStreamedEventsAreAnsweredAfterTheirCommit(t *testing.T) {
	t.Parallel()
	s := start(t)
	release := s.holdEvents()
	p, _ := s.publisher()
	p.send(1, s.event(""))
	s.waiting()
	select {
	case a := <-p.answers:
		t.Fatalf("answered before it was stored: %v, %v", a, p.end)
	default:
	}
	release()
	var stored bool
	s.read(`SELECT EXISTS (SELECT FROM events WHERE id = $1)`, &stored, p.take(1)[1].GetEventId())
	if !stored {
		t.Error("answered, and not stored")
	}
}

// What is not answered is bounded: the sender is blocked, and gets all its answers once the database stores again.
func TestStreamBlocksItsSender(t *testing.T) {
	t.Parallel()
	s := start(t)
	release := s.holdEvents()
	p, _ := s.publisher()
	const n = 10_000
	var sent atomic.Int64
	go func() {
		for i := range int64(n) {
			if err := p.Send(&eventsv1.PublishStreamRequest{Number: i, Event: s.event("")}); err != nil {
				t.Errorf("event %d: %v", i, err)
				return
			}
			sent.Add(1)
		}
	}()
	s.waiting()
	// Calls on the same connection are answered, and it sends nothing meanwhile.
	s.eventually("the sender is blocked", func() bool {
		before := sent.Load()
		for range 200 {
			_, err := eventsv1.NewEventServiceClient(p.conn).Publish(t.Context(), s.event(""))
			if status.Code(err) != codes.Unauthenticated {
				t.Fatal(err)
			}
		}
		return before >= 1000 && sent.Load() == before
	})
	if blocked := sent.Load(); blocked > 3000 {
		t.Errorf("%d events were sent while none was stored", blocked)
	}
	release()
	for number, a := range p.take(n) {
		if a.GetEventId() == "" {
			t.Fatalf("event %d: %v", number, a)
		}
	}
}

// Whatever ends a stream: what was answered is stored.
func TestStreamsThatEndLoseNothingThatWasAnswered(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]struct {
		do   func(s *service, closeConn func())
		want func(error) bool // the end of the stream
	}{
		"the program stops": {func(s *service, _ func()) { s.stop() },
			func(err error) bool { return errors.Is(err, io.EOF) }},
		"the connection breaks": {func(_ *service, closeConn func()) { closeConn() },
			func(err error) bool { return status.Code(err) == codes.Canceled }},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			p, closeConn := s.publisher()
			sending := make(chan struct{})
			go func() {
				defer close(sending)
				for i := int64(0); p.Send(&eventsv1.PublishStreamRequest{Number: i, Event: s.event("")}) == nil; i++ {
				}
			}()
			var ids []string
			for range 2000 {
				ids = append(ids, (<-p.answers).GetEventId())
			}
			end.do(s, closeConn)
			for a := range p.answers {
				if a.GetEventId() == "" {
					t.Errorf("refused: %v", a)
				}
				ids = append(ids, a.GetEventId())
			}
			<-sending
			if !end.want(p.end) {
				t.Errorf("the stream ended with %v", p.end)
			}
			var stored int
			s.read(`SELECT count(*) FROM events WHERE id = ANY ($1)`, &stored, ids)
			if stored != len(ids) {
				t.Errorf("%d events were answered, %d are stored", len(ids), stored)
			}
		})
	}
}

func TestStreamsNeedTheInternalToken(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for name, ctx := range map[string]context.Context{
		"no credential":  t.Context(),
		"a tenant's key": metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.key),
	} {
		t.Run(name, func(t *testing.T) {
			stream, err := eventsv1.NewEventServiceClient(s.grpc).PublishStream(ctx)
			if err != nil {
				t.Fatal(err)
			}
			_ = stream.Send(&eventsv1.PublishStreamRequest{Event: s.event("")})
			if resp, err := stream.Recv(); status.Code(err) != codes.Unauthenticated {
				t.Errorf("%v, %v", resp, err)
			}
		})
	}
}

// A stream ends at the age of a connection, so that publishers find replicas that were added, after all its answers.
func TestStreamsEndAtAnAge(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.GRPC.ConnectionAge = time.Second })
	p, _ := s.publisher()
	p.send(1, s.event(""))
	p.take(1)
	if a, more := <-p.answers; more || !errors.Is(p.end, io.EOF) {
		t.Errorf("%v, %v", a, p.end)
	}
}
