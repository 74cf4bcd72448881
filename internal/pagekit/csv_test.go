package pagekit

import (
	"encoding/csv"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"testing/fstest"
	"time"
)

func TestSendCSV(t *testing.T) {
	site, err := New(Options{Name: "shop", Prefix: "/", Timeout: time.Minute, Log: slog.New(slog.DiscardHandler),
		Assets: fstest.MapFS{
			"assets/shop.css": {}, "assets/page.html": {Data: []byte("{{define `page`}}{{end}}")},
		}})
	if err != nil {
		t.Fatal(err)
	}
	failAt := -1
	rows := func(yield func([]string, error) bool) {
		for i, row := range [][]string{{"1", `=HYPERLINK("https://evil.example")`}, {"2", "a, \"b\"\nc"}} {
			if i == failAt {
				yield(nil, errors.New("the service is away"))
				return
			}
			if !yield(row, nil) {
				return
			}
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site.Serve(w, r, func(x *Exchange) {
			if err := x.SendCSV("list", "list.csv", []string{"id", "name"}, rows); err != nil {
				x.Plain("list", http.StatusServiceUnavailable)
			}
		})
	}))
	defer server.Close()
	get := func() (status int, rows [][]string, err error) {
		resp, err := http.Get(server.URL)
		if err != nil {
			return 0, nil, err
		}
		defer resp.Body.Close()
		body := csv.NewReader(resp.Body)
		body.FieldsPerRecord = -1
		rows, err = body.ReadAll()
		_, _ = io.Copy(io.Discard, resp.Body)
		return resp.StatusCode, rows, err
	}
	_, got, err := get()
	want := [][]string{{"id", "name"}, {"1", `'=HYPERLINK("https://evil.example")`}, {"2", "a, \"b\"\nc"}}
	if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v, %v", got, err)
	}
	failAt = 0
	if status, _, _ := get(); status != http.StatusServiceUnavailable {
		t.Errorf("a list whose first row fails: status %d", status)
	}
	failAt = 1
	if _, got, err := get(); err == nil {
		t.Errorf("a list that fails later passes for a whole one: %v", got)
	}
}
