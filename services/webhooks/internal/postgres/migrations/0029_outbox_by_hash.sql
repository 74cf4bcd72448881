-- +goose NO TRANSACTION
-- +goose Up

-- The relay reads the next rows of each hash, however many rows of others there are. The index is dropped first: an attempt that was interrupted
-- leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS outbox_by_hash;
CREATE INDEX CONCURRENTLY outbox_by_hash ON outbox (hash, seq);
