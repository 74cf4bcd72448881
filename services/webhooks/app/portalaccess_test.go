package app

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks/portal/pages"
)

// A link opens its session once, within its time, and not after a revocation. What it answers then shows nothing of the
// tenant.
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
		if len(c) != 1 || !c[0].HttpOnly || c[0].SameSite != http.SameSiteLaxMode || len(c[0].Value) < 26 ||
			strings.Contains(link, c[0].Value) {
			t.Errorf("cookies %v", c)
		}
		v.get("/portal/").is(t, 200, "of-the-tenant")
		closed(t, s.portalVisitor().get(link))
		v.get("/portal/").is(t, 200, "of-the-tenant")
	})
	t.Run("in time", func(t *testing.T) {
		link, id := s.portalSession(s.key, map[string]any{})
		s.exec(fmt.Sprintf("UPDATE portal_sessions SET link_expires_at = now() - interval '1 ms' WHERE id = '%s'", id))
		closed(t, s.portalVisitor().get(link))
	})
	t.Run("unless revoked", func(t *testing.T) {
		link, id := s.portalSession(s.key, map[string]any{})
		s.call("DELETE", s.public+"/api/v1/portal-sessions/"+id, s.other, nil).wantProblem(t, 404, "portal_session_not_found")
		s.call("DELETE", s.public+"/api/v1/portal-sessions/"+id, s.keyLive, nil).
			wantProblem(t, 404, "portal_session_not_found")
		s.call("DELETE", s.public+"/api/v1/portal-sessions/"+id, s.key, nil).want(t, 204)
		s.call("DELETE", s.public+"/api/v1/portal-sessions/"+id, s.key, nil).want(t, 204)
		closed(t, s.portalVisitor().get(link))
	})
	t.Run("asked for without a body", func(t *testing.T) {
		s.call("POST", s.public+"/api/v1/portal-sessions", s.key, nil).want(t, 201)
		s.call("POST", s.public+"/api/v1/portal-sessions", s.key, map[string]any{"role": "owner"}).
			wantProblem(t, 422, "validation_failed", "/role")
		s.call("POST", s.public+"/api/v1/portal-sessions", "", map[string]any{}).want(t, 401)
	})
	t.Run("unknown", func(t *testing.T) {
		closed(t, s.portalVisitor().get("/portal/open/ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
		closed(t, s.portalVisitor().get("/portal/open/"))
	})
	if n := s.query(`SELECT count(*) FROM portal_sessions
		WHERE encode(link_hash, 'escape') LIKE '%open%' OR octet_length(link_hash) <> 32`); n != 0 {
		t.Errorf("%d links are stored as they are", n)
	}
}

// A session ends with its time, its revocation, the key that made it, and its person's wish: the next click shows
// nothing any more.
func TestPortalSessionsEnd(t *testing.T) {
	t.Parallel()
	s := shared(t)
	// Times are a millisecond ago, which is how exact the clock of the program is.
	for name, end := range map[string]func(id string){
		"time": func(id string) {
			s.exec(fmt.Sprintf("UPDATE portal_sessions SET expires_at = now() - interval '1 ms' WHERE id = '%s'", id))
		},
		"revocation": func(id string) { s.call("DELETE", s.public+"/api/v1/portal-sessions/"+id, s.key, nil).want(t, 204) },
		"key": func(id string) {
			s.exec(fmt.Sprintf(`UPDATE api_keys SET revoked_at = now()
				WHERE id = (SELECT key_id FROM portal_sessions WHERE id = '%s')`, id))
		},
		"key's time": func(id string) {
			s.exec(fmt.Sprintf(`UPDATE api_keys SET expires_at = now() - interval '1 ms'
				WHERE id = (SELECT key_id FROM portal_sessions WHERE id = '%s')`, id))
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
	endpoint := s.create(s.key, map[string]any{"url": receiver, "events": []string{"*"}}).
		want(t, 201).Body["data"].(map[string]any)["id"].(string)
	sent := s.call("POST", s.public+"/api/v1/webhooks/"+endpoint+"/test", s.key, nil).
		want(t, 202).Body["data"].(map[string]any)
	ids := map[string]string{
		"endpoints": endpoint, "deliveries": sent["delivery_id"].(string), "events": sent["event_id"].(string),
		"types": "verification.completed",
	}
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
	for _, path := range []string{
		"/portal/endpoints/" + endpoint, "/portal/deliveries/" + ids["deliveries"], "/portal/events/" + ids["events"],
	} {
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

// People of a partner see its events, but for those that it may not get any more. Their session ends with the partner's
// key, and while the partner is suspended.
func TestPortalOfPartners(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.putPartner()
	s.endpointOfPartner(nil, "*")
	paid := relayed("payment.paid", "chn_a", "chn_a", "mrc_a")
	s.relay(paid)
	open := func(livemode string) *portalVisitor {
		t.Helper()
		r, err := webhooksv1.NewPortalSessionServiceClient(s.grpc).
			CreatePortalSession(s.as(partner, livemode), &webhooksv1.CreatePortalSessionRequest{})
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
