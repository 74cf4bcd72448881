-- +goose Up

-- Messages that people asked for, while they count against a share: who asked (stranger, device, session, renewal), and from where.
CREATE TABLE code_requests (
    id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    onboarding_ref text        NOT NULL REFERENCES onboardings,
    invitation_id  text        NOT NULL,
    medium         text        NOT NULL CHECK (medium IN ('email', 'sms')),
    origin         text        NOT NULL CHECK (origin IN ('stranger', 'device', 'session', 'renewal')),
    network        text        NOT NULL,
    requested_at   timestamptz NOT NULL
);
CREATE INDEX code_requests_of ON code_requests (onboarding_ref, invitation_id, medium, origin, requested_at);
CREATE INDEX code_requests_old ON code_requests (requested_at);

-- The network from which a session was opened.
SET LOCAL lock_timeout = '5s';
ALTER TABLE hosted_sessions ADD COLUMN network text NOT NULL DEFAULT '';
