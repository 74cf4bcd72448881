-- +goose Up
SET LOCAL lock_timeout = '5s';

-- When a delivery was held last. One that is later than the last sending of its endpoint's was given back.
ALTER TABLE held_deliveries ADD COLUMN held_at timestamptz NOT NULL DEFAULT now();
