package pages_test

import (
	"encoding/csv"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/services/console/consoletest"
)

// Nothing of the console is framed by another site, kept by a browser, or allowed to run, whoever asks for it.
func TestHeadersOfEveryRoute(t *testing.T) {
	variants(t, func(t *testing.T, live bool, s *consoletest.Site) {
		w := crawl(t, s, live)
		check := func(name string, resp *http.Response) {
			t.Helper()
			policy, frames := resp.Header.Get("Content-Security-Policy"), resp.Header.Get("X-Frame-Options")
			own := strings.Contains(policy, "frame-ancestors 'self'") && frames == "SAMEORIGIN" && sandboxed(resp.Header)
			if !own && (!strings.Contains(policy, "frame-ancestors 'none'") || frames != "DENY") || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") ||
				strings.Contains(policy, "script-src") || resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("X-Content-Type-Options") != "nosniff" ||
				resp.Header.Get("Referrer-Policy") != "no-referrer" || resp.Header.Get("Cross-Origin-Opener-Policy") != "same-origin" {
				t.Errorf("%s: %v", name, resp.Header)
			}
		}
		for path := range w.pages {
			for who, cookies := range map[string][]*http.Cookie{"everyone": s.SignedIn(everyone...), "no role": s.SignedIn(), "no one": nil} {
				resp, _ := s.Call("GET", path, nil, cookies)
				check("GET "+path+" as "+who, resp)
			}
		}
		for name, f := range w.forms {
			resp, _ := s.Call(f.method, f.path, f.values, s.SignedIn(everyone...))
			check(name, resp)
		}
	})
}

// sandboxed reports whether a document runs nothing, is of no origin, and leads nowhere.
func sandboxed(header http.Header) bool {
	for directive := range strings.SplitSeq(header.Get("Content-Security-Policy"), ";") {
		if strings.TrimSpace(directive) == "sandbox" {
			return true
		}
	}
	return false
}

// A form that no page of the session made changes nothing, wherever it is sent.
func TestNoFormIsForged(t *testing.T) {
	s := consoletest.Start(t, consoletest.Planes{Contract: contract(false, true, marked)})
	w := crawl(t, s, false)
	targets := slices.Collect(maps.Values(w.forms))
	for path := range w.pages {
		targets = append(targets, form{http.MethodPost, path, url.Values{"form": {"form-of-p1"}, "do": {"verify"}}, false})
	}
	before := len(s.Calls())
	for _, f := range targets {
		for name, c := range map[string]struct {
			form    []string
			headers []string
		}{
			"without a token": {nil, nil}, "an empty token": {[]string{""}, nil}, "another session's": {[]string{"form-of-p2"}, nil}, "the right one behind another": {[]string{"x", "form-of-p1"}, nil},
			"from another site": {[]string{"form-of-p1"}, []string{"Sec-Fetch-Site", "cross-site"}}, "from a subdomain": {[]string{"form-of-p1"}, []string{"Sec-Fetch-Site", "same-site"}},
			"from another origin": {[]string{"form-of-p1"}, []string{"Origin", "https://evil.example"}}, "from a sandbox": {[]string{"form-of-p1"}, []string{"Origin", "null"}},
			"not as a form": {[]string{"form-of-p1"}, []string{"Content-Type", "text/plain"}},
		} {
			values := maps.Clone(f.values)
			values["form"] = c.form
			if resp, _ := s.Call(f.method, f.path, values, s.SignedIn(everyone...), c.headers...); resp.StatusCode != http.StatusForbidden {
				t.Errorf("%s %s: status %d", f.name(), name, resp.StatusCode)
			}
		}
	}
	if calls := s.Calls()[before:]; len(calls) > 0 {
		t.Errorf("forged forms made %d calls, such as %v", len(calls), calls[0])
	}
	if resp, _ := s.Call("GET", "/", nil, s.SignedIn("viewer")); resp.StatusCode != http.StatusOK {
		t.Error("a forged form has ended the session")
	}
}

// payloads are texts that strangers may write. In an id a slash would only lead to another page.
var payloads = map[string]struct{ text, id string }{
	"markup":      {marker + `</title></textarea></script>"'><x-attack onattack=1 x="`, marker + `"'><x-attack onattack=1 x="`},
	"a script":    {"javascript:attack()//" + marker, "javascript:attack()" + marker},
	"a template":  {"{{.}}${7*7}<x-attack>" + marker, "{{.}}<x-attack>" + marker},
	"an address":  {"//evil.example/" + marker, `\\evil.example\` + marker},
	"a data URL":  {"data:text/html,<x-attack>" + marker, "data:text,<x-attack>" + marker},
	"a handler":   {marker + "` onattack=1 x=", marker + "\" onattack=1 x='"},
	"many bytes":  {marker + "\xc3\x28<x-attack>\ufeff", marker + "<x-attack>\u2028"},
	"a directive": {"0;url=https://evil.example/" + marker, "0;url=https:evil.example" + marker},
}

// What any field of any answer of the services holds is a text on every page: it makes no element, no attribute, and leads nowhere else. A title is one too.
func TestNoTextBecomesMarkup(t *testing.T) {
	for name, payload := range payloads {
		t.Run(name, func(t *testing.T) {
			for _, full := range []bool{false, true} {
				text := func(f protoreflect.FieldDescriptor) string {
					if n := string(f.Name()); strings.HasSuffix(n, "id") || strings.HasSuffix(n, "ref") {
						return strings.ToValidUTF8(payload.id, "")
					}
					return strings.ToValidUTF8(payload.text, "")
				}
				decided := contract(true, full, text)
				harmless(t, decided)
				harmless(t, &consoletest.Contract{Live: true, Full: full, Text: text}) // also where pages decide by a text
			}
		})
	}
}

// harmless walks the pages of a plane, and sends every form of them.
func harmless(t *testing.T, plane *consoletest.Contract) {
	t.Helper()
	s := consoletest.Start(t, consoletest.Planes{Contract: plane})
	w := crawl(t, s, plane.Live)
	shown := 0
	check := func(name string, p *page) {
		t.Helper()
		if strings.Contains(p.body, marker) {
			shown++
		}
		if sandboxed(p.header) { // a page of partner connect, which makes it
			return
		}
		if len(p.away) > 0 {
			t.Errorf("%s leads to %q", name, p.away)
		}
		for _, n := range p.nodes {
			if n.Data == "x-attack" || n.Data == "script" || slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return strings.HasPrefix(a.Key, "on") }) {
				t.Errorf("%s has the element %v", name, n)
			}
			if refresh, _ := attribute(n, "http-equiv"); refresh != "" {
				to, _ := attribute(n, "content")
				if _, to, _ = strings.Cut(to, "url="); !strings.HasPrefix(to, "./") {
					t.Errorf("%s continues at %q", name, to)
				}
			}
		}
	}
	for path, p := range w.pages {
		check(path, p)
	}
	for name, f := range w.forms {
		if pattern(f.path) != "/sign-out" {
			resp, body := s.Call(f.method, f.path, f.values, s.SignedIn(everyone...))
			check(name, read(t, f.path, plane.Live, resp, body))
		}
	}
	if shown < 20 {
		t.Errorf("only %d pages show what strangers wrote", shown)
	}
}

// No cell of a file is a formula, whatever the services say.
func TestNoCellIsAFormula(t *testing.T) {
	for _, text := range []string{"=1+1" + marker, "+1" + marker, "-1" + marker, "@SUM(A1)" + marker, "\t=1" + marker, "\r=1" + marker, "\n=1" + marker, `"=1","=2` + marker + "\r\n=3"} {
		t.Run(text, func(t *testing.T) {
			s := consoletest.Start(t, consoletest.Planes{Contract: contract(false, true, func(protoreflect.FieldDescriptor) string { return text })})
			for _, r := range routes {
				path := strings.ReplaceAll(strings.TrimPrefix(r, "GET:"), "{id}", marker)
				if !strings.HasSuffix(path, ".csv") {
					continue
				}
				resp, body := s.Call("GET", path, nil, s.SignedIn(everyone...))
				rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
				if err != nil || resp.StatusCode != http.StatusOK || len(rows) != 3 {
					t.Fatalf("%s: status %d, %v: %q", path, resp.StatusCode, err, body)
				}
				for _, cell := range slices.Concat(rows...) {
					if cell != "" && strings.IndexAny(cell, "=+-@\t\r\n＝＋－＠") == 0 {
						t.Errorf("%s: the cell %q", path, cell)
					}
				}
			}
		})
	}
}
