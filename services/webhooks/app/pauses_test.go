package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

const (
	delivered = dispatchv1.Outcome_OUTCOME_DELIVERED
	failed    = dispatchv1.Outcome_OUTCOME_FAILED
)

// operator is the operator plane as its callers see it.
type operator struct {
	*service
	webhooksv1.OperatorServiceClient
}

func (s *service) operator() operator {
	return operator{s, webhooksv1.NewOperatorServiceClient(s.grpc)}
}

func (o operator) pause(id string) *webhooksv1.Endpoint {
	o.t.Helper()
	r, err := o.PauseEndpoint(internal(o.t.Context()), &webhooksv1.PauseEndpointRequest{Id: id, Reason: "floods us"})
	if err != nil {
		o.t.Fatal(err)
	}
	return r.GetData()
}

func (o operator) resume(id string) *webhooksv1.ResumeEndpointResponse {
	o.t.Helper()
	r, err := o.ResumeEndpoint(internal(o.t.Context()), &webhooksv1.ResumeEndpointRequest{Id: id})
	if err != nil {
		o.t.Fatal(err)
	}
	return r
}

func (o operator) recoverWithin(id string, window time.Duration) {
	o.t.Helper()
	_, err := o.SetAutomaticRecovery(internal(o.t.Context()),
		&webhooksv1.SetAutomaticRecoveryRequest{Id: id, Window: durationpb.New(window)})
	if err != nil {
		o.t.Fatal(err)
	}
}

// ids of deliveries.
func idsOf(lists ...[]*dispatchv1.Delivery) map[string]bool {
	ids := map[string]bool{}
	for _, list := range lists {
		for _, d := range list {
			ids[d.GetId()] = true
		}
	}
	return ids
}

func TestOperatorPausesAndResumes(t *testing.T) {
	t.Parallel()
	s := start(t)
	d, op, ctx := s.dispatcher(), s.operator(), internal(t.Context())
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	s.publish(2)
	d.next(2)
	s.stored() // what is stored behind the cancellation ends with the dispatcher's outcome, and this one reports none
	if e := op.pause(id); e.GetIsActive() || e.GetDisabledAt() != nil || e.GetHealth().GetState() != "inactive" {
		t.Errorf("paused: %v", e)
	}
	version := s.call("GET", s.public+"/api/v1/webhooks/"+id, s.key, nil).want(t, 200).Header.Get("ETag")
	op.pause(id) // changes nothing
	if again := s.call("GET", s.public+"/api/v1/webhooks/"+id, s.key, nil).Header.Get("ETag"); again != version {
		t.Errorf("the second pause made version %s of %s", again, version)
	}
	s.eventually("what was pending is cancelled",
		func() bool { return s.endpoint(id)["health"].(map[string]any)["pending"] == 0.0 })
	s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).wantProblem(t, 409, "endpoint_inactive")

	if r := op.resume(id); !r.GetData().GetIsActive() || r.GetRecovery() != nil {
		t.Errorf("resumed, without an automatic recovery: %v", r)
	}
	op.resume(id)
	s.publish(1)
	d.report(d.next(1), 1, delivered)
	s.eventually("the result counts", func() bool { return s.endpoint(id)["last_success_at"] != nil })

	// An endpoint that its failures deactivated is resumed, too.
	s.publish(2)
	list := d.next(2)
	s.failedInARow(id, webhooks.FailingAfter-1)
	d.report(list[:1], 5, failed)
	s.eventually("failing", func() bool { return s.endpoint(id)["failure_count"] == float64(webhooks.FailingAfter) })
	s.failedInARow(id, webhooks.DeactivateAfter-1)
	d.report(list[1:], 5, failed)
	s.eventually("deactivated", func() bool { return s.endpoint(id)["disabled_at"] != nil })
	bad, err := op.ListFailingEndpoints(ctx, &webhooksv1.ListFailingEndpointsRequest{})
	if f := bad.GetData(); err != nil || len(f) != 1 || f[0].GetEndpoint().GetId() != id ||
		f[0].GetTenantId() != "ten_a" || f[0].GetTenantName() == "" {
		t.Errorf("failing: %v, %v", bad, err)
	}
	for _, series := range []string{
		`webhooks_endpoints{mode="test",state="deactivated"} 1`, `webhooks_endpoints{mode="test",state="failing"} 0`,
		`webhooks_deliveries_ended_total{mode="test",outcome="delivered"} 1`,
		`webhooks_deliveries_ended_total{mode="test",outcome="failed"} 2`,
		`webhooks_deliveries_latency_seconds_count{mode="test"} 1`,
	} {
		if page := s.metrics(); !strings.Contains(page, "\n"+series+"\n") {
			t.Errorf("want %s in\n%s", series, page)
		}
	}
	if e := op.resume(id).GetData(); !e.GetIsActive() || e.GetFailureCount() != 0 || e.GetDisabledAt() != nil {
		t.Errorf("resumed after a deactivation: %v", e)
	}

	want := [][3]string{
		{"endpoint.paused", "bootstrap", "floods us"}, {"endpoint.resumed", "bootstrap", ""}, {"endpoint.failing", "", ""},
		{"endpoint.deactivated", "", ""}, {"endpoint.resumed", "bootstrap", ""},
	}
	for i, n := range s.notices(len(want)) {
		if got := [3]string{n.GetType(), n.GetActor(), n.GetReason()}; got != want[i] || n.GetEndpointId() != id ||
			n.GetTenantId() != "ten_a" {
			t.Errorf("notice %d: %v, want %v", i, n, want[i])
		}
	}

	op.findsNotices(id, want)

	for _, unknown := range []string{"0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "no uuid"} {
		_, err1 := op.PauseEndpoint(ctx, &webhooksv1.PauseEndpointRequest{Id: unknown, Reason: "b"})
		_, err2 := op.ResumeEndpoint(ctx, &webhooksv1.ResumeEndpointRequest{Id: unknown})
		_, err3 := op.SetAutomaticRecovery(ctx, &webhooksv1.SetAutomaticRecoveryRequest{Id: unknown})
		for _, err := range []error{err1, err2, err3} {
			if status.Code(err) != codes.NotFound {
				t.Errorf("%s: %v, want NotFound", unknown, err)
			}
		}
	}
	for name, err := range map[string]error{
		"for no reason": second(op.PauseEndpoint(ctx, &webhooksv1.PauseEndpointRequest{Id: id})),
		"window too long": second(op.SetAutomaticRecovery(ctx,
			&webhooksv1.SetAutomaticRecoveryRequest{Id: id, Window: durationpb.New(721 * time.Hour)})),
		"window not whole": second(op.SetAutomaticRecovery(ctx,
			&webhooksv1.SetAutomaticRecoveryRequest{Id: id, Window: durationpb.New(1500 * time.Millisecond)})),
	} {
		t.Run(name, func(t *testing.T) {
			if status.Code(err) != codes.InvalidArgument {
				t.Errorf("%v, want InvalidArgument", err)
			}
		})
	}
	if _, err := op.PauseEndpoint(t.Context(),
		&webhooksv1.PauseEndpointRequest{Id: id, Reason: "b"}); status.Code(err) != codes.Unauthenticated {
		t.Errorf("without the internal token: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// A re-activation sends what failed, what was cancelled and what came meanwhile, whoever re-activates.
func TestAutomaticRecoveryOnReactivation(t *testing.T) {
	t.Parallel()
	for name, reactivate := range map[string]func(*service, string){
		"by the tenant": func(s *service, id string) {
			s.call("PATCH", s.public+"/api/v1/webhooks/"+id, s.key, map[string]any{"is_active": true}).want(s.t, 200)
		},
		"by the operator": func(s *service, id string) {
			if r := s.operator().resume(id).GetRecovery(); r.GetEndpointId() != id || r.GetStatus() != "running" {
				s.t.Errorf("recovery %v", r)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			d := s.dispatcher()
			id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
			s.operator().recoverWithin(id, 24*time.Hour)
			s.publish(1)
			d.report(d.next(1), 1, delivered) // received: not sent again
			s.eventually("the result counts", func() bool { return s.endpoint(id)["last_success_at"] != nil })
			s.publish(4)
			list := d.next(4)
			s.stored()
			s.failedInARow(id, webhooks.DeactivateAfter-2)
			d.report(list[:2], 5, failed) // the other two are under way
			s.eventually("deactivated", func() bool { return s.endpoint(id)["disabled_at"] != nil })
			s.publish(3)
			s.stored()

			reactivate(s, id)
			got := d.next(7)
			s.stored()
			for _, x := range got {
				if x.GetActivation() != 2 {
					t.Errorf("delivery of activation %d", x.GetActivation())
				}
			}
			ids := idsOf(got)
			for id := range idsOf(list) {
				if !ids[id] {
					t.Errorf("delivery %s did not come again", id)
				}
			}
			if len(ids) != 7 {
				t.Errorf("%d deliveries, want 7", len(ids))
			}
			d.report(got, 1, delivered)
			s.eventually("nothing is pending",
				func() bool { return s.endpoint(id)["health"].(map[string]any)["pending"] == 0.0 })
			s.eventually("the job is done", func() bool {
				return s.query(`SELECT count(*) FROM recoveries WHERE status = 'completed' AND automatic`) == 1
			})
			if n := s.query(`SELECT count(*) FROM deliveries WHERE status = 'delivered'`); n != 8 {
				t.Errorf("%d deliveries are delivered, want 8", n)
			}
		})
	}
}

func TestNoAutomaticRecoveryUnlessAskedFor(t *testing.T) {
	t.Parallel()
	s := start(t)
	op := s.operator()
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	op.recoverWithin(id, time.Hour)
	list, err := op.ListTenantEndpoints(internal(t.Context()), &webhooksv1.ListTenantEndpointsRequest{TenantId: "ten_a"})
	if err != nil || len(list.GetAutomaticRecoveries()) != 1 ||
		list.GetAutomaticRecoveries()[0].GetWindow().AsDuration() != time.Hour {
		t.Errorf("%v, %v", list, err)
	}
	off, err := op.SetAutomaticRecovery(internal(t.Context()), &webhooksv1.SetAutomaticRecoveryRequest{Id: id})
	if err != nil || off.GetData().GetWindow() != nil {
		t.Errorf("%v, %v", off, err)
	}
	op.pause(id)
	s.publish(2)
	s.stored()
	if r := op.resume(id); r.GetRecovery() != nil {
		t.Errorf("recovery %v", r)
	}
	if n := s.query(`SELECT count(*) FROM recoveries`); n != 0 {
		t.Errorf("%d recoveries", n)
	}
}

// An endpoint that stops again while its recovery is under way loses nothing: the next one goes on where that one was.
func TestAutomaticRecoveryInterrupted(t *testing.T) {
	t.Parallel()
	s := start(t)
	d, op := s.dispatcher(), s.operator()
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	op.recoverWithin(id, time.Hour)
	op.pause(id)
	s.publish(20)
	s.stored()
	for range 3 {
		op.resume(id)
		op.pause(id)
	}
	op.resume(id)
	ids := map[string]bool{}
	s.eventually("all twenty are delivered", func() bool {
		for _, x := range d.next(1) {
			if x.GetActivation() == 5 {
				ids[x.GetId()] = true
				d.report([]*dispatchv1.Delivery{x}, 1, delivered)
			}
		}
		return len(ids) == 20
	})
	s.stored()
	s.eventually("nothing is pending", func() bool { return s.endpoint(id)["health"].(map[string]any)["pending"] == 0.0 })
	if n := s.query(`SELECT count(*) FROM deliveries WHERE status = 'delivered'`); n != 20 {
		t.Errorf("%d deliveries are delivered, want 20", n)
	}
}

// findsNotices searches the notices of the endpoint of tenant ten_a that has had those, oldest first.
func (o *operator) findsNotices(id string, had [][3]string) {
	o.t.Helper()
	ctx := internal(o.t.Context())
	search := func(req *webhooksv1.SearchNoticesRequest) (types []string) {
		o.t.Helper()
		for {
			page, err := o.SearchNotices(ctx, req)
			if err != nil || len(page.GetData()) > max(int(req.GetPageSize()), 50) {
				o.t.Fatalf("%v: %v, %v", req, page, err)
			}
			for _, n := range page.GetData() {
				types = append(types, n.GetType())
			}
			if req.PageToken = page.GetMeta().GetNextPageToken(); req.PageToken == "" {
				return types
			}
		}
	}
	var all []string
	for _, n := range slices.Backward(had) {
		all = append(all, n[0])
	}
	for name, c := range map[string]struct {
		req  *webhooksv1.SearchNoticesRequest
		want []string
	}{
		"all":                 {&webhooksv1.SearchNoticesRequest{}, all},
		"page by page":        {&webhooksv1.SearchNoticesRequest{PageSize: 2}, all},
		"of the tenant":       {&webhooksv1.SearchNoticesRequest{TenantId: "ten_a", PageSize: 1}, all},
		"of another tenant":   {&webhooksv1.SearchNoticesRequest{TenantId: "ten_none"}, nil},
		"of the endpoint":     {&webhooksv1.SearchNoticesRequest{TenantId: "ten_a", EndpointId: id}, all},
		"of another endpoint": {&webhooksv1.SearchNoticesRequest{EndpointId: "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f"}, nil},
		"of a type":           {&webhooksv1.SearchNoticesRequest{Type: "endpoint.failing"}, []string{"endpoint.failing"}},
	} {
		if got := search(c.req); !slices.Equal(got, c.want) {
			o.t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	first, err := o.SearchNotices(ctx, &webhooksv1.SearchNoticesRequest{PageSize: 1})
	if err != nil {
		o.t.Fatal(err)
	}
	for name, req := range map[string]*webhooksv1.SearchNoticesRequest{
		"no endpoint": {EndpointId: "x"}, "no type": {Type: "endpoint.lost"}, "a size that is none": {PageSize: -1},
		"a page of another list": {TenantId: "ten_a", PageSize: 1, PageToken: first.GetMeta().GetNextPageToken()},
	} {
		if _, err := o.SearchNotices(ctx, req); status.Code(err) != codes.InvalidArgument {
			o.t.Errorf("%s: %v", name, err)
		}
	}
}
