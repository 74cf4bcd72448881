-- +goose Up

-- Forms of the hosted flow that were sent: a repeat of one does nothing. A name is a hash of the session or link, and of what was sent.
SET LOCAL lock_timeout = '5s';
CREATE TABLE hosted_forms (
    name    bytea       PRIMARY KEY,
    sent_at timestamptz NOT NULL
);
CREATE INDEX hosted_forms_old ON hosted_forms (sent_at);
