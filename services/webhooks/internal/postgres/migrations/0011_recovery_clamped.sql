-- +goose Up
SET LOCAL lock_timeout = '5s';

-- An earlier start was asked for than the creation of the endpoint, where the recovery begins instead.
ALTER TABLE recoveries ADD COLUMN since_clamped boolean NOT NULL DEFAULT false;
