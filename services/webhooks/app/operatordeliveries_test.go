package app

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/person/persontest"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// Operators see the deliveries of any tenant. What the request and the answers held is shown to support, and not to
// those who only view.
func TestOperatorsSeeDeliveries(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	op, d := webhooksv1.NewOperatorServiceClient(s.grpc), s.dispatcher()
	endpoint := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	s.publish(3)
	d.report(d.next(3), 5, failed)
	list := func(req *webhooksv1.ListEndpointDeliveriesRequest) *webhooksv1.ListEndpointDeliveriesResponse {
		t.Helper()
		req.Id = endpoint
		r, err := op.ListEndpointDeliveries(internal(t.Context()), req)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	s.eventually("three failed", func() bool {
		return len(list(&webhooksv1.ListEndpointDeliveriesRequest{Status: "failed"}).GetData()) == 3
	})
	first := list(&webhooksv1.ListEndpointDeliveriesRequest{PageSize: 2})
	rest := list(&webhooksv1.ListEndpointDeliveriesRequest{PageSize: 2, PageToken: first.GetMeta().GetNextPageToken()})
	if len(first.GetData()) != 2 || len(rest.GetData()) != 1 || rest.GetMeta().GetNextPageToken() != "" {
		t.Errorf("pages %v and %v", first, rest)
	}
	if none := list(&webhooksv1.ListEndpointDeliveriesRequest{Status: "delivered"}).GetData(); len(none) != 0 {
		t.Errorf("delivered: %v", none)
	}
	id := first.GetData()[0].GetId()
	shown := func(role optionsv1.Role) *webhooksv1.GetEndpointDeliveryResponse {
		t.Helper()
		who := persontest.Person("one", role)
		r, err := op.GetEndpointDelivery(console.As(t.Context(), who,
			webhooksv1.OperatorService_GetEndpointDelivery_FullMethodName), &webhooksv1.GetEndpointDeliveryRequest{Id: id})
		if err != nil {
			t.Fatal(err)
		}
		if r.GetTenantId() != "ten_a" || r.GetLivemode() || r.GetData().GetStatus() != "failed" ||
			len(r.GetData().GetAttempts()) == 0 {
			t.Fatalf("%v", r)
		}
		return r
	}
	full, metadata := shown(optionsv1.Role_ROLE_SUPPORT), shown(optionsv1.Role_ROLE_VIEWER)
	if !strings.Contains(full.GetRequestBody(), full.GetData().GetEventId()) ||
		full.GetData().GetAttempts()[0].GetResponseBody() == "" {
		t.Errorf("to support: %v", full)
	}
	for _, a := range metadata.GetData().GetAttempts() {
		if a.GetResponseBody() != "" || len(a.GetResponseHeaders()) != 0 || a.GetError() == "" {
			t.Errorf("to a viewer: %v", a)
		}
	}
	if metadata.GetRequestBody() != "" {
		t.Errorf("to a viewer: %s", metadata.GetRequestBody())
	}
	if r, err := op.ResendEndpointDelivery(internal(t.Context()),
		&webhooksv1.ResendEndpointDeliveryRequest{Id: id}); err != nil || r.GetData().GetStatus() != "pending" ||
		r.GetData().GetRun() != 2 {
		t.Errorf("resent: %v, %v", r, err)
	}
	const unknown = "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f"
	for name, x := range map[string]struct {
		err  error
		want codes.Code
	}{
		"resent while it is pending": {second(op.ResendEndpointDelivery(internal(t.Context()),
			&webhooksv1.ResendEndpointDeliveryRequest{Id: id})), codes.FailedPrecondition},
		"a delivery that is not there": {second(op.GetEndpointDelivery(internal(t.Context()),
			&webhooksv1.GetEndpointDeliveryRequest{Id: "dlv_x"})), codes.NotFound},
		"resent although not there": {second(op.ResendEndpointDelivery(internal(t.Context()),
			&webhooksv1.ResendEndpointDeliveryRequest{Id: "dlv_x"})), codes.NotFound},
		"of an endpoint not there": {second(op.ListEndpointDeliveries(internal(t.Context()),
			&webhooksv1.ListEndpointDeliveriesRequest{Id: unknown})), codes.NotFound},
		"of a status that is none": {second(op.ListEndpointDeliveries(internal(t.Context()),
			&webhooksv1.ListEndpointDeliveriesRequest{Id: endpoint, Status: "lost"})), codes.InvalidArgument},
	} {
		t.Run(name, func(t *testing.T) {
			if status.Code(x.err) != x.want {
				t.Errorf("%v, want %v", x.err, x.want)
			}
		})
	}
}

// Operators see the deliveries to all endpoints of a tenant, of both modes, newest first, page by page, and none of
// another tenant.
func TestOperatorsSeeDeliveriesOfATenant(t *testing.T) {
	t.Parallel()
	s := start(t)
	op, ctx := webhooksv1.NewOperatorServiceClient(s.grpc), internal(t.Context())
	create := func(key, url string) string {
		return s.create(key, map[string]any{"url": url, "events": []string{"*"}}).data()["id"].(string)
	}
	first, second, foreign := create(s.key, target), create(s.key, target), create(s.other, target)
	live := create(s.newKey("ten_a", true), strings.Replace(target, "http:", "https:", 1))
	const perEndpoint = 3
	s.publish(perEndpoint)
	s.stored()
	if n := s.query(`SELECT count(*) FROM deliveries`); n != 2*perEndpoint {
		t.Fatalf("%d deliveries", n)
	}
	// What the mode or the tenant of an event decides is not what is tested here.
	s.exec(`
		INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run, activation, created_at, updated_at, completed_at)
		SELECT now(), 'dlv_' || e.tenant_id || e.livemode, e.id, 'evt_x', 'verification.failed', e.tenant_id, e.livemode, 'failed', 1, 1, now(), now(), now()
		FROM   endpoints e WHERE e.livemode OR e.tenant_id = 'ten_b'`)
	s.exec(`
		INSERT INTO events (created_at, id, tenant_id, livemode, type, traceparent, body)
		SELECT event_at, event_id, tenant_id, livemode, event_type, '', '{}' FROM deliveries WHERE event_id = 'evt_x' AND livemode`)
	list := func(req *webhooksv1.ListTenantDeliveriesRequest) (endpoints []string, next string) {
		t.Helper()
		req.TenantId = cmp.Or(req.GetTenantId(), "ten_a")
		r, err := op.ListTenantDeliveries(ctx, req)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range r.GetData() {
			if d.GetLivemode() != (d.GetDelivery().GetEndpointId() == live) {
				t.Errorf("mode of %v", d)
			}
			endpoints = append(endpoints, d.GetDelivery().GetEndpointId())
		}
		return endpoints, r.GetMeta().GetNextPageToken()
	}
	of := func(list []string, endpoint string) (n int) {
		for _, e := range list {
			if e == endpoint {
				n++
			}
		}
		return n
	}
	var all []string
	for token, pages := "", 0; pages == 0 || token != ""; pages++ {
		page, next := list(&webhooksv1.ListTenantDeliveriesRequest{PageSize: 2, PageToken: token})
		all, token = append(all, page...), next
	}
	if len(all) != 2*perEndpoint+1 || all[0] != live || of(all, first) != perEndpoint || of(all, second) != perEndpoint {
		t.Errorf("by pages %v", all)
	}
	for name, c := range map[string]struct {
		req  *webhooksv1.ListTenantDeliveriesRequest
		want map[string]int
	}{
		"of one endpoint": {&webhooksv1.ListTenantDeliveriesRequest{EndpointId: second},
			map[string]int{second: perEndpoint}},
		"pending": {&webhooksv1.ListTenantDeliveriesRequest{Status: "pending"},
			map[string]int{first: perEndpoint, second: perEndpoint}},
		"failed": {&webhooksv1.ListTenantDeliveriesRequest{Status: "failed"}, map[string]int{live: 1}},
		"of a type": {&webhooksv1.ListTenantDeliveriesRequest{Type: "verification.failed"},
			map[string]int{live: 1}},
		"of a type and a state": {&webhooksv1.ListTenantDeliveriesRequest{Type: "verification.failed", Status: "failed"},
			map[string]int{live: 1}},
		"delivered ones of a type": {&webhooksv1.ListTenantDeliveriesRequest{Type: "verification.failed",
			Status: "delivered"}, nil},
		"after now": {&webhooksv1.ListTenantDeliveriesRequest{From: timestamppb.New(time.Now().Add(time.Hour))}, nil},
		"until now": {&webhooksv1.ListTenantDeliveriesRequest{To: timestamppb.New(time.Now().Add(time.Hour)),
			Type: "verification.failed"}, map[string]int{live: 1}},
		"of another tenant": {&webhooksv1.ListTenantDeliveriesRequest{TenantId: "ten_b"}, map[string]int{foreign: 1}},
		"of no tenant":      {&webhooksv1.ListTenantDeliveriesRequest{TenantId: "ten_none"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := list(c.req)
			n := 0
			for endpoint, want := range c.want {
				n += want
				if of(got, endpoint) != want {
					t.Errorf("%d of %s, want %d", of(got, endpoint), endpoint, want)
				}
			}
			if len(got) != n {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
	_, token := list(&webhooksv1.ListTenantDeliveriesRequest{PageSize: 2})
	for name, req := range map[string]*webhooksv1.ListTenantDeliveriesRequest{
		"no tenant": {}, "a state that is none": {TenantId: "ten_a", Status: "lost"},
		"a type that is none":      {TenantId: "ten_a", Type: "lost"},
		"a page of another tenant": {TenantId: "ten_b", PageSize: 2, PageToken: token},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := op.ListTenantDeliveries(ctx, req); status.Code(err) != codes.InvalidArgument {
				t.Error(err)
			}
		})
	}
	for name, id := range map[string]string{"an endpoint of another tenant": foreign, "no endpoint": "x"} {
		t.Run(name, func(t *testing.T) {
			if _, err := op.ListTenantDeliveries(ctx,
				&webhooksv1.ListTenantDeliveriesRequest{TenantId: "ten_a", EndpointId: id}); status.Code(err) != codes.NotFound {
				t.Error(err)
			}
		})
	}
}
