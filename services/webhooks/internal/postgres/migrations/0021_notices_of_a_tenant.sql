-- +goose NO TRANSACTION
-- +goose Up

-- The notices about a tenant's endpoints, and about one endpoint, newest first.
DROP INDEX CONCURRENTLY IF EXISTS notices_by_tenant;
CREATE INDEX CONCURRENTLY notices_by_tenant ON notices (tenant_id, id);

DROP INDEX CONCURRENTLY IF EXISTS notices_by_endpoint;
CREATE INDEX CONCURRENTLY notices_by_endpoint ON notices (endpoint_id, id);
