package deploy

import (
	"encoding/json"
	"fmt"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
	"sigs.k8s.io/yaml"
)

// Metrics returns the Prometheus names of what the programs register: every call of a meter's Int64Counter and the
// like.
func Metrics(root string) (map[string]bool, error) {
	names := map[string]bool{"up": true}
	for _, part := range []string{"internal", "services"} {
		err := filepath.WalkDir(filepath.Join(root, part), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := goparser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					for _, name := range instrument(call) {
						names[name] = true
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}

var instruments = regexp.MustCompile(`^(?:Int64|Float64)(?:Observable)?(Counter|UpDownCounter|Gauge|Histogram)$`)

// instrument returns the names under which Prometheus sees what the call makes.
func instrument(call *ast.CallExpr) []string {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	kind := instruments.FindStringSubmatch(f.Sel.Name)
	literal, ok := call.Args[0].(*ast.BasicLit)
	if kind == nil || !ok {
		return nil
	}
	name, _ := strconv.Unquote(literal.Value)
	name = strings.ReplaceAll(name, ".", "_")
	for _, a := range call.Args[1:] {
		if option, ok := a.(*ast.CallExpr); ok {
			if s, ok := option.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "WithUnit" &&
				option.Args[0].(*ast.BasicLit).Value == `"s"` {
				name += "_seconds"
			}
		}
	}
	switch kind[1] {
	case "Counter":
		return []string{name + "_total"}
	case "Histogram":
		return []string{name + "_bucket", name + "_count", name + "_sum"}
	}
	return []string{name}
}

// collectors are the metrics of the Go runtime and of the process that we look at.
var collectors = []string{
	"go_goroutines", "process_cpu_seconds_total", "process_max_fds", "process_open_fds", "process_resident_memory_bytes",
	"process_start_time_seconds",
}

var promql = parser.NewParser(parser.Options{})

// Expression returns what is wrong with a query: it does not parse, or asks for what no program measures.
func Expression(known map[string]bool, query string) []string {
	if strings.TrimSpace(query) == "" {
		return []string{"empty query"}
	}
	expr, err := promql.ParseExpr(strings.ReplaceAll(query, "$__rate_interval", "5m"))
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", query, err)}
	}
	var faults []string
	parser.Inspect(expr, func(n parser.Node, _ []parser.Node) error {
		if v, ok := n.(*parser.VectorSelector); ok {
			for _, m := range v.LabelMatchers {
				if m.Name == labels.MetricName && !known[m.Value] && !slices.Contains(collectors, m.Value) {
					faults = append(faults, fmt.Sprintf("%s: no program has the metric", m.Value))
				}
				if m.Name == labels.BucketLabel && m.Type == labels.MatchEqual && !strings.ContainsAny(m.Value, ".+") {
					faults = append(faults, fmt.Sprintf("le=%q: Prometheus 3 stores %q", m.Value, m.Value+".0"))
				}
			}
		}
		return nil
	})
	return faults
}

// Recorded adds the names of recording rules to known metrics.
func Recorded(known map[string]bool, rules []byte) error {
	var file struct {
		Groups []struct{ Rules []struct{ Record string } }
	}
	if err := yaml.Unmarshal(rules, &file); err != nil {
		return err
	}
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			if r.Record != "" {
				known[r.Record] = true
			}
		}
	}
	return nil
}

// Dashboard returns what is wrong with a dashboard of Grafana.
func Dashboard(known map[string]bool, source []byte) []string {
	var d struct {
		UID, Title string
		Panels     []struct {
			ID          int
			Type        string
			Title       string
			Description string
			Datasource  struct{ UID string }
			FieldConfig struct{ Defaults struct{ Unit string } }
			Targets     []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(source, &d); err != nil {
		return []string{err.Error()}
	}
	var faults []string
	fault := func(ok bool, text string) {
		if !ok {
			faults = append(faults, text)
		}
	}
	fault(d.UID != "" && d.Title != "" && len(d.Panels) > 0, "want uid, title and panels")
	seen := map[int]bool{}
	for _, p := range d.Panels {
		fault(!seen[p.ID] && p.ID > 0, fmt.Sprintf("%s: the id %d is another panel's", p.Title, p.ID))
		seen[p.ID] = true
		if p.Type == "row" {
			continue
		}
		fault(p.Title != "", fmt.Sprintf("panel %d: want a title", p.ID))
		fault(p.Datasource.UID == "prometheus", p.Title+": want the data source prometheus")
		fault(p.Description != "", p.Title+": want a description")
		fault(p.FieldConfig.Defaults.Unit != "", p.Title+": want a unit")
		fault(len(p.Targets) > 0, p.Title+": want a query")
		for _, t := range p.Targets {
			for _, f := range Expression(known, t.Expr) {
				fault(false, p.Title+": "+f)
			}
		}
	}
	return faults
}

// Alerts returns what is wrong with rules, beyond what promtool says: metrics that no program has, a runbook that is
// not written or of no alert, an alert of which no test shows that it fires, or that it does not.
func Alerts(known map[string]bool, rules, tests []byte, guide string) []string {
	var file struct {
		Groups []struct {
			Rules []struct {
				Alert, Record, Expr string
				Labels, Annotations map[string]string
			}
		}
	}
	var table struct {
		Tests []struct {
			Cases []struct {
				Alertname string
				Fires     []any `json:"exp_alerts"`
			} `json:"alert_rule_test"`
		}
	}
	if err := yaml.Unmarshal(rules, &file); err != nil {
		return []string{err.Error()}
	}
	if err := yaml.Unmarshal(tests, &table); err != nil {
		return []string{err.Error()}
	}
	fires, silent := map[string]bool{}, map[string]bool{}
	for _, t := range table.Tests {
		for _, c := range t.Cases {
			if len(c.Fires) > 0 {
				fires[c.Alertname] = true
			} else {
				silent[c.Alertname] = true
			}
		}
	}
	anchors, runbooks := Anchors(guide), runbooksOf(guide)
	var faults []string
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			fault := func(ok bool, text string) {
				if !ok {
					faults = append(faults, r.Alert+r.Record+": "+text)
				}
			}
			for _, f := range Expression(known, r.Expr) {
				fault(false, f)
			}
			if r.Record != "" {
				continue
			}
			path, anchor, _ := strings.Cut(r.Annotations["runbook"], "#")
			fault(path == "docs/operations.md" && anchors[anchor], "no runbook "+r.Annotations["runbook"])
			fault(r.Annotations["summary"] != "", "want a summary")
			fault(slices.Contains([]string{"critical", "warning"}, r.Labels["severity"]), "want severity critical or warning")
			fault(fires[r.Alert], "no test shows that it fires")
			fault(silent[r.Alert], "no test shows that it does not fire")
			delete(runbooks, r.Alert)
		}
	}
	for name := range runbooks {
		faults = append(faults, name+": a runbook without an alert")
	}
	return faults
}

// runbooksOf returns the alerts that the runbook of a guide has a paragraph for.
func runbooksOf(guide string) map[string]bool {
	_, chapter, _ := strings.Cut(guide, "\n## Runbook\n")
	chapter, _, _ = strings.Cut(chapter, "\n## ")
	names := map[string]bool{}
	for line := range strings.Lines(chapter) {
		if name, ok := strings.CutPrefix(line, "### "); ok {
			names[strings.TrimSpace(name)] = true
		}
	}
	return names
}

var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// Anchors returns the names by which the headings of a Markdown text are linked.
func Anchors(text string) map[string]bool {
	anchors := map[string]bool{}
	for line := range strings.Lines(text) {
		if heading, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
			anchors[strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), ""),
				" ", "-")] = true
		}
	}
	return anchors
}

// Collector returns the components that a pipeline of an OpenTelemetry collector names and nothing defines, and those
// that no pipeline uses.
func Collector(source []byte) []string {
	var c struct {
		Receivers, Processors, Exporters map[string]any
		Service                          struct {
			Pipelines map[string]struct{ Receivers, Processors, Exporters []string }
		}
	}
	if err := yaml.Unmarshal(source, &c); err != nil {
		return []string{err.Error()}
	}
	var faults []string
	used := map[string]bool{}
	check := func(pipeline, kind string, names []string, defined map[string]any) {
		for _, n := range names {
			used[kind+" "+n] = true
			if _, ok := defined[n]; !ok {
				faults = append(faults, fmt.Sprintf("pipeline %s: no %s %q", pipeline, kind, n))
			}
		}
	}
	for name, p := range c.Service.Pipelines {
		check(name, "receiver", p.Receivers, c.Receivers)
		check(name, "processor", p.Processors, c.Processors)
		check(name, "exporter", p.Exporters, c.Exporters)
	}
	for kind, defined := range map[string]map[string]any{"receiver": c.Receivers, "processor": c.Processors,
		"exporter": c.Exporters} {
		for n := range defined {
			if !used[kind+" "+n] {
				faults = append(faults, fmt.Sprintf("%s %q is in no pipeline", kind, n))
			}
		}
	}
	return faults
}
