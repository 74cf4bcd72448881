package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/signature"
	"github.com/partnerline/partnerline/services/dispatcher"
	"github.com/partnerline/partnerline/services/dispatcher/app"
)

// The clients.
const (
	ours     = "ours"
	netHTTP  = "net/http"
	fastHTTP = "fasthttp"
)

// The limits of the sender, for the others.
const (
	attemptTimeout     = 10 * time.Second
	idleTimeout        = 45 * time.Second
	maxIdlePerHost     = 1024
	maxResponseHeaders = 64 << 10
	maxResponseBody    = 64 << 10
)

// post makes one attempt and fails unless it was answered 2xx.
type post func(context.Context, dispatcher.Request) error

func runClient(ctx context.Context, in io.Reader, out io.Writer) error {
	var run clientRun
	if err := json.NewDecoder(in).Decode(&run); err != nil {
		return err
	}
	send, err := newClient(run)
	if err != nil {
		return err
	}
	requests, err := deliveries(run.Endpoints)
	if err != nil {
		return err
	}
	for _, r := range requests { // connects
		if err := send(ctx, r); err != nil {
			return err
		}
	}
	before, err := ownCPU()
	if err != nil {
		return err
	}
	start := time.Now()
	n, err := repeat(ctx, run.For, run.Callers,
		func(ctx context.Context, i int) (int, error) { return 1, send(ctx, requests[i%len(requests)]) })
	if err != nil {
		return err
	}
	result := clientResult{Requests: n, Took: time.Since(start)}
	after, err := ownCPU()
	result.CPU = after - before
	return errors.Join(err, json.NewEncoder(out).Encode(result))
}

// deliveries are one for each endpoint.
func deliveries(urls []string) ([]dispatcher.Request, error) {
	body, err := envelope()
	if err != nil {
		return nil, err
	}
	var list []dispatcher.Request
	for i, raw := range urls {
		u, err := dispatcher.ParseURL(raw)
		if err != nil {
			return nil, err
		}
		key := signature.NewKey([]byte("0123456789abcdef0123456789abcdef"), time.Time{})
		list = append(list, dispatcher.Request{
			Target: &dispatcher.Target{
				Endpoint: strconv.Itoa(i), URL: u, Active: true, Activation: 1, Forms: dispatcher.Forms{HMAC: true},
				Keys: []*signature.Key{key},
			},
			Delivery: "dlv_06gzr663qntn90rrmrgxy7jt2w", EventType: "verification.completed", Number: 1,
			Content:     dispatcher.Content{Body: body},
			Traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		})
	}
	return list, nil
}

func newClient(run clientRun) (post, error) {
	guard := egress.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	pem, err := os.ReadFile(run.CA)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	switch run.Client {
	case ours:
		return newOurs(run.CA)
	case netHTTP:
		return newNetHTTP(guard, roots), nil
	case fastHTTP:
		return newFastHTTP(guard, roots), nil
	}
	return nil, fmt.Errorf("no client %q", run.Client)
}

func newOurs(ca string) (post, error) {
	cfg := app.Defaults()
	cfg.EgressAllow, cfg.ExtraCA, cfg.AttemptTimeout = "127.0.0.0/8", ca, attemptTimeout
	s, err := app.NewSender(cfg)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, r dispatcher.Request) error {
		if result := s.Send(ctx, r); result.Failure != dispatcher.NoFailure {
			return fmt.Errorf("%s: %w", result.Failure, result.Cause)
		}
		return nil
	}, nil
}

// setHeaders sets those of a delivery.
func setHeaders(r dispatcher.Request, set func(name, value string)) {
	at := time.Now()
	x, standard := signature.Sign(r.Target.SigningKeys(at), r.Delivery, at.Unix(), r.Body)
	set("User-Agent", "Partnerline-Webhooks/dev")
	set("Content-Type", "application/json")
	set("Accept-Encoding", "identity")
	set("X-Webhook-Id", r.Delivery)
	set("X-Webhook-Event", r.EventType)
	set("X-Webhook-Attempt", strconv.Itoa(r.Number))
	set("X-Signature", x)
	set("webhook-id", r.Delivery)
	set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
	set("webhook-signature", standard)
	set("traceparent", r.Traceparent)
}

func newNetHTTP(guard *egress.Guard, roots *x509.CertPool) post {
	transport := &http.Transport{
		DialContext: (&net.Dialer{ControlContext: guard.ControlContext, KeepAlive: 30 * time.Second}).DialContext,
		TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12,
			ClientSessionCache: tls.NewLRUClientSessionCache(1024)},
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
		MaxIdleConns:           2048,
		MaxIdleConnsPerHost:    maxIdlePerHost,
		IdleConnTimeout:        idleTimeout,
		MaxResponseHeaderBytes: maxResponseHeaders,
	}
	return func(ctx context.Context, r dispatcher.Request) error {
		if err := guard.CheckHost(r.Target.URL.Hostname()); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
		defer cancel()
		var connected, written, firstByte atomic.Int64 // of the report of an attempt
		note := func(at *atomic.Int64) { at.Store(time.Now().UnixNano()) }
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
			GotConn:              func(httptrace.GotConnInfo) { note(&connected) },
			WroteRequest:         func(httptrace.WroteRequestInfo) { note(&written) },
			GotFirstResponseByte: func() { note(&firstByte) },
		})
		header := make(http.Header, 12)
		setHeaders(r, func(name, value string) { header[name] = []string{value} })
		req := &http.Request{
			Method: http.MethodPost, URL: r.Target.URL, Host: r.Target.URL.Host, Header: header, Proto: "HTTP/1.1",
			ProtoMajor: 1, ProtoMinor: 1,
			Body: io.NopCloser(bytes.NewReader(r.Body)), ContentLength: int64(len(r.Body)),
			GetBody: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(r.Body)), nil },
		}
		resp, err := transport.RoundTrip(req.WithContext(ctx))
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }()
		if _, err := io.CopyN(io.Discard, resp.Body, maxResponseBody); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		return answered(resp.StatusCode)
	}
}

// newFastHTTP has all that fasthttp offers of the sender's guarantees. It has no HTTP/2, an attempt cannot be
// cancelled, and a connection that the receiver has closed fails the attempt that uses it.
func newFastHTTP(guard *egress.Guard, roots *x509.CertPool) post {
	client := &fasthttp.Client{
		DialTimeout: func(addr string, timeout time.Duration) (net.Conn, error) {
			return (&net.Dialer{ControlContext: guard.ControlContext, KeepAlive: 30 * time.Second, Timeout: timeout}).Dial("tcp",
				addr)
		},
		TLSConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12,
			ClientSessionCache: tls.NewLRUClientSessionCache(1024)},
		NoDefaultUserAgentHeader:      true,
		DisableHeaderNamesNormalizing: true,
		DisablePathNormalizing:        true,
		MaxConnsPerHost:               maxIdlePerHost,
		MaxIdleConnDuration:           idleTimeout,
		ReadBufferSize:                maxResponseHeaders,
		StreamResponseBody:            true,
		MaxIdemponentCallAttempts:     1,
	}
	return func(_ context.Context, r dispatcher.Request) error {
		if err := guard.CheckHost(r.Target.URL.Hostname()); err != nil {
			return err
		}
		req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
		defer fasthttp.ReleaseRequest(req)
		defer fasthttp.ReleaseResponse(resp)
		req.Header.SetMethod(http.MethodPost)
		req.SetRequestURI(r.Target.URL.String())
		setHeaders(r, req.Header.Set)
		req.SetBodyRaw(r.Body)
		if err := client.DoDeadline(req, resp, time.Now().Add(attemptTimeout)); err != nil {
			return err
		}
		if body := resp.BodyStream(); body != nil {
			if _, err := io.CopyN(io.Discard, body, maxResponseBody); err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			if err := resp.CloseBodyStream(); err != nil {
				return err
			}
		}
		return answered(resp.StatusCode())
	}
}

func answered(status int) error {
	if dispatcher.OfStatus(status) != dispatcher.NoFailure {
		return fmt.Errorf("status %d", status)
	}
	return nil
}
