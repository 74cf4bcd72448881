package pagekit

import (
	"bytes"
	"context"
	"html/template"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/ratelimit"
)

// A Page is what every template is given; pages embed it in what they show.
type Page struct {
	Lang       string
	Home       string         // leads to the first page
	Now        time.Time      // when the page is made
	Stylesheet template.URL   // relative, so that the pages work below any public path
	Policy     string         // what a page may do that is a document by itself, without an answer's headers
	Test       bool           // it is of test mode, and says so
	Script     Script         // without one the page does all the same
	Brand      Brand          // of the channel
	Zone       *time.Location // of times; nil: UTC

	Texts Texts
}

// A Script is the site's own. Empty: the page has none.
type Script struct{ Source, Digest string }

// Script returns the site's script, and makes the answer allow it. No other script runs, and none on pages that do not
// ask for it.
func (x *Exchange) Script() Script {
	x.allow(scripted)
	return Script{x.Up() + "assets/" + x.site.scriptName, x.site.scriptDigest}
}

// AllowUpdates makes the answer allow its script to read pages of the site.
func (x *Exchange) AllowUpdates() { x.allow(updating) }

// AllowFrameAncestors makes the answer allow pages of origins to show it in a frame; without any it stays forbidden.
func (x *Exchange) AllowFrameAncestors(origins []string) {
	if len(origins) == 0 {
		return
	}
	head := x.W.Header()
	head.Set("Content-Security-Policy",
		strings.Replace(head.Get("Content-Security-Policy"), unframed, "frame-ancestors "+strings.Join(origins, " "), 1))
	head.Del("X-Frame-Options") // which cannot name origins
}

// NewPage returns a page for an exchange, in a language.
func (x *Exchange) NewPage(lang string) Page {
	stylesheet := template.URL(x.Up() + "assets/" + x.site.stylesheetName) //nolint:gosec // a name of ours
	return Page{Lang: lang, Home: x.Up(), Now: time.Now(), Stylesheet: stylesheet, Texts: x.site.Texts}
}

// T returns the text of a key in the page's language; empty when there is none.
func (p Page) T(key string) string { return p.Texts[p.Lang][key] }

// Other is the language that the page is not in.
func (p Page) Other() string {
	if p.Lang == Polish {
		return English
	}
	return Polish
}

// Render shows the page of a template, which is given data.
func (x *Exchange) Render(status int, name, lang string, data any) {
	var b bytes.Buffer
	if err := x.site.templates.ExecuteTemplate(&b, name, data); err != nil {
		x.logFailure(err)
		x.Plain(name, http.StatusInternalServerError)
		return
	}
	x.shown, x.status = name, status
	head := x.W.Header()
	head.Set("Content-Type", "text/html; charset=utf-8")
	head.Set("Content-Language", lang)
	head.Set("Vary", x.site.Vary)
	x.W.WriteHeader(status)
	_, _ = x.W.Write(b.Bytes())
}

// Send sends a text as a file, whose type is text/plain or another one of texts.
func (x *Exchange) Send(shown, contentType, file, text string) {
	x.shown, x.status = shown, http.StatusOK
	x.W.Header().Set("Content-Type", contentType+"; charset=utf-8")
	x.W.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file}))
	_, _ = io.WriteString(x.W, text)
}

// streamTimeout bounds a download as a whole: a slow reader takes as long as it reads.
const streamTimeout = time.Hour

// Stream sends a file as it is written, for as long as the browser reads on. Once it has begun, an error breaks the
// download off, so that what arrived does not pass for the whole.
func (x *Exchange) Stream(shown, contentType, file string, write func(context.Context, io.Writer) error) {
	x.W.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file}))
	stream(x, shown, contentType, write)
}

func stream(x *Exchange, shown, contentType string, write func(context.Context, io.Writer) error) {
	x.shown, x.status = shown, http.StatusOK
	x.W.Header().Set("Content-Type", contentType)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.Context()), streamTimeout)
	defer cancel()
	if err := write(ctx, attachment{x.W, http.NewResponseController(x.W)}); err != nil {
		x.Failed(err)
		panic(http.ErrAbortHandler)
	}
}

// readTimeout is how long a browser may take to read one part of a file.
const readTimeout = 30 * time.Second

type attachment struct {
	http.ResponseWriter
	connection *http.ResponseController
}

// Write implements [io.Writer]. It moves the deadline of the connection, which is meant for pages.
func (a attachment) Write(b []byte) (int, error) {
	if err := a.connection.SetWriteDeadline(time.Now().Add(readTimeout)); err != nil {
		return 0, err
	}
	return a.ResponseWriter.Write(b)
}

// Redirect sends a browser to a path below the site's prefix, with GET. The answer is relative to where the browser is,
// so that the pages work below any public path.
func (x *Exchange) Redirect(to string) {
	x.seeOther("redirect", x.Up()+to)
}

// Leave sends a browser to a page of another site.
func (x *Exchange) Leave(to string) {
	x.seeOther("left", to)
}

func (x *Exchange) seeOther(shown, to string) {
	x.shown, x.status = shown, http.StatusSeeOther
	x.W.Header().Set("Location", to)
	x.W.WriteHeader(http.StatusSeeOther)
}

// RetryAfter says when a request that was refused may be repeated.
func (x *Exchange) RetryAfter(wait time.Duration) {
	x.W.Header().Set("Retry-After", strconv.Itoa(ratelimit.Seconds(wait)))
}

// Failed logs an error that is ours. The page that people see of it is like any other.
func (x *Exchange) Failed(err error) { x.logFailure(err) }

func (x *Exchange) logFailure(err error) {
	x.site.Log.LogAttrs(x.Context(), slog.LevelError, "page failed", slog.String("site", x.site.Name),
		slog.String("cause", err.Error()))
}

// Up leads from the path of the request to the site's prefix.
func (x *Exchange) Up() string { return strings.Repeat("../", strings.Count(x.Path(), "/")) }

// Plain answers with the text of a status, which the log calls name.
func (x *Exchange) Plain(name string, status int) {
	x.shown, x.status = name, status
	http.Error(x.W, http.StatusText(status), status)
}
