-- +goose NO TRANSACTION
-- +goose Up

-- Onboardings whose personal data is to be erased some day, by when they ended; while the previous release runs, it ends some without noting when. The
-- index is dropped first: an attempt that was interrupted leaves one that is not valid. It replaces one by the last change.
DROP INDEX CONCURRENTLY IF EXISTS onboardings_ended;
CREATE INDEX CONCURRENTLY onboardings_ended ON onboardings (coalesce(ended_at, updated_at))
    WHERE shredded_at IS NULL AND (status IN ('cancelled', 'expired', 'rejected') OR merchant_status = 'closed');
DROP INDEX CONCURRENTLY IF EXISTS onboardings_to_erase;
