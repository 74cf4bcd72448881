-- +goose NO TRANSACTION
-- +goose Up

-- Each step of a chargeback is posted once. The index is dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_of_chargeback;
CREATE UNIQUE INDEX CONCURRENTLY ledger_entries_of_chargeback ON ledger_entries (chargeback_id, kind) WHERE chargeback_id IS NOT NULL;
