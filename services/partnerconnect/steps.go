package partnerconnect

import "slices"

// steps is a table of states: which follow each in one step. A state without an entry is final.
type steps[S ~string] map[S][]S

// allows reports whether there is a step.
func (t steps[S]) allows(from, to S) bool { return slices.Contains(t[from], to) }

// way returns the states of the shortest way, the first one not among them; false when there is none. Of several that are as
// short it is the one that the table names first.
func (t steps[S]) way(from, to S) ([]S, bool) {
	if from == to {
		return nil, true
	}
	came := map[S]S{from: from}
	for queue := []S{from}; len(queue) > 0; queue = queue[1:] {
		for _, next := range t[queue[0]] {
			if _, seen := came[next]; seen {
				continue
			}
			came[next] = queue[0]
			if next != to {
				queue = append(queue, next)
				continue
			}
			var out []S
			for s := to; s != from; s = came[s] {
				out = append(out, s)
			}
			slices.Reverse(out)
			return out, true
		}
	}
	return nil, false
}
