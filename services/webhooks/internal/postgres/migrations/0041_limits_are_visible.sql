-- +goose Up
SET LOCAL lock_timeout = '5s';

-- When a tenant and mode last had a notice of a kind about a limit: there is one in a while, of all programs.
CREATE TABLE limit_notices (
    tenant_id  text        NOT NULL,
    livemode   boolean     NOT NULL,
    kind       text        NOT NULL,
    noticed_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, livemode, kind)
);

-- A body arrived and is not stored: the tenant's answers of the minute were more than is stored.
ALTER TABLE attempts ADD COLUMN body_omitted boolean NOT NULL DEFAULT false;
