-- +goose Up

-- Payment orders. The payouts of a batch are fixed in one transaction, from which its file follows byte by byte.
CREATE TABLE bank_batches (
    id          text        PRIMARY KEY CHECK (id ~ '^bat_[0-9a-hjkmnp-tv-z]{26}$'),
    iban        text        NOT NULL, -- of the house
    bic         text        NOT NULL,
    holder      text        NOT NULL,
    currency    text        NOT NULL,
    state       text        NOT NULL CHECK (state IN ('open', 'fixed', 'written')),
    created_at  timestamptz NOT NULL,
    fixed_at    timestamptz,
    payouts     integer     NOT NULL DEFAULT 0,
    total       bigint      NOT NULL DEFAULT 0,
    checksum    bytea,
    bank_status text        NOT NULL DEFAULT '', -- of the last status report
    CHECK ((state = 'open') = (fixed_at IS NULL)),
    CHECK ((state = 'open') = (checksum IS NULL))
);
CREATE UNIQUE INDEX bank_batches_open ON bank_batches (iban, currency) WHERE state = 'open';
CREATE INDEX bank_batches_fixed ON bank_batches (id) WHERE state = 'fixed';

CREATE TABLE bank_orders (
    payout_id text PRIMARY KEY, -- a payout is ordered once
    batch_id  text NOT NULL REFERENCES bank_batches
);
CREATE INDEX bank_orders_of ON bank_orders (batch_id, payout_id);

-- Files that were read, by SHA-256 of their content. One that was refused is read again when it is brought again.
CREATE TABLE bank_files (
    checksum bytea       PRIMARY KEY,
    name     text        NOT NULL,
    read_at  timestamptz NOT NULL
);

CREATE TABLE bank_lines (
    iban         text        NOT NULL, -- of the house
    ref          text        NOT NULL,
    statement_id text        NOT NULL,
    file_name    text        NOT NULL,
    currency     text        NOT NULL,
    amount       bigint      NOT NULL,
    booked_on    date,
    code         text        NOT NULL,
    state        text        NOT NULL CHECK (state IN ('matched', 'unmatched')),
    reason       text        NOT NULL,
    payout_id    text        NOT NULL, -- empty: it names none
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (iban, ref),
    CHECK ((state = 'unmatched') = (reason <> ''))
);
CREATE INDEX bank_lines_unmatched ON bank_lines (created_at, iban, ref) WHERE state = 'unmatched';
CREATE INDEX bank_lines_of_payout ON bank_lines (payout_id) WHERE payout_id <> '';

CREATE TABLE bank_reconciliations (
    iban          text        NOT NULL,
    statement_id  text        NOT NULL,
    currency      text        NOT NULL,
    closed_on     date,
    closing       bigint      NOT NULL,
    ledger        bigint      NOT NULL,
    unmatched     bigint      NOT NULL,
    reconciled_at timestamptz NOT NULL,
    PRIMARY KEY (iban, statement_id)
);
