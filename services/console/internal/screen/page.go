package screen

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/buildinfo"
	"github.com/partnerline/partnerline/internal/pagekit"
)

// Page is what the templates see.
type Page struct {
	pagekit.Page
	Title   string
	Who     string // empty: no one has signed in
	Email   string
	Roles   []string
	Menu    []MenuGroup
	Counts  map[string]string // how much waits, by the name of a menu's item
	Form    string            // token that every form of a session carries
	Note    string            // what was done
	Error   string            // what is wrong with the form that was sent
	Refresh string            // when the page continues by itself, and where; empty: it does not
	Data    any               // of the page's own

	Runbooks string     // URL of the document with the runbooks; empty: only their names are shown
	Sent     url.Values // of a form that is shown again
}

// Was is what an input held when the form was sent, so that it need not be typed twice.
func (p Page) Was(input string) string { return p.Sent.Get(input) }

// Ticked reports whether the form that was sent has a value of an input that may have several.
func (p Page) Ticked(input, value string) bool { return slices.Contains(p.Sent[input], value) }

// A MenuGroup is a part of the menu.
type MenuGroup struct {
	Name  string
	Items []MenuItem
}

// A MenuItem leads to a screen.
type MenuItem struct {
	Name, Path string
	Current    bool // it is of the page that is shown
}

// An UnreadPart says in a page why it could not be read.
type UnreadPart struct {
	Text   string
	Denied bool // nothing is wrong: the person's roles do not show it
}

// Unread explains the state of a part.
func (p Page) Unread(s State) UnreadPart { return UnreadPart{p.T("part_" + string(s)), s == Denied} }

// Chosen is the time span that the form do was sent with, else another one.
func (p Page) Chosen(do, otherwise string) string {
	if p.Was("do") == do {
		return p.Was("window")
	}
	return otherwise
}

// Signed reports whether the page is of someone who has signed in.
func (p Page) Signed() bool { return p.Form != "" }

// Build is the version of the console and the beginning of the commit that it was built of.
func (p Page) Build() string {
	return fmt.Sprintf("%s (%.12s)", buildinfo.Version(), buildinfo.Commit())
}

// Ago is a time as people say it; nil for none.
func (p Page) Ago(t *timestamppb.Timestamp) *pagekit.Moment {
	if t == nil {
		return nil
	}
	return p.Moment(t.AsTime())
}

// A Count is how much waits where an item of a menu leads, and what that means. Empty: nothing waits.
type Count struct{ Number, Says string }

// Count is that of an item.
func (p Page) Count(item string) Count { return Count{p.Counts[item], p.T("menu_waits")} }

// A Word is a code in words. Without a text for it the code is shown.
type Word struct{ Text, Code string }

// Word is a code in the words of the text that begins with prefix.
func (p Page) Word(prefix, code string) Word {
	if text := p.T(prefix + code); text != "" {
		return Word{text, code}
	}
	return Word{Code: code}
}

// Mode is a mode as a badge.
func (p Page) Mode(livemode bool) pagekit.Badge {
	if livemode {
		return pagekit.Badge{Meaning: "live", Text: p.T("mode_live")}
	}
	return pagekit.Badge{Meaning: "neutral", Text: p.T("mode_test")}
}

// At is a time as the page shows it; a dash for none.
func (p Page) At(t *timestamppb.Timestamp) string {
	if t == nil {
		return "–"
	}
	return p.When(t.AsTime())
}

// For is how long something has lasted, roughly.
func (p Page) For(seconds float64) string {
	return time.Duration(seconds * float64(time.Second)).Round(time.Second).String()
}

// Counted is how much of something waits, counted up to a number, and since when.
func (p Page) Counted(w interface {
	GetCount() int32
	GetMore() bool
	GetSince() *timestamppb.Timestamp
}) string {
	n := strconv.Itoa(int(w.GetCount()))
	if w.GetMore() {
		n += "+"
	}
	return n + ", " + p.T("waits_oldest") + " " + p.At(w.GetSince())
}

// Percent is a share.
func (p Page) Percent(share float64) string {
	return p.Decimal(100*share) + " %"
}

// RoleNames are the roles as people call them.
func (p Page) RoleNames() string {
	names := make([]string, len(p.Roles))
	for i, r := range p.Roles {
		names[i] = p.T("role_" + r)
	}
	return strings.Join(names, ", ")
}

// Decimal is a number with one digit after the separator of the language.
func (p Page) Decimal(n float64) string {
	return strings.Replace(strconv.FormatFloat(n, 'f', 1, 64), ".", p.T("separator"), 1)
}

// A RunbookLink leads to what to do about an alert.
type RunbookLink struct{ Text, Name, URL string }

// Runbook is that of an alert.
func (p Page) Runbook(alert string) RunbookLink {
	l := RunbookLink{Text: p.T("runbook"), Name: alert}
	if p.Runbooks != "" {
		l.URL = p.Runbooks + "#" + strings.ToLower(alert)
	}
	return l
}
