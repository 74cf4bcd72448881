package postgres

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

const insertKeys = `
	INSERT INTO event_keys (tenant_id, livemode, key, fingerprint, event_id, created_at)
	SELECT * FROM unnest(@tenants::text[], @livemodes::bool[], @keys::text[], @fingerprints::bytea[], @events::text[],
	                     @created::timestamptz[])
	ON CONFLICT DO NOTHING`

const selectKeys = `
	SELECT i.ord, k.fingerprint, k.event_id
	FROM   unnest(@tenants::text[], @livemodes::bool[], @keys::text[]) WITH ORDINALITY AS i(tenant_id, livemode, key, ord)
	JOIN   event_keys k USING (tenant_id, livemode, key)`

// ClaimKeys stores the idempotency keys of publications and sets in out which were taken already. An insert waits for
// another transaction's insert of the same key, so all claim in one order: no two ever wait for each other in a circle.
func (s Events) ClaimKeys(ctx context.Context, list []webhooks.Publication, out []webhooks.Accepted) error {
	var index []int
	for i, p := range list {
		if p.Key != "" {
			index = append(index, i)
		}
	}
	if len(index) == 0 {
		return nil
	}
	slices.SortStableFunc(index, func(a, b int) int {
		x, y := list[a], list[b]
		return cmp.Or(
			cmp.Compare(x.Event.Scope.Tenant, y.Event.Scope.Tenant),
			cmp.Compare(strconv.FormatBool(x.Event.Scope.Livemode), strconv.FormatBool(y.Event.Scope.Livemode)),
			cmp.Compare(x.Key, y.Key))
	})
	tenants := pgdb.Column(index, func(i int) string { return string(list[i].Event.Scope.Tenant) })
	livemodes := pgdb.Column(index, func(i int) bool { return list[i].Event.Scope.Livemode })
	keys := pgdb.Column(index, func(i int) string { return list[i].Key })
	if err := exec(ctx, s.db, insertKeys, pgx.StrictNamedArgs{
		"tenants": tenants, "livemodes": livemodes, "keys": keys,
		"fingerprints": pgdb.Column(index, func(i int) []byte { return list[i].Fingerprint }),
		"events":       pgdb.Column(index, func(i int) string { return string(list[i].Event.ID) }),
		"created":      pgdb.Column(index, func(i int) time.Time { return list[i].Event.CreatedAt }),
	}); err != nil {
		return err
	}
	rows, err := s.db.Query(ctx, selectKeys, pgx.StrictNamedArgs{"tenants": tenants, "livemodes": livemodes, "keys": keys})
	if err != nil {
		return err
	}
	var ord int
	var print []byte
	var event string
	_, err = pgx.ForEachRow(rows, []any{&ord, &print, &event}, func() error {
		i := index[ord-1]
		switch {
		case event == string(list[i].Event.ID):
		case bytes.Equal(print, list[i].Fingerprint):
			out[i] = webhooks.Accepted{ID: webhooks.EventID(event), Replayed: true}
		default:
			out[i].Err = webhooks.ErrIdempotencyKeyReused
		}
		return nil
	})
	return err
}
