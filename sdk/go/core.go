package partnerline

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// core sends the calls of all resources.
type core struct {
	http           *http.Client
	timeout        time.Duration
	maxRetries     int
	connectVersion string
	mode           string
	keys, urls     map[apiName]string
	fault          error // of the options

	random func() float64 // in [0, 1)
	sleep  func(context.Context, time.Duration) error
}

// request is one call.
type request struct {
	api          apiName
	method, path string
	args         []string // values of the variables of path, in turn
	query, body  any
	file         io.Reader
	filename     string
	keyed        bool // takes an Idempotency-Key
}

// call sends a request, again where that is of use, and decodes the answer into out, unless that is nil.
func (c *core) call(ctx context.Context, r request, opts []CallOption, out any) error {
	o := callOptions{header: http.Header{}, maxRetries: c.maxRetries, timeout: c.timeout}
	target, err := c.target(r)
	if err != nil {
		return err
	}
	body, err := r.encode(o.header)
	if err != nil {
		return err
	}
	c.setHeaders(o.header, r)
	for _, opt := range opts {
		opt(&o)
	}
	for attempt := 0; ; attempt++ {
		status, header, answer, err := c.attempt(ctx, r.method, target, o, body)
		if err == nil && status/100 == 2 {
			o.response.fill(status, header)
			return decode(answer, out)
		}
		var refusal *Error
		if err == nil {
			o.response.fill(status, header)
			refusal = errorOf(status, header, answer, time.Now())
			err = refusal
		}
		wait, again := c.wait(attempt, o.maxRetries, refusal, header)
		if deadline, ok := ctx.Deadline(); ctx.Err() != nil || !again || ok && time.Until(deadline) < wait {
			return err
		}
		if err := c.sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// target is the URL of a call.
func (c *core) target(r request) (string, error) {
	if c.fault != nil {
		return "", fmt.Errorf("partnerline: %w", c.fault)
	}
	base, ok := c.urls[r.api]
	if !ok {
		return "", fmt.Errorf("partnerline: the client has no URL of %s: pass one to New", r.api)
	}
	if c.keys[r.api] == "" {
		return "", fmt.Errorf("partnerline: the client has no key for %s: pass one to New", r.api)
	}
	path := r.path
	for _, arg := range r.args {
		from, to := strings.IndexByte(path, '{'), strings.IndexByte(path, '}')
		if arg == "" || arg == "." || arg == ".." {
			return "", fmt.Errorf("partnerline: %s is empty or no id", path[from+1:to])
		}
		path = path[:from] + url.PathEscape(arg) + path[to+1:]
	}
	query, err := queryOf(r.query)
	if err != nil {
		return "", err
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return base + path, nil
}

// queryOf are the members of v that are set, as query parameters.
func queryOf(v any) (url.Values, error) {
	out := url.Values{}
	if v == nil {
		return out, nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("partnerline: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var members map[string]any
	if err := d.Decode(&members); err != nil {
		return nil, fmt.Errorf("partnerline: %w", err)
	}
	for name, value := range members {
		list, ok := value.([]any)
		if !ok {
			list = []any{value}
		}
		for _, x := range list {
			out.Add(name, fmt.Sprint(x))
		}
	}
	return out, nil
}

func (c *core) setHeaders(h http.Header, r request) {
	h.Set("Authorization", "Bearer "+c.keys[r.api])
	h.Set("Accept", "application/json")
	h.Set("User-Agent", "partnerline-go/"+Version)
	if r.api == partnerConnect && c.connectVersion != "" {
		h.Set("Connect-Version", c.connectVersion)
	}
	if r.keyed {
		h.Set("Idempotency-Key", rand.Text())
	}
}

// attempt sends a request once. What it reads belongs to the attempt's time.
func (c *core) attempt(ctx context.Context, method, target string, o callOptions, body []byte) (int, http.Header,
	[]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil, fmt.Errorf("partnerline: %w", err)
	}
	req.Header = o.header.Clone()
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, nil, nil, fmt.Errorf("partnerline: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, nil, nil, fmt.Errorf("partnerline: reading the answer: %w", err)
	}
	return resp.StatusCode, resp.Header, answer, nil
}

func decode(answer []byte, out any) error {
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("partnerline: the answer is not what the API documents: %w", err)
	}
	return nil
}

// sleep waits until d has passed or ctx is done.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Waits between attempts: a random part of base, doubled with each attempt up to longest; or what Retry-After says, up
// to longestAsked.
const (
	base         = 500 * time.Millisecond
	longest      = 8 * time.Second
	longestAsked = 60 * time.Second
)

// wait decides whether a call is repeated after an attempt, from 0, and when. All calls may be: a POST has an
// idempotency key, or a natural one in its body, or changes nothing.
func (c *core) wait(attempt, maxRetries int, refusal *Error, h http.Header) (time.Duration, bool) {
	if attempt >= maxRetries || refusal != nil && !refusal.retryable() {
		return 0, false
	}
	if asked, ok := retryAfter(h, time.Now()); ok {
		return asked, asked <= longestAsked
	}
	return time.Duration(c.random() * float64(min(longest, base<<min(attempt, 10)))), true
}

// retryable reports whether the same call may succeed later.
func (e *Error) retryable() bool {
	switch e.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return errors.Is(e, CodeIdempotencyInProgress)
}
