-- +goose NO TRANSACTION
-- +goose Up

-- The title of a verification transfer ends with the merchant's reference. The index is dropped first: an attempt that was interrupted
-- leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS onboardings_transfer_title;
CREATE INDEX CONCURRENTLY onboardings_transfer_title ON onboardings (right(ref, 10)) WHERE livemode;
