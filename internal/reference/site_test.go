package reference

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/proto/openapi"
)

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

func newSite(change ...func(*Options)) *Site {
	o := Options{
		JSON: openapi.PartnerConnect, YAML: openapi.PartnerConnectYAML, Samples: openapi.PartnerConnectSamples,
		Events:   openapi.PartnerConnectEvents,
		Problems: fault.Shared, BaseURL: "BASE", Key: "KEY", Log: slog.New(slog.DiscardHandler),
		GuideNames: []string{"first"},
		Guides: fstest.MapFS{"first.md": {Data: []byte("# The first\n\nSee [next](second.md#part), `POST /payments`, " +
			"`rate_limited` and `other`.\n\n<script>x</script>\n\n```bash\ntrue\n```\n")}},
	}
	for _, c := range change {
		c(&o)
	}
	return New(o)
}

func ask(t *testing.T, h http.Handler, method, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(clientaddr.With(t.Context(), netip.MustParseAddr("192.0.2.1")), method, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func readAll(t *testing.T, r io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestAnswers(t *testing.T) {
	const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self';"
	site := newSite()
	for _, c := range []struct {
		name, method, path, accept string
		status                     int
		kind, holds                string
	}{
		{"the document as JSON", "GET", "/openapi.json", "", 200, "application/json", `"openapi": "3.1.0"`},
		{"the document as YAML", "GET", "/openapi.yaml", browser, 200, "application/yaml", "openapi: 3.1.0"},
		{"the document of the events", "GET", "/asyncapi.json", "", 200, "application/json", `"asyncapi": "3.0.0"`},
		{"HEAD", "HEAD", "/openapi.json", "", 200, "application/json", ""},
		{"another method", "POST", "/openapi.json", "", 405, "application/problem+json", "method_not_allowed"},
		{"the overview", "GET", "/docs", "",
			200, "text/html; charset=utf-8", `href="docs/reference/payments/registerPayment"`},
		{"a resource", "GET", "/docs/reference/payments", "",
			200, "text/html; charset=utf-8",
			`<tr id="registerPayment"><td><a href="../../docs/reference/payments/registerPayment">`},
		{"an operation", "GET", "/docs/reference/payments/registerPayment", "",
			200, "text/html; charset=utf-8", "<code><b>POST</b> /payments</code>"},
		{"the operations of its resource", "GET", "/docs/reference/payments/registerPayment", "",
			200, "text/html; charset=utf-8", `<li><a href="../../../docs/reference/payments/listPayments">`},
		{"what leads to the next operation", "GET", "/docs/reference/payments/registerPayment", "",
			200, "text/html; charset=utf-8",
			`<a rel="next" href="../../../docs/reference/payments/listPayments">List payments →</a>`},
		{"the object of a resource", "GET", "/docs/reference/payments", "",
			200, "text/html; charset=utf-8", `<h2 id="object-Payment">`},
		{"headers of all calls", "GET", "/docs/reference/requests-and-responses", "",
			200, "text/html; charset=utf-8", `<div id="field-X-Request-Id">`},
		{"an object", "GET", "/docs/objects/Payment", "",
			200, "text/html; charset=utf-8", `<div id="field-refunded_amount">`},
		{"a search", "GET", "/docs/search?q=pay+register", "",
			200, "text/html; charset=utf-8", `<a href="../docs/reference/payments/registerPayment">Register payment</a>`},
		{"a search of nothing", "GET", "/docs/search", "", 200, "text/html; charset=utf-8", "Type a term"},
		{"a search without result", "GET", "/docs/search?q=%3Cb%3Ezzz", "",
			200, "text/html; charset=utf-8", "Nothing has all terms of “&lt;b&gt;zzz”"},
		{"a search for too much", "GET", "/docs/search?q=" + strings.Repeat("z", 5000), "",
			200, "text/html; charset=utf-8", "Nothing has all terms of “" + strings.Repeat("z", longestQuery) + "”"},
		{"the icon", "GET", "/favicon.ico", browser, 200, "image/x-icon", ""},
		{"a guide", "GET", "/docs/guides/first", "", 200, "text/html; charset=utf-8", "The first"},
		{"no such guide", "GET", "/docs/guides/second", browser, 404, "application/problem+json", "route_not_found"},
		{"no page with a slash at its end", "GET", "/docs/none/", "", 404, "application/problem+json", "route_not_found"},
		{"a path that is encoded otherwise", "GET", "/docs%2Fguides/first", "", 404, "application/problem+json",
			"route_not_found"},
		{"all problems", "GET", "/problems", "", 200, "text/html; charset=utf-8", `href="problems/rate_limited"`},
		{"a problem for people", "GET", "/problems/rate_limited", browser, 200, "text/html; charset=utf-8",
			"<h1>Too many requests</h1>"},
		{"a problem for programs", "GET", "/problems/rate_limited", "application/json", 200, "application/json",
			`{"type":"/problems/rate_limited","code":"rate_limited","status":429,`},
		{"a problem for those who take anything", "GET", "/problems/rate_limited", "*/*", 200,
			"application/json", `"remedy"`},
		{"a problem for those who prefer JSON", "GET", "/problems/rate_limited", "application/json, text/html;q=0.5", 200,
			"application/json", `"remedy"`},
		{"no such problem", "GET", "/problems/unknown", browser, 404, "application/problem+json", "/problems lists them"},
		{"the root for programs", "GET", "/", "", 200, "application/json", `"openapi":"/openapi.json"`},
		{"the root for people", "GET", "/", browser, 303, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp := ask(t, site, c.method, c.path, "Accept", c.accept)
			body := readAll(t, resp.Body)
			if resp.StatusCode != c.status || resp.Header.Get("Content-Type") != c.kind || !strings.Contains(body, c.holds) {
				t.Errorf("status %d, %s, want %d, %s with %q; body %.300s", resp.StatusCode, resp.Header.Get("Content-Type"),
					c.status, c.kind, c.holds, body)
			}
			if got := resp.Header.Get("Content-Security-Policy"); !strings.HasPrefix(got, policy) {
				t.Errorf("policy %q", got)
			}
			if resp.Header.Get("X-Request-Id") == "" {
				t.Error("the answer has no request id")
			}
		})
	}
}

// What leads elsewhere is relative to where the port is.
func TestRedirects(t *testing.T) {
	for path, want := range map[string]string{
		"/": "docs", "/docs/": "../docs", "/problems/": "../problems", "/docs/guides/first/": "../first",
	} {
		t.Run(path, func(t *testing.T) {
			resp := ask(t, newSite(), "GET", path, "Accept", browser)
			if at := resp.Header.Get("Location"); at != want || resp.StatusCode != http.StatusSeeOther {
				t.Errorf("%d %q, want %q", resp.StatusCode, at, want)
			}
		})
	}
}

// The page of an operation has its example before the tables, and the headers that all calls have are on another page.
func TestOperation(t *testing.T) {
	body := readAll(t, ask(t, newSite(), "GET", "/docs/reference/payments/registerPayment").Body)
	at := -1
	for _, part := range []string{
		"payments:write", "On-Behalf-Of: $REF", "partnerline payments create", "client.Payments.Register(",
		"client.payments.register({", "client.payments.register(\n", "client.payments().register(",
		"The merchant is active", "&#34;pay_06g", "<h2>Headers</h2>", "<h2>Body</h2>", "<h2>Responses</h2>",
	} {
		next := strings.Index(body, part)
		if next <= at {
			t.Errorf("%q is at %d, what is before it at %d", part, next, at)
		}
		at = next
	}
	for _, name := range common {
		if strings.Contains(body, "<code>"+name+"</code>") {
			t.Errorf("it describes %s", name)
		}
	}
}

func TestSearch(t *testing.T) {
	all := []entry{
		{Kind: "Operation", Title: "List payments", Note: "GET /payments", Also: "currency"},
		{Kind: "Resource", Title: "Payments"},
		{Kind: "Field", Title: "payment_id"}, {Kind: "Error", Title: "payment_not_open", Also: "The payment is over"},
	}
	for query, want := range map[string][]string{
		"payments": {"Payments", "List payments"}, "PAYMENT": {"List payments", "Payments", "payment_id", "payment_not_open"},
		"currency list": {"List payments"}, "over payment": {"payment_not_open"},
		"get /payments": {"List payments"}, "none": nil, " ": nil,
	} {
		t.Run(query, func(t *testing.T) {
			var got []string
			for _, e := range search(all, query) {
				got = append(got, e.Title)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestGuides(t *testing.T) {
	body := readAll(t, ask(t, newSite(), "GET", "/docs/guides/first").Body)
	for name, want := range map[string]string{
		"a link to another guide": `<a href="second#part">next</a>`,
		"an operation":            `<a href="../../docs/reference/payments/registerPayment"><code>POST /payments</code></a>`,
		"a problem":               `<a href="../../problems/rate_limited"><code>rate_limited</code></a>`,
		"other code":              "and <code>other</code>",
		"a command":               `<pre tabindex="0"><code class="language-bash">true`,
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(body, want) {
				t.Errorf("%s is not in %s", want, body)
			}
		})
	}
	if strings.Contains(body, "<script>") {
		t.Error("HTML of the guide passes")
	}
}

func TestCaching(t *testing.T) {
	site := newSite()
	plain := ask(t, site, "GET", "/openapi.json")
	packed := ask(t, site, "GET", "/openapi.json", "Accept-Encoding", "br, gzip;q=0.8")
	if plain.Header.Get("Cache-Control") != "public, max-age=300" || plain.Header.Get("Vary") != "Accept-Encoding" ||
		plain.Header.Get("Content-Encoding") != "" {
		t.Errorf("plain: %v", plain.Header)
	}
	z, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if readAll(t, z) != readAll(t, plain.Body) {
		t.Error("compressed it is another document")
	}
	if packed.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Error("two representations have one entity tag")
	}
	for name, c := range map[string]struct {
		match string
		want  int
	}{
		"the same version": {plain.Header.Get("ETag"), 304}, "any": {"*", 304},
		"one of two": {`"x", ` + plain.Header.Get("ETag"), 304}, "another": {`"x"`, 200},
	} {
		t.Run(name, func(t *testing.T) {
			resp := ask(t, site, "GET", "/openapi.json", "If-None-Match", c.match)
			if body := readAll(t, resp.Body); resp.StatusCode != c.want || (c.want == 304) != (body == "") {
				t.Errorf("status %d with %d bytes, want %d", resp.StatusCode, len(body), c.want)
			}
		})
	}
	t.Run("gzip that is refused", func(t *testing.T) {
		if got := ask(t, site, "GET", "/docs", "Accept-Encoding", "gzip;q=0").Header.Get("Content-Encoding"); got != "" {
			t.Errorf("encoding %q", got)
		}
	})
}

func TestRequestsAreLimited(t *testing.T) {
	site := newSite(func(o *Options) { o.Config.Limit = 2 })
	for i, want := range []int{200, 200, 429} {
		resp := ask(t, site, "GET", "/docs")
		if resp.StatusCode != want {
			t.Errorf("request %d: status %d, want %d", i+1, resp.StatusCode, want)
		}
		if want == 429 && (resp.Header.Get("Retry-After") == "" || resp.Header.Get("Cache-Control") != "no-store") {
			t.Errorf("%v", resp.Header)
		}
	}
}

func TestLimitIsChecked(t *testing.T) {
	for limit, valid := range map[int]bool{0: true, 600: true, -1: false} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			if err := (Config{limit}).Validate(); (err == nil) != valid {
				t.Errorf("%v", err)
			}
		})
	}
}

// What is in front of the API takes its own paths alone.
func TestFront(t *testing.T) {
	named := func(name string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, name) })
	}
	front := Front(named("docs"), named("api"))
	for path, want := range map[string]string{
		"/": "docs", "/docs": "docs", "/docs/guides/x": "docs", "/problems": "docs", "/problems/x": "docs",
		"/openapi.json": "docs", "/openapi.yaml": "docs",
		"/asyncapi.json": "docs",
		"/favicon.ico":   "docs",
		"/payments":      "api", "/docsx": "api", "/problem": "api", "/openapi.json/x": "api",
		"//": "api", "//docs": "api", "/api/v1/docs": "api",
	} {
		t.Run(path, func(t *testing.T) {
			if got := readAll(t, ask(t, front, "GET", "http://h"+path).Body); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// Every page of both documents is made, is small, and leads only to pages and parts of pages that exist.
func TestPagesAreWhole(t *testing.T) {
	for name, documents := range map[string][3][]byte{
		"partnerconnect": {openapi.PartnerConnect, openapi.PartnerConnectYAML, openapi.PartnerConnectSamples},
		"webhooks":       {openapi.Webhooks, openapi.WebhooksYAML, openapi.WebhooksSamples},
	} {
		t.Run(name, func(t *testing.T) {
			site := newSite(func(o *Options) {
				o.JSON, o.YAML, o.Samples = documents[0], documents[1], documents[2]
				o.Guides, o.GuideNames = nil, nil
				o.Problems = problemsOf(t, o.JSON)
			})
			all, err := site.pages()
			if err != nil {
				t.Fatal(err)
			}
			bodies := map[string]string{}
			for path, p := range all {
				if p.html != nil && p.html.kind == kindHTML {
					bodies[path] = readAll(t, ask(t, site, "GET", path, "Accept", browser).Body)
				}
			}
			for path, body := range bodies {
				if len(body) > 60<<10 {
					t.Errorf("%s has %d bytes", path, len(body))
				}
				for _, fault := range deadLinks(path, body, bodies, all) {
					t.Errorf("%s leads to %s, which is not there", path, fault)
				}
			}
			if len(bodies) < 20 {
				t.Errorf("%d pages", len(bodies))
			}
		})
	}
}

// Each state that a sample needs belongs to an operation, and each operation with a library's method has an example in
// every language.
func TestSamples(t *testing.T) {
	left := maps.Clone(states)
	for name, raw := range map[string][2][]byte{
		"partnerconnect": {openapi.PartnerConnect, openapi.PartnerConnectSamples},
		"webhooks":       {openapi.Webhooks, openapi.WebhooksSamples},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := parse(raw[0])
			if err != nil {
				t.Fatal(err)
			}
			var samples map[string]map[string]string
			if err := json.Unmarshal(raw[1], &samples); err != nil {
				t.Fatal(err)
			}
			for _, path := range doc.Paths {
				for _, m := range path.Value {
					id := m.Value.OperationID
					delete(left, id)
					for _, language := range []string{"go", "typescript", "python", "java"} {
						if samples[id][language] == "" && id != "streamEvents" {
							t.Errorf("%s has no example in %s", id, language)
						}
					}
				}
			}
		})
	}
	for id := range left {
		t.Errorf("there is no operation %s", id)
	}
}

// problemsOf are the problems that a document names.
func problemsOf(t *testing.T, raw []byte) []fault.Entry {
	t.Helper()
	doc, err := parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	var out []fault.Entry
	for _, path := range doc.Paths {
		for _, m := range path.Value {
			for _, r := range m.Value.Responses {
				for _, code := range problemCodes(doc.response(r.Value)) {
					if !known[code] {
						known[code] = true
						out = append(out, fault.Entry{Reason: fault.Reason(code), Status: 400, Title: code, Remedy: code})
					}
				}
			}
		}
	}
	return out
}

func TestAReferenceThatCannotBeReadIsAnError(t *testing.T) {
	site := newSite(func(o *Options) { o.JSON = []byte(`{"paths": 1}`) })
	resp := ask(t, site, "GET", "/docs")
	var problem struct{ Code string }
	if err := json.NewDecoder(resp.Body).Decode(&problem); err != nil || resp.StatusCode != 500 ||
		problem.Code != "internal_error" {
		t.Errorf("status %d, %+v, %v", resp.StatusCode, problem, err)
	}
}
