package app

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// limitNotices are the types of the notices about a tenant.
func (s *service) limitNotices(tenant string) (list []string) {
	s.t.Helper()
	resp, err := webhooksv1.NewOperatorServiceClient(s.grpc).SearchNotices(internal(s.t.Context()),
		&webhooksv1.SearchNoticesRequest{TenantId: tenant})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, n := range resp.GetData() {
		if n.GetEndpointId() == "" {
			list = append(list, n.GetType())
		}
	}
	return list
}

// A tenant has so many deliveries a minute in live mode. Its events above that wait in their order, and none is lost;
// its other mode and other tenants go on. Operators see it.
func TestLiveDeliveriesAreLimited(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.LiveDeliveries = 1 })
	d := s.dispatcher()
	for _, key := range []string{s.keyLive, s.key, s.other} {
		s.create(key, map[string]any{"url": "https://example.invalid/", "events": []string{"*"}})
	}
	publish := func(tenant string, live bool) string {
		e := s.event("")
		e.Tenant, e.Livemode = tenant, live
		resp, err := eventsv1.NewEventServiceClient(s.grpc).Publish(internal(t.Context()), e)
		if err != nil {
			t.Fatal(err)
		}
		return resp.GetEventId()
	}
	sent := publish(s.tenant, true)
	d.next(1)
	waiting := []string{publish(s.tenant, true), publish(s.tenant, true), publish(s.tenant, true)}
	others := []string{publish(s.tenant, false), publish(s.otherTenant, false)}
	var got []string
	for _, p := range d.next(len(others)) {
		got = append(got, p.GetEventId())
	}
	if slices.Sort(got); !slices.Equal(got, sorted(others)) {
		t.Errorf("%v are sent, want %v", got, others)
	}
	waits := regexp.MustCompile(`(?m)^webhooks_relay_limited(\{[^}]*\})? 1$`)
	s.eventually("the metrics show that a tenant waits", func() bool { return waits.MatchString(s.metrics()) })
	s.eventually("what was sent is stored", func() bool { return s.query(`SELECT count(*) FROM outbox`) == len(waiting) })
	s.stop() // the next program begins to count
	s.cfg.LiveDeliveries = 2
	s.run()
	d = s.dispatcher()
	d.next(1)
	s.stop()
	s.cfg.LiveDeliveries = 0
	s.run()
	s.dispatcher().next(len(waiting) - 1)
	want := slices.Concat([]string{sent}, waiting)
	s.eventually("all are in the log", func() bool { return len(s.logged(s.tenant, true)) == len(want) })
	if got := s.logged(s.tenant, true); !slices.Equal(got, want) {
		t.Errorf("the log has %v, want %v", got, want)
	}
}

// An attempt whose answer is not stored, because its tenant had too many, says so to the API and in the portal, and the
// tenant has an e-mail.
func TestAnswersThatAreNotStored(t *testing.T) {
	t.Parallel()
	s, server := withMail(t, func(c *Config) { c.TestAnswers = 1 })
	d, v := s.dispatcher(), s.inPortal(s.key, "manager")
	v.send("/portal/notices", "do", "set", "email", "anna.kowalska@example.com").is(t, 303)
	s.eventually("the address is to be confirmed", func() bool { return len(mailsOf(server)) == 1 })
	s.portalVisitor().do("POST", confirmLink(t, server), nil).is(t, 200)
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	const answers, fit = 61, 60 // of 16 KiB, which count as 17
	s.publish(answers)
	list := d.next(answers)
	attempts := attemptsOf(list, 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	for _, a := range attempts {
		a.ResponseBody = bytes.Repeat([]byte("a"), 16<<10)
	}
	d.publish(&dispatchv1.AttemptBatch{Attempts: attempts[:fit]})
	s.eventually("the answers are stored", func() bool { return s.query(`SELECT count(*) FROM attempts`) == fit })
	d.publish(&dispatchv1.AttemptBatch{Attempts: attempts[fit:]})
	id := list[fit].GetId()
	s.eventually("the last one is stored", func() bool { return s.delivery(id)["status"] == "delivered" })
	shown := func(id string) map[string]any { return s.delivery(id)["attempts"].([]any)[0].(map[string]any) }
	a := shown(id)
	if a["response_omitted"] != true || a["response_truncated"] != true || a["response_body"] != "" ||
		a["response_status"] == nil {
		t.Errorf("the attempt is %v", a)
	}
	if a := shown(list[0].GetId()); a["response_omitted"] != false || a["response_body"] == "" {
		t.Errorf("the first attempt is %v", a)
	}
	v.get("/portal/deliveries/"+id).is(t, 200, "Not stored: the answers of that minute")
	s.eventually("the tenant has an e-mail", func() bool { return len(mailsOf(server)) == 2 })
	if m := mailsOf(server)[1]; !strings.Contains(m, "Subject: Webhooks: answers of receivers exceeded") ||
		!strings.Contains(m, "some are not stored") || strings.Contains(m, "%!") {
		t.Errorf("the e-mail is %s", m)
	}
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }
