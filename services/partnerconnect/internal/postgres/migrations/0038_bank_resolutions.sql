-- +goose Up

-- How an operator explained a line, and when. What no payout explains is not in the ledger: the reconciliation adds it.
SET LOCAL lock_timeout = '5s';
ALTER TABLE bank_lines
    ADD COLUMN explained   boolean NOT NULL DEFAULT false,
    ADD COLUMN resolution  text    NOT NULL DEFAULT '',
    ADD COLUMN resolved_at timestamptz;
ALTER TABLE bank_reconciliations ADD COLUMN explained bigint NOT NULL DEFAULT 0;
