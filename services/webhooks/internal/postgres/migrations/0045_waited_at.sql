-- +goose Up
SET LOCAL lock_timeout = '5s';

-- When events of the tenant and mode last waited for its rate of deliveries, and that rate, in deliveries a minute.
ALTER TABLE limit_notices
    ADD COLUMN waited_at   timestamptz,
    ADD COLUMN waited_rate integer NOT NULL DEFAULT 0;
