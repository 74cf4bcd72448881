package pagekit

import (
	_ "embed"
	"maps"
	"net/url"
	"strings"
)

// The style, the script and the parts of pages that people work in.
var (
	//go:embed desk.css
	desk []byte
	//go:embed desk.js
	deskScript []byte
	//go:embed desk.html
	deskParts string
)

// deskTexts are those of the parts.
var deskTexts = Texts{
	English: {
		"desk_copy": "Copy", "desk_copied": "Copied", "desk_views": "Views",
		"desk_more": "More filters", "desk_filter": "Filter",
		"desk_remove": "(remove this filter)", "desk_clear": "Clear all", "desk_any": "any", "desk_next": "Next page",
		"desk_csv": "Save as CSV", "desk_now": "just now", "desk_ago": "%s ago", "desk_in": "in %s",
		"desk_minutes": "%d min", "desk_hours": "%d h", "desk_days": "%d d",
	},
	Polish: {
		"desk_copy": "Kopiuj", "desk_copied": "Skopiowano", "desk_views": "Widoki",
		"desk_more": "Więcej filtrów", "desk_filter": "Filtruj",
		"desk_remove": "(usuń ten filtr)", "desk_clear": "Wyczyść", "desk_any": "dowolny", "desk_next": "Następna strona",
		"desk_csv": "Zapisz jako CSV", "desk_now": "przed chwilą", "desk_ago": "%s temu", "desk_in": "za %s",
		"desk_minutes": "%d min", "desk_hours": "%d godz.", "desk_days": "%d dni",
	},
}

// withDesk are the texts of a site and of the parts.
func withDesk(site Texts) Texts {
	out := Texts{}
	for lang, texts := range deskTexts {
		out[lang] = maps.Clone(texts)
		maps.Copy(out[lang], site[lang])
	}
	return out
}

// To is the way to a page of the site, by the segments of its path.
func (p Page) To(segments ...string) string {
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	return p.Home + strings.Join(segments, "/")
}

// Ask is the way to a page of the site with a query.
func (p Page) Ask(path, name, value string) string {
	return p.Home + path + "?" + url.Values{name: {value}}.Encode()
}

// An ID is one that a page shows in short, or by a name, with the whole for the pointer and for copying.
type ID struct {
	Whole, Short, Name, Link, Copy string // no name: Short is shown
}

// longestID is how many characters of an id a page shows as it is; one that is longer is random.
const longestID = 22

// ID is an id; its link may be empty.
func (p Page) ID(id, link string) ID {
	out := ID{Whole: id, Short: id, Link: link, Copy: p.T("desk_copy") + " " + id}
	if len(id) > longestID {
		prefix, _, found := strings.Cut(id, "_")
		if found = found && len(prefix) <= 4; found {
			out.Short = prefix + "_…"
		} else {
			out.Short = "…"
		}
		out.Short += id[len(id)-6:]
	}
	return out
}

// Named is the id of what people know by a name; without one it is shown as ID does.
func (p Page) Named(name, id, link string) ID {
	out := p.ID(id, link)
	out.Name = name
	return out
}

// A Badge is a state: its word, its code if that is another one, and what it means.
type Badge struct{ Meaning, Text, Code string }

// meanings say of states what they mean for the one who works; others are neutral.
var meanings = func() map[string]string {
	out := map[string]string{}
	for meaning, codes := range map[string]string{
		"good": "active accepted approved agreed captured completed confirmed delivered executed granted healthy intact " +
			"matched ok paid passed refunded sent settled signed succeeded verified won works",
		"waiting": "action_required awaiting_signatories degraded draft in_progress in_review invited open paused pending " +
			"processing proposed queued requested review running scheduled submitted uploaded waiting",
		"bad": "bounced broken deactivated declined denied expired failed failing inactive lost mismatch rejected returned " +
			"revoked suspended endpoint.deactivated endpoint.failing",
	} {
		for code := range strings.FieldsSeq(codes) {
			out[code] = meaning
		}
	}
	return out
}()

// Badge is a state in words; empty words show the code.
func (p Page) Badge(code, text string) Badge {
	b := Badge{Meaning: meanings[strings.ToLower(code)], Text: text, Code: code}
	if text == "" || text == code {
		b.Text, b.Code = code, ""
	}
	if b.Meaning == "" {
		b.Meaning = "neutral"
	}
	return b
}

// Status is a state in the words of the text that begins with prefix, or its code.
func (p Page) Status(prefix, code string) Badge { return p.Badge(code, p.T(prefix+code)) }

// A Pager leads from a page of a list to the next one, and to the list as a file. Either may be empty.
type Pager struct {
	Page
	Next, CSV string
}

// Pager is that of a list, by paths below the site's prefix.
func (p Page) Pager(next, csv string) Pager {
	out := Pager{Page: p}
	if next != "" {
		out.Next = p.Home + next
	}
	if csv != "" {
		out.CSV = p.Home + csv
	}
	return out
}
