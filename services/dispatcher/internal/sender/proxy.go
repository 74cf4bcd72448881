package sender

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
)

// A proxyError is a response of our proxy to CONNECT that is not 2xx.
type proxyError struct{ status int }

func (e *proxyError) Error() string { return "egress proxy answered " + strconv.Itoa(e.status) }

func checkConnectResponse(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode/100 == 2 {
		return nil
	}
	return &proxyError{resp.StatusCode}
}
