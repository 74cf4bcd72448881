package ratelimit

import "time"

// Limiters are those of a program, by a name that its replicas have in common.
type Limiters map[string]*Limiter

// Use is calls of a caller that one process counted and the others have not.
type Use struct {
	Caller Caller
	Calls  []int         // by policy, in the order of the Limiter's
	Age    time.Duration // of the oldest window that they are in
}

// Share makes the Limiter collect its calls. It is called before the first one.
func (l *Limiter) Share() { l.shared = true }

// Collect returns the calls that were counted since it was last called.
func (l *Limiter) Collect(now time.Time) []Use {
	if !l.taken.Swap(false) {
		return nil
	}
	var list []Use
	for i := range l.shards {
		s := &l.shards[i]
		s.mu.Lock()
		for caller, calls := range s.fresh {
			u := Use{Caller: caller, Calls: calls}
			for i, c := range s.counts(caller) {
				if calls[i] > 0 {
					u.Age = max(u.Age, now.Sub(c.start))
				}
			}
			list = append(list, u)
		}
		s.fresh = nil
		s.mu.Unlock()
	}
	return list
}

// Merge counts calls that other processes counted. A caller without calls here gets the window that it has there; with
// calls, its window stays. A Use that does not fit the Limiter's policies is ignored.
func (l *Limiter) Merge(list []Use, now time.Time) {
	for _, u := range list {
		if len(u.Calls) != len(l.policies) || u.Age < 0 {
			continue
		}
		s := l.shard(u.Caller)
		s.mu.Lock()
		s.age(now, l.longest)
		counts := s.counts(u.Caller)
		if counts == nil {
			counts = make([]count, len(l.policies))
		}
		for i, p := range l.policies {
			if n := u.Calls[i]; n > 0 && u.Age < p.Window {
				c := counts[i].at(now, p.Window)
				if c.used == 0 {
					c.start = now.Add(-u.Age)
				}
				c.used += min(n, p.Limit)
				counts[i] = c
			}
		}
		s.current[u.Caller] = counts
		s.mu.Unlock()
	}
}
