-- +goose NO TRANSACTION
-- +goose Up

-- An outbox row lives until the relay has stored the deliveries of its event; how far the stream of events got is not noted
-- any more. The columns relayed_at and stream_seq are for the version before, and go when none of it is left.
DROP INDEX CONCURRENTLY IF EXISTS outbox_unrelayed;
DROP INDEX CONCURRENTLY IF EXISTS outbox_relayed;
