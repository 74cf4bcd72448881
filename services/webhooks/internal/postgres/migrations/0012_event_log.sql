-- +goose Up
SET LOCAL lock_timeout = '5s';

-- The order of events for readers: an event has a position once its deliveries are stored. Positions are visible in their order, which
-- neither ids nor the numbers of the outbox are: a transaction may commit later than one that began after it.
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

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION make_day(day date) RETURNS void LANGUAGE plpgsql AS $$
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

-- The days that there are events of: what waits in the outbox may be older than yesterday.
-- +goose StatementBegin
SELECT make_day(to_date(right(c.relname, 8), 'YYYYMMDD'))
FROM   pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'events'::regclass;
-- +goose StatementEnd

-- An event gets its position when its outbox row ends, whichever release of the program ends it. The lock is kept until the commit, so
-- that no position becomes visible before a lower one.
-- +goose StatementBegin
CREATE FUNCTION append_event_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(8097877249811447810); -- any constant of our own
    INSERT INTO event_log (position, created_at, event_id, tenant_id, livemode, type)
    SELECT nextval('event_log_position'), o.created_at, o.event_id, e.tenant_id, e.livemode, e.type
    FROM   ended o CROSS JOIN LATERAL ( -- by key, each in its partition: the planner does not choose to read the whole table
        SELECT tenant_id, livemode, type FROM events WHERE created_at = o.created_at AND id = o.event_id LIMIT 1
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
