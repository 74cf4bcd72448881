package deploy

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// known is what programs measure, and what rules record of it.
func known(t *testing.T) map[string]bool {
	t.Helper()
	names, err := Metrics(root)
	if err == nil {
		err = Recorded(names, read(t, "deploy/observability/alerts.yml"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestDashboards(t *testing.T) {
	known := known(t)
	files, _ := filepath.Glob(filepath.Join(root, "deploy/observability/grafana/dashboards/*.json"))
	if len(files) < 5 {
		t.Fatalf("found %d dashboards", len(files))
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		none(t, Dashboard(known, b))
	}
	source := string(read(t, "deploy/observability/grafana/dashboards/deliveries.json"))
	for _, broken := range []struct{ old, with, want string }{
		{`"id": 2,`, `"id": 1,`, "another panel's"},
		{"max by (stage) (webhooks_stage_waiting)", "max by (stage) (webhooks_stage_waitng)", "webhooks_stage_waitng"},
		{"max by (stage) (webhooks_stage_waiting)", "max by (stage (webhooks_stage_waiting)", "unexpected"},
		{"max by (stage) (webhooks_stage_waiting)", "", "empty query"},
		{`"uid": "prometheus"`, `"uid": "promteheus"`, "data source"},
		{"dispatcher_attempt_duration_seconds_bucket", "dispatcher_attempt_duration_seconds", "no program has the metric"},
		{"{", "", "invalid character"},
		{`"description": "After fifty failed deliveries in a row."`, `"description": ""`, "want a description"},
		{`"unit": "percentunit"`, `"unit": ""`, "want a unit"},
	} {
		t.Run(broken.want, func(t *testing.T) {
			found(t, Dashboard(known, []byte(swap(t, source, broken.old, broken.with))), broken.want)
		})
	}
}

func TestAlerts(t *testing.T) {
	known := known(t)
	rules, tests, guide := string(
		read(t, "deploy/observability/alerts.yml"),
	), string(
		read(t, "deploy/observability/alerts_test.yml"),
	), string(
		read(t, "docs/operations.md"),
	)
	none(t, Alerts(known, []byte(rules), []byte(tests), guide))
	for _, broken := range []struct{ old, with, want string }{
		{"expr: nats_connected == 0", "expr: nats_conected == 0", "nats_conected"},
		{`le=~"1|1[.]0"`, `le="1"`, `Prometheus 3 stores "1.0"`},
		{"#outboxstuck", "#outboxtsuck", "no runbook"},
		{"severity: critical", "severity: bad", "severity"},
		{"alert: OutboxStuck", "alert: OutboxIdle", "no test shows that it fires"},
	} {
		t.Run(broken.want, func(t *testing.T) {
			found(t, Alerts(known, []byte(swap(t, rules, broken.old, broken.with)), []byte(tests), guide), broken.want)
		})
	}
	found(
		t,
		Alerts(known, []byte(rules), []byte(swap(t, tests, "exp_alerts: []", "exp_alerts: [{}]")), guide),
		"does not fire",
	)
	found(
		t,
		Alerts(known, []byte(rules), []byte(tests), swap(t, guide, "### OutboxStuck", "### OutboxIdle")),
		"OutboxIdle: a runbook without an alert",
	)
	// The metric of the HPA is one that exists.
	adapter := string(read(t, "deploy/helm/prometheus-adapter.yaml"))
	_, query, _ := strings.Cut(adapter, "metricsQuery: ")
	none(t, Expression(known, strings.Replace(strings.TrimSpace(query), "<<.LabelMatchers>>", `stage="DELIVERIES"`, 1)))
}

// What the console asks of Prometheus.
func TestFigures(t *testing.T) {
	known, err := Metrics(root)
	if err != nil {
		t.Fatal(err)
	}
	var queries []struct{ Name, Query string }
	if err := json.Unmarshal(read(t, "services/console/internal/figures/queries.json"), &queries); err != nil ||
		len(queries) == 0 {
		t.Fatalf("%v, %v", queries, err)
	}
	for _, q := range queries {
		none(t, Expression(known, q.Query))
	}
}

func TestCollector(t *testing.T) {
	source := string(read(t, "deploy/observability/collector.yml"))
	none(t, Collector([]byte(source)))
	found(t, Collector([]byte(swap(t, source, "exporters: [nop]", "exporters: [noop]"))), `no exporter "noop"`)
	found(t, Collector([]byte(swap(t, source, "exporters: [nop]", "exporters: [otlp/tempo]"))), "in no pipeline")
}
