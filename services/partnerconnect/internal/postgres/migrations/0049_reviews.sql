-- +goose Up

-- Onboardings and merchants for which a person must decide something, and who works on it. The program writes a row in the transaction of
-- the change that brings or ends its reasons; what changed earlier is added when it starts.
CREATE TABLE reviews (
    onboarding_ref text        PRIMARY KEY REFERENCES onboardings,
    livemode       boolean     NOT NULL,
    reasons        text[]      NOT NULL CHECK (reasons <> '{}'),
    waiting_since  timestamptz NOT NULL,
    claimed_by     text        NOT NULL DEFAULT '',
    claimed_until  timestamptz,
    CONSTRAINT reviews_claimed CHECK ((claimed_by = '') = (claimed_until IS NULL))
);
CREATE INDEX reviews_by_age ON reviews (waiting_since, onboarding_ref);
