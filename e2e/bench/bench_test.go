package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/e2e/procs"
)

func TestChosenParts(t *testing.T) {
	t.Parallel()
	names := func(list []part) (names []string) {
		for _, p := range list {
			names = append(names, p.name)
		}
		return names
	}
	for name, c := range map[string]struct {
		only  string
		quick bool
		want  string
	}{
		"a part":                  {only: "P2", want: "P2"},
		"a neighbour":             {only: "isolation/churn", want: "isolation"},
		"a measurement of a part": {only: "P3", want: "trouble"},
		"a long part, when quick": {only: "P12", quick: true, want: "P12"},
		"without the long ones":   {quick: true, want: "sender P1_dispatcher P1 P1_filters P14 P2 trouble"},
		"all":                     {want: strings.Join(names(parts), " ")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list, err := chosen(c.only, c.quick)
			if err != nil || strings.Join(names(list), " ") != c.want {
				t.Errorf("%v, %v, want %s", names(list), err, c.want)
			}
		})
	}
	if _, err := chosen("P33", false); err == nil || !strings.Contains(err.Error(), "-only P33: want one of sender,") {
		t.Errorf("a part that does not exist: %v", err)
	}
}

// Latency and processor time are ratios to what is bare in the same run: twice as fast a machine changes none of them.
func TestRatiosToWhatIsBare(t *testing.T) {
	t.Parallel()
	for name, unit := range map[string]time.Duration{
		"a machine": 2 * time.Millisecond, "one twice as fast": time.Millisecond,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			of := func(times float64) latencies { return latencies{time.Duration(times * float64(unit))} }
			spent := cost{programs: map[string]time.Duration{procs.Webhooks: 3 * unit, procs.Postgres: unit}, own: unit}
			r := rateMeasured{
				events: of(14), requests: of(1), commits: of(2), spent: spent, requestCPU: unit, commitCPU: unit, syncs: 1,
			}
			out := &table{out: new(bytes.Buffer), Figures: map[string]figure{}}
			r.report(out, rateBars{perSecond: 200, p99: 1})
			for name, want := range map[string]figure{
				"P2_200": {Value: 2, Bar: 1, AtMost: true}, "P2_200_p50": {Value: 2, Met: true}, "P8_200": {Value: 2, Met: true},
				"P8_200_ms": {Value: 4 * millis(unit), Met: true}, "wal_syncs_200": {Value: 1, Met: true},
			} {
				if got := out.Figures[name]; got != want {
					t.Errorf("%s is %+v, want %+v", name, got, want)
				}
			}
		})
	}
}

func TestCostIsOfEachProgram(t *testing.T) {
	t.Parallel()
	until := func(nats, webhooks, own int) cost {
		return cost{programs: map[string]time.Duration{
			procs.NATS: time.Duration(nats) * time.Second, procs.Webhooks: time.Duration(webhooks) * time.Second,
		}, own: time.Duration(own) * time.Second}
	}
	var all cost
	all.add(until(1, 1, 3))
	all.add(until(0, 1, 1))
	each := all.of(1000)
	if got, want := each.String(), "natsd 1.00, webhooksd 2.00"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if each.system() != 3*time.Millisecond || each.own != 4*time.Millisecond {
		t.Errorf("%s in all, %s of this process", each.system(), each.own)
	}
}

func TestLongestGap(t *testing.T) {
	t.Parallel()
	begin := time.Unix(1_800_000_000, 0)
	clockOf := func(took ...int) *clock {
		c := newClock(len(took))
		for i, ms := range took {
			c.started[i] = begin.Add(time.Duration(i) * 10 * time.Millisecond)
			c.took[i] = time.Duration(ms) * time.Millisecond
		}
		return c
	}
	for name, c := range map[string]struct {
		clock *clock
		want  time.Duration
	}{
		"all in time":           {clockOf(5, 5, 5), 10 * time.Millisecond},
		"late from the first":   {clockOf(100, 95, 90), 100 * time.Millisecond},
		"one overtakes another": {clockOf(5, 50, 5), 35 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.clock.longestGap(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestQuieter(t *testing.T) {
	t.Parallel()
	calm, disturbed := latencies{5, 6}, latencies{1, 60}
	for _, got := range []latencies{quieter(calm, disturbed), quieter(disturbed, calm)} {
		if got.p99() != calm.p99() {
			t.Errorf("%v is not the quieter one", got)
		}
	}
}
