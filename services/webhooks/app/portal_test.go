package app

import (
	"crypto/rand"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks/portal/pages"
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
	return &portalVisitor{s: s, client: &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
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

// A link opens its session once, within its time, and not after a revocation. What it answers then shows nothing of the tenant.
func TestPortalLinks(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.create(s.key, map[string]any{"url": "http://127.0.0.1:9/of-the-tenant", "events": []string{"*"}}).want(t, 201)
	closed := func(t *testing.T, p shownPage) {
		t.Helper()
		p.is(t, 410, "This link no longer works")
		if strings.Contains(p.body, "of-the-tenant") || len(p.Cookies()) > 0 {
			t.Errorf("it shows what is the tenant's: %s", p.body)
		}
	}
	t.Run("once", func(t *testing.T) {
		link, _ := s.portalSession(s.key, map[string]any{})
		v := s.portalVisitor()
		v.do("HEAD", link, nil).is(t, 405)
		v.do("GET", link, nil, "Sec-Purpose", "prefetch;prerender").is(t, 405)
		opened := v.get(link).is(t, 303)
		c := opened.Cookies()
		if len(c) != 1 || !c[0].HttpOnly || c[0].SameSite != http.SameSiteLaxMode || len(c[0].Value) < 26 || strings.Contains(link, c[0].Value) {
			t.Errorf("cookies %v", c)
		}
		v.get("/portal/").is(t, 200, "of-the-tenant")
		closed(t, s.portalVisitor().get(link))
		v.get("/portal/").is(t, 200, "of-the-tenant")
	})
	t.Run("in time", func(t *testing.T) {
		link, id := s.portalSession(s.key, map[string]any{})
		s.exec(fmt.Sprintf("UPDATE portal_sessions SET link_expires_at = now() WHERE id = '%s'", id))
		closed(t, s.portalVisitor().get(link))
	})
	t.Run("unless revoked", func(t *testing.T) {
		link, id := s.portalSession(s.key, map[string]any{})
		s.call("DELETE", s.public+"/api/v1/portal-sessions/"+id, s.other, nil).wantProblem(t, 404, "portal_session_not_found")
		s.call("DELETE", s.public+"/api/v1/portal-sessions/"+id, s.keyLive, nil).wantProblem(t, 404, "portal_session_not_found")
		s.call("DELETE", s.public+"/api/v1/portal-sessions/"+id, s.key, nil).want(t, 204)
		s.call("DELETE", s.public+"/api/v1/portal-sessions/"+id, s.key, nil).want(t, 204)
		closed(t, s.portalVisitor().get(link))
	})
	t.Run("asked for without a body", func(t *testing.T) {
		s.call("POST", s.public+"/api/v1/portal-sessions", s.key, nil).want(t, 201)
		s.call("POST", s.public+"/api/v1/portal-sessions", s.key, map[string]any{"role": "owner"}).wantProblem(t, 422, "validation_failed", "/role")
		s.call("POST", s.public+"/api/v1/portal-sessions", "", map[string]any{}).want(t, 401)
	})
	t.Run("unknown", func(t *testing.T) {
		closed(t, s.portalVisitor().get("/portal/open/ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
		closed(t, s.portalVisitor().get("/portal/open/"))
	})
	if n := s.query("SELECT count(*) FROM portal_sessions WHERE encode(link_hash, 'escape') LIKE '%open%' OR octet_length(link_hash) <> 32"); n != 0 {
		t.Errorf("%d links are stored as they are", n)
	}
}

// A session ends with its time, its revocation, the key that made it, and its person's wish: the next click shows nothing any more.
func TestPortalSessionsEnd(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for name, end := range map[string]func(id string){
		"time": func(id string) {
			s.exec(fmt.Sprintf("UPDATE portal_sessions SET expires_at = now() WHERE id = '%s'", id))
		},
		"revocation": func(id string) { s.call("DELETE", s.public+"/api/v1/portal-sessions/"+id, s.key, nil).want(t, 204) },
		"key": func(id string) {
			s.exec(fmt.Sprintf("UPDATE api_keys SET revoked_at = now() WHERE id = (SELECT key_id FROM portal_sessions WHERE id = '%s')", id))
		},
		"key's time": func(id string) {
			s.exec(fmt.Sprintf("UPDATE api_keys SET expires_at = now() WHERE id = (SELECT key_id FROM portal_sessions WHERE id = '%s')", id))
		},
	} {
		t.Run(name, func(t *testing.T) {
			key := s.key
			if strings.HasPrefix(name, "key") {
				key = s.newKey(s.tenant, false)
			}
			link, id := s.portalSession(key, map[string]any{})
			v := s.portalVisitor()
			v.get(link).is(t, 303)
			v.get("/portal/deliveries").is(t, 200)
			end(id)
			v.get("/portal/deliveries").is(t, 410, "This session has ended")
		})
	}
	v := s.inPortal(s.key, "viewer")
	v.send("/portal/end").is(t, 200, "This session has ended")
	v.get("/portal/").is(t, 401)
	s.portalVisitor().get("/portal/").is(t, 401, "This session has ended")
	s.portalVisitor().get("/portal").is(t, 301)
}

// What a person may do is decided by role, tenant and mode, for every route.
func TestPortalAccess(t *testing.T) {
	t.Parallel()
	s := shared(t)
	endpoint := s.create(s.key, map[string]any{"url": receiver, "events": []string{"*"}}).want(t, 201).Body["data"].(map[string]any)["id"].(string)
	sent := s.call("POST", s.public+"/api/v1/webhooks/"+endpoint+"/test", s.key, nil).want(t, 202).Body["data"].(map[string]any)
	ids := map[string]string{"endpoints": endpoint, "deliveries": sent["delivery_id"].(string), "events": sent["event_id"].(string), "types": "verification.completed"}
	viewer, manager := s.inPortal(s.key, "viewer"), s.inPortal(s.key, "manager")
	other, live := s.inPortal(s.other, "manager"), s.inPortal(s.keyLive, "manager")
	for _, r := range pages.Routes() {
		first, _, _ := strings.Cut(r.Pattern, "/")
		path := "/portal/" + strings.Replace(r.Pattern, "*", ids[first], 1)
		if r.Pattern == "end" {
			continue // which ends the session; TestPortalSessionsEnd
		}
		try := func(v *portalVisitor) int {
			if r.Method == "GET" {
				return v.get(path).StatusCode
			}
			return v.send(path, "do", "nothing", "endpoint", endpoint).StatusCode
		}
		owned := strings.Contains(r.Pattern, "*") && first != "types"
		t.Run(r.Method+" "+r.Pattern, func(t *testing.T) {
			if got := try(s.portalVisitor()); got != 401 {
				t.Errorf("without a session: %d", got)
			}
			if got := try(viewer); r.Changes && got != 403 || !r.Changes && got != 200 {
				t.Errorf("a viewer: %d", got)
			}
			for name, v := range map[string]*portalVisitor{"of another tenant": other, "of live mode": live} {
				got := try(v)
				if owned && got != 404 && got != 422 || !owned && (got == 401 || got == 403) {
					t.Errorf("a manager %s: %d", name, got)
				}
			}
			if strings.HasSuffix(r.Pattern, "delete") && r.Method == "POST" {
				return // it would be gone for the routes behind
			}
			if got := try(manager); got == 401 || got == 403 || got == 404 {
				t.Errorf("a manager: %d", got)
			}
		})
	}
	for _, path := range []string{"/portal/endpoints/" + endpoint, "/portal/deliveries/" + ids["deliveries"], "/portal/events/" + ids["events"]} {
		for _, v := range []*portalVisitor{other, live} {
			if p := v.get(path); p.StatusCode != 404 || strings.Contains(p.body, receiver) {
				t.Errorf("%s shows another's: %d %s", path, p.StatusCode, p.body)
			}
		}
	}
	if got := s.endpoint(endpoint); got["is_active"] != true {
		t.Errorf("the endpoint is %v", got)
	}
	if p := live.send("/portal/types/verification.completed", "endpoint", endpoint); p.StatusCode != 422 {
		t.Errorf("an example in live mode: %d %s", p.StatusCode, p.body)
	}
}

// A manager does with forms what the API does, and bad input is refused with what to do, and what was typed.
func TestPortalForms(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	v := s.inPortal(s.key, "manager")
	v.send("/portal/endpoints/new", "url", "ftp://x", "events", "*", "description", "<script>alert(1)</script>").
		is(t, 422, "must use https", `value="ftp://x"`, "&lt;script&gt;")
	v.send("/portal/endpoints/new", "url", receiver, "events", "*", "filter", "event.data.kind ==").is(t, 422, "Filter: must be an expression in CEL", "event.data.kind ==")
	v.send("/portal/endpoints/new", "url", receiver).is(t, 422, "Events: must be given")
	v.send("/portal/endpoints/new", "url", receiver, "events", "*", "events", "endpoint.failing").is(t, 422, "choose all, or single types, not both")
	v.send("/portal/endpoints/new", "url", receiver, "events", "*", "headers", "no colon").is(t, 422, "one a line")
	v.send("/portal/endpoints/new", "url", receiver, "events", "*", "rate_limit", "many").is(t, 422, "1 to 1000")
	if n := s.query("SELECT count(*) FROM endpoints"); n != 0 {
		t.Fatalf("%d endpoints were created", n)
	}
	created := v.send("/portal/endpoints/new", "url", receiver, "events", "*", "description", "the <b>shop</b>",
		"headers", "X-Gateway: of-the-gateway\r\n").is(t, 200, "whsec_", "def verify")
	secret := regexp.MustCompile(`whsec_[A-Za-z0-9+/=]+`).FindString(html.UnescapeString(created.body))
	if len(secret) != 50 {
		t.Fatalf("the secret is %q", secret)
	}
	shown := func(p shownPage) bool { return strings.Contains(html.UnescapeString(p.body), secret) }
	id := regexp.MustCompile(`endpoints/([0-9a-f-]{36})`).FindStringSubmatch(created.body)[1]
	page := "/portal/endpoints/" + id
	p := v.get(page).is(t, 200, "the &lt;b&gt;shop&lt;/b&gt;", "X-Gateway")
	if shown(p) || strings.Contains(p.body, "of-the-gateway") {
		t.Error("a secret is shown again")
	}

	tested := v.send(page, "do", "test").is(t, 303)
	delivery := "/portal/" + strings.TrimPrefix(tested.Header.Get("Location"), "../")
	d.report(d.next(1), 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	s.eventually("the test event is delivered", func() bool { return strings.Contains(v.get(delivery).body, `class="status delivered"`) })
	v.get(delivery).is(t, 200, "verification_session_id", "X-Webhook-Id", "X-Gateway: (hidden)")
	v.send(strings.Split(delivery, "?")[0]).is(t, 303)
	v.get("/portal/deliveries?status=delivered&type=verification.test").is(t, 200)
	v.get("/portal/deliveries?status=gone").is(t, 422, "There is no such status")
	v.get("/portal/deliveries?from=yesterday").is(t, 422, "2026-11-23")
	v.get("/portal/deliveries?page=nonsense").is(t, 422)
	v.get("/portal/deliveries?id=dlv_none").is(t, 422, "no delivery")
	v.get("/portal/events").is(t, 200, "verification.test")
	v.get("/portal/events?id=evt_none").is(t, 422, "no event")

	v.send("/portal/types/verification.completed", "endpoint", id).is(t, 303)
	v.send("/portal/types/verification.completed", "endpoint", "00000000-0000-0000-0000-000000000000").is(t, 404)
	v.get("/portal/filter?filter="+url.QueryEscape("event.type == 'verification.completed'")).is(t, 200, "Matching: <strong data-matches>1</strong> of 2")
	v.get("/portal/filter?filter="+url.QueryEscape("event.type ==")).is(t, 422, "Filter: must be an expression in CEL")

	edit := v.get(page+"/edit").is(t, 200, receiver)
	version := edit.version(t)
	v.send(page+"/edit", "version", version, "url", receiver, "events", "verification.completed",
		"events", "verification.failed", "rate_limit", "7").is(t, 303)
	v.get(page).is(t, 200, "verification.failed", "X-Gateway")
	v.send(page+"/edit", "version", version, "url", receiver, "events", "*").
		is(t, 422, "Someone else changed the endpoint")
	v.send(page+"/edit", "version", version, "url", receiver, "events", "*", "headers", "X-Gateway: another").
		is(t, 422, "tick the choice above them", "X-Gateway: another")
	if got := s.endpoint(id); got["rate_limit"] != float64(7) || got["description"] != nil {
		t.Errorf("the endpoint is %v", got)
	}

	version = v.get(page + "/rotate?overlap=1h").version(t)
	rotated := v.send(page+"/rotate", "overlap", "1h", "version", version).is(t, 200, "whsec_", "1 hour")
	if shown(rotated) {
		t.Error("the first secret is shown again")
	}
	v.get(page+"/rotate?overlap=0").is(t, 200, "at once")
	v.send(page+"/rotate", "overlap", "0", "version", version).is(t, 422, "Someone else changed the endpoint")
	v.get(page+"/rotate?overlap=1y").is(t, 422)
	v.send(page+"/rotate", "overlap", "1y", "version", v.get(page+"/rotate?overlap=1h").version(t)).is(t, 422)
	v.send(page, "do", "pause").is(t, 303)
	v.send(page, "do", "test").is(t, 422, "The endpoint is inactive")
	v.send(page, "do", "recover", "span", "1h").is(t, 422, "The endpoint is inactive")
	v.send(page, "do", "resume").is(t, 303)
	v.get(page+"?span=24h").is(t, 200, "data-preview>")
	v.send(page, "do", "recover", "span", "24h").is(t, 303)
	s.eventually("the recovery is completed", func() bool { return strings.Contains(v.get(page).body, `data-recovery="completed"`) })
	v.get(page+"/delete").is(t, 200, "cannot be undone")
	v.send(page+"/delete").is(t, 303)
	v.get(page).is(t, 404)
	v.get(strings.Split(delivery, "?")[0]).is(t, 200, "an endpoint that was deleted")
	v.do("GET", "/portal/", nil, "Accept-Language", "pl").is(t, 200, "Nie ma jeszcze endpointów")
}

// A form that is sent a second time, as when the page of its answer is loaded again, does nothing, on every route: no
// second endpoint, secret, delivery or recovery is made, and no secret is shown. Of several at once one does it.
func TestNoFormOfThePortalIsDoneTwice(t *testing.T) {
	t.Parallel()
	s := start(t)
	v := s.inPortal(s.key, "manager")
	const made = `SELECT (SELECT count(*) FROM endpoints) + (SELECT count(*) FROM endpoint_secrets) +
		(SELECT count(*) FROM events) + (SELECT count(*) FROM recoveries)`
	created := v.send("/portal/endpoints/new", "url", receiver, "events", "*").is(t, 200, "whsec_")
	id := regexp.MustCompile(`endpoints/([0-9a-f-]{36})`).FindStringSubmatch(created.body)[1]
	page := "/portal/endpoints/" + id
	sent := s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).want(t, 202).Body["data"].(map[string]any)
	covered := map[string]bool{"end": true} // which ends the session
	for _, c := range []struct {
		pattern, path string
		inputs        url.Values
	}{
		{"endpoints/new", "/portal/endpoints/new", url.Values{"url": {receiver}, "events": {"*"}}},
		{"endpoints/*/rotate", page + "/rotate", url.Values{"overlap": {"24h"}, "version": {"*"}}},
		{"endpoints/*", page, url.Values{"do": {"test"}}},
		{"endpoints/*", page, url.Values{"do": {"recover"}, "span": {"24h"}}},
		{"endpoints/*", page, url.Values{"do": {"pause"}}},
		{"endpoints/*", page, url.Values{"do": {"resume"}}},
		{"endpoints/*/edit", page + "/edit", url.Values{"url": {receiver}, "events": {"*"}, "version": {"*"}}},
		{"deliveries/*", "/portal/deliveries/" + sent["delivery_id"].(string), url.Values{}},
		{"types/*", "/portal/types/verification.completed", url.Values{"endpoint": {id}}},
		{"notices", "/portal/notices", url.Values{"email": {"anna@example.com"}}},
		{"notices/remove", "/portal/notices/remove", url.Values{}},
		{"endpoints/*/delete", page + "/delete", url.Values{}},
	} {
		covered[c.pattern] = true
		t.Run(c.path+" "+c.inputs.Get("do"), func(t *testing.T) {
			c.inputs.Set("form", v.form)
			v.do("POST", c.path, c.inputs).is(t, 403) // without what distinguishes repeats
			c.inputs.Set("once", rand.Text())
			first := v.do("POST", c.path, c.inputs)
			before := s.query(made)
			for range 2 {
				again := v.do("POST", c.path, c.inputs).is(t, 303)
				to := c.path + "?done=repeated"
				if got := again.Header.Get("Location"); !strings.HasSuffix(to, strings.TrimLeft(got, "./")) {
					t.Errorf("it leads to %s", got)
				}
				if p := v.get(to); p.StatusCode == 200 && !strings.Contains(p.body, "not sent again") ||
					strings.Contains(p.body, "whsec_") {
					t.Errorf("the page: %d %s", p.StatusCode, p.body)
				}
			}
			if n := s.query(made); n != before {
				t.Errorf("after the first answer, %d, a repeat made %d more", first.StatusCode, n-before)
			}
		})
	}
	for _, r := range pages.Routes() {
		if r.Method == "POST" && !covered[r.Pattern] {
			t.Errorf("%s is not sent", r.Pattern)
		}
	}
	form := url.Values{"form": {v.form}, "once": {rand.Text()}, "url": {receiver}, "events": {"*"}}
	var shown atomic.Int32
	var senders sync.WaitGroup
	for range 8 {
		senders.Go(func() {
			if p := v.do("POST", "/portal/endpoints/new", form); p.StatusCode == 200 {
				shown.Add(1)
			}
		})
	}
	senders.Wait()
	if shown.Load() != 1 {
		t.Errorf("%d of 8 at once made an endpoint", shown.Load())
	}
}

// withoutUndo says of every act of the portal whether nothing takes it back. Those that are false add something, set
// what can be set again, or are taken back by another act.
var withoutUndo = map[string]bool{
	"endpoints/new": false, "endpoints/* test": false, "endpoints/* recover": false, "endpoints/* pause": false,
	"endpoints/* resume": false, "endpoints/*/edit": false, "endpoints/*/rotate": true, "endpoints/*/delete": true,
	"deliveries/*": false, "types/*": false, "notices": false, "notices/remove": true, "end": false,
}

// No act without undo is done by one click: no page has its form but the one that asks, at the same path, which says
// what it is about and leads back.
func TestActsWithoutUndoOfThePortalAreConfirmed(t *testing.T) {
	t.Parallel()
	s, _ := withMail(t)
	v := s.inPortal(s.key, "manager")
	created := v.send("/portal/endpoints/new", "url", receiver, "events", "*").is(t, 200, "whsec_")
	id := regexp.MustCompile(`endpoints/([0-9a-f-]{36})`).FindStringSubmatch(created.body)[1]
	sent := s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).want(t, 202).Body["data"].(map[string]any)
	d := s.dispatcher()
	d.report(d.next(1), 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	delivery := "/portal/deliveries/" + sent["delivery_id"].(string)
	s.eventually("the delivery ends", func() bool {
		return strings.Contains(v.get(delivery).body, `class="status delivered"`)
	})
	v.send("/portal/notices", "email", "anna@example.com").is(t, 303)
	ids := map[string]string{
		"endpoints": id, "deliveries": sent["delivery_id"].(string), "events": sent["event_id"].(string),
		"types": "verification.completed",
	}
	forms := regexp.MustCompile(`(?s)<form method="post" action="([^"]*)">(.*?)</form>`)
	does := regexp.MustCompile(`name="do" value="([a-z]+)"`)
	offered := map[string]bool{}
	for _, r := range pages.Routes() {
		if r.Method != "GET" {
			continue
		}
		first, _, _ := strings.Cut(r.Pattern, "/")
		for _, query := range []string{"", "?span=24h", "?overlap=0", "?overlap=24h"} {
			path := strings.Replace(r.Pattern, "*", ids[first], 1)
			p := v.get("/portal/" + path + query)
			for _, form := range forms.FindAllStringSubmatch(p.body, -1) {
				act := strings.TrimLeft(html.UnescapeString(form[1]), "./")
				for of, id := range ids {
					act = strings.Replace(act, of+"/"+id, of+"/*", 1)
				}
				for _, do := range does.FindAllStringSubmatch(form[2], -1) {
					act += " " + do[1]
				}
				final, listed := withoutUndo[act]
				offered[act] = true
				asks := act == r.Pattern && strings.Contains(form[2], `class="danger"`) &&
					strings.Contains(form[2], `<a class="button" href=`)
				about := strings.Contains(p.body, receiver) || strings.Contains(p.body, "a***@example.com")
				if !listed || final && (!asks || !about) {
					t.Errorf("%s%s offers %s: listed %t, asks %t, says what it is about %t", path, query, act, listed, asks, about)
				}
			}
		}
	}
	v.send("/portal/endpoints/"+id, "do", "pause").is(t, 303)
	offered["endpoints/* resume"] = strings.Contains(v.get("/portal/endpoints/"+id).body, `value="resume"`)
	for act := range withoutUndo {
		if !offered[act] {
			t.Errorf("no page offers %s", act)
		}
	}
}

// A list, a delivery and its endpoint say in both languages why attempts fail and what helps, before any delivery has
// ended; an hour in which all failed has a bar of its own.
func TestPortalExplainsFailures(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	v := s.inPortal(s.key, "manager")
	id := s.create(s.key, map[string]any{"url": receiver, "events": []string{"*"}}).want(t,
		201).Body["data"].(map[string]any)["id"].(string)
	sent := s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).want(t, 202).Body["data"].(map[string]any)
	delivery, page := "/portal/deliveries/"+sent["delivery_id"].(string), "/portal/endpoints/"+id
	in := func(lang, path string) shownPage { return v.do("GET", path, nil, "Accept-Language", lang) }
	says := func(texts map[string][]string, paths ...string) {
		t.Helper()
		for lang, list := range texts {
			for _, path := range paths {
				in(lang, path).is(t, 200, list[0])
			}
			for _, path := range paths[1:] {
				in(lang, path).is(t, 200, list...)
			}
		}
	}
	first := d.next(1)
	d.report(first, 1, dispatchv1.Outcome_OUTCOME_RETRY)
	s.eventually("an attempt fails", func() bool { return strings.Contains(v.get(delivery).body, "data-attempt") })
	failed := map[string][]string{
		"en": {"Your server failed", "Look into the log of your server"}, "pl": {"Twój serwer zgłosił awarię",
			"Zajrzyj do dziennika serwera"},
	}
	says(failed, "/portal/deliveries", delivery, page)
	v.get(page).is(t, 200, "those that are pending are still tried", `data-cause="http_5xx"`)
	d.report(first, 2, dispatchv1.Outcome_OUTCOME_FAILED)
	s.eventually("the delivery fails", func() bool { return strings.Contains(v.get(page).body, `<rect class="failed"`) })
	says(failed, "/portal/deliveries", delivery, page)
}

// What strangers send is shown as text, and nothing but the portal's own pages sends its forms, or shows it in a frame.
func TestPortalAttacks(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	v := s.inPortal(s.key, "manager")
	id := s.create(s.key, map[string]any{"url": receiver + `/?q=%22%3E%3Cscript%3E`, "events": []string{"*"}, "description": `"><script>alert(1)</script>`}).want(t, 201).Body["data"].(map[string]any)["id"].(string)
	sent := s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).want(t, 202).Body["data"].(map[string]any)
	delivery := "/portal/deliveries/" + sent["delivery_id"].(string)
	attempts := attemptsOf(d.next(1), 1, dispatchv1.Outcome_OUTCOME_RETRY)
	attempts[0].ResponseHeaders = map[string]string{"X-Evil": `<img src=x onerror=alert(1)>`}
	attempts[0].ResponseBody, attempts[0].RetryAfter = []byte(`<script>alert("body")</script>`), `<script>`
	d.publish(&dispatchv1.AttemptBatch{Attempts: attempts})
	s.eventually("an attempt fails", func() bool { return strings.Contains(v.get(delivery).body, "Your server failed") })
	for _, path := range []string{"/portal/", "/portal/endpoints/" + id, "/portal/endpoints/" + id + "/edit", delivery, "/portal/deliveries", "/portal/deliveries?id=%22%3E%3Cscript%3E", "/portal/filter?filter=%3Cscript%3E"} {
		p := v.get(path)
		if strings.Contains(p.body, "<script>") || strings.Contains(p.body, "<img src=x") || strings.Contains(p.body, "onerror=alert(1)>") {
			t.Errorf("%s shows what a stranger wrote as HTML: %s", path, p.body)
		}
		policy := p.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'") || p.Header.Get("X-Frame-Options") != "DENY" || p.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: headers %v", path, p.Header)
		}
	}
	page := "/portal/endpoints/" + id
	for name, p := range map[string]shownPage{
		"without the token": v.do("POST", page, url.Values{"do": {"pause"}}),
		"another token":     v.do("POST", page, url.Values{"do": {"pause"}, "form": {s.inPortal(s.key, "manager").form}}),
		"another site":      v.do("POST", page, url.Values{"do": {"pause"}, "form": {v.form}}, "Sec-Fetch-Site", "cross-site"),
		"another origin":    v.do("POST", page, url.Values{"do": {"pause"}, "form": {v.form}}, "Origin", "https://evil.example"),
		"a long form":       v.do("POST", page, url.Values{"do": {"pause"}, "form": {v.form}, "x": {strings.Repeat("x", 70_000)}}),
	} {
		if p.StatusCode != 403 {
			t.Errorf("a form from %s: %d", name, p.StatusCode)
		}
	}
	if got := s.endpoint(id); got["is_active"] != true {
		t.Errorf("a refused form made the endpoint %v", got)
	}
	// Fixation: a cookie that someone else planted is no session, and the link's session has another one.
	planted := s.portalVisitor()
	at, err := url.Parse(s.public)
	if err != nil {
		t.Fatal(err)
	}
	planted.client.Jar.SetCookies(at, []*http.Cookie{{Name: "portal", Value: "PLANTEDPLANTEDPLANTEDPLANT", Path: "/"}})
	planted.get("/portal/").is(t, 410)
	link, _ := s.portalSession(s.key, map[string]any{})
	planted.get(link).is(t, 303)
	for _, c := range planted.client.Jar.Cookies(at) {
		if c.Name == "portal" && strings.HasPrefix(c.Value, "PLANTED") {
			t.Error("the planted cookie became the session's")
		}
	}
}

// How the portal looks, where it leads back to and who may show it in a frame is the operator's to say, for each tenant.
func TestPortalSettings(t *testing.T) {
	t.Parallel()
	s := shared(t)
	op, ctx := webhooksv1.NewOperatorServiceClient(s.grpc), internal(t.Context())
	set := func(req *webhooksv1.SetPortalSettingsRequest) (*webhooksv1.PortalSettings, error) {
		req.TenantId = s.tenant
		r, err := op.SetPortalSettings(ctx, req)
		return r.GetData(), err
	}
	for name, req := range map[string]*webhooksv1.SetPortalSettingsRequest{
		"a script":        {ReturnUrls: []string{"javascript:alert(1)"}},
		"no encryption":   {FrameOrigins: []string{"http://app.example.com"}},
		"a path":          {FrameOrigins: []string{"https://app.example.com/"}},
		"any host":        {FrameOrigins: []string{"https://*.example.com"}},
		"two in one":      {FrameOrigins: []string{"https://a.example; script-src *"}},
		"a pale colour":   {Colour: "#ffdd00"},
		"no picture":      {Logo: []byte("<svg/>")},
		"a repeated one":  {FrameOrigins: []string{"https://a.example", "https://a.example"}},
		"a name too long": {Name: strings.Repeat("a", 61)},
	} {
		if _, err := set(req); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	stored, err := set(&webhooksv1.SetPortalSettingsRequest{
		Name: "Example <Pay>", Colour: "#7a1fa2", ReturnUrls: []string{"https://app.example.com/shop"}, FrameOrigins: []string{"https://app.example.com"},
	})
	if err != nil || stored.GetDarkColour() == "" {
		t.Fatalf("%v, %v", stored, err)
	}
	if _, err := set(&webhooksv1.SetPortalSettingsRequest{IfMatch: "another"}); err == nil {
		t.Error("settings that someone else changed are replaced")
	}
	if r, err := op.GetPortalSettings(ctx, &webhooksv1.GetPortalSettingsRequest{TenantId: s.tenant}); err != nil ||
		r.GetData().GetEtag() != stored.GetEtag() {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := op.GetPortalSettings(ctx, &webhooksv1.GetPortalSettingsRequest{TenantId: "ten_none"}); err == nil {
		t.Error("there are settings of a tenant that is not there")
	}
	session := func(returnURL string) answer {
		return s.call("POST", s.public+"/api/v1/portal-sessions", s.key, map[string]any{"return_url": returnURL})
	}
	for _, refused := range []string{
		"https://evil.example/shop", "https://app.example.com/other", "https://app.example.com/shopping", "https://app.example.com/shop/../other", "https://app.example.com.evil.example/shop",
		"https://app.example.com@evil.example/shop", "http://app.example.com/shop", "https://app.example.com:444/shop", "https://app.example.com/shop/%2e%2e/other", "nonsense",
	} {
		session(refused).wantProblem(t, 422, "validation_failed", "/return_url")
	}
	a := session("https://app.example.com/shop/orders?x=1").want(t, 201)
	link, err := url.Parse(a.Body["data"].(map[string]any)["url"].(string))
	if err != nil {
		t.Fatal(err)
	}
	v := s.portalVisitor()
	v.get(link.Path).is(t, 303)
	p := v.get("/portal/").is(t, 200,
		"Example &lt;Pay&gt;", `href="https://app.example.com/shop/orders?x=1"`, `href="brand/`+s.tenant+"/")
	if !strings.Contains(p.Header.Get("Content-Security-Policy"), "frame-ancestors https://app.example.com") || p.Header.Get("X-Frame-Options") != "" {
		t.Errorf("headers %v", p.Header)
	}
	file := regexp.MustCompile(`href="(brand/` + s.tenant + `/[^"]+)"`).FindStringSubmatch(p.body)[1]
	v.get("/portal/"+file).is(t, 200, "#7a1fa2")
	v.get("/portal/brand/"+s.otherTenant+"/none.css").is(t, 404)
	// The page of a link that no longer works is shown in the frame too.
	if used := s.portalVisitor().get(link.Path).is(t, 410, "Example &lt;Pay&gt;"); !strings.Contains(used.Header.Get("Content-Security-Policy"), "frame-ancestors https://app.example.com") {
		t.Errorf("headers %v", used.Header)
	}
}

// People of a partner see its events, but for those that it may not get any more. Their session ends with the partner's key, and while the
// partner is suspended.
func TestPortalOfPartners(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.putPartner()
	s.endpointOfPartner(nil, "*")
	paid := relayed("payment.paid", "chn_a", "chn_a", "mrc_a")
	s.relay(paid)
	open := func(livemode string) *portalVisitor {
		t.Helper()
		r, err := webhooksv1.NewPortalSessionServiceClient(s.grpc).CreatePortalSession(s.as(partner, livemode), &webhooksv1.CreatePortalSessionRequest{})
		if err != nil {
			t.Fatal(err)
		}
		v := s.portalVisitor()
		v.get(strings.TrimPrefix(r.GetData().GetUrl(), "http://127.0.0.1")).is(t, 303)
		return v
	}
	v := open("false")
	id := paid.GetEvent().GetId()
	event := "/portal/events/" + id
	v.get(event).is(t, 200, "&#34;id&#34;: &#34;"+id)
	s.relay(permission("mrc_a", true))
	if p := v.get(event).is(t, 200, "access was withdrawn"); strings.Contains(p.body, "&#34;id&#34;") {
		t.Errorf("the payload is shown: %s", p.body)
	}
	if p := v.get("/portal/filter?filter=true").is(t, 200); strings.Contains(p.body, id) {
		t.Error("a filter is tried on it")
	}
	v.get("/portal/endpoints/new").is(t, 200, "payment.paid", `name="channels"`)
	live := open("true")
	live.get(event).is(t, 404)
	for name, item := range map[string]string{"suspended": partner, "its key is revoked": keyOfPartner} {
		s.relay(permission(item, true))
		if p := v.get("/portal/"); p.StatusCode != 410 {
			t.Errorf("%s: %d", name, p.StatusCode)
		}
		live.get("/portal/").is(t, 200)
		s.relay(permission(item, false))
		v.get("/portal/").is(t, 200)
	}
}

// Requests are limited by session, and by network without one: guessing links ends no open session.
func TestPortalRequestsAreLimited(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.PortalRequests = 5 })
	v := s.portalVisitor()
	link, _ := s.portalSession(s.key, map[string]any{})
	v.get(link).is(t, 303)
	stranger := s.portalVisitor()
	for range 4 { // one more was the link's
		stranger.get("/portal/open/ABCDEFGHIJKLMNOPQRSTUVWXYZ").is(t, 410)
	}
	p := stranger.get("/portal/open/ABCDEFGHIJKLMNOPQRSTUVWXYZ").is(t, 429, "Too many requests")
	if p.Header.Get("Retry-After") == "" {
		t.Error("it does not say for how long")
	}
	for range 5 {
		v.get("/portal/").is(t, 200)
	}
	v.get("/portal/").is(t, 429)
}

// Location leads to what was made, also where a proxy strips a prefix from the paths of the API.
func TestLocationBelowAPrefix(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.PublicBaseURL = "https://a.example/verify" })
	made := s.create(s.key, map[string]any{"url": receiver, "events": []string{"*"}}).want(t, 201)
	want := "/verify/api/v1/webhooks/" + made.Body["data"].(map[string]any)["id"].(string)
	if got := made.Header.Get("Location"); got != want {
		t.Errorf("Location %q, want %q", got, want)
	}
}

// Without an address there is no portal, and asking for a session says so before anything is stored.
func TestNoPortal(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.PublicBaseURL = "" })
	s.call("POST", s.public+"/api/v1/portal-sessions", s.key, nil).wantProblem(t, 501, "unsupported_operation")
	s.call("DELETE", s.public+"/api/v1/portal-sessions/pse_none", s.key, nil).wantProblem(t, 501, "unsupported_operation")
	s.call("GET", s.public+"/portal/", "", nil).want(t, 404)
	if n := s.query("SELECT count(*) FROM portal_sessions"); n != 0 {
		t.Errorf("%d sessions are stored", n)
	}
}
