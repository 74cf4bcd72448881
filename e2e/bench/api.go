package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// apiCalls is how many of each kind are made, in turn.
const apiCalls = 400

// apiLatency times calls of the JSON APIs, one at a time, beside a bare query for one row by its key.
func (l *load) apiLatency(ctx context.Context, t *table) error {
	key, err := l.sys.CreatePartner(ctx, "ptn_bench", "chn_bench", l.tenants[0])
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, l.sys.WebhooksDatabase())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	run, n := strconv.FormatInt(time.Now().UnixNano(), 36), 0
	draft := func() []byte {
		n++
		return []byte(`{"partner_external_ref":"bench-` + run + "-" + strconv.Itoa(n) + `"}`)
	}
	partner := l.sys.PartnerConnects[0].URL("HTTP_ADDR")
	first, err := l.call(ctx, http.MethodPost, partner+"/onboarding", key, draft(), http.StatusCreated)
	if err != nil {
		return err
	}
	_, ref, _ := bytes.Cut(first, []byte(`"ref":"`))
	ref, _, _ = bytes.Cut(ref, []byte(`"`))
	kinds := []struct {
		name, what string
		do         func() error
	}{
		{"", "", func() error {
			var id string
			return conn.QueryRow(ctx, `SELECT id FROM endpoints WHERE id = $1`, l.ids[0]).Scan(&id)
		}},
		{"api_endpoint", "GET /api/v1/webhooks/{id}", func() error {
			url := l.sys.Webhooks[0].URL("HTTP_ADDR") + "/api/v1/webhooks/" + l.ids[0]
			_, err := l.call(ctx, http.MethodGet, url, l.keys[0], nil, http.StatusOK)
			return err
		}},
		{"api_onboarding", "GET /onboarding/{ref}", func() error {
			_, err := l.call(ctx, http.MethodGet, partner+"/onboarding/"+string(ref), key, nil, http.StatusOK)
			return err
		}},
		{"api_draft", "POST /onboarding", func() error {
			_, err := l.call(ctx, http.MethodPost, partner+"/onboarding", key, draft(), http.StatusCreated)
			return err
		}},
	}
	took := make([][]time.Duration, len(kinds))
	for range apiCalls {
		for i, k := range kinds {
			start := time.Now()
			if err := k.do(); err != nil {
				return err
			}
			took[i] = append(took[i], time.Since(start))
		}
	}
	for i := range took {
		slices.Sort(took[i])
	}
	half, most := apiCalls/2, apiCalls*99/100
	for i, k := range kinds[1:] {
		t.plain(k.name, ratio(took[i+1][half], took[0][half]),
			"times a bare query (%.2f ms): %s, median %.2f ms, p99 %.2f ms",
			millis(took[0][half]), k.what, millis(took[i+1][half]), millis(took[i+1][most]))
	}
	return nil
}

// call makes one call of a JSON API and returns the answer.
func (l *load) call(ctx context.Context, method, url, key string, body []byte, want int) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := l.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != want {
		err = fmt.Errorf("%s %s: status %d", method, url, resp.StatusCode)
	}
	return answer, err
}
