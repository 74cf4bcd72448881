// Command schemas prints the JSON schemas of the Kubernetes kinds that deploy/kubernetes uses, in strict form: a field that
// the API does not know is a fault. Run it after a change of version or of the list of kinds (make schemas).
//
// Sources: api/openapi-spec/swagger.json of the Go module k8s.io/kubernetes, and the custom resource definition of the Go
// module github.com/kedacore/keda/v2; both Apache-2.0. Descriptions are left out.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"
)

const (
	kubernetes = "k8s.io/kubernetes@v1.36.3"
	keda       = "github.com/kedacore/keda/v2@v2.21.0"
)

var kinds = map[string]bool{
	"apps/v1/Deployment": true, "apps/v1/StatefulSet": true, "batch/v1/Job": true, "autoscaling/v2/HorizontalPodAutoscaler": true,
	"policy/v1/PodDisruptionBudget": true, "networking.k8s.io/v1/NetworkPolicy": true,
	"v1/ConfigMap": true, "v1/Namespace": true, "v1/PersistentVolumeClaim": true, "v1/Secret": true, "v1/Service": true, "v1/ServiceAccount": true,
}

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
	const scaled = "keda.sh/v1alpha1/ScaledObject"
	if definitions[scaled], err = scaledObject(); err != nil {
		return err
	}
	roots[scaled] = scaled
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	return out.Encode(map[string]any{"from": []string{kubernetes, keda}, "kinds": roots, "definitions": definitions})
}

func scaledObject() (any, error) {
	b, err := source(keda, "config/crd/bases/keda.sh_scaledobjects.yaml")
	if err != nil {
		return nil, err
	}
	var crd struct {
		Spec struct {
			Versions []struct {
				Schema struct {
					OpenAPIV3Schema map[string]any `yaml:"openAPIV3Schema"`
				}
			}
		}
	}
	if err := yaml.Unmarshal(b, &crd); err != nil {
		return nil, err
	}
	s := strict(crd.Spec.Versions[0].Schema.OpenAPIV3Schema, func(string) {}).(map[string]any)
	s["properties"].(map[string]any)["metadata"] = map[string]any{"$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}
	return s, nil
}

// strict returns a schema without descriptions that knows its fields and no others, and calls ref with what it refers to.
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
		if _, ok := out["properties"]; ok && out["additionalProperties"] == nil {
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
