package e2e

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/operatorclient"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// The events that the matrix reads: one of an onboarding, and one of money.
const (
	ofOnboarding = "delegation.granted"
	ofMoney      = "payment.registered"
)

// A scoped partner is one whose key changes its scopes.
type scopedPartner struct {
	*system
	t        *testing.T
	key      string
	channels []string
	conn     *pgx.Conn
	receiver *receiver.Receiver
	endpoint string
}

// rotate gives the partner a key with scopes, and waits until webhooks knows what they allow.
func (p *scopedPartner) rotate(scopes []string) {
	p.t.Helper()
	p.operator(func(ctx context.Context, op operatorclient.PartnerConnect) error {
		r, err := op.CreatePartnerKey(ctx, &pcv1.CreatePartnerKeyRequest{
			PartnerId: "ptn_multi", Scopes: scopes, Channels: p.channels, Rotate: true, Overlap: durationpb.New(time.Hour),
		})
		p.key = r.GetKey()
		return err
	})
	for permission, granted := range map[string]bool{"ptn_multi": slices.Contains(scopes, "onboarding:read"),
		"account:read": slices.Contains(scopes, "account:read")} {
		p.eventually("webhooks knows the scopes", func() bool {
			return p.count(`
				SELECT count(*) FROM withdrawn_permissions
				WHERE  tenant_id = 'ptn_multi' AND NOT livemode AND permission = $1`, permission) == 0 == granted
		})
	}
}

func (p *scopedPartner) count(sql string, args ...any) (n int) {
	p.t.Helper()
	if err := p.conn.QueryRow(p.t.Context(), sql, args...).Scan(&n); err != nil {
		p.t.Fatal(err)
	}
	return n
}

func (p *scopedPartner) call(method, path string, body object, header ...string) apicall.Answer {
	p.t.Helper()
	return apicall.Call(p.t, method, p.Env.PartnerBaseURL+path, p.key, body, header...)
}

// cause makes an event of each kind, and waits until they are relayed.
func (p *scopedPartner) cause() {
	p.t.Helper()
	ref := p.call("POST", "/onboarding", object{"partner_external_ref": ids.New("scope-"),
		"applicant_type": "sole_trader", "channel": p.channels[0]}).Want(p.t, http.StatusCreated).Body["ref"].(string)
	p.call("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": "active"}).Want(p.t, http.StatusOK)
	p.call("POST", "/payments", object{
		"amount": 100, "currency": "PLN", "external_ref": ids.New("p-"), "description": "A bell",
		"customer": object{"email": "c@example.com"}, "return_url": "https://shop.example.com/",
	}, "On-Behalf-Of", ref).Want(p.t, http.StatusCreated)
	p.relayed()
}

// sent are the deliveries of a type to the endpoint, the oldest first, once nothing is under way.
func (p *scopedPartner) sent(kind string) (list []sentDelivery) {
	p.t.Helper()
	p.eventually("what is sent has ended", func() bool {
		// In this order: a recovery makes deliveries pending before it has ended.
		return p.count(`SELECT count(*) FROM recoveries WHERE endpoint_id = $1 AND status = 'running'`, p.endpoint) == 0 &&
			p.count(`SELECT count(*) FROM deliveries WHERE endpoint_id = $1 AND status = 'pending'`, p.endpoint) == 0
	})
	rows, _ := p.conn.Query(p.t.Context(), `
		SELECT id, event_id, status FROM deliveries
		WHERE  endpoint_id = $1 AND event_type = $2 ORDER BY event_at, id`, p.endpoint, kind)
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[sentDelivery])
	if err != nil {
		p.t.Fatal(err)
	}
	return list
}

type sentDelivery struct{ ID, Event, Status string }

// inPortal opens a session of the portal with the key, and returns what reads its pages; nil when the key gets none.
func (p *scopedPartner) inPortal() func(path string) string {
	p.t.Helper()
	made := p.call("POST", "/portal-sessions", object{})
	if made.Status == http.StatusForbidden {
		return nil
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	read := func(url string) string {
		p.t.Helper()
		resp, err := browser.Get(url) //nolint:noctx // a test's own
		if err != nil {
			p.t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			p.t.Fatal(err)
		}
		return string(body)
	}
	read(made.Want(p.t, http.StatusCreated).Body["data"].(object)["url"].(string))
	return func(path string) string { return read(p.Env.VerificationBaseURL + "/portal/" + path) }
}

// A way is one on which a partner may come to what an event says; it reports whether it did with those of a type.
type way struct {
	name string
	read func(p *scopedPartner, kind string) bool
}

func shows(page, event string) bool { return strings.Contains(page, "&#34;id&#34;: &#34;"+event) }

// ways are all of them. What fails of an endpoint before the scopes are taken away is sent again by the last two.
func ways(old func(path string) string) []way {
	portal := func(in func(path string) string, p *scopedPartner, kind string) bool {
		d := p.sent(kind)[0]
		byEvent, byDelivery := shows(in("events/"+d.Event), d.Event), shows(in("deliveries/"+d.ID), d.Event)
		byFilter := strings.Contains(in("filter?filter=true&type="+kind), d.Event)
		byBody := strings.Contains(in("body?shape=slack&type="+kind), d.Event)
		if byEvent != byDelivery || byEvent != byFilter || byEvent != byBody {
			p.t.Errorf("%s in the portal: event %t, delivery %t, filter %t, body %t",
				kind, byEvent, byDelivery, byFilter, byBody)
		}
		return byEvent
	}
	return []way{
		{"the feed", func(p *scopedPartner, kind string) bool {
			a := p.call("GET", "/events?type="+kind, nil)
			return a.Status == http.StatusOK && len(a.Body["data"].([]any)) > 0
		}},
		{"a preview of bodies", func(p *scopedPartner, kind string) bool {
			event := p.sent(kind)[0].Event
			a := p.call("POST", "/body-preview", object{"body": object{"preset": "slack"}, "event_id": event})
			return a.Status == http.StatusOK && strings.Contains(a.Raw, event)
		}},
		{"a subscription", func(p *scopedPartner, kind string) bool {
			a := p.call("POST", "/webhooks", object{"url": p.receiver.URL(), "events": []string{kind}})
			if a.Status == http.StatusCreated {
				p.call("DELETE", "/webhooks/"+a.Body["data"].(object)["id"].(string), nil).Want(p.t, http.StatusNoContent)
			}
			return a.Status == http.StatusCreated
		}},
		{"the push", func(p *scopedPartner, kind string) bool {
			list := p.sent(kind)
			return len(list) > 2 && list[2].Status == "delivered"
		}},
		{"the portal, opened before", func(p *scopedPartner, kind string) bool { return portal(old, p, kind) }},
		{"the portal, opened now", func(p *scopedPartner, kind string) bool {
			in := p.inPortal()
			return in != nil && portal(in, p, kind)
		}},
		{"a delivery that is sent again", func(p *scopedPartner, kind string) bool {
			p.call("POST", "/deliveries/"+p.sent(kind)[0].ID+"/resend", nil).Want(p.t, http.StatusAccepted)
			return p.sent(kind)[0].Status == "delivered"
		}},
		{"a recovery", func(p *scopedPartner, kind string) bool {
			p.call("POST", "/webhooks/"+p.endpoint+"/recover",
				object{"since": time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)}).Want(p.t, http.StatusAccepted)
			return p.sent(kind)[1].Status == "delivered"
		}},
	}
}

// A partner comes to what happened by no way that its key's scopes do not open: neither a way that it asks on, nor one
// on which it is sent, also what was sent before the scopes were taken away.
func TestScopesHoldOnEveryWay(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"),
		func(o *stack.Options) { o.RetrySchedule = []time.Duration{time.Millisecond} })
	database, err := s.WebhooksDatabase()
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	all := []string{"onboarding:read", "account:read", "onboarding:write", "payments:write", "webhooks:write"}
	without := func(scope string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == scope })
	}
	for _, c := range []struct {
		name   string
		scopes []string
		want   map[string]bool // by type
	}{
		{"all", all, map[string]bool{ofOnboarding: true, ofMoney: true}},
		{"without account:read", without("account:read"), map[string]bool{ofOnboarding: true, ofMoney: false}},
		{"without onboarding:read", without("onboarding:read"), map[string]bool{ofOnboarding: false, ofMoney: false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &scopedPartner{system: s, t: t, channels: []string{"chn_outlet"}, conn: conn, receiver: receiver.New(t)}
			p.receiver.Respond(receiver.Always(http.StatusServiceUnavailable))
			p.rotate(all)
			created := p.call("POST", "/webhooks",
				object{"url": p.receiver.URL(), "events": []string{ofOnboarding, ofMoney}}).Want(t, http.StatusCreated)
			p.endpoint = created.Body["data"].(object)["id"].(string)
			p.cause()
			p.cause()
			for kind := range c.want {
				if list := p.sent(kind); len(list) != 2 || list[0].Status != "failed" || list[1].Status != "failed" {
					t.Fatalf("%s: %v", kind, list)
				}
			}
			old := p.inPortal()
			p.receiver.Respond(receiver.Always(http.StatusNoContent))
			p.rotate(c.scopes)
			p.cause()
			for _, w := range ways(old) {
				for _, kind := range []string{ofOnboarding, ofMoney} {
					if got := w.read(p, kind); got != c.want[kind] {
						t.Errorf("%s by %s: %t, want %t", kind, w.name, got, c.want[kind])
					}
				}
			}
			want := http.StatusForbidden // what is no event takes the scope to read, too
			if c.want[ofOnboarding] {
				want = http.StatusOK
			}
			for _, path := range []string{"/webhooks", "/webhooks/" + p.endpoint, "/webhooks/" + p.endpoint + "/deliveries",
				"/deliveries/" + p.sent(ofOnboarding)[0].ID} {
				p.call("GET", path, nil).Want(t, want)
			}
			a := p.call("POST", "/webhooks", object{"url": p.receiver.URL(), "events": []string{"*"}})
			if (a.Status == http.StatusCreated) != c.want[ofOnboarding] {
				t.Errorf("a subscription to all types: %d %s", a.Status, a.Raw)
			}
			p.rotate(all)
		})
	}
}
