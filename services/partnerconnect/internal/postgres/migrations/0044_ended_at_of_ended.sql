-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Those that ended before it was noted ended with their last change at the latest.
-- allowed: rewrite-rows: what has ended is rarely written to, and the personal data of most of it is erased, which leaves few rows.
UPDATE onboardings SET ended_at = updated_at
WHERE  shredded_at IS NULL AND ended_at IS NULL AND (status IN ('cancelled', 'expired', 'rejected') OR merchant_status = 'closed');
