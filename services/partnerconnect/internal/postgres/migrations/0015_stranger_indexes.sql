-- +goose NO TRANSACTION
-- +goose Up

-- Dropped first: an attempt that was interrupted leaves an index that is not valid.

-- Sessions that have proved nothing are counted when another one is opened.
DROP INDEX CONCURRENTLY IF EXISTS hosted_sessions_unproven;
CREATE INDEX CONCURRENTLY hosted_sessions_unproven ON hosted_sessions (onboarding_ref, link_id, network, created_at) WHERE email_at IS NULL;

-- Messages are deleted when they have been kept for long enough.
DROP INDEX CONCURRENTLY IF EXISTS messages_old;
CREATE INDEX CONCURRENTLY messages_old ON messages (created_at);

-- How many identity checks an onboarding has started lately is bounded.
DROP INDEX CONCURRENTLY IF EXISTS verification_sessions_of;
CREATE INDEX CONCURRENTLY verification_sessions_of ON verification_sessions (onboarding_ref, created_at);
