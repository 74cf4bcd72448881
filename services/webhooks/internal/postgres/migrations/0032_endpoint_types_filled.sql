-- +goose Up

-- The endpoints from before the triggers. One that changes meanwhile may keep a type that it lists no more, which costs a read.
INSERT INTO endpoint_types (tenant_id, livemode, type, endpoint_id)
SELECT p.tenant_id, p.livemode, t.type, p.id FROM endpoints p CROSS JOIN LATERAL (SELECT DISTINCT unnest(p.events)) AS t(type)
WHERE  t.type = '*' OR t.type LIKE 'endpoint.%' OR '*' <> ALL(p.events)
ON     CONFLICT DO NOTHING;
