// Package figures reads from Prometheus what the programs measured in the last 24 hours.
package figures

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/api"
	prometheus "github.com/prometheus/client_golang/api/prometheus/v1"
	"github.com/prometheus/common/model"
	"golang.org/x/sync/errgroup"
)

// The queries, each with the name of the figure that it gives. `make lint-deploy` checks that they parse, and that
// programs have the metrics.
//
//go:embed queries.json
var queries []byte

// Step is the time between two values of a series.
const Step = 10 * time.Minute

const (
	points    = 145 // of a day, with both ends
	timeout   = 4 * time.Second
	maxAnswer = 4 << 20
	maxSeries = 12 // of one figure
	keep      = time.Minute
	keepFault = 10 * time.Second
)

// A Series is a figure over the day, of one label's value if it has several.
type Series struct {
	Name   string  // of the query
	Of     string  // the label's value; empty: there is one series
	Points []Point // the oldest first; without those at which nothing was measured
	Values []float64
	Since  time.Time // of the first value; one follows each Step
}

// A Point is what was measured at a time.
type Point struct {
	At    time.Time
	Value float64
}

// Latest is the newest point, and false when there is none.
func (s Series) Latest() (float64, bool) {
	if len(s.Points) == 0 {
		return 0, false
	}
	return s.Points[len(s.Points)-1].Value, true
}

// Reader reads the figures, and keeps them for a minute, so that many people who look at a page ask Prometheus once.
type Reader struct {
	api     prometheus.API
	queries []query
	now     func() time.Time
	idle    func()

	mu     sync.Mutex // guards all below; whoever comes while they are read waits for it
	until  time.Time
	series []Series
	err    error
}

type query struct{ Name, Query string }

// Close closes idle connections.
func (r *Reader) Close() { r.idle() }

// New returns a reader of the server at a base URL; token is a bearer token, or empty.
func New(address, token string, now func() time.Time) (*Reader, error) {
	r := &Reader{now: now}
	if err := json.Unmarshal(queries, &r.queries); err != nil {
		return nil, fmt.Errorf("queries: %w", err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	r.idle = transport.CloseIdleConnections
	client, err := api.NewClient(api.Config{Address: address, Client: &http.Client{
		Transport:     bounded{transport, token},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}})
	if err != nil {
		return nil, err
	}
	r.api = prometheus.NewAPI(client)
	return r, nil
}

// Day returns the figures of the last 24 hours, in the order of the queries. The calls go on when ctx ends: the next
// one has their answer.
func (r *Reader) Day(ctx context.Context) ([]Series, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.now(); now.After(r.until) {
		call, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
		defer cancel()
		r.series, r.err = r.read(call, now)
		r.until = now.Add(keep)
		if r.err != nil {
			r.until = now.Add(keepFault)
		}
	}
	return r.series, r.err
}

func (r *Reader) read(ctx context.Context, now time.Time) ([]Series, error) {
	end := now.UTC().Truncate(Step)
	span := prometheus.Range{Start: end.Add(-(points - 1) * Step), End: end, Step: Step}
	found := make([][]Series, len(r.queries))
	all, ctx := errgroup.WithContext(ctx)
	for i, q := range r.queries {
		all.Go(func() error {
			value, _, _, err := r.api.QueryRange(ctx, q.Query, span)
			if err != nil {
				return fmt.Errorf("%s: %w", q.Name, err)
			}
			matrix, ok := value.(model.Matrix)
			if !ok {
				return fmt.Errorf("%s: the answer is a %s", q.Name, value.Type())
			}
			for _, stream := range matrix[:min(len(matrix), maxSeries)] {
				found[i] = append(found[i], seriesOf(q.Name, stream, span))
			}
			return nil
		})
	}
	err := all.Wait()
	var out []Series
	for _, list := range found {
		out = append(out, list...)
	}
	return out, err
}

func seriesOf(name string, stream *model.SampleStream, span prometheus.Range) Series {
	s := Series{Name: name, Values: make([]float64, points), Since: span.Start}
	var of []string
	for _, value := range stream.Metric {
		of = append(of, string(value))
	}
	s.Of = strings.Join(of, " ")
	for _, p := range stream.Values {
		value := float64(p.Value)
		at := int(p.Timestamp.Time().Sub(span.Start) / Step)
		if math.IsNaN(value) || math.IsInf(value, 0) || at < 0 || at >= points {
			continue
		}
		s.Points, s.Values[at] = append(s.Points, Point{p.Timestamp.Time().UTC(), value}), value
	}
	return s
}

// bounded sends the token, and cuts off an answer that is too large.
type bounded struct {
	next  http.RoundTripper
	token string
}

var errTooLarge = errors.New("the answer is too large")

func (b bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	if b.token != "" {
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer "+b.token)
	}
	resp, err := b.next.RoundTrip(req)
	if err == nil {
		resp.Body = &limited{resp.Body, maxAnswer}
	}
	return resp, err
}

type limited struct {
	io.ReadCloser
	left int
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p)
	if l.left -= n; l.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}
