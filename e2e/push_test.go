package e2e

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/operatorclient"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/sdk/go/verify"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// pushTo registers an endpoint of the demo partner, and returns its id and secret.
func (s *system) pushTo(fields object) (id, secret string) {
	s.t.Helper()
	body := s.partner("POST", "/webhooks", fields, http.StatusCreated)
	return body["data"].(object)["id"].(string), body["meta"].(object)["secret"].(string)
}

// feed are the ids of all events that the partner can read, in order.
func (s *system) feed() (all []string) {
	s.t.Helper()
	after := ""
	for {
		page := s.partner("GET", "/events?page_size=200&after="+url.QueryEscape(after), nil, http.StatusOK)
		for _, e := range page["data"].([]any) {
			after = e.(object)["id"].(string)
			all = append(all, after)
		}
		if page["next_page_token"] == "" {
			return all
		}
	}
}

// relayed waits until webhooks has all events and has sent them: an endpoint that is made then gets none of them.
func (s *system) relayed() {
	s.t.Helper()
	for _, of := range []struct {
		database func() (string, error)
		relayed  string
	}{
		{s.PartnerConnectDatabase, `SELECT NOT EXISTS (SELECT FROM events e, event_relay r WHERE (e.xact, e.seq) > ` +
			`(r.xact, r.seq))`},
		{s.WebhooksDatabase, `SELECT NOT EXISTS (SELECT FROM outbox)`},
	} {
		database, err := of.database()
		if err != nil {
			s.t.Fatal(err)
		}
		conn, err := pgx.Connect(s.t.Context(), database)
		if err != nil {
			s.t.Fatal(err)
		}
		defer func() { _ = conn.Close(context.Background()) }()
		s.eventually("all events are relayed", func() (all bool) {
			if err := conn.QueryRow(s.t.Context(), of.relayed).Scan(&all); err != nil {
				s.t.Fatal(err)
			}
			return all
		})
	}
}

// A pushed event, as a receiver reads it.
type pushedEvent struct {
	ID, Type, Tenant string
	Data             struct {
		MerchantRef string `json:"merchant_ref"`
	}
}

func pushed(t *testing.T, list []receiver.Request) (events []pushedEvent) {
	t.Helper()
	for _, r := range list {
		var e pushedEvent
		if err := json.Unmarshal(r.Body, &e); err != nil {
			t.Fatalf("%s: %v", r.Body, err)
		}
		events = append(events, e)
	}
	return events
}

// A partner's endpoint gets every event of the feed that happens after it was made, once, signed; one that is limited
// to types gets these.
func TestEventsArePushedToPartners(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"))
	all, payouts := receiver.New(t), receiver.New(t)
	s.relayed()
	before := s.feed()
	_, secret := s.pushTo(object{"url": all.URL(), "events": []string{"*"}})
	s.pushTo(object{"url": payouts.URL(), "events": []string{"payout.requested"}, "channels": []string{"chn_shop"}})
	var merchants []string
	for range 2 {
		ref, payment, payout := s.paidOut()
		apicall.Call(t, "POST", s.Env.PartnerBaseURL+"/payments/"+payment+"/refunds", s.Env.PartnerKey,
			object{"amount": 100, "external_ref": ids.New("r-")}, "On-Behalf-Of", ref, "Idempotency-Key", ids.New("key-")).
			Want(t, http.StatusCreated)
		s.partner("POST", "/sandbox/payouts/"+payout+"/advance", object{"to": "paid"}, http.StatusOK)
		merchants = append(merchants, ref)
	}

	verifier, err := verify.New(secret)
	if err != nil {
		t.Fatal(err)
	}
	var requests []receiver.Request
	var events []pushedEvent
	s.eventually("each event of the feed is pushed once", func() bool { // some happen after the calls
		requests = all.Requests()
		events = pushed(t, requests)
		received := make([]string, len(events))
		for i, e := range events {
			received[i] = e.ID
		}
		slices.Sort(received)
		return slices.Equal(received, slices.Sorted(slices.Values(s.feed()[len(before):])))
	})
	ofMerchant := map[string]int{}
	for i, e := range events {
		ofMerchant[e.Data.MerchantRef]++
		if e.Tenant != s.Env.TenantID {
			t.Errorf("%s names tenant %s", e.Type, e.Tenant)
		}
		if err := verifier.Request(requests[i].Header, requests[i].Body); err != nil {
			t.Errorf("%s: %v", e.Type, err)
		}
	}
	for _, ref := range merchants {
		if ofMerchant[ref] < 10 {
			t.Errorf("%s: %d events", ref, ofMerchant[ref])
		}
	}
	for _, e := range pushed(t, payouts.WaitFor(t, len(merchants))) {
		if e.Type != "payout.requested" {
			t.Errorf("%s came", e.Type)
		}
	}
}

// What is taken away from a partner is not delivered any more, and the log of deliveries says why: a merchant's
// delegation, the scope account:read, a channel, the partner as a whole.
func TestLostAccessCutsThePush(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"), func(o *stack.Options) {
		o.RetrySchedule = []time.Duration{4 * time.Second} // longer than it takes to relay what was taken away
	})
	r := receiver.New(t)
	r.Respond(receiver.Always(http.StatusServiceUnavailable))
	key := s.Env.PartnerKeyMulti
	call := func(method, path string, body object, want int, header ...string) object {
		t.Helper()
		return apicall.Call(t, method, s.Env.PartnerBaseURL+path, key, body, header...).Want(t, want).Body
	}
	call("POST", "/webhooks", object{"url": r.URL(), "events": []string{"payment.registered"}}, http.StatusCreated)
	scopes, channels := []string{"onboarding:read", "onboarding:write", "payments:write", "webhooks:write",
		"account:read"}, []string{"chn_market", "chn_outlet"}
	rotate := func(scopes, channels []string) {
		t.Helper()
		s.operator(func(ctx context.Context, op operatorclient.PartnerConnect) error {
			_, err := op.CreatePartnerKey(ctx,
				&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_multi", Scopes: scopes, Channels: channels, Rotate: true,
					Overlap: durationpb.New(time.Hour)})
			return err
		})
	}
	database, err := s.WebhooksDatabase()
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	deliveries := func() (pending, revoked, others int) {
		t.Helper()
		if err := conn.QueryRow(t.Context(),
			`SELECT count(*) FILTER (WHERE status = 'pending'),
			        count(*) FILTER (WHERE status = 'cancelled' AND reason = 'access_revoked'),
			count(*) FILTER (WHERE status NOT IN ('pending', 'cancelled')) FROM deliveries WHERE tenant_id = 'ptn_multi'`).Scan(&pending, &revoked, &others); err != nil {
			t.Fatal(err)
		}
		return pending, revoked, others
	}
	for n, lose := range []struct {
		what       string
		take, back func(ref string)
	}{
		{"the delegation of the merchant", func(ref string) {
			call("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": "delegation_revoked"}, http.StatusOK)
		}, func(string) {}},
		{"the scope", func(string) { rotate(scopes[:4], channels) }, func(string) { rotate(scopes, channels) }},
		{"the channel", func(string) { rotate(scopes, channels[:1]) }, func(string) { rotate(scopes, channels) }},
		{"the partner's access", func(string) {
			s.operator(func(ctx context.Context, op operatorclient.PartnerConnect) error {
				_, err := op.SuspendPartner(ctx, &pcv1.SuspendPartnerRequest{Id: "ptn_multi"})
				return err
			})
		}, func(string) {
			s.operator(func(ctx context.Context, op operatorclient.PartnerConnect) error {
				_, err := op.ResumePartner(ctx, &pcv1.ResumePartnerRequest{Id: "ptn_multi"})
				return err
			})
		}},
	} {
		ref := call("POST", "/onboarding",
			object{"partner_external_ref": ids.New("push-"), "applicant_type": "sole_trader", "channel": "chn_outlet"},
			http.StatusCreated)["ref"].(string)
		call("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": "active"}, http.StatusOK)
		call("POST", "/payments", object{
			"amount": 100, "currency": "PLN", "external_ref": ids.New("p-"), "description": "A bell",
			"customer": object{"email": "c@example.com"}, "return_url": "https://shop.example.com/",
		}, http.StatusCreated, "On-Behalf-Of", ref)
		r.WaitFor(t, n+1)
		lose.take(ref)
		s.eventually(lose.what+" is lost, and what was pending is cancelled", func() bool {
			pending, revoked, _ := deliveries()
			return pending == 0 && revoked == n+1
		})
		lose.back(ref)
		if n > 0 { // granted again: what comes next is delivered
			s.eventually("the access is back", func() bool {
				var withdrawn int
				if err := conn.QueryRow(t.Context(),
					`SELECT count(*) FROM withdrawn_permissions WHERE tenant_id = 'ptn_multi' AND permission NOT LIKE 'mrc_%' AND `+
						`NOT livemode`).Scan(&withdrawn); err != nil {
					t.Fatal(err)
				}
				return withdrawn == 0
			})
		}
	}
	if _, _, others := deliveries(); others != 0 || r.Count() != 4 {
		t.Errorf("%d deliveries ended otherwise; %d requests", others, r.Count())
	}
}
