package app_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/signature"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/dispatcher/app"
)

// The two benchmarks belong together: the bar is the ratio of their rates. Run them with the same -benchtime=20000x.

const benchBody = 1024

// A sink is a receiver that answers 200 and counts.
func newSink(b *testing.B) (url string, count *atomic.Int64, reached func(int64)) {
	b.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	count = new(atomic.Int64)
	wake := make(chan struct{}, 1)
	var goal atomic.Int64
	server := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if count.Add(1) == goal.Load() {
			wake <- struct{}{}
		}
	})}
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(ln) }()
	b.Cleanup(func() { _ = server.Close(); <-done })
	return "http://" + ln.Addr().String(), count, func(n int64) {
		goal.Store(n)
		if count.Load() >= n {
			return
		}
		select {
		case <-wake:
		case <-time.After(5 * time.Minute):
			b.Fatalf("%d of %d arrived", count.Load(), n)
		}
	}
}

// BenchmarkBareLoop is 32 goroutines that sign and POST the same requests with net/http over kept-alive connections.
func BenchmarkBareLoop(b *testing.B) {
	url, _, _ := newSink(b)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}}
	defer client.CloseIdleConnections()
	keys, body := []*signature.Key{signature.NewKey(secret, time.Time{})}, bytes.Repeat([]byte("x"), benchBody)
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ResetTimer()
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, url, bytes.NewReader(body))
				if err != nil {
					b.Error(err)
					return
				}
				stamp := time.Now().Unix()
				x, std := signature.Sign(keys, "dlv_1", stamp, body)
				for name, value := range map[string]string{
					"User-Agent": "Partnerline-Webhooks/dev", "Content-Type": "application/json", "Accept-Encoding": "identity",
					"X-Webhook-Id": "dlv_1", "X-Webhook-Event": "verification.completed", "X-Webhook-Attempt": "1", "X-Signature": x,
					"webhook-id": "dlv_1", "webhook-timestamp": strconv.FormatInt(stamp, 10), "webhook-signature": std,
					"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
				} {
					req.Header[name] = []string{value}
				}
				resp, err := client.Do(req)
				if err != nil {
					b.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, resp.Body)
				_ = resp.Body.Close()
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "posts/s")
}

// BenchmarkDispatcher delivers what is in the stream already, to 100 endpoints, results and acknowledgements included.
func BenchmarkDispatcher(b *testing.B) {
	s := newStack(b, func(c *app.Config) { c.Streams.MaxBytes = 512 << 20 })
	url, _, reached := newSink(b)
	const endpoints = 100
	for e := range endpoints {
		s.feed.set(fmt.Sprint("e", e), url)
	}
	body := bytes.Repeat([]byte("x"), benchBody)
	for i := range b.N {
		d := delivery(fmt.Sprint("e", i%endpoints), i)
		d.Body = body
		if _, err := s.js.PublishMsgAsync(message(b, d), jetstream.WithStallWait(10*time.Second)); err != nil {
			b.Fatal(err)
		}
	}
	<-s.js.PublishAsyncComplete()
	s.start()
	reached(1) // connected and informed
	b.ResetTimer()
	reached(int64(b.N))
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "posts/s")
	b.StopTimer()
	if info, err := s.js.Stream(b.Context(), streams.Deferred); err == nil {
		b.ReportMetric(float64(info.CachedInfo().State.LastSeq), "deferred")
	}
}
