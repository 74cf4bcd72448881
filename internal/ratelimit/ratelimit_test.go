package ratelimit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/envconfig"
)

var epoch = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

// The documented defaults (docs/rules/api.md) are what an empty environment means.
func TestDocumentedDefaults(t *testing.T) {
	var c Config
	if err := envconfig.Load(&c, nil); err != nil {
		t.Fatal(err)
	}
	if got := PolicyField(c.Policies()); got != `"key";q=600;w=60, "writes";q=120;w=60, "uploads";q=60;w=60` {
		t.Errorf("policies: %s", got)
	}
	if got := PolicyField(c.FailurePolicies()); got != `"failures";q=30;w=60` {
		t.Errorf("failures: %s", got)
	}
}

func TestConfigReportsAllFaultsAtOnce(t *testing.T) {
	err := Config{Key: -1, Writes: -2, Uploads: -3, Failures: -4}.Validate()
	for _, name := range []string{"RATE_LIMIT_KEY", "RATE_LIMIT_WRITES", "RATE_LIMIT_UPLOADS", "RATE_LIMIT_FAILURES"} {
		if err == nil || !strings.Contains(err.Error(), name+": ") {
			t.Errorf("%s is not in %v", name, err)
		}
	}
	if got := (Config{Writes: 5}).Policies(); len(got) != 1 || got[0].Name != Writes {
		t.Errorf("policies that are off: %v", got)
	}
}

func TestHeadersStateLimitAndRest(t *testing.T) {
	l := New(Config{Key: 600, Writes: 1}.Policies())
	l.Take("k", epoch, Key)
	got := l.Take("k", epoch.Add(18*time.Second+time.Millisecond), Key, Writes)
	if s := QuotaField(got); s != `"key";r=598;t=42, "writes";r=0;t=60` {
		t.Errorf("%s", s)
	}
	got = l.Take("k", epoch.Add(20*time.Second), Key, Writes)
	names, wait := Violated(got)
	if !slices.Equal(names, []string{Writes}) || Seconds(wait) != 59 {
		t.Errorf("violated %v, wait %v", names, wait)
	}
	if s := QuotaField(got); s != `"key";r=598;t=40, "writes";r=0;t=59` {
		t.Errorf("a refused call counts: %s", s)
	}
}

// model is the rule said plainly: windows per caller and policy, nothing ever forgotten.
type model map[string]map[string]*count

func (m model) take(caller string, now time.Time, policies []Policy, names []string) (admitted bool, used []int) {
	if m[caller] == nil {
		m[caller] = map[string]*count{}
	}
	admitted = true
	touched := map[string]*count{}
	for _, p := range policies {
		if !slices.Contains(names, p.Name) {
			continue
		}
		c := m[caller][p.Name]
		if c == nil || now.Sub(c.start) >= p.Window {
			c = &count{start: now}
		}
		admitted = admitted && c.used < p.Limit
		touched[p.Name] = c
	}
	for _, name := range names {
		c := touched[name]
		if admitted {
			c.used++
			m[caller][name] = c
		}
		used = append(used, c.used)
	}
	return admitted, used
}

// Whatever calls come whenever, the limiter decides as the rule does, although it forgets; and from them all, no window
// of any caller admits more than the quota.
func TestLimiterFollowsTheRule(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		policies := []Policy{
			{Key, 1 + rnd.IntN(12), time.Minute}, {Writes, 1 + rnd.IntN(5), time.Minute},
			{Uploads, 1 + rnd.IntN(5), time.Minute},
		}
		l, m, now := New(policies), model{}, epoch
		callers := 1 + rnd.IntN(8)
		for step := range 400 {
			now = now.Add([]time.Duration{0, time.Millisecond, time.Second, 7 * time.Second, time.Minute,
				150 * time.Second}[rnd.IntN(6)])
			caller := fmt.Sprint(rnd.IntN(callers))
			names := [][]string{{Key}, {Key, Writes}, {Key, Uploads}}[rnd.IntN(3)]
			before := l.Peek(caller, now, names...)
			got := l.Take(caller, now, names...)
			want, used := m.take(caller, now, policies, names)
			violated, wait := Violated(got)
			if (len(violated) == 0) != want {
				t.Fatalf("seed %d step %d: violated %v, want admitted %v", seed, step, violated, want)
			}
			if !want && (wait <= 0 || wait > time.Minute) {
				t.Fatalf("seed %d step %d: wait %v", seed, step, wait)
			}
			if len(got) != len(names) {
				t.Fatalf("seed %d step %d: %v", seed, step, got)
			}
			for i, s := range got {
				if s.Remaining != s.Limit-used[i] || s.Remaining < 0 || s.Reset <= 0 || s.Reset > s.Window {
					t.Fatalf("seed %d step %d: %+v, used %d", seed, step, s, used[i])
				}
				if want && before[i].Remaining != s.Remaining+1 {
					t.Fatalf("seed %d step %d: a look counts, or a call does not: %+v, %+v", seed, step, before[i], s)
				}
			}
		}
	}
}

// Several calls at once count all or none, and what no window has room for is one whole window.
func TestTakeAll(t *testing.T) {
	l := New(PerMinute(Deliveries, 10))
	for i, c := range []struct {
		n         int
		violated  bool
		remaining int
	}{{6, false, 4}, {5, true, 4}, {4, false, 0}, {1, true, 0}} {
		if q := l.TakeAll("t", epoch, c.n, Deliveries)[0]; q.Violated != c.violated || q.Remaining != c.remaining {
			t.Errorf("%d: %+v", i, q)
		}
	}
	if q := l.TakeAll("t", epoch.Add(time.Minute), 1000, Deliveries)[0]; q.Violated || q.Remaining != 0 {
		t.Errorf("more than there is room for: %+v", q)
	}
	if q := New(PerMinute(Deliveries, 0)).TakeAll("t", epoch, 1000, Deliveries); len(q) != 0 {
		t.Errorf("without a limit: %+v", q)
	}
}

// A caller that waits for as long as Violated returns is admitted.
func TestWaitIsLongEnough(t *testing.T) {
	l := New(Config{Key: 5, Writes: 2}.Policies())
	now := epoch
	for range 100 {
		names, wait := Violated(l.Take("k", now, Key, Writes))
		if len(names) > 0 {
			now = now.Add(wait)
			if names, _ = Violated(l.Take("k", now, Key, Writes)); len(names) > 0 {
				t.Fatalf("after the wait: %v", names)
			}
		}
		now = now.Add(3 * time.Second)
	}
}

// Any number of unknown callers neither fills the memory nor counts towards the limits of others.
func TestMemoryIsBounded(t *testing.T) {
	l := New(Config{Failures: 3}.FailurePolicies())
	for i := range 3 * shards * maxCallers {
		l.Take(fmt.Sprint("unknown ", i), epoch, Failures)
	}
	total := 0
	for i := range l.shards {
		total += len(l.shards[i].current) + len(l.shards[i].previous)
	}
	if most := 2 * shards * maxCallers; total > most {
		t.Errorf("%d callers are remembered, at most %d may be", total, most)
	}
	later := epoch.Add(2 * time.Minute)
	for i := range l.shards {
		l.shards[i].age(later, time.Minute)
		if n := len(l.shards[i].current) + len(l.shards[i].previous); n != 0 {
			t.Fatalf("%d idle callers are still remembered", n)
		}
	}
	if names, _ := Violated(l.Take("new", epoch, Failures)); len(names) != 0 {
		t.Error("a caller that never called is refused")
	}
}

func TestConcurrentCallsNeverExceedTheQuota(t *testing.T) {
	const quota, calls = 100, 400
	l := New(Config{Key: quota}.Policies())
	var wg sync.WaitGroup
	var mu sync.Mutex
	admitted := 0
	for range 8 {
		wg.Go(func() {
			for range calls / 8 {
				if names, _ := Violated(l.Take("k", epoch, Key)); len(names) == 0 {
					mu.Lock()
					admitted++
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if admitted != quota {
		t.Errorf("%d of %d calls were admitted, want %d", admitted, calls, quota)
	}
}

func BenchmarkTake(b *testing.B) {
	l := New(Config{Key: 600, Writes: 120, Uploads: 60}.Policies())
	b.ReportAllocs()
	for b.Loop() {
		l.Take("key_06gzqrtrb1ygnfng6a3wv0d82g", epoch, Key, Writes)
	}
}

// Whatever several processes count, in any order of their messages, each call counts once in each of them.
func TestCallsCountOnceInEachProcess(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 9))
		policies := Config{Key: 10_000, Writes: 10_000}.Policies()
		list := make([]*Limiter, 2+random.IntN(3))
		for i := range list {
			list[i] = New(policies)
			list[i].Share()
		}
		callers := []string{"a", "b", "c"}
		total := map[string][2]int{}
		share := func() {
			for i, from := range list {
				uses := from.Collect(epoch)
				for k, to := range list {
					if k != i {
						to.Merge(uses, epoch)
					}
				}
			}
		}
		for range random.IntN(300) {
			caller, names, n := callers[random.IntN(3)], []string{Key}, total
			if random.IntN(2) == 0 {
				names = append(names, Writes)
			}
			list[random.IntN(len(list))].Take(caller, epoch, names...)
			n[caller] = [2]int{n[caller][0] + 1, n[caller][1] + len(names) - 1}
			if random.IntN(20) == 0 {
				share()
			}
		}
		share()
		for i, l := range list {
			for _, caller := range callers {
				q := l.Peek(caller, epoch, Key, Writes)
				if got := [2]int{10_000 - q[0].Remaining, 10_000 - q[1].Remaining}; got != total[caller] {
					t.Fatalf("seed %d: process %d counted %v calls of %s, want %v", seed, i, got, caller, total[caller])
				}
			}
		}
	}
}
