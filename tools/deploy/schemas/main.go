// Command schemas prints the JSON schemas of the Kubernetes kinds that the Helm chart uses, in strict form: a field
// that the API does not know is a fault. Run it after a change of version or of the list of kinds (make schemas).
//
// Sources: api/openapi-spec/swagger.json of the Go module k8s.io/kubernetes, and the custom resource definitions of the
// Go modules below; all Apache-2.0. Descriptions are left out.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

const kubernetes = "k8s.io/kubernetes@v1.36.3"

var kinds = map[string]bool{
	"apps/v1/Deployment": true, "apps/v1/StatefulSet": true, "autoscaling/v2/HorizontalPodAutoscaler": true,
	"batch/v1/CronJob": true, "batch/v1/Job": true,
	"networking.k8s.io/v1/Ingress": true, "networking.k8s.io/v1/NetworkPolicy": true,
	"policy/v1/PodDisruptionBudget": true,
	"v1/ConfigMap":                  true, "v1/Namespace": true, "v1/PersistentVolumeClaim": true, "v1/Pod": true,
	"v1/Secret":  true,
	"v1/Service": true, "v1/ServiceAccount": true,
}

// custom are the definitions of custom resources: module, file, version.
var custom = []struct{ module, path, version string }{
	{"github.com/cert-manager/cert-manager@v1.21.2", "deploy/crds/cert-manager.io_certificates.yaml", "v1"},
	{
		"github.com/external-secrets/external-secrets@v1.3.2",
		"config/crds/bases/external-secrets.io_externalsecrets.yaml",
		"v1",
	},
	{"github.com/kedacore/keda/v2@v2.21.0", "config/crd/bases/keda.sh_scaledobjects.yaml", "v1alpha1"},
	{prometheusOperator, "example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml", "v1"},
	{prometheusOperator, "example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml", "v1"},
	{"sigs.k8s.io/gateway-api@v1.7.0", "config/crd/standard/gateway.networking.k8s.io_httproutes.yaml", "v1"},
}

const prometheusOperator = "github.com/prometheus-operator/prometheus-operator@v0.85.0"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "schemas:", err)
		os.Exit(1)
	}
}

func run() error {
	var swagger struct {
		Definitions map[string]map[string]any
	}
	b, err := source(kubernetes, "api/openapi-spec/swagger.json")
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, &swagger); err != nil {
		return err
	}
	definitions, roots := map[string]any{}, map[string]string{}
	var take func(name string)
	take = func(name string) {
		if _, done := definitions[name]; done {
			return
		}
		definitions[name] = nil // it may refer to itself
		definitions[name] = strict(swagger.Definitions[name], take)
	}
	for name, d := range swagger.Definitions {
		gvks, _ := d["x-kubernetes-group-version-kind"].([]any)
		for _, g := range gvks {
			gvk := g.(map[string]any)
			id := strings.TrimPrefix(fmt.Sprintf("%s/%s/%s", gvk["group"], gvk["version"], gvk["kind"]), "/")
			if kinds[id] {
				roots[id] = name
				take(name)
			}
		}
	}
	if len(roots) != len(kinds) {
		return fmt.Errorf("found %d of %d kinds", len(roots), len(kinds))
	}
	from := []string{kubernetes}
	for _, c := range custom {
		id, schema, err := resource(c.module, c.path, c.version)
		if err != nil {
			return err
		}
		definitions[id], roots[id] = schema, id
		if !slices.Contains(from, c.module) {
			from = append(from, c.module)
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	return out.Encode(map[string]any{"from": from, "kinds": roots, "definitions": definitions})
}

// resource reads a version of a custom resource definition.
func resource(module, path, version string) (id string, schema any, err error) {
	b, err := source(module, path)
	if err != nil {
		return "", nil, err
	}
	var crd struct {
		Spec struct {
			Group    string
			Names    struct{ Kind string }
			Versions []struct {
				Name   string
				Schema struct {
					OpenAPIV3Schema map[string]any `yaml:"openAPIV3Schema"`
				}
			}
		}
	}
	if err := yaml.Unmarshal(b, &crd); err != nil {
		return "", nil, err
	}
	for _, v := range crd.Spec.Versions {
		if v.Name == version {
			s := strict(v.Schema.OpenAPIV3Schema, func(string) {}).(map[string]any)
			s["properties"].(map[string]any)["metadata"] = map[string]any{
				"$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
			}
			return fmt.Sprintf("%s/%s/%s", crd.Spec.Group, version, crd.Spec.Names.Kind), s, nil
		}
	}
	return "", nil, fmt.Errorf("%s: %s: no version %s", module, path, version)
}

// strict returns a schema without descriptions that knows its fields and no others, and calls ref with what it refers
// to.
func strict(node any, ref func(string)) any {
	switch n := node.(type) {
	case []any:
		out := make([]any, len(n))
		for i, v := range n {
			out[i] = strict(v, ref)
		}
		return out
	case map[string]any:
		if r, ok := n["$ref"].(string); ok {
			ref(strings.TrimPrefix(r, "#/definitions/"))
			return map[string]any{"$ref": r}
		}
		if n["x-kubernetes-int-or-string"] == true || n["format"] == "int-or-string" {
			return map[string]any{"type": []string{"integer", "string"}}
		}
		out := map[string]any{}
		for k, v := range n {
			switch {
			case k == "properties": // names of fields, not keywords
				fields := map[string]any{}
				for name, field := range v.(map[string]any) {
					fields[name] = strict(field, ref)
				}
				out[k] = fields
			case k == "description" || k == "format" || k == "default" || strings.HasPrefix(k, "x-"):
			default:
				out[k] = strict(v, ref)
			}
		}
		if _, ok := out["properties"]; ok && out["additionalProperties"] == nil &&
			n["x-kubernetes-preserve-unknown-fields"] != true {
			out["additionalProperties"] = false
		}
		if d, _ := n["description"].(string); strings.HasPrefix(d, "Quantity is a fixed-point") {
			out["type"] = []string{"number", "string"}
		}
		return out
	}
	return node
}

// source reads a file of a Go module.
func source(module, path string) ([]byte, error) {
	cmd := exec.Command("go", "mod", "download", "-json", module)
	cmd.Dir, cmd.Env = os.TempDir(), append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", module, err, out)
	}
	var at struct{ Dir string }
	if err := json.Unmarshal(out, &at); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(at.Dir, path))
}
