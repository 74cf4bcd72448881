-- +goose Up

-- The constraint holds for the rows that there were before, too.
SET LOCAL lock_timeout = '5s';
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
