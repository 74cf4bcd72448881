-- +goose Up

-- The oldest program that runs on this schema, by the newest migration that it was built with. A migration that leaves
-- older programs behind raises it: they report that they are not ready from then on.
CREATE TABLE schema_support (
    oldest_program bigint  NOT NULL,
    only_row       boolean PRIMARY KEY DEFAULT true CHECK (only_row)
);
INSERT INTO schema_support (oldest_program) VALUES (1);


-- Tenants and their keys

-- A partner of partner connect is a tenant with the partner's id. envelope_tenant is what the envelopes of a tenant's
-- events name; null: its id.
CREATE TABLE tenants (
    id              text        PRIMARY KEY,
    name            text        NOT NULL,
    envelope_tenant text,
    created_at      timestamptz NOT NULL,
    CONSTRAINT tenants_id_check CHECK (id ~ '^ten_[0-9a-z]{1,60}$' OR id ~ '^ptn_[a-z0-9][a-z0-9_-]{0,59}$' AND envelope_tenant IS NOT NULL)
);

-- A key is stored as the SHA-256 of its text; prefix is the part that people see.
CREATE TABLE api_keys (
    id           text        PRIMARY KEY,
    tenant_id    text        NOT NULL REFERENCES tenants,
    livemode     boolean     NOT NULL,
    hash         bytea       NOT NULL UNIQUE CHECK (length(hash) = 32),
    prefix       text        NOT NULL,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz,
    revoked_at   timestamptz,
    last_used_at timestamptz -- to an hour
);

-- Permissions that a tenant has lost, of those that events need (events.permissions).
CREATE TABLE withdrawn_permissions (
    tenant_id    text        NOT NULL REFERENCES tenants ON DELETE CASCADE,
    livemode     boolean     NOT NULL,
    permission   text        NOT NULL,
    withdrawn_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, livemode, permission)
);

-- Calls that carried an Idempotency-Key. id is the SHA-256 of holder, mode, route, On-Behalf-Of and key. fingerprint (of
-- the request) and answer are sealed; answer is null while the call runs. A claim without an answer lapses at lease_until.
CREATE TABLE idempotency_keys (
    id          bytea       PRIMARY KEY CHECK (length(id) = 32),
    fingerprint bytea       NOT NULL,
    claim       uuid        NOT NULL,
    lease_until timestamptz NOT NULL,
    kept_until  timestamptz NOT NULL,
    answer      bytea
);
CREATE INDEX idempotency_keys_forgotten ON idempotency_keys (kept_until);


-- Endpoints

-- sealed_headers are JSON of names and values, encrypted; null: none. A new activation cancels the deliveries of those
-- before it.
CREATE TABLE endpoints (
    id                 uuid        PRIMARY KEY,
    tenant_id          text        NOT NULL REFERENCES tenants,
    livemode           boolean     NOT NULL,
    url                text        NOT NULL CHECK (length(url) <= 2048),
    description        text        CHECK (char_length(description) BETWEEN 1 AND 500),
    events             text[]      NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 64),
    channels           text[]      NOT NULL DEFAULT '{}',              -- if any, only their events
    filter             text        NOT NULL DEFAULT '',                -- an expression in CEL; empty: every event of its types
    honour_retry_after boolean     NOT NULL DEFAULT false,
    deactivate_on_410  boolean     NOT NULL DEFAULT false,
    rate_limit         integer     NOT NULL DEFAULT 0,                 -- requests a second; 0: any number
    body_preset        text        NOT NULL DEFAULT '',                -- shape of its requests; empty, as the expression: the event itself
    body_expression    text        NOT NULL DEFAULT '',
    order_by           text        NOT NULL DEFAULT '',                -- an expression in CEL for the key of an event; empty: deliveries have no order
    order_on_failure   text        NOT NULL DEFAULT 'skip' CHECK (order_on_failure IN ('skip', 'stop')), -- what becomes of the other events of a key
    recovery_window    interval    NOT NULL DEFAULT '0' CHECK (recovery_window >= '0'), -- how far back a re-activation recovers; 0: not at all
    header_names       text[]      NOT NULL DEFAULT '{}',
    sealed_headers     bytea,
    signatures         text[]      NOT NULL DEFAULT '{hmac}' CHECK (cardinality(signatures) BETWEEN 1 AND 3), -- forms
    authentication     jsonb,                                          -- what is shown of it; none: null
    sealed_authentication bytea,
    certificate_due_at timestamptz,                                    -- when the client certificate is to be renewed, or a notice of its end is due
    secret_rotated_at  timestamptz,
    is_active          boolean     NOT NULL,
    disabled_at        timestamptz,
    activation         integer     NOT NULL,
    failure_count      integer     NOT NULL DEFAULT 0 CHECK (failure_count >= 0),
    failed_attempts    integer     NOT NULL DEFAULT 0,                 -- in a row since the last one that succeeded
    failing_since      timestamptz,                                    -- time of the oldest event whose delivery failed since the last success
    missed_since       timestamptz,                                    -- while inactive: no event older than this was missed because of that
    moved_at           timestamptz,                                    -- when attempts were moved to now last: dispatchers check retries whose messages are older
    last_triggered_at  timestamptz,
    last_success_at    timestamptz,
    last_failure_at    timestamptz,
    last_status        integer,
    proven_at          timestamptz,                                    -- when the receiver proved who controls it; null: not, since the URL was set
    awaits_proof       boolean     NOT NULL DEFAULT false,             -- inactive because proof is required
    challenge          text,                                           -- that the receiver is to answer, of which delivery and until when; null: none
    challenge_delivery text,
    challenge_expires_at timestamptz,
    version            bigint      NOT NULL,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    CONSTRAINT endpoints_disabled_is_inactive CHECK (disabled_at IS NULL OR NOT is_active)
);
CREATE INDEX endpoints_by_tenant ON endpoints (tenant_id, livemode, created_at DESC, id DESC);
-- Operators find endpoints by their URL, and those of all tenants that get nothing.
CREATE INDEX endpoints_by_url ON endpoints USING hash (url);
CREATE INDEX endpoints_failing ON endpoints (coalesce(disabled_at, '9999-01-01 00:00:00+00'::timestamptz) DESC, id DESC)
    WHERE (disabled_at IS NOT NULL OR is_active AND (failed_attempts >= 10 OR failure_count >= 25));
CREATE INDEX endpoints_certificate_due ON endpoints (certificate_due_at) WHERE certificate_due_at IS NOT NULL;

-- Signing secrets, encrypted for their endpoint and id.
CREATE TABLE endpoint_secrets (
    id          uuid        PRIMARY KEY,
    endpoint_id uuid        NOT NULL REFERENCES endpoints ON DELETE CASCADE,
    sealed      bytea       NOT NULL,
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz
);
CREATE INDEX endpoint_secrets_by_endpoint ON endpoint_secrets (endpoint_id, created_at DESC);

-- Ed25519 keys that sign requests of a tenant and mode, the seed encrypted for its id. The newest has no ends.
CREATE TABLE key_pairs (
    id              text        PRIMARY KEY,
    tenant_id       text        NOT NULL REFERENCES tenants,
    livemode        boolean     NOT NULL,
    public_key      bytea       NOT NULL CHECK (length(public_key) = 32),
    sealed          bytea       NOT NULL,
    published_at    timestamptz NOT NULL,
    signs_from      timestamptz NOT NULL,
    signs_until     timestamptz,
    published_until timestamptz,
    CONSTRAINT key_pairs_ends CHECK ((signs_until IS NULL) = (published_until IS NULL))
);
CREATE UNIQUE INDEX key_pairs_newest ON key_pairs (tenant_id, livemode) WHERE signs_until IS NULL;
CREATE INDEX key_pairs_by_tenant ON key_pairs (tenant_id, livemode, signs_from DESC);

-- What issues the client certificates that we make for the endpoints of a tenant and mode, the private key encrypted for its id.
CREATE TABLE client_authorities (
    id          uuid        PRIMARY KEY,
    tenant_id   text        NOT NULL REFERENCES tenants,
    livemode    boolean     NOT NULL,
    certificate text        NOT NULL,
    sealed      bytea       NOT NULL,
    created_at  timestamptz NOT NULL,
    UNIQUE (tenant_id, livemode)
);

-- Ends of deliveries by the hour, for health and statistics. took_us is how long the attempts took that delivered, unkeyed how many
-- events had no usable key.
CREATE TABLE endpoint_hours (
    endpoint_id uuid        NOT NULL REFERENCES endpoints ON DELETE CASCADE,
    hour        timestamptz NOT NULL,
    delivered   bigint      NOT NULL,
    failed      bigint      NOT NULL,
    took_us     bigint      NOT NULL DEFAULT 0,
    unkeyed     bigint      NOT NULL DEFAULT 0,
    PRIMARY KEY (endpoint_id, hour)
);
CREATE INDEX endpoint_hours_by_age ON endpoint_hours (hour);

-- The active endpoints of a tenant by the types of events that they list, with all else that decides who gets an event:
-- accepting an event reads these rows and no endpoint. An endpoint that lists all types has a row for `*`, and one for
-- each type that it lists and all types do not include: those about endpoints, and source_addresses.changed.
CREATE TABLE subscriptions (
    tenant_id   text        NOT NULL,
    livemode    boolean     NOT NULL,
    type        text        NOT NULL,
    endpoint_id uuid        NOT NULL,
    activation  integer     NOT NULL,
    created_at  timestamptz NOT NULL, -- of the endpoint
    filter      text        NOT NULL,
    order_by    text        NOT NULL,
    channels    text[]      NOT NULL,
    PRIMARY KEY (tenant_id, livemode, type, endpoint_id)
);

-- The tenants that are informed of source addresses, in order.
CREATE INDEX subscriptions_to_sources ON subscriptions (tenant_id, livemode) WHERE type = 'source_addresses.changed';

-- +goose StatementBegin
CREATE FUNCTION store_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM subscriptions WHERE tenant_id = OLD.tenant_id AND livemode = OLD.livemode AND type = ANY(OLD.events) AND endpoint_id = OLD.id;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.is_active THEN
        INSERT INTO subscriptions (tenant_id, livemode, type, endpoint_id, activation, created_at, filter, order_by, channels)
        SELECT NEW.tenant_id, NEW.livemode, type, NEW.id, NEW.activation, NEW.created_at, NEW.filter, NEW.order_by, NEW.channels
        FROM   (SELECT DISTINCT unnest(NEW.events)) AS t(type)
        WHERE  type = '*' OR type LIKE 'endpoint.%' OR type = 'source_addresses.changed' OR '*' <> ALL(NEW.events);
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER subscriptions AFTER INSERT OR DELETE ON endpoints FOR EACH ROW EXECUTE FUNCTION store_subscriptions();
CREATE TRIGGER subscriptions_changed AFTER UPDATE ON endpoints FOR EACH ROW
    WHEN ((OLD.events, OLD.is_active, OLD.activation, OLD.filter, OLD.order_by, OLD.channels) IS DISTINCT FROM (NEW.events, NEW.is_active, NEW.activation, NEW.filter, NEW.order_by, NEW.channels))
    EXECUTE FUNCTION store_subscriptions();


-- Verification sessions

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
CREATE INDEX verifications_by_external_ref ON verifications (tenant_id, livemode, external_ref) WHERE external_ref IS NOT NULL;
CREATE INDEX verifications_by_merchant_ref ON verifications (tenant_id, livemode, merchant_ref) WHERE merchant_ref IS NOT NULL;
CREATE INDEX verifications_open ON verifications (expires_at) WHERE status IN ('pending', 'in_progress');


-- Events. They, their places in the log, deliveries and attempts are partitioned by the event's creation time, one
-- partition a day (make_day, below). Every message carries that time, so primary keys hold across partitions.

-- permissions are what the tenant needs to get the event, such as the delegation of a merchant.
CREATE TABLE events (
    created_at  timestamptz NOT NULL,
    id          text        NOT NULL,
    tenant_id   text        NOT NULL,
    livemode    boolean     NOT NULL,
    type        text        NOT NULL,
    endpoint_id uuid, -- the only one that gets it; null: all that subscribe
    channel     text,
    permissions text[]      NOT NULL DEFAULT '{}',
    traceparent text        NOT NULL,
    body        bytea       NOT NULL,
    PRIMARY KEY (created_at, id)
) PARTITION BY RANGE (created_at);
CREATE INDEX events_by_tenant ON events (tenant_id, livemode, created_at DESC, id DESC);
CREATE INDEX events_by_type ON events (tenant_id, livemode, type, created_at DESC, id DESC);

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

-- The latest call by which partner connect relayed events: one that comes late is refused.
CREATE TABLE relay_calls (
    one   boolean PRIMARY KEY DEFAULT true CHECK (one),
    epoch bigint  NOT NULL,
    call  bigint  NOT NULL
);
INSERT INTO relay_calls (epoch, call) VALUES (0, 0);

-- One row for each event until its deliveries are stored.
CREATE TABLE outbox (
    seq        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id   text        NOT NULL,
    created_at timestamptz NOT NULL, -- of the event
    tenant_id  text        NOT NULL,
    livemode   boolean     NOT NULL,
    hash       smallint    NOT NULL,          -- of tenant and mode, 0 to 63; the shard follows from it
    writer     bigint      NOT NULL DEFAULT 0 -- the program that hands the event over to its own relay; 0: the row is read
);
-- The condition holds for each row. It keeps the indexes by hash from serving statements that find rows by seq.
-- The relay reads the next rows of each hash, however many rows of others there are.
CREATE INDEX outbox_by_hash ON outbox (hash, seq) WHERE hash >= 0;
-- The relay passes over the rows of tenants that wait, and a publisher finds rows that others stored, however many there are.
CREATE INDEX outbox_by_scope ON outbox (hash, tenant_id, livemode, writer, seq) WHERE hash >= 0;
-- Truncation takes a lock that stops publishing.
ALTER TABLE outbox SET (vacuum_truncate = false);

-- The order of events for readers. Positions become visible in their order, which neither ids nor outbox.seq do: a
-- transaction may commit later than one that began after it.
CREATE TABLE event_log (
    position   bigint      NOT NULL,
    created_at timestamptz NOT NULL, -- of the event
    event_id   text        NOT NULL,
    tenant_id  text        NOT NULL,
    livemode   boolean     NOT NULL,
    type       text        NOT NULL,
    PRIMARY KEY (created_at, event_id)
) PARTITION BY RANGE (created_at);
CREATE INDEX event_log_by_position ON event_log (position);
CREATE INDEX event_log_by_tenant ON event_log (tenant_id, livemode, position);
CREATE SEQUENCE event_log_position;

-- An event gets its position when its outbox row is deleted: its deliveries are stored then. The lock is kept until the
-- commit, so that no position becomes visible before a lower one. Without a deleted row nothing is locked.
-- +goose StatementBegin
CREATE FUNCTION append_event_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    first_at timestamptz;
    last_at  timestamptz;
BEGIN
    SELECT min(created_at), max(created_at) INTO first_at, last_at FROM ended;
    IF first_at IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM pg_advisory_xact_lock(8097877249811447810); -- any constant of our own
    INSERT INTO event_log (position, created_at, event_id, tenant_id, livemode, type)
    SELECT nextval('event_log_position'), o.created_at, o.event_id, e.tenant_id, e.livemode, e.type
    FROM   ended o CROSS JOIN LATERAL ( -- by key, each in its partition: the planner does not choose to read the whole table
        SELECT tenant_id, livemode, type FROM events WHERE created_at BETWEEN first_at AND last_at AND created_at = o.created_at AND id = o.event_id LIMIT 1
    ) e
    ORDER  BY o.seq;
    IF FOUND THEN
        PERFORM pg_notify('event_log', '');
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER event_log AFTER DELETE ON outbox REFERENCING OLD TABLE AS ended
    FOR EACH STATEMENT EXECUTE FUNCTION append_event_log();


-- Deliveries

-- overdue_at is when an outcome is overdue: the sweep then looks for the message. It is infinite while the delivery waits
-- behind another one of its key.
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
    activation      integer     NOT NULL, -- of the endpoint when the run began
    attempt_count   integer     NOT NULL DEFAULT 0,
    moved_attempt   integer     NOT NULL DEFAULT 0, -- number of the run's attempt that was moved to now, which ends earlier messages of it; 0: none
    next_attempt_at timestamptz,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    completed_at    timestamptz,
    overdue_at      timestamptz,
    order_key       text, -- by order_by of the endpoint; null: it has no order
    PRIMARY KEY (event_at, id),
    CONSTRAINT deliveries_end CHECK ((status = 'pending') = (completed_at IS NULL) AND (status = 'pending') = (overdue_at IS NOT NULL))
) PARTITION BY RANGE (event_at);
CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, event_at DESC, id DESC);
CREATE INDEX deliveries_pending_by_time ON deliveries (endpoint_id, event_at DESC, id DESC) WHERE status = 'pending';
-- Lists by a rare end would walk past all deliveries that went well without it.
CREATE INDEX deliveries_ended_badly ON deliveries (endpoint_id, status, event_at DESC, id DESC) WHERE status IN ('failed', 'cancelled');
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
    body_omitted       boolean     NOT NULL DEFAULT false, -- a body arrived and is not stored: the tenant's share of the minute was used up
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

-- Attempts of doubtful messages that are being made. Unlogged: by the time that the server is back after a crash, they
-- have ended.
CREATE UNLOGGED TABLE attempt_claims (
    delivery_id text        NOT NULL,
    run         integer     NOT NULL,
    number      integer     NOT NULL,
    ends_at     timestamptz NOT NULL,
    PRIMARY KEY (delivery_id, run, number)
);

-- Pending deliveries for whose next attempt no stream has room. They are sent again from here when the attempt is due
-- and their endpoint has nothing parked; a moved one is sent although others are parked.
CREATE TABLE held_deliveries (
    event_at    timestamptz NOT NULL, -- with delivery_id the key of the delivery, which may be stored a moment later
    delivery_id text        NOT NULL,
    endpoint_id uuid        NOT NULL,
    run         integer     NOT NULL,
    attempt     integer     NOT NULL, -- the number of the attempt to make
    due_at      timestamptz NOT NULL,
    held_at     timestamptz NOT NULL DEFAULT now(), -- last; one that is later than the endpoint's last sending was given back
    moved       boolean     NOT NULL DEFAULT false, -- to now, and not given back since
    PRIMARY KEY (event_at, delivery_id)
);
CREATE INDEX held_deliveries_by_endpoint ON held_deliveries (endpoint_id, due_at);
CREATE INDEX held_deliveries_moved ON held_deliveries (endpoint_id, due_at) WHERE moved;

-- Deliveries with an order that have not ended, and those that failed and stop their key. The primary key is the rule:
-- one of a key is under way at a time.
CREATE TABLE ordered_deliveries (
    endpoint_id uuid        NOT NULL,
    key         text        NOT NULL COLLATE "C",
    turn        bigint      NOT NULL, -- 0: under way; the others wait, by the position of their event in the log
    event_at    timestamptz NOT NULL, -- with delivery_id the key of the delivery
    delivery_id text        NOT NULL,
    resend_at   timestamptz, -- when the sweep sends it once more, in case that the program which released it could not; null: it waits, or that is done
    PRIMARY KEY (endpoint_id, key, turn)
);
CREATE INDEX ordered_deliveries_resent ON ordered_deliveries (resend_at) WHERE resend_at IS NOT NULL;

-- Endpoints that stopped being active, whose pending deliveries are cancelled in the background.
CREATE TABLE cancellations (
    endpoint_id uuid    PRIMARY KEY,
    activation  integer NOT NULL -- runs of this activation and earlier ones are cancelled
);

-- Deliveries of all programs that ended within ten minutes, and the number of the last event that was accepted by then.
-- Kept for two days.
CREATE TABLE delivery_statistics (
    since      timestamptz PRIMARY KEY,
    last_event bigint      NOT NULL,
    delivered  bigint      NOT NULL,
    failed     bigint      NOT NULL,
    latencies  bigint[]    NOT NULL
);

-- Makes the partitions of one day, if they do not exist yet.
-- +goose StatementBegin
CREATE FUNCTION make_day(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    parent text;
    child  text;
BEGIN
    FOREACH parent IN ARRAY ARRAY['events', 'deliveries', 'attempts', 'event_log'] LOOP
        child := parent || '_' || to_char(day, 'YYYYMMDD');
        IF to_regclass(child) IS NULL THEN
            EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                           child, parent, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
        END IF;
    END LOOP;
END $$;
-- +goose StatementEnd
SELECT make_day((current_date + d)::date) FROM generate_series(-1, 7) AS d;


-- Recoveries

-- A durable job that sends what an endpoint missed. (cursor_at, cursor_id) is the last event that it looked at.
CREATE TABLE recoveries (
    id            text        PRIMARY KEY,
    endpoint_id   uuid        NOT NULL REFERENCES endpoints ON DELETE CASCADE,
    tenant_id     text        NOT NULL,
    livemode      boolean     NOT NULL,
    status        text        NOT NULL CHECK (status IN ('running', 'completed', 'cancelled')),
    automatic     boolean     NOT NULL DEFAULT false, -- started by a re-activation, not by a call
    bulk_id       text,                               -- the bulk recovery that it is a part of
    since         timestamptz NOT NULL,
    since_clamped boolean     NOT NULL DEFAULT false, -- an earlier start was asked for than the creation of the endpoint, where it begins instead
    until         timestamptz NOT NULL,
    statuses      text[]      NOT NULL,
    event_types   text[],                             -- null: all that the endpoint subscribes to
    matched       bigint,
    requeued      bigint      NOT NULL DEFAULT 0,
    cursor_at     timestamptz NOT NULL,
    cursor_id     text        NOT NULL DEFAULT '',
    stepped_at    timestamptz NOT NULL,               -- last step
    created_at    timestamptz NOT NULL,
    finished_at   timestamptz,
    CONSTRAINT recoveries_end CHECK ((status = 'running') = (finished_at IS NULL))
);
-- Tenants take turns with their recoveries, and so do the recoveries of a tenant: the one that waited longest is next.
CREATE INDEX recoveries_running_by_turn ON recoveries (tenant_id, stepped_at) WHERE status = 'running';
CREATE INDEX recoveries_by_endpoint ON recoveries (endpoint_id);

-- A durable job that recovers what many endpoints missed, by a recovery for each. A condition that is null does not
-- restrict it.
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

-- What a bulk recovery does for each endpoint. The row stays when the endpoint is deleted.
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


-- Notices

-- What operators are notified of, in order. A row is written in the transaction that makes it true.
CREATE TABLE notices (
    id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind          text        NOT NULL,
    endpoint_id   uuid, -- null: it is about the tenant
    tenant_id     text        NOT NULL,
    livemode      boolean     NOT NULL,
    failure_count integer     NOT NULL,
    actor         text,                 -- who asked for what an operator did to an endpoint
    reason        text,
    created_at    timestamptz NOT NULL,
    xact          xid8        NOT NULL DEFAULT pg_current_xact_id() -- who wrote it; see selectNotices
);
CREATE INDEX notices_by_age ON notices (created_at);
-- The notices of a tenant, and of one endpoint, newest first.
CREATE INDEX notices_by_tenant ON notices (tenant_id, id);
CREATE INDEX notices_by_endpoint ON notices (endpoint_id, id);

-- When a tenant and mode last had a notice of a kind about a limit: all programs together make one in a while.
CREATE TABLE limit_notices (
    tenant_id   text        NOT NULL,
    livemode    boolean     NOT NULL,
    kind        text        NOT NULL,
    noticed_at  timestamptz NOT NULL,
    waited_at   timestamptz,                 -- when events last waited for the rate of deliveries
    waited_rate integer     NOT NULL DEFAULT 0, -- that rate, in deliveries a minute
    PRIMARY KEY (tenant_id, livemode, kind)
);

-- Where a tenant is notified by e-mail of what happens to its endpoints. A new address replaces the confirmed one when
-- it is confirmed itself.
CREATE TABLE notice_addresses (
    id                 text        PRIMARY KEY,
    tenant_id          text        NOT NULL REFERENCES tenants ON DELETE CASCADE,
    livemode           boolean     NOT NULL,
    sealed             bytea       NOT NULL,
    language           text        NOT NULL CHECK (language IN ('en', 'pl')),
    confirm_hash       bytea       NOT NULL UNIQUE,
    confirm_expires_at timestamptz NOT NULL,
    confirmed_at       timestamptz,
    next_mail_at       timestamptz NOT NULL,
    mail_failure       text,                       -- why the last e-mail may not have arrived
    mail_failures      integer     NOT NULL DEFAULT 0, -- how many in a row did not
    created_at         timestamptz NOT NULL
);
CREATE UNIQUE INDEX notice_addresses_of_scope ON notice_addresses (tenant_id, livemode, (confirmed_at IS NULL));
CREATE INDEX notice_addresses_due ON notice_addresses (next_mail_at) WHERE confirmed_at IS NOT NULL;

-- Requests for a confirmation, which are limited.
CREATE TABLE notice_confirmations (
    tenant_id text        NOT NULL REFERENCES tenants ON DELETE CASCADE,
    livemode  boolean     NOT NULL,
    sent_at   timestamptz NOT NULL
);
CREATE INDEX notice_confirmations_of_scope ON notice_confirmations (tenant_id, livemode, sent_at);
CREATE INDEX notice_confirmations_sent ON notice_confirmations (sent_at);

-- Changes of endpoints that are in no e-mail yet.
CREATE TABLE endpoint_notices (
    id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id     text        NOT NULL,
    livemode      boolean     NOT NULL,
    type          text        NOT NULL,
    url           text        NOT NULL,
    failure_count integer     NOT NULL,
    happened_at   timestamptz NOT NULL
);
CREATE INDEX endpoint_notices_of_scope ON endpoint_notices (tenant_id, livemode, id);
CREATE INDEX endpoint_notices_happened ON endpoint_notices (happened_at);


-- The portal

-- How the portal looks for a tenant, and where it may lead and be shown.
CREATE TABLE portal_settings (
    tenant_id     text        PRIMARY KEY REFERENCES tenants ON DELETE CASCADE,
    name          text        NOT NULL,
    colour        text        NOT NULL,
    logo          bytea       NOT NULL,
    return_urls   text[]      NOT NULL,
    frame_origins text[]      NOT NULL,
    updated_at    timestamptz NOT NULL
);

-- Visits of the portal. Link and session are known by hashes of their secrets.
CREATE TABLE portal_sessions (
    id              text        PRIMARY KEY,
    tenant_id       text        NOT NULL REFERENCES tenants ON DELETE CASCADE,
    livemode        boolean     NOT NULL,
    role            text        NOT NULL CHECK (role IN ('viewer', 'manager')),
    key_id          text        NOT NULL, -- of api_keys; of a partner, a key of partner connect
    return_url      text        NOT NULL,
    link_hash       bytea       NOT NULL UNIQUE,
    link_expires_at timestamptz NOT NULL,
    hash            bytea       UNIQUE, -- once it was opened
    expires_at      timestamptz,
    revoked_at      timestamptz,
    created_at      timestamptz NOT NULL,
    CHECK ((hash IS NULL) = (expires_at IS NULL))
);
CREATE INDEX portal_sessions_created ON portal_sessions (created_at);

-- Forms that a session has sent: a repeat of one does nothing. They go with their session.
CREATE TABLE portal_forms (
    session_id text        NOT NULL REFERENCES portal_sessions ON DELETE CASCADE,
    name       bytea       NOT NULL, -- of the sending
    sent_at    timestamptz NOT NULL,
    PRIMARY KEY (session_id, name)
);


-- Operators

-- Addresses from which requests to endpoints come, as operators announce them. Of those that were not withdrawn, the
-- latest that is effective holds, and at most one is ahead.
CREATE TABLE source_addresses (
    id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    ranges        text[]      NOT NULL,               -- empty: any address
    effective_at  timestamptz NOT NULL,
    announced_at  timestamptz NOT NULL,
    withdrawn_at  timestamptz,                        -- when a later announcement replaced it before it held
    informed_tenant   text        NOT NULL DEFAULT '',    -- the last tenant and mode that have the event
    informed_livemode boolean     NOT NULL DEFAULT false,
    informed_at       timestamptz                         -- when all have it; null: not yet
);
CREATE INDEX source_addresses_stated ON source_addresses (effective_at DESC, id DESC) WHERE withdrawn_at IS NULL;
CREATE INDEX source_addresses_uninformed ON source_addresses (id) WHERE informed_at IS NULL;

-- Tokens by which people made a call, until they have expired: each opens one call.
CREATE TABLE person_tokens_used (
    jti        text        PRIMARY KEY,
    expires_at timestamptz NOT NULL
);
CREATE INDEX person_tokens_used_by_end ON person_tokens_used (expires_at);

-- What operators did: one row for each call of a method that changes something, written with the change.
CREATE TABLE audit_entries (
    seq              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    xact             xid8        NOT NULL DEFAULT pg_current_xact_id(),
    at               timestamptz NOT NULL,
    operation        text        NOT NULL,
    object_id        text        NOT NULL,
    tenant_id        text        NOT NULL,
    operator_subject text        NOT NULL,
    operator_name    text        NOT NULL,
    operator_roles   text[]      NOT NULL,
    reason           text        NOT NULL,
    request_id       text        NOT NULL
);
CREATE INDEX audit_entries_by_commit ON audit_entries (xact, seq);
CREATE INDEX audit_entries_by_time ON audit_entries (at, seq);
CREATE INDEX audit_entries_by_operation ON audit_entries (operation, at, seq);
CREATE INDEX audit_entries_by_object ON audit_entries (object_id, at, seq);
CREATE INDEX audit_entries_by_tenant ON audit_entries (tenant_id, at, seq);
CREATE INDEX audit_entries_by_subject ON audit_entries (operator_subject, at, seq);
CREATE INDEX audit_entries_by_name ON audit_entries (operator_name, at, seq);

-- The entries, chained by hashes in the order of their transactions. One program at a time lengthens the chain, behind
-- the transactions that write entries, so that these do not wait for each other.
CREATE TABLE audit_chain (
    position bigint PRIMARY KEY CHECK (position > 0),
    seq      bigint NOT NULL UNIQUE REFERENCES audit_entries,
    xact     xid8   NOT NULL,
    hash     bytea  NOT NULL CHECK (length(hash) = 32)
);

-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
-- +goose StatementEnd
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The last verification of the trail. A program that verifies it because it is due claims it until a time.
CREATE TABLE integrity_checks (
    kind          text        PRIMARY KEY,
    at            timestamptz,
    intact        boolean     NOT NULL DEFAULT true,
    actor         text        NOT NULL DEFAULT '',
    name          text        NOT NULL DEFAULT '',
    claimed_until timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO integrity_checks (kind) VALUES ('audit');
