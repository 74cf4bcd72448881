-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Keyed hashes of what operators find an onboarding by that is encrypted. Null: not made yet, which the sweep does.
ALTER TABLE onboardings ADD COLUMN lookups text[];
