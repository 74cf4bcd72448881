-- +goose NO TRANSACTION
-- +goose Up

-- The relay passes over the rows of tenants that wait, and a publisher finds rows that others stored, however many there
-- are. The index is dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS outbox_by_scope;
CREATE INDEX CONCURRENTLY outbox_by_scope ON outbox (hash, tenant_id, livemode, writer, seq);
