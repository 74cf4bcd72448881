-- +goose NO TRANSACTION
-- +goose Up

-- Changes of payout accounts that are due. The index is dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS onboardings_account_change;
CREATE INDEX CONCURRENTLY onboardings_account_change ON onboardings (account_change_at) WHERE account_change_at IS NOT NULL;
