package app

import (
	"crypto/rand"
	"html"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/webhooks/portal/pages"
)

// A form that is sent a second time, as when the page of its answer is loaded again, does nothing, on every route: no
// second endpoint, secret, delivery or recovery is made, and no secret is shown. Of several at once one does it.
func TestNoFormOfThePortalIsDoneTwice(t *testing.T) {
	t.Parallel()
	s := start(t)
	v := s.inPortal(s.key, "manager")
	const made = `SELECT (SELECT count(*) FROM endpoints) + (SELECT count(*) FROM endpoint_secrets) +
		(SELECT count(*) FROM events) + (SELECT count(*) FROM recoveries) + (SELECT count(*) FROM key_pairs)`
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
		{"keys/rotate", "/portal/keys/rotate", url.Values{"overlap": {"24h"}}},
		{"notices", "/portal/notices", url.Values{"email": {"anna@example.com"}}},
		{"notices/remove", "/portal/notices/remove", url.Values{}},
		{"endpoints/*/retry", page + "/retry", url.Values{}},
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
	"endpoints/*/retry": false, "endpoints/* verify": false, "deliveries/*": false, "types/*": false, "notices": false,
	"notices/remove": true,
	"keys/rotate":    true, "end": false,
}

// No act without undo is done by one click: no page has its form but the one that asks, at the same path, which says
// what it is about and leads back.
func TestActsWithoutUndoOfThePortalAreConfirmed(t *testing.T) {
	t.Parallel()
	s, _ := withMail(t)
	v := s.inPortal(s.key, "manager")
	created := v.send("/portal/endpoints/new", "url", receiver, "events", "*",
		"choose_signatures", "yes", "signatures", "ed25519").is(t, 200, "whsec_")
	id := regexp.MustCompile(`endpoints/([0-9a-f-]{36})`).FindStringSubmatch(created.body)[1]
	sent := s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).want(t, 202).Body["data"].(map[string]any)
	d := s.dispatcher()
	d.report(d.next(1), 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	delivery := "/portal/deliveries/" + sent["delivery_id"].(string)
	s.eventually("the delivery ends", func() bool {
		return strings.Contains(v.get(delivery).body, `class="badge good"`)
	})
	s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).want(t, 202)
	d.waits(d.next(1), 1)
	s.eventually("one waits for a retry", func() bool {
		return strings.Contains(v.get("/portal/endpoints/"+id+"/retry").body, "<strong data-waiting>1<")
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
				about := strings.Contains(p.body, receiver) || strings.Contains(p.body, "a***@example.com") ||
					strings.Contains(p.body, "whpk_")
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
