package attack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/partnerline/partnerline/testkit/receiver"
)

// signingKeys rotates an endpoint's secret over and over with the longest overlap. Each valid key adds its signature to
// every request, so an unbounded number of them makes requests that no receiver takes.
var signingKeys = Attack{
	Name:  "signing-keys",
	About: "rotate one endpoint's secret as often as it goes, and make every request to it carry all the signatures",
	Run:   rotateEndlessly,
}

func rotateEndlessly(ctx context.Context, t *Target) ([]Figure, error) {
	rotations := 15_000
	if t.Small {
		rotations = 200
	}
	rcv, err := receiver.Listen()
	if err != nil {
		return nil, err
	}
	defer rcv.Close()
	api := tenantAPI{base: t.Stack.Env.VerificationBaseURL + "/api/v1/webhooks", key: t.Stack.Env.VerificationAPIKey}
	var endpoint struct {
		Data struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	status, err := api.post(ctx, "", fmt.Sprintf(`{"url":%q,"events":["*"]}`, rcv.URL()), &endpoint)
	if err != nil || status != http.StatusCreated {
		return nil, fmt.Errorf("create the endpoint: status %d, %w", status, err)
	}
	path := "/" + endpoint.Data.ID
	went := 0
	for range rotations {
		switch status, err := api.post(ctx, path+"/rotate-secret", `{"overlap_seconds":604800}`, nil); {
		case err != nil:
			return nil, err
		case status == http.StatusOK:
			went++
		case status != http.StatusConflict && status != http.StatusTooManyRequests:
			return nil, fmt.Errorf("rotate: status %d", status)
		}
	}
	t.Logf("%d of %d rotations went through", went, rotations)
	if status, err := api.post(ctx, path+"/test", "", nil); err != nil || status != http.StatusAccepted {
		return nil, fmt.Errorf("test the endpoint: status %d, %w", status, err)
	}
	arrival, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	got, err := rcv.Wait(arrival, 1)
	if err != nil {
		return nil, fmt.Errorf("the test delivery did not arrive: %w", err)
	}
	header := 0
	for name, values := range got[0].Header {
		for _, v := range values {
			header += len(name) + len(": ") + len(v) + len("\r\n")
		}
	}
	status, err = api.post(ctx, path+"/rotate-secret", `{"overlap_seconds":0}`, nil)
	if err != nil {
		return nil, err
	}
	emergency := 0.0
	if status == http.StatusOK {
		emergency = 1
	}
	return []Figure{
		{Name: "signatures in X-Signature",
			Value: float64(bytes.Count([]byte(got[0].Header.Get("X-Signature")), []byte(",v1="))), Unit: "count", Bar: 3},
		{Name: "size of the request's header", Value: float64(header), Unit: "B", Bar: 4096},
		{Name: "a rotation without overlap still works", Value: emergency, Unit: "count", Bar: 1, AtLeast: true},
	}, nil
}

// tenantAPI calls the endpoint API with a tenant's key.
type tenantAPI struct{ base, key string }

// post sends a JSON body, which may be empty, and reads the answer into out unless that is nil.
func (a tenantAPI) post(ctx context.Context, path, body string, out any) (status int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.base+path, bytes.NewReader([]byte(body)))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+a.key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil || out == nil {
		return resp.StatusCode, err
	}
	return resp.StatusCode, json.Unmarshal(raw, out)
}
