package partnerline

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"time"
)

// StreamEventsParams says where a stream begins and what is on it.
type StreamEventsParams struct {
	After string   // id of the last event that the reader has; empty: what is new
	Types []string // only events of these types; empty: all

	// Connected is called whenever the stream is open, Disconnected with the cause and the wait before it is opened again.
	// Optional.
	Connected    func()
	Disconnected func(cause error, wait time.Duration)
}

// A StreamedEvent is an event as endpoints receive it.
type StreamedEvent struct {
	ID       string
	Envelope []byte // the body of its deliveries, byte for byte
}

// Decode returns the event of the envelope.
func (e StreamedEvent) Decode() (*Event, error) {
	out := &Event{}
	return out, decode(e.Envelope, out)
}

const (
	streamSilence = 45 * time.Second // three heartbeats: the connection is dead
	streamLine    = 1 << 20          // more than any envelope
	firstWait     = 200 * time.Millisecond
)

// Stream yields the events of the key's tenant as they happen, each once, in their order. It reconnects and resumes
// where it was until ctx ends, or the API refuses the call, or its certificate is not trusted at first: then the error
// is the last that it yields.
func (r *EventsResource) Stream(ctx context.Context, params StreamEventsParams,
	opts ...CallOption) iter.Seq2[StreamedEvent, error] {
	return func(yield func(StreamedEvent, error) bool) {
		s := &eventStream{core: r.core, params: params, opts: opts, yield: yield}
		if _, err := s.core.target(s.request()); err != nil {
			yield(StreamedEvent{}, err)
			return
		}
		everOpened := false
		for wait := firstWait; ; wait = min(longest, 2*wait) {
			opened, err := s.read(ctx)
			if errors.Is(err, errStopped) {
				return
			}
			if opened {
				everOpened, wait = true, firstWait
			}
			var refusal *Error
			var untrusted *tls.CertificateVerificationError // waiting does not help, unless it was trusted before
			switch {
			case ctx.Err() != nil,
				errors.As(err, &refusal) && !refusal.resumable(),
				errors.As(err, &untrusted) && !everOpened:
				yield(StreamedEvent{}, err)
				return
			}
			if refusal != nil {
				wait = max(wait, min(refusal.RetryAfter, longestAsked))
			}
			pause := wait/2 + time.Duration(r.core.random()*float64(wait)/2)
			if params.Disconnected != nil {
				params.Disconnected(err, pause)
			}
			if err := r.core.sleep(ctx, pause); err != nil {
				yield(StreamedEvent{}, err)
				return
			}
		}
	}
}

// resumable reports whether a stream that was refused, or that ended with this error, can be opened again.
func (e *Error) resumable() bool { return e.retryable() || e.Status >= 500 }

// errStopped says that the reader wants no more.
var errStopped = errors.New("stopped")

type eventStream struct {
	core   *core
	params StreamEventsParams
	opts   []CallOption
	yield  func(StreamedEvent, error) bool
}

// read opens the stream and yields its events until it ends.
func (s *eventStream) read(ctx context.Context) (opened bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silence := time.AfterFunc(streamSilence, func() { cancel(errors.New("nothing was heard for a while")) })
	defer silence.Stop()
	resp, err := s.open(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		body, err := io.ReadAll(io.LimitReader(resp.Body, streamLine))
		if err != nil {
			return false, fmt.Errorf("partnerline: reading the answer: %w", err)
		}
		return false, errorOf(resp.StatusCode, resp.Header, body, time.Now())
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, streamLine)
	var m sseMessage
	for lines.Scan() {
		silence.Reset(streamSilence)
		if line := lines.Bytes(); len(line) > 0 {
			m.add(line)
			continue
		}
		if !opened && m.id != "" && s.params.Connected != nil {
			s.params.Connected()
		}
		opened = opened || m.id != ""
		if err := s.message(m, resp.Header); err != nil {
			return opened, err
		}
		m = sseMessage{}
	}
	if cause := context.Cause(ctx); cause != nil {
		return opened, cause
	}
	if err := lines.Err(); err != nil {
		return opened, fmt.Errorf("partnerline: reading the stream: %w", err)
	}
	return opened, io.EOF
}

func (s *eventStream) request() request {
	return request{api: webhooks, method: http.MethodGet, path: "/api/v1/events/stream", query: struct {
		After string   `json:"after,omitzero"`
		Type  []string `json:"type,omitzero"`
	}{s.params.After, s.params.Types}}
}

func (s *eventStream) open(ctx context.Context) (*http.Response, error) {
	r := s.request()
	target, err := s.core.target(r)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, r.method, target, nil)
	if err != nil {
		return nil, fmt.Errorf("partnerline: %w", err)
	}
	o := callOptions{header: req.Header}
	s.core.setHeaders(o.header, r)
	o.header.Set("Accept", "text/event-stream")
	for _, opt := range s.opts {
		opt(&o)
	}
	resp, err := s.core.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("partnerline: %w", err)
	}
	o.response.fill(resp.StatusCode, resp.Header)
	return resp, nil
}

// message yields an event, remembers from where to resume, or returns why the stream ends.
func (s *eventStream) message(m sseMessage, h http.Header) error {
	if m.kind == "end" {
		var p struct {
			Status int `json:"status"`
		}
		if err := json.Unmarshal(m.data, &p); err != nil {
			return fmt.Errorf("partnerline: the stream ended without a problem that can be read: %w", err)
		}
		return errorOf(p.Status, h, m.data, time.Now())
	}
	if m.id != "" {
		s.params.After = m.id
	}
	if len(m.data) > 0 && !s.yield(StreamedEvent{m.id, m.data}, nil) {
		return errStopped
	}
	return nil
}

// sseMessage is one message of Server-Sent Events.
type sseMessage struct {
	id, kind string
	data     []byte
}

func (m *sseMessage) add(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "id":
		m.id = string(value)
	case "event":
		m.kind = strings.TrimSpace(string(value))
	case "data":
		if m.data != nil {
			m.data = append(m.data, '\n')
		}
		m.data = append(m.data, value...)
	}
}
