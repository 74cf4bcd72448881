package pages

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
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
	Steps   []progress
	Data    any // of the page's own

	sent url.Values // of a form that is shown again
}

// progress is a step as the merchant sees it.
type progress struct {
	Name     string
	Optional bool
	Done     bool
	Now      bool // the page is this step
}

// List is a part of the page with what a list holds.
func (p page) List(items any) list { return list{p, items} }

type list struct {
	page
	Items any
}

// Step is the number of the step that the page is; 0: it is none.
func (p page) Step() int {
	return 1 + slices.IndexFunc(p.Steps, func(s progress) bool { return s.Now })
}

// Check marks an input that is wrong: it is described by the alert, and the page opens with it in focus.
func (p page) Check(input string) template.HTMLAttr {
	if input == "" || p.Wrong != input {
		return ""
	}
	return `aria-invalid="true" aria-describedby="error" autofocus`
}

// Was is what an input held when the form was sent, so that nobody types it twice.
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

const languageCookie = "partnerline_language"

// newPage picks the language: what the person chose, else what the browser wants.
func (h *Handler) newPage(x *pagekit.Exchange) page {
	known := func(lang string) bool { return lang == pagekit.Polish || lang == pagekit.English }
	lang := x.R.URL.Query().Get("lang")
	if known(lang) {
		http.SetCookie(x.W, &http.Cookie{ //nolint:gosec // Secure where the pages are called by https
			Name: languageCookie, Value: lang, Path: h.base.Path + Prefix, HttpOnly: true, Secure: h.base.Scheme == "https", SameSite: http.SameSiteLaxMode,
		})
	} else if c, err := x.R.Cookie(languageCookie); err == nil && known(c.Value) {
		lang = c.Value
	} else {
		lang = pagekit.Language(x.R.Header.Get("Accept-Language"))
	}
	return page{Page: x.NewPage(lang)}
}

// progressOf lists the steps of the merchant, as one of which the page is shown; nil for a page that is none.
func progressOf(o *onboarding.Onboarding, shown string) []progress {
	out := make([]progress, 0, 8)
	for _, s := range hostedflow.HostedSteps(o) {
		out = append(out, progress{Name: s.Name, Optional: s.Optional, Done: s.Done, Now: stepOf[shown] == s.Name})
		if s.Name == "contact_verification" {
			out = append(out, progress{Name: "review_title", Done: o.Flow.ReviewedAt != nil && o.Status != onboarding.ActionRequired, Now: shown == "review"})
		}
		if s.Name == "declarations" && o.Decision != nil && o.Decision.NeedsOthers() {
			others := !slices.ContainsFunc(requirements.Missing(*o), func(d requirements.Detail) bool { return d.Code == invitationCode })
			out = append(out, progress{Name: "signatories_title", Done: others, Now: shown == "signatories"})
		}
	}
	if !slices.ContainsFunc(out, func(p progress) bool { return p.Now }) {
		return nil
	}
	return out
}

// stepOf names the hosted step that a page is.
var stepOf = map[string]string{
	"contact": "contact_verification", "identity": "identity_verification", "declarations": "declarations", "agreement": "agreement_signing",
	"payouts": "payouts_opt_in", "transfer": "verification_transfer",
}

// texts are what the pages say.
var texts = pagekit.Texts{pagekit.English: english, pagekit.Polish: polish}
