package pages_test

import (
	"encoding/csv"
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"text/template"

	"golang.org/x/net/html"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/services/console/consoletest"
)

// Nothing of the console is framed by another site, kept by a browser, or allowed to run, whoever asks for it.
func TestHeadersOfEveryRoute(t *testing.T) {
	t.Parallel()
	inWorlds(t, func(t *testing.T, w *world, s *consoletest.Site) {
		check := func(name string, header http.Header) {
			t.Helper()
			policy, frames := header.Get("Content-Security-Policy"), header.Get("X-Frame-Options")
			// The site's own script runs on its pages, and none in what a frame shows.
			if sandboxed(header) && strings.Contains(policy, "script-src") {
				t.Errorf("%s: %v", name, header)
			}
			own := strings.Contains(policy, "frame-ancestors 'self'") && frames == "SAMEORIGIN" && sandboxed(header)
			if !own && (!strings.Contains(policy, "frame-ancestors 'none'") || frames != "DENY") ||
				!strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") ||
				strings.Contains(strings.Replace(policy, "; script-src 'self'", "", 1), "script-src") ||
				header.Get("Cache-Control") != "no-store" ||
				header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Referrer-Policy") != "no-referrer" ||
				header.Get("Cross-Origin-Opener-Policy") != "same-origin" {
				t.Errorf("%s: %v", name, header)
			}
		}
		k := w.walked(t)
		for path, p := range k.pages {
			check("GET "+path+" as everyone", p.first)
			for who, cookies := range map[string][]*http.Cookie{"no role": s.SignedIn(), "no one": nil} {
				resp, _ := s.Call("GET", path, nil, cookies)
				check("GET "+path+" as "+who, resp.Header)
			}
		}
		for name, sent := range k.sent {
			check(name, sent.header)
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
	t.Parallel()
	s, w := worlds[1].start(t), worlds[1].walked(t)
	targets := slices.Collect(maps.Values(w.forms))
	for path := range w.pages {
		targets = append(targets, form{
			method: http.MethodPost, path: path, values: url.Values{"form": {"form-of-p1"}, "do": {"verify"}},
		})
	}
	before := len(s.Calls())
	for _, f := range targets {
		for name, c := range map[string]struct {
			form    []string
			headers []string
		}{
			"without a token": {nil, nil}, "an empty token": {[]string{""}, nil},
			"another session's":            {[]string{"form-of-p2"}, nil},
			"the right one behind another": {[]string{"x", "form-of-p1"}, nil},
			"from another site":            {[]string{"form-of-p1"}, []string{"Sec-Fetch-Site", "cross-site"}},
			"from a subdomain":             {[]string{"form-of-p1"}, []string{"Sec-Fetch-Site", "same-site"}},
			"from another origin":          {[]string{"form-of-p1"}, []string{"Origin", "https://evil.example"}},
			"from a sandbox":               {[]string{"form-of-p1"}, []string{"Origin", "null"}},
			"not as a form":                {[]string{"form-of-p1"}, []string{"Content-Type", "text/plain"}},
		} {
			values := maps.Clone(f.values)
			values["form"] = c.form
			if resp, _ := s.Call(f.method, f.path, values, s.SignedIn(everyone...),
				c.headers...); resp.StatusCode != http.StatusForbidden {
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

// A form that is sent a second time, as when the page of its answer is loaded again, does nothing: the page says so.
// The same form of a page that is loaded again does it again.
func TestNoFormIsDoneTwice(t *testing.T) {
	t.Parallel()
	inWorlds(t, func(t *testing.T, w *world, s *consoletest.Site) {
		k, cookies := w.walked(t), s.SignedIn(everyone...)
		for _, name := range slices.Sorted(maps.Keys(k.forms)) {
			f := k.forms[name]
			if strings.HasSuffix(pattern(f.path), "/preview") || pattern(f.path) == "/sign-out" {
				continue // which change nothing, and what has ended
			}
			first, again := sendAgain(s, f, cookies), sendAgain(s, f, cookies)
			if !first.done() || len(first.calls) == 0 {
				t.Errorf("%s: status %d, calls %q", name, first.status, first.calls)
			}
			if len(again.calls) > 0 || again.status != http.StatusSeeOther {
				t.Errorf("%s, sent again: status %d, calls %q", name, again.status, again.calls)
				continue
			}
			base, err := url.Parse("http://console" + f.path)
			if err != nil {
				t.Fatal(err)
			}
			to, err := base.Parse(again.header.Get("Location"))
			if err != nil {
				t.Fatal(err)
			}
			if p := get(t, s, to.RequestURI(), w.live, cookies); p.status != http.StatusOK ||
				!strings.Contains(p.body, say["done_repeated"]) {
				t.Errorf("%s, sent again, leads to %s: status %d", name, to, p.status)
			}
			if fresh := send(s, f, cookies); len(fresh.calls) == 0 || fresh.calls[0] != first.calls[0] {
				t.Errorf("%s of a page that is loaded again: calls %q, want %q", name, fresh.calls, first.calls)
			}
		}
	})
}

// payloads are texts that strangers may write. Each begins as one that is dangerous only at the beginning of a
// value: an address that runs something or leads away. It goes on with all that is dangerous anywhere: the end of each
// kind of quote, element and attribute, an element, a handler, what templates evaluate, and bytes that are no text.
var payloads = []struct{ text, id string }{
	{"javascript:attack()//" + anywhere, "javascript:attack()" + anywhereInID},
	{"data:text/html,<x-attack>" + anywhere, "data:text,<x-attack>" + anywhereInID},
	{"//evil.example/" + anywhere, `\\evil.example\` + anywhereInID},
	{"0;url=https://evil.example/" + anywhere, "0;url=https:evil.example" + anywhereInID},
}

// In an id a slash would only lead to another page.
const (
	anywhere = marker + "\xc3\x28" + `</title></textarea></script>"'><x-attack><x-attack onattack=1 x="` +
		"` onattack=1 x={{.}}${7*7}\ufeff"
	anywhereInID = marker + `"'><x-attack><x-attack onattack=1 x="` + "` onattack=1 x=' onattack=1 {{.}}${7*7}\u2028"
)

// rotations are the rounds in which the answers of a plane are filled. In one round a quarter of the fields begin with
// each payload.
const rotations = 2

// stranger fills each field with the payload of its position, which moves on by one with the turn.
func stranger(turn int) func(protoreflect.FieldDescriptor) string {
	return func(f protoreflect.FieldDescriptor) string {
		h := fnv.New32a()
		_, _ = h.Write([]byte(f.ContainingMessage().FullName()))
		payload := payloads[(int(h.Sum32()%uint32(len(payloads)))+f.Index()+turn)%len(payloads)]
		if isID(f) {
			return strings.ToValidUTF8(payload.id, "")
		}
		return strings.ToValidUTF8(payload.text, "")
	}
}

// isID reports whether a field holds what paths of pages are made of.
func isID(f protoreflect.FieldDescriptor) bool {
	return strings.HasSuffix(string(f.Name()), "id") || strings.HasSuffix(string(f.Name()), "ref")
}

// turns are those of the rounds of a plane. Of two planes that differ in one thing, one has the even turns and the
// other the odd ones: together each field has every payload.
func turns(full, decided bool) (out []int) {
	for i := range rotations {
		turn := 2 * i
		if full != decided {
			turn++
		}
		out = append(out, turn)
	}
	return out
}

// What any field of any answer of the services holds is a text on every page: it makes no element, no attribute, and
// leads nowhere else. A title is one too.
//
// A walk serves all payloads, each in a quarter of the fields, and loses nothing by it: a position that a template does
// not escape shows by every payload, as all hold what is dangerous anywhere, and one that is an address shows by each
// beginning (TestWhatIsNotEscapedIsFound). The turns give a field two of the beginnings in every plane, and all of them
// in two planes, for code that knows some of them only.
func TestNoTextBecomesMarkup(t *testing.T) {
	t.Parallel()
	for _, full := range []bool{false, true} {
		for _, decided := range []bool{true, false} { // false: also where pages decide by a text
			for _, turn := range turns(full, decided) {
				t.Run(fmt.Sprintf("full %t, decided %t, turn %d", full, decided, turn), func(t *testing.T) {
					t.Parallel()
					plane := &consoletest.Contract{Live: true, Full: full, Text: stranger(turn)}
					if decided {
						plane = contract(true, full, stranger(turn))
					}
					harmless(t, plane)
				})
			}
		}
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
		for _, fault := range harm(p) {
			t.Errorf("%s %s", name, fault)
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
	t.Logf("%d pages and %d forms, %d with what strangers wrote", len(w.pages), len(w.forms), shown)
}

// ownScript reports whether an element is the site's script, which browsers check by its digest.
func ownScript(n *html.Node) bool {
	source, _ := attribute(n, "src")
	return strings.HasPrefix(strings.TrimLeft(source, "./"), "assets/console-") && hasAttribute(n, "integrity") &&
		n.FirstChild == nil
}

// harm is what a text has done to a page.
func harm(p *page) (out []string) {
	if sandboxed(p.header) { // a page of partner connect, which makes it
		return nil
	}
	if len(p.away) > 0 {
		out = append(out, fmt.Sprintf("leads to %q", p.away))
	}
	for _, n := range p.nodes {
		handles := func(a html.Attribute) bool { return strings.HasPrefix(a.Key, "on") }
		if n.Data == "x-attack" || n.Data == "script" && !ownScript(n) || slices.ContainsFunc(n.Attr, handles) {
			out = append(out, fmt.Sprintf("has the element %v", n))
		}
		if refresh, _ := attribute(n, "http-equiv"); refresh != "" {
			to, _ := attribute(n, "content")
			if _, to, _ = strings.Cut(to, "url="); !strings.HasPrefix(to, "./") {
				out = append(out, fmt.Sprintf("continues at %q", to))
			}
		}
	}
	return out
}

// A position that a template does not escape is found in every turn, whichever field it shows; and in two planes that
// differ in one thing each field has every payload.
func TestWhatIsNotEscapedIsFound(t *testing.T) {
	t.Parallel()
	const ended, anyField = false, true // by a slash, which no id has
	for source, ids := range map[string]bool{
		`<p>{{.}}</p>`:                                           anyField,
		`<title>{{.}}</title>`:                                   ended,
		`<textarea>{{.}}</textarea>`:                             ended,
		`<p {{.}}></p>`:                                          anyField,
		`<p title="{{.}}"></p>`:                                  anyField,
		`<p title='{{.}}'></p>`:                                  anyField,
		`<p title={{.}}></p>`:                                    anyField,
		`<p title={{html .}}></p>`:                               anyField,
		`<a href="{{.}}">x</a>`:                                  anyField,
		`<a href="{{html .}}">x</a>`:                             anyField,
		`<form action="{{html .}}"></form>`:                      anyField,
		`<img src="{{html .}}">`:                                 anyField,
		`<meta http-equiv="refresh" content="{{html .}}">`:       anyField,
		`<meta http-equiv="refresh" content="5;url={{html .}}">`: anyField,
	} {
		t.Run(source, func(t *testing.T) {
			found := map[string]bool{}
			for _, payload := range payloads {
				for _, text := range []string{payload.text, payload.id} {
					text = strings.ToValidUTF8(text, "")
					var out strings.Builder
					if err := template.Must(template.New("").Parse(source)).Execute(&out, text); err != nil {
						t.Fatal(err)
					}
					resp := &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/html"}}}
					found[text] = len(harm(read(t, "/", true, resp, out.String()))) > 0
					if !found[text] && (ids || text != payload.id) {
						t.Errorf("%q is not found", text)
					}
				}
			}
			for f := range textFields() {
				if isID(f) && !ids {
					continue
				}
				for turn := range payloads {
					if !found[stranger(turn)(f)] {
						t.Errorf("%s is not found in turn %d", f.FullName(), turn)
					}
				}
			}
		})
	}
	for f := range textFields() {
		for _, full := range []bool{false, true} {
			had := map[string]bool{}
			for _, turn := range append(turns(full, false), turns(full, true)...) {
				had[stranger(turn)(f)] = true
			}
			if len(had) != len(payloads) {
				t.Errorf("%s has %d payloads", f.FullName(), len(had))
			}
		}
	}
}

// textFields are the fields of both services' messages that are texts.
func textFields() iter.Seq[protoreflect.FieldDescriptor] {
	return func(yield func(protoreflect.FieldDescriptor) bool) {
		for _, service := range slices.Concat(
			grpcserver.OperatorServices("webhooks.v1"), grpcserver.OperatorServices("partnerconnect.v1"),
		) {
			file := service.ParentFile()
			for m := range file.Messages().Len() {
				fields := file.Messages().Get(m).Fields()
				for i := range fields.Len() {
					if f := fields.Get(i); f.Kind() == protoreflect.StringKind && !yield(f) {
						return
					}
				}
			}
		}
	}
}

// No cell of a file is a formula, whatever the services say.
func TestNoCellIsAFormula(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"=1+1" + marker, "+1" + marker, "-1" + marker, "@SUM(A1)" + marker, "\t=1" + marker,
		"\r=1" + marker, "\n=1" + marker, `"=1","=2` + marker + "\r\n=3"} {
		t.Run(text, func(t *testing.T) {
			s := consoletest.Start(t, consoletest.Planes{Contract: contract(false, true,
				func(protoreflect.FieldDescriptor) string { return text })})
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
