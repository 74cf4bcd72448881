-- +goose Up
SET LOCAL lock_timeout = '5s';

-- A chargeback takes some of a payment back. What those that are not reversed took is `charged_back` of the payment.
CREATE TABLE chargebacks (
    id           text        PRIMARY KEY CHECK (id ~ '^cbk_[0-9a-hjkmnp-tv-z]{26}$'),
    engine_id    text        NOT NULL, -- at the payment engine; its own id in test mode
    payment_id   text        NOT NULL REFERENCES payments,
    merchant_ref text        NOT NULL,
    livemode     boolean     NOT NULL,
    amount       bigint      NOT NULL CHECK (amount > 0),
    currency     text        NOT NULL,
    status       text        NOT NULL CHECK (status IN ('charged_back', 'reversed')),
    reason_code  text        NOT NULL CHECK (reason_code <> ''),
    respond_by   timestamptz,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    CONSTRAINT chargebacks_engine_id UNIQUE (payment_id, engine_id),
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances
);
CREATE INDEX chargebacks_of ON chargebacks (payment_id, id);

ALTER TABLE payments ADD COLUMN charged_back bigint NOT NULL DEFAULT 0;
ALTER TABLE payments ADD CONSTRAINT payments_charged_back CHECK (charged_back >= 0 AND refunded + refunding + charged_back <= amount) NOT VALID;
ALTER TABLE ledger_entries ADD COLUMN chargeback_id text;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_chargeback FOREIGN KEY (chargeback_id) REFERENCES chargebacks NOT VALID;
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
    'payment_paid', 'payment_refunded', 'refund_failed', 'payment_charged_back', 'chargeback_reversed', 'settled', 'payout_requested',
    'payout_sent', 'payout_paid', 'payout_failed', 'payout_cancelled')) NOT VALID;
ALTER TABLE transactions ADD COLUMN chargeback_id text;
ALTER TABLE transactions ADD CONSTRAINT transactions_chargeback FOREIGN KEY (chargeback_id) REFERENCES chargebacks NOT VALID;
ALTER TABLE settlements ADD COLUMN chargebacks bigint NOT NULL DEFAULT 0;
ALTER TABLE settlements DROP CONSTRAINT settlements_net;
ALTER TABLE settlements ADD CONSTRAINT settlements_net CHECK (net = gross - fees - refunds - chargebacks) NOT VALID;
