package sender

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/services/dispatcher"
)

// A Sender sends. It is safe for concurrent use.
type Sender struct {
	opts      Options
	transport *http.Transport
	userAgent string
}

// New returns a Sender. Close it when no attempt runs any more.
func New(opts Options) *Sender {
	return &Sender{opts: opts, transport: newTransport(opts), userAgent: "Partnerline-Webhooks/" + opts.Version}
}

// Close ends idle connections.
func (s *Sender) Close() { s.transport.CloseIdleConnections() }

// Send makes one attempt. It ends at the deadline of an attempt, or earlier with ctx.
func (s *Sender) Send(ctx context.Context, r dispatcher.Request) dispatcher.Result {
	p := &phases{start: time.Now()}
	p.deadline = p.start.Add(s.opts.Timeout)
	result := dispatcher.Result{StartedAt: p.start}
	if failure, err := s.refuse(r.Target); failure != dispatcher.NoFailure {
		result.Failure, result.Cause, result.EndedAt = failure, err, time.Now()
		return result
	}
	// Deadline, phases and the hooks that fill them travel in one context; dials outlive the attempt's own (see dial).
	attempt, cancel := context.WithDeadline(ctx, p.deadline)
	defer cancel()
	attempt = httptrace.WithClientTrace(context.WithValue(attempt, phasesKey{}, p), p.hooks())

	// RoundTrip and not Client.Do: redirects are not followed, and there are no cookies to keep.
	resp, err := s.transport.RoundTrip(s.request(attempt, r, p.start))
	if err == nil {
		result.Status, result.Failure = resp.StatusCode, dispatcher.OfStatus(resp.StatusCode)
		result.Headers, result.RetryAfter = recordHeaders(resp.Header)
		result.Body, result.Truncated = recordBody(resp)
		if s.opts.Proxy != nil && resp.StatusCode == http.StatusProxyAuthRequired {
			result.NotMade = true // only a proxy asks for this, and only of us
		}
	}
	result.EndedAt = time.Now()
	result.Timing, result.Remote = p.timing(result.EndedAt)
	if err != nil {
		result.Cause = err
		result.Failure, result.TimedOut, result.NotMade = s.classify(err, p.reached())
		result.NotMade = result.NotMade || ctx.Err() != nil // we were stopped: nothing is known of the receiver
	}
	return result
}

// refuse names what makes a request impossible before anything is dialled.
func (s *Sender) refuse(t *dispatcher.Target) (dispatcher.Failure, error) {
	if t.URL == nil {
		return dispatcher.InvalidURL, nil
	}
	if err := s.opts.Guard.CheckHost(t.URL.Hostname()); err != nil {
		return dispatcher.BlockedAddress, err
	}
	return dispatcher.NoFailure, nil
}

// request is built by hand: http.NewRequest would parse the URL again for each attempt.
func (s *Sender) request(ctx context.Context, r dispatcher.Request, at time.Time) *http.Request {
	timestamp := at.Unix()
	xSignature, webhookSignature := Sign(r.Target.SigningKeys(at), r.Delivery, timestamp, r.Body)
	// One array holds all values; each header has a slice of it. Names are spelled as documented, so that they appear
	// that way to receivers that show them.
	values := [...]string{
		r.Delivery, xSignature, webhookSignature, strconv.FormatInt(timestamp, 10), strconv.Itoa(r.Number),
		r.EventType, s.userAgent, "application/json", "identity", r.Traceparent,
	}
	header := make(http.Header, 12)
	header["X-Webhook-Id"] = values[0:1:1]
	header["webhook-id"] = values[0:1:1]
	header["X-Signature"] = values[1:2:2]
	header["webhook-signature"] = values[2:3:3]
	header["webhook-timestamp"] = values[3:4:4]
	header["X-Webhook-Attempt"] = values[4:5:5]
	header["X-Webhook-Event"] = values[5:6:6]
	header["User-Agent"] = values[6:7:7]
	header["Content-Type"] = values[7:8:8]
	header["Accept-Encoding"] = values[8:9:9]
	if r.Traceparent != "" {
		header["traceparent"] = values[9:10:10]
	}
	body := r.Body
	request := &http.Request{
		Method: http.MethodPost, URL: r.Target.URL, Host: r.Target.URL.Host, Header: header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
		// With it the transport repeats a request of which not one byte was written, because an idle connection had just
		// gone away. It repeats nothing that a receiver might have seen.
		GetBody: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil },
	}
	return request.WithContext(ctx)
}
