-- +goose Up

-- What is to be done at a provider, written in the transaction that causes it. The calls about one subject are made in the order of their
-- ids; what is claimed is due again after a lease.
CREATE TABLE provider_calls (
    id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind        text        NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
    subject_id  text        NOT NULL,
    traceparent text        NOT NULL,
    attempts    integer     NOT NULL DEFAULT 0,
    last_error  text        NOT NULL DEFAULT '', -- code of the last failure
    due_at      timestamptz NOT NULL,
    created_at  timestamptz NOT NULL,
    done_at     timestamptz,
    CONSTRAINT provider_calls_once UNIQUE (subject_id, kind)
);
CREATE INDEX provider_calls_due ON provider_calls (due_at) WHERE done_at IS NULL;
CREATE INDEX provider_calls_done ON provider_calls (done_at) WHERE done_at IS NOT NULL;

-- What providers reported: each event once, in the transaction of its effect. One that contradicts what is known has a difference, which
-- is open until an operator resolves it.
CREATE TABLE provider_reports (
    part         text        NOT NULL CHECK (part ~ '^[a-z_]{1,40}$'),
    event_id     text        NOT NULL,
    kind         text        NOT NULL,
    subject_id   text        NOT NULL,
    merchant_ref text        NOT NULL REFERENCES onboardings,
    amount       bigint      NOT NULL,
    currency     text        NOT NULL,
    occurred_at  timestamptz NOT NULL,
    fingerprint  bytea       NOT NULL,
    outcome      text        NOT NULL CHECK (outcome IN ('applied', 'unchanged', 'difference')),
    difference   text        NOT NULL DEFAULT '',
    received_at  timestamptz NOT NULL,
    resolved_at  timestamptz,
    resolution   text        NOT NULL DEFAULT '',
    PRIMARY KEY (part, event_id),
    CHECK ((outcome = 'difference') = (difference <> '')),
    CHECK (resolved_at IS NULL OR outcome = 'difference')
);
CREATE INDEX provider_reports_open ON provider_reports (received_at) WHERE outcome = 'difference' AND resolved_at IS NULL;
CREATE INDEX provider_reports_received ON provider_reports (received_at);

-- What the payment engine answered to the creation of a payment.
CREATE TABLE engine_payments (
    payment_id text        PRIMARY KEY REFERENCES payments,
    engine_id  text        NOT NULL,
    page       bytea       NOT NULL, -- URL of the page where the payer pays, sealed with the merchant's data key
    created_at timestamptz NOT NULL
);
