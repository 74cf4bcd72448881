package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/e2e/procs"

	// The test builds the programs: without these imports, go test would return a cached result after a change of them.
	_ "github.com/partnerline/partnerline/services/dispatcher/app"
	_ "github.com/partnerline/partnerline/services/partnerconnect/app"
	_ "github.com/partnerline/partnerline/services/webhooks/app"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A short run of the kinds of faults that need no minute to heal. `make chaos` is the long one.
func TestShortRun(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all runs it")
	}
	dir := t.TempDir()
	s := settings{
		Seed: 1, Duration: 20 * time.Second, Rate: 100, AckWait: 8 * time.Second, Pause: 200 * time.Millisecond,
		DrainTimeout: 3 * time.Minute,
		Dir:          dir, Bin: filepath.Join(dir, "bin"),
		Only: []string{
			"kill-dispatcher", "kill-webhooks", "kill-nats", "kill-postgres", "nats-down", "postgres-down", "store-lost",
			"events-lost", "poison",
			"restart-webhooks", "restart-dispatchers", "restart-partnerconnect", "receivers-cut",
			"tenant-parks", "tenant-fails", "tenant-floods", "tenant-filters", "tenant-waits",
		},
	}
	s.Faults = len(s.Only)
	if err := procs.Build(t.Context(), s.Bin); err != nil {
		t.Fatal(err)
	}
	r, err := run(t.Context(), s, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	r.print(t.Output())
	if !r.holds() {
		t.Error("violated; the report above says what")
	}
	if r.Faults != s.Faults || r.Verdict.Accepted == 0 || r.Verdict.Ordered == 0 ||
		r.Partner.Made == 0 || r.Sessions == 0 {
		t.Errorf("%d faults, %d events accepted, %d calls of the partner, %d sessions ended: a run of nothing holds, too",
			r.Faults, r.Verdict.Accepted, r.Partner.Made, r.Sessions)
	}
}

// Faults are called by their names, which say in a line what they do.
func TestFaultsHaveNamesAndDescriptions(t *testing.T) {
	var names []string
	for _, f := range catalogue() {
		names = append(names, f.name)
		if f.doc == "" || strings.ContainsAny(f.name, " ,_") {
			t.Errorf("fault %q, %q", f.name, f.doc)
		}
	}
	if slices.Sort(names); len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("a name is there twice: %v", names)
	}
	if _, err := choose(settings{Only: []string{"kill-none"}}); err == nil {
		t.Error("a fault that is not there was chosen")
	}
	if _, err := choose(settings{Only: []string{"kill-nats-leader"}}); err == nil {
		t.Error("a fault of a cluster was chosen for a server alone")
	}
	if !slices.Contains(names, "tenant-parks") {
		t.Errorf("no fault of a tenant within its limits is among %v", names)
	}
	for _, f := range catalogue() {
		if within := f.name == "tenant-parks"; (within || f.name == "poison") && f.harmless() != within {
			t.Errorf("%s is harmless: %t", f.name, f.harmless())
		}
	}
	alone, err1 := choose(settings{})
	cluster, err2 := choose(settings{Nodes: 3})
	if err1 != nil || err2 != nil || len(alone) < 30 ||
		slices.ContainsFunc(cluster, func(f fault) bool { return f.name == "full-events" }) {
		t.Errorf("%d faults alone (%v), %d in a cluster (%v)", len(alone), err1, len(cluster), err2)
	}
}

// What the receivers answer depends on the delivery alone, and leaves the schedule room to end well where it should.
func TestReceiverAnswersDependOnTheDelivery(t *testing.T) {
	refused := map[manner]int{}
	for i := range 10_000 {
		event := "evt_" + strings.Repeat("x", i%7) + time.Duration(i).String()
		for m, last := range map[manner]int{steady: 200, flaky: 200} {
			if got := m.answer(event, attempts); got != last {
				t.Fatalf("manner %d answers the last attempt of %s with %d", m, event, got)
			}
		}
		for _, m := range []manner{steady, flaky, stubborn, refusing} {
			if m.answer(event, 1) != 200 {
				refused[m]++
			}
			if m == stubborn && m.answer(event, 1) != m.answer(event, attempts) {
				t.Fatalf("a stubborn endpoint changes its mind over %s", event)
			}
		}
	}
	if refused[steady] != 0 || refused[refusing] != 10_000 || refused[flaky] < 300 || refused[flaky] > 700 ||
		refused[stubborn] < 120 || refused[stubborn] > 280 {
		t.Errorf("first attempts refused, of 10,000: %v", refused)
	}
}

// What the loud tenant is owed has to arrive, unless its endpoints are deleted.
func TestOutcomesOfTheLoudTenant(t *testing.T) {
	for name, c := range map[string]struct {
		outcomes
		owed, arrived    int
		refuses, deleted bool
		holds            bool
	}{
		"all arrived":                    {outcomes{delivered: 9}, 9, 9, false, false, true},
		"more than is owed, by filters":  {outcomes{delivered: 9}, 5, 9, false, false, true},
		"one is pending":                 {outcomes{delivered: 8, pending: 1}, 9, 8, false, true, false},
		"one has no row":                 {outcomes{delivered: 8}, 9, 8, false, false, false},
		"one did not arrive":             {outcomes{delivered: 9}, 9, 8, false, false, false},
		"one is recorded as failed":      {outcomes{delivered: 8, failed: 1}, 9, 9, true, false, false},
		"one failed":                     {outcomes{delivered: 8, failed: 1}, 9, 8, false, false, false},
		"one failed, being refused":      {outcomes{delivered: 8, failed: 1}, 9, 8, true, false, true},
		"one is cancelled":               {outcomes{delivered: 8, cancelled: 1}, 9, 8, false, false, false},
		"some are cancelled by deletion": {outcomes{delivered: 5, cancelled: 2}, 9, 6, false, true, true},
		"deleted, one did not arrive":    {outcomes{delivered: 5, cancelled: 2}, 9, 4, false, true, false},
	} {
		if err := c.check(c.owed, c.arrived, c.refuses, c.deleted); (err == nil) != c.holds {
			t.Errorf("%s: %v", name, err)
		}
	}
}
