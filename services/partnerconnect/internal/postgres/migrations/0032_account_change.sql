-- +goose Up
SET LOCAL lock_timeout = '5s';

-- The account that a merchant asked to be paid to from then on, sealed, and when the change takes effect or lapses.
ALTER TABLE onboardings
    ADD COLUMN account_change    bytea,
    ADD COLUMN account_change_at timestamptz;

-- What codes are for is known to the program alone, which has more uses by now.
ALTER TABLE hosted_codes DROP CONSTRAINT hosted_codes_use_check;
