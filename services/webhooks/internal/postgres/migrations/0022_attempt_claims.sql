-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Attempts of doubtful messages that are being made. Unlogged: after a crash of the server they would have ended.
CREATE UNLOGGED TABLE attempt_claims (
    delivery_id text        NOT NULL,
    run         integer     NOT NULL,
    number      integer     NOT NULL,
    ends_at     timestamptz NOT NULL,
    PRIMARY KEY (delivery_id, run, number)
);
