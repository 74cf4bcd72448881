-- +goose Up

-- Who sent a transfer that nothing explains yet, sealed with the keyring: whoever it is matched to by hand, the amount is returned to the
-- sender. It is erased when the line is explained. A transfer that the bank rail reports may be of no merchant.
SET LOCAL lock_timeout = '5s';
ALTER TABLE bank_lines ADD COLUMN sender bytea;
ALTER TABLE provider_reports ALTER COLUMN merchant_ref DROP NOT NULL;
