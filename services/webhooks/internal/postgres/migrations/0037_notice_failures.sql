-- +goose Up
SET LOCAL lock_timeout = '5s';

-- What became of the last e-mail to an address: why it may not have arrived, and how many in a row did not.
ALTER TABLE notice_addresses
    ADD COLUMN mail_failure  text,
    ADD COLUMN mail_failures integer NOT NULL DEFAULT 0;
