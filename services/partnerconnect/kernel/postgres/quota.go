package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
)

const (
	takeCall = `
		INSERT INTO register_quotas AS q (register, calls, blocked_until)
		VALUES (@register, ARRAY[@now::timestamptz], '-infinity')
		ON CONFLICT (register) DO UPDATE
		SET    calls = array_append(ARRAY(SELECT c FROM unnest(q.calls) c
		                                  WHERE c > @now - (SELECT max(w) FROM unnest(@within::interval[]) w)), @now)
		WHERE  q.blocked_until <= @now AND NOT EXISTS (
			SELECT FROM unnest(@within::interval[], @most::int[]) l (within, most)
			WHERE  (SELECT count(*) FROM unnest(q.calls) c WHERE c > @now - l.within) >= l.most)`
	blockCalls = `
		INSERT INTO register_quotas AS q (register, calls, blocked_until) VALUES (@register, '{}', @until)
		ON CONFLICT (register) DO UPDATE SET blocked_until = greatest(q.blocked_until, excluded.blocked_until)`
)

// TakeCall counts a call of a register, or reports that it must not be made now: the limits are of the calls that all
// replicas make.
func (s *RegisterStore) TakeCall(
	ctx context.Context, name string, limits []register.Limit, now time.Time,
) (bool, error) {
	within, most := make([]time.Duration, len(limits)), make([]int, len(limits))
	for i, l := range limits {
		within[i], most[i] = l.Within, l.Calls
	}
	tag, err := s.pool.Exec(ctx, takeCall,
		pgx.StrictNamedArgs{"register": name, "now": now, "within": within, "most": most})
	return tag.RowsAffected() == 1, err
}

// BlockCalls has no replica call a register before a time.
func (s *RegisterStore) BlockCalls(ctx context.Context, name string, until time.Time) error {
	_, err := s.pool.Exec(ctx, blockCalls, pgx.StrictNamedArgs{"register": name, "until": until})
	return err
}
