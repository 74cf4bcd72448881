package e2e

import (
	"context"
	"crypto/rand"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/e2e/collector"
	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/testkit/repository"
)

var (
	madeCounters = regexp.MustCompile(`\.(?:Int64|Float64)Counter\("([a-z_.]+)"`)
	// names that begin with a program or a package of ours; a rule's has a colon
	namedMetrics = regexp.MustCompile(
		`\b(?:webhooks|dispatcher|partnerconnect|rpc|http|pgdb|nats|integrity|operator|encryption)_[a-z_]+`)
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

// counters is every counter of the programs, with every set of label values that it can have, by the name of the
// program.
func counters() map[string][]string {
	failures := []string{
		"dns", "blocked_address", "connect_refused", "connect_timeout", "tls", "timeout", "reset", "redirect",
		"http_4xx", "http_5xx", "protocol", "invalid_url", "body_failed",
		"certificate", "client_certificate", "client_certificate_expired", "token_refused", "token_failed",
	}
	dispatcher := []string{
		"dispatcher_deferrals_total", "dispatcher_attempts_over_total", "dispatcher_returned_total",
		`dispatcher_attempts_total{failure="",outcome="delivered"}`,
		`dispatcher_attempts_total{failure="endpoint_inactive",outcome="cancelled"}`,
	}
	for _, f := range failures {
		dispatcher = append(dispatcher, `dispatcher_attempts_total{failure="`+f+`",outcome="retry"}`,
			`dispatcher_attempts_total{failure="`+f+`",outcome="failed"}`)
	}
	partnerConnect := each("partnerconnect_verifications_reconciled_total", "outcome", "unchanged", "moved",
		"lost", "unanswered")
	for _, kind := range []string{"payment_create", "payment_cancel", "refund_create", "payout_submit", "payout_cancel",
		"identity_open", "identity_cancel", "verification_sync"} {
		for _, outcome := range []string{"done", "refused", "failed"} {
			partnerConnect = append(partnerConnect, `partnerconnect_provider_calls_total{kind="`+kind+`",outcome="`+outcome+`"}`)
		}
	}
	for _, register := range []string{"krs", "company_register"} {
		for _, outcome := range []string{"found", "not_listed", "not_connected", "unavailable"} {
			partnerConnect = append(partnerConnect,
				`partnerconnect_register_lookups_total{outcome="`+outcome+`",register="`+register+`"}`)
		}
	}
	statuses := map[string][]string{
		"payment": {
			"registered", "pending", "paid", "partially_refunded", "refunded", "rejected", "expired", "cancelled",
		},
		"refund":     {"pending", "succeeded", "failed"},
		"chargeback": {"charged_back", "reversed"}, "payout": {"requested", "processing", "paid", "failed", "cancelled"},
	}
	for _, mode := range []string{"live", "test"} {
		for object, list := range statuses {
			for _, status := range list {
				of := `{currency="PLN",mode="` + mode + `",object="` + object + `",status="` + status + `"}`
				partnerConnect = append(partnerConnect,
					"partnerconnect_money_moved_total"+of, "partnerconnect_money_moved_amount_total"+of)
			}
		}
		for _, status := range []string{
			"draft", "in_progress", "awaiting_signatories", "in_review", "action_required", "active", "rejected", "cancelled",
			"expired",
		} {
			partnerConnect = append(partnerConnect,
				`partnerconnect_onboardings_moved_total{mode="`+mode+`",status="`+status+`"}`)
		}
	}
	partnerConnect = append(partnerConnect, "partnerconnect_onboardings_erased_total",
		"partnerconnect_events_unrelayed_age_seconds")
	webhooks := append(each("webhooks_notices_total", "kind", "endpoint.failing", "endpoint.deactivated"),
		"webhooks_filters_exceeded_total", "webhooks_answers_cut_total")
	webhooks = append(webhooks,
		each("webhooks_order_without_key_total", "cause", "missing", "too_long", "no_text", "costly")...)
	for _, outcome := range []string{"answered", "failed"} { // of each method
		partnerConnect = append(partnerConnect,
			`rpc_server_calls_total{method="partnerconnect.v1.PaymentService/GetPayment",outcome="`+outcome+`"}`)
		webhooks = append(webhooks, `rpc_server_calls_total{method="events.v1.EventService/Publish",outcome="`+outcome+`"}`)
	}
	for _, mode := range []string{"live", "test"} {
		webhooks = append(webhooks, each("webhooks_deliveries_ended_total", `mode="`+mode+`",outcome`,
			"delivered", "failed", "cancelled")...)
		for _, medium := range []string{"email", "sms"} {
			partnerConnect = append(partnerConnect, each("partnerconnect_messages_outcomes_total",
				`medium="`+medium+`",mode="`+mode+`",outcome`,
				"accepted", "rejected", "failed", "expired", "obsolete", "delivered", "bounced")...)
		}
	}
	return map[string][]string{
		procs.Webhooks: append(webhooks,
			each("webhooks_notices_mailed_total", "outcome", "accepted", "refused", "not_taken", "no_answer")...),
		procs.Dispatcher: append(dispatcher,
			each("dispatcher_poison_total", "stream", "DELIVERIES", "DEFERRED", "RETRY_1", "RETRY_2", "RETRY_3", "RETRY_4")...),
		procs.PartnerConnect: partnerConnect,
	}
}

// byFiles are the metrics of a bank with which files are exchanged, and not calls; TestBankMetricsFromTheStart has
// them.
var byFiles = []string{
	"partnerconnect_bank_difference", "partnerconnect_bank_at_engine", "partnerconnect_bank_statement_age_seconds",
}

// named returns the metrics that alerts, rules, dashboards and the console ask for.
func named(t *testing.T) []string {
	t.Helper()
	names := map[string]bool{}
	for _, pattern := range []string{
		"deploy/observability/alerts.yml", "deploy/observability/grafana/dashboards/*.json",
		"services/console/internal/figures/queries.json",
	} {
		pattern, err := repository.Path(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range namedMetrics.FindAllString(string(b), -1) {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// What alerts, objectives, dashboards and the console ask for exists before anything has happened: one that is missing
// is a program that is away, and no quiet hour.
func metricsExist(t *testing.T, pages string) {
	names := named(t)
	if len(names) < 30 {
		t.Errorf("found %q", names)
	}
	for _, name := range names {
		shown := strings.Contains(pages, "\n"+name+" ") || strings.Contains(pages, "\n"+name+"{")
		if !shown && !slices.Contains(byFiles, name) {
			t.Errorf("no program shows %s", name)
		}
	}
}

// A program that has just started shows each of its counters as 0, with all their labels: without that, the first event
// of a kind is no increase, and no alert sees it.
func TestCountersExistFromTheStart(t *testing.T) {
	t.Parallel()
	s, err := procs.Start(t.Context(), procs.Options{
		Dir: t.TempDir(), Bin: programs(t), PartnerConnects: 1,
		// of what has counters only when it is configured; none is called
		Environ: map[string][]string{procs.PartnerConnect: {
			"PAYMENT_ENGINE_GRPC=127.0.0.1:1", "PAYMENT_ENGINE_TOKEN=" + rand.Text(), "BANK_RAIL_GRPC=127.0.0.1:1",
			"BANK_RAIL_TOKEN=" + rand.Text(),
			"IDENTITY_PROVIDER_GRPC=127.0.0.1:1", "IDENTITY_PROVIDER_TOKEN=" + rand.Text(),
			"KRS_URL=http://127.0.0.1:1", "COMPANY_REGISTER_GRPC=127.0.0.1:1", "COMPANY_REGISTER_TOKEN=" + rand.Text(),
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	catalogue, families, pages := counters(), map[string]bool{}, ""
	for program, list := range map[string][]*procs.Program{procs.Webhooks: s.Webhooks, procs.Dispatcher: s.Dispatchers,
		procs.PartnerConnect: s.PartnerConnects} {
		t.Run(program, func(t *testing.T) {
			page := scrape(t, list[0].URL("ADMIN_ADDR"))
			pages += page
			found := map[string]bool{}
			for _, f := range scrapedCounters.FindAllStringSubmatch(page, -1) {
				found[f[1]] = true
			}
			for _, series := range catalogue[program] {
				name, _, _ := strings.Cut(series, "{")
				families[name] = true
				delete(found, name)
				if !strings.Contains(page, "\n"+series+" 0\n") {
					t.Errorf("want %s 0", series)
				}
			}
			for name := range found {
				t.Errorf("%s is not in this test's list", name)
			}
		})
	}
	t.Run("named", func(t *testing.T) { metricsExist(t, pages) })
	for _, name := range []string{"internal", "services"} { // a counter that nothing has counted yet is on no page
		dir, err := repository.Path(name)
		if err != nil {
			t.Fatal(err)
		}
		err = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
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

// What a program has counted since its last export is exported when it stops, with its gauges, whatever they read.
func TestMetricsOfTheLastInterval(t *testing.T) {
	t.Parallel()
	exported := collector.New(t)
	s, err := stack.Start(t.Context(),
		stack.Options{Dir: t.TempDir(), DatabaseURL: cluster.Server(t).URL("postgres"), RetrySchedule: short,
			Collector: exported.URL()})
	if err != nil {
		t.Fatal(err)
	}
	(&system{s, t}).partner("GET", "/onboarding", nil, http.StatusOK)
	stop(t, s) // long before the interval of a minute is over
	for service, names := range map[string][]string{
		"webhooks": {
			"webhooks.deliveries.ended", "webhooks.stage.waiting", "pgdb.pool.connections", "nats.connected",
			"readiness.failing",
		},
		"dispatcher": {"dispatcher.attempts", "dispatcher.pending", "nats.connected", "readiness.failing"},
		"partnerconnect": {
			"rpc.server.duration", "readiness.failing", "partnerconnect.reviews.waiting",
			"partnerconnect.verifications.unreconciled.age",
		},
	} {
		t.Run(service, func(t *testing.T) {
			got := exported.Metrics(service)
			for _, name := range names {
				if !slices.Contains(got, name) {
					t.Errorf("%s is not exported: %q", name, got)
				}
			}
		})
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
