-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Calls of registers that allow a number of them in a time: those that all replicas have made, and until when the register refuses more.
CREATE TABLE register_quotas (
    register      text          PRIMARY KEY,
    calls         timestamptz[] NOT NULL,
    blocked_until timestamptz   NOT NULL
);
