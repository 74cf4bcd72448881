-- +goose Up

-- Lists filtered by an end that is rare: without these they would walk past every delivery that went well.
CREATE INDEX deliveries_ended_badly ON deliveries (endpoint_id, status, event_at DESC, id DESC) WHERE status IN ('failed', 'cancelled');

-- Pending deliveries in the order of the list.
CREATE INDEX deliveries_pending_by_time ON deliveries (endpoint_id, event_at DESC, id DESC) WHERE status = 'pending';
DROP INDEX deliveries_pending;

CREATE INDEX events_by_type ON events (tenant_id, livemode, type, created_at DESC, id DESC);

CREATE INDEX verifications_by_external_ref ON verifications (tenant_id, livemode, external_ref) WHERE external_ref IS NOT NULL;
CREATE INDEX verifications_by_merchant_ref ON verifications (tenant_id, livemode, merchant_ref) WHERE merchant_ref IS NOT NULL;
