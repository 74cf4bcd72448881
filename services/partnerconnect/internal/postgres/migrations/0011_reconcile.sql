-- +goose Up

SET LOCAL lock_timeout = '5s';

-- The last reported status of a session; when it is asked for again, null once it has ended; when it was last asked for and last
-- answered. Rows of before, and those that the release before still writes, are due at once.
ALTER TABLE verification_sessions
    ADD COLUMN status        text        NOT NULL DEFAULT 'pending',
    ADD COLUMN reconcile_at  timestamptz          DEFAULT now(),
    ADD COLUMN asked_at      timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN reconciled_at timestamptz NOT NULL DEFAULT now();
