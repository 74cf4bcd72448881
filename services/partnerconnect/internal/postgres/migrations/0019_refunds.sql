-- +goose Up
SET LOCAL lock_timeout = '5s';

-- A refund gives some of a payment back. What pending ones give back is `refunding` of the payment.
CREATE TABLE refunds (
    id           text        PRIMARY KEY CHECK (id ~ '^rfd_[0-9a-hjkmnp-tv-z]{26}$'),
    payment_id   text        NOT NULL REFERENCES payments,
    merchant_ref text        NOT NULL,
    livemode     boolean     NOT NULL,
    amount       bigint      NOT NULL CHECK (amount > 0),
    currency     text        NOT NULL,
    external_ref text        NOT NULL,
    fingerprint  bytea       NOT NULL,
    status       text        NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
    reason_code  text        NOT NULL,
    acted_by     text        NOT NULL CHECK (acted_by IN ('partner', 'merchant')),
    partner_id   text        NOT NULL,
    delegation   text        NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    CONSTRAINT refunds_external_ref UNIQUE (merchant_ref, external_ref),
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances,
    CHECK ((status = 'failed') = (reason_code <> ''))
);
CREATE INDEX refunds_of ON refunds (payment_id, id);

ALTER TABLE payments ADD COLUMN refunding bigint NOT NULL DEFAULT 0;
ALTER TABLE payments ADD CONSTRAINT payments_refunding CHECK (refunding >= 0 AND refunded + refunding <= amount) NOT VALID;
ALTER TABLE ledger_entries ADD COLUMN refund_id text;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_refund FOREIGN KEY (refund_id) REFERENCES refunds NOT VALID;
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
    'payment_paid', 'payment_refunded', 'refund_failed', 'settled', 'payout_requested', 'payout_sent', 'payout_paid', 'payout_failed',
    'payout_cancelled')) NOT VALID;
ALTER TABLE transactions ADD COLUMN refund_id text;
ALTER TABLE transactions ADD CONSTRAINT transactions_refund FOREIGN KEY (refund_id) REFERENCES refunds NOT VALID;
