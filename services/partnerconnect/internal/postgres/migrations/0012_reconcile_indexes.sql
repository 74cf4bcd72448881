-- +goose NO TRANSACTION
-- +goose Up

-- Dropped first: an attempt that was interrupted leaves an index that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS verification_sessions_due;
CREATE INDEX CONCURRENTLY verification_sessions_due ON verification_sessions (reconcile_at) WHERE reconcile_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS verification_sessions_stale;
CREATE INDEX CONCURRENTLY verification_sessions_stale ON verification_sessions (reconciled_at) WHERE reconcile_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS verification_sessions_open;
CREATE INDEX CONCURRENTLY verification_sessions_open ON verification_sessions (onboarding_ref) WHERE reconcile_at IS NOT NULL;
