package e2e

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/e2e/procs"
)

var (
	madeCounters    = regexp.MustCompile(`\.(?:Int64|Float64)Counter\("([a-z_.]+)"`)
	scrapedCounters = regexp.MustCompile(`(?m)^# TYPE ((?:webhooks|dispatcher|partnerconnect)_\S+) counter$`)
)

// each is a counter with one label for each value.
func each(counter, label string, values ...string) []string {
	series := make([]string, len(values))
	for i, v := range values {
		series[i] = counter + "{" + label + `="` + v + `"}`
	}
	return series
}

// counters is every counter of the programs, with every set of label values that it can have, by the name of the program.
func counters() map[string][]string {
	failures := []string{
		"dns", "blocked_address", "connect_refused", "connect_timeout", "tls", "timeout", "reset", "redirect", "http_4xx", "http_5xx", "protocol", "invalid_url",
	}
	dispatcher := []string{
		"dispatcher_deferrals_total", `dispatcher_attempts_total{failure="",outcome="delivered"}`, `dispatcher_attempts_total{failure="endpoint_inactive",outcome="cancelled"}`,
	}
	for _, f := range failures {
		dispatcher = append(dispatcher, `dispatcher_attempts_total{failure="`+f+`",outcome="retry"}`, `dispatcher_attempts_total{failure="`+f+`",outcome="failed"}`)
	}
	return map[string][]string{
		procs.Webhooks:       append(each("webhooks_notices_total", "kind", "endpoint.failing", "endpoint.deactivated"), "webhooks_deliveries_ended_total"),
		procs.Dispatcher:     append(dispatcher, each("dispatcher_poison_total", "stream", "DELIVERIES", "DEFERRED", "RETRY_1", "RETRY_2", "RETRY_3", "RETRY_4")...),
		procs.PartnerConnect: each("partnerconnect_verifications_reconciled_total", "outcome", "unchanged", "moved", "lost", "unanswered"),
	}
}

// A program that has just started shows each of its counters as 0, with all their labels: without that, the first event of a kind
// is no increase, and no alert sees it.
func TestCountersExistFromTheStart(t *testing.T) {
	t.Parallel()
	s, err := procs.Start(t.Context(), procs.Options{Dir: t.TempDir(), Bin: programs(t), PartnerConnects: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	catalogue, families := counters(), map[string]bool{}
	for program, list := range map[string][]*procs.Program{procs.Webhooks: s.Webhooks, procs.Dispatcher: s.Dispatchers, procs.PartnerConnect: s.PartnerConnects} {
		page := scrape(t, list[0].URL("ADMIN_ADDR"))
		found := map[string]bool{}
		for _, f := range scrapedCounters.FindAllStringSubmatch(page, -1) {
			found[f[1]] = true
		}
		for _, series := range catalogue[program] {
			name, _, _ := strings.Cut(series, "{")
			families[name] = true
			delete(found, name)
			if !strings.Contains(page, "\n"+series+" 0\n") {
				t.Errorf("%s: want %s 0", program, series)
			}
		}
		for name := range found {
			t.Errorf("%s: %s is not in this test's list", program, name)
		}
	}
	for _, dir := range []string{"../internal", "../services"} { // a counter that nothing has counted yet is on no page
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for _, m := range madeCounters.FindAllSubmatch(source, -1) {
				if name := strings.ReplaceAll(string(m[1]), ".", "_") + "_total"; !families[name] {
					t.Errorf("%s makes %s, which is not in this test's list", path, name)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// scrape reads /metrics without the labels of the instrumentation scope.
func scrape(t *testing.T, admin string) string {
	t.Helper()
	resp, err := http.Get(admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	page, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`,?otel_scope_\w+="[^"]*"`).ReplaceAllString(string(page), "")
}
