package sender

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"time"

	"github.com/partnerline/partnerline/services/dispatcher"
)

// A Sender makes attempts. It is safe for concurrent use.
type Sender struct {
	opts      Options
	direct    *direct
	transport *http.Transport // for what direct does not handle
	tokens    *tokens
	userAgent string
}

// New returns a Sender. Close it when no attempt is running.
func New(opts Options) *Sender {
	d := newDialer(opts)
	return &Sender{
		opts: opts, direct: &direct{dialer: d, idle: newPool()}, transport: newTransport(opts, d),
		tokens:    newTokens(opts, d),
		userAgent: "Partnerline-Webhooks/" + opts.Version,
	}
}

// Close closes idle connections.
func (s *Sender) Close() {
	s.tokens.close()
	s.direct.idle.close()
	s.direct.dialer.close()
	s.transport.CloseIdleConnections()
}

// Send makes one attempt. It returns by the deadline of the attempt, or when ctx ends.
func (s *Sender) Send(ctx context.Context, r dispatcher.Request) dispatcher.Result {
	p := &phases{start: time.Now(), guard: s.opts.Guard}
	p.deadline = p.start.Add(s.opts.Timeout)
	defer p.leaveConn()
	result := dispatcher.Result{StartedAt: p.start}
	if failure, err := s.checkTarget(r.Target); failure != dispatcher.NoFailure {
		result.Failure, result.Cause, result.EndedAt = failure, err, time.Now()
		return result
	}
	err := s.exchange(ctx, p, r, &result)
	result.EndedAt = time.Now()
	result.Timing, result.Remote = p.timing(result.EndedAt)
	if s.opts.Proxy != nil {
		result.Remote = "" // the address is that of our proxy, which is not disclosed
	}
	if err != nil {
		result.Cause = err
		result.Failure, result.TimedOut, result.NotMade = s.classify(err, p.reached())
		result.NotMade = result.NotMade || ctx.Err() != nil // our shutdown says nothing about the receiver
	}
	return result
}

// exchange sends the request and records the response. A receiver that refuses a token that was fetched before gets the
// request once more, with a new one.
func (s *Sender) exchange(ctx context.Context, p *phases, r dispatcher.Request, result *dispatcher.Result) error {
	h, a := s.headers(r, p.start), r.Target.Authentication
	if a == nil || a.Client == nil {
		return s.post(ctx, p, r, h, result)
	}
	ctx, cancel := context.WithDeadline(ctx, p.deadline)
	defer cancel()
	token, err := s.tokens.get(ctx, a)
	if err != nil {
		return err
	}
	h.authorization = "Bearer " + token
	if err := s.post(ctx, p, r, h, result); err != nil || result.Status != http.StatusUnauthorized {
		return err
	}
	if !s.tokens.replace(a, token) {
		return nil
	}
	next, err := s.tokens.get(ctx, a)
	if err != nil || next == token {
		return nil // the receiver's answer is what the attempt ended with
	}
	h.authorization = "Bearer " + next
	*result = dispatcher.Result{StartedAt: result.StartedAt}
	return s.post(ctx, p, r, h, result)
}

// post sends the request once, and records the response.
func (s *Sender) post(
	ctx context.Context, p *phases, r dispatcher.Request, h *headers, result *dispatcher.Result,
) error {
	own := r.Target.Authentication.OwnConnections()
	err := errHTTP2
	if s.opts.Proxy == nil && s.direct.handles(r.Target.URL, r.Body) &&
		(own || !s.direct.dialer.prefersHTTP2(r.Target.URL)) {
		var resp *http.Response
		var c *conn
		if resp, c, err = s.direct.exchange(ctx, p, r.Target, h, r.Body); err == nil {
			s.direct.done(c, resp, record(result, resp))
		}
	}
	if errors.Is(err, errHTTP2) {
		err = s.viaTransport(ctx, p, r, h, result)
	}
	return err
}

// checkTarget returns the failure of a target that cannot be called.
func (s *Sender) checkTarget(t *dispatcher.Target) (dispatcher.Failure, error) {
	if t.URL == nil {
		return dispatcher.InvalidURL, nil
	}
	if err := s.opts.Guard.CheckHost(t.URL.Hostname()); err != nil {
		return dispatcher.BlockedAddress, err
	}
	if t.Authentication.Expired(time.Now()) {
		return dispatcher.ClientCertificateExpired, nil
	}
	return dispatcher.NoFailure, nil
}

// viaTransport makes the attempt with net/http.
func (s *Sender) viaTransport(
	ctx context.Context, p *phases, r dispatcher.Request, h *headers, result *dispatcher.Result,
) error {
	// The context carries the phases, since a dial may outlive the deadline of ctx (see dialer).
	ctx, cancel := context.WithDeadline(ctx, p.deadline)
	defer cancel()
	ctx = httptrace.WithClientTrace(context.WithValue(ctx, phasesKey{}, p), p.hooks())
	// RoundTrip and not Client.Do: redirects are not followed, and there are no cookies to keep.
	transport := s.transport
	if r.Target.Authentication.OwnConnections() {
		transport = ownTransport(s.opts, s.direct.dialer, r.Target.Authentication.TLS)
		defer transport.CloseIdleConnections()
	}
	resp, err := transport.RoundTrip(request(ctx, r, h))
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }() // without this, the connection or stream would leak
	record(result, resp)
	if s.opts.Proxy != nil && resp.StatusCode == http.StatusProxyAuthRequired {
		result.NotMade = true // only our proxy responds with it
	}
	return nil
}

// request returns the request for net/http. http.NewRequest would parse the URL again for each attempt.
func request(ctx context.Context, r dispatcher.Request, h *headers) *http.Request {
	header := make(http.Header, 12)
	h.each(func(name, value string) { header[name] = []string{value} })
	body := r.Body
	req := &http.Request{
		Method: http.MethodPost, URL: r.Target.URL, Host: r.Target.URL.Host, Header: header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
		// With it the transport repeats a request of which nothing was written because an idle connection had just been
		// closed. It repeats nothing that a receiver might have seen.
		GetBody: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil },
	}
	return req.WithContext(ctx)
}

// record records the response and reports whether its body was read to the end.
func record(result *dispatcher.Result, resp *http.Response) (complete bool) {
	result.Status, result.Failure = resp.StatusCode, dispatcher.OfStatus(resp.StatusCode)
	result.Headers, result.RetryAfter = recordHeaders(resp.Header)
	result.Body, result.Truncated, complete = recordBody(resp)
	if encoding := resp.Header.Get("Content-Encoding"); strings.EqualFold(encoding, "gzip") {
		result.Body, result.Truncated = unzip(result.Body, result.Truncated)
	}
	return complete
}
