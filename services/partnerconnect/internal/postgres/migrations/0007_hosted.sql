-- +goose Up

-- Browsers in the hosted flow. id is the SHA-256 of the cookie.
CREATE TABLE hosted_sessions (
    id             bytea       PRIMARY KEY CHECK (length(id) = 32),
    onboarding_ref text        NOT NULL REFERENCES onboardings,
    purpose        text        NOT NULL CHECK (purpose IN ('onboarding', 'invitation')),
    invitation_id  text        NOT NULL,
    link_id        text        NOT NULL,
    email_at       timestamptz,
    phone_at       timestamptz,
    created_at     timestamptz NOT NULL,
    last_seen_at   timestamptz NOT NULL
);
CREATE INDEX hosted_sessions_old ON hosted_sessions (last_seen_at);

-- Links that were redeemed: once. It is kept as long as any link can live.
CREATE TABLE spent_links (
    link_id  text        PRIMARY KEY,
    spent_at timestamptz NOT NULL
);
CREATE INDEX spent_links_old ON spent_links (spent_at);

-- The one-time code of a session for a use: a new one takes the place of the old one.
CREATE TABLE hosted_codes (
    session_id bytea       NOT NULL REFERENCES hosted_sessions ON DELETE CASCADE,
    use        text        NOT NULL CHECK (use IN ('email', 'phone', 'sign')),
    hash       bytea       NOT NULL CHECK (length(hash) = 32),
    tries      integer     NOT NULL,
    sent       integer     NOT NULL,
    sent_at    timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (session_id, use)
);

-- How often a new link was asked for by the holder of an expired one.
CREATE TABLE link_renewals (
    onboarding_ref text        PRIMARY KEY REFERENCES onboardings,
    renewed_at     timestamptz NOT NULL
);
