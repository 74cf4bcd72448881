-- +goose Up
SET LOCAL lock_timeout = '5s';

-- By the types of events, the endpoints of a tenant that list them: an event reads these and none of the others. Where an endpoint lists all types, only
-- those about endpoints are further ones, which all types do not include. It serves as an index: what an endpoint lists is what its own row says.
CREATE TABLE endpoint_types (
    tenant_id   text    NOT NULL,
    livemode    boolean NOT NULL,
    type        text    NOT NULL,
    endpoint_id uuid    NOT NULL,
    PRIMARY KEY (tenant_id, livemode, type, endpoint_id)
);

-- +goose StatementBegin
CREATE FUNCTION store_endpoint_types() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM endpoint_types WHERE tenant_id = OLD.tenant_id AND livemode = OLD.livemode AND type = ANY(OLD.events) AND endpoint_id = OLD.id;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO endpoint_types (tenant_id, livemode, type, endpoint_id)
        SELECT NEW.tenant_id, NEW.livemode, type, NEW.id FROM (SELECT DISTINCT unnest(NEW.events)) AS t(type)
        WHERE  type = '*' OR type LIKE 'endpoint.%' OR '*' <> ALL(NEW.events)
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER endpoint_types AFTER INSERT OR DELETE ON endpoints FOR EACH ROW EXECUTE FUNCTION store_endpoint_types();
CREATE TRIGGER endpoint_types_changed AFTER UPDATE ON endpoints FOR EACH ROW WHEN (OLD.events IS DISTINCT FROM NEW.events) EXECUTE FUNCTION store_endpoint_types();
