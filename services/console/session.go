package console

import (
	"slices"
	"strings"
	"time"
)

// An Identity is what the identity provider says of a person who has signed in.
type Identity struct {
	Subject string   `json:"sub"`
	Name    string   `json:"name,omitempty"`
	Email   string   `json:"email,omitempty"`
	Roles   []string `json:"roles,omitempty"`

	SessionID    string `json:"sid,omitempty"`     // at the provider; empty: it names none
	IDToken      string `json:"id,omitempty"`      // which ends the session there
	RefreshToken string `json:"refresh,omitempty"` // empty: the provider is not asked again
}

// Has reports whether the person has one of the roles.
func (i Identity) Has(roles ...string) bool {
	return slices.ContainsFunc(roles, func(r string) bool { return slices.Contains(i.Roles, r) })
}

// A Session is what the browser of a person holds, sealed.
type Session struct {
	Identity

	Form      string    `json:"form"` // what forms of the session carry; new at every sign-in
	Began     time.Time `json:"began"`
	Seen      time.Time `json:"seen"`
	Refreshed time.Time `json:"refreshed"`
}

// Limits of sessions.
type Limits struct {
	Idle    time.Duration // without a request
	Session time.Duration // from the sign-in
	Refresh time.Duration // after which the provider is asked again
}

// seenEvery is how often a session stores that it was used: each time is another cookie.
const seenEvery = time.Minute

// Ended reports whether the session is over.
func (s Session) Ended(l Limits, now time.Time) bool {
	return s.Began.IsZero() || now.Sub(s.Began) >= l.Session || now.Sub(s.Seen) >= l.Idle
}

// Due reports whether the provider is to be asked again.
func (s Session) Due(l Limits, now time.Time) bool {
	return s.RefreshToken != "" && now.Sub(s.Refreshed) >= l.Refresh
}

// Stale reports whether the session has to store that it is used.
func (s Session) Stale(now time.Time) bool { return now.Sub(s.Seen) >= seenEvery }

// ReturnPath is where a sign-in may return to: a path of the console. Anything else is its first page, so that no link
// can lead elsewhere.
func ReturnPath(to string) string {
	const longest = 500
	if len(to) > longest || !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") {
		return "/"
	}
	for _, r := range to {
		if r <= ' ' || r == '\\' || r == 0x7f {
			return "/"
		}
	}
	if path, _, _ := strings.Cut(to, "?"); strings.Contains(path, ":") || strings.HasPrefix(path, "/sign-") {
		return "/"
	}
	return to
}
