-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Whose event it is. The defaults are for the version before, which does not write them.
ALTER TABLE outbox
    ADD COLUMN tenant_id text    NOT NULL DEFAULT '',
    ADD COLUMN livemode  boolean NOT NULL DEFAULT false;
