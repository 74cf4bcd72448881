package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/partnerline/partnerline/e2e/chaos/oracle"
)

// report is what a run found.
type report struct {
	Seed            uint64            `json:"seed"`
	Rate            int               `json:"rate"`
	Nodes           int               `json:"nats_nodes"`
	Started         time.Time         `json:"started"`
	Took            float64           `json:"load_s"`  // under load
	Drained         float64           `json:"drain_s"` // from the end of the load until nothing was in progress
	Faults          int               `json:"faults"`
	Windows         map[string]*tally `json:"by_fault"`
	Verdict         oracle.Verdict    `json:"verdict"`
	Deactivations   int               `json:"wrong_deactivations"`
	Counts          []count           `json:"failure_counts"`
	Calls           callCounts        `json:"publishing"`
	Ambiguous       int64             `json:"publishing_unanswered"` // calls without a response, which were retried
	Partner         callCounts        `json:"partner"`
	Sessions        int64             `json:"sessions_ended"`       // of merchants in the hosted flow
	Stranded        []string          `json:"stranded_onboardings"` // of them those whose merchant cannot continue
	Left            []string          `json:"left"`                 // what was still in progress when the drain timed out
	UnexpectedExits []string          `json:"unasked_ends"`
}

// tally is what was done of one kind of fault.
type tally struct {
	Times int      `json:"times"`
	Took  float64  `json:"seconds"`
	Notes []string `json:"notes,omitempty"`
}

// count is the failure count of an endpoint that is known exactly.
type count struct {
	Endpoint  string `json:"endpoint"`
	Have      int    `json:"have"`
	Want      int    `json:"want"`
	Active    bool   `json:"active"`
	MayBeDown bool   `json:"is_to_be_deactivated"`
}

// holds reports whether nothing was violated.
func (r *report) holds() bool {
	for _, c := range r.Counts {
		if c.Have != c.Want {
			return false
		}
	}
	return r.Verdict.Holds() && r.Deactivations == 0 && len(r.Stranded) == 0 && len(r.Left) == 0 &&
		len(r.UnexpectedExits) == 0 && r.Calls.Failed == 0 && r.Partner.Failed == 0
}

func (r *report) print(out io.Writer) {
	v := r.Verdict
	fmt.Fprintf(out, "\nseed %d, %s/%s, %d processors, %d events/s asked for, %d NATS\n\n", r.Seed, runtime.GOOS,
		runtime.GOARCH, runtime.NumCPU(), r.Rate, max(r.Nodes, 1))
	row := func(name string, value any) { fmt.Fprintf(out, "  %-44s %v\n", name, value) }
	row("under load, then drained", fmt.Sprintf("%.0f s, %.0f s", r.Took, r.Drained))
	row("faults", r.Faults)
	row("events accepted", v.Accepted)
	row("deliveries due", v.Due)
	row("delivered", v.Delivered)
	row("failed after their schedule (receiver refused)",
		fmt.Sprintf("%d, %d of them with its line in trouble", v.Refused, v.Unreached))
	row("LOST", v.Lost)
	row("requests at receivers", v.Receipts)
	row("refused by receivers on purpose", v.Retries)
	row("duplicates, explained", v.Explained)
	row("DUPLICATES, UNEXPLAINED", v.Unexplained)
	row("events that arrived in order of their keys", fmt.Sprintf("%d of %d keys", v.Ordered, v.Keys))
	row("INVERSIONS", v.Inversions)
	row("share of the run far from all trouble", fmt.Sprintf("%.0f %%", 100*v.Quiet))
	row("WRONG DEACTIVATIONS", r.Deactivations)
	row("failure counts exact", fmt.Sprintf("%d of %d", r.exact(), len(r.Counts)))
	row("publishing", fmt.Sprintf("%s, %d tries without an answer", r.Calls, r.Ambiguous))
	row("partner's calls", r.Partner)
	row("verification sessions of merchants ended", r.Sessions)
	row("STRANDED ONBOARDINGS", len(r.Stranded))
	fmt.Fprintf(out, "\n  %-28s %5s %9s %11s\n", "fault", "times", "seconds", "duplicates")
	for _, name := range slices.Sorted(maps.Keys(r.Windows)) {
		t := r.Windows[name]
		fmt.Fprintf(out, "  %-28s %5d %9.1f %11d\n", name, t.Times, t.Took, v.ByTrouble[name])
		for _, note := range t.Notes {
			fmt.Fprintf(out, "      %s\n", note)
		}
	}
	fmt.Fprintln(out)
	for _, list := range [][]string{v.Faults, r.Stranded, r.Left, r.UnexpectedExits} {
		for _, f := range list {
			fmt.Fprintln(out, "  VIOLATION", f)
		}
	}
	for _, c := range r.Counts {
		if c.Have != c.Want {
			fmt.Fprintf(out, "  VIOLATION failure count of %s is %d, want %d\n", c.Endpoint, c.Have, c.Want)
		}
	}
	if r.holds() {
		fmt.Fprintln(out, "  everything holds")
	}
}

func (r *report) exact() int {
	n := 0
	for _, c := range r.Counts {
		if c.Have == c.Want {
			n++
		}
	}
	return n
}

// write writes the report as JSON.
func (r *report) write(path string) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o600)
}
