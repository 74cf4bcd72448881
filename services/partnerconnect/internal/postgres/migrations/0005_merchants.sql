-- +goose Up

-- flow is how far the merchant got in the hosted flow, sealed with the row's data key.
ALTER TABLE onboardings
    ADD COLUMN flow            bytea,
    ADD COLUMN merchant_status text   NOT NULL DEFAULT 'none' CHECK (merchant_status IN ('none', 'active', 'suspended', 'closed')),
    ADD COLUMN corrections     text[] NOT NULL DEFAULT '{}',
    ADD COLUMN currencies      text[] NOT NULL DEFAULT '{PLN}',
    ADD COLUMN opt_in_status   text   NOT NULL DEFAULT 'not_requested'
                                      CHECK (opt_in_status IN ('not_requested', 'pending', 'granted', 'revoked')),
    ADD COLUMN opt_in_requested_at timestamptz,
    ADD COLUMN opt_in_granted_at   timestamptz,
    ADD COLUMN opt_in_revoked_at   timestamptz;

-- signature is an invited person's, sealed with the onboarding's data key.
ALTER TABLE invitations ADD COLUMN signature bytea;

-- Which onboarding a session of the verification service belongs to.
CREATE TABLE verification_sessions (
    session_id     text        PRIMARY KEY,
    onboarding_ref text        NOT NULL REFERENCES onboardings,
    created_at     timestamptz NOT NULL
);

-- A merchant's consent that its partner acts for it: one for life.
CREATE TABLE delegations (
    merchant_ref      text        PRIMARY KEY REFERENCES onboardings,
    id                text        NOT NULL UNIQUE,
    status            text        NOT NULL CHECK (status IN ('active', 'revoked')),
    agreement_id      text        NOT NULL,
    agreement_version text        NOT NULL,
    signed_at         timestamptz NOT NULL,
    granted_at        timestamptz NOT NULL,
    revoked_at        timestamptz,
    revoked_by        text        NOT NULL DEFAULT '',
    CHECK ((status = 'revoked') = (revoked_at IS NOT NULL))
);
