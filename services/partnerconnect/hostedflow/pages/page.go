package pages

import (
	"html/template"
	"net/url"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
)

// page is what the templates see.
type page struct {
	pagekit.Page
	Name    string
	Title   string
	Partner string
	Channel string
	Form    string // token that every form of a session carries
	Error   string // what is wrong with the form that was sent
	Wrong   string // the input that it is about; empty: the form as a whole
	Steps   []milestone
	Data    any // of the page's own

	sent url.Values // of a form that is shown again
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

// Step is the number of the step that the page is; 0: it is none.
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

// Other is the language that the page is not in.
func (p page) Other() string {
	if p.Lang == "pl" {
		return "en"
	}
	return "pl"
}

// progress lists the milestones of the merchant, as one of which the page is shown; nil for a page that is none.
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
var texts = pagekit.Texts{pagekit.English: english, pagekit.Polish: polish}
