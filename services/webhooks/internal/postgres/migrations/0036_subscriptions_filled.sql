-- +goose NO TRANSACTION
-- +goose Up

-- The endpoints from before the triggers, a thousand at a time: each is locked until its rows are stored, so that they are those of its latest change.
-- +goose StatementBegin
DO $$
DECLARE
    batch  uuid[];
    latest uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
    LOOP
        SELECT array_agg(id ORDER BY id) INTO batch FROM (SELECT id FROM endpoints WHERE id > latest ORDER BY id LIMIT 1000) p;
        EXIT WHEN batch IS NULL;
        INSERT INTO subscriptions (tenant_id, livemode, type, endpoint_id, activation, created_at, filter, channels)
        SELECT p.tenant_id, p.livemode, t.type, p.id, p.activation, p.created_at, p.filter, p.channels
        FROM   (SELECT * FROM endpoints WHERE id = ANY(batch) AND is_active ORDER BY id FOR SHARE) p
        CROSS  JOIN LATERAL (SELECT DISTINCT unnest(p.events)) AS t(type)
        WHERE  t.type = '*' OR t.type LIKE 'endpoint.%' OR '*' <> ALL(p.events)
        ON     CONFLICT DO NOTHING;
        COMMIT;
        latest := batch[cardinality(batch)];
    END LOOP;
END $$;
-- +goose StatementEnd
