-- +goose Up

-- When a key was last used, to an hour.
SET LOCAL lock_timeout = '3s';
ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz;
