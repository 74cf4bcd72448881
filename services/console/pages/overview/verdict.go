package overview

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// A verdict answers whether all is well, by what the page shows.
type verdict struct {
	Meaning  string // good, waiting or bad, as a badge has it
	Findings []finding
	Partial  bool // the person's roles do not show some part
}

// A finding is something to do. Its path leads to where it is done.
type finding struct {
	Key   string // of its text, which begins with verdict_
	Count int    // 0: the text has none
	More  bool   // than the count
	Path  string
	Bad   bool // something is broken, and does not only wait
}

// Say is what the page says of a finding.
func (verdict) Say(p screen.Page, f finding) string {
	switch f.Count {
	case 0:
		return cmp.Or(p.T("verdict_"+f.Key), f.Key)
	case 1:
		return p.T("verdict_" + f.Key + "_one")
	}
	count := strconv.Itoa(f.Count)
	if f.More {
		count += "+"
	}
	return fmt.Sprintf(p.T("verdict_"+f.Key), count)
}

// late is how long a review may wait.
const late = 24 * time.Hour

// verdictOf sums up the parts of the page at a time.
func verdictOf(v view, now time.Time) (out verdict) {
	add := func(key string, n int, path string, bad bool) {
		if n > 0 {
			out.Findings = append(out.Findings, finding{Key: key, Count: n, Path: path, Bad: bad})
		}
	}
	for _, i := range v.Integrity {
		for _, c := range i.Checks.Data {
			if !c.GetIntact() {
				out.Findings = append(out.Findings,
					finding{Key: "broken_" + c.GetKind(), Path: "#integrity-" + i.Service, Bad: true})
			}
		}
	}
	path := "#failing"
	if len(v.Failing.Data) == 1 {
		f := v.Failing.Data[0]
		path = screen.Page{}.To("webhooks", f.GetTenantId(), f.GetEndpoint().GetId())
	}
	if n := len(v.Failing.Data); n > 0 {
		out.Findings = append(out.Findings, finding{"failing", n, n >= maxFailing, path, true})
	}
	add("late", lateStages(v.Backlog.Data.GetData()), "#backlog", true)
	add("absent", unread(v, &out.Partial), "", true)
	if r := v.Reviews.Data; r.GetWaiting() > 0 && now.Sub(r.GetOldest().AsTime()) > late {
		days := int(now.Sub(r.GetOldest().AsTime()) / (24 * time.Hour))
		add("review", days, "review", false)
	}
	add("differences", len(v.Differences.Data), "money/reconcile", false)
	add("lines", len(v.Lines.Data), "money/reconcile", false)
	add("providers", len(failingProviders(v.Providers.Data)), "#providers", false)
	out.Meaning = "good"
	for _, f := range out.Findings {
		if f.Bad {
			out.Meaning = "bad"
		} else if out.Meaning == "good" {
			out.Meaning = "waiting"
		}
	}
	return out
}

func lateStages(list []*webhooksv1.Stage) (n int) {
	for _, s := range list {
		if s.GetLate() {
			n++
		}
	}
	return n
}

// failingProviders are those whose calls are open after an error.
func failingProviders(list []*pcv1.Provider) (out []*pcv1.Provider) {
	for _, p := range list {
		if p.GetConnected() && p.GetOpenCalls() > 0 && p.GetLastError() != "" {
			out = append(out, p)
		}
	}
	return out
}

// unread counts the parts that could not be read, and notes whether the person's roles hide one.
func unread(v view, hidden *bool) (n int) {
	for _, s := range []screen.State{
		v.Statistics.State, v.Figures.State, v.Reviews.State, v.Waiting.State, v.Providers.State, v.Backlog.State,
		v.Failing.State, v.Differences.State, v.Calls.State, v.Lines.State, v.Integrity[0].Checks.State,
		v.Integrity[1].Checks.State,
	} {
		switch s {
		case screen.Away, screen.Failed:
			n++
		case screen.Denied:
			*hidden = true
		}
	}
	return n
}
