package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// park makes n deliveries that are pending, as of endpoints that fail.
const park = `
	INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run, activation, attempt_count,
	                        created_at, updated_at, overdue_at)
	SELECT now(), 'dlv_' || i, @endpoint::text::uuid, 'evt_' || i, 'verification.completed', 'ten_a', false, 'pending', 1, 1, 1, now(), now(), now()
	FROM   generate_series(1, @n::int) AS i`

// pile makes n events that wait to be relayed.
const pile = `
	WITH stored AS (
		INSERT INTO events (created_at, id, tenant_id, livemode, type, traceparent, body)
		SELECT now(), 'evt_w' || i, 'ten_a', false, 'verification.completed', '', '{}' FROM generate_series(1, @n::int) AS i RETURNING created_at, id
	)
	INSERT INTO outbox (event_id, created_at, hash, writer, tenant_id, livemode)
	SELECT id, created_at, @hash, 1, 'ten_a', false FROM stored`

// toRelay are the arguments that find the next events, but for those that were sent and those of some tenants.
func toRelay(limit int, sent []int64, without ...string) pgx.StrictNamedArgs {
	without = append([]string{}, without...) // nothing equals NULL, which nil is
	return pgx.StrictNamedArgs{
		"without_live": without, "without_test": without, "limit": limit, "sent": append([]int64{}, sent...),
	}
}

// ofHashes are arguments for some hashes only, in which rows wait of tenants that do.
func ofHashes(args pgx.StrictNamedArgs, hashes ...int) pgx.StrictNamedArgs {
	args["each"], args["hashes"], args["mixed"] = args["limit"], []int{}, hashes
	return args
}

// ofOtherHashes are arguments for hashes without such tenants.
func ofOtherHashes(args pgx.StrictNamedArgs, hashes ...int) pgx.StrictNamedArgs {
	args["each"], args["hashes"], args["mixed"] = args["limit"], hashes, []int{}
	return args
}

// others makes n endpoints of the tenant that want other events.
const others = `
	INSERT INTO endpoints (id, tenant_id, livemode, url, events, is_active, failure_count, created_at, updated_at, activation, version)
	SELECT gen_random_uuid(), 'ten_a', false, 'https://receiver.example.com/' || i, '{verification.failed}', true, 0, now(), now(), 1, 1
	FROM   generate_series(1, @n::int) AS i`

// What a batch costs follows from its own size, whatever is pending beside it and whatever else its tenant has,
// although the planner knows of none of that: its figures are of the time when the day began. Or it knows of all.
func TestBatchesReadNoMoreThanTheirOwn(t *testing.T) {
	s := newStore(t)
	e := newEndpoint(t, s)
	ctx := t.Context()
	if _, err := s.pool.Exec(ctx, `ANALYZE deliveries, outbox, events`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(ctx, park, pgx.StrictNamedArgs{"n": 100_000, "endpoint": e.ID}); err != nil {
		t.Fatal(err)
	}
	const batch = 20
	list := fanOut(t, s, batch)
	now := time.Now()
	var changes []webhooks.DeliveryChange
	var ats []time.Time
	var ids []string
	for _, d := range list {
		changes = append(changes, webhooks.DeliveryChange{ID: d.ID, EventAt: d.EventAt, Run: d.Run,
			Status: webhooks.DeliveryDelivered, AttemptCount: 1, CompletedAt: &now})
		ats, ids = append(ats, d.EventAt), append(ids, string(d.ID))
	}
	waiting := list[0].Scope.Hash() // many rows of its scope wait
	if _, err := s.pool.Exec(ctx, pile, pgx.StrictNamedArgs{"n": 20_000, "hash": waiting}); err != nil {
		t.Fatal(err)
	}
	described := slices.Clone(changes)
	for i, d := range list {
		described[i].Event, described[i].Endpoint, described[i].Activation = d.Event, d.Endpoint, d.Activation
	}
	var published []webhooks.Event
	for range batch {
		event, err := webhooks.NewEvent(list[0].Scope, webhooks.VerificationCompleted, []byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		published = append(published, event)
	}
	each, _ := webhooks.HashesOf(published)
	accepted := eventArgs(published, 1, each) // all that wait are of the same writer
	accepted["few"], accepted["sent"] = true, []int64{}
	if _, err := s.pool.Exec(ctx, others, pgx.StrictNamedArgs{"n": 2000}); err != nil {
		t.Fatal(err)
	}
	statements := map[string]struct {
		sql  string
		args pgx.StrictNamedArgs
	}{
		"accepted":       {acceptEvents, accepted},
		"first outcomes": {upsertDeliveries, describedArgs(described, now)},
		"outcomes":       {updateDeliveries, changeArgs(changes, now)},
		"postponed":      {postponeOverdue, pgx.StrictNamedArgs{"event_ats": ats, "ids": ids, "until": now}},
		"cancelled":      {cancelPending, pgx.StrictNamedArgs{"endpoint": e.ID, "activation": 1, "now": now, "limit": batch}},
		"unstored": {selectLastSince, pgx.StrictNamedArgs{
			"hashes": []int{1, waiting}, "last": int64(1 << 62), "since": now,
		}},
		"to store": {requestFlush, pgx.StrictNamedArgs{
			"hashes": []int{1, waiting}, "last": int64(1 << 62), "since": now,
		}},
		"to relay":          {selectUnrelayed, toRelay(batch, []int64{1, 2, 3}, "ten_b")},
		"to relay, of some": {selectUnrelayedOfHashes, ofHashes(toRelay(batch, []int64{1, 2, 3}, "ten_b"), 1, 2, waiting)},
		"to relay, of most": {selectUnrelayedOfHashes, ofOtherHashes(toRelay(batch, []int64{1, 2, 3}), 1, 2, waiting)},
		"of others":         {selectUnrelayedOfHashes, ofHashes(toRelay(batch, nil), 1, 2, (waiting+1)%webhooks.Hashes)},
	}
	for _, known := range []bool{false, true} {
		if known {
			if _, err := s.pool.Exec(ctx, `ANALYZE`); err != nil {
				t.Fatal(err)
			}
		}
		for name, c := range statements {
			t.Run(fmt.Sprintf("%s, known: %t", name, known), func(t *testing.T) {
				// A row costs a few blocks to find and a few of each index to write, 30 in all. All that is pending has
				// 2,100.
				const most = 60 * batch
				plans := eitherPlan
				if name == "cancelled" {
					plans = plans[:1] // it is planned at each call
				}
				readsAtMost(t, s, most, c.sql, c.args, plans...)
			})
		}
	}
}

// However many events of a tenant wait, those of others are found without a look at each of them, and without reading
// its rows for every hash. Neither does a publication of the writer that stored them read them.
func TestWaitingEventsArePassedOver(t *testing.T) {
	s := newStore(t)
	ctx := t.Context()
	if _, err := s.pool.Exec(ctx, pile, pgx.StrictNamedArgs{"n": 20_000, "hash": 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(ctx, `UPDATE outbox SET tenant_id = 'ten_b' WHERE seq % 1000 = 0`); err != nil {
		t.Fatal(err)
	}
	hashes := make([]int, webhooks.Hashes)
	for h := range hashes {
		hashes[h] = h
	}
	event, err := webhooks.NewEvent(webhooks.Scope{Tenant: "ten_a"}, webhooks.VerificationCompleted, []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	accepted := eventArgs([]webhooks.Event{event}, 1, []int16{1})
	accepted["few"], accepted["sent"] = true, []int64{}
	for _, known := range []bool{false, true} {
		if known {
			if _, err := s.pool.Exec(ctx, `ANALYZE`); err != nil {
				t.Fatal(err)
			}
		}
		for name, c := range map[string]struct {
			sql  string
			args pgx.StrictNamedArgs
			most int // blocks: the rows that wait have some hundred
		}{
			"read":      {selectUnrelayedOfHashes, ofHashes(toRelay(500, nil, "ten_a"), hashes...), 300},
			"published": {acceptEvents, accepted, 100},
			"age":       {outboxAge, outboxAgeArgs(time.Now()), 300},
		} {
			t.Run(fmt.Sprintf("%s, known %t", name, known), func(t *testing.T) {
				readsAtMost(t, s, c.most, c.sql, c.args, customPlan)
				readsAtMost(t, s, c.most+50, c.sql, c.args, genericPlan)
			})
		}
	}
}

// A statement that is planned while a queue is empty, whatever its size was before, reads no more of it than its own
// batch when 20,000 rows wait.
func TestPlansOfEmptyQueuesServeFullOnes(t *testing.T) {
	t.Parallel()
	for _, before := range []int{0, 1, 60, 20_000} {
		t.Run(fmt.Sprintf("after %d rows", before), func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			e := newEndpoint(t, s)
			ctx := t.Context()
			list := fanOut(t, s, 100)
			fillQueues(t, s, e.ID, before)
			for _, sql := range []string{
				`DELETE FROM outbox`, `DELETE FROM held_deliveries`, `DELETE FROM events WHERE id LIKE 'evt_q%'`,
				`DELETE FROM deliveries WHERE event_id LIKE 'evt_q%'`,
				`VACUUM ANALYZE outbox`, `VACUUM ANALYZE held_deliveries`,
			} {
				if _, err := s.pool.Exec(ctx, sql); err != nil {
					t.Fatal(err)
				}
			}
			conn, err := s.pool.Acquire(ctx) // it keeps its plans
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Release()
			statements := queueStatements(t, list)
			empty := map[string]int{}
			for _, full := range []bool{false, true} {
				if full {
					fillQueues(t, s, e.ID, 20_000)
				}
				for name, c := range statements {
					tx, err := conn.Begin(ctx)
					if err != nil {
						t.Fatal(err)
					}
					n, plan, err := blocks(ctx, tx, genericPlan, c.sql, c.args)
					if err = errors.Join(err, tx.Rollback(ctx)); err != nil {
						t.Fatal(name, err)
					}
					if !full {
						empty[name] = n
					} else if most := empty[name] + 20*len(list); n > most {
						t.Errorf("%s: reads %d blocks, want at most %d; a new plan would be\n%s", name, n, most, plan)
					}
				}
			}
		})
	}
}

// fillQueues adds events that wait in the outbox, and deliveries of them that are held.
func fillQueues(t *testing.T, s *Store, e webhooks.EndpointID, n int) {
	t.Helper()
	const fill = `
		WITH stored AS (
			INSERT INTO events (created_at, id, tenant_id, livemode, type, traceparent, body)
			SELECT now(), 'evt_q' || i, 'ten_a', false, 'verification.completed', '', '{}'
			FROM   generate_series(1, @n::int) AS i RETURNING id
		), queued AS (
			INSERT INTO outbox (event_id, created_at, hash, writer, tenant_id, livemode)
			SELECT id, now(), 1, 1, 'ten_a', false FROM stored RETURNING event_id, seq
		), pending AS (
			INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run,
			                        activation, created_at, updated_at, overdue_at)
			SELECT now(), 'dlv_q' || seq, @endpoint, event_id, 'verification.completed', 'ten_a', false, 'pending', 1, 1,
			       now(), now(), now()
			FROM   queued RETURNING event_at, id
		)
		INSERT INTO held_deliveries (event_at, delivery_id, endpoint_id, run, attempt, due_at)
		SELECT event_at, id, @endpoint, 1, 1, now() FROM pending`
	if _, err := s.pool.Exec(t.Context(), fill, pgx.StrictNamedArgs{"n": n, "endpoint": e}); err != nil {
		t.Fatal(err)
	}
}

type statement struct {
	sql  string
	args pgx.StrictNamedArgs
}

// queueStatements are the statements on the outbox and on held deliveries, for some deliveries.
func queueStatements(t *testing.T, list []webhooks.Delivery) map[string]statement {
	t.Helper()
	now, limit := time.Now(), len(list)
	event, err := webhooks.NewEvent(list[0].Scope, webhooks.VerificationCompleted, []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	accepted := eventArgs([]webhooks.Event{event}, 1, []int16{1})
	accepted["few"], accepted["sent"] = true, []int64{}
	var seqs []int64
	var held []webhooks.HeldDelivery
	for i, d := range list {
		seqs = append(seqs, int64(i))
		held = append(held, webhooks.HeldDelivery{
			EventAt: d.EventAt, Delivery: d.ID, Endpoint: d.Endpoint, Run: 1, Attempt: 1, DueAt: now,
		})
	}
	due := pgx.StrictNamedArgs{"endpoints": []webhooks.EndpointID{list[0].Endpoint}, "each": limit, "now": now}
	return map[string]statement{
		"accepted":          {acceptEvents, accepted},
		"to relay":          {selectUnrelayed, toRelay(limit, nil)},
		"to relay, of some": {selectUnrelayedOfHashes, ofHashes(toRelay(limit, nil), 1)},
		"to relay, of most": {selectUnrelayedOfHashes, ofOtherHashes(toRelay(limit, nil), 1)},
		"age":               {outboxAge, outboxAgeArgs(now)},
		"unstored":          {selectLastSince, pgx.StrictNamedArgs{"hashes": []int{1}, "last": int64(1), "since": now}},
		"ended":             {"DELETE FROM outbox WHERE seq = ANY(@seqs)", pgx.StrictNamedArgs{"seqs": seqs}},
		"stored":            {insertDeliveries, insertArgs(list, nil, now, now)},
		"overdue":           {selectOverdue, pgx.StrictNamedArgs{"now": now, "limit": limit}},
		"held": {insertHeld, heldAttempts(held, pgx.StrictNamedArgs{
			"endpoints": pgdb.Column(list, func(d webhooks.Delivery) string { return string(d.Endpoint) }),
			"dues":      pgdb.Column(list, func(webhooks.Delivery) time.Time { return now }),
		})},
		"due":            {selectDue(""), due},
		"moved":          {selectDue(" AND moved"), due},
		"unsettled":      {selectUnsettled, heldAttempts(held, pgx.StrictNamedArgs{})},
		"taken":          {takeHeld, heldKeys(held, pgx.StrictNamedArgs{"now": now, "overdue": now})},
		"moving":         {moveAttempts, moveArgs(list, now, now)},
		"dropped":        {dropHeld, heldAttempts(held, pgx.StrictNamedArgs{})},
		"held endpoints": {selectHeldEndpoints, pgx.StrictNamedArgs{"now": now}},
	}
}

// A step of a recovery, and of its count, reads the events that it looks at, and none of the rest of the span.
func TestRecoveriesReadAPartOfTheirSpan(t *testing.T) {
	s := newStore(t)
	e := newEndpoint(t, s)
	ctx := t.Context()
	const n, look = 50_000, 500
	for _, sql := range []string{
		`UPDATE endpoints SET created_at = now() - interval '1 hour'`,
		`INSERT INTO events (created_at, id, tenant_id, livemode, type, traceparent, body)
		 SELECT now() - i * interval '1 ms', 'evt_' || i, 'ten_a', false, 'verification.completed', '', '{}'
		 FROM   generate_series(1, @n::int) AS i`,
		`INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run,
		                         activation, attempt_count, created_at, updated_at, completed_at)
		 SELECT created_at, 'dlv_' || id, @endpoint::text::uuid, id, type, 'ten_a', false, 'delivered', 1, 1, 1,
		        now(), now(), now()
		 FROM   events`,
	} {
		args := pgx.NamedArgs{"n": n, "endpoint": e.ID}
		if _, err := s.pool.Exec(ctx, sql, args); err != nil {
			t.Fatal(err)
		}
	}
	since := time.Now().Add(-30 * time.Minute)
	r := webhooks.Recovery{
		Scope: e.Scope, Endpoint: e.ID, Since: since, Until: time.Now(), Statuses: webhooks.AllUnsent,
		Seen: webhooks.Position{Time: since}, CreatedAt: time.Now(),
	}
	to, found, err := s.Recoveries.Ahead(ctx, r, look)
	if err != nil || !found || to.ID != fmt.Sprint("evt_", n-look+1) {
		t.Fatal(to, found, err)
	}
	for _, known := range []bool{false, true} {
		if known {
			if _, err := s.pool.Exec(ctx, `VACUUM ANALYZE`); err != nil {
				t.Fatal(err)
			}
		}
		for name, c := range map[string]struct {
			sql  string
			args pgx.StrictNamedArgs
		}{
			"ahead": {selectFarther, pgx.StrictNamedArgs{
				"tenant": e.Tenant, "livemode": false, "until": r.Until, "n": look - 1, "after_time": since, "after_id": "",
			}},
			"missed": {selectMissed, missedArgs(r, to, look, r.Until)},
			"count":  {countMissed, missedArgs(r, to, look, r.Until)},
		} {
			t.Run(fmt.Sprintf("%s, known %t", name, known), func(t *testing.T) {
				readsAtMost(t, s, 10*look, c.sql, c.args, eitherPlan...)
			})
		}
	}
}

// Of a statement that is prepared, Postgres keeps one plan for any arguments, or plans for those at hand.
const (
	customPlan  = "force_custom_plan"
	genericPlan = "force_generic_plan"
)

var eitherPlan = []string{customPlan, genericPlan}

// readsAtMost executes a statement, without an effect, and fails the test when it reads more blocks.
func readsAtMost(t *testing.T, s *Store, most int, sql string, args pgx.StrictNamedArgs, plans ...string) {
	t.Helper()
	for _, mode := range plans {
		tx, err := s.pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got, plan, err := blocks(t.Context(), tx, mode, sql, args)
		if err = errors.Join(err, tx.Rollback(t.Context())); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d blocks", mode, got)
		if got > most {
			t.Errorf("%s: reads %d blocks, want at most %d\n%s\n%s", mode, got, most, sql, plan)
		}
	}
}

// blocks returns how many blocks of tables and indexes a statement reads, and a plan of it.
func blocks(
	ctx context.Context, tx pgx.Tx, mode, sql string, args pgx.StrictNamedArgs,
) (n int, plan string, err error) {
	const sum = `
		SELECT sum(pg_stat_get_xact_blocks_fetched(oid)) FROM pg_class
		WHERE  relnamespace = 'public'::regnamespace`
	if _, err := tx.Exec(ctx, `SET LOCAL plan_cache_mode = `+mode); err != nil {
		return 0, "", err
	}
	var before, after int
	err1 := tx.QueryRow(ctx, sum).Scan(&before)
	_, err2 := tx.Exec(ctx, sql, args)
	err3 := tx.QueryRow(ctx, sum).Scan(&after)
	rows, _ := tx.Query(ctx, "EXPLAIN "+sql, args)
	lines, err4 := pgx.CollectRows(rows, pgx.RowTo[string])
	return after - before, strings.Join(lines, "\n"), errors.Join(err1, err2, err3, err4)
}
