package postgres

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// heldBack makes n deliveries of an endpoint that wait, a tenth of them of one key.
const heldBack = `
	INSERT INTO ordered_deliveries (endpoint_id, key, turn, event_at, delivery_id)
	SELECT @endpoint::text::uuid, CASE WHEN i % 10 = 0 THEN 'a' ELSE i::text END, 1000000 + i, now(), 'dlv_' || i
	FROM   generate_series(1, @n::int) AS i`

// What a batch costs in the order follows from its own size, however many deliveries wait in it, of its keys and of
// others.
func TestOrderReadsNoMoreThanItsOwn(t *testing.T) {
	s := newStore(t)
	e := newEndpoint(t, s)
	ctx := t.Context()
	const batch = 20
	list := fanOut(t, s, batch)
	now := time.Now()
	for i := range list {
		list[i].OrderKey = new([]string{"a", fmt.Sprint(i)}[i%2])
	}
	if _, err := s.pool.Exec(ctx, `
		UPDATE deliveries d SET order_key = k.key FROM unnest(@ids::text[], @keys::text[]) AS k(id, key) WHERE d.id = k.id`,
		pgx.StrictNamedArgs{
			"ids":  pgdb.Column(list, func(d webhooks.Delivery) string { return string(d.ID) }),
			"keys": pgdb.Column(list, func(d webhooks.Delivery) *string { return d.OrderKey }),
		}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(ctx, `ANALYZE ordered_deliveries, deliveries, event_log`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(ctx, heldBack, pgx.StrictNamedArgs{"n": 50_000, "endpoint": e.ID}); err != nil {
		t.Fatal(err)
	}
	turns := webhooks.Turns(list)
	statements := map[string]func(tx *Store) error{
		"entered": func(tx *Store) error { _, err := tx.Ordered.Enter(ctx, list, now); return err },
		"ended":   func(tx *Store) error { _, err := tx.Ordered.End(ctx, turns, now, now); return err },
		"left":    func(tx *Store) error { return tx.Ordered.Leave(ctx, list) },
		"unsent":  func(tx *Store) error { _, err := tx.Ordered.Unsent(ctx, now, batch); return err },
		"sendable": func(tx *Store) error {
			_, err := tx.Ordered.Sendable(ctx, turns)
			return err
		},
		"resent": func(tx *Store) error { return tx.Ordered.SetResent(ctx, turns) },
		"shown":  func(tx *Store) error { _, err := tx.Deliveries.Find(ctx, list[0].Scope, list[0].ID); return err },
	}
	for _, known := range []bool{false, true} {
		if known {
			if _, err := s.pool.Exec(ctx, `ANALYZE`); err != nil {
				t.Fatal(err)
			}
		}
		for name, run := range statements {
			t.Run(fmt.Sprintf("%s, known: %t", name, known), func(t *testing.T) {
				for _, mode := range eitherPlan {
					if got := blocksOf(t, s, mode, run); got > 60*batch {
						t.Errorf("%s: reads %d blocks, want at most %d", mode, got, 60*batch)
					}
				}
			})
		}
	}
}

// blocksOf returns how many blocks of tables and indexes statements read, by a kind of plan.
func blocksOf(t *testing.T, s *Store, mode string, run func(tx *Store) error) int {
	t.Helper()
	const sum = `
		SELECT sum(pg_stat_get_xact_blocks_fetched(oid)) FROM pg_class
		WHERE  relnamespace = 'public'::regnamespace`
	tx, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), `SET LOCAL plan_cache_mode = `+mode); err != nil {
		t.Fatal(err)
	}
	var before, after int
	err1 := tx.QueryRow(t.Context(), sum).Scan(&before)
	err2 := run(on(tx, s.pool, s.keys))
	if err := errors.Join(err1, err2, tx.QueryRow(t.Context(), sum).Scan(&after)); err != nil {
		t.Fatal(err)
	}
	return after - before
}

// One delivery of a key is under way at a time: the table does not hold two.
func TestOneOfAKeyIsUnderWay(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	e := newEndpoint(t, s)
	insert := func(id string) error {
		_, err := s.pool.Exec(t.Context(), `
			INSERT INTO ordered_deliveries (endpoint_id, key, turn, event_at, delivery_id)
			VALUES (@endpoint, 'a', 0, now(), @id)`,
			pgx.StrictNamedArgs{"endpoint": e.ID, "id": id})
		return err
	}
	if err := insert("dlv_1"); err != nil {
		t.Fatal(err)
	}
	if err := insert("dlv_2"); !pgdb.Refused(err) {
		t.Errorf("a second one: %v", err)
	}
}

// What waits past its retention is forgotten, and what comes first of its key is left to the sweep.
func TestOrderIsKeptWithinRetention(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	e := newEndpoint(t, s)
	ctx, now := t.Context(), time.Now()
	if _, err := s.pool.Exec(ctx, `
		INSERT INTO ordered_deliveries (endpoint_id, key, turn, event_at, delivery_id)
		SELECT @endpoint::text::uuid, 'a', i, now() - (3 - i) * interval '20 days', 'dlv_' || i
		FROM   generate_series(0, 2) AS i`,
		pgx.StrictNamedArgs{"endpoint": e.ID}); err != nil {
		t.Fatal(err)
	}
	if err := s.Maintain(ctx, now, 30*24*time.Hour); err != nil {
		t.Fatal(err)
	}
	unsent, err := s.Ordered.Unsent(ctx, now, 9)
	first := []webhooks.Turn{{Delivery: "dlv_0", Endpoint: e.ID, Key: "a"}}
	if err != nil || !slices.Equal(unsent.Ended, first) {
		t.Errorf("%+v, %v", unsent, err)
	}
	var left []string
	if err := s.pool.QueryRow(ctx, `SELECT array_agg(delivery_id ORDER BY turn) FROM ordered_deliveries`).
		Scan(&left); err != nil || !slices.Equal(left, []string{"dlv_0", "dlv_2"}) {
		t.Errorf("%v are left, %v", left, err)
	}
}
