package deploy

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// A Block is a fenced block of commands in a Markdown text. The line above it says `<!-- runs: NAME -->`, by which a test knows it, or
// `<!-- not run: REASON -->`.
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

// A Cluster holds what was applied, and refuses what an API server refuses of it: what it cannot read, a change of what cannot
// change, and what is not there.
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

// Run executes a kubectl command. What an exec runs in the container is returned.
func (c *Cluster) Run(command string) (inside []string, err error) {
	args := strings.Fields(command)
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
	case "apply":
		all, err := Kustomize(filepath.Join(c.Root, value("-k")))
		if err != nil {
			return nil, err
		}
		return nil, c.Apply(all)
	case "delete":
		k := key(args[2], namespace, args[3])
		if _, ok := c.objects[k]; !ok && !slices.Contains(args, "--ignore-not-found") {
			return nil, fmt.Errorf("%s: not found", k)
		}
		delete(c.objects, k)
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
