-- +goose Up
SET LOCAL lock_timeout = '5s';

-- What the payments of a channel cost in a currency, from a time on. It is the history, too: nothing in it is changed.
CREATE TABLE channel_tariffs (
    id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel_id     text        NOT NULL REFERENCES channels,
    currency       text        NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    fee_bps        integer     NOT NULL CHECK (fee_bps BETWEEN 0 AND 10000),
    fee_fixed      bigint      NOT NULL CHECK (fee_fixed >= 0),
    fee_minimum    bigint      NOT NULL CHECK (fee_minimum >= 0),
    share_bps      integer     NOT NULL CHECK (share_bps BETWEEN 0 AND 10000),
    chargeback_fee bigint      NOT NULL CHECK (chargeback_fee >= 0),
    effective_from timestamptz NOT NULL,
    set_at         timestamptz NOT NULL,
    CONSTRAINT channel_tariffs_not_in_the_past CHECK (effective_from >= set_at)
);
CREATE INDEX channel_tariffs_of ON channel_tariffs (channel_id, currency, effective_from DESC, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON channel_tariffs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The tariff of a payment: the one in effect when it was registered, and from when it is paid the one in effect then.
ALTER TABLE payments ADD COLUMN fee_fixed bigint NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN fee_minimum bigint NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN share_bps integer NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN chargeback_fee bigint NOT NULL DEFAULT 0;
ALTER TABLE chargebacks ADD COLUMN fee bigint NOT NULL DEFAULT 0;

-- The seventh account of a book: what the partner earned.
ALTER TABLE ledger_balances ADD COLUMN partner bigint NOT NULL DEFAULT 0;
ALTER TABLE ledger_balances ADD CONSTRAINT ledger_balances_partner CHECK (partner >= 0) NOT VALID;
ALTER TABLE ledger_balances DROP CONSTRAINT ledger_balances_sum;
ALTER TABLE ledger_balances ADD CONSTRAINT ledger_balances_sum CHECK (
    pending + available + reserved + clearing + fees + partner + in_transit = 0) NOT VALID;
ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_account_check;
ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_account_check CHECK (
    account IN ('pending', 'available', 'reserved', 'clearing', 'fees', 'partner', 'in_transit')) NOT VALID;
