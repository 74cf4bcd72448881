-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Names of the people of the payments company who propose and decide, as the identity provider gave them; empty when it gave none, and of
-- approvals of earlier versions.
ALTER TABLE approvals
    ADD COLUMN proposed_by_name text NOT NULL DEFAULT '',
    ADD COLUMN decided_by_name  text NOT NULL DEFAULT '';
