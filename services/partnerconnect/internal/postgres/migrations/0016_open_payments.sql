-- +goose NO TRANSACTION
-- +goose Up

-- The open payments of merchants that are suspended or closed are ended. Indexes are dropped first: an attempt that was interrupted
-- leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS payments_open_of;
CREATE INDEX CONCURRENTLY payments_open_of ON payments (merchant_ref) WHERE status IN ('registered', 'pending');
DROP INDEX CONCURRENTLY IF EXISTS onboardings_stopped;
CREATE INDEX CONCURRENTLY onboardings_stopped ON onboardings (ref) WHERE merchant_status IN ('suspended', 'closed');
