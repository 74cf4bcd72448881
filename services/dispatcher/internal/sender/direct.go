package sender

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/partnerline/partnerline/internal/signature"
	"github.com/partnerline/partnerline/services/dispatcher"
)

const (
	// directBody is the longest body sent by direct. A longer one may have to be written while the response is read, which
	// net/http does.
	directBody = 64 << 10
	maxInterim = 5 // 1xx responses before the final one
)

var (
	errHTTP2          = errors.New("the receiver uses HTTP/2")
	errHeadersTooLong = errors.New("the response headers are too long")
	errInterim        = errors.New("too many 1xx responses")
)

// direct sends HTTP/1.1 requests over reused connections, on the goroutine of the attempt. http.Transport passes each
// request through two more goroutines, which costs most of its processor time; see docs/decisions/0014. An attempt has
// one deadline, which is set on the connection. Responses are parsed by net/http.
//
// http.Transport sends what direct does not: HTTP/2, through proxies, long bodies, hosts that are not plain ASCII.
type direct struct {
	dialer *dialer
	idle   *pool
}

// handles reports whether direct can send a request.
func (d *direct) handles(u *url.URL, body []byte) bool {
	return len(body) <= directBody && isPlain(u.Host)
}

// exchange sends a request and reads the head of the response. The caller reads the body, and then calls done.
func (d *direct) exchange(
	ctx context.Context, p *phases, t *dispatcher.Target, h *headers, body []byte,
) (*http.Response, *conn, error) {
	u, addr := t.URL, address(t.URL)
	key := u.Scheme + "|" + addr
	config := d.dialer.tls
	if t.Authentication.OwnConnections() {
		key, config = key+"|"+t.Authentication.ID, t.Authentication.TLS
	}
	out := buffers.Get().(*[]byte)
	defer buffers.Put(out)
	*out = h.appendRequest((*out)[:0], u, body)
	for {
		c := d.idle.get(key)
		reused := c != nil
		if !reused {
			var err error
			if c, err = d.connect(ctx, p, u.Scheme, addr, config); err != nil {
				return nil, nil, err
			}
			c.key = key
		}
		p.gotConn(c.remote, c.meter)
		resp, written, err := c.roundTrip(ctx, p, *out)
		if err == nil {
			return resp, c, nil
		}
		d.discard(c)
		// Nothing was written: the receiver had just closed an idle connection, and has seen nothing of the request.
		if reused && written == 0 && !isTimeout(err) && ctx.Err() == nil {
			continue
		}
		return nil, nil, err
	}
}

func (d *direct) connect(
	ctx context.Context, p *phases, scheme, addr string, config *tls.Config,
) (*conn, error) {
	ctx, cancel := context.WithDeadline(ctx, p.deadline)
	defer cancel()
	ctx = httptrace.WithClientTrace(ctx, p.hooks())
	if scheme == "http" {
		raw, err := d.dialer.connect(ctx, addr)
		if err != nil {
			return nil, err
		}
		return newConn(raw, raw), nil
	}
	raw, secure, err := d.dialer.handshake(ctx, p, addr, config)
	if err != nil {
		return nil, err
	}
	if secure.ConnectionState().NegotiatedProtocol == "h2" {
		d.dialer.storeHTTP2Conn(addr, secure)
		return nil, errHTTP2
	}
	return newConn(raw, secure), nil
}

// done pools a connection for reuse if it can be reused: the response was read to its end, for one.
func (d *direct) done(c *conn, resp *http.Response, complete bool) {
	if !c.release() || !complete || resp.Close || resp.StatusCode == http.StatusSwitchingProtocols || !c.answeredOnly() {
		_ = c.Close()
		return
	}
	d.idle.put(c)
}

func (d *direct) discard(c *conn) {
	c.release()
	_ = c.Close()
}

var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 4<<10); return &b }}

// postRequest gives http.ReadResponse the method of the request.
var postRequest = &http.Request{Method: http.MethodPost}

// roundTrip returns the head of the response, and how much of the request was written.
func (c *conn) roundTrip(ctx context.Context, p *phases, request []byte) (*http.Response, int, error) {
	_ = c.SetDeadline(p.deadline)
	c.stop = context.AfterFunc(ctx, func() { _ = c.SetDeadline(inThePast) })
	written, errWrite := c.Write(request)
	p.set(&p.written)
	// A receiver may respond and close before it has read the request: after a failed write there may still be a response.
	if errWrite != nil && (isTimeout(errWrite) || written == 0) {
		return nil, written, errWrite
	}
	resp, err := c.readHead(p)
	if err != nil && errWrite != nil && !isCertificateAlert(err) {
		err = errWrite
	}
	return resp, written, err
}

func (c *conn) readHead(p *phases) (*http.Response, error) {
	c.budget = maxResponseHeaders
	defer func() { c.budget = unbounded }()
	if _, err := c.reader.Peek(1); err != nil {
		return nil, err
	}
	p.set(&p.firstByte)
	for range maxInterim + 1 {
		resp, err := http.ReadResponse(c.reader, postRequest)
		if err != nil || resp.StatusCode/100 != 1 || resp.StatusCode == http.StatusSwitchingProtocols {
			return resp, err
		}
	}
	return nil, errInterim
}

var inThePast = time.Unix(1, 0)

// headers are the headers of one request.
type headers struct {
	delivery, xSignature, webhookSignature, timestamp, attempt, event, userAgent, traceparent string

	authorization string // empty: none of ours

	own []dispatcher.Header // of the endpoint
}

func (s *Sender) headers(r dispatcher.Request, at time.Time) *headers {
	timestamp := at.Unix()
	h := &headers{
		delivery: r.Delivery, timestamp: strconv.FormatInt(timestamp, 10), attempt: strconv.Itoa(r.Number),
		event: r.EventType, userAgent: s.userAgent, own: r.Target.Headers,
	}
	if a := r.Target.Authentication; a != nil {
		h.authorization = a.Authorization
	}
	h.xSignature, h.webhookSignature = signature.Sign(r.Target.SigningKeys(at), r.Delivery, timestamp, r.Body)
	if isPlain(r.Traceparent) {
		h.traceparent = r.Traceparent
	}
	return h
}

// each calls set with every header, as documented.
func (h *headers) each(set func(name, value string)) {
	set("User-Agent", h.userAgent)
	set("Content-Type", "application/json")
	set("Accept-Encoding", "identity")
	set("X-Webhook-Id", h.delivery)
	set("X-Webhook-Event", h.event)
	set("X-Webhook-Attempt", h.attempt)
	set("X-Signature", h.xSignature)
	set("webhook-id", h.delivery)
	set("webhook-timestamp", h.timestamp)
	set("webhook-signature", h.webhookSignature)
	if h.traceparent != "" {
		set("traceparent", h.traceparent)
	}
	if h.authorization != "" {
		set("Authorization", h.authorization)
	}
	for _, own := range h.own {
		set(own.Name, own.Value)
	}
}

// appendRequest writes head and body into one buffer, so that a short request is one packet.
func (h *headers) appendRequest(b []byte, u *url.URL, body []byte) []byte {
	b = append(append(b, "POST "...), u.RequestURI()...)
	b = append(append(b, " HTTP/1.1\r\nHost: "...), u.Host...)
	b = append(b, "\r\n"...)
	h.each(func(name, value string) {
		b = append(append(b, name...), ": "...)
		b = append(append(b, value...), "\r\n"...)
	})
	b = append(b, "Content-Length: "...)
	b = strconv.AppendInt(b, int64(len(body)), 10)
	return append(append(b, "\r\n\r\n"...), body...)
}

// isPlain reports whether a string needs no escaping in a header.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

func address(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = "443"
		if u.Scheme == "http" {
			port = "80"
		}
	}
	return net.JoinHostPort(u.Hostname(), port)
}
