-- +goose Up

-- A book of the ledger: one merchant, one currency, six accounts (docs/ledger.md). Whoever posts locks the row; the entries of a
-- book are therefore in one order. A merchant may owe the house after a refund, but nothing is reserved or under way that is not there.
CREATE TABLE ledger_balances (
    merchant_ref text   NOT NULL REFERENCES onboardings,
    currency     text   NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    pending      bigint NOT NULL DEFAULT 0,
    available    bigint NOT NULL DEFAULT 0,
    reserved     bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    clearing     bigint NOT NULL DEFAULT 0,
    fees         bigint NOT NULL DEFAULT 0 CHECK (fees >= 0),
    in_transit   bigint NOT NULL DEFAULT 0 CHECK (in_transit >= 0),
    PRIMARY KEY (merchant_ref, currency),
    CONSTRAINT ledger_balances_sum CHECK (pending + available + reserved + clearing + fees + in_transit = 0)
);

CREATE TABLE payments (
    id           text        PRIMARY KEY CHECK (id ~ '^pay_[0-9a-hjkmnp-tv-z]{26}$'),
    merchant_ref text        NOT NULL REFERENCES onboardings,
    livemode     boolean     NOT NULL,
    amount       bigint      NOT NULL CHECK (amount BETWEEN 1 AND 99999999999),
    currency     text        NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    external_ref text        NOT NULL,
    details      bytea       NOT NULL, -- description, customer, return URL and the order's fingerprint, sealed with the merchant's data key
    method       text        NOT NULL CHECK (method IN ('', 'transfer', 'blik', 'card')),
    metadata     jsonb       NOT NULL,
    status       text        NOT NULL CHECK (status IN ('registered', 'pending', 'paid', 'partially_refunded', 'refunded', 'rejected', 'expired', 'cancelled')),
    reason_code  text        NOT NULL,
    fee_bps      integer     NOT NULL CHECK (fee_bps BETWEEN 0 AND 10000),
    refunded     bigint      NOT NULL,
    acted_by     text        NOT NULL CHECK (acted_by IN ('partner', 'merchant')),
    partner_id   text        NOT NULL,
    delegation   text        NOT NULL,
    valid_until  timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    paid_at      timestamptz,
    CONSTRAINT payments_external_ref UNIQUE (merchant_ref, external_ref),
    CHECK (refunded BETWEEN 0 AND amount),
    CHECK ((status = 'refunded') = (refunded = amount)),
    CHECK ((status = 'partially_refunded') = (refunded > 0 AND refunded < amount)),
    CHECK ((status IN ('paid', 'partially_refunded', 'refunded')) = (paid_at IS NOT NULL)),
    CHECK ((acted_by = 'partner') = (delegation <> ''))
);
CREATE INDEX payments_expiring ON payments (valid_until) WHERE status IN ('registered', 'pending');

CREATE TABLE payouts (
    id           text        PRIMARY KEY CHECK (id ~ '^pyt_[0-9a-hjkmnp-tv-z]{26}$'),
    merchant_ref text        NOT NULL,
    livemode     boolean     NOT NULL,
    amount       bigint      NOT NULL CHECK (amount > 0),
    currency     text        NOT NULL,
    external_ref text        NOT NULL,
    details      bytea       NOT NULL, -- IBAN, description and the order's fingerprint, sealed with the merchant's data key
    iban_masked  text        NOT NULL,
    status       text        NOT NULL CHECK (status IN ('requested', 'processing', 'paid', 'failed', 'cancelled')),
    reason_code  text        NOT NULL,
    acted_by     text        NOT NULL CHECK (acted_by IN ('partner', 'merchant')),
    partner_id   text        NOT NULL,
    delegation   text        NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    sent_at      timestamptz,
    paid_at      timestamptz,
    CONSTRAINT payouts_external_ref UNIQUE (merchant_ref, external_ref),
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances,
    CHECK ((status IN ('processing', 'paid', 'failed')) = (sent_at IS NOT NULL)),
    CHECK ((status = 'paid') = (paid_at IS NOT NULL))
);
CREATE INDEX payouts_of ON payouts (merchant_ref, id);
CREATE INDEX payouts_under_way ON payouts (status, updated_at) WHERE status IN ('requested', 'processing');

CREATE TABLE settlements (
    id                text        PRIMARY KEY CHECK (id ~ '^stl_[0-9a-hjkmnp-tv-z]{26}$'),
    merchant_ref      text        NOT NULL,
    currency          text        NOT NULL,
    status            text        NOT NULL CHECK (status IN ('open', 'processing', 'paid', 'failed')),
    gross             bigint      NOT NULL,
    fees              bigint      NOT NULL,
    refunds           bigint      NOT NULL,
    net               bigint      NOT NULL,
    transaction_count integer     NOT NULL CHECK (transaction_count > 0),
    period_from       timestamptz NOT NULL,
    period_to         timestamptz NOT NULL,
    paid_at           timestamptz NOT NULL,
    iban_masked       text        NOT NULL,
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances,
    CONSTRAINT settlements_net CHECK (net = gross - fees - refunds)
);
CREATE INDEX settlements_of ON settlements (merchant_ref, paid_at DESC, id DESC);

-- The journal. An entry is one event; its lines sum to zero, at the end of the transaction that writes them at the latest.
CREATE TABLE ledger_entries (
    id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    merchant_ref  text        NOT NULL,
    currency      text        NOT NULL,
    kind          text        NOT NULL CHECK (kind IN ('payment_paid', 'payment_refunded', 'settled', 'payout_requested', 'payout_sent',
                                                       'payout_paid', 'payout_failed', 'payout_cancelled')),
    payment_id    text        REFERENCES payments,
    payout_id     text        REFERENCES payouts DEFERRABLE INITIALLY DEFERRED,
    settlement_id text        REFERENCES settlements DEFERRABLE INITIALLY DEFERRED,
    posted_at     timestamptz NOT NULL,
    UNIQUE (id, kind),
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances,
    CHECK (num_nonnulls(payment_id, payout_id, settlement_id) = 1)
);
CREATE INDEX ledger_entries_of ON ledger_entries (merchant_ref, currency, id);
-- Each step of a payout is posted once.
CREATE UNIQUE INDEX ledger_entries_of_payout ON ledger_entries (payout_id, kind) WHERE payout_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_entries_of_payment ON ledger_entries (payment_id) WHERE kind = 'payment_paid';

CREATE TABLE ledger_lines (
    entry_id bigint NOT NULL,
    kind     text   NOT NULL,
    account  text   NOT NULL CHECK (account IN ('pending', 'available', 'reserved', 'clearing', 'fees', 'in_transit')),
    amount   bigint NOT NULL CHECK (amount <> 0),
    balance  bigint NOT NULL, -- of the account, with this line
    PRIMARY KEY (entry_id, account),
    FOREIGN KEY (entry_id, kind) REFERENCES ledger_entries (id, kind),
    CONSTRAINT ledger_lines_overdrawn CHECK ((kind <> 'payout_requested' AND account NOT IN ('reserved', 'in_transit')) OR balance >= 0)
);

-- What the merchant sees: every change of what it has in all.
CREATE TABLE transactions (
    id            text        PRIMARY KEY CHECK (id ~ '^txn_[0-9a-hjkmnp-tv-z]{26}$'),
    entry_id      bigint      NOT NULL UNIQUE REFERENCES ledger_entries,
    merchant_ref  text        NOT NULL,
    type          text        NOT NULL CHECK (type IN ('payment', 'refund', 'chargeback', 'fee', 'payout', 'adjustment')),
    amount        bigint      NOT NULL,
    fee           bigint      NOT NULL CHECK (fee >= 0),
    net           bigint      NOT NULL GENERATED ALWAYS AS (amount - fee) STORED,
    currency      text        NOT NULL,
    status        text        NOT NULL CHECK (status IN ('pending', 'available', 'settled')),
    payment_id    text        REFERENCES payments,
    payout_id     text        REFERENCES payouts,
    settlement_id text        REFERENCES settlements,
    external_ref  text        NOT NULL,
    occurred_at   timestamptz NOT NULL,
    available_on  text        NOT NULL CHECK (available_on ~ '^\d{4}-\d\d-\d\d$'),
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances,
    CHECK ((status = 'settled') = (settlement_id IS NOT NULL))
);
CREATE INDEX transactions_of ON transactions (merchant_ref, occurred_at DESC, id DESC);
CREATE INDEX transactions_of_settlement ON transactions (settlement_id, occurred_at DESC, id DESC) WHERE settlement_id IS NOT NULL;
CREATE INDEX transactions_of_payment ON transactions (payment_id) WHERE type = 'payment';
CREATE INDEX transactions_to_settle ON transactions (available_on) WHERE status = 'pending';

-- +goose StatementBegin
CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry bigint;
    total numeric;
BEGIN
    IF TG_TABLE_NAME = 'ledger_entries' THEN
        entry := NEW.id;
    ELSE
        entry := NEW.entry_id;
    END IF;
    SELECT sum(amount) INTO total FROM ledger_lines WHERE entry_id = entry;
    IF total IS DISTINCT FROM 0 THEN
        RAISE EXCEPTION 'ledger entry % sums to %', entry, coalesce(total::text, 'nothing') USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_sum';
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER ledger_entry_sum AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();
CREATE CONSTRAINT TRIGGER ledger_line_sum AFTER INSERT ON ledger_lines DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What happened to money is seen by fewer keys than what happened to onboardings.
CREATE INDEX delegations_active ON delegations (merchant_ref) WHERE status = 'active';
