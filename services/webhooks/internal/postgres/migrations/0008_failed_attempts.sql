-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Attempts that failed in a row since the last one that succeeded.
ALTER TABLE endpoints ADD COLUMN failed_attempts integer NOT NULL DEFAULT 0;
