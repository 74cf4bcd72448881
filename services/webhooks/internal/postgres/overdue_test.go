package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// The sweep does not wait for rows that recording attempts holds: with some of its own locked already that was a
// deadlock.
func TestPostponePassesOverWhatIsHeld(t *testing.T) {
	s := newStore(t)
	newEndpoint(t, s)
	list := fanOut(t, s, 3)
	until := time.Now().Add(time.Hour).Truncate(time.Microsecond)
	err := pgdb.InTx(t.Context(), s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SELECT FROM deliveries WHERE id = $1 FOR NO KEY UPDATE`,
			string(list[1].ID)); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		return s.Deliveries.PostponeOverdue(ctx, list, until)
	})
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := s.pool.Query(t.Context(), `SELECT id, overdue_at FROM deliveries`)
	var id webhooks.DeliveryID
	var at time.Time
	if _, err := pgx.ForEachRow(rows, []any{&id, &at}, func() error {
		if at.Equal(until) == (id == list[1].ID) {
			t.Errorf("delivery %s is overdue at %s", id, at)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
