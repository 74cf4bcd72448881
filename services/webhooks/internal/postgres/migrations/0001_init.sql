-- +goose Up

CREATE TABLE tenants (
    id         text        PRIMARY KEY CHECK (id ~ '^ten_[0-9a-z]{1,60}$'),
    name       text        NOT NULL,
    created_at timestamptz NOT NULL
);

-- A key is stored as the SHA-256 of its text; prefix is the part that people see.
CREATE TABLE api_keys (
    id         text        PRIMARY KEY,
    tenant_id  text        NOT NULL REFERENCES tenants,
    livemode   boolean     NOT NULL,
    hash       bytea       NOT NULL UNIQUE CHECK (length(hash) = 32),
    prefix     text        NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz
);

CREATE TABLE endpoints (
    id                uuid        PRIMARY KEY,
    tenant_id         text        NOT NULL REFERENCES tenants,
    livemode          boolean     NOT NULL,
    url               text        NOT NULL CHECK (length(url) <= 2048),
    events            text[]      NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 64),
    description       text        CHECK (char_length(description) BETWEEN 1 AND 500),
    is_active         boolean     NOT NULL,
    failure_count     integer     NOT NULL DEFAULT 0 CHECK (failure_count >= 0),
    last_triggered_at timestamptz,
    last_success_at   timestamptz,
    last_failure_at   timestamptz,
    last_status       integer,
    disabled_at       timestamptz,
    created_at        timestamptz NOT NULL,
    updated_at        timestamptz NOT NULL,
    secret_rotated_at timestamptz,
    activation        integer     NOT NULL,
    version           bigint      NOT NULL,
    CONSTRAINT endpoints_disabled_is_inactive CHECK (disabled_at IS NULL OR NOT is_active)
);
CREATE INDEX endpoints_by_tenant ON endpoints (tenant_id, livemode, created_at DESC, id DESC);

-- Signing secrets, encrypted for their endpoint and id.
CREATE TABLE endpoint_secrets (
    id          uuid        PRIMARY KEY,
    endpoint_id uuid        NOT NULL REFERENCES endpoints ON DELETE CASCADE,
    sealed      bytea       NOT NULL,
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz
);
CREATE INDEX endpoint_secrets_by_endpoint ON endpoint_secrets (endpoint_id, created_at DESC);

-- Ends of deliveries by the hour, for health.
CREATE TABLE endpoint_hours (
    endpoint_id uuid        NOT NULL REFERENCES endpoints ON DELETE CASCADE,
    hour        timestamptz NOT NULL,
    delivered   bigint      NOT NULL,
    failed      bigint      NOT NULL,
    PRIMARY KEY (endpoint_id, hour)
);

CREATE TABLE verifications (
    id           uuid        PRIMARY KEY,
    tenant_id    text        NOT NULL REFERENCES tenants,
    livemode     boolean     NOT NULL,
    status       text        NOT NULL,
    kind         text        NOT NULL,
    subject_type text        NOT NULL,
    external_ref text,
    merchant_ref text,
    attempt      integer     NOT NULL,
    sequence     integer     NOT NULL,
    checks       jsonb       NOT NULL,
    outcome      text,
    reason_codes text[]      NOT NULL,
    metadata     jsonb       NOT NULL,
    expires_at   timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    completed_at timestamptz
);
CREATE INDEX verifications_by_creation ON verifications (tenant_id, livemode, created_at DESC, id DESC);
CREATE INDEX verifications_by_update ON verifications (tenant_id, livemode, updated_at, id);
CREATE INDEX verifications_open ON verifications (expires_at) WHERE status IN ('pending', 'in_progress');

-- Events, deliveries and attempts are partitioned by the event's creation time, one partition a day; every message
-- carries that time, so the primary keys hold across partitions.
CREATE TABLE events (
    created_at  timestamptz NOT NULL,
    id          text        NOT NULL,
    tenant_id   text        NOT NULL,
    livemode    boolean     NOT NULL,
    type        text        NOT NULL,
    endpoint_id uuid,
    traceparent text        NOT NULL,
    body        bytea       NOT NULL,
    PRIMARY KEY (created_at, id)
) PARTITION BY RANGE (created_at);
CREATE INDEX events_by_tenant ON events (tenant_id, livemode, created_at DESC, id DESC);

-- One row per event until its deliveries are stored. The relay publishes rows without relayed_at; a row that stays is
-- an event that got lost on the way and is sent again.
CREATE TABLE outbox (
    seq        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id   text        NOT NULL,
    created_at timestamptz NOT NULL,
    relayed_at timestamptz,
    stream_seq bigint
);
CREATE INDEX outbox_unrelayed ON outbox (seq) WHERE relayed_at IS NULL;
CREATE INDEX outbox_relayed ON outbox (relayed_at) WHERE relayed_at IS NOT NULL;

-- Idempotency keys of published events.
CREATE TABLE event_keys (
    tenant_id   text        NOT NULL,
    livemode    boolean     NOT NULL,
    key         text        NOT NULL,
    fingerprint bytea       NOT NULL,
    event_id    text        NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, livemode, key)
);
CREATE INDEX event_keys_by_age ON event_keys (created_at);

CREATE TABLE deliveries (
    event_at        timestamptz NOT NULL,
    id              text        NOT NULL,
    endpoint_id     uuid        NOT NULL,
    event_id        text        NOT NULL,
    event_type      text        NOT NULL,
    tenant_id       text        NOT NULL,
    livemode        boolean     NOT NULL,
    status          text        NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
    reason          text,
    run             integer     NOT NULL,
    activation      integer     NOT NULL,
    attempt_count   integer     NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    completed_at    timestamptz,
    -- When an outcome is overdue: the sweep then looks for the message. Null once ended.
    overdue_at      timestamptz,
    PRIMARY KEY (event_at, id),
    CONSTRAINT deliveries_end CHECK ((status = 'pending') = (completed_at IS NULL) AND (status = 'pending') = (overdue_at IS NOT NULL))
) PARTITION BY RANGE (event_at);
CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, event_at DESC, id DESC);
CREATE INDEX deliveries_pending ON deliveries (endpoint_id) WHERE status = 'pending';
CREATE INDEX deliveries_overdue ON deliveries (overdue_at) WHERE status = 'pending';

CREATE TABLE attempts (
    event_at           timestamptz NOT NULL,
    delivery_id        text        NOT NULL,
    run                integer     NOT NULL,
    number             integer     NOT NULL,
    error              text,
    response_status    integer,
    response_headers   jsonb       NOT NULL,
    response_body      bytea       NOT NULL,
    response_truncated boolean     NOT NULL,
    remote_address     text        NOT NULL,
    dns_us             bigint      NOT NULL,
    connect_us         bigint      NOT NULL,
    tls_us             bigint      NOT NULL,
    first_byte_us      bigint      NOT NULL,
    total_us           bigint      NOT NULL,
    retry_after        text,
    started_at         timestamptz NOT NULL,
    ended_at           timestamptz NOT NULL,
    PRIMARY KEY (event_at, delivery_id, run, number)
) PARTITION BY RANGE (event_at);

-- Pending deliveries of an endpoint that stopped being active, to be cancelled in the background.
CREATE TABLE cancellations (
    endpoint_id uuid    PRIMARY KEY,
    activation  integer NOT NULL -- runs of this activation and earlier ones are cancelled
);

-- Makes the partitions of one day, if they do not exist yet.
-- +goose StatementBegin
CREATE FUNCTION make_day(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    parent text;
    child  text;
BEGIN
    FOREACH parent IN ARRAY ARRAY['events', 'deliveries', 'attempts'] LOOP
        child := parent || '_' || to_char(day, 'YYYYMMDD');
        IF to_regclass(child) IS NULL THEN
            EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                           child, parent, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
        END IF;
    END LOOP;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
SELECT make_day((current_date + d)::date) FROM generate_series(-1, 7) AS d;
-- +goose StatementEnd
