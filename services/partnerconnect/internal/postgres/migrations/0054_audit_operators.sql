-- +goose Up
SET LOCAL lock_timeout = '5s';

-- The person who acted for the payments company, with the roles of the time, and why; empty where no person did.
ALTER TABLE audit_entries
    ADD COLUMN operator_subject text NOT NULL DEFAULT '',
    ADD COLUMN operator_name    text NOT NULL DEFAULT '',
    ADD COLUMN operator_roles   text NOT NULL DEFAULT '',
    ADD COLUMN reason           text NOT NULL DEFAULT '';
