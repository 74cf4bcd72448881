package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
)

// The link of an active merchant opens its portal: after the codes, and at once in the browser that is signed in.
func TestLinkOfAnActiveMerchant(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	s.must(http.StatusOK, "POST", "/sandbox/onboarding/"+ref+"/advance", key, `{"to":"active"}`)
	g := &visitor{system: s}
	path := s.linkPath(key, ref)
	g.open(path)
	if body := g.answer.body; !strings.Contains(body, "This link opens your payments account with Partner a") ||
		strings.Contains(body, "has started opening") {
		t.Errorf("the first page: %s", body)
	}
	for g.send(nil); g.page() == "contact"; {
		if !strings.Contains(g.answer.body, "contact us") {
			t.Errorf("the page does not say whom to ask: %s", g.answer.body)
		}
		g.send(map[string]string{"do": "send"})
		g.send(map[string]string{"do": "code", "code": g.mailedCode(ref)})
	}
	if g.page() != "portal" {
		t.Errorf("after the codes the page is %s", g.at)
	}
	if g.open(path); g.page() != "portal" {
		t.Errorf("the link leads a browser that is signed in to %s", g.at)
	}
}

// A merchant whose partner gave a wrong contact reads whom to ask.
func TestWrongContact(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	g := s.visitor(key, s.create(key, fullBody))
	for _, sent := range []bool{false, true} {
		if !strings.Contains(g.answer.body, "Is this not your address or number? Ask Partner a to correct it") {
			t.Errorf("with a code sent (%t): %s", sent, g.answer.body)
		}
		g.send(map[string]string{"do": "send"})
	}
}

// linkPath returns where the link of an onboarding leads on the test's own port.
func (s *system) linkPath(key, ref string) string {
	s.t.Helper()
	next, _ := s.call("GET", "/onboarding/"+ref, key, "").json(s.t)["next_action"].(map[string]any)
	url, _ := next["url"].(string)
	path, ok := strings.CutPrefix(url, publicBase)
	if !ok {
		s.t.Fatalf("link: %q", url)
	}
	return path
}

func TestLanding(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	path := s.linkPath(key, ref)
	before := s.rows()
	for _, c := range []struct {
		method, language, lang string
		texts                  []string
	}{
		{"GET", "", "en", []string{"Set up your payments", "Partner a (Channel a) has started", "Test mode",
			`<button type="submit">Continue</button>`, `<form method="post">`}},
		{"GET", "pl-PL,pl;q=0.9,en;q=0.5", "pl",
			[]string{"Uruchom płatności", "Partner a (Channel a) rozpoczyna", "Tryb testowy", ">Dalej<"}},
		{"HEAD", "", "en", nil},
		{"GET", "", "en", []string{"Set up your payments"}}, // nothing was consumed
	} {
		s.subtest(c.method+" "+c.language, func(t *testing.T) {
			a := s.call(c.method, path, "", "", "Accept-Language", c.language)
			if a.status != http.StatusOK {
				t.Fatalf("%s: %d %s", c.method, a.status, a.body)
			}
			checkPageHeaders(t, a)
			if a.header.Get("Content-Language") != c.lang || a.header.Get("Vary") != "Accept-Language, Cookie" {
				t.Errorf("%s %s: headers %v", c.method, c.language, a.header)
			}
			if c.method == "HEAD" {
				if a.body != "" {
					t.Errorf("HEAD has a body")
				}
				return
			}
			for _, text := range append(c.texts, `<html lang="`+c.lang+`">`, `<main id="main">`, "<h1>") {
				if !strings.Contains(a.body, text) {
					t.Errorf("%s %s: no %q in\n%s", c.method, c.language, text, a.body)
				}
			}
			for _, canary := range []string{"anarek", "anarina", "600100200", "2874", "1234563218", "anarkow", ref, "shop-1",
				"<script", "style=", "%!"} {
				if strings.Contains(a.body, canary) {
					t.Errorf("%s %s shows %s", c.method, c.language, canary)
				}
			}
		})
	}
	if s.rows() != before {
		t.Error("a page wrote something")
	}
	if strings.Contains(s.log.String(), strings.TrimPrefix(path, "/connect/")) {
		t.Error("the token is in the log")
	}
}

func checkPageHeaders(t *testing.T, a answer) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
		"Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; " +
			"frame-ancestors 'none'",
	} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestStylesheet(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	path := s.linkPath(key, s.create(key, `{"partner_external_ref":"x"}`))
	href := regexp.MustCompile(`<link rel="stylesheet" href="(assets/hosted-[0-9a-f]{12}\.css)">`).FindStringSubmatch(s.call("GET", path, "", "").body)
	if href == nil {
		t.Fatal("no stylesheet")
	}
	// Relative to the page, whatever path the public base has.
	a := s.call("GET", "/connect/"+href[1], "", "")
	if a.status != 200 || !strings.HasPrefix(a.header.Get("Content-Type"), "text/css") ||
		!strings.Contains(a.header.Get("Cache-Control"), "immutable") || !strings.Contains(a.body, "body {") {
		t.Errorf("%d %v", a.status, a.header)
	}
	for _, path := range []string{"/connect/assets/", "/connect/assets/page.html", "/connect/assets/hosted.css",
		"/connect/assets/../assets/page.html"} {
		if a := s.call("GET", path, "", ""); a.status != 404 {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}

// Each reason for which a link does not work has a page of its own.
func TestLinksThatDoNotWork(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := pc.Ref(s.create(key, fullBody))
	good := signedlink.Link{
		Ref:       ref,
		Purpose:   signedlink.PurposeOnboarding,
		Epoch:     1,
		IssuedAt:  time.Now(),
		ExpiresAt: time.Now().Add(time.Hour),
		ID:        linkID(),
	}
	token := func(change func(*signedlink.Link)) string {
		l := good
		change(&l)
		return s.links.Token(l)
	}
	working := token(func(*signedlink.Link) {})
	for name, c := range map[string]struct {
		token  string
		status int
		texts  []string
	}{
		"works": {working, 200, []string{"Set up your payments"}},
		"expired": {token(func(l *signedlink.Link) { l.ExpiresAt = time.Now().Add(-time.Second) }), 410,
			[]string{"This link has expired", "Send me a new link"}},
		"revoked": {token(func(l *signedlink.Link) { l.Epoch = 0 }), 410,
			[]string{"This link no longer works", "Go back to Partner a"}},
		"gone": {token(func(l *signedlink.Link) { l.Ref = "mrc_00000000000000000000000000" }), 410,
			[]string{"This link no longer works", "ask whoever sent it"}},
		"another purpose": {token(func(l *signedlink.Link) { l.Purpose = "payouts" }), 404,
			[]string{"This link is not valid"}},
		"forged": {working[:len(working)-2] + "AA", 404, []string{"This link is not valid"}},
		"cut":    {working[:50], 404, []string{"This link is not valid"}},
		"empty":  {"", 404, []string{"This link is not valid"}},
		"deeper": {working + "/x", 404, []string{"This link is not valid"}},
	} {
		s.subtest(name, func(t *testing.T) {
			for _, method := range []string{"GET", "POST"} {
				a := s.call(method, "/connect/"+c.token, "", "")
				if method == "POST" && c.status == 200 {
					if a.status != 303 || a.header.Get("Location") != "flow" ||
						!strings.Contains(a.header.Get("Set-Cookie"), "HttpOnly; Secure; SameSite=Lax") {
						t.Errorf("a link that works is not redeemed: %d %v", a.status, a.header)
					}
					continue
				}
				if a.status != c.status {
					t.Errorf("%s %s: %d", method, name, a.status)
				}
				checkPageHeaders(t, a)
				if c.status != 200 {
					for _, text := range c.texts {
						if !strings.Contains(a.body, text) {
							t.Errorf("%s %s: no %q in\n%s", method, name, text, a.body)
						}
					}
				}
				if strings.Contains(a.body, "<button") != (c.status == 200 || name == "expired") {
					t.Errorf("%s %s: button", method, name)
				}
			}
		})
	}
	if a := s.call("DELETE", "/connect/"+working, "", ""); a.status != 405 || a.header.Get("Allow") != "GET, HEAD, POST" {
		t.Errorf("DELETE: %d %v", a.status, a.header)
	}
	// Raising the epoch revokes all links at once; new ones work.
	s.exec(`UPDATE onboardings SET link_epoch = 2 WHERE ref = $1`, ref)
	if a := s.call("GET", "/connect/"+working, "", ""); a.status != 410 || !strings.Contains(a.body, "no longer works") {
		t.Errorf("after the revocation: %d", a.status)
	}
	path := s.linkPath(key, string(ref))
	if a := s.call("GET", path, "", ""); a.status != 200 {
		t.Errorf("a new link: %d", a.status)
	}
	s.exec(`UPDATE onboardings SET status = 'cancelled' WHERE ref = $1`, ref)
	if a := s.call("GET", path, "", "", "Accept-Language", "pl"); a.status != 410 ||
		!strings.Contains(a.body, "Ten link już nie działa") || !strings.Contains(a.body, "Wróć do partnera Partner a") {
		t.Errorf("after it ended: %d %s", a.status, a.body)
	}
}

// A partner's name is text, not markup.
func TestNamesAreEscaped(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	path := s.linkPath(key, s.create(key, `{"partner_external_ref":"x"}`))
	s.exec(`UPDATE partners SET name = '<script>alert(1)</script>%s' WHERE id = $1`, s.id("ptn_a"))
	if a := s.call("GET", path, "", ""); a.status != 200 || strings.Contains(a.body, "<script") ||
		!strings.Contains(a.body, "&lt;script&gt;alert(1)&lt;/script&gt;%s") {
		t.Errorf("%d %s", a.status, a.body)
	}
}
