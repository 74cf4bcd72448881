-- +goose NO TRANSACTION
-- +goose Up

-- The entries that are not in the chain yet, in its order.
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_by_commit;
CREATE INDEX CONCURRENTLY audit_entries_by_commit ON audit_entries (xact, seq);
