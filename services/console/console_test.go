package console

import (
	"slices"
	"strconv"
	"testing"
	"time"
)

func TestSessionsEnd(t *testing.T) {
	began := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	limits := Limits{Idle: time.Hour, Session: 12 * time.Hour, Refresh: 5 * time.Minute}
	for name, c := range map[string]struct {
		seen, now  time.Duration
		ended, due bool
	}{
		"just begun": {0, 0, false, false}, "in use": {30 * time.Minute, 80 * time.Minute, false, true},
		"idle":                   {30 * time.Minute, 90 * time.Minute, true, true},
		"used to its end":        {12 * time.Hour, 12 * time.Hour, true, true},
		"soon to be asked about": {0, 4 * time.Minute, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := Session{Identity: Identity{RefreshToken: "r"}, Began: began, Seen: began.Add(c.seen), Refreshed: began}
			if got := s.Ended(limits, began.Add(c.now)); got != c.ended {
				t.Errorf("ended: %t", got)
			}
			if got := s.Due(limits, began.Add(c.now)); got != c.due {
				t.Errorf("due: %t", got)
			}
		})
	}
	if !(Session{}).Ended(limits, began) {
		t.Error("a session that never began goes on")
	}
}

// A sign-in returns to pages of the console alone.
func TestReturnPath(t *testing.T) {
	for to, want := range map[string]string{
		"/webhooks/ten_a?done=pause": "/webhooks/ten_a?done=pause", "/": "/", "": "/", "webhooks": "/", "//example.com": "/",
		"/\\example.com": "/", "https://example.com": "/",
		"/\t/example.com": "/", "/ /example.com": "/", "javascript:alert(1)": "/", "/a:b": "/", "/sign-in?to=/": "/",
		"/x\r\nSet-Cookie: a=b": "/",
	} {
		t.Run(to, func(t *testing.T) {
			if got := ReturnPath(to); got != want {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestRoles(t *testing.T) {
	m, err := ParseRoleMap("payments-ops = finance, help-desk=support,viewer=reviewer")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ groups, want []string }{
		"of the role's name":                    {[]string{"administrator"}, []string{"administrator"}},
		"mapped":                                {[]string{"help-desk", "payments-ops"}, []string{"support", "finance"}},
		"unknown":                               {[]string{"everyone"}, nil},
		"a name that is mapped to another role": {[]string{"viewer"}, []string{"reviewer"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := m.Roles(c.groups); !slices.Equal(got, c.want) {
				t.Errorf("%q", got)
			}
		})
	}
	for _, list := range []string{"ops", "ops=owner", "=support"} {
		t.Run(list, func(t *testing.T) {
			if _, err := ParseRoleMap(list); err == nil {
				t.Error("accepted")
			}
		})
	}
}

func TestEndedSessions(t *testing.T) {
	at := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	session := func(subject, id, form string, began time.Time) Session {
		return Session{Identity: Identity{Subject: subject, SessionID: id}, Form: form, Began: began}
	}
	var e EndedSessions
	e.End("a", "s1", at)
	e.End("b", "", at)
	e.End("c", "f1", at)
	for name, c := range map[string]struct {
		s    Session
		want bool
	}{
		"the provider's session": {session("a", "s1", "f", at.Add(-time.Hour)), true},
		"another of the person":  {session("a", "s2", "f", at.Add(-time.Hour)), false},
		"all of a person":        {session("b", "s3", "f", at.Add(-time.Hour)), true},
		"one that began later":   {session("b", "s4", "f", at.Add(time.Second)), false},
		"by its form":            {session("c", "", "f1", at), true}, "of someone else": {session("d", "", "f", at), false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := e.Has(c.s); got != c.want {
				t.Errorf("%t", got)
			}
		})
	}
	for i := range maxEnded {
		e.End("x", strconv.Itoa(i), at)
	}
	if len(e.at) != maxEnded || len(e.order) != maxEnded || e.Has(session("a", "s1", "f", at)) {
		t.Errorf("%d are remembered, the oldest among them", len(e.at))
	}
}
