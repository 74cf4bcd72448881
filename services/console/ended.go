package console

import (
	"sync"
	"time"
)

// maxEnded bounds what is remembered of ended sessions. A provider that ends more within the limit of a session has the
// oldest forgotten; those then end when they ask the provider again.
const maxEnded = 10_000

// EndedSessions are those that a person has ended, or the identity provider by its back channel. The zero value is
// ready, and safe for concurrent use.
type EndedSessions struct {
	mu    sync.Mutex // guards all below
	at    map[string]time.Time
	order []string
}

// End ends the session with this id, the console's own (Form) or the provider's; without one, all sessions of the
// person that began by now.
func (e *EndedSessions) End(subject, sessionID string, now time.Time) {
	key := "subject " + subject
	if sessionID != "" {
		key = "session " + sessionID
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.at == nil {
		e.at = map[string]time.Time{}
	}
	if _, known := e.at[key]; !known {
		if len(e.order) == maxEnded {
			delete(e.at, e.order[0])
			e.order = e.order[1:]
		}
		e.order = append(e.order, key)
	}
	e.at[key] = now
}

// Has reports whether a session was ended.
func (e *EndedSessions) Has(s Session) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, key := range []string{"session " + s.SessionID, "session " + s.Form, "subject " + s.Subject} {
		if at, ok := e.at[key]; ok && key != "session " && !s.Began.After(at) {
			return true
		}
	}
	return false
}
