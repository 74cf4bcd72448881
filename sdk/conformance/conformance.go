package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc"
)

// An Outcome is what came of a check.
type Outcome string

// The outcomes.
const (
	Passed Outcome = "passed"
	Failed Outcome = "failed"
	// NotRun is a check that needs what was not given, such as a hook.
	NotRun Outcome = "not_run"
)

// A Result is what came of one check.
type Result struct {
	Check   string  `json:"check"`
	Demand  string  `json:"demand"`
	Outcome Outcome `json:"outcome"`
	Detail  string  `json:"detail,omitempty"` // why it failed or was not run
	TookMS  int64   `json:"took_ms"`
}

// A Verdict is what came of all checks of a part.
type Verdict struct {
	Part    string   `json:"part"`
	Outcome Outcome  `json:"outcome"` // failed when a check failed, not_run when one was not run
	Results []Result `json:"results"`
}

// Options say what is checked, and with what.
type Options struct {
	Part     string
	Conn     grpc.ClientConnInterface // carries the token
	Without  grpc.ClientConnInterface // to the same, without the token
	Reports  *Reports                 // nil: what is reported is not checked
	Hook     Hook                     // nil: what needs one is not run
	Only     []string                 // names of checks; empty: all
	Wait     time.Duration            // how long a report may take
	Quiet    time.Duration            // how long it is waited for one that must not come
	Lifetime time.Duration            // of what is to expire
	// Entries that a register has, and a number that it does not list: scheme/number.
	Company, Trader, Unlisted string
}

// A check is one demand of a contract.
type check struct {
	name, demand string
	run          func(ctx context.Context, s *session) error
}

// A session is one run of the checks of a part.
type session struct{ Options }

// errNotRun is the cause of a check that was not run.
type errNotRun string

func (e errNotRun) Error() string { return string(e) }

// parts are the checks by part. Their order is that in which they run.
var parts = map[string][]check{
	"payment_engine": engineChecks, "message_sender": messageChecks, "company_register": registerChecks,
	"bank_rail": railChecks, "identity_provider": identityChecks,
}

// Parts lists the parts that can be checked.
func Parts() []string {
	var out []string
	for name := range parts {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Table is the checks of a part and what they demand, in Markdown.
func Table(part string) string {
	var b strings.Builder
	b.WriteString("| check | demands |\n| --- | --- |\n")
	for _, c := range parts[part] {
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.name, c.demand)
	}
	return b.String()
}

// callTimeout bounds a call, as that of partner connect.
const callTimeout = 10 * time.Second

// Run runs the checks of a part. Its error is wrong usage; what is wrong with the implementation is in the verdict.
func Run(ctx context.Context, o Options, progress io.Writer) (Verdict, error) {
	v := Verdict{Part: o.Part, Outcome: Passed, Results: []Result{}}
	checks, known := parts[o.Part]
	if !known {
		return v, fmt.Errorf("unknown part %q; want one of %s", o.Part, strings.Join(Parts(), ", "))
	}
	for _, name := range o.Only {
		if !slices.ContainsFunc(checks, func(c check) bool { return c.name == name }) {
			return v, fmt.Errorf("%s has no check %q", o.Part, name)
		}
	}
	s := &session{o}
	for _, c := range checks {
		if len(o.Only) > 0 && !slices.Contains(o.Only, c.name) {
			continue
		}
		start := time.Now()
		err := c.run(ctx, s)
		if ctx.Err() != nil {
			return v, ctx.Err()
		}
		r := Result{Check: c.name, Demand: c.demand, Outcome: Passed, TookMS: time.Since(start).Milliseconds()}
		if err != nil {
			r.Outcome, r.Detail = Failed, err.Error()
			if _, skipped := errors.AsType[errNotRun](err); skipped {
				r.Outcome = NotRun
			}
		}
		if r.Outcome == Failed || r.Outcome == NotRun && v.Outcome == Passed {
			v.Outcome = r.Outcome
		}
		v.Results = append(v.Results, r)
		if _, err := io.WriteString(progress, r.line()); err != nil {
			return v, err
		}
	}
	return v, nil
}

func (r Result) line() string {
	out := fmt.Sprintf("%-8s %s\n", strings.ReplaceAll(string(r.Outcome), "_", " "), r.Check)
	if r.Outcome != Passed {
		out += "         demanded: " + r.Demand + "\n         found: " + r.Detail + "\n"
	}
	return out
}

// JSON writes the verdict.
func (v Verdict) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// ExitCode is that of a command: 0 for a pass, 1 for a failure, 3 when checks were not run.
func (v Verdict) ExitCode() int { return map[Outcome]int{Passed: 0, Failed: 1, NotRun: 3}[v.Outcome] }
