package eventstream

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// A Reader is who reads, from where on, and what.
type Reader struct {
	Key    string // id of the key: streams are bounded by it, and end with it
	Filter webhooks.LogFilter
	After  webhooks.EventID // empty: what is new
}

// Send sends an event to a reader: its id and envelope. The first message has only the id, a heartbeat nothing.
type Send func(id webhooks.EventID, envelope []byte) error

// errOver ends a stream without a reason: the reader comes back.
var errOver = errors.New("the stream is over")

// stream holds what a reader has not got yet.
type stream struct {
	reader Reader
	end    context.CancelCauseFunc
	wake   chan struct{}

	mu     sync.Mutex // guards all below
	events []webhooks.LoggedEvent
	bytes  int
	behind bool // events were left out
}

// add appends a new event, unless the reader is too far behind. The hub calls it.
func (s *stream) add(e webhooks.LoggedEvent, l Limits) {
	if !s.reader.Filter.Takes(e.Event) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behind = s.behind || len(s.events) >= l.Buffered || s.bytes+len(e.Event.Body) > l.Bytes && len(s.events) > 0
	if !s.behind {
		s.events, s.bytes = append(s.events, e), s.bytes+len(e.Event.Body)
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *stream) take() (events []webhooks.LoggedEvent, behind bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	events, behind = s.events, s.behind
	s.events, s.bytes = nil, 0
	return events, behind
}

// Serve sends events to a reader until ctx ends or the stream does: nil when the reader is to come back, else why.
func (h *Hub) Serve(ctx context.Context, r Reader, send Send) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	s := &stream{reader: r, end: end, wake: make(chan struct{}, 1)}
	if err := h.open(s); err != nil {
		return err
	}
	defer h.leave(s)
	if h.limits.Age > 0 {
		defer time.AfterFunc(h.limits.Age, func() { end(errOver) }).Stop()
	}
	err := h.serve(ctx, s, send)
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, context.Canceled) {
		err = cause
	}
	if errors.Is(err, errOver) {
		return nil
	}
	return err
}

func (h *Hub) serve(ctx context.Context, s *stream, send Send) error {
	start, err := h.log.StartLog(ctx, s.reader.Filter.Scope, s.reader.After)
	if err != nil {
		return err
	}
	if err := send(start.ID, nil); err != nil {
		return err
	}
	c := &cursor{hub: h, stream: s, position: start.Position, send: send}
	if err := c.catchUp(ctx); err != nil {
		return err
	}
	return c.follow(ctx)
}

// cursor is how far a stream got.
type cursor struct {
	hub      *Hub
	stream   *stream
	position int64
	send     Send
}

// catchUp sends what is in the log, and joins at its head.
func (c *cursor) catchUp(ctx context.Context) error {
	head, err := c.hub.log.LogHead(ctx)
	if err != nil {
		return err
	}
	if err := c.readTo(ctx, head); err != nil {
		return err
	}
	return c.readTo(ctx, c.hub.join(c.stream, c.position))
}

// readTo sends what the log has up to a position, and perhaps more.
func (c *cursor) readTo(ctx context.Context, until int64) error {
	for c.position < until {
		list, err := c.read(ctx)
		if err != nil {
			return err
		}
		if err := c.sendAll(ctx, list); err != nil {
			return err
		}
		if len(list) < page {
			c.position = max(c.position, until)
		}
	}
	return nil
}

func (c *cursor) read(ctx context.Context) ([]webhooks.LoggedEvent, error) {
	select {
	case c.hub.reads <- struct{}{}:
		defer func() { <-c.hub.reads }()
	case <-c.hub.stop:
		return nil, errOver
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	return c.hub.log.ReadLog(ctx, c.stream.reader.Filter, c.position, page)
}

// sendAll sends what is behind the position. An event that is past its retention has no body any more.
func (c *cursor) sendAll(ctx context.Context, list []webhooks.LoggedEvent) error {
	for _, e := range list {
		if e.Position <= c.position {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if e.Event.Body != nil {
			if err := c.send(e.Event.ID, e.Event.Body); err != nil {
				return err
			}
		}
		c.position = e.Position
	}
	return nil
}

// follow sends what is new, and heartbeats in between.
func (c *cursor) follow(ctx context.Context) error {
	every := c.hub.limits.Heartbeat
	beat := time.NewTicker(every)
	defer beat.Stop()
	for {
		select {
		case <-c.stream.wake:
			list, behind := c.stream.take()
			if err := c.sendAll(ctx, list); err != nil {
				return err
			}
			if behind {
				return webhooks.ErrSlowReader
			}
			beat.Reset(every)
		case <-beat.C:
			if err := c.send("", nil); err != nil {
				return err
			}
		case <-c.hub.stop:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
