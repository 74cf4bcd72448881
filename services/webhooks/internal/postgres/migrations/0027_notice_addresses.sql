-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Where a tenant is notified by e-mail of what happens to its endpoints. One that is not confirmed yet replaces the confirmed one when it is.
CREATE TABLE notice_addresses (
    id                 text        PRIMARY KEY,
    tenant_id          text        NOT NULL REFERENCES tenants ON DELETE CASCADE,
    livemode           boolean     NOT NULL,
    sealed             bytea       NOT NULL,
    language           text        NOT NULL CHECK (language IN ('en', 'pl')),
    confirm_hash       bytea       NOT NULL UNIQUE,
    confirm_expires_at timestamptz NOT NULL,
    confirmed_at       timestamptz,
    next_mail_at       timestamptz NOT NULL,
    created_at         timestamptz NOT NULL
);
CREATE UNIQUE INDEX notice_addresses_of_scope ON notice_addresses (tenant_id, livemode, (confirmed_at IS NULL));
CREATE INDEX notice_addresses_due ON notice_addresses (next_mail_at) WHERE confirmed_at IS NOT NULL;

-- Requests for a confirmation, which are limited.
CREATE TABLE notice_confirmations (
    tenant_id text        NOT NULL REFERENCES tenants ON DELETE CASCADE,
    livemode  boolean     NOT NULL,
    sent_at   timestamptz NOT NULL
);
CREATE INDEX notice_confirmations_of_scope ON notice_confirmations (tenant_id, livemode, sent_at);
CREATE INDEX notice_confirmations_sent ON notice_confirmations (sent_at);

-- What happened to endpoints and is in no e-mail yet.
CREATE TABLE endpoint_notices (
    id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id     text        NOT NULL,
    livemode      boolean     NOT NULL,
    type          text        NOT NULL,
    url           text        NOT NULL,
    failure_count integer     NOT NULL,
    happened_at   timestamptz NOT NULL
);
CREATE INDEX endpoint_notices_of_scope ON endpoint_notices (tenant_id, livemode, id);
CREATE INDEX endpoint_notices_happened ON endpoint_notices (happened_at);
