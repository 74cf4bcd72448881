-- +goose NO TRANSACTION
-- +goose Up

-- What operators find by. Each is dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS onboardings_lookups;
CREATE INDEX CONCURRENTLY onboardings_lookups ON onboardings USING gin (lookups);
DROP INDEX CONCURRENTLY IF EXISTS onboardings_without_lookups;
CREATE INDEX CONCURRENTLY onboardings_without_lookups ON onboardings (ref) WHERE lookups IS NULL AND shredded_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS onboardings_by_reference;
CREATE INDEX CONCURRENTLY onboardings_by_reference ON onboardings (partner_external_ref);
DROP INDEX CONCURRENTLY IF EXISTS refunds_by_reference;
CREATE INDEX CONCURRENTLY refunds_by_reference ON refunds (external_ref);
