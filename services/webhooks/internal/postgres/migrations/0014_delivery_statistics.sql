-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Deliveries that ended within ten minutes, of all programs, and the number of the last event that was accepted until their end. Kept for
-- two days.
CREATE TABLE delivery_statistics (
    since      timestamptz PRIMARY KEY,
    last_event bigint      NOT NULL,
    delivered  bigint      NOT NULL,
    failed     bigint      NOT NULL,
    latencies  bigint[]    NOT NULL
);
