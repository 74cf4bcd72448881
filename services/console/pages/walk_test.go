package pages_test

import (
	"io/fs"
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

// marker is what texts of answers are, and the ids in paths.
const marker = "m7q"

// everyone has all roles.
var everyone = []string{"viewer", "support", "reviewer", "finance", "administrator"}

// contract is a plane whose answers hold the marker, except where pages decide by a text.
func contract(live, full bool, text func(protoreflect.FieldDescriptor) string) *consoletest.Contract {
	decisive := map[protoreflect.Name]string{"currency": "PLN", "etag": "1", "delegation_status": "active",
		"waits_for": "operator"}
	if full {
		maps.Copy(decisive, map[protoreflect.Name]string{"status": "pending", "claimed_by": "p1", "content_type": "image/png",
			"kind": "refund", "type": "individual", "merchant_status": "active"})
	} else {
		maps.Copy(decisive, map[protoreflect.Name]string{"status": "failed", "claimed_by": "", "content_type": "image/tiff",
			"kind": "activation", "type": "sole_trader", "merchant_status": "suspended"})
	}
	return &consoletest.Contract{Live: live, Full: full, Text: func(f protoreflect.FieldDescriptor) string {
		if f.FullName() == "webhooks.v1.BulkRecovery.status" {
			return map[bool]string{true: "paused", false: "running"}[full]
		}
		if f.FullName() == "partnerconnect.v1.Approval.status" {
			return "pending"
		}
		if value, ok := decisive[f.Name()]; ok {
			return value
		}
		if full && f.FullName() == "partnerconnect.v1.BankLine.reason" {
			return "possibly_known" // its form has one more input
		}
		return text(f)
	}}
}

func marked(protoreflect.FieldDescriptor) string { return marker }

// A form is one that a page offers.
type form struct {
	method, path string // path with its query
	values       url.Values
	modes        bool       // it lets the person choose the mode
	seen         url.Values // what inputs that are not hidden say: of a choice its text, else the value
}

// name is that of what the form does, with its path's ids left out.
func (f form) name() string {
	return strings.TrimSpace(f.method + " " + pattern(f.path) + " " + f.values.Get("do"))
}

// pattern is a path without the ids in it, and without its query.
func pattern(path string) string {
	path, _, _ = strings.Cut(path, "?")
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if plain, err := url.PathUnescape(s); err == nil && strings.Contains(plain, marker) {
			segments[i] = "{id}"
		}
	}
	return strings.Join(segments, "/")
}

// A page is what a browser reads of an answer.
type page struct {
	status int
	header http.Header
	body   string
	links  []string // to pages and files of the console
	away   []string // to anywhere else
	forms  []form
	nodes  []*html.Node

	first http.Header // of the answer to the path itself, which may lead to the page
	calls []string    // methods that the planes were called with and did not refuse, each once
}

// read parses an answer to a request for a path.
func read(t *testing.T, path string, live bool, resp *http.Response, body string) *page {
	t.Helper()
	p := &page{status: resp.StatusCode, header: resp.Header, body: body}
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
		return p
	}
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	base, err := url.Parse("http://console" + path)
	if err != nil {
		t.Fatal(err)
	}
	link := func(n *html.Node, name string) {
		to, ok := attribute(n, name)
		if !ok {
			return
		}
		u, err := base.Parse(strings.ReplaceAll(strings.TrimSpace(to), `\`, "/")) // as browsers do
		switch {
		case err == nil && u.Scheme == "data" && (n.Data == "link" || n.Data == "img") && sandboxed(resp.Header): // what the document holds itself
		case err != nil || u.Scheme != "http" || u.Host != "console":
			p.away = append(p.away, to)
		case hasAttribute(n, "data-filter"): // the list without one filter, of which there are all combinations
		case n.Data == "a" || n.Data == "iframe":
			p.links = append(p.links, u.RequestURI())
		}
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		p.nodes = append(p.nodes, n)
		for _, name := range []string{"href", "src", "action", "formaction", "data", "poster", "cite", "background"} {
			link(n, name)
		}
		if n.Data == "form" {
			p.forms = append(p.forms, forms(t, base, n, live)...)
		}
	}
	return p
}

// sources are the templates of a screen.
func sources(t *testing.T, assets fs.FS) (out []string) {
	t.Helper()
	names, err := fs.Glob(assets, "assets/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		source, err := fs.ReadFile(assets, name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(source))
	}
	return out
}

// textOf is the text in a node.
func textOf(n *html.Node) string {
	var b strings.Builder
	for in := range n.Descendants() {
		if in.Type == html.TextNode {
			b.WriteString(in.Data)
		}
	}
	return b.String()
}

func hasAttribute(n *html.Node, name string) bool {
	_, ok := attribute(n, name)
	return ok
}

func attribute(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// forms are what a person may send by a form of a page: each of its buttons, with the inputs filled in.
func forms(t *testing.T, base *url.URL, n *html.Node, live bool) (out []form) {
	t.Helper()
	values, seen, modes, buttons := url.Values{}, url.Values{}, false, []*html.Node(nil)
	for in := range n.Descendants() {
		name, _ := attribute(in, "name")
		value, _ := attribute(in, "value")
		kind, _ := attribute(in, "type")
		switch {
		case in.Type == html.ElementNode && in.Data == "button":
			buttons = append(buttons, in)
		case in.Type != html.ElementNode || name == "":
		case in.Data == "select":
			value, text := option(in, live && name == "mode")
			values.Set(name, value)
			seen.Set(name, text)
			modes = modes || name == "mode"
		case in.Data == "textarea" || in.Data == "input" && kind != "file":
			values.Add(name, filled(in, value, kind))
			if kind != "hidden" {
				seen.Add(name, filled(in, value, kind))
			}
		}
	}
	method, _ := attribute(n, "method")
	action, _ := attribute(n, "action")
	for _, b := range buttons {
		f := form{strings.ToUpper(method), "", maps.Clone(values), modes, seen}
		if name, ok := attribute(b, "name"); ok {
			value, _ := attribute(b, "value")
			f.values.Set(name, value)
		}
		to := action
		if own, ok := attribute(b, "formaction"); ok {
			to = own
		}
		u, err := base.Parse(to)
		if err != nil {
			t.Fatal(err)
		}
		f.path = u.RequestURI()
		out = append(out, f)
	}
	return out
}

// filled is what a person enters.
func filled(n *html.Node, value, kind string) string {
	numeric, _ := attribute(n, "inputmode")
	switch {
	case value != "" && !strings.HasSuffix(value, "_"): // one that is a prefix is not complete
		return value
	case kind == "date":
		return "2026-11-23"
	case kind == "datetime-local":
		return "2026-11-23T10:00"
	case kind == "number", numeric != "":
		return "1"
	}
	return marker
}

// option is the choice of a list with its text: the last, or the first that is not empty.
func option(n *html.Node, last bool) (chosen, text string) {
	for in := range n.Descendants() {
		if value, ok := attribute(in, "value"); in.Type == html.ElementNode && in.Data == "option" && ok && value != "" &&
			(last || chosen == "") {
			chosen, text = value, textOf(in)
		}
	}
	return chosen, text
}

// get reads a page as a person, or the one that it leads to at once.
func get(t *testing.T, s *consoletest.Site, path string, live bool, cookies []*http.Cookie) *page {
	t.Helper()
	before := len(s.Calls())
	resp, body := s.Call("GET", path, nil, cookies)
	first := resp.Header
	if resp.StatusCode == http.StatusSeeOther {
		base, err := url.Parse("http://console" + path)
		if err != nil {
			t.Fatal(err)
		}
		to, err := base.Parse(resp.Header.Get("Location"))
		if err != nil {
			t.Fatal(err)
		}
		path = to.RequestURI()
		resp, body = s.Call("GET", path, nil, cookies)
	}
	p := read(t, path, live, resp, body)
	// Parts are read at the same time.
	p.first, p.calls = first, slices.Sorted(slices.Values(allowedCalls(s.Calls()[before:])))
	return p
}

// allowedCalls are the methods of calls that were not refused, each once.
func allowedCalls(calls []consoletest.Call) (out []string) {
	for _, c := range calls {
		if !c.Refused && !slices.Contains(out, c.Method) {
			out = append(out, c.Method)
		}
	}
	return out
}

// A walk is what can be reached from the first page.
type walk struct {
	pages map[string]*page // by path, with its query
	forms map[string]form  // that change something, by name
}

// maxPages bounds them: a link that leads to itself with one more value has no end.
const maxPages = 300

// crawl follows all links, and the forms that show something, as a person who has all roles. Of the pages that differ
// by ids and values alone it reads one.
func crawl(t *testing.T, s *consoletest.Site, live bool) walk {
	t.Helper()
	w, known := walk{map[string]*page{}, map[string]form{}}, map[string]bool{}
	todo := []string{"/?lang=en"}
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		u, err := url.Parse(path)
		if err != nil {
			t.Fatal(err)
		}
		kind := pattern(u.EscapedPath()) + "?" + strings.Join(slices.Sorted(maps.Keys(u.Query())), "&")
		if known[kind] {
			continue
		}
		if known[kind] = true; len(known) > maxPages {
			t.Fatalf("there are more and more pages, such as %.500s", path)
		}
		p := get(t, s, path, live, s.SignedIn(everyone...))
		w.pages[path] = p
		todo = append(todo, p.links...)
		for _, f := range p.forms {
			if f.method == http.MethodGet {
				to, err := url.Parse(f.path)
				if err != nil {
					t.Fatal(err)
				}
				to.RawQuery = f.values.Encode()
				todo = append(todo, to.RequestURI())
			} else if _, ok := w.forms[f.name()]; !ok {
				w.forms[f.name()] = f
			}
		}
	}
	return w
}
