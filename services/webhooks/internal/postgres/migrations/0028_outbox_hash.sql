-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Which shard of the outbox a row belongs to follows from the hash of the event's tenant and mode, 0 to 63. The default is for the version
-- before, which does not write it.
ALTER TABLE outbox ADD COLUMN hash smallint NOT NULL DEFAULT 0;
