-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Pending deliveries whose next attempt no stream has room for: they are sent again from here when it is due and their endpoint has nothing parked.
CREATE TABLE held_deliveries (
    event_at    timestamptz NOT NULL, -- with delivery_id the key of the delivery, which may be stored a moment later
    delivery_id text        NOT NULL,
    endpoint_id uuid        NOT NULL,
    run         integer     NOT NULL,
    attempt     integer     NOT NULL, -- the number of the attempt to make
    due_at      timestamptz NOT NULL,
    PRIMARY KEY (event_at, delivery_id)
);

CREATE INDEX held_deliveries_by_endpoint ON held_deliveries (endpoint_id, due_at);
