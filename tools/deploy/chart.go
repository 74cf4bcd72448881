package deploy

import (
	"encoding/json"
	"io"
	"log"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	helmchart "helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"sigs.k8s.io/yaml"
)

// Values are what an installation says of itself.
type Values = map[string]any

// A Chart is a Helm chart.
type Chart struct{ chart *helmchart.Chart }

// LoadChart reads a chart from its folder.
func LoadChart(dir string) (*Chart, error) {
	log.SetOutput(io.Discard) // Helm logs each symbolic link
	defer log.SetOutput(os.Stderr)
	c, err := loader.Load(dir)
	if err != nil {
		return nil, err
	}
	return &Chart{c}, nil
}

// Render is `helm template`, with the tests: later values override earlier ones.
func (c *Chart) Render(namespace string, values ...Values) ([]Manifest, error) {
	merged := Values{}
	for _, v := range slices.Backward(values) {
		merged = chartutil.CoalesceTables(merged, copied(v))
	}
	options := chartutil.ReleaseOptions{Name: "partnerline", Namespace: namespace, Revision: 1, IsInstall: true}
	full, err := chartutil.ToRenderValues(c.chart, merged, options, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	files, err := engine.Engine{Strict: true}.Render(c.chart, full)
	if err != nil {
		return nil, err
	}
	var all []Manifest
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Ext(name) != ".yaml" || strings.TrimSpace(files[name]) == "" {
			continue
		}
		some, err := Manifests([]byte(files[name]))
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// copied returns values that Helm may change.
func copied(v Values) Values {
	b, _ := yaml.Marshal(v)
	var c Values
	_ = yaml.Unmarshal(b, &c)
	return c
}

// chartSets are settings whose values follow from the chart, so that no one else gives them.
var chartSets = []string{
	"ADMIN_ADDR", "DOCUMENTS_DIR", "GRPC_ADDR", "HTTP_ADDR", "MIGRATE", "NATS_USER", "PARTNERCONNECT_GRPC",
	"TLS_CA", "TLS_CERT", "TLS_KEY", "WEBHOOKS_GRPC",
}

// services are the programs of the chart.
var services = []string{"webhooks", "dispatcher", "partnerconnect", "console"}

// Known are the names of a program's settings that an installation may give.
type Known struct {
	Settings []string `json:"settings"` // in the open
	Secrets  []string `json:"secrets"`  // in a Secret
}

// ChartSettings returns settings.json of the chart, by which it knows which program has which setting, and its schema
// of values with the same names.
func ChartSettings(root string, schema []byte) (known, newSchema []byte, err error) {
	all := map[string]*Known{}
	names := map[string]bool{}
	for _, service := range services {
		settings, err := Settings(root, service)
		if err != nil {
			return nil, nil, err
		}
		k := &Known{}
		for _, s := range settings {
			switch {
			case slices.Contains(chartSets, s.Name):
			case s.Secret:
				k.Secrets = append(k.Secrets, s.Name)
			default:
				k.Settings = append(k.Settings, s.Name)
				names[s.Name] = true
			}
		}
		slices.Sort(k.Settings)
		slices.Sort(k.Secrets)
		all[service] = k
	}
	known, err = indented(all)
	if err != nil {
		return nil, nil, err
	}
	var s map[string]any
	if err := json.Unmarshal(schema, &s); err != nil {
		return nil, nil, err
	}
	definitions := s["definitions"].(map[string]any)
	of := func(names []string, kind string) map[string]any {
		properties := map[string]any{}
		for _, n := range names {
			properties[n] = map[string]any{"$ref": "#/definitions/" + kind}
		}
		return map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
	}
	definitions["settings.all"] = of(slices.Collect(maps.Keys(names)), "setting")
	for service, k := range all {
		definitions["settings."+service] = of(k.Settings, "setting")
		definitions["secrets."+service] = of(k.Secrets, "secret")
	}
	newSchema, err = indented(s)
	return known, newSchema, err
}

func indented(v any) ([]byte, error) {
	b, err := json.MarshalIndent(v, "", "  ")
	return append(b, '\n'), err
}
