-- +goose NO TRANSACTION
-- +goose Up

-- Endpoints that get nothing, of all tenants, for operators. The index is dropped first: an attempt that was interrupted leaves one that is
-- not valid.
DROP INDEX CONCURRENTLY IF EXISTS endpoints_failing;
CREATE INDEX CONCURRENTLY endpoints_failing ON endpoints (coalesce(disabled_at, '9999-01-01 00:00:00+00'::timestamptz) DESC, id DESC)
    WHERE (disabled_at IS NOT NULL OR is_active AND (failed_attempts >= 10 OR failure_count >= 25));
