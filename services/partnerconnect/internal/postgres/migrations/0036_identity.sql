-- +goose Up

-- Verification sessions of live mode as the identity provider reports them. Nothing of the person is here.
CREATE TABLE identity_sessions (
    session_id     text        PRIMARY KEY,
    onboarding_ref text        NOT NULL REFERENCES onboardings,
    invitation_id  text        NOT NULL, -- of an invited person; empty: the applicant
    attempt        integer     NOT NULL CHECK (attempt BETWEEN 1 AND 3),
    stage          text        NOT NULL CHECK (stage IN ('open', 'started', 'submitted', 'in_review', 'completed', 'failed', 'expired', 'cancelled')),
    final          boolean     NOT NULL DEFAULT false, -- no further attempt follows a failed one
    checks         jsonb       NOT NULL DEFAULT '{}',
    reasons        text[]      NOT NULL DEFAULT '{}',
    page           bytea, -- URL of the page of the attempt, sealed with the onboarding's data key; null until it is opened
    expires_at     timestamptz NOT NULL,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL
);
CREATE INDEX identity_sessions_of ON identity_sessions (onboarding_ref);
