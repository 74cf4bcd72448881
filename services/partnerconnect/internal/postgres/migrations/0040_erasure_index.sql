-- +goose NO TRANSACTION
-- +goose Up

-- Onboardings whose personal data is to be erased some day. The index is dropped first: an attempt that was interrupted leaves one that is
-- not valid. It replaces one without merchants that are closed or refused.
DROP INDEX CONCURRENTLY IF EXISTS onboardings_to_erase;
CREATE INDEX CONCURRENTLY onboardings_to_erase ON onboardings (updated_at)
    WHERE shredded_at IS NULL AND (status IN ('cancelled', 'expired', 'rejected') OR merchant_status = 'closed');
DROP INDEX CONCURRENTLY IF EXISTS onboardings_to_shred;
