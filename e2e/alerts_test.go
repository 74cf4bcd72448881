package e2e

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/testkit/repository"
)

var (
	alertRule   = regexp.MustCompile(`(?s)- alert: (\w+)\n\s+(?:#[^\n]*\n\s+)*expr: (.*?)\n\s+(?:for|labels|#)`)
	alertMetric = regexp.MustCompile(`\b([a-z]+(?:_[a-z]+)+)(?:\{([^}]*)\})?`)
	alertLabel  = regexp.MustCompile(`(\w+)(=~|!~|!=|=)"([^"]*)"`)
	groupedBy   = regexp.MustCompile(`by \(([\w, ]+)\)`)
	metricLine  = regexp.MustCompile(`(?m)^([a-z_]+)(?:\{(.*)\})? \S+$`)
)

// alertsSeeTheirMetrics checks that the programs of a system have every metric of an alert, with the labels that it
// asks for. What they have only when something else is configured is in counters.
func alertsSeeTheirMetrics(t *testing.T, s *system) {
	t.Helper()
	raw, err := repository.Read("deploy/observability/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	for _, admin := range []string{s.Env.AdminURL, s.Env.PartnerAdminURL, s.Env.DispatcherAdminURL} {
		page.WriteString(scrape(t, admin))
	}
	page.WriteString("tls_certificate_remaining_seconds 0\n") // the demo's programs have no certificates
	for series := range slices.Values(slices.Concat(slices.Collect(maps.Values(counters()))...)) {
		page.WriteString(series + " 0\n")
	}
	series := map[string][]string{} // labels by metric
	for _, m := range metricLine.FindAllStringSubmatch(page.String(), -1) {
		series[m[1]] = append(series[m[1]], ","+m[2])
	}
	rules := alertRule.FindAllStringSubmatch(string(raw), -1)
	if n := strings.Count(string(raw), "- alert:"); len(rules) != n {
		t.Fatalf("%d of %d alerts are read", len(rules), n)
	}
	for _, rule := range rules {
		for _, fault := range unseen(rule[2], series) {
			t.Errorf("%s: %s", rule[1], fault)
		}
	}
}

// unseen are the metrics and labels of an expression that no series has.
func unseen(expr string, series map[string][]string) (faults []string) {
	var grouped []string
	for _, m := range groupedBy.FindAllStringSubmatch(expr, -1) {
		grouped = append(grouped, strings.Split(m[1], ", ")...)
	}
	for _, m := range alertMetric.FindAllStringSubmatch(groupedBy.ReplaceAllString(expr, ""), -1) {
		name, selector := m[1], m[2]
		if _, ours := series[name]; !ours {
			if !promFunctions[name] {
				faults = append(faults, "there is no "+name)
			}
			continue
		}
		wanted := map[string]string{} // a part of a series, by label
		for _, label := range grouped {
			// the scrape has the one, and processes only restrict others
			if label != "job" && !strings.HasPrefix(name, "process_") {
				wanted[label] = "," + label + `="`
			}
		}
		for _, l := range alertLabel.FindAllStringSubmatch(selector, -1) {
			wanted[l[1]] = "," + l[1] + `="`
			if l[2] == "=" {
				wanted[l[1]] += l[3] + `"`
			}
		}
		for _, part := range wanted {
			if !slices.ContainsFunc(series[name], func(labels string) bool { return strings.Contains(labels, part) }) {
				faults = append(faults, name+" has no series with "+part[1:])
			}
		}
	}
	return faults
}

// promFunctions look like metrics.
var promFunctions = map[string]bool{
	"avg_over_time": true, "histogram_quantile": true, "label_replace": true, "max_over_time": true,
}

func TestUnseenMetrics(t *testing.T) {
	series := map[string][]string{"a_total": {`,kind="x"`, `,kind="y"`}}
	for name, c := range map[string]struct {
		expr   string
		faults int
	}{
		"as it is":         {`rate(a_total{kind="x"}[5m]) > 0`, 0},
		"grouped":          {`sum by (job, kind) (rate(a_total[5m])) > 0`, 0},
		"a pattern":        {`a_total{kind=~"x|z"}`, 0},
		"another metric":   {`rate(b_total[5m])`, 1},
		"another label":    {`a_total{sort="x"}`, 1},
		"another value":    {`a_total{kind="z"}`, 1},
		"another grouping": {`sum by (sort) (a_total)`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := unseen(c.expr, series); len(got) != c.faults {
				t.Errorf("%q, want %d", got, c.faults)
			}
		})
	}
}
