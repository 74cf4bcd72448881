package app

import (
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// startBulk asks for what endpoints of the first tenant missed since an hour ago.
func startBulk(key string, endpoints ...string) *webhooksv1.StartBulkRecoveryRequest {
	now := time.Now()
	return &webhooksv1.StartBulkRecoveryRequest{IdempotencyKey: key, Selection: &webhooksv1.BulkSelection{
		TenantIds: []string{"ten_a"}, EndpointIds: endpoints, Since: timestamppb.New(now.Add(-time.Hour)),
		Until: timestamppb.New(now.Add(time.Hour)),
	}}
}

// An operator previews and starts a job for endpoints that failed, and what they missed is sent.
func TestOperatorRecoversManyEndpoints(t *testing.T) {
	t.Parallel()
	s := start(t)
	op, ctx, d := webhooksv1.NewOperatorServiceClient(s.grpc), internal(t.Context()), s.dispatcher()
	for range 2 {
		s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	}
	s.publish(3)
	d.report(d.next(6), 5, failed)
	s.eventually("all failed", func() bool { return s.query(`SELECT count(*) FROM deliveries WHERE status = 'failed'`) == 6 })
	req := startBulk("incident")
	x := req.GetSelection()
	x.FailingFrom, x.FailingUntil = x.GetSince(), x.GetUntil()
	if p, err := op.PreviewBulkRecovery(ctx, &webhooksv1.PreviewBulkRecoveryRequest{Selection: x}); err != nil ||
		p.GetEndpoints() != 2 || p.GetDeliveries() != 6 || p.GetCountedEndpoints() != 2 || p.GetInactiveEndpoints() != 0 {
		t.Fatalf("preview %v, %v", p, err)
	}
	started, err := op.StartBulkRecovery(ctx, req)
	if err != nil || !proto.Equal(started.GetData().GetSelection().GetUntil(),
		timestamppb.New(x.GetUntil().AsTime().Truncate(time.Microsecond))) || started.GetData().GetEndpoints() != 2 {
		t.Fatalf("%v, %v", started, err)
	}
	id := started.GetData().GetId()
	if again, err := op.StartBulkRecovery(ctx, req); err != nil || again.GetData().GetId() != id {
		t.Errorf("again: %v, %v", again, err)
	}
	d.report(d.next(6), 1, delivered)
	s.eventually("completed", func() bool {
		r, err := op.GetBulkRecovery(ctx, &webhooksv1.GetBulkRecoveryRequest{Id: id})
		if err != nil {
			t.Fatal(err)
		}
		b := r.GetData()
		return b.GetStatus() == "completed" && b.GetCompleted() == 2 && b.GetRequeued() == 6 && b.GetMatched() == 6 &&
			b.GetFinishedAt() != nil
	})
	first, err := op.ListBulkRecoveryEndpoints(ctx, &webhooksv1.ListBulkRecoveryEndpointsRequest{Id: id, PageSize: 1})
	if err != nil || len(first.GetData()) != 1 {
		t.Fatalf("%v, %v", first, err)
	}
	rest, err := op.ListBulkRecoveryEndpoints(ctx,
		&webhooksv1.ListBulkRecoveryEndpointsRequest{Id: id, PageSize: 1, PageToken: first.GetMeta().GetNextPageToken()})
	if err != nil || len(rest.GetData()) != 1 || rest.GetMeta().GetNextPageToken() != "" {
		t.Fatalf("%v, %v", rest, err)
	}
	for _, e := range append(first.GetData(), rest.GetData()...) {
		if e.GetStatus() != "completed" || e.GetTenantId() != "ten_a" || e.GetUrl() != target || e.GetRequeued() != 3 ||
			e.GetRecoveryId() == "" {
			t.Errorf("%v", e)
		}
	}

	older, short := proto.CloneOf(req), proto.CloneOf(req)
	older.GetSelection().Since = timestamppb.New(time.Now().Add(-31 * 24 * time.Hour))
	older.IdempotencyKey, short.IdempotencyKey = "older", ""
	for name, c := range map[string]struct {
		err  error
		want codes.Code
	}{
		"older than what is kept": {second(op.StartBulkRecovery(ctx, older)), codes.InvalidArgument},
		"without a key":           {second(op.StartBulkRecovery(ctx, short)), codes.InvalidArgument},
		"a key of another one":    {second(op.StartBulkRecovery(ctx, startBulk("incident"))), codes.InvalidArgument},
		"without a selection": {second(op.PreviewBulkRecovery(ctx, &webhooksv1.PreviewBulkRecoveryRequest{})),
			codes.InvalidArgument},
		"an endpoint not a UUID": {second(op.PreviewBulkRecovery(ctx,
			&webhooksv1.PreviewBulkRecoveryRequest{Selection: startBulk("", "x").GetSelection()})), codes.InvalidArgument},
		"a job not there": {second(op.GetBulkRecovery(ctx, &webhooksv1.GetBulkRecoveryRequest{Id: "blk_x"})),
			codes.NotFound},
		"endpoints of none": {second(op.ListBulkRecoveryEndpoints(ctx,
			&webhooksv1.ListBulkRecoveryEndpointsRequest{Id: "blk_x"})), codes.NotFound},
		"cancelled when it ended": {second(op.CancelBulkRecovery(ctx, &webhooksv1.CancelBulkRecoveryRequest{Id: id})),
			codes.FailedPrecondition},
	} {
		t.Run(name, func(t *testing.T) {
			if status.Code(c.err) != c.want {
				t.Errorf("%v, want %v", c.err, c.want)
			}
		})
	}
}

// A job whose transactions are cut in the middle, as by a crash, is continued by the next program: every delivery is
// begun again once.
func TestBulkRecoveryGoesOnAfterACrash(t *testing.T) {
	t.Parallel()
	const events, rate = 150, 100
	s := start(t, func(c *Config) { c.RecoveryRate = rate })
	for range 2 {
		s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	}
	s.publish(events)
	s.stored()
	if n := s.query(`SELECT count(*) FROM deliveries`); n != 2*events {
		t.Fatalf("%d deliveries", n)
	}
	s.exec(`UPDATE deliveries SET status = 'failed', completed_at = now(), overdue_at = NULL`)
	started, err := webhooksv1.NewOperatorServiceClient(s.grpc).StartBulkRecovery(internal(t.Context()),
		startBulk("crash"))
	if err != nil {
		t.Fatal(err)
	}
	began := `SELECT count(*) FROM deliveries WHERE run = 2`
	s.eventually("some are begun again", func() bool { return s.query(began) > 0 })
	s.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> ` +
		`pg_backend_pid()`)
	s.stop()
	left := 2*events - s.query(began)
	s.run()
	op := webhooksv1.NewOperatorServiceClient(s.grpc)
	s.eventually("completed", func() bool {
		r, err := op.GetBulkRecovery(internal(t.Context()), &webhooksv1.GetBulkRecoveryRequest{Id: started.GetData().GetId()})
		if err != nil {
			t.Fatal(err)
		}
		return r.GetData().GetStatus() == "completed" && r.GetData().GetRequeued() == 2*events
	})
	if n, twice := s.query(began), s.query(`SELECT count(*) FROM deliveries WHERE run > 2`); n != 2*events ||
		twice != 0 || left == 0 {
		t.Errorf("%d begun again, %d of them more than once, %d after the crash", n, twice, left)
	}
}
