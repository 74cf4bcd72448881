package app

import (
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/person/persontest"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// Operators see the deliveries of any tenant. What the request and the answers held is shown to support, and not to those who only view.
func TestOperatorsSeeDeliveries(t *testing.T) {
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
		r, err := op.GetEndpointDelivery(console.As(t.Context(), who, webhooksv1.OperatorService_GetEndpointDelivery_FullMethodName), &webhooksv1.GetEndpointDeliveryRequest{Id: id})
		if err != nil {
			t.Fatal(err)
		}
		if r.GetTenantId() != "ten_a" || r.GetLivemode() || r.GetData().GetStatus() != "failed" || len(r.GetData().GetAttempts()) == 0 {
			t.Fatalf("%v", r)
		}
		return r
	}
	full, metadata := shown(optionsv1.Role_ROLE_SUPPORT), shown(optionsv1.Role_ROLE_VIEWER)
	if !strings.Contains(full.GetRequestBody(), full.GetData().GetEventId()) || full.GetData().GetAttempts()[0].GetResponseBody() == "" {
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
	if r, err := op.ResendEndpointDelivery(internal(t.Context()), &webhooksv1.ResendEndpointDeliveryRequest{Id: id}); err != nil || r.GetData().GetStatus() != "pending" || r.GetData().GetRun() != 2 {
		t.Errorf("resent: %v, %v", r, err)
	}
	const unknown = "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f"
	for name, x := range map[string]struct {
		err  error
		want codes.Code
	}{
		"resent while it is pending":   {second(op.ResendEndpointDelivery(internal(t.Context()), &webhooksv1.ResendEndpointDeliveryRequest{Id: id})), codes.FailedPrecondition},
		"a delivery that is not there": {second(op.GetEndpointDelivery(internal(t.Context()), &webhooksv1.GetEndpointDeliveryRequest{Id: "dlv_x"})), codes.NotFound},
		"resent although not there":    {second(op.ResendEndpointDelivery(internal(t.Context()), &webhooksv1.ResendEndpointDeliveryRequest{Id: "dlv_x"})), codes.NotFound},
		"of an endpoint not there":     {second(op.ListEndpointDeliveries(internal(t.Context()), &webhooksv1.ListEndpointDeliveriesRequest{Id: unknown})), codes.NotFound},
		"of a status that is none":     {second(op.ListEndpointDeliveries(internal(t.Context()), &webhooksv1.ListEndpointDeliveriesRequest{Id: endpoint, Status: "lost"})), codes.InvalidArgument},
	} {
		t.Run(name, func(t *testing.T) {
			if status.Code(x.err) != x.want {
				t.Errorf("%v, want %v", x.err, x.want)
			}
		})
	}
}
