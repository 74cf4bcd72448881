package hosted

import (
	"net/http"
	"strings"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// page is what the templates see.
type page struct {
	Lang       string
	Name       string
	Title      string
	Stylesheet string // relative, so that the pages work below any public path
	Here       string // the path without language, for the link to the other language
	Test       bool
	Partner    string
	Channel    string
	Form       string // token that every form of a session carries
	Error      string // what is wrong with the form that was sent
	Refresh    int    // seconds until the page asks again; 0: it does not
	Steps      []progress
	Data       any // of the page's own
}

// progress is a step as the merchant sees it.
type progress struct {
	Name     string
	Optional bool
	Done     bool
}

// T returns the words of a key in the page's language.
func (p page) T(key string) string { return words[p.Lang][key] }

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
func (h *Handler) newPage(w http.ResponseWriter, r *http.Request) page {
	lang := ""
	if chosen := r.URL.Query().Get("lang"); chosen == "pl" || chosen == "en" {
		lang = chosen
		http.SetCookie(w, &http.Cookie{
			Name: languageCookie, Value: chosen, Path: h.base.Path + Prefix, HttpOnly: true, Secure: h.base.Scheme == "https", SameSite: http.SameSiteLaxMode,
		})
	} else if c, err := r.Cookie(languageCookie); err == nil && (c.Value == "pl" || c.Value == "en") {
		lang = c.Value
	}
	if lang == "" {
		lang = language(r.Header.Get("Accept-Language"))
	}
	up := strings.Repeat("../", strings.Count(strings.TrimPrefix(r.URL.Path, Prefix), "/"))
	last := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	return page{Lang: lang, Stylesheet: up + "assets/" + h.cssName, Here: last}
}

// progressOf lists the steps of an onboarding.
func progressOf(o *pc.Onboarding) []progress {
	var out []progress
	for _, s := range o.HostedSteps() {
		out = append(out, progress{s.Name, s.Optional, s.Done})
	}
	return out
}
