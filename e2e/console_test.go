package e2e

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/testkit/idp"
)

// startWithConsole starts the whole system with a console and its identity provider.
func startWithConsole(t *testing.T, options ...func(*stack.Options)) *system {
	t.Helper()
	return start(t, t.TempDir(), cluster.Server(t).URL("postgres"), append(options, aConsole)...)
}

// fourEyes requires a second person in test mode, too.
func fourEyes(o *stack.Options) { o.FourEyes = true }

// signIn signs a person of the identity provider in, from whatever page of the console leads there.
func (v *visitor) signIn(person string) {
	v.t.Helper()
	if !strings.Contains(v.html, `id="login"`) {
		v.t.Fatalf("%s is no page to sign in at:\n%s", v.url, v.html)
	}
	v.fill("login", idp.Email(person))
	v.fill("password", idp.Password)
	v.click("#submit-login")
}

func TestConsole(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := share(t, consoled)
	home := s.Env.ConsoleURL + "/"

	for _, role := range []string{"viewer", "support", "reviewer", "finance", "administrator"} {
		t.Run("a person with the role "+role+" signs in and out", func(t *testing.T) {
			v := newVisitor(t, browser, role == "viewer")
			v.open(home + "webhooks?lang=en")
			v.signIn(role)
			if v.url != home+"webhooks?lang=en" {
				t.Errorf("after the sign-in the page is %s", v.url)
			}
			v.says("Demo "+role, "("+role+")")
			v.accessible()
			v.open(home)
			v.says("Is all well?", "DELIVERIES") // a stream of the backlog, which the service shows to all roles
			v.accessible()
			v.open(home + "?lang=pl")
			v.says("Czy wszystko działa?")
			v.do(chromedp.Click(chromedp.CSS(`form[action$="sign-out"] button`)))
			v.arrives(home + "signed-out")
			v.open(home)
			v.says(`id="login"`) // the identity provider has ended its session, too
		})
	}
	t.Run("a session that the identity provider ends is over at once", func(t *testing.T) {
		v := newVisitor(t, browser, false)
		v.open(home)
		v.signIn("support")
		v.open(s.Identity.Issuer + "/logout")
		v.click("button[type=submit]")
		eventually(t, "the console's session is over", func() bool {
			v.open(home)
			return strings.Contains(v.html, `id="login"`)
		})
	})
	t.Run("a form that was filled when the session ended is there again after the sign-in, and is not sent by itself",
		func(t *testing.T) {
			kept := s.id("ptn_kept")
			v := newVisitor(t, browser, false)
			v.open(home + "partners?lang=en")
			v.signIn("administrator")
			v.refill("id", kept)
			v.refill("name", "Typed at length")
			v.refill("tenant", s.id("ten_kept"))
			other := v.tabBeside()
			other.open(s.Identity.Issuer + "/logout")
			other.click("button[type=submit]")
			eventually(t, "the console's session is over", func() bool {
				other.open(home)
				return strings.Contains(other.html, `id="login"`)
			})
			v.press("partner_create")
			v.says("What you entered is kept")
			v.accessible()
			v.click("main a.button")
			v.signIn("administrator")
			v.says("is filled in again", `value="`+kept+`"`, `value="Typed at length"`, `value="`+s.id("ten_kept")+`"`)
			v.accessible()
			if strings.Contains(v.html, "partners/"+kept) {
				t.Error("the form was sent by itself")
			}
			v.press("partner_create")
			v.says("partners/" + kept)
		})
}

// tabBeside is another tab of the visitor, with the same cookies.
func (v *visitor) tabBeside() *visitor {
	v.t.Helper()
	tab, cancel := chromedp.NewContext(v.tab)
	v.t.Cleanup(cancel)
	other := &visitor{t: v.t, tab: tab, scripts: v.scripts}
	if err := chromedp.Do(tab); err != nil { // opens it; a deadline here would be the tab's
		v.t.Fatalf("open a tab: %v", err)
	}
	other.do(scripted(v.scripts))
	return other
}

// A customer's receiver failed and lost a delivery: support finds the endpoint, and recovers it.
func TestConsoleRecoversLostDeliveries(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := share(t, consoled)
	var up atomic.Bool
	arrived := make(chan string, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !up.Load() {
			http.Error(w, `<script>document.title="run"</script>`, http.StatusInternalServerError)
			return
		}
		body, _ := io.ReadAll(r.Body)
		arrived <- string(body)
	}))
	t.Cleanup(receiver.Close)
	id, _ := s.endpoint(receiver.URL + "/hook")
	lost := map[string]bool{s.publish(): true, s.publish(): true, s.publish(): true}
	s.eventually("the deliveries have failed for good", func() bool {
		_, body := s.api("GET", "/api/v1/webhooks/"+id+"/deliveries?status=failed", nil)
		list, _ := body["data"].([]any)
		health, _ := s.read(id)["health"].(map[string]any)
		return len(list) == len(lost) && health["state"] == "failing"
	})
	up.Store(true)

	v := newVisitor(t, browser, true)
	v.open(s.Env.ConsoleURL + "/?lang=en")
	v.signIn("support")
	v.says(receiver.URL+"/hook", "failing")
	v.accessible()
	if picturesWanted() {
		v.atWork("console-overview.en")
	}
	v.open(s.Env.ConsoleURL + "/webhooks/" + s.Env.TenantID)
	v.says(receiver.URL + "/hook")
	v.accessible()
	v.click(chromedp.CSS(`a[href$="/` + id + `"]`))
	v.says("500", "failing")
	v.accessible()
	if picturesWanted() {
		v.atWork("console-endpoint.en")
	}
	v.click(chromedp.CSS(`a[href$="/deliveries"]`))
	v.says("dlv_", "http_5xx")
	v.accessible()
	if picturesWanted() {
		v.atWork("console-deliveries.en")
	}
	v.open(s.Env.ConsoleURL + "/webhooks/" + s.Env.TenantID + "/" + id + "/deliveries?status=failed")
	v.click(chromedp.CSS(`a[href*="/deliveries/dlv_"]`))
	v.says("HTTP 500", "&lt;script&gt;", `value="resend"`)
	v.accessible()
	if picturesWanted() {
		v.atWork("console-delivery.en")
	}
	if title := result(v, chromedp.Title()); strings.Contains(title, "run") {
		t.Errorf("the title is %q: what a receiver answered was executed", title)
	}
	v.open(s.Env.ConsoleURL + "/webhooks/" + s.Env.TenantID + "/" + id)
	v.click(`section[aria-labelledby="recover"] form[method="get"] button`)
	v.says(`data-preview="deliveries"`)
	v.press("recover")
	v.says("The recovery has begun")
	for len(lost) > 0 {
		select {
		case got := <-arrived:
			maps.DeleteFunc(lost, func(event string, _ bool) bool { return strings.Contains(got, event) })
		case <-time.After(time.Minute):
			t.Fatalf("%v do not arrive", lost)
		}
	}
	page := s.Env.ConsoleURL + "/webhooks/" + s.Env.TenantID + "/" + id
	s.eventually("the page shows the recovery as completed", func() bool {
		v.open(page)
		return strings.Contains(v.html, `data-recovery="completed"`)
	})
	v.accessible()
	v.open(s.Env.ConsoleURL + "/webhooks/" + s.Env.TenantID + "/keys")
	v.accessible()
	v.press("tenantkey_create")
	v.says("vk_test_", "is not stored")
	v.accessible()
	if title := result(v, chromedp.Title()); strings.Contains(title, "run") {
		t.Errorf("the title is %q: what a receiver answered was executed", title)
	}
}
