-- +goose NO TRANSACTION
-- +goose Up

-- The events of all channels in the order of the feed. Indexes are dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS events_in_order;
CREATE INDEX CONCURRENTLY events_in_order ON events (xact, seq);
DROP INDEX CONCURRENTLY IF EXISTS events_of_access_in_order;
CREATE INDEX CONCURRENTLY events_of_access_in_order ON events (xact, seq) WHERE type IN ('delegation.granted', 'delegation.revoked');
