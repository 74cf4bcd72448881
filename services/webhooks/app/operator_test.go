package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

func TestAPIKeysOfATenant(t *testing.T) {
	t.Parallel()
	s := shared(t)
	op, ctx := webhooksv1.NewOperatorServiceClient(s.grpc), internal(t.Context())
	list := func() []*webhooksv1.ApiKey {
		t.Helper()
		r, err := op.ListApiKeys(ctx, &webhooksv1.ListApiKeysRequest{TenantId: s.tenant})
		if err != nil {
			t.Fatal(err)
		}
		return r.GetData()
	}
	var old *webhooksv1.ApiKey
	for _, k := range list() {
		if strings.HasPrefix(s.key, k.GetPrefix()) {
			old = k
		}
	}
	if old == nil || len(list()) != 2 {
		t.Fatalf("keys: %v", list())
	}
	rolled, err := op.RollApiKey(ctx, &webhooksv1.RollApiKeyRequest{Id: old.GetId(), OverlapSeconds: 3600})
	if err != nil || !strings.HasPrefix(rolled.GetKey(), "vk_test_") {
		t.Fatalf("%v, %v", rolled.GetData(), err)
	}
	url := s.public + "/api/v1/webhooks"
	s.call("GET", url, s.key, nil).want(t, 200)
	s.call("GET", url, rolled.GetKey(), nil).want(t, 200)
	if _, err := op.RollApiKey(ctx, &webhooksv1.RollApiKeyRequest{Id: old.GetId()}); err != nil { // the overlap ends now
		t.Fatal(err)
	}
	s.call("GET", url, s.key, nil).wantProblem(t, 401, "invalid_credentials")
	s.call("GET", url, rolled.GetKey(), nil).want(t, 200)
	if _, err := op.RollApiKey(ctx, &webhooksv1.RollApiKeyRequest{Id: old.GetId()}); status.Code(err) != codes.NotFound {
		t.Errorf("rolling a key that has expired: %v", err)
	}
	if len(list()) != 4 {
		t.Errorf("%d keys, want 4", len(list()))
	}
}

// The operator gives a key an end, at its creation or later, sees when it was last used, and revokes it with effect for
// the next call.
func TestAPIKeyExpiresAndIsRevoked(t *testing.T) {
	t.Parallel()
	s := shared(t)
	op, ctx := webhooksv1.NewOperatorServiceClient(s.grpc), internal(t.Context())
	soon := timestamppb.New(time.Now().Add(time.Hour).Truncate(time.Millisecond))
	create := func(ends *timestamppb.Timestamp) *webhooksv1.CreateApiKeyResponse {
		t.Helper()
		made, err := op.CreateApiKey(ctx, &webhooksv1.CreateApiKeyRequest{TenantId: s.tenant, ExpiresAt: ends})
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	record := func(id string) *webhooksv1.ApiKey {
		t.Helper()
		r, err := op.ListApiKeys(ctx, &webhooksv1.ListApiKeysRequest{TenantId: s.tenant})
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range r.GetData() {
			if k.GetId() == id {
				return k
			}
		}
		t.Fatalf("%s is not listed", id)
		return nil
	}
	url := s.public + "/api/v1/webhooks"

	made := create(soon)
	id := made.GetData().GetId()
	if k := record(id); !k.GetExpiresAt().AsTime().Equal(soon.AsTime()) || k.GetLastUsedAt() != nil {
		t.Errorf("as created: %v", k)
	}
	s.call("GET", url, made.GetKey(), nil).want(t, 200)
	if used := record(id).GetLastUsedAt(); used == nil || time.Since(used.AsTime()).Abs() > time.Hour {
		t.Errorf("last used %v", used)
	}
	for name, at := range map[string]*timestamppb.Timestamp{"put off": timestamppb.New(soon.AsTime().Add(time.Second)),
		"in the past": timestamppb.New(time.Now().Add(-time.Hour)), "never": nil} {
		t.Run(name, func(t *testing.T) {
			if _, err := op.ExpireApiKey(ctx,
				&webhooksv1.ExpireApiKeyRequest{Id: id, ExpiresAt: at}); status.Code(err) != codes.InvalidArgument {
				t.Error(err)
			}
		})
	}
	sooner := timestamppb.New(soon.AsTime().Add(-time.Minute))
	if k, err := op.ExpireApiKey(ctx, &webhooksv1.ExpireApiKeyRequest{Id: id, ExpiresAt: sooner}); err != nil ||
		!k.GetData().GetExpiresAt().AsTime().Equal(sooner.AsTime()) {
		t.Errorf("%v, %v", k, err)
	}
	if n := s.query(fmt.Sprintf(`WITH ended AS (UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id `+
		`= '%s' RETURNING id) SELECT count(*) FROM ended`, id)); n != 1 {
		t.Fatalf("%d keys ended", n)
	}
	s.call("GET", url, made.GetKey(), nil).wantProblem(t, 401, "invalid_credentials")
	if _, err := op.ExpireApiKey(ctx,
		&webhooksv1.ExpireApiKeyRequest{Id: id, ExpiresAt: sooner}); status.Code(err) != codes.NotFound {
		t.Errorf("one that has expired: %v", err)
	}

	made = create(nil)
	s.call("GET", url, made.GetKey(), nil).want(t, 200)
	for range 2 {
		k, err := op.RevokeApiKey(ctx, &webhooksv1.RevokeApiKeyRequest{Id: made.GetData().GetId()})
		if err != nil || !k.GetData().GetRevokedAt().AsTime().Equal(record(made.GetData().GetId()).GetRevokedAt().AsTime()) {
			t.Errorf("%v, %v", k, err)
		}
		s.call("GET", url, made.GetKey(), nil).wantProblem(t, 401, "invalid_credentials")
	}
}

func TestOperatorSeesAndRedrives(t *testing.T) {
	t.Parallel()
	s := start(t)
	op, ctx := webhooksv1.NewOperatorServiceClient(s.grpc), internal(t.Context())
	stages := func() map[string]*webhooksv1.Stage {
		t.Helper()
		r, err := op.GetBacklog(ctx, &webhooksv1.GetBacklogRequest{})
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]*webhooksv1.Stage{}
		for _, st := range r.GetData() {
			out[st.GetName()] = st
		}
		return out
	}
	d := s.dispatcher()
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	live := s.create(s.keyLive, map[string]any{"url": "https://example.invalid/",
		"events": []string{"*"}}).data()["id"].(string)
	all, err := op.ListTenantEndpoints(ctx, &webhooksv1.ListTenantEndpointsRequest{TenantId: "ten_a"})
	if err != nil || len(all.GetData()) != 2 || all.GetData()[0].GetId() != live || all.GetData()[1].GetId() != id {
		t.Fatalf("%v, %v", all, err)
	}
	s.call("PATCH", s.public+"/api/v1/webhooks/"+id, s.key, map[string]any{"is_active": false}).want(t, 200)
	s.publish(3)
	s.stored()
	s.call("PATCH", s.public+"/api/v1/webhooks/"+id, s.key, map[string]any{"is_active": true}).want(t, 200)

	redrive := func(tenant string, since time.Time) (*webhooksv1.RedriveEndpointResponse, error) {
		return op.RedriveEndpoint(ctx, &webhooksv1.RedriveEndpointRequest{
			TenantId: tenant, Recovery: &webhooksv1.RecoverEndpointRequest{Id: id, Since: timestamppb.New(since)},
		})
	}
	if _, err := redrive("ten_b", time.Now().Add(-time.Minute)); status.Code(err) != codes.NotFound {
		t.Errorf("another tenant's endpoint: %v", err)
	}
	if _, err := redrive("ten_a", time.Now().Add(time.Minute)); status.Code(err) != codes.InvalidArgument {
		t.Errorf("from the future: %v", err)
	}
	redriven, err := redrive("ten_a", time.Now().Add(-time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := op.ListEndpointRecoveries(ctx, &webhooksv1.ListEndpointRecoveriesRequest{Id: id})
	if err != nil || len(jobs.GetData()) != 1 || jobs.GetData()[0].GetId() != redriven.GetData().GetId() {
		t.Errorf("recoveries: %v, %v", jobs, err)
	}
	if _, err := op.ListEndpointRecoveries(ctx,
		&webhooksv1.ListEndpointRecoveriesRequest{Id: "00000000-0000-4000-8000-000000000000"},
	); status.Code(err) != codes.NotFound {
		t.Errorf("the recoveries of an endpoint that is not there: %v", err)
	}
	for after, want := range map[string]string{"": "ten_a", "ten_a": "ten_b"} {
		tenants, err := op.ListTenants(ctx, &webhooksv1.ListTenantsRequest{After: after, PageSize: 1})
		if err != nil || len(tenants.GetData()) != 1 || tenants.GetData()[0].GetId() != want {
			t.Errorf("tenants behind %q: %v, %v", after, tenants, err)
		}
	}
	s.eventually("three deliveries wait", func() bool { return stages()["DELIVERIES"].GetWaiting() == 3 })
	if st := stages(); st["DELIVERIES"].GetOldestAgeS() <= 0 || st["outbox"].GetWaiting() != 0 || st["RETRY_4"] == nil ||
		st["RESULTS"] == nil {
		t.Errorf("stages %v", st)
	}
	d.report(d.next(3), 1, 1)
	s.eventually("nothing waits", func() bool {
		for _, st := range stages() {
			if st.GetWaiting() != 0 {
				return false
			}
		}
		return true
	})
	s.nats.Stop()
	if _, err := op.GetBacklog(ctx, &webhooksv1.GetBacklogRequest{}); status.Code(err) != codes.Unavailable {
		t.Errorf("without NATS: %v", err)
	}
}

// With NATS away the program still stops in good time.
func TestStopsWithoutNATS(t *testing.T) {
	t.Parallel()
	s := start(t, longGrace)
	s.dispatcher()
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	s.publish(5)
	s.stored()
	s.nats.Stop()
	s.publish(5)
	s.stopsWithinGrace()
}
