-- +goose NO TRANSACTION
-- +goose Up

-- Each step of a refund is posted once. The index is dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_of_refund;
CREATE UNIQUE INDEX CONCURRENTLY ledger_entries_of_refund ON ledger_entries (refund_id, kind) WHERE refund_id IS NOT NULL;
