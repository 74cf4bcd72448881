package inflight

import (
	"sync"
	"time"
)

const (
	// remembered is how many acknowledged messages are recognised when they are delivered again. The last
	// acknowledgements before a disconnect or a crash of the server are lost; the message then needs a new
	// acknowledgement, not a new attempt.
	remembered = 16384
	// clockSkew is how far the clock of the server may be ahead of ours.
	clockSkew = 5 * time.Second
)

// A Stream knows the messages of a stream that are in flight here, and the last ones that were acknowledged here.
type Stream struct {
	name string
	most time.Duration // of wait: consumers of one endpoint each may differ, as may one that is changed; 0: no bound

	mu           sync.Mutex    // guards all below
	wait         time.Duration // of the consumer for an acknowledgement
	held         map[position]*Message
	acknowledged map[position]struct{}
	order        []acknowledgement // of acknowledged, a ring
	next         int
	// doubtUntil is until when messages were stored that may have been acknowledged before: a server that crashed can
	// restore removed ones.
	doubtUntil time.Time
}

// A position identifies a message of a stream. The time is part of it: a stream that lost its store numbers from 1
// again.
type position struct {
	sequence uint64
	stored   int64 // Unix nanoseconds
}

type acknowledgement struct {
	position position
	reply    string // where to
	at       time.Time
	attempt  string // the attempt, if it was made; empty of a message that was moved to another stream
}

func newStream(name string, wait, most time.Duration) *Stream {
	return &Stream{
		name: name, wait: wait, most: most, held: map[position]*Message{}, acknowledged: map[position]struct{}{},
	}
}

// Name is the name of the stream.
func (s *Stream) Name() string { return s.name }

// SetWait sets how long the consumer waits for an acknowledgement.
func (s *Stream) SetWait(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wait = d
}

// Wait is how long the consumer waits for an acknowledgement.
func (s *Stream) Wait() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wait
}

// Hold adds a message to those in flight. It returns false for one that is in flight or was acknowledged before: its
// acknowledgement was late or lost.
func (s *Stream) Hold(m *Message) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.acknowledged[m.position()]; ok {
		_ = m.Msg.Ack() // if this one is lost, too, the message is delivered again
		return false
	}
	if _, ok := s.held[m.position()]; ok {
		return false
	}
	s.held[m.position()] = m
	if m.IsRedelivered() || m.Stored.Before(s.doubtUntil) {
		m.doubtful = true
	}
	m.Keep()
	return true
}

func (s *Stream) acknowledge(m *Message) {
	a := acknowledgement{position: m.position(), reply: m.Reply(), at: time.Now()}
	if m.made {
		a.attempt = m.attempt()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, a.position)
	if len(s.order) < remembered {
		s.order = append(s.order, a)
	} else {
		delete(s.acknowledged, s.order[s.next].position)
		s.order[s.next] = a
		s.next = (s.next + 1) % remembered
	}
	s.acknowledged[a.position] = struct{}{}
}

func (s *Stream) forget(m *Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, m.position())
}

// acknowledgedSince calls resend with the reply subjects of what was acknowledged since a time.
func (s *Stream) acknowledgedSince(since time.Time, resend func(reply string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.order {
		if a.at.After(since) {
			resend(a.reply)
		}
	}
}

// limit is the wait that progress is reported for. The caller holds mu.
func (s *Stream) limit() time.Duration {
	if s.most > 0 {
		return min(s.wait, s.most)
	}
	return s.wait
}

// extend reports progress for what has been in flight for a third of the wait, so that it is not delivered again.
func (s *Stream) extend(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait := s.limit()
	for _, m := range s.held {
		if since := elapsed(m.extendedAt, now); since >= wait/3 {
			m.lapsed = m.lapsed || since >= wait
			m.extendedAt = now
			_ = m.InProgress()
		}
	}
}

// hasLapsed reports whether the wait for a message may have ended, as when this program was suspended.
func (s *Stream) hasLapsed(m *Message, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return m.lapsed || elapsed(m.extendedAt, now) >= s.limit()
}

// elapsed uses wall time if that is longer: monotonic time stops while a machine is suspended.
func elapsed(since, now time.Time) time.Duration {
	return max(now.Sub(since), now.Round(0).Sub(since.Round(0)))
}

// find sets, for each attempt asked about, whether it is made here or was made here.
func (s *Stream) find(attempts map[string]Holding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	set := func(id string, h Holding) {
		if before, asked := attempts[id]; asked && before < h {
			attempts[id] = h
		}
	}
	for _, m := range s.held {
		if m.exclusive.Load() {
			set(m.attempt(), Held)
		}
	}
	for i := range s.order {
		set(s.order[i].attempt, Done)
	}
}

func (s *Stream) wasAcknowledged(p position) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.acknowledged[p]
	return ok
}

// DoubtUntil makes messages doubtful that were stored before a time.
func (s *Stream) DoubtUntil(t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.doubtUntil = t.Add(clockSkew)
}

// HeldByEndpoint counts the messages in flight of each endpoint.
func (s *Stream) HeldByEndpoint() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := map[string]int{}
	for _, m := range s.held {
		counts[m.Endpoint]++
	}
	return counts
}

// Held counts the messages in flight.
func (s *Stream) Held() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.held)
}
