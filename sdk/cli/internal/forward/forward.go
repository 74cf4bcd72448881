package forward

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// Timeout is how long a receiver may take, as for endpoints.
const Timeout = 10 * time.Second

// A Forwarder sends events to one address.
type Forwarder struct {
	target string
	signer *signer
	client *http.Client
}

// Options say what a forwarder takes for its receiver.
type Options struct {
	Remote     bool // an address that is not of this machine
	SkipVerify bool // a certificate that cannot be verified, such as a self-signed one
	UserAgent  string
}

// New returns a forwarder to an address such as localhost:3000/webhooks.
func New(address, secret string, o Options) (*Forwarder, error) {
	target, err := parse(address)
	if err != nil {
		return nil, err
	}
	s, err := newSigner(secret)
	if err != nil {
		return nil, err
	}
	dialer := &net.Dialer{Timeout: Timeout}
	if !o.Remote {
		dialer.Control = onlyLoopback
	}
	transport := &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: Timeout, DisableCompression: true,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: o.SkipVerify}, //nolint:gosec // asked for by a flag
	}
	return &Forwarder{target: target, signer: s, client: &http.Client{
		Transport: &agent{transport, o.UserAgent}, Timeout: Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// parse completes an address to a URL.
func parse(address string) (string, error) {
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", errors.New("the address to forward to must be like localhost:3000/webhooks")
	}
	return u.String(), nil
}

// ErrRemote refuses an address of another machine. The address that is dialed is checked, so a name cannot lead
// elsewhere.
var ErrRemote = errors.New("the address is not of this machine; --allow-remote forwards to others")

func onlyLoopback(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !to.Addr().Unmap().IsLoopback() {
		return ErrRemote
	}
	return nil
}

// An Outcome is what became of one event.
type Outcome struct {
	Status int // of the response; 0: there was none
	Err    error
	Took   time.Duration
}

// OK reports whether an endpoint would have taken the event.
func (o Outcome) OK() bool { return o.Err == nil && o.Status/100 == 2 }

// String is the status, or why there is none.
func (o Outcome) String() string {
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.Is(o.Err, ErrRemote):
		return ErrRemote.Error()
	case errors.Is(o.Err, context.DeadlineExceeded):
		return "timeout"
	case errors.As(o.Err, &untrusted):
		return fmt.Sprintf("%v; --skip-verify accepts it, SSL_CERT_FILE names a file of authorities", untrusted.Err)
	case o.Err != nil:
		var op *net.OpError
		if errors.As(o.Err, &op) {
			return op.Err.Error()
		}
		return o.Err.Error()
	}
	return fmt.Sprintf("%d", o.Status)
}

// Forward sends an event once. Its delivery has an id that follows from the event's.
func (f *Forwarder) Forward(ctx context.Context, eventID, eventType string, body []byte) Outcome {
	began := time.Now()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, f.target, bytes.NewReader(body))
	if err != nil {
		return Outcome{Err: err}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Webhook-Event", eventType)
	req.Header.Set("X-Webhook-Attempt", "1")
	f.signer.sign(req.Header, "dlv_"+strings.TrimPrefix(eventID, "evt_"), began, body)
	resp, err := f.client.Do(req)
	if err != nil {
		return Outcome{Err: err, Took: time.Since(began)}
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // so that the connection can be used again
	return Outcome{Status: resp.StatusCode, Took: time.Since(began)}
}

// agent names the program to receivers.
type agent struct {
	*http.Transport
	name string
}

// RoundTrip implements http.RoundTripper.
func (a *agent) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", a.name)
	return a.Transport.RoundTrip(r)
}
