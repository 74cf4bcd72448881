-- +goose Up

-- Of the partitions of events only those of the span of the rows are opened, and nothing is locked when no row has ended.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION append_event_log() RETURNS trigger LANGUAGE plpgsql AS $$
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
