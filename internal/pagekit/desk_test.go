package pagekit

import (
	"net/url"
	"slices"
	"testing"
	"time"
)

// page is one in a language, looked at at noon.
func page(lang string) Page {
	return Page{
		Lang: lang, Home: "../", Now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC),
		Texts: withDesk(Texts{English: {"state_paid": "paid at last"}, Polish: {}}),
	}
}

func TestMoments(t *testing.T) {
	noon := page(English).Now
	for name, c := range map[string]struct {
		after          time.Duration
		english, polsh string
	}{
		"now": {-59 * time.Second, "just now", "przed chwilą"}, "minutes": {-4 * time.Minute, "4 min ago", "4 min temu"},
		"hours": {-47 * time.Hour, "47 h ago", "47 godz. temu"}, "days": {-72 * time.Hour, "3 d ago", "3 dni temu"},
		"later": {90 * time.Minute, "in 1 h", "za 1 godz."}, "long ago": {-90 * 24 * time.Hour, "2026-01-31", "2026-01-31"},
	} {
		t.Run(name, func(t *testing.T) {
			for lang, want := range map[string]string{English: c.english, Polish: c.polsh} {
				if got := page(lang).Moment(noon.Add(c.after)); got.Shown != want {
					t.Errorf("%s: %q, want %q", lang, got.Shown, want)
				}
			}
		})
	}
	if page(English).Moment(time.Time{}) != nil {
		t.Error("no time has a moment")
	}
	if got := page(English).Moment(noon); got.When != "2026-05-01 12:00 UTC" || got.Exact != "2026-05-01T12:00:00Z" {
		t.Errorf("%+v", got)
	}
}

func TestIDs(t *testing.T) {
	for id, want := range map[string]string{
		"mrc_06h1erk03nw5h21a7s98wse2rm":       "mrc_…wse2rm",
		"ptn_demo_marketplace":                 "ptn_demo_marketplace",
		"0b6f2a51-8d5f-4a39-9c0e-2f6d7b1e4c33": "…1e4c33",
		"":                                     "",
	} {
		if got := page(English).ID(id, ""); got.Short != want || got.Whole != id {
			t.Errorf("%q is shown as %q, want %q", id, got.Short, want)
		}
	}
	if got := page(English).To("money", "a/b?c"); got != "../money/a%2Fb%3Fc" {
		t.Errorf("a path with an id: %s", got)
	}
}

func TestBadges(t *testing.T) {
	p := page(English)
	for code, want := range map[string]Badge{
		"paid": {"good", "paid at last", "paid"}, "pending": {"waiting", "pending", ""}, "failed": {"bad", "failed", ""},
		"OK": {"good", "OK", ""}, "something": {"neutral", "something", ""},
	} {
		if got := p.Status("state_", code); got != want {
			t.Errorf("%s: %+v, want %+v", code, got, want)
		}
	}
}

// A filter that is set has a chip, which leads to the list with the others; one behind the summary opens it.
func TestFilters(t *testing.T) {
	p := page(English)
	f := p.Filters("list", url.Values{"state": {"paid"}, "id": {"a&b"}},
		p.Choice("state", "State", "state_", "paid", "open"), Field{Name: "id", Label: "Id", Rare: true})
	want := []Chip{
		{"state", "State: paid at last", "../list?id=a%26b"}, {"id", "Id: a&b", "../list?state=paid"},
	}
	if !slices.Equal(f.Chips, want) || !f.Open || len(f.Fields) != 1 || len(f.More) != 1 {
		t.Errorf("%+v", f)
	}
	options := []Option{{"", "any"}, {"paid", "paid at last"}, {"open", "open"}}
	if !slices.Equal(f.Fields[0].Options, options) {
		t.Errorf("options %+v", f.Fields[0].Options)
	}
	one := p.Filters("list", url.Values{"id": {"7"}}, Field{Name: "id", Label: "Id"})
	if one.Open || one.Chips[0].Link != "../list" {
		t.Errorf("%+v", one)
	}
}
