package app_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
)

// prefilled are words of fullBody that no page shows before the holder has proved to be the merchant.
var prefilled = []string{"anarek", "anarina", "anarkow", "600100200", "2874", "1234563218", "rowery.example"}

func revealsNothing(t *testing.T, what string, a answer) {
	t.Helper()
	for _, p := range prefilled {
		if strings.Contains(a.body, p) {
			t.Errorf("%s shows %s", what, p)
		}
	}
}

// Mail scanners, previews and impatient people open links: nothing is used up by it.
func TestOpeningALinkAThousandTimes(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	path := s.linkPath(key, ref)
	before := s.rows()
	var wait sync.WaitGroup
	for worker := range 10 {
		wait.Go(func() {
			for i := range 100 {
				method := []string{"GET", "HEAD"}[(worker+i)%2]
				if a, err := s.try(method, path, "", ""); err != nil || a.status != http.StatusOK {
					t.Errorf("%s: %d %v", method, a.status, err)
				}
			}
		})
	}
	wait.Wait()
	if s.rows() != before {
		t.Error("something was written")
	}
	g := s.visitor(key, ref)
	before = s.rows()
	if a := g.request("HEAD", "/connect/flow/contact", nil); a.status != http.StatusOK {
		t.Errorf("HEAD of a page: %d", a.status)
	}
	if a := g.request("HEAD", path, nil); a.status != http.StatusOK {
		t.Errorf("HEAD of the link: %d", a.status)
	}
	if s.rows() != before {
		t.Error("HEAD in a session wrote something")
	}
}

// A link is redeemed once; in another browser it only leads to the codes.
func TestSpentLink(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	path := s.linkPath(key, ref)
	first := &visitor{system: s}
	first.open(path)
	first.send(nil)
	first.prove(ref)
	if a := first.open(path); !strings.Contains(a.body, "Set up your payments") {
		t.Errorf("in the same browser: %s", a.body)
	}
	if first.send(nil); first.page() != "review" {
		t.Errorf("the same browser goes on at %s", first.at)
	}
	second := &visitor{system: s}
	a := second.open(path)
	if a.status != http.StatusOK || !strings.Contains(a.body, "used in another browser") {
		t.Errorf("in another browser: %d %s", a.status, a.body)
	}
	revealsNothing(t, "a spent link", a)
	second.send(nil)
	for _, page := range []string{"contact", "review", "portal", "agreement", "identity", "decline", "revoke", "payouts",
		"transfer", "signatories", "sign", "nonsense"} {
		a := second.open("/connect/flow/" + page)
		if second.page() != "contact" || a.status != http.StatusOK {
			t.Errorf("%s leads to %s", page, second.at)
		}
		revealsNothing(t, page, a)
	}
	if spent := s.count(`SELECT count(DISTINCT link_id) FROM spent_links JOIN hosted_sessions USING (link_id)
		WHERE onboarding_ref = $1`, ref); spent != 1 {
		t.Errorf("%d spent links", spent)
	}
}

// A form of another site, or of another session, changes nothing.
func TestForgedForms(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	g, stranger := s.visitor(key, ref), s.visitor(key, ref)
	token := func(g *visitor) string { return hiddenInput.FindStringSubmatch(g.answer.body)[2] }
	own, foreign := token(g), token(stranger)
	before := s.written()
	for name, c := range map[string]struct {
		token   string
		headers []string
	}{
		"no token":              {"", nil},
		"another session's":     {foreign, nil},
		"longer":                {own + "A", nil},
		"another site's origin": {own, []string{"Origin", "https://evil.example"}},
		"an origin like ours":   {own, []string{"Origin", publicBase + ".evil.example"}},
		"no URL":                {own, []string{"Origin", "::"}},
		"cross-site":            {own, []string{"Sec-Fetch-Site", "cross-site"}},
		"same-site":             {own, []string{"Sec-Fetch-Site", "same-site"}},
	} {
		t.Run(name, func(t *testing.T) {
			for path, do := range map[string]string{"contact": "send", "out": ""} {
				t.Run(path, func(t *testing.T) {
					a := g.request("POST", "/connect/flow/"+path, url.Values{"form": {c.token}, "do": {do}}, c.headers...)
					if a.status != http.StatusForbidden {
						t.Errorf("%s to %s: %d", name, path, a.status)
					}
				})
			}
		})
	}
	link := s.linkPath(key, ref)
	expired := "/connect/" + s.tokenOf(ref, func(l *signedlink.Link) { l.ExpiresAt = time.Now().Add(-time.Hour) })
	sessions := s.count(`SELECT count(*) FROM hosted_sessions`)
	for _, path := range []string{link, expired + "/renew"} {
		a := (&visitor{system: s}).request("POST", path, url.Values{}, "Sec-Fetch-Site", "cross-site", "Origin",
			"https://evil.example")
		if a.status != http.StatusForbidden || a.header.Get("Set-Cookie") != "" {
			t.Errorf("%s from another site: %d", path, a.status)
		}
	}
	if s.written() != before || s.count(`SELECT count(*) FROM hosted_sessions`) != sessions {
		t.Error("a forged form wrote something")
	}
	// What browsers send of our own pages is taken: null is what they say of a page with no-referrer.
	g.open("/connect/flow/contact")
	for _, origin := range []string{publicBase, "null"} {
		s.exec(`UPDATE hosted_codes SET sent_at = sent_at - interval '2 minutes'`)
		if a := g.send(map[string]string{"do": "send"}, "Origin", origin, "Sec-Fetch-Site",
			"same-origin"); a.status != http.StatusOK || !strings.Contains(a.body, "data-code") {
			t.Errorf("our own form, origin %s: %d %s", origin, a.status, a.body)
		}
	}
}

func TestSessionCookies(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ base, prefix, cookie, attributes string }{
		"https": {publicBase, "", "__Host-partnerline", "; Path=/; Max-Age=28800; HttpOnly; Secure; SameSite=Lax"},
		"https, a path": {publicBase + "/pay", "/pay", "__Host-partnerline",
			"; Path=/; Max-Age=28800; HttpOnly; Secure; SameSite=Lax"},
		"http": {"http://localhost:8080", "", "partnerline_session",
			"; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax"},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, func(_ *testing.T, cfg *configuration) { cfg.PublicBaseURL = c.base })
			key := s.simple("a")
			ref := s.create(key, fullBody)
			link := s.call("GET", "/onboarding/"+ref, key, "").json(t)["next_action"].(map[string]any)["url"].(string)
			path, ok := strings.CutPrefix(link, c.base)
			if !ok {
				t.Fatalf("the link is %s", link)
			}
			a := s.call("POST", path, "", "")
			cookie := a.header.Get("Set-Cookie")
			if !strings.HasPrefix(cookie, c.cookie+"=") || !strings.HasSuffix(cookie, c.attributes) {
				t.Errorf("cookie: %s", cookie)
			}
			// Where a browser is led, whatever precedes our paths, and however deep it is.
			value, _, _ := strings.Cut(cookie, ";")
			for _, from := range []string{path, "/connect/flow", "/connect/flow/", "/connect/flow/review",
				"/connect/flow/x/y/z"} {
				a := s.call(map[bool]string{true: "POST", false: "GET"}[from == path], from, "", "", "Cookie", value)
				at, err := (&url.URL{Path: c.prefix + from}).Parse(a.header.Get("Location"))
				want := c.prefix + "/connect/flow/contact"
				if from == path {
					want = c.prefix + "/connect/flow"
				}
				if err != nil || a.status != http.StatusSeeOther || at.Path != want {
					t.Errorf("%s: %d to %q", from, a.status, a.header.Get("Location"))
				}
			}
			lang := s.call("GET", "/connect/flow/contact?lang=pl", "", "", "Cookie", value).header.Values("Set-Cookie")
			if len(lang) != 1 || !strings.HasPrefix(lang[0], "partnerline_language=pl; Path="+c.prefix+"/connect/; HttpOnly") {
				t.Errorf("language: %q", lang)
			}
		})
	}
}

func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	for name, c := range map[string]struct {
		sql   string
		alive bool
	}{
		"idle for 29 minutes": {
			`UPDATE hosted_sessions SET last_seen_at = now() - interval '29 minutes' WHERE onboarding_ref = $1`,
			true,
		},
		"idle for 30 minutes": {
			`UPDATE hosted_sessions SET last_seen_at = now() - interval '30 minutes 1 second' WHERE onboarding_ref = $1`,
			false,
		},
		"7 hours old": {
			`UPDATE hosted_sessions SET created_at = now() - interval '7 hours 59 minutes' WHERE onboarding_ref = $1`,
			true,
		},
		"8 hours old": {
			`UPDATE hosted_sessions SET created_at = now() - interval '8 hours 1 second' WHERE onboarding_ref = $1`,
			false,
		},
	} {
		s.subtest(name, func(t *testing.T) {
			g := s.visitor(key, ref)
			s.exec(c.sql, ref)
			if a := g.open("/connect/flow/contact"); (a.status == http.StatusOK) != c.alive {
				t.Errorf("%d", a.status)
			} else if !c.alive && (a.status != http.StatusUnauthorized || !strings.Contains(a.body, "You are signed out") ||
				!strings.Contains(a.header.Get("Set-Cookie"), "Max-Age=0")) {
				t.Errorf("%d %v %s", a.status, a.header, a.body)
			}
		})
	}
	for _, cookie := range []string{"", "__Host-partnerline=", "__Host-partnerline=AAAA",
		"__Host-partnerline=" + strings.Repeat("A", 43), "__Host-partnerline=%%%"} {
		if a := s.call("GET", "/connect/flow/contact", "", "", "Cookie", cookie); a.status != http.StatusUnauthorized {
			t.Errorf("cookie %q: %d", cookie, a.status)
		}
	}
	// Signing out ends the session itself, not only the cookie. The URL of the way back has the ref and the result,
	// nothing else.
	g := s.visitor(key, ref)
	g.prove(ref)
	cookie := g.cookie
	g.at = "/connect/flow/out"
	if a := g.send(nil); a.status != http.StatusOK ||
		!strings.Contains(a.body, `href="https://partner.example/back?ref=`+ref+`&amp;result=interrupted"`) {
		t.Errorf("sign out: %d %s", a.status, a.body)
	}
	if a := s.call("GET", "/connect/flow/review", "", "", "Cookie", cookie); a.status != http.StatusUnauthorized {
		t.Errorf("after signing out: %d", a.status)
	}
}

// Whoever had the old contact keeps nothing: the partner's change of it ends sessions and links.
func TestContactChangeEndsSessionsAndLinks(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	link := s.linkPath(key, ref)
	g := s.visitor(key, ref)
	g.send(map[string]string{"do": "send"})
	g.send(map[string]string{"do": "code", "code": s.mailedCode(ref)})
	s.must(http.StatusOK, "PATCH", "/onboarding/"+ref, key, `{"applicant":{"phone":"+48600100201"}}`)
	if a := g.open("/connect/flow/contact"); a.status != http.StatusUnauthorized {
		t.Errorf("the session lives on: %d", a.status)
	}
	if a := s.call("GET", link, "", ""); a.status != http.StatusGone || !strings.Contains(a.body, "no longer works") {
		t.Errorf("the link lives on: %d", a.status)
	}
	s.visitor(key, ref).prove(ref)
}

func TestOneTimeCodes(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	g := s.visitor(key, ref)
	try := func(code string) string {
		t.Helper()
		g.send(map[string]string{"do": "code", "code": code})
		_, alert, _ := strings.Cut(g.answer.body, `role="alert">`)
		alert, _, _ = strings.Cut(alert, "<")
		if (g.answer.status == http.StatusUnprocessableEntity) != (alert != "") {
			t.Fatalf("%d with the alert %q", g.answer.status, alert)
		}
		return alert
	}
	resend := func() string {
		t.Helper()
		s.exec(`UPDATE hosted_codes SET sent_at = sent_at - interval '61 seconds'
			WHERE session_id IN (SELECT id FROM hosted_sessions WHERE onboarding_ref = $1)`, ref)
		g.send(map[string]string{"do": "send"})
		return s.mailedCode(ref)
	}
	const spent = "The code no longer works. Ask for another one."
	wrong := func(left string) string {
		return "This is not the code that we sent. Try again: you have " + left + "."
	}

	// Five tries.
	code := resend()
	for i, want := range []string{
		wrong("4 more tries"), wrong("3 more tries"), wrong("2 more tries"), wrong("1 more try"), spent, spent,
	} {
		if got := try(other(code)); got != want {
			t.Errorf("wrong code %d: %q", i+1, got)
		}
	}
	if got := try(code); got != spent {
		t.Errorf("the right code after five wrong ones: %q", got)
	}
	// Sixty seconds.
	if g.send(map[string]string{"do": "send"}); g.answer.status != http.StatusUnprocessableEntity ||
		!regexp.MustCompile(`less than a minute ago\. You can ask for another in \d+ seconds?\.`).MatchString(g.answer.body) {
		t.Errorf("sent again at once: %d %s", g.answer.status, g.answer.body)
	}
	// Ten minutes.
	code = resend()
	s.exec(`UPDATE hosted_codes SET expires_at = expires_at - interval '10 minutes'
		WHERE session_id IN (SELECT id FROM hosted_sessions WHERE onboarding_ref = $1)`, ref)
	if got := try(code); got != spent {
		t.Errorf("an expired code: %q", got)
	}
	// Its own session and use.
	code = resend()
	stranger := s.visitor(key, ref)
	stranger.send(map[string]string{"do": "send"})
	theirs := s.mailedCode(ref)
	if !strings.Contains(stranger.answer.body, `data-code="`+theirs+`"`) ||
		strings.Contains(g.open("/connect/flow/contact").body, theirs) {
		t.Error("the sandbox shows another session's code")
	}
	if theirs != code {
		if got := try(theirs); got != wrong("4 more tries") {
			t.Errorf("another session's code: %q", got)
		}
	}
	if got := try(" " + code[:3] + "-" + code[3:]); got != "" {
		t.Errorf("the right code: %q", got)
	}
	if got := try(code); got != spent {
		t.Errorf("the e-mail's code for the phone: %q", got)
	}
	phone := resend()
	if got := try(phone); got != "" || g.page() != "review" {
		t.Errorf("the phone's code: %q, %s", got, g.at)
	}
	var hash []byte
	if err := s.pool.QueryRow(t.Context(), `SELECT c.hash
		FROM hosted_codes c JOIN hosted_sessions s ON s.id = c.session_id
		WHERE s.onboarding_ref = $1 LIMIT 1`, ref).Scan(&hash); err != nil ||
		len(hash) != 32 || strings.Contains(string(hash), theirs) {
		t.Errorf("what is stored of a code: %x %v", hash, err)
	}
}

// The contact is only the holder's word: what the partner provided about the person stays hidden.
func TestHolderOfALinkSeesNothingPrefilled(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	body := strings.Replace(fullBody, `"email": "kanarek@example.pl", "phone": "+48600100200", `, "", 1)
	ref := s.create(key, body)
	g := s.visitor(key, ref)
	for _, c := range []struct{ email, phone, says string }{
		{"", "", "Please fill in all fields"}, {"nonsense", "+48600700800", "This is not an e-mail address"},
		{"holder@example.com", "600", "with its country code"},
	} {
		t.Run(c.says, func(t *testing.T) {
			a := g.send(map[string]string{"do": "contact", "email": c.email, "phone": c.phone})
			if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, c.says) ||
				!strings.Contains(a.body, `aria-invalid="true" aria-describedby="error" autofocus`) {
				t.Errorf("%v: %d %s", c, a.status, a.body)
			}
			if c.email != "" && !strings.Contains(a.body, `value="`+c.email+`"`) {
				t.Errorf("%v is to be typed again", c)
			}
		})
	}
	g.send(map[string]string{"do": "contact", "email": "holder@example.com", "phone": "+48600700800"})
	// The contact cannot be replaced by another.
	form := hiddenInput.FindStringSubmatch(g.answer.body)[2]
	if a := g.request("POST", "/connect/flow/contact", url.Values{
		"form": {form}, "once": {"x"}, "do": {"contact"}, "email": {"evil@example.com"}, "phone": {"+48600700801"},
	}); a.status != http.StatusUnprocessableEntity {
		t.Errorf("a second contact: %d", a.status)
	}
	g.open("/connect/flow/contact")
	g.prove(ref)
	for _, hidden := range []string{"Kanarina", "Kanarek", "Kanarkowe", "1090", "1234563218", "rowery.example",
		"44051401359"} {
		if strings.Contains(g.answer.body, hidden) {
			t.Errorf("the review shows %s", hidden)
		}
	}
	if !strings.Contains(g.answer.body, "K******* K******") {
		t.Errorf("the review: %s", g.answer.body)
	}
}

// An expired link sends a new one to the registered contact. The caller learns nothing from it, and cannot cause many
// messages.
func TestLinkRenewal(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	with, without := s.create(key, fullBody), s.create(key, `{"partner_external_ref":"no-contact"}`)
	expired := func(ref string) string {
		return "/connect/" + s.tokenOf(ref, func(l *signedlink.Link) { l.ExpiresAt = time.Now().Add(-time.Hour) })
	}
	g := &visitor{system: s}
	if a := g.open(expired(with)); a.status != http.StatusGone || !strings.Contains(a.body, "Send me a new link") {
		t.Fatalf("%d %s", a.status, a.body)
	}
	// The form leads to where it is taken, from the page itself and from its second opening.
	page := expired(with)
	for _, path := range []string{page, page + "/renew"} {
		_, action, _ := strings.Cut(g.open(path).body, `action="`)
		action, _, _ = strings.Cut(action, `"`)
		to, err := (&url.URL{Path: path}).Parse(action)
		if err != nil || to.Path != page+"/renew" {
			t.Errorf("%s: action %q", path, action)
		}
	}
	messages := func() int {
		return s.count(`SELECT count(*) FROM messages WHERE template = 'link' AND onboarding_ref IN ($1, $2)`, with, without)
	}
	answers := map[string]bool{}
	for range 3 {
		for _, ref := range []string{with, without} {
			a := s.renew(expired(ref), "a")
			if a.status != http.StatusOK || !strings.Contains(a.body, "If an e-mail address is registered") {
				t.Errorf("%d %s", a.status, a.body)
			}
			revealsNothing(t, "the renewal", a)
			answers[a.body] = true
		}
	}
	if len(answers) != 1 || messages() != 1 {
		t.Errorf("%d different answers, %d messages", len(answers), messages())
	}
	s.exec(`UPDATE link_renewals SET renewed_at = renewed_at - interval '61 seconds'
		WHERE onboarding_ref IN ($1, $2)`, with, without)
	s.renew(expired(with), "a")
	if messages() != 2 {
		t.Errorf("a minute later: %d messages", messages())
	}
	// A repeat of a form, as when the page of its answer is loaded again, sends nothing.
	again := s.create(s.simple("b"), fullBody)
	page = expired(again)
	for i, once := range []string{"a", "a", "b"} {
		s.exec(`UPDATE link_renewals SET renewed_at = renewed_at - interval '61 seconds' WHERE onboarding_ref = $1`, again)
		a := g.request("POST", page+"/renew", url.Values{"once": {once}})
		n := s.count(`SELECT count(*) FROM messages WHERE template = 'link' AND onboarding_ref = $1`, again)
		if a.status != http.StatusOK || n != []int{1, 1, 2}[i] {
			t.Errorf("form %s: %d, %d messages: %s", once, a.status, n, a.body)
		}
	}
	mail, err := s.operator.ListMessages(s.internal(), &pcv1.ListMessagesRequest{Ref: with})
	if err != nil {
		t.Fatal(err)
	}
	_, link, _ := strings.Cut(mail.GetData()[0].GetText(), publicBase)
	if a := g.open(strings.Fields(link)[0]); a.status != http.StatusOK {
		t.Errorf("the new link: %d", a.status)
	}
}

// What a person sees and sends is in no log; and a session leads to its own onboarding only.
func TestNothingInTheLogsAndNoOtherOnboarding(t *testing.T) {
	t.Parallel()
	s := shared(t)
	a, b := s.simple("a"), s.simple("b")
	ref := s.create(a, fullBody)
	foreign := s.create(b, `{"partner_external_ref":"theirs","applicant":{"given_names":"Obca","family_name":"Osoba",`+
		`"email":"obca@example.com","phone":"+48600999888"}}`)
	path := s.linkPath(a, ref)
	g := &visitor{system: s}
	g.open(path)
	g.send(nil)
	token := hiddenInput.FindStringSubmatch(g.answer.body)[2]
	g.send(map[string]string{"do": "send"})
	code := s.mailedCode(ref)
	g.send(map[string]string{"do": "code", "code": code})
	g.send(map[string]string{"do": "send"})
	g.send(map[string]string{"do": "code", "code": s.mailedCode(ref)})
	for _, at := range []string{"review", "review?ref=" + foreign, "contact?ref=" + foreign, "portal", "", "decline"} {
		body := g.open("/connect/flow/" + at).body
		for _, theirs := range []string{"Obca", "Osoba", "obca@", "999888", foreign, "Partner b"} {
			if strings.Contains(body, theirs) {
				t.Errorf("%s shows %s of another onboarding", at, theirs)
			}
		}
	}
	// The other one's link shows their partner, nothing of them, and does not take the session over.
	body := g.open(s.linkPath(b, foreign)).body
	revealsNothing(t, "another link", g.answer)
	if !strings.Contains(body, "Partner b") || strings.Contains(body, "Obca") {
		t.Errorf("another link: %s", body)
	}
	if g.open("/connect/flow/review"); g.page() != "review" || !strings.Contains(g.answer.body, "Kanarina") {
		t.Errorf("the session went astray: %s", g.at)
	}
	log := s.logged()
	_, cookie, _ := strings.Cut(g.cookie, "=")
	for _, secret := range []string{strings.TrimPrefix(path, "/connect/"), token, cookie, `"` + code, "kanarek@",
		"anarina", "600100200", "19812874", "****2874", "obca@"} {
		if strings.Contains(log, secret) {
			t.Errorf("%s is in the log", secret)
		}
	}
	if !strings.Contains(log, `"page":"review"`) {
		t.Error("the pages are not logged at all")
	}
}
