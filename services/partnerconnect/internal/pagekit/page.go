package pagekit

import (
	"bytes"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/ratelimit"
)

// A Page is what every template is given; pages embed it in what they show.
type Page struct {
	Lang       string
	Stylesheet string // relative, so that the pages work below any public path
	Test       bool   // it is of test mode, and says so

	Texts Texts
}

// NewPage returns a page for an exchange, in a language.
func (x *Exchange) NewPage(lang string) Page {
	return Page{Lang: lang, Stylesheet: x.Up() + "assets/" + x.site.stylesheetName, Texts: x.site.Texts}
}

// T returns the text of a key in the page's language; empty when there is none.
func (p Page) T(key string) string { return p.Texts[p.Lang][key] }

// Render shows the page of a template, which is given data.
func (x *Exchange) Render(status int, template, lang string, data any) {
	var b bytes.Buffer
	if err := x.site.templates.ExecuteTemplate(&b, template, data); err != nil {
		x.logFailure(err)
		x.plain(template, http.StatusInternalServerError)
		return
	}
	x.shown, x.status = template, status
	head := x.W.Header()
	head.Set("Content-Type", "text/html; charset=utf-8")
	head.Set("Content-Language", lang)
	head.Set("Vary", x.site.Vary)
	x.W.WriteHeader(status)
	_, _ = x.W.Write(b.Bytes())
}

// Redirect sends a browser to a path below the site's prefix, with GET. The answer is relative to where the browser is, so that the pages
// work below any public path.
func (x *Exchange) Redirect(to string) {
	x.shown, x.status = "redirect", http.StatusSeeOther
	x.W.Header().Set("Location", x.Up()+to)
	x.W.WriteHeader(http.StatusSeeOther)
}

// RetryAfter says when a request that was refused may be repeated.
func (x *Exchange) RetryAfter(wait time.Duration) {
	x.W.Header().Set("Retry-After", strconv.Itoa(ratelimit.Seconds(wait)))
}

// Failed logs an error that is ours. What people see of it is a page like any other.
func (x *Exchange) Failed(err error) { x.logFailure(err) }

func (x *Exchange) logFailure(err error) {
	x.site.Log.LogAttrs(x.Context(), slog.LevelError, "page failed", slog.String("site", x.site.Name), slog.String("cause", err.Error()))
}

// Up leads from the path of the request to the site's prefix.
func (x *Exchange) Up() string { return strings.Repeat("../", strings.Count(x.Path(), "/")) }

func (x *Exchange) plain(name string, status int) {
	x.shown, x.status = name, status
	http.Error(x.W, http.StatusText(status), status)
}
