package webhooks

import (
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// What an operator may announce, by what is stated so far.
func TestAnnounceSourceAddresses(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)
	at := func(d time.Duration) *time.Time { return new(now.Add(d)) }
	day := 24 * time.Hour
	one, two := []string{"192.0.2.0/24"}, []string{"198.51.100.0/24"}
	nothing := SourceStatement{}
	stated := SourceStatement{Now: &SourceAddresses{ID: 1, Ranges: one, EffectiveAt: now.Add(-day)}}
	ahead := SourceStatement{Now: stated.Now, Next: &SourceAddresses{ID: 2, Ranges: two, EffectiveAt: now.Add(9 * day)}}
	unstated := SourceStatement{Now: &SourceAddresses{ID: 3, EffectiveAt: now.Add(-day)}}
	for name, c := range map[string]struct {
		stated      SourceStatement
		asked       SourceAnnouncement
		id          int64
		effective   time.Time
		field, code string
	}{
		"the first, now": {nothing, SourceAnnouncement{Ranges: one}, 0, now, "", ""},
		"the first, tomorrow": {
			nothing, SourceAnnouncement{Ranges: one, EffectiveAt: at(day)}, 0, now.Add(day), "", "",
		},
		"after none were stated": {unstated, SourceAnnouncement{Ranges: one}, 0, now, "", ""},
		"nothing to take back":   {nothing, SourceAnnouncement{}, 0, now, "/addresses", "required"},
		"others, without a time": {stated, SourceAnnouncement{Ranges: two}, 0, now, "/effective_at", "required"},
		"others, a moment too early": {
			stated, SourceAnnouncement{Ranges: two, EffectiveAt: at(SourceNotice - time.Millisecond)}, 0, now, "/effective_at",
			"too_early",
		},
		"others, in time": {
			stated, SourceAnnouncement{Ranges: two, EffectiveAt: at(SourceNotice)}, 0, now.Add(SourceNotice), "", "",
		},
		"others, urgently": {stated, SourceAnnouncement{Ranges: two, Urgent: true}, 0, now, "", ""},
		"others, urgently, tomorrow": {
			stated, SourceAnnouncement{Ranges: two, EffectiveAt: at(day), Urgent: true}, 0, now.Add(day), "", "",
		},
		"others, urgently, in the past": {
			stated, SourceAnnouncement{Ranges: two, EffectiveAt: at(-time.Second), Urgent: true}, 0, now, "/effective_at",
			"too_early",
		},
		"others, in years": {
			stated, SourceAnnouncement{Ranges: two, EffectiveAt: at(366 * day)}, 0, now, "/effective_at", "out_of_range",
		},
		"none any more, at once": {
			stated, SourceAnnouncement{EffectiveAt: at(0)}, 0, now, "/effective_at", "too_early",
		},
		"none any more": {
			stated, SourceAnnouncement{EffectiveAt: at(8 * day)}, 0, now.Add(8 * day), "", "",
		},
		"the same": {
			stated, SourceAnnouncement{Ranges: one, EffectiveAt: at(8 * day)}, 0, now, "/addresses", "unchanged",
		},
		"the same takes back what is ahead": {ahead, SourceAnnouncement{Ranges: one}, 0, now, "", ""},
		"another one instead of that ahead": {
			ahead, SourceAnnouncement{Ranges: []string{"203.0.113.0/24"}, EffectiveAt: at(8 * day)}, 0, now.Add(8 * day), "",
			"",
		},
		"the one that is ahead, once more": {
			ahead, SourceAnnouncement{Ranges: two, EffectiveAt: at(9 * day)}, 2, now.Add(9 * day), "", "",
		},
		"the one that is ahead, another time": {
			ahead, SourceAnnouncement{Ranges: two, EffectiveAt: at(10 * day)}, 0, now.Add(10 * day), "", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.stated.Announce(c.asked, now)
			if c.field != "" {
				if e := fault.As(err); len(e.Violations) != 1 || e.Violations[0].Field != c.field ||
					e.Violations[0].Code != c.code {
					t.Errorf("%+v, %v", got, err)
				}
				return
			}
			if err != nil || got.ID != c.id || !got.EffectiveAt.Equal(c.effective) {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// Ranges are stored as they are written in rules of firewalls, in order.
func TestSourceRanges(t *testing.T) {
	t.Parallel()
	got, bad := parseSources([]string{"2001:db8::/32", "198.51.100.7", "192.0.2.0/24", "10.0.0.0/8"})
	if want := []string{"10.0.0.0/8", "192.0.2.0/24", "198.51.100.7/32", "2001:db8::/32"}; len(bad) > 0 ||
		!slices.Equal(got, want) {
		t.Errorf("%v, %v", got, bad)
	}
	if _, bad := parseSources(make([]string, MaxSourceRanges+1)); len(bad) != 1 || bad[0].Code != "too_many" {
		t.Errorf("too many: %v", bad)
	}
	for text, code := range map[string]string{
		"":                 "invalid_address",
		"example.com":      "invalid_address",
		"192.0.2.0/33":     "invalid_address",
		"192.0.2.1/24":     "invalid_address",
		"::ffff:192.0.2.1": "invalid_address",
		"fe80::1%eth0":     "invalid_address",
		"0.0.0.0/0":        "out_of_range",
		"::/0":             "out_of_range",
		"203.0.113.128/25": "duplicate",
		"203.0.0.0/16":     "duplicate",
	} {
		if _, bad := parseSources([]string{"203.0.113.0/24", text}); len(bad) != 1 || bad[0].Code != code ||
			bad[0].Field != "/addresses/1" ||
			bad[0].Message == "" {
			t.Errorf("%q: %+v, want %s", text, bad, code)
		}
	}
}

// The tag changes when what is announced holds, and with nothing else.
func TestTagOfSourceAddresses(t *testing.T) {
	t.Parallel()
	one, two := &SourceAddresses{ID: 1}, &SourceAddresses{ID: 2}
	seen := map[string]bool{}
	for _, s := range []SourceStatement{{}, {Now: one}, {Next: one}, {Now: one, Next: two}, {Now: two}} {
		if tag := s.ETag(); seen[tag] || tag != s.ETag() {
			t.Errorf("%+v: %s", s, tag)
		} else {
			seen[tag] = true
		}
	}
}
