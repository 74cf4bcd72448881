package ratelimit

import (
	"crypto/sha256"
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	shards = 64
	// maxCallers bounds the callers of a generation of a shard: 64 shards x 2 generations x 1024 callers x about 200 bytes
	// is 26 MB at most. Only addresses can be that many; keys are as many as were issued.
	maxCallers = 1024
)

// A Caller is a hash of who calls: an address is not kept, and does not leave the process.
type Caller [16]byte

func callerOf(name string) Caller {
	sum := sha256.Sum256([]byte(name))
	return Caller(sum[:])
}

// A Limiter counts the calls of callers against its policies.
type Limiter struct {
	policies []Policy
	longest  time.Duration
	seed     maphash.Seed // so that a client cannot choose which callers share a lock
	shared   bool         // calls are collected
	taken    atomic.Bool  // calls were counted since they were last collected
	shards   [shards]shard
}

// A shard has some of the callers, in two generations: a generation ends after the longest window, and the previous one
// is dropped as a whole. Its callers have not called for that long, so nothing is dropped that still counts.
type shard struct {
	mu                sync.Mutex // guards all below
	current, previous map[Caller][]count
	since             time.Time        // of the current generation
	fresh             map[Caller][]int // calls by policy that were not collected yet
}

// count is how often a caller called in the window that began at start.
type count struct {
	start time.Time
	used  int
}

// at returns the count of the window that includes now; without calls in it, of one that begins now.
func (c count) at(now time.Time, window time.Duration) count {
	if now.Sub(c.start) >= window {
		return count{start: now}
	}
	return c
}

// New returns a Limiter of policies; one without any allows every call.
func New(policies []Policy) *Limiter {
	l := &Limiter{policies: slices.Clone(policies), seed: maphash.MakeSeed()}
	for _, p := range policies {
		l.longest = max(l.longest, p.Window)
	}
	return l
}

// Policies are those of the Limiter.
func (l *Limiter) Policies() []Policy { return l.policies }

// A Quota is what a policy leaves to a caller.
type Quota struct {
	Policy
	Remaining int
	Reset     time.Duration // until the window ends
	Violated  bool          // the call exceeds the policy
}

// Take counts one call of a caller towards the named policies, and returns its quota of each of them that the Limiter
// has. A call that exceeds one of them counts towards none.
func (l *Limiter) Take(caller string, now time.Time, names ...string) []Quota {
	return l.use(caller, now, 1, true, names)
}

// TakeAll is Take of n calls at once: all of them, or none. More than a policy allows in a window count as many as it
// allows.
func (l *Limiter) TakeAll(caller string, now time.Time, n int, names ...string) []Quota {
	return l.use(caller, now, n, true, names)
}

// Peek is Take without counting a call.
func (l *Limiter) Peek(caller string, now time.Time, names ...string) []Quota {
	return l.use(caller, now, 1, false, names)
}

func (l *Limiter) use(name string, now time.Time, n int, take bool, names []string) []Quota {
	quotas := make([]Quota, 0, len(names))
	if len(l.policies) == 0 {
		return quotas
	}
	caller := callerOf(name)
	s := l.shard(caller)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.age(now, l.longest)
	counts := s.counts(caller)
	if counts == nil {
		counts = make([]count, len(l.policies))
	}
	violated := false
	for i, p := range l.policies {
		if !slices.Contains(names, p.Name) {
			continue
		}
		c := counts[i].at(now, p.Window)
		q := Quota{Policy: p, Remaining: max(0, p.Limit-c.used), Reset: c.start.Add(p.Window).Sub(now)}
		q.Violated = c.used+min(n, p.Limit) > p.Limit
		violated = violated || q.Violated
		quotas = append(quotas, q)
	}
	if !take || violated {
		return quotas
	}
	next := 0
	for i, p := range l.policies {
		if slices.Contains(names, p.Name) {
			counts[i] = counts[i].at(now, p.Window)
			counts[i].used += min(n, p.Limit)
			quotas[next].Remaining -= min(n, p.Limit)
			next++
		}
	}
	s.current[caller] = counts
	if l.shared {
		l.note(s, caller, n, names)
	}
	return quotas
}

func (l *Limiter) shard(c Caller) *shard { return &l.shards[maphash.Comparable(l.seed, c)%shards] }

// note remembers n calls until they are collected. When there are too many callers it forgets those that come last,
// whose calls are counted only here.
func (l *Limiter) note(s *shard, c Caller, n int, names []string) {
	calls := s.fresh[c]
	if calls == nil {
		if len(s.fresh) >= maxCallers {
			return
		}
		if s.fresh == nil {
			s.fresh = map[Caller][]int{}
		}
		calls = make([]int, len(l.policies))
		s.fresh[c] = calls
	}
	for i, p := range l.policies {
		if slices.Contains(names, p.Name) {
			calls[i] += min(n, p.Limit)
		}
	}
	l.taken.Store(true)
}

// counts returns the counts of a caller, who then belongs to the current generation.
func (s *shard) counts(caller Caller) []count {
	if c, ok := s.current[caller]; ok {
		return c
	}
	c, ok := s.previous[caller]
	if ok {
		s.current[caller] = c
	}
	return c
}

// age begins a new generation when it is time, or when the current one is full: then a caller may be forgotten early,
// which favours it.
func (s *shard) age(now time.Time, longest time.Duration) {
	elapsed := now.Sub(s.since)
	if s.current != nil && elapsed < longest && len(s.current) < maxCallers {
		return
	}
	s.previous, s.current, s.since = s.current, map[Caller][]count{}, now
	if elapsed >= 2*longest {
		s.previous = nil
	}
}
