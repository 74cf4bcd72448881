package app

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/person/persontest"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// Each method of operators that changes something leaves an entry with the person, what it was done to, and why. A
// refused call, and one that only reads, leaves none.
func TestAuditOfOperators(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	op := webhooksv1.NewOperatorServiceClient(s.grpc)
	anna := persontest.Person("anna", optionsv1.Role_ROLE_ADMINISTRATOR, optionsv1.Role_ROLE_SUPPORT)
	as := func(method string) context.Context {
		full := "/webhooks.v1.OperatorService/" + method
		return metadata.AppendToOutgoingContext(console.As(t.Context(), anna, full), grpcserver.ReasonHeader, "why "+method,
			"x-request-id", "audit-"+method)
	}
	list := func(req *webhooksv1.ListAuditEntriesRequest) []*webhooksv1.AuditEntry {
		t.Helper()
		r, err := op.ListAuditEntries(as("ListAuditEntries"), req)
		if err != nil {
			t.Fatal(err)
		}
		return r.GetData()
	}
	endpoint := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	d := s.dispatcher()
	s.publish(1)
	d.report(d.next(1), 1, delivered)
	var delivery string
	s.eventually("delivered", func() bool {
		r, err := op.ListEndpointDeliveries(as("ListEndpointDeliveries"),
			&webhooksv1.ListEndpointDeliveriesRequest{Id: endpoint, Status: "delivered"})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.GetData()) == 1 {
			delivery = r.GetData()[0].GetId()
		}
		return delivery != ""
	})
	key, err := op.CreateApiKey(internal(t.Context()), &webhooksv1.CreateApiKeyRequest{TenantId: "ten_a"})
	if err != nil {
		t.Fatal(err)
	}
	id := key.GetData().GetId()
	if e := list(&webhooksv1.ListAuditEntriesRequest{Person: "bootstrap", ObjectId: id}); len(e) != 1 ||
		e[0].GetOperatorSubject() != "" {
		t.Errorf("what the internal token did: %v", e)
	}
	started := func() string {
		t.Helper()
		s.exec(`UPDATE bulk_recoveries SET status = 'paused', finished_at = NULL`) // it ends by itself
		r, err := op.ListBulkRecoveries(as("ListBulkRecoveries"), &webhooksv1.ListBulkRecoveriesRequest{})
		if err != nil || len(r.GetData()) != 1 || r.GetData()[0].GetStartedBy() != anna.Name ||
			r.GetData()[0].GetReason() != "why StartBulkRecovery" {
			t.Fatalf("%v, %v", r, err)
		}
		return r.GetData()[0].GetId()
	}
	soon := timestamppb.New(time.Now().Add(time.Hour))
	calls := []struct {
		method, object, tenant string
		do                     func(context.Context) error
	}{
		{"CreateTenant", "ten_audited", "ten_audited", func(ctx context.Context) error {
			return second(op.CreateTenant(ctx, &webhooksv1.CreateTenantRequest{Id: "ten_audited", Name: "A"}))
		}},
		{"SetPortalSettings", "ten_a", "ten_a", func(ctx context.Context) error {
			return second(op.SetPortalSettings(ctx, &webhooksv1.SetPortalSettingsRequest{TenantId: "ten_a", Name: "A"}))
		}},
		{"AnnounceSourceAddresses", "1", "", func(ctx context.Context) error {
			req := &webhooksv1.AnnounceSourceAddressesRequest{Addresses: []string{"192.0.2.0/24"}}
			return second(op.AnnounceSourceAddresses(ctx, req))
		}},
		{"CreateApiKey", "", "ten_a", func(ctx context.Context) error {
			return second(op.CreateApiKey(ctx, &webhooksv1.CreateApiKeyRequest{TenantId: "ten_a"}))
		}},
		{"ImportEndpoints", "", "ten_a", func(ctx context.Context) error {
			return second(op.ImportEndpoints(ctx, &webhooksv1.ImportEndpointsRequest{
				Source: "svix", Tenants: map[string]string{"app_1": "ten_a"}, Export: []byte(
					`{"path":"/api/v1/app/app_1","body":{"id":"app_1"}}` +
						`{"path":"/api/v1/app/app_1/endpoint/ep_1","body":{"id":"ep_1","url":"` + target + `"}}`),
			}))
		}},
		{"RollApiKey", id, "ten_a", func(ctx context.Context) error {
			return second(op.RollApiKey(ctx, &webhooksv1.RollApiKeyRequest{Id: id, OverlapSeconds: 7200}))
		}},
		{"ExpireApiKey", id, "ten_a", func(ctx context.Context) error {
			return second(op.ExpireApiKey(ctx, &webhooksv1.ExpireApiKeyRequest{Id: id, ExpiresAt: soon}))
		}},
		{"RevokeApiKey", id, "ten_a", func(ctx context.Context) error {
			return second(op.RevokeApiKey(ctx, &webhooksv1.RevokeApiKeyRequest{Id: id}))
		}},
		{"SetAutomaticRecovery", endpoint, "ten_a", func(ctx context.Context) error {
			return second(op.SetAutomaticRecovery(ctx,
				&webhooksv1.SetAutomaticRecoveryRequest{Id: endpoint, Window: durationpb.New(time.Hour)}))
		}},
		{"RedriveEndpoint", endpoint, "ten_a", func(ctx context.Context) error {
			return second(op.RedriveEndpoint(ctx, &webhooksv1.RedriveEndpointRequest{
				TenantId: "ten_a", Recovery: &webhooksv1.RecoverEndpointRequest{Id: endpoint,
					Since: timestamppb.New(time.Now().Add(-time.Minute))},
			}))
		}},
		{"ResendEndpointDelivery", delivery, "ten_a", func(ctx context.Context) error {
			return second(op.ResendEndpointDelivery(ctx, &webhooksv1.ResendEndpointDeliveryRequest{Id: delivery}))
		}},
		{"StartBulkRecovery", "", "ten_a", func(ctx context.Context) error {
			return second(op.StartBulkRecovery(ctx, startBulk("audited", endpoint)))
		}},
		{"PauseBulkRecovery", "", "ten_a", func(ctx context.Context) error {
			return second(op.PauseBulkRecovery(ctx, &webhooksv1.PauseBulkRecoveryRequest{Id: started()}))
		}},
		{"ResumeBulkRecovery", "", "ten_a", func(ctx context.Context) error {
			return second(op.ResumeBulkRecovery(ctx, &webhooksv1.ResumeBulkRecoveryRequest{Id: started()}))
		}},
		{"CancelBulkRecovery", "", "ten_a", func(ctx context.Context) error {
			return second(op.CancelBulkRecovery(ctx, &webhooksv1.CancelBulkRecoveryRequest{Id: started()}))
		}},
		{"VerifyAudit", "", "", func(ctx context.Context) error {
			return second(op.VerifyAudit(ctx, &webhooksv1.VerifyAuditRequest{}))
		}},
		{"ExportAudit", "", "", func(ctx context.Context) error {
			stream, err := op.ExportAudit(ctx, &webhooksv1.ExportAuditRequest{})
			if err != nil {
				return err
			}
			for err == nil {
				_, err = stream.Recv()
			}
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}},
		{"PauseEndpoint", endpoint, "ten_a", func(ctx context.Context) error {
			return second(op.PauseEndpoint(ctx, &webhooksv1.PauseEndpointRequest{Id: endpoint, Reason: "why PauseEndpoint"}))
		}},
		{"ResumeEndpoint", endpoint, "ten_a", func(ctx context.Context) error {
			return second(op.ResumeEndpoint(ctx, &webhooksv1.ResumeEndpointRequest{Id: endpoint}))
		}},
		{"ResealKeys", "", "", func(ctx context.Context) error {
			return second(op.ResealKeys(ctx, &webhooksv1.ResealKeysRequest{}))
		}},
	}
	var tried []string
	for _, c := range calls {
		tried = append(tried, c.method)
		t.Run(c.method, func(t *testing.T) {
			if err := c.do(as(c.method)); err != nil {
				t.Fatal(err)
			}
			found := list(&webhooksv1.ListAuditEntriesRequest{Person: "anna", Operation: "OperatorService." + c.method,
				ObjectId: c.object, TenantId: c.tenant, From: timestamppb.New(time.Now().Add(-time.Hour)), Until: soon})
			if len(found) != 1 {
				t.Fatalf("entries: %v", found)
			}
			e := found[0]
			if e.GetOperatorName() != anna.Name || !slices.Equal(e.GetOperatorRoles(), []string{"administrator", "support"}) ||
				e.GetReason() != "why "+c.method || e.GetRequestId() != "audit-"+c.method {
				t.Errorf("%v", e)
			}
		})
	}
	methods := webhooksv1.File_webhooks_v1_operator_proto.Services().ByName("OperatorService").Methods()
	readers := []string{"Find", "PreviewBulkRecovery", "SearchNotices"}
	for i := range methods.Len() {
		if name := string(methods.Get(i).Name()); !strings.HasPrefix(name, "List") && !strings.HasPrefix(name, "Get") &&
			!slices.Contains(append(readers, tried...), name) {
			t.Errorf("%s is not among the calls of this test", name)
		}
	}
	before := len(list(&webhooksv1.ListAuditEntriesRequest{}))
	if err := second(op.ExpireApiKey(as("ExpireApiKey"),
		&webhooksv1.ExpireApiKeyRequest{Id: id, ExpiresAt: soon})); err == nil {
		t.Error("a revoked key got an end")
	}
	if after := len(list(&webhooksv1.ListAuditEntriesRequest{})); after != before {
		t.Errorf("%d entries after a refused call, %d before", after, before)
	}
	first, err := op.ListAuditEntries(as("ListAuditEntries"),
		&webhooksv1.ListAuditEntriesRequest{PageSize: 2, Person: anna.Name})
	if err != nil || len(first.GetData()) != 2 || first.GetData()[0].GetOperation() != "OperatorService.ResealKeys" {
		t.Fatalf("%v, %v", first, err)
	}
	next := list(&webhooksv1.ListAuditEntriesRequest{PageSize: 2, Person: anna.Name,
		PageToken: first.GetMeta().GetNextPageToken()})
	if len(next) != 2 || next[0].GetOperation() != "OperatorService.PauseEndpoint" {
		t.Errorf("the next page: %v", next)
	}
}
