package grpcapi

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

const (
	// maxUnanswered is how many events of a stream may be without an answer: two transactions, one under way and the next.
	maxUnanswered = 1000
	// maxUnansweredBytes is how long their envelopes may be together, but for one event, which has at most
	// webhooks.MaxEventData.
	maxUnansweredBytes = 4 << 20
	// readAhead is how many messages wait for their turn while the one before is checked.
	readAhead = 16
)

// PublishStream accepts events as they come, and answers each once it is durable or refused.
func (s *Events) PublishStream(
	stream grpc.BidiStreamingServer[eventsv1.PublishStreamRequest, eventsv1.PublishStreamResponse],
) error {
	ctx := stream.Context()
	p := &publishStream{Events: s, answered: make(chan struct{}, 1)}
	received, stop := receive(ctx, stream), s.stop
	var old <-chan time.Time
	if s.age > 0 {
		timer := time.NewTimer(s.age)
		defer timer.Stop()
		old = timer.C
	}
	for received != nil || p.unanswered > 0 {
		next := received
		if p.unanswered >= maxUnanswered || p.bytes >= maxUnansweredBytes {
			next = nil // until some are answered
		}
		select {
		case r := <-next:
			switch {
			case errors.Is(r.err, io.EOF):
				received = nil
			case r.err != nil:
				return r.err
			default:
				p.publish(ctx, r.req)
			}
		case <-p.answered:
			if err := p.send(ctx, stream); err != nil {
				return err
			}
		case <-stop:
			received, stop = nil, nil
		case <-old:
			received = nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

type receivedEvent struct {
	req *eventsv1.PublishStreamRequest
	err error
}

// receive reads the events of a stream. gRPC ends a read when the handler has returned, and not before: the goroutine
// ends then.
func receive(
	ctx context.Context, stream grpc.BidiStreamingServer[eventsv1.PublishStreamRequest, eventsv1.PublishStreamResponse],
) <-chan receivedEvent {
	events := make(chan receivedEvent, readAhead)
	go func() {
		for {
			req, err := stream.Recv()
			select {
			case events <- receivedEvent{req, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return events
}

// A publishStream is one call of PublishStream. Only the goroutine of the call uses the fields that are not guarded.
type publishStream struct {
	*Events
	unanswered int
	bytes      int   // of the envelopes of those
	logged     error // the last failure of ours that is in the log: those that shared a transaction share it

	mu      sync.Mutex // guards results
	results []publishResult

	answered chan struct{} // has a value when there may be results
}

type publishResult struct {
	number   int64
	accepted webhooks.Accepted
	err      error
	bytes    int
}

func (p *publishStream) publish(ctx context.Context, req *eventsv1.PublishStreamRequest) {
	p.unanswered++
	pub, err := p.check(ctx, req)
	if err != nil {
		p.answer(publishResult{number: req.GetNumber(), err: err})
		return
	}
	size := len(pub.Event.Body)
	p.bytes += size
	p.grouper.Submit(pub, func(a webhooks.Accepted, err error) {
		p.answer(publishResult{req.GetNumber(), a, err, size})
	})
}

func (p *publishStream) check(ctx context.Context, req *eventsv1.PublishStreamRequest) (webhooks.Publication, error) {
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return webhooks.Publication{}, err
	}
	pub, err := p.prepare(telemetry.WithTraceparent(ctx, req.GetTraceparent()), req.GetEvent())
	return pub, below("/event", err)
}

// answer notes a result; it does not wait.
func (p *publishStream) answer(r publishResult) {
	p.mu.Lock()
	p.results = append(p.results, r)
	p.mu.Unlock()
	select {
	case p.answered <- struct{}{}:
	default:
	}
}

// send sends the results that there are, as one message.
func (p *publishStream) send(
	ctx context.Context, stream grpc.BidiStreamingServer[eventsv1.PublishStreamRequest, eventsv1.PublishStreamResponse],
) error {
	p.mu.Lock()
	results := p.results
	p.results = nil
	p.mu.Unlock()
	if len(results) == 0 {
		return nil
	}
	resp := &eventsv1.PublishStreamResponse{Answers: make([]*eventsv1.PublishAnswer, len(results))}
	for i, r := range results {
		a := &eventsv1.PublishAnswer{Number: r.number, EventId: string(r.accepted.ID), Replayed: r.accepted.Replayed}
		if r.err != nil {
			refusal := p.status(ctx, r.err)
			p.log(ctx, refusal, r.err)
			a.EventId, a.Replayed, a.Refusal = "", false, refusal.Proto()
		}
		resp.Answers[i] = a
		p.bytes -= r.bytes
	}
	p.unanswered -= len(results)
	return stream.Send(resp)
}

// log writes why an event was refused if that is no fault of the sender.
func (p *publishStream) log(ctx context.Context, refusal *status.Status, err error) {
	e, known := grpcserver.FromStatus(refusal)
	if !known || errors.Is(err, p.logged) {
		return
	}
	level := slog.LevelInfo
	switch fault.Lookup(e.Reason).Kind {
	case fault.KindInternal:
		level = slog.LevelError
	case fault.KindUnavailable:
	default:
		return
	}
	p.logged = err
	p.Events.log.LogAttrs(ctx, level, "events refused", slog.String("reason", string(e.Reason)),
		slog.String("cause", err.Error()))
}
