-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Visits of the portal. Link and session are known by hashes of their secrets.
CREATE TABLE portal_sessions (
    id              text        PRIMARY KEY,
    tenant_id       text        NOT NULL REFERENCES tenants ON DELETE CASCADE,
    livemode        boolean     NOT NULL,
    role            text        NOT NULL CHECK (role IN ('viewer', 'manager')),
    key_id          text        NOT NULL, -- of api_keys; of a partner, a key of partner connect
    return_url      text        NOT NULL,
    link_hash       bytea       NOT NULL UNIQUE,
    link_expires_at timestamptz NOT NULL,
    hash            bytea       UNIQUE, -- once it was opened
    expires_at      timestamptz,
    revoked_at      timestamptz,
    created_at      timestamptz NOT NULL,
    CHECK ((hash IS NULL) = (expires_at IS NULL))
);
CREATE INDEX portal_sessions_created ON portal_sessions (created_at);

-- How long the attempts took that delivered what was delivered in the hour.
ALTER TABLE endpoint_hours ADD COLUMN took_us bigint NOT NULL DEFAULT 0;

-- How the portal looks for a tenant, and where it may lead and be shown.
CREATE TABLE portal_settings (
    tenant_id     text        PRIMARY KEY REFERENCES tenants ON DELETE CASCADE,
    name          text        NOT NULL,
    colour        text        NOT NULL,
    logo          bytea       NOT NULL,
    return_urls   text[]      NOT NULL,
    frame_origins text[]      NOT NULL,
    updated_at    timestamptz NOT NULL
);
