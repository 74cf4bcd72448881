-- +goose NO TRANSACTION
-- +goose Up
SET lock_timeout = '5s';

-- The number of the attempt of this run that was moved to now; 0: none was. Messages of it from before are over.
ALTER TABLE deliveries ADD COLUMN IF NOT EXISTS moved_attempt integer NOT NULL DEFAULT 0;

-- When attempts of the endpoint were moved to now last: dispatchers check retries whose messages are older.
ALTER TABLE endpoints ADD COLUMN IF NOT EXISTS moved_at timestamptz;

-- Held deliveries that were moved to now and not given back since: they are sent although others are parked. The index
-- is dropped first: an attempt that was interrupted leaves one that is not valid.
ALTER TABLE held_deliveries ADD COLUMN IF NOT EXISTS moved boolean NOT NULL DEFAULT false;
RESET lock_timeout;
DROP INDEX CONCURRENTLY IF EXISTS held_deliveries_moved;
CREATE INDEX CONCURRENTLY held_deliveries_moved ON held_deliveries (endpoint_id, due_at) WHERE moved;
