package deploy

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"sigs.k8s.io/yaml"
)

// A Manifest is one object of the API.
type Manifest map[string]any

func (m Manifest) kind() string { return m.text("kind") }
func (m Manifest) name() string { return m.text("metadata", "name") }
func (m Manifest) id() string   { return m.kind() + " " + m.name() }

// at returns what lies under the path, or nil.
func (m Manifest) at(path ...string) any {
	var v any = map[string]any(m)
	for _, p := range path {
		fields, _ := v.(map[string]any)
		v = fields[p]
		if v == nil {
			return nil
		}
	}
	return v
}

func (m Manifest) text(path ...string) string {
	s, _ := m.at(path...).(string)
	return s
}

// Manifests reads a stream of YAML documents.
func Manifests(b []byte) ([]Manifest, error) {
	var all []Manifest
	for _, document := range strings.Split("\n"+string(b), "\n---\n") {
		var m Manifest
		if err := yaml.UnmarshalStrict([]byte(document), &m); err != nil {
			return nil, err
		}
		if m != nil {
			all = append(all, m)
		}
	}
	return all, nil
}

//go:embed schemas.json
var schemas []byte

// Schemas checks manifests against what the API knows.
type Schemas struct {
	compiler *jsonschema.Compiler
	kinds    map[string]string
}

// NewSchemas reads the schemas that lie beside this file; command schemas makes them.
func NewSchemas() (*Schemas, error) {
	s := &Schemas{compiler: jsonschema.NewCompiler()}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(schemas)))
	if err != nil {
		return nil, err
	}
	var head struct{ Kinds map[string]string }
	if err := json.Unmarshal(schemas, &head); err != nil {
		return nil, err
	}
	s.kinds = head.Kinds
	return s, s.compiler.AddResource("schemas.json", doc)
}

// Check returns what the API would refuse.
func (s *Schemas) Check(m Manifest) []string {
	definition, known := s.kinds[m.text("apiVersion")+"/"+m.kind()]
	if !known {
		return []string{m.id() + ": no schema for " + m.text("apiVersion") + "; is it in tools/deploy/schemas?"}
	}
	schema, err := s.compiler.Compile("schemas.json#/definitions/" + strings.ReplaceAll(definition, "/", "~1"))
	if err != nil {
		return []string{err.Error()}
	}
	b, _ := json.Marshal(m)
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(b)))
	if err != nil {
		return []string{err.Error()}
	}
	if err := schema.Validate(v); err != nil {
		return []string{m.id() + ": " + err.Error()}
	}
	return nil
}

// References returns names that are used and not defined, and volumes that are mounted and not there. Secrets are made
// elsewhere.
func References(all []Manifest) []string {
	defined := map[string]bool{}
	for _, m := range all {
		defined[m.id()] = true
	}
	var faults []string
	for _, m := range all {
		want := func(kind, name string) {
			if name != "" && !defined[kind+" "+name] {
				faults = append(faults, fmt.Sprintf("%s: no %s %q", m.id(), kind, name))
			}
		}
		if ref, ok := m.at("spec", "scaleTargetRef").(map[string]any); ok {
			want("Deployment", Manifest(ref).text("name"))
		}
		want("Service", m.text("spec", "serviceName"))
		pod, ok := podOf(m)
		if !ok {
			continue
		}
		want("ServiceAccount", pod.text("serviceAccountName"))
		volumes := map[string]bool{}
		for _, v := range list(pod.at("volumes")) {
			volumes[v.text("name")] = true
			want("ConfigMap", v.text("configMap", "name"))
			want("PersistentVolumeClaim", v.text("persistentVolumeClaim", "claimName"))
			for _, s := range list(v.at("projected", "sources")) {
				want("ConfigMap", s.text("configMap", "name"))
			}
		}
		for _, t := range list(m.at("spec", "volumeClaimTemplates")) {
			volumes[t.name()] = true
		}
		for _, c := range containers(pod) {
			for _, e := range list(c.at("envFrom")) {
				want("ConfigMap", e.text("configMapRef", "name"))
			}
			for _, v := range list(c.at("volumeMounts")) {
				if !volumes[v.text("name")] {
					faults = append(faults, fmt.Sprintf("%s: no volume %q", m.id(), v.text("name")))
				}
			}
		}
	}
	return faults
}

// Pods returns pods that are less confined than the "restricted" standard, that have no probe, or that are killed while
// they still end what they do.
func Pods(all []Manifest) []string {
	var faults []string
	for _, m := range all {
		pod, ok := podOf(m)
		if !ok {
			continue
		}
		fault := func(ok bool, want string) {
			if !ok {
				faults = append(faults, m.id()+": want "+want)
			}
		}
		fault(pod.at("securityContext", "runAsNonRoot") == true, "runAsNonRoot")
		fault(pod.text("securityContext", "seccompProfile", "type") == "RuntimeDefault", "the seccomp profile RuntimeDefault")
		fault(pod.at("automountServiceAccountToken") == false, "no service account token")
		fault(pod.at("enableServiceLinks") == false, "enableServiceLinks: false")
		for _, c := range containers(pod) {
			fault(c.at("securityContext", "allowPrivilegeEscalation") == false, "no privilege escalation")
			fault(c.at("securityContext", "readOnlyRootFilesystem") == true, "a read-only root")
			drop, _ := c.at("securityContext", "capabilities", "drop").([]any)
			fault(slices.Contains(drop, any("ALL")), "all capabilities dropped")
			fault(
				c.at("resources", "requests", "cpu") != nil && c.at("resources", "requests", "memory") != nil &&
					c.at("resources", "limits", "memory") != nil,
				"requests and a memory limit",
			)
			if m.kind() == "Deployment" && c.text("name") == "program" {
				for _, probe := range []string{"startupProbe", "livenessProbe", "readinessProbe"} {
					fault(c.text(probe, "httpGet", "port") == "admin", probe+" on the admin port")
				}
				grace, err := time.ParseDuration(Environment(all, c)["SHUTDOWN_GRACE"])
				fault(err == nil, "SHUTDOWN_GRACE")
				wait, _ := c.at("lifecycle", "preStop", "sleep", "seconds").(float64)
				whole, _ := pod.at("terminationGracePeriodSeconds").(float64)
				fault(
					whole >= wait+grace.Seconds()+10,
					fmt.Sprintf("terminationGracePeriodSeconds of at least %v + %v + 10", wait, grace.Seconds()),
				)
			}
		}
	}
	return faults
}

// Environment returns the variables of a container, those of its ConfigMaps included.
func Environment(all []Manifest, c Manifest) map[string]string {
	vars := map[string]string{}
	for _, from := range list(c.at("envFrom")) {
		for _, m := range all {
			if m.kind() == "ConfigMap" && m.name() == from.text("configMapRef", "name") {
				data, _ := m.at("data").(map[string]any)
				for k, v := range data {
					vars[k] = fmt.Sprint(v)
				}
			}
		}
	}
	for _, e := range list(c.at("env")) {
		vars[e.text("name")] = e.text("value")
	}
	return vars
}

// podPaths are where the pod of a kind lies.
var podPaths = map[string][]string{
	"Deployment": {"spec", "template"}, "StatefulSet": {"spec", "template"}, "Job": {"spec", "template"},
	"CronJob": {"spec", "jobTemplate", "spec", "template"}, "Pod": {},
}

// template is the pod that an object makes, with its labels; nil: it makes none.
func template(m Manifest) Manifest {
	path, ok := podPaths[m.kind()]
	if !ok {
		return nil
	}
	t, _ := m.at(path...).(map[string]any)
	return t
}

func podOf(m Manifest) (Manifest, bool) {
	pod, ok := template(m).at("spec").(map[string]any)
	return pod, ok
}

// containers are all of a pod, those that run before the others included.
func containers(pod Manifest) []Manifest {
	return append(list(pod.at("initContainers")), list(pod.at("containers"))...)
}

// Rollouts returns what would let an upgrade replace a replica that works by one that does not: a program that starts
// without its schema, a strategy that stops old replicas first, or a Job, which cannot be changed once it was applied.
func Rollouts(all []Manifest) []string {
	var faults []string
	for _, m := range all {
		fault := func(ok bool, want string) {
			if !ok {
				faults = append(faults, m.id()+": want "+want)
			}
		}
		fault(m.kind() != "Job", "no Job: the next release could not apply it again")
		pod, ok := podOf(m)
		if !ok || m.kind() != "Deployment" {
			continue
		}
		fault(m.at("spec", "strategy", "rollingUpdate", "maxUnavailable") == 0.0, "maxUnavailable: 0")
		for _, c := range list(pod.at("containers")) {
			if _, ok := Environment(all, c)["DATABASE_URL_FILE"]; !ok {
				continue
			}
			migrates := slices.ContainsFunc(list(pod.at("initContainers")), func(i Manifest) bool {
				args, _ := i.at("args").([]any)
				return i.text("image") == c.text("image") && slices.Equal(args, []any{"migrate"})
			})
			fault(migrates, "an init container of the same image that migrates")
		}
	}
	return faults
}

// Namespaces returns the objects that are not in the namespace of the release.
func Namespaces(all []Manifest, namespace string) []string {
	var faults []string
	for _, m := range all {
		if got := m.text("metadata", "namespace"); got != namespace {
			faults = append(faults, fmt.Sprintf("%s: want namespace %q, got %q", m.id(), namespace, got))
		}
	}
	return faults
}

func list(v any) []Manifest {
	items, _ := v.([]any)
	var all []Manifest
	for _, i := range items {
		if m, ok := i.(map[string]any); ok {
			all = append(all, m)
		}
	}
	return all
}
