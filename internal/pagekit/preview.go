package pagekit

import (
	"bytes"
	"context"
	"encoding/base64"
	"html/template"
	"io"
	"net/http"
)

// previewPolicy lets a document load what it holds itself, and send nothing.
const previewPolicy = "default-src 'none'; style-src data:; img-src data:; form-action 'none'; base-uri 'none'"

// NewPreview returns a page that is a document of its own, in a language: it loads nothing, and its forms send nothing.
func (s *Site) NewPreview(lang string) Page {
	return Page{Lang: lang, Stylesheet: DataURL("text/css", s.stylesheet), Policy: previewPolicy, Texts: s.Texts}
}

// frames allows what Frame answers, in a page that shows it.
const frames = "; frame-src 'self'"

// AllowFrames makes the answer allow frames with documents of the site.
func (x *Exchange) AllowFrames() { x.allow(frames) }

// Frame answers with a document for a frame of another page of the site, such as a preview. The document is of no
// site, and runs and sends nothing, whatever it holds.
func (x *Exchange) Frame(shown string, status int, html string) {
	x.shown, x.status = shown, status
	head := x.W.Header()
	head.Set("Content-Type", "text/html; charset=utf-8")
	head.Set("Content-Security-Policy", "sandbox; "+previewPolicy+"; frame-ancestors 'self'")
	head.Set("X-Frame-Options", "SAMEORIGIN")
	x.W.WriteHeader(status)
	_, _ = io.WriteString(attachment{x.W, http.NewResponseController(x.W)}, html)
}

// RenderFrame is Frame with the page of a template, which view makes of a page that holds all it needs.
func RenderFrame(x *Exchange, name, lang string, view func(Page) any) {
	html, err := x.site.Document(name, view(x.site.NewPreview(lang)))
	if err != nil {
		x.logFailure(err)
		x.Plain(name, http.StatusInternalServerError)
		return
	}
	x.Frame(name, http.StatusOK, html)
}

// StreamFrame is Stream for a picture in such a frame, which browsers show and do not save.
func (x *Exchange) StreamFrame(shown, contentType string, write func(context.Context, io.Writer) error) {
	head := x.W.Header()
	head.Set("Content-Security-Policy", "sandbox; default-src 'none'; frame-ancestors 'self'")
	head.Set("X-Frame-Options", "SAMEORIGIN")
	stream(x, shown, contentType, write)
}

// Document returns the page of a template, which is given data.
func (s *Site) Document(name string, data any) (string, error) {
	var b bytes.Buffer
	err := s.templates.ExecuteTemplate(&b, name, data)
	return b.String(), err
}

// DataURL is a URL that holds a file of ours.
func DataURL(contentType string, content []byte) template.URL {
	text := base64.StdEncoding.EncodeToString(content)
	return template.URL("data:" + contentType + ";base64," + text) //nolint:gosec // base64 of what we made
}
