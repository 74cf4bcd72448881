package app

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/ids"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

const partner, envelopeTenant, keyOfPartner = "ptn_push", "ten_envelope", "key_of_partner"

// as is a call that partner connect makes for a partner.
func (s *service) as(tenant, livemode string) context.Context {
	return metadata.AppendToOutgoingContext(internal(s.t.Context()), "x-tenant", tenant, "x-livemode", livemode,
		"x-key", keyOfPartner)
}

func (s *service) putPartner() {
	s.t.Helper()
	req := &webhooksv1.PutPartnerTenantRequest{Id: partner, Name: "Push", EnvelopeTenant: envelopeTenant}
	if _, err := webhooksv1.NewPartnerEventServiceClient(s.grpc).PutPartnerTenant(internal(s.t.Context()), req,
		grpc.WaitForReady(true)); err != nil {
		s.t.Fatal(err)
	}
}

// relay passes items on, and returns how many events were not stored before.
func (s *service) relay(items ...*webhooksv1.RelayItem) int {
	s.t.Helper()
	s.relayCalls++
	client := webhooksv1.NewPartnerEventServiceClient(s.grpc)
	r, err := client.RelayEvents(internal(s.t.Context()), &webhooksv1.RelayEventsRequest{
		Items: items,
		Epoch: 1,
		Call:  s.relayCalls,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return int(r.GetStored())
}

func relayed(kind, channel string, permissions ...string) *webhooksv1.RelayItem {
	id := ids.New("evt_")
	return &webhooksv1.RelayItem{Item: &webhooksv1.RelayItem_Event{Event: &webhooksv1.RelayedEvent{
		Id: id, Type: kind, TenantId: partner, Channel: channel, Permissions: permissions,
		Body: []byte(`{"id":"` + id + `","type":"` + kind + `"}`),
	}}}
}

func permission(name string, withdrawn bool) *webhooksv1.RelayItem {
	return &webhooksv1.RelayItem{Item: &webhooksv1.RelayItem_Permission{Permission: &webhooksv1.PermissionChange{TenantId: partner, Permission: name, Withdrawn: withdrawn}}}
}

// endpointOfPartner makes an endpoint for some types and channels.
func (s *service) endpointOfPartner(channels []string, types ...string) *webhooksv1.Endpoint {
	s.t.Helper()
	made, err := webhooksv1.NewEndpointServiceClient(s.grpc).CreateEndpoint(s.as(partner, "false"),
		&webhooksv1.CreateEndpointRequest{Url: target, Events: types, Channels: channels})
	if err != nil {
		s.t.Fatal(err)
	}
	return made.GetData()
}

// Partner connect acts for partners, and for no tenants of others; it names one partner and one mode.
func TestPartnerConnectActsForPartnersOnly(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.putPartner()
	endpoints := webhooksv1.NewEndpointServiceClient(s.grpc)
	key := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.key, "x-tenant", partner,
		"x-livemode", "false")
	for name, c := range map[string]struct {
		ctx  context.Context
		want codes.Code
	}{
		"a partner": {s.as(partner, "false"), codes.OK},
		"a tenant":  {s.as("ten_a", "false"), codes.Unauthenticated},
		"no mode":   {s.as(partner, ""), codes.Unauthenticated},
		"two partners": {metadata.AppendToOutgoingContext(s.as(partner, "false"), "x-tenant", "ptn_b"),
			codes.Unauthenticated},
		"two keys": {metadata.AppendToOutgoingContext(s.as(partner, "false"), "x-key", "key_b"), codes.Unauthenticated},
		"no key": {metadata.AppendToOutgoingContext(internal(t.Context()), "x-tenant", partner, "x-livemode", "false"),
			codes.Unauthenticated},
		"a key": {key, codes.OK},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := endpoints.ListEndpoints(c.ctx, &webhooksv1.ListEndpointsRequest{}); status.Code(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	_, err := webhooksv1.NewOperatorServiceClient(s.grpc).CreateApiKey(internal(t.Context()),
		&webhooksv1.CreateApiKeyRequest{TenantId: partner})
	if status.Code(err) != codes.InvalidArgument {
		t.Errorf("an API key of a partner: %v", err)
	}
	s.call("POST", s.public+"/api/v1/webhooks", s.key,
		map[string]any{"url": target, "events": []string{"*"}, "channels": []string{"chn_a"}}).wantProblem(t, 422,
		"validation_failed", "/channels")
	made := s.endpointOfPartner([]string{"chn_a"}, "payment.paid")
	if !slices.Equal(made.GetChannels(), []string{"chn_a"}) {
		t.Error(made)
	}
	_, err = endpoints.CreateEndpoint(s.as(partner, "false"),
		&webhooksv1.CreateEndpointRequest{Url: target, Events: []string{"verification.completed"}})
	if status.Code(err) != codes.InvalidArgument {
		t.Errorf("a type of another catalogue: %v", err)
	}
	// The key of another tenant does not see it, whatever metadata comes with it.
	list, err := endpoints.ListEndpoints(key, &webhooksv1.ListEndpointsRequest{})
	if err != nil || len(list.GetData()) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	s.call("GET", s.public+"/api/v1/webhooks/"+made.GetId(), s.key, nil, "X-Tenant", partner, "X-Livemode",
		"false").wantProblem(t, http.StatusNotFound, "endpoint_not_found")
	sent, err := endpoints.TestEndpoint(s.as(partner, "false"), &webhooksv1.TestEndpointRequest{Id: made.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	got := s.dispatcher().next(1)[0]
	var body struct{ Type, Tenant string }
	if err := json.Unmarshal(got.GetBody(), &body); err != nil || body.Type != "webhook.test" ||
		body.Tenant != envelopeTenant || sent.GetData().GetEventId() == "" {
		t.Errorf("%s, %v", got.GetBody(), err)
	}
}

// An event that is relayed again is neither stored nor delivered again; endpoints get the events of the channels that
// they list.
func TestRelayedEventsAreDeliveredOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.putPartner()
	d := s.dispatcher()
	all, a := s.endpointOfPartner(nil, "*"), s.endpointOfPartner([]string{"chn_a"}, "*")
	first, second, other := relayed("onboarding.status_changed", "chn_a"), relayed("document.received", "chn_a"),
		relayed("document.received", "chn_b")
	if n := s.relay(first, second); n != 2 {
		t.Errorf("%d stored", n)
	}
	if n := s.relay(first, second, other); n != 1 {
		t.Errorf("%d stored again", n)
	}
	want := map[string][]string{}
	id := func(i *webhooksv1.RelayItem) string { return i.GetEvent().GetId() }
	want[all.GetId()] = []string{id(first), id(second), id(other)}
	want[a.GetId()] = []string{id(first), id(second)}
	got := map[string][]string{}
	for _, x := range d.next(5) {
		got[x.GetEndpointId()] = append(got[x.GetEndpointId()], x.GetEventId())
	}
	for endpoint, ids := range want {
		if !slices.Equal(got[endpoint], ids) {
			t.Errorf("%s got %v, want %v in this order", endpoint, got[endpoint], ids)
		}
	}
	// A call that comes after a later one stores nothing.
	_, err := webhooksv1.NewPartnerEventServiceClient(s.grpc).RelayEvents(internal(t.Context()),
		&webhooksv1.RelayEventsRequest{
			Items: []*webhooksv1.RelayItem{relayed("document.received", "chn_a")}, Epoch: 1, Call: s.relayCalls,
		})
	if status.Code(err) != codes.FailedPrecondition && status.Code(err) != codes.Aborted {
		t.Errorf("a call that comes late: %v", err)
	}
	// What was relayed late is of a day that has no partition yet; what is past the retention is not stored.
	late, ancient := relayed("document.received", "chn_a"), relayed("document.received", "chn_a")
	late.GetEvent().Id, ancient.GetEvent().Id = ids.Derived("evt_", time.Now().AddDate(0, 0, -9), "late"),
		ids.Derived("evt_", time.Now().AddDate(0, -2, 0), "ancient")
	if n := s.relay(late, ancient); n != 1 {
		t.Errorf("%d stored of a late one and one past the retention", n)
	}
}

// Before each attempt of an event that needs permissions it is checked that they are not withdrawn. What is pending
// then ends cancelled, for a reason that deliveries show, and neither a resend nor a recovery sends it; once it is
// granted again, both do.
func TestWithdrawnPermissionEndsDeliveries(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.putPartner()
	d := s.dispatcher()
	endpoint := s.endpointOfPartner(nil, "*")
	s.relay(relayed("payment.paid", "chn_a", "chn_a", "mrc_a"), relayed("document.received", "chn_a", "chn_a"))
	got := d.next(2)
	s.stored()
	paid, document := got[0], got[1]
	if !paid.GetCheck() || !document.GetCheck() {
		t.Errorf("not checked: %v", got)
	}
	feed := webhooksv1.NewEndpointFeedServiceClient(s.grpc)
	check := func(x *dispatchv1.Delivery) *webhooksv1.CheckedAttempt {
		t.Helper()
		r, err := feed.CheckAttempts(internal(t.Context()), &webhooksv1.CheckAttemptsRequest{
			Attempts: []*webhooksv1.PlannedAttempt{{
				DeliveryId: x.GetId(), EventId: x.GetEventId(), Run: x.GetRun(), Number: 1,
			}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return r.GetData()[0]
	}
	s.relay(permission("mrc_a", true))
	if c := check(paid); !c.GetRevoked() {
		t.Errorf("withdrawn: %v", c)
	}
	if c := check(document); c.GetRevoked() || c.GetOver() || c.GetClaimed() {
		t.Errorf("granted: %v", c)
	}
	cancelled := attemptsOf([]*dispatchv1.Delivery{paid}, 1, dispatchv1.Outcome_OUTCOME_CANCELLED)
	cancelled[0].Error = "access_revoked"
	d.publish(&dispatchv1.AttemptBatch{Attempts: cancelled})
	deliveries := webhooksv1.NewDeliveryServiceClient(s.grpc)
	var shown *webhooksv1.DeliveryDetail
	s.eventually("the delivery is cancelled", func() bool {
		r, err := deliveries.GetDelivery(s.as(partner, "false"), &webhooksv1.GetDeliveryRequest{Id: paid.GetId()})
		if err != nil {
			t.Fatal(err)
		}
		shown = r.GetData()
		return shown.GetStatus() == "cancelled"
	})
	if shown.GetReason() != "access_revoked" {
		t.Errorf("reason %q", shown.GetReason())
	}
	// A recovery leaves it out.
	recoveries := webhooksv1.NewRecoveryServiceClient(s.grpc)
	recover := func() int64 {
		t.Helper()
		job, err := recoveries.RecoverEndpoint(s.as(partner, "false"),
			&webhooksv1.RecoverEndpointRequest{Id: endpoint.GetId(), Since: timestamppb.New(time.Now().Add(-time.Hour)),
				Statuses: []string{"cancelled"}})
		if err != nil {
			t.Fatal(err)
		}
		return job.GetData().GetMatched()
	}
	if n := recover(); n != 0 {
		t.Errorf("a recovery sends %d", n)
	}
	s.relay(permission("mrc_a", false))
	if _, err := deliveries.ResendDelivery(s.as(partner, "false"),
		&webhooksv1.ResendDeliveryRequest{Id: paid.GetId()}); err != nil {
		t.Fatal(err)
	}
	again := d.next(1)[0]
	if again.GetEventId() != paid.GetEventId() || !again.GetCheck() {
		t.Errorf("resent: %v", again)
	}
	if c := check(again); c.GetRevoked() {
		t.Error("it is granted again")
	}
}
