package app

import (
	"html"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// A manager does with forms what the API does, and bad input is refused with what to do, and what was typed.
func TestPortalForms(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	v := s.inPortal(s.key, "manager")
	v.send("/portal/endpoints/new", "url", "ftp://x", "events", "*", "description", "<script>alert(1)</script>").
		is(t, 422, "must use https", `value="ftp://x"`, "&lt;script&gt;")
	v.send("/portal/endpoints/new", "url", receiver, "events", "*", "filter", "event.data.kind ==").is(t, 422,
		"Filter: must be an expression in CEL", "event.data.kind ==")
	v.send("/portal/endpoints/new", "url", receiver).is(t, 422, "Events: must be given")
	v.send("/portal/endpoints/new", "url", receiver, "events", "these").
		is(t, 422, "Events: must be given", `value="these" checked`)
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
	s.eventually("the test event is delivered", func() bool {
		return strings.Contains(v.get(delivery).body, `class="badge good"`)
	})
	v.get(delivery).is(t, 200, "verification_session_id", "X-Webhook-Id", "X-Gateway: (hidden)")
	for form, names := range map[string]string{"hmac": "X-Signature webhook-id webhook-timestamp webhook-signature",
		"ed25519":      "webhook-id webhook-timestamp webhook-signature",
		"http_message": "Content-Digest Signature-Input Signature"} {
		s.call("PATCH", s.public+"/api/v1/webhooks/"+id, s.key, map[string]any{"signatures": []string{form}}).want(t, 200)
		_, headers, _ := strings.Cut(v.get(delivery).body, "X-Webhook-Attempt: 1")
		headers, _, _ = strings.Cut(headers, "X-Gateway")
		var got []string
		for _, m := range regexp.MustCompile(`(?m)^([A-Za-z-]+): `).FindAllStringSubmatch(headers, -1) {
			got = append(got, m[1])
		}
		if strings.Join(got, " ") != names {
			t.Errorf("%s: the request is shown with %v", form, got)
		}
	}
	s.call("PATCH", s.public+"/api/v1/webhooks/"+id, s.key, map[string]any{"signatures": []string{"hmac"}}).want(t, 200)
	texts := []string{"description", "expression", "filter", "order_by"}
	sent := []string{"version", v.get(page + "/edit").version(t), "url", receiver, "events", "*", "shape", "expression"}
	for _, name := range texts {
		sent = append(sent, name, "event.type +\r\n'a'")
	}
	sent[len(sent)-5], sent[len(sent)-3] = "{'text':\r\nevent.type}", "event.type ==\r\n'a'"
	v.send(page+"/edit", sent...).is(t, 303)
	got := s.call("GET", s.public+"/api/v1/webhooks/"+id, s.key, nil).want(t, 200)
	if strings.Contains(got.Raw, `\u000d`) || strings.Count(got.Raw, `\u000a`) != len(texts) {
		t.Errorf("line breaks are stored as %s", got.Raw)
	}
	v.send(page+"/edit", "version", v.get(page+"/edit").version(t), "url", receiver, "events", "*").is(t, 303)
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
	v.get("/portal/filter?filter="+url.QueryEscape("event.type == 'verification.completed'")).is(t, 200,
		"Matching: <strong data-matches>1</strong> of 2")
	v.get("/portal/filter?filter="+url.QueryEscape("event.type ==")).is(t, 422, "Filter: must be an expression in CEL")
	v.get("/portal/body?shape=expression&expression="+url.QueryEscape("{'kind': event.type}")).
		is(t, 200, `&#34;kind&#34;: &#34;verification.completed&#34;`, "Content-Type: application/json")
	v.get("/portal/body?shape=cloudevents_binary&type=verification.test").is(t, 200, "ce-type: verification.test")
	v.get("/portal/body?shape=expression&expression="+url.QueryEscape("{'kind': event.kind}")).
		is(t, 200, "Nothing would be sent:", "line 1, column 15: no such key: kind")
	v.get("/portal/body?shape=expression&expression="+url.QueryEscape("{'kind':")).
		is(t, 422, "must be an expression in CEL", "line 1, column 9")
	v.get("/portal/body").is(t, 200, "verification.created (Example)", "Slack")
	v.get("/portal/filter").is(t, 200, "verification.created (Example)", "&#34;verification_session_id&#34;",
		"filter?filter=event.data.kind&#43;%3D%3D&#43;%27identity%27")
	v.get("/portal/filter?type=verification.failed").is(t, 200, "verification.failed (Example)")
	v.get("/portal/filter?type=gone").is(t, 422, "There is no such status or type")
	v.get("/portal/filter?filter="+url.QueryEscape("data.status == 'a'")).is(t, 422, "line 1, column 1",
		"write event.data.status", "verification.created (Example)")
	tried := v.get("/portal/filter?filter="+url.QueryEscape("event.livemode == false")).
		is(t, 200, ": verification.completed</h2>")
	chosen := regexp.MustCompile(`"(filter\?event=evt_[^"]+)">verification.test<`).FindStringSubmatch(tried.body)[1]
	v.get("/portal/"+html.UnescapeString(chosen)).is(t, 200, ": verification.test</h2>")
	v.get("/portal/filter?event=evt_none").is(t, 404)

	edit := v.get(page+"/edit").is(t, 200, receiver)
	version := edit.version(t)
	v.send(page+"/edit", "version", version, "url", receiver, "events", "these", "types", "verification.completed",
		"types", "verification.failed", "rate_limit", "7", "order_by", "event.data.n", "order_on_failure", "stop").is(t, 303)
	v.get(page).is(t, 200, "verification.failed", "X-Gateway", "event.data.n", "The others of its key wait")
	v.get(page+"/edit").is(t, 200, ">event.data.n</textarea>", `value="stop" selected`)
	v.get(page+"/edit").is(t, 200, `value="these" checked`, `name="types" value="verification.failed" checked`)
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
	s.eventually("the recovery is completed",
		func() bool { return strings.Contains(v.get(page).body, `data-recovery="completed"`) })
	v.get(page+"/delete").is(t, 200, "cannot be undone")
	v.send(page+"/delete").is(t, 303)
	v.get(page).is(t, 404)
	v.get(strings.Split(delivery, "?")[0]).is(t, 200, "an endpoint that was deleted")
	v.do("GET", "/portal/", nil, "Accept-Language", "pl").is(t, 200, "Nie ma jeszcze endpointów")
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
	v.get(page).is(t, 200, "those that are pending are still tried", `data-cause="http_5xx"`, "Last attempt",
		"<dt>Response</dt>")
	refused := attemptsOf(first, 2, dispatchv1.Outcome_OUTCOME_RETRY)
	refused[0].Error, refused[0].ResponseStatus = "connect_refused", 0
	d.publish(&dispatchv1.AttemptBatch{Attempts: refused})
	s.eventually("the connection is refused", func() bool {
		return strings.Contains(v.get(page).body, `data-cause="connect_refused"`)
	})
	if p := v.get(page); strings.Contains(p.body, "<dt>Response</dt>") {
		t.Errorf("the status of an older attempt is shown: %s", p.body)
	}
	d.report(first, 3, dispatchv1.Outcome_OUTCOME_FAILED)
	s.eventually("the delivery fails", func() bool { return strings.Contains(v.get(page).body, `<rect class="failed"`) })
	says(failed, "/portal/deliveries", delivery, page)
}

// All events or single types: one choice, of which what the page shows is what holds. A single type that was chosen
// before all of them is hidden, and does not count; one without the choice of them does.
func TestPortalChoosesEvents(t *testing.T) {
	t.Parallel()
	s := start(t)
	v := s.inPortal(s.key, "manager")
	if p := v.get("/portal/endpoints/new").is(t, 200, `type="radio" name="events" value="*"`,
		`type="radio" name="events" value="these"`); strings.Contains(
		strings.Replace(p.body, `value="hmac" checked`, "", 1), "checked") {
		t.Errorf("something is chosen already: %s", p.body)
	}
	for name, c := range map[string]struct {
		sent []string
		want string
	}{
		"all":                         {[]string{"events", "*"}, "*"},
		"all, after single ones":      {[]string{"events", "*", "types", "verification.failed"}, "*"},
		"single ones":                 {[]string{"events", "these", "types", "verification.failed"}, "verification.failed"},
		"single ones, not said to be": {[]string{"types", "verification.failed"}, "verification.failed"},
	} {
		created := v.send("/portal/endpoints/new", append([]string{"url", receiver}, c.sent...)...).is(t, 200, "whsec_")
		id := regexp.MustCompile(`endpoints/([0-9a-f-]{36})`).FindStringSubmatch(created.body)[1]
		if got := s.endpoint(id)["events"]; !reflect.DeepEqual(got, []any{c.want}) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Managers send a delivery from the list, which they come back to as they had filtered it; viewers have no button, and
// a delivery under way has none.
func TestPortalSendsFromTheList(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	v, viewer := s.inPortal(s.key, "manager"), s.inPortal(s.key, "viewer")
	id := s.create(s.key, map[string]any{"url": receiver, "events": []string{"*"}}).want(t,
		201).Body["data"].(map[string]any)["id"].(string)
	test := func() string {
		return s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).want(t,
			202).Body["data"].(map[string]any)["delivery_id"].(string)
	}
	const failed = "/portal/deliveries?status=failed&type=verification.test"
	delivery := test()
	button := func(id, text string) string {
		return `form="now" formaction="deliveries/` + id + `">` + text + `</button>`
	}
	if p := v.get("/portal/deliveries").is(t, 200, delivery); strings.Contains(p.body, "formaction") {
		t.Errorf("a delivery under way has a button: %s", p.body)
	}
	d.report(d.next(1), 1, dispatchv1.Outcome_OUTCOME_FAILED)
	s.eventually("the delivery fails", func() bool { return strings.Contains(v.get(failed).body, delivery) })
	v.get(failed).is(t, 200, button(delivery, "Send again"), "Look into the log of your server",
		`name="list" value="status=failed&amp;type=verification.test"`)
	if p := viewer.get(failed).is(t, 200, delivery); strings.Contains(p.body, "formaction") {
		t.Error("a viewer has a button")
	}
	sent := v.send("/portal/deliveries/"+delivery, "list", "status=failed&type=verification.test&page=x&done=sent").
		is(t, 303)
	if got := sent.Header.Get("Location"); got != "../deliveries?done=resent&status=failed&type=verification.test" {
		t.Errorf("it leads to %s", got)
	}
	v.get("/portal/deliveries?done=resent").is(t, 200, "The delivery is being sent.")
	d.waits(d.next(1), 1)
	s.eventually("it waits for a retry", func() bool {
		return strings.Contains(v.get("/portal/deliveries").body, button(delivery, "Send now"))
	})
	v.send("/portal/deliveries/"+delivery, "list", "").is(t, 303)
}

// What strangers send is shown as text, and nothing but the portal's own pages sends its forms, or shows it in a frame.
func TestPortalAttacks(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	v := s.inPortal(s.key, "manager")
	id := s.create(s.key, map[string]any{"url": receiver + `/?q=%22%3E%3Cscript%3E`, "events": []string{"*"},
		"description": `"><script>alert(1)</script>`}).want(t, 201).Body["data"].(map[string]any)["id"].(string)
	sent := s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).want(t, 202).Body["data"].(map[string]any)
	delivery := "/portal/deliveries/" + sent["delivery_id"].(string)
	attempts := attemptsOf(d.next(1), 1, dispatchv1.Outcome_OUTCOME_RETRY)
	attempts[0].ResponseHeaders = map[string]string{"X-Evil": `<img src=x onerror=alert(1)>`}
	attempts[0].ResponseBody, attempts[0].RetryAfter = []byte(`<script>alert("body")</script>`), `<script>`
	d.publish(&dispatchv1.AttemptBatch{Attempts: attempts})
	s.eventually("an attempt fails", func() bool { return strings.Contains(v.get(delivery).body, "Your server failed") })
	for _, path := range []string{"/portal/", "/portal/endpoints/" + id, "/portal/endpoints/" + id + "/edit", delivery,
		"/portal/deliveries", "/portal/deliveries?id=%22%3E%3Cscript%3E", "/portal/filter?filter=%3Cscript%3E"} {
		p := v.get(path)
		if strings.Contains(p.body, "<script>") || strings.Contains(p.body, "<img src=x") ||
			strings.Contains(p.body, "onerror=alert(1)>") {
			t.Errorf("%s shows what a stranger wrote as HTML: %s", path, p.body)
		}
		policy := p.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy,
			"default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'") ||
			p.Header.Get("X-Frame-Options") != "DENY" || p.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: headers %v", path, p.Header)
		}
	}
	page := "/portal/endpoints/" + id
	for name, p := range map[string]shownPage{
		"without the token": v.do("POST", page, url.Values{"do": {"pause"}}),
		"another token":     v.do("POST", page, url.Values{"do": {"pause"}, "form": {s.inPortal(s.key, "manager").form}}),
		"another site": v.do("POST", page, url.Values{"do": {"pause"}, "form": {v.form}},
			"Sec-Fetch-Site", "cross-site"),
		"another origin": v.do("POST", page, url.Values{"do": {"pause"}, "form": {v.form}}, "Origin",
			"https://evil.example"),
		"a long form": v.do("POST", page,
			url.Values{"do": {"pause"}, "form": {v.form}, "x": {strings.Repeat("x", 70_000)}}),
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

// How the portal looks, where it leads back to and who may show it in a frame is the operator's to say, for each
// tenant.
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
		Name: "Example <Pay>", Colour: "#7a1fa2", ReturnUrls: []string{"https://app.example.com/shop"},
		FrameOrigins: []string{"https://app.example.com"},
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
		"https://evil.example/shop", "https://app.example.com/other", "https://app.example.com/shopping",
		"https://app.example.com/shop/../other", "https://app.example.com.evil.example/shop",
		"https://app.example.com@evil.example/shop", "http://app.example.com/shop", "https://app.example.com:444/shop",
		"https://app.example.com/shop/%2e%2e/other", "nonsense",
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
	if !strings.Contains(p.Header.Get("Content-Security-Policy"), "frame-ancestors https://app.example.com") ||
		p.Header.Get("X-Frame-Options") != "" {
		t.Errorf("headers %v", p.Header)
	}
	file := regexp.MustCompile(`href="(brand/` + s.tenant + `/[^"]+)"`).FindStringSubmatch(p.body)[1]
	v.get("/portal/"+file).is(t, 200, "#7a1fa2")
	v.get("/portal/brand/"+s.otherTenant+"/none.css").is(t, 404)
	// The page of a link that no longer works is shown in the frame too.
	if used := s.portalVisitor().get(link.Path).is(t, 410,
		"Example &lt;Pay&gt;"); !strings.Contains(used.Header.Get("Content-Security-Policy"),
		"frame-ancestors https://app.example.com") {
		t.Errorf("headers %v", used.Header)
	}
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
