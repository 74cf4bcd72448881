-- +goose Up

-- The constraints hold for the rows that there were before, too.
SET LOCAL lock_timeout = '5s';
ALTER TABLE payments VALIDATE CONSTRAINT payments_charged_back;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_chargeback;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
ALTER TABLE transactions VALIDATE CONSTRAINT transactions_chargeback;
ALTER TABLE settlements VALIDATE CONSTRAINT settlements_net;
