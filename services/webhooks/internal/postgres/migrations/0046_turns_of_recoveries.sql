-- +goose NO TRANSACTION
-- +goose Up

-- Tenants take turns with their recoveries, and the recoveries of a tenant among themselves. The index is dropped first:
-- an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS recoveries_running_by_turn;
CREATE INDEX CONCURRENTLY recoveries_running_by_turn ON recoveries (tenant_id, stepped_at) WHERE status = 'running';
DROP INDEX CONCURRENTLY IF EXISTS recoveries_running;
