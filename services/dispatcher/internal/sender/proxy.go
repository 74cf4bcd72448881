package sender

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"
	"strconv"
)

// throughProxy sends the requests of a transport through our proxy, if there is one.
func (d *dialer) throughProxy(transport *http.Transport, proxy *url.URL) {
	if proxy == nil {
		return
	}
	transport.Proxy = http.ProxyURL(proxy)
	transport.OnProxyConnectResponse = checkConnectResponse
	// Without it, net/http would use TLSClientConfig for both: the proxy and the receiver behind it.
	transport.DialTLSContext = d.dialProxy
}

// dialProxy connects to an https proxy. The connection is ours: an endpoint's authorities do not count for it, and its
// client certificate is not offered.
func (d *dialer) dialProxy(ctx context.Context, _, addr string) (net.Conn, error) {
	ctx, cancel := d.withDeadline(ctx)
	defer cancel()
	config := d.tls.Clone()
	config.NextProtos = []string{"http/1.1"} // net/http speaks no other to proxies
	_, c, err := d.handshake(ctx, nil, addr, config)
	if err != nil {
		return nil, err
	}
	return proxyConn{c}, nil
}

// A proxyConn is a TLS connection to our proxy. Its type keeps net/http from reporting its handshake as the receiver's.
type proxyConn struct{ *tls.Conn }

// A proxyError is a response of our proxy to CONNECT that is not 2xx.
type proxyError struct{ status int }

func (e *proxyError) Error() string { return "egress proxy answered " + strconv.Itoa(e.status) }

func checkConnectResponse(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode/100 == 2 {
		return nil
	}
	return &proxyError{resp.StatusCode}
}
