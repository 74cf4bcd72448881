package workflows

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/rhysd/actionlint"
	"go.yaml.in/yaml/v4"
)

// Lint returns what actionlint finds in a workflow.
func Lint(path string, source []byte) ([]string, error) {
	linter, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
	if err != nil {
		return nil, err
	}
	found, err := linter.Lint(path, source, nil)
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, f := range found {
		faults = append(faults, fmt.Sprintf("%s:%d: %s", path, f.Line, f.Message))
	}
	return faults, nil
}

type step struct {
	Uses string         `yaml:"uses"`
	Run  string         `yaml:"run"`
	With map[string]any `yaml:"with"`
	Env  map[string]any `yaml:"env"`
}

type job struct {
	Permissions any    `yaml:"permissions"`
	Steps       []step `yaml:"steps"`
	Strategy    struct {
		Matrix map[string]any `yaml:"matrix"`
	} `yaml:"strategy"`
}

type workflow struct {
	On          yaml.Node         `yaml:"on"`
	Permissions map[string]string `yaml:"permissions"`
	Jobs        map[string]job    `yaml:"jobs"`
	Runs        struct {
		Steps []step `yaml:"steps"`
	} `yaml:"runs"` // of an action
}

func parse(source []byte) (w workflow, err error) {
	err = yaml.Unmarshal(source, &w)
	return w, err
}

func (w workflow) steps() []step {
	steps := slices.Clone(w.Runs.Steps)
	for _, j := range w.Jobs {
		steps = append(steps, j.Steps...)
	}
	return steps
}

var (
	pinned   = regexp.MustCompile(`uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	external = regexp.MustCompile(`uses: [^.\s]`)
	target   = regexp.MustCompile(`\bmake ((?:-\S+ )*)"?([$\w-]+)`)
)

// Unsafe returns what gives strangers or dependencies more than they need: rights for all jobs, text of others in a
// script, an action that its owner can replace, a token that stays in the checkout, and the trigger that runs a
// stranger's code with our rights.
func Unsafe(source []byte) ([]string, error) {
	w, err := parse(source)
	if err != nil {
		return nil, err
	}
	var faults []string
	fault := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	action := len(w.Runs.Steps) > 0
	fault(
		!action && (len(w.Permissions) != 1 || w.Permissions["contents"] != "read"),
		"permissions of the workflow: want contents: read, and more in the job that needs it",
	)
	fault(
		strings.Contains(string(source), "pull_request_target"),
		"pull_request_target runs a stranger's code with our rights",
	)
	for _, s := range w.steps() {
		fault(strings.Contains(s.Run, "${{"), "an expression becomes a part of a script; pass it by env: %s", s.Run)
		fault(
			strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != false,
			"the checkout keeps the token: persist-credentials: false",
		)
	}
	for line := range strings.SplitSeq(string(source), "\n") {
		fault(
			external.MatchString(line) && !pinned.MatchString(line),
			"not pinned by a commit with its version: %s",
			strings.TrimSpace(line),
		)
	}
	return faults, nil
}

// Targets are those of the Makefile that a workflow or an action calls. One that is a variable is all values of the
// matrix that has its name.
func Targets(source []byte) ([]string, error) {
	w, err := parse(source)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range w.steps() {
		for _, m := range target.FindAllStringSubmatch(s.Run, -1) {
			if !strings.HasPrefix(m[2], "$") {
				names = append(names, m[2])
			}
		}
	}
	for _, j := range w.Jobs {
		values, _ := j.Strategy.Matrix["target"].([]any)
		for _, v := range values {
			names = append(names, fmt.Sprint(v))
		}
	}
	return names, nil
}
