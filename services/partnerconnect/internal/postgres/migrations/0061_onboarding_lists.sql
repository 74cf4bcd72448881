-- +goose NO TRANSACTION
-- +goose Up

-- Onboardings of operators' lists by status, and what happened to one of them. Each index is dropped first: an attempt that was interrupted
-- leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS onboardings_of_status;
CREATE INDEX CONCURRENTLY onboardings_of_status ON onboardings (status, livemode, updated_at, ref);
DROP INDEX CONCURRENTLY IF EXISTS events_of_merchant;
CREATE INDEX CONCURRENTLY events_of_merchant ON events (merchant_ref, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS provider_reports_of_merchant;
CREATE INDEX CONCURRENTLY provider_reports_of_merchant ON provider_reports (merchant_ref, received_at);
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_of_acts;
CREATE INDEX CONCURRENTLY audit_entries_of_acts ON audit_entries (merchant_ref, at, seq) WHERE actor = 'operator';
