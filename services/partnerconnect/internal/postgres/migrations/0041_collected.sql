-- +goose Up

-- What the payment engine has collected is not at the bank before the engine transfers it: such a line is collected.
SET LOCAL lock_timeout = '5s';
ALTER TABLE bank_lines ADD COLUMN collected boolean NOT NULL DEFAULT false;
ALTER TABLE bank_reconciliations ADD COLUMN at_engine bigint NOT NULL DEFAULT 0;
