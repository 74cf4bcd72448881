package workflows

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

const root = "../.."

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func sources(t *testing.T, patterns ...string) (paths []string) {
	t.Helper()
	for _, p := range patterns {
		found, err := filepath.Glob(filepath.Join(root, p))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", p, found, err)
		}
		for _, f := range found {
			rel, err := filepath.Rel(root, f)
			if err != nil {
				t.Fatal(err)
			}
			paths = append(paths, rel)
		}
	}
	return paths
}

func faultsOf(t *testing.T, path string, source []byte) []string {
	t.Helper()
	unsafe, err := Unsafe(source)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(path, ".github/workflows/") {
		return unsafe
	}
	found, err := Lint(filepath.Join(root, path), source)
	if err != nil {
		t.Fatal(err)
	}
	return append(unsafe, found...)
}

var all = []string{".github/workflows/*.yml", ".github/actions/*/action.yml"}

func TestWorkflows(t *testing.T) {
	for _, path := range sources(t, all...) {
		for _, f := range faultsOf(t, path, read(t, path)) {
			t.Errorf("%s: %s", path, f)
		}
	}
}

func TestWorkflowsBite(t *testing.T) {
	source := string(read(t, ".github/workflows/ci.yml"))
	for _, broken := range []struct{ old, with, want string }{
		{"run: bash .ci/run", "run: echo ${{ github.event.pull_request.title }}", "script"},
		{"run: bash .ci/run", "rum: bash .ci/run", "step must run"},
		{"  contents: read\n", "  contents: write\n", "permissions"},
		{"pull_request:", "pull_request_target:", "stranger"},
		{"persist-credentials: false", "persist-credentials: true", "keeps the token"},
		{"actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2", "actions/checkout@v6", "not pinned"},
		{"runs-on: ubuntu-24.04", "runs-on: ubuntu-19.04", "label"},
		{"github.event_name ==", "github.event_nam ==", "event_nam"},
	} {
		t.Run(broken.with, func(t *testing.T) {
			if !strings.Contains(source, broken.old) {
				t.Fatalf("there is no %q to break", broken.old)
			}
			text := strings.Replace(source, broken.old, broken.with, 1)
			if got := strings.Join(faultsOf(t, ".github/workflows/ci.yml", []byte(text)), "\n"); !strings.Contains(
				got,
				broken.want,
			) {
				t.Errorf("want a fault with %q, got %q", broken.want, got)
			}
		})
	}
}

// Each target that a workflow, an action or .ci/run calls is one of the Makefile.
func TestTargetsExist(t *testing.T) {
	var targets []string
	for _, m := range regexp.MustCompile(`(?m)^([a-z0-9-]+):`).FindAllStringSubmatch(string(read(t, "Makefile")), -1) {
		targets = append(targets, m[1])
	}
	called := map[string][]string{}
	for _, path := range sources(t, all...) {
		names, err := Targets(read(t, path))
		if err != nil {
			t.Fatal(err)
		}
		called[path] = names
	}
	steps := regexp.MustCompile(`(?m)^for step in (.*); do$`).FindStringSubmatch(string(read(t, ".ci/run")))
	if steps == nil {
		t.Fatal(".ci/run has no steps")
	}
	for word := range strings.FieldsSeq(regexp.MustCompile(`\$\{\w+:\+|["}]`).ReplaceAllString(steps[1], "")) {
		if !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
			called[".ci/run"] = append(called[".ci/run"], word)
		}
	}
	total := 0
	for path, names := range called {
		total += len(names)
		for _, name := range names {
			if !slices.Contains(targets, name) {
				t.Errorf("%s calls make %s, which is no target", path, name)
			}
		}
	}
	if total < 20 {
		t.Errorf("found only %d calls: %v", total, called)
	}
}

// Forms and the configuration of Renovate can be read at all.
func TestFormsAndConfigurations(t *testing.T) {
	for _, path := range sources(t, ".github/ISSUE_TEMPLATE/*.yml") {
		var form map[string]any
		if err := yaml.Unmarshal(read(t, path), &form); err != nil || len(form) < 2 {
			t.Errorf("%s: %v", path, err)
		}
	}
	if !json.Valid(read(t, "renovate.json")) {
		t.Error("renovate.json is no JSON")
	}
	for _, path := range []string{".github/CODEOWNERS", ".github/PULL_REQUEST_TEMPLATE.md", "SECURITY.md", "SUPPORT.md",
		"CODE_OF_CONDUCT.md", "LICENSE"} {
		if len(read(t, path)) == 0 {
			t.Errorf("%s is empty", path)
		}
	}
}
