package attack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/internal/operatorclient"
)

// client returns an HTTP client whose connections come from an address of the loopback network, so that an attack can
// come from elsewhere than those whom it attacks. It follows no redirect.
func client(from string, connections int) (*http.Client, func()) {
	dialer := &net.Dialer{Timeout: 10 * time.Second,
		LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(from), 0))}
	t := &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections}
	return &http.Client{
		Transport: t, Timeout: 60 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, t.CloseIdleConnections
}

// api makes JSON calls as the demo partner.
type api struct {
	client *http.Client
	base   string
	key    string
}

func (t *Target) api(c *http.Client) *api {
	return &api{c, t.Stack.Env.PartnerBaseURL, t.Stack.Env.PartnerKey}
}

// try makes one call and returns its status and body; headers are names and values.
func (a *api) try(ctx context.Context, method, path, body string, headers ...string) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, a.base+path, bytes.NewBufferString(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Authorization", "Bearer "+a.key)
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return resp.StatusCode, raw, err
}

// call is try for what must succeed.
func (a *api) call(ctx context.Context, method, path, body string, into any, headers ...string) error {
	status, raw, err := a.try(ctx, method, path, body, headers...)
	if err != nil {
		return err
	}
	if status >= http.StatusMultipleChoices {
		return fmt.Errorf("%s %s: status %d: %s", method, path, status, raw)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(raw, into)
}

// merchant makes an active merchant that lets the demo partner do everything, and returns its ref and the link of its
// hosted flow.
func (a *api) merchant(ctx context.Context, externalRef string) (ref, link string, err error) {
	var o struct {
		Ref        string
		NextAction struct{ URL string } `json:"next_action"`
	}
	body := fmt.Sprintf(`{"partner_external_ref":%q,"applicant_type":"sole_trader"}`, externalRef)
	if err := a.call(ctx, http.MethodPost, "/onboarding", body, &o); err != nil {
		return "", "", err
	}
	for _, to := range []string{"active", "payouts_opt_in"} {
		if err := a.call(ctx, http.MethodPost, "/sandbox/onboarding/"+o.Ref+"/advance", `{"to":"`+to+`"}`, nil); err != nil {
			return "", "", err
		}
	}
	err = a.call(ctx, http.MethodGet, "/onboarding/"+o.Ref, "", &o)
	return o.Ref, o.NextAction.URL, err
}

// order is the body of a payment.
func order(externalRef string, amount int) string {
	return fmt.Sprintf(`{"amount":%d,"currency":"PLN","external_ref":%q,"description":"A bell","customer":{"email":"customer@example.com"},
		"return_url":"https://shop.example.com/thanks"}`, amount, externalRef)
}

// paid makes a payment that was paid, and returns the URL of its page.
func (a *api) paid(ctx context.Context, ref, externalRef string, amount int) (page string, err error) {
	var p struct {
		PaymentID  string               `json:"payment_id"`
		NextAction struct{ URL string } `json:"next_action"`
	}
	if err := a.call(ctx, http.MethodPost, "/payments", order(externalRef, amount), &p, "On-Behalf-Of", ref); err != nil {
		return "", err
	}
	return p.NextAction.URL, a.call(ctx, http.MethodPost, "/sandbox/payments/"+p.PaymentID+"/advance",
		`{"to":"paid"}`, nil)
}

// operator is a client of partner connect's operator plane.
func (t *Target) operator(ctx context.Context) (context.Context, operatorclient.PartnerConnect, func(), error) {
	conn, err := grpc.NewClient(t.Stack.Env.PartnerGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, operatorclient.PartnerConnect{}, nil, err
	}
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+t.Stack.Env.InternalToken)
	return ctx, operatorclient.NewPartnerConnect(conn), func() { _ = conn.Close() }, nil
}
