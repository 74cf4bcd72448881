package pages

import (
	"html/template"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// page is what the templates see.
type page struct {
	pagekit.Page
	Name    string
	Title   string
	Partner string
	Channel string
	Form    string // token that every form of a session carries
	Note    string // what became of the form that was sent; empty: the page says it itself
	Error   string // what is wrong with the form that was sent
	Wrong   string // the input that it is about; empty: the form as a whole
	Refresh string // when the page continues by itself, and where; empty: it does not
	Steps   []milestone
	Data    any // of the page's own

	sent url.Values // of a form that is shown again
}

// refresh lets the page continue by itself.
func (p *page) refresh(after time.Duration, to string) {
	p.Refresh = strconv.Itoa(int(after.Seconds())) + ";url=" + to
}

// A milestone is one as the merchant sees it.
type milestone struct {
	hostedflow.Milestone
	Now bool // the page is this one
}

// List is a part of the page with what a list holds.
func (p page) List(items any) list { return list{p, items} }

type list struct {
	page
	Items any
}

// Step is the number of the step that the page is; 0: the page is not a step.
func (p page) Step() int {
	return 1 + slices.IndexFunc(p.Steps, func(m milestone) bool { return m.Now })
}

// Check marks an input that is wrong: it is described by the alert, and the page opens with it in focus.
func (p page) Check(input string) template.HTMLAttr {
	if input == "" || p.Wrong != input {
		return ""
	}
	return `aria-invalid="true" aria-describedby="error" autofocus`
}

// Was is what an input held when the form was sent, so that it need not be typed twice.
func (p page) Was(input string) string { return p.sent.Get(input) }

// With fills in the partner's name.
func (p page) With(key string) string {
	return strings.NewReplacer("{partner}", p.Partner, "{channel}", p.Channel).Replace(p.T(key))
}

// fill is a text with its blank filled in.
func (p page) fill(key, blank, with string) string { return strings.ReplaceAll(p.T(key), blank, with) }

// count is a number with its noun, in the form that the number takes: tries_one, tries_few or tries_many.
func (p page) count(noun string, n int) string {
	form := "_many"
	switch {
	case n == 1:
		form = "_one"
	case p.Lang == pagekit.Polish && n%10 >= 2 && n%10 <= 4 && n%100/10 != 1:
		form = "_few"
	}
	return strconv.Itoa(n) + " " + p.T(noun+form)
}

// wait is how long to wait: in seconds, and from two minutes on in minutes.
func (p page) wait(d time.Duration) string {
	if d > 2*time.Minute {
		return p.count("minutes", int(math.Ceil(d.Minutes())))
	}
	return p.count("seconds", max(1, int(math.Ceil(d.Seconds()))))
}

// progress lists the milestones of the merchant, the shown page among them; nil for a page that is not a milestone.
func progress(o *onboarding.Onboarding, shown string) []milestone {
	var out []milestone
	current := false
	for _, m := range hostedflow.Milestones(o) {
		out = append(out, milestone{m, m.Step == shown})
		current = current || m.Step == shown
	}
	if !current {
		return nil
	}
	return out
}

// texts are what the pages say.
var texts = pagekit.Texts{
	pagekit.English: merged(english, englishAccount), pagekit.Polish: merged(polish, polishAccount),
}

func merged(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}
