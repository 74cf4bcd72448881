-- +goose Up

-- The constraints hold for the rows that there were before, too.
SET LOCAL lock_timeout = '5s';
ALTER TABLE payments VALIDATE CONSTRAINT payments_refunding;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_refund;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
ALTER TABLE transactions VALIDATE CONSTRAINT transactions_refund;
