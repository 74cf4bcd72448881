-- +goose Up

-- A durable job that sends what an endpoint missed. (cursor_at, cursor_id) is the last event it looked at.
CREATE TABLE recoveries (
    id          text        PRIMARY KEY,
    endpoint_id uuid        NOT NULL REFERENCES endpoints ON DELETE CASCADE,
    tenant_id   text        NOT NULL,
    livemode    boolean     NOT NULL,
    status      text        NOT NULL CHECK (status IN ('running', 'completed', 'cancelled')),
    since       timestamptz NOT NULL,
    until       timestamptz NOT NULL,
    statuses    text[]      NOT NULL,
    matched     bigint,
    requeued    bigint      NOT NULL DEFAULT 0,
    cursor_at   timestamptz NOT NULL,
    cursor_id   text        NOT NULL DEFAULT '',
    stepped_at  timestamptz NOT NULL, -- last step; the job that waited longest is next
    created_at  timestamptz NOT NULL,
    finished_at timestamptz,
    CONSTRAINT recoveries_end CHECK ((status = 'running') = (finished_at IS NULL))
);
CREATE INDEX recoveries_running ON recoveries (stepped_at) WHERE status = 'running';
CREATE INDEX recoveries_by_endpoint ON recoveries (endpoint_id);
