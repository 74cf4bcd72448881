// Package apicall makes calls of a JSON API for tests and reads their answers to the end.
package apicall

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
)

// An Answer is a response, read to its end. Body is its JSON object, or nil where it has none.
type Answer struct {
	Status int
	Header http.Header
	Raw    string
	Body   map[string]any
}

// Do makes a call. An empty key sends none. The body is nil or "" for none, a string as it is, or a value to marshal,
// and is sent as JSON unless the headers, which are names and values, say otherwise.
func Do(ctx context.Context, client *http.Client, method, url, key string, body any, headers ...string) (Answer, error) {
	var content []byte
	switch b := body.(type) {
	case nil:
	case string:
		content = []byte(b)
	default:
		var err error
		if content, err = json.Marshal(b); err != nil {
			return Answer{}, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(content))
	if err != nil {
		return Answer{}, err
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Add(headers[i], headers[i+1])
	}
	if len(content) > 0 && req.Header.Get("Content-Type") == "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := client.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return Answer{}, fmt.Errorf("%s %s: %d: %w", method, url, resp.StatusCode, err)
	}
	a := Answer{Status: resp.StatusCode, Header: resp.Header, Raw: string(raw)}
	_ = json.Unmarshal(raw, &a.Body) // pages are no JSON; Call is strict
	return a, nil
}

// Call is Do with the default client for the test's own goroutine. The answer is empty or a JSON object.
func Call(t testing.TB, method, url, key string, body any, headers ...string) Answer {
	t.Helper()
	a, err := Do(t.Context(), http.DefaultClient, method, url, key, body, headers...)
	if err != nil {
		t.Fatal(err)
	}
	if a.Raw != "" && a.Body == nil {
		t.Fatalf("%s %s: %d, not a JSON object: %s", method, url, a.Status, a.Raw)
	}
	return a
}

// Want fails the test unless the answer has the status.
func (a Answer) Want(t testing.TB, status int) Answer {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status %d, want %d, of request %s: %s", a.Status, status, a.Header.Get("X-Request-Id"), a.Raw)
	}
	return a
}
