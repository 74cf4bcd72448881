package sender

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
)

// A proxyAnswer is what our proxy said to CONNECT, when it was not 2xx.
type proxyAnswer struct{ status int }

func (e *proxyAnswer) Error() string { return "egress proxy answered " + strconv.Itoa(e.status) }

func proxyAnswered(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode/100 == 2 {
		return nil
	}
	return &proxyAnswer{resp.StatusCode}
}
