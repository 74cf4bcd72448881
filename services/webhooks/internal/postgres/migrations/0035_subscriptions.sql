-- +goose Up
SET LOCAL lock_timeout = '5s';

-- By the types of events, the active endpoints of a tenant that list them, with what else decides who gets an event: an event reads these rows and nothing else.
-- Where an endpoint lists all types, only those about endpoints are further ones, which all types do not include.
-- It replaces endpoint_types, which stays for the release before.
CREATE TABLE subscriptions (
    tenant_id   text        NOT NULL,
    livemode    boolean     NOT NULL,
    type        text        NOT NULL,
    endpoint_id uuid        NOT NULL,
    activation  integer     NOT NULL,
    created_at  timestamptz NOT NULL, -- of the endpoint
    filter      text        NOT NULL,
    channels    text[]      NOT NULL,
    PRIMARY KEY (tenant_id, livemode, type, endpoint_id)
);

-- +goose StatementBegin
CREATE FUNCTION store_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM subscriptions WHERE tenant_id = OLD.tenant_id AND livemode = OLD.livemode AND type = ANY(OLD.events) AND endpoint_id = OLD.id;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.is_active THEN
        INSERT INTO subscriptions (tenant_id, livemode, type, endpoint_id, activation, created_at, filter, channels)
        SELECT NEW.tenant_id, NEW.livemode, type, NEW.id, NEW.activation, NEW.created_at, NEW.filter, NEW.channels
        FROM   (SELECT DISTINCT unnest(NEW.events)) AS t(type)
        WHERE  type = '*' OR type LIKE 'endpoint.%' OR '*' <> ALL(NEW.events);
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER subscriptions AFTER INSERT OR DELETE ON endpoints FOR EACH ROW EXECUTE FUNCTION store_subscriptions();
CREATE TRIGGER subscriptions_changed AFTER UPDATE ON endpoints FOR EACH ROW
    WHEN ((OLD.events, OLD.is_active, OLD.activation, OLD.filter, OLD.channels) IS DISTINCT FROM (NEW.events, NEW.is_active, NEW.activation, NEW.filter, NEW.channels))
    EXECUTE FUNCTION store_subscriptions();
