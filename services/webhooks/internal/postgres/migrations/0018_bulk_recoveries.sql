-- +goose Up
SET LOCAL lock_timeout = '5s';

-- A durable job that recovers what many endpoints missed, by a recovery for each. What is null does not restrict it.
CREATE TABLE bulk_recoveries (
    id              text        PRIMARY KEY,
    idempotency_key text        NOT NULL UNIQUE,
    status          text        NOT NULL CHECK (status IN ('running', 'paused', 'completed', 'cancelled')),
    livemode        boolean     NOT NULL,
    tenant_ids      text[],
    endpoint_ids    text[],
    failing_from    timestamptz,
    failing_until   timestamptz,
    since           timestamptz NOT NULL,
    until           timestamptz NOT NULL,
    event_types     text[],
    started_by      text        NOT NULL,
    reason          text        NOT NULL,
    stepped_at      timestamptz NOT NULL, -- last step; the job that waited longest is next
    created_at      timestamptz NOT NULL,
    finished_at     timestamptz,
    CONSTRAINT bulk_recoveries_end CHECK ((status IN ('running', 'paused')) = (finished_at IS NULL))
);
CREATE INDEX bulk_recoveries_running ON bulk_recoveries (stepped_at) WHERE status = 'running';
CREATE INDEX bulk_recoveries_by_creation ON bulk_recoveries (created_at DESC, id DESC);

-- What a job does for each endpoint. It stays when the endpoint is deleted.
CREATE TABLE bulk_recovery_endpoints (
    bulk_id     text        NOT NULL REFERENCES bulk_recoveries ON DELETE CASCADE,
    endpoint_id uuid        NOT NULL,
    tenant_id   text        NOT NULL,
    status      text        NOT NULL CHECK (status IN ('waiting', 'running', 'completed', 'cancelled')),
    cause       text        NOT NULL DEFAULT '',
    recovery_id text        UNIQUE,
    matched     bigint,
    requeued    bigint      NOT NULL DEFAULT 0,
    finished_at timestamptz,
    PRIMARY KEY (bulk_id, endpoint_id),
    CONSTRAINT bulk_recovery_endpoints_end CHECK ((status IN ('waiting', 'running')) = (finished_at IS NULL))
);
CREATE INDEX bulk_recovery_endpoints_open ON bulk_recovery_endpoints (bulk_id, status, endpoint_id) WHERE status IN ('waiting', 'running');

ALTER TABLE recoveries
    ADD COLUMN bulk_id     text,   -- the job that it is a part of
    ADD COLUMN event_types text[]; -- null: all that the endpoint subscribes to
