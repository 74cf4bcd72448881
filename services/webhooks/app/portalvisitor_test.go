package app

import (
	"crypto/rand"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// receiver is where endpoints get their deliveries; the test's own dispatcher sends nothing.
const receiver = "http://127.0.0.1:9/hooks"

// A portalVisitor is a browser of a person: it has cookies, and does not follow redirects by itself.
type portalVisitor struct {
	s      *service
	client *http.Client
	form   string // token of the forms of its session
}

type shownPage struct {
	*http.Response
	body string
}

// portalSession asks for a session with a key, and returns the path of its link with the id.
func (s *service) portalSession(key string, body map[string]any) (link, id string) {
	s.t.Helper()
	a := s.call("POST", s.public+"/api/v1/portal-sessions", key, body).want(s.t, 201)
	data := a.Body["data"].(map[string]any)
	u, err := url.Parse(data["url"].(string))
	if err != nil || !strings.HasPrefix(u.Path, "/portal/open/") {
		s.t.Fatalf("url %v: %v", data["url"], err)
	}
	return u.Path, data["id"].(string)
}

func (s *service) portalVisitor() *portalVisitor {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	follow := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &portalVisitor{s: s, client: &http.Client{Jar: jar, CheckRedirect: follow}}
}

// visitor has a session open in a role.
func (s *service) inPortal(key, role string) *portalVisitor {
	s.t.Helper()
	v := s.portalVisitor()
	link, _ := s.portalSession(key, map[string]any{"role": role})
	if p := v.get(link); p.StatusCode != 303 || p.Header.Get("Location") != "../" {
		s.t.Fatalf("the link answers %d to %s: %s", p.StatusCode, p.Header.Get("Location"), p.body)
	}
	v.learn()
	return v
}

// learn reads the token of forms, which every page of a session has.
func (v *portalVisitor) learn() {
	v.s.t.Helper()
	m := regexp.MustCompile(`name="form" value="([0-9a-f]+)"`).FindStringSubmatch(v.get("/portal/").body)
	if m == nil {
		v.s.t.Fatal("the first page has no form")
	}
	v.form = m[1]
}

func (v *portalVisitor) do(method, path string, form url.Values, header ...string) shownPage {
	v.s.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(v.s.t.Context(), method, v.s.public+path, body)
	if err != nil {
		v.s.t.Fatal(err)
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := v.client.Do(req)
	if err != nil {
		v.s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		v.s.t.Fatal(err)
	}
	return shownPage{resp, string(b)}
}

func (v *portalVisitor) get(path string) shownPage { return v.do("GET", path, nil) }

// send sends a form of the session, of a page that was made for it.
func (v *portalVisitor) send(path string, values ...string) shownPage {
	form := url.Values{"form": {v.form}, "once": {rand.Text()}}
	for i := 0; i < len(values); i += 2 {
		form.Add(values[i], values[i+1])
	}
	return v.do("POST", path, form)
}

// version is that of the endpoint that a form of the page changes.
func (p shownPage) version(t *testing.T) string {
	t.Helper()
	found := regexp.MustCompile(`name="version" value="&#34;(\d+)&#34;"`).FindStringSubmatch(p.body)
	if found == nil {
		t.Fatalf("no version: %s", p.body)
	}
	return `"` + found[1] + `"`
}

// is fails the test unless the page has the status and holds the texts.
func (p shownPage) is(t *testing.T, status int, texts ...string) shownPage {
	t.Helper()
	if p.StatusCode != status {
		t.Fatalf("status %d, want %d: %s", p.StatusCode, status, p.body)
	}
	for _, text := range texts {
		if !strings.Contains(p.body, text) {
			t.Fatalf("the page lacks %q: %s", text, p.body)
		}
	}
	return p
}
