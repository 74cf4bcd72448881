package receiver_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/testkit/receiver"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// client is a fresh client that follows no redirect and leaves nothing behind.
func client(t testing.TB) *http.Client {
	t.Helper()
	tr := &http.Transport{MaxIdleConnsPerHost: 64}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// post sends body and returns the answer with its body read.
func post(ctx context.Context, c *http.Client, url, body string) (*http.Response, string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	req.Header.Set("X-Webhook-Id", "id")
	resp, err := c.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	return resp, string(got), err
}

func TestReceiverRecordsRequests(t *testing.T) {
	t.Parallel()
	r := receiver.New(t)
	before := time.Now()
	if resp, _, err := post(t.Context(), client(t), r.URL()+"/hook?a=b", "hello"); err != nil || resp.StatusCode != 200 {
		t.Fatal(resp, err)
	}
	got := r.WaitFor(t, 1)[0]
	if got.N != 1 || got.Method != "POST" || got.Path != "/hook" || got.Query.Get("a") != "b" ||
		string(got.Body) != "hello" ||
		got.Header.Get("X-Webhook-Id") != "id" || got.Truncated || got.At.Before(before) || got.Host == "" ||
		got.RemoteAddr == "" {
		t.Errorf("recorded %+v", got)
	}
}

func TestReceiverAnswersAsItIsSet(t *testing.T) {
	t.Parallel()
	open := make(chan struct{})
	close(open)
	for name, tc := range map[string]struct {
		behaviour receiver.Behaviour
		want      []int
	}{
		"always":     {receiver.Always(418), []int{418, 418}},
		"fail first": {receiver.FailFirst(2), []int{503, 503, 200, 200}},
		"sequence":   {receiver.Sequence(500, 429, 204), []int{500, 429, 204, 204}},
		"redirect":   {receiver.Redirect("http://127.0.0.1:1/"), []int{307}},
		"delay":      {receiver.Delay(time.Millisecond, receiver.Always(201)), []int{201}},
		"hold":       {receiver.Hold(open, receiver.Always(201)), []int{201}},
		"by path": {receiver.ByPath(map[string]receiver.Behaviour{"/": receiver.Always(202)}, receiver.Always(404)),
			[]int{202}},
		"by number": {func(n int, _ receiver.Request) receiver.Response { return receiver.Response{Status: 200 + n} },
			[]int{201, 202}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, c := receiver.New(t), client(t)
			r.Respond(tc.behaviour)
			for i, want := range tc.want {
				if resp, _, err := post(t.Context(), c, r.URL(), ""); err != nil || resp.StatusCode != want {
					t.Errorf("request %d: %v, %v; want %d", i+1, resp, err, want)
				}
			}
		})
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	r, c := receiver.New(t), client(t)
	r.Respond(receiver.Redirect("/there"))
	if resp, _, err := post(t.Context(), c, r.URL(), ""); err != nil || resp.Header.Get("Location") != "/there" {
		t.Errorf("redirect: %v, %v", resp, err)
	}
	r.Respond(receiver.RetryAfter(429, 1500*time.Millisecond))
	if resp, _, err := post(t.Context(), c, r.URL(), ""); err != nil || resp.StatusCode != 429 ||
		resp.Header.Get("Retry-After") != "2" {
		t.Errorf("retry after: %v, %v", resp, err)
	}
}

func TestSlowAndBigBodies(t *testing.T) {
	t.Parallel()
	r, c := receiver.New(t), client(t)
	r.Respond(receiver.Drip(3, time.Millisecond))
	if _, got, err := post(t.Context(), c, r.URL(), ""); err != nil || got != "..." {
		t.Errorf("drip: %q, %v", got, err)
	}
	r.Respond(receiver.Flood(100_000))
	if _, got, err := post(t.Context(), c, r.URL(), ""); err != nil || len(got) != 100_000 {
		t.Errorf("flood: %d bytes, %v", len(got), err)
	}
	r.Respond(receiver.Always(200))
	if _, _, err := post(t.Context(), c, r.URL(), strings.Repeat("x", receiver.MaxBody+10)); err != nil {
		t.Error(err)
	}
	if got := r.WaitFor(t, 3)[2]; len(got.Body) != receiver.MaxBody || !got.Truncated {
		t.Errorf("kept %d bytes, truncated %v", len(got.Body), got.Truncated)
	}
}

func TestHangEndsWithClientOrReceiver(t *testing.T) {
	t.Parallel()
	r, err := receiver.Listen()
	if err != nil {
		t.Fatal(err)
	}
	r.Respond(receiver.Hang())
	c := client(t)
	answers := make(chan error, 2)
	ctx, leave := context.WithCancel(t.Context())
	go func() { _, _, err := post(ctx, c, r.URL(), ""); answers <- err }()
	r.WaitFor(t, 1)
	leave()
	if err := <-answers; !errors.Is(err, context.Canceled) {
		t.Errorf("the client that left got %v", err)
	}
	go func() { _, _, err := post(t.Context(), c, r.URL(), ""); answers <- err }()
	r.WaitFor(t, 2)
	r.Close()
	r.Close()
	if err := <-answers; err == nil {
		t.Error("an answer from a closed receiver")
	}
	if _, err := r.Wait(t.Context(), 3); !errors.Is(err, receiver.ErrClosed) {
		t.Errorf("Wait on a closed receiver: %v", err)
	}
}

func TestHangUpEndsTheConnection(t *testing.T) {
	t.Parallel()
	r := receiver.New(t)
	r.Respond(receiver.HangUp())
	if resp, _, err := post(t.Context(), client(t), r.URL(), ""); err == nil {
		t.Errorf("got an answer: %v", resp.Status)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	r := receiver.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Wait(ctx, 1); !errors.Is(err, context.Canceled) ||
		!strings.Contains(err.Error(), "got 0 requests, want 1") {
		t.Errorf("error is %v", err)
	}
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	const senders, each = 16, 250
	r, c := receiver.New(t), client(t)
	r.Keep(100)
	var wg sync.WaitGroup
	for range senders {
		wg.Go(func() {
			for range each {
				if _, _, err := post(t.Context(), c, r.URL(), "x"); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	got := r.WaitFor(t, senders*each)
	wg.Wait()
	if len(got) != 100 || got[99].N != senders*each || r.Count() != senders*each {
		t.Errorf("kept %d, counted %d", len(got), r.Count())
	}
	for i := range got[1:] {
		if got[i+1].N != got[i].N+1 {
			t.Fatalf("number %d after %d", got[i+1].N, got[i].N)
		}
	}
}

func BenchmarkReceive(b *testing.B) {
	r, c := receiver.New(b), client(b)
	r.Keep(1000)
	body := bytes.Repeat([]byte("x"), 1000)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, _, err := post(b.Context(), c, r.URL(), string(body)); err != nil {
				b.Error(err)
			}
		}
	})
}
