-- +goose Up
SET LOCAL lock_timeout = '5s';

-- When the onboarding ended, or its merchant closed the account: personal data is kept from then on, whatever is written to the row afterwards.
ALTER TABLE onboardings ADD COLUMN ended_at timestamptz;

-- allowed: drop-column: no program has read or written it since channels have currencies (0022).
ALTER TABLE onboardings DROP COLUMN currencies;
