-- +goose Up
SET LOCAL lock_timeout = '5s';

-- The outbox is empty most of the time, and its file has as many pages as rows came since the last vacuum. One that a vacuum has cut to no page is read as a whole by
-- each statement that is planned then, until the next vacuum. It also needs a lock that stops publishing.
ALTER TABLE outbox SET (vacuum_truncate = false);
