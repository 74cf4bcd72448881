package walk

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/partnerline/partnerline/internal/telemetry"
)

func (w *walker) partner(ctx context.Context, method, path string, body any, want int, into any, headers ...string) error {
	return Call(ctx, method, w.env.PartnerBaseURL+path, w.env.PartnerKey, body, want, into, headers...)
}

func (w *walker) verificationAPI(ctx context.Context, method, path string, body any, want int, into any) error {
	return Call(ctx, method, w.env.VerificationBaseURL+path, w.env.VerificationAPIKey, body, want, into)
}

// trace makes a request part of the trace of its context, if that has one.
func trace(req *http.Request) {
	if tp := telemetry.Traceparent(req.Context()); tp != "" {
		req.Header.Set("traceparent", tp)
	}
}

// Call makes one JSON call; headers are names and values.
func Call(ctx context.Context, method, url, key string, body any, want int, into any, headers ...string) error {
	var r io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		r = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, r)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	trace(req)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return err
	}
	if resp.StatusCode != want {
		return fmt.Errorf("%s %s: status %d, want %d: %s", method, req.URL.Path, resp.StatusCode, want, raw)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(raw, into)
}
