package postgres

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/portal"
)

const makeDays = `SELECT make_day((@today::date + d)::date) FROM generate_series(-1, 7) AS d`

const selectPartitions = `
	SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
	WHERE  p.relname IN ('events', 'deliveries', 'attempts', 'event_log') AND p.relnamespace = 'public'::regnamespace`

const (
	deleteOldKeys           = `DELETE FROM event_keys WHERE created_at < @before`
	deleteOldLimitNotices   = `DELETE FROM limit_notices WHERE noticed_at < @before`
	deleteOldNotices        = `DELETE FROM notices WHERE created_at < @before`
	deleteOldRecoveries     = `DELETE FROM recoveries WHERE finished_at < @before`
	deleteOldBulkRecoveries = `DELETE FROM bulk_recoveries WHERE finished_at < @before`
	deleteOldStatistics     = `DELETE FROM delivery_statistics WHERE since < @before`
	deleteOldWaiting        = `DELETE FROM ordered_deliveries WHERE turn > 0 AND event_at < @before`
	// The sweep ends the turns of deliveries that are gone.
	endOldTurns             = `UPDATE ordered_deliveries SET resend_at = @before WHERE turn = 0 AND event_at < @before`
	deleteOldHours          = `DELETE FROM endpoint_hours WHERE hour < @before`
	deleteOldKeyPairs       = `DELETE FROM key_pairs WHERE published_until <= @before`
	deleteOldClaims         = `DELETE FROM attempt_claims WHERE ends_at < @before`
	deleteOldPortalSessions = `DELETE FROM portal_sessions WHERE created_at < @before`
	deleteOldMailNotices    = `DELETE FROM endpoint_notices WHERE happened_at < @before`
	deleteOldAddresses      = `DELETE FROM notice_addresses WHERE confirmed_at IS NULL AND confirm_expires_at < @before`
	deleteOldConfirmations  = `DELETE FROM notice_confirmations WHERE sent_at < @before`
)

// keyRetention is how long an idempotency key is remembered.
const keyRetention = 24 * time.Hour

// partitionDay reads the day of a partition from its name.
var partitionDay = regexp.MustCompile(`^(?:events|deliveries|attempts|event_log)_(\d{8})$`)

// Maintain makes the partitions of the coming days and drops what is past its retention.
func (s *Store) Maintain(ctx context.Context, now time.Time, retention time.Duration) error {
	if _, err := s.pool.Exec(ctx, makeDays, pgx.StrictNamedArgs{"today": now.UTC()}); err != nil {
		return fmt.Errorf("make partitions: %w", err)
	}
	rows, _ := s.pool.Query(ctx, selectPartitions)
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("list partitions: %w", err)
	}
	for _, name := range names {
		m := partitionDay.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		day, err := time.Parse("20060102", m[1])
		if err != nil || now.Sub(day.AddDate(0, 0, 1)) < retention {
			continue
		}
		if _, err := s.pool.Exec(ctx, `DROP TABLE IF EXISTS `+pgx.Identifier{name}.Sanitize()); err != nil {
			return fmt.Errorf("drop partition %s: %w", name, err)
		}
	}
	for _, old := range []struct {
		what, sql string
		before    time.Time
	}{
		{"idempotency keys", deleteOldKeys, now.Add(-keyRetention)},
		{"notices", deleteOldNotices, now.Add(-retention)},
		{"notices of limits", deleteOldLimitNotices, now.Add(-webhooks.LimitNoticeEvery)},
		{"recoveries", deleteOldRecoveries, now.Add(-retention)},
		{"bulk recoveries", deleteOldBulkRecoveries, now.Add(-retention)},
		{"key pairs", deleteOldKeyPairs, now},
		{"claims", deleteOldClaims, now},
		{"notices for e-mails", deleteOldMailNotices, now.Add(-portal.NoticeRetention)},
		{"addresses that were not confirmed", deleteOldAddresses, now},
		{"confirmations", deleteOldConfirmations, now.Add(-portal.ConfirmTTL)},
		{"portal sessions", deleteOldPortalSessions, now.Add(-portal.SessionRetention)},
		{"statistics", deleteOldStatistics, now.Add(-48 * time.Hour)},
		{"deliveries that wait in an order", deleteOldWaiting, now.Add(-retention)},
		{"turns in an order", endOldTurns, now.Add(-retention)},
		{"hours", deleteOldHours, now.Add(-webhooks.HoursKept)},
	} {
		if _, err := s.pool.Exec(ctx, old.sql, pgx.StrictNamedArgs{"before": old.before}); err != nil {
			return fmt.Errorf("drop %s: %w", old.what, err)
		}
	}
	return nil
}
