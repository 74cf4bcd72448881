-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Forms of a session of the portal that were sent: a repeat of one does nothing. They go with their session.
CREATE TABLE portal_forms (
    session_id text        NOT NULL REFERENCES portal_sessions ON DELETE CASCADE,
    name       bytea       NOT NULL, -- of the sending
    sent_at    timestamptz NOT NULL,
    PRIMARY KEY (session_id, name)
);
