-- +goose Up

-- The constraints hold for the rows that there were before, too.
SET LOCAL lock_timeout = '5s';
ALTER TABLE ledger_balances VALIDATE CONSTRAINT ledger_balances_partner;
ALTER TABLE ledger_balances VALIDATE CONSTRAINT ledger_balances_sum;
ALTER TABLE ledger_lines VALIDATE CONSTRAINT ledger_lines_account_check;
