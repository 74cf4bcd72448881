// Package steps holds tables of states and finds paths through them.
package steps

import "slices"

// A Table says which states follow each in one step. A state without an entry is final.
type Table[S comparable] map[S][]S

// Allows reports whether one step leads from one state to another.
func (t Table[S]) Allows(from, to S) bool { return slices.Contains(t[from], to) }

// Path returns the states of the shortest path, without the first one; false when there is none. If several are as
// short, it is the one that the table lists first. From a state to itself the path is empty.
func (t Table[S]) Path(from, to S) ([]S, bool) {
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
