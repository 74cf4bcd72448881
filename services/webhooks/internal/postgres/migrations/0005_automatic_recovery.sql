-- +goose Up

ALTER TABLE endpoints
    -- How far back a re-activation recovers what was missed, in seconds; null: not at all.
    ADD COLUMN recovery_window_s integer CHECK (recovery_window_s > 0),
    -- Time of the oldest event whose delivery failed since the last success.
    ADD COLUMN failing_since     timestamptz,
    -- While inactive: no event older than this was missed because of that.
    ADD COLUMN missed_since      timestamptz;

-- Started by a re-activation, not by a call.
ALTER TABLE recoveries ADD COLUMN automatic boolean NOT NULL DEFAULT false;

-- Who asked for what an operator did to an endpoint, and why.
ALTER TABLE notices
    ADD COLUMN actor  text,
    ADD COLUMN reason text;
