package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

// deadEndpoints share the deliveries that are parked.
const deadEndpoints = 100

// What a delivery that waits for its fifth attempt is in the database: as of an event a minute ago.
const parkRows = `
	INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, reason, run, activation,
	                        attempt_count, created_at, updated_at, next_attempt_at, overdue_at)
	SELECT @at, 'dlv_parked' || n, (@endpoints::uuid[])[1 + n % @dead::int], 'evt_parked' || n, 'verification.completed', 'ten_bench0', false, 'pending', 'http_5xx', 1, 1,
	       4, @at, @at, now() + interval '30 minutes', now() + interval '32 minutes'
	FROM   generate_series(@first::int, @last::int) AS n`

const parkStep = 100_000

// park puts n deliveries into the last retry stream, and their rows into the database.
func (l *load) park(ctx context.Context, n int) error {
	dead := make([]string, deadEndpoints)
	for i := range dead {
		dead[i] = uuid.NewString()
	}
	at := time.Now().Add(-time.Minute)
	if err := l.parkInDatabase(ctx, n, dead, at); err != nil {
		return err
	}
	return l.parkInStream(ctx, n, dead, at)
}

func (l *load) parkInDatabase(ctx context.Context, n int, dead []string, at time.Time) error {
	conn, err := pgx.Connect(ctx, l.sys.WebhooksDatabase())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	for first := 0; first < n; first += parkStep {
		_, err := conn.Exec(ctx, parkRows,
			pgx.StrictNamedArgs{"at": at, "endpoints": dead, "dead": deadEndpoints, "first": first,
				"last": min(first+parkStep, n) - 1})
		if err != nil {
			return err
		}
	}
	// what parks over half an hour meets both on its way
	for _, sql := range []string{`VACUUM ANALYZE deliveries`, `CHECKPOINT`} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

func (l *load) parkInStream(ctx context.Context, n int, dead []string, at time.Time) error {
	body := make([]byte, 400)
	tier := len(schedule)
	return l.fill(ctx, streams.Retry(tier), n, func(i int) (*dispatchv1.Delivery, string, int) {
		endpoint := dead[i%deadEndpoints]
		return &dispatchv1.Delivery{
			Id: fmt.Sprintf("dlv_parked%d", i), EndpointId: endpoint, TenantId: "ten_bench0",
			EventId: fmt.Sprintf("evt_parked%d", i), EventType: "verification.completed",
			EventCreatedAt: timestamppb.New(at), Run: 1, Activation: 1, Body: body,
		}, streams.RetrySubject(tier, endpoint), tier + 1
	})
}

// fill puts n deliveries into a stream: the i-th with its subject and the number of its next attempt.
func (l *load) fill(
	ctx context.Context, stream string, n int, delivery func(i int) (*dispatchv1.Delivery, string, int),
) error {
	nc, err := l.sys.ConnectNATS()
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(4096))
	if err != nil {
		return err
	}
	for i := range n {
		d, subject, attempt := delivery(i)
		payload, err := proto.Marshal(d)
		if err != nil {
			return err
		}
		m := nats.NewMsg(subject)
		m.Data = payload
		// No message id: the stream remembers those of minutes, and all of these came in one.
		m.Header.Set(streams.HeaderWebhookID, d.GetId())
		m.Header.Set(streams.HeaderAttempt, fmt.Sprint(attempt))
		if _, err := js.PublishMsgAsync(m, jetstream.WithStallWait(time.Minute)); err != nil {
			return err
		}
	}
	select {
	case <-js.PublishAsyncComplete():
	case <-ctx.Done():
		return ctx.Err()
	}
	info, err := js.Stream(ctx, stream)
	if err != nil {
		return err
	}
	if have := info.CachedInfo().State.Msgs; have < uint64(n) {
		return fmt.Errorf("%d of %d messages are in %s", have, n, stream)
	}
	return nil
}
