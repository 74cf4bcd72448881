-- +goose Up

-- Whom a message goes to, so that the newest one to each person is found without opening all of them; empty: the applicant.
SET LOCAL lock_timeout = '5s';
ALTER TABLE messages ADD COLUMN invitation_id text NOT NULL DEFAULT '';
