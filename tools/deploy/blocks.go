package deploy

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/strvals"
	"sigs.k8s.io/yaml"
)

// A Block is a fenced block of commands in a Markdown text. The line above it says `<!-- runs: NAME -->`, by which a
// test knows it, or `<!-- not run: REASON -->`.
type Block struct {
	Runs, NotRun string
	Commands     []string // with continued lines joined, without comments
	Line         int
}

// Blocks returns those of a text.
func Blocks(text string) []Block {
	var all []Block
	var open *Block
	above := ""
	for i, line := range strings.Split(text, "\n") {
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "```") && open == nil:
			open = &Block{Line: i + 1, Runs: marked(above, "runs"), NotRun: marked(above, "not run")}
		case strings.HasPrefix(trimmed, "```"):
			all, open = append(all, *open), nil
		case open != nil:
			command, _, _ := strings.Cut(trimmed, " #")
			if n := len(open.Commands); n > 0 && strings.HasSuffix(open.Commands[n-1], `\`) {
				open.Commands[n-1] = strings.TrimSuffix(open.Commands[n-1], `\`) + command
			} else if command != "" && !strings.HasPrefix(command, "#") {
				open.Commands = append(open.Commands, strings.TrimSpace(command))
			}
		case trimmed != "":
			above = trimmed
		}
	}
	return all
}

func marked(line, word string) string {
	text, ok := strings.CutPrefix(line, "<!-- "+word+": ")
	if !ok {
		return ""
	}
	return strings.TrimSpace(strings.TrimSuffix(text, "-->"))
}

// A Cluster holds what was applied, and refuses what an API server refuses of it: what it cannot read, a change of what
// cannot change, and what is not there.
type Cluster struct {
	Root    string // of the repository
	Schemas *Schemas
	objects map[string]Manifest // by kind, namespace and name
}

func key(kind, namespace, name string) string {
	return strings.ToLower(kind) + " " + namespace + "/" + name
}

// Has reports whether there is such an object.
func (c *Cluster) Has(kind, namespace, name string) bool {
	_, ok := c.objects[key(kind, namespace, name)]
	return ok
}

// Count is how many objects of a kind there are.
func (c *Cluster) Count(kind string) int {
	n := 0
	for _, m := range c.objects {
		if m.kind() == kind {
			n++
		}
	}
	return n
}

// immutable are the paths that an object of a kind keeps for life.
var immutable = map[string][][]string{
	"Job":         {{"spec", "template"}, {"spec", "selector"}},
	"Deployment":  {{"spec", "selector"}},
	"StatefulSet": {{"spec", "selector"}, {"spec", "serviceName"}, {"spec", "volumeClaimTemplates"}},
}

// Apply is kubectl apply; an object that names no namespace gets `default`.
func (c *Cluster) Apply(all []Manifest) error {
	if c.objects == nil {
		c.objects = map[string]Manifest{}
	}
	var faults []error
	for _, m := range all {
		for _, f := range c.Schemas.Check(m) {
			faults = append(faults, errors.New(f))
		}
		namespace := m.text("metadata", "namespace")
		if namespace == "" && m.kind() != "Namespace" {
			namespace = "default"
		}
		k := key(m.kind(), namespace, m.name())
		for _, path := range immutable[m.kind()] {
			if old, ok := c.objects[k]; ok && !reflect.DeepEqual(old.at(path...), m.at(path...)) {
				faults = append(faults, fmt.Errorf("%s: %s: field is immutable", k, strings.Join(path, ".")))
			}
		}
		c.objects[k] = m
	}
	return errors.Join(faults...)
}

// helm executes `helm upgrade RELEASE CHART`, and `helm template`, which changes nothing.
func (c *Cluster) helm(command string, args []string) error {
	var names []string
	var values []Values
	namespace := "default"
	for i := 1; i < len(args); i++ {
		var value string
		if i+1 < len(args) {
			value = args[i+1]
		}
		switch args[i] {
		case "--install", "--wait", "--create-namespace", "--skip-tests":
		case "--timeout", "--version":
			i++
		case "--namespace":
			namespace = value
			i++
		case "--values":
			b, err := os.ReadFile(filepath.Join(c.Root, value))
			if err != nil {
				return err
			}
			var v Values
			if err := yaml.UnmarshalStrict(b, &v); err != nil {
				return err
			}
			values = append(values, v)
			i++
		case "--set":
			v, err := strvals.Parse(value)
			if err != nil {
				return err
			}
			values = append(values, v)
			i++
		default:
			if strings.HasPrefix(args[i], "-") {
				return fmt.Errorf("%s: no flag of helm that is known here: %s", command, args[i])
			}
			names = append(names, args[i])
		}
	}
	if args[0] == "rollback" && len(names) == 1 {
		return nil
	}
	if len(names) != 2 {
		return fmt.Errorf("%s: want a release and a chart", command)
	}
	chart, err := LoadChart(filepath.Join(c.Root, names[1]))
	if err != nil {
		return err
	}
	all, err := chart.Render(namespace, values...)
	if err != nil || args[0] == "template" {
		return err
	}
	return c.Apply(all)
}

// Run executes a command of kubectl or helm. What an exec runs in the container is returned.
func (c *Cluster) Run(command string) (inside []string, err error) {
	args := strings.Fields(command)
	if len(args) > 3 && args[0] == "helm" {
		return nil, c.helm(command, args[1:])
	}
	if len(args) < 3 || args[0] != "kubectl" {
		return nil, fmt.Errorf("%s: not a kubectl command that is known here", command)
	}
	if i := slices.Index(args, "--"); i >= 0 {
		args, inside = args[:i], args[i+1:]
	}
	for i := range inside {
		inside[i] = strings.Trim(inside[i], "'") // no argument holds a space
	}
	value := func(names ...string) string {
		for _, n := range names {
			if i := slices.Index(args, n); i >= 0 && i+1 < len(args) {
				return args[i+1]
			}
		}
		return "default"
	}
	namespace := value("--namespace", "-n")
	switch args[1] {
	case "delete":
		k := key(args[2], namespace, args[3])
		if _, ok := c.objects[k]; !ok && !slices.Contains(args, "--ignore-not-found") {
			return nil, fmt.Errorf("%s: not found", k)
		}
		delete(c.objects, k)
		return nil, nil
	case "logs":
		name, ok := strings.CutPrefix(value("--selector"), "app.kubernetes.io/name=")
		if !ok || !c.Has("Deployment", namespace, name) {
			return nil, fmt.Errorf("%s: no pod in namespace %s has these labels", command, namespace)
		}
		return nil, nil
	case "rollout", "exec":
		target := args[2]
		if args[1] == "rollout" {
			target = args[3]
		}
		kind, name, _ := strings.Cut(target, "/")
		if !c.Has(kind, namespace, name) {
			return nil, fmt.Errorf("%s: no %s in namespace %s", command, target, namespace)
		}
		return inside, nil
	}
	return nil, fmt.Errorf("%s: not a kubectl command that is known here", command)
}
