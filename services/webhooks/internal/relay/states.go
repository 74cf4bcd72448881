package relay

import (
	"slices"
	"time"
)

// A state is how far an event has come in this replica; doc.go has the table.
type state uint8

const (
	inOutbox state = iota
	queued
	sending
	sent
	stored
)

// transitions are all that there are, but for the end of an epoch, in which all rows are forgotten. Storing is the only
// other way out of sent: a row that was sent and is not stored would be sent again.
var transitions = map[state][]state{
	inOutbox: {queued, sending},
	queued:   {sending, inOutbox},
	sending:  {sent, queued, inOutbox},
	sent:     {stored},
	stored:   {inOutbox},
}

// rememberStored is how long a stored event is known. One may be found by a read before the call that stored it hands
// it over.
const rememberStored = time.Second

// states are those of the outbox rows that are on their way.
type states struct {
	rows   map[int64]row
	old    map[int64]struct{} // rows that are stored, of the time before since
	recent map[int64]struct{} // rows that are stored since
	since  time.Time
}

type row struct {
	state state
	found bool // by a read: another program may have stored it
}

func newStates() states { return states{rows: map[int64]row{}, recent: map[int64]struct{}{}} }

func (s *states) of(seq int64) state {
	if r, ok := s.rows[seq]; ok {
		return r.state
	}
	_, ended := s.recent[seq]
	if _, before := s.old[seq]; ended || before {
		return stored
	}
	return inOutbox
}

// move changes the state of a row if there is such a transition.
func (s *states) move(seq int64, to state) bool {
	if !slices.Contains(transitions[s.of(seq)], to) {
		return false
	}
	switch to {
	case inOutbox:
		delete(s.rows, seq)
	case stored:
		delete(s.rows, seq)
		s.recent[seq] = struct{}{}
	default:
		s.rows[seq] = row{to, s.rows[seq].found}
	}
	return true
}

// find queues a row that a read has found.
func (s *states) find(seq int64) bool {
	if !s.move(seq, queued) {
		return false
	}
	s.rows[seq] = row{queued, true}
	return true
}

// forget forgets rows that were stored long ago.
func (s *states) forget(now time.Time) {
	if now.Sub(s.since) > rememberStored {
		s.old, s.recent, s.since = s.recent, map[int64]struct{}{}, now
	}
}

// leave forgets all rows but those that are sent.
func (s *states) leave() {
	for seq, r := range s.rows {
		if r.state != sent {
			delete(s.rows, seq)
		}
	}
}
