-- +goose NO TRANSACTION
-- +goose Up

-- The sums of what was collected and of what was transferred. The indexes are dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS bank_lines_collected;
CREATE INDEX CONCURRENTLY bank_lines_collected ON bank_lines (currency) INCLUDE (amount) WHERE collected;
DROP INDEX CONCURRENTLY IF EXISTS payments_collected;
CREATE INDEX CONCURRENTLY payments_collected ON payments (currency) INCLUDE (amount, refunded, refunding, charged_back) WHERE livemode AND paid_at IS NOT NULL;
