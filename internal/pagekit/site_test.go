package pagekit

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// Whatever is asked of a site, the answer forbids scripts, frames and caches, but for the site's own script on a page
// that asks for it; only stylesheet and script are kept, under names that hold their digests.
func TestAnswersForbidScriptsFramesAndCaches(t *testing.T) {
	site, err := New(Options{
		Name: "shop", Prefix: "/shop/", Texts: Texts{English: {"hello": "Hello <you>"}, Polish: {"hello": "Cześć"}},
		Vary:    "Accept-Language",
		Timeout: time.Minute, MaxForm: 10, Log: slog.New(slog.DiscardHandler),
		Assets: fstest.MapFS{
			"assets/shop.css": {Data: []byte("a{}")},
			"assets/shop.js":  {Data: []byte("copy()")},
			"assets/page.html": {Data: []byte(`{{define "page"}}{{.Stylesheet}} {{.T "hello"}}{{end}}{{define ` +
				`"broken"}}{{.Missing}}{{end}}`)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	answer := func(x *Exchange) {
		switch p := x.NewPage(Language(x.R.Header.Get("Accept-Language"))); {
		case x.R.Method == http.MethodPost && x.R.ParseForm() != nil:
			x.Redirect("too-long")
		case x.R.Method == http.MethodPost:
			x.Redirect("done")
		default:
			x.Render(http.StatusOK, x.Path()[strings.LastIndexByte(x.Path(), '/')+1:], p.Lang, p)
		}
	}
	for name, c := range map[string]struct {
		method, path, language, form string
		status                       int
		body, location, cache        string
	}{
		"a page": {"GET", "page", "", "", 200, "assets/" + site.stylesheetName + " Hello &lt;you&gt;",
			"", "no-store"},
		"a page below": {"GET", "a/b/page", "", "", 200,
			"../../assets/" + site.stylesheetName + " Hello &lt;you&gt;", "", "no-store"},
		"a page in Polish":           {"GET", "page", "pl", "", 200, "Cześć", "", "no-store"},
		"a template that fails":      {"GET", "broken", "", "", 500, "Internal Server Error", "", "no-store"},
		"a form":                     {"POST", "a/page", "", "a=b", 303, "", "../done", "no-store"},
		"a form that is too long":    {"POST", "page", "", "a=" + strings.Repeat("b", 10), 303, "", "too-long", "no-store"},
		"a method that no page has":  {"DELETE", "page", "", "", 405, "", "", "no-store"},
		"the stylesheet":             {"GET", "assets/" + site.stylesheetName, "", "", 200, "a{}", "", assetAge},
		"an earlier stylesheet":      {"GET", "assets/shop-000000000000.css", "", "", 404, "", "", "no-store"},
		"a template as an asset":     {"GET", "assets/page.html", "", "", 404, "", "", "no-store"},
		"a form to the stylesheet":   {"POST", "assets/" + site.stylesheetName, "", "", 404, "", "", "no-store"},
		"deletion of the stylesheet": {"DELETE", "assets/" + site.stylesheetName, "", "", 404, "", "", "no-store"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), c.method, "/shop/"+c.path, strings.NewReader(c.form))
			r.Header.Set("Accept-Language", c.language)
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			w := httptest.NewRecorder()
			site.Serve(w, r, answer)
			head := w.Header()
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.body) || head.Get("Location") != c.location ||
				head.Get("Cache-Control") != c.cache {
				t.Errorf("%d %q, headers %v", w.Code, w.Body, head)
			}
			if head.Get("Content-Security-Policy") != policy || head.Get("X-Frame-Options") != "DENY" ||
				head.Get("X-Request-Id") == "" {
				t.Errorf("headers: %v", head)
			}
		})
	}
}
