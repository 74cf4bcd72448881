-- +goose Up

-- What one person proposed and another must confirm. The terms are what is done then, exactly: no more and nothing else. Nothing of a
-- merchant's people is here. Whoever confirms is not who proposed, whatever the program does.
CREATE TABLE approvals (
    id              text        PRIMARY KEY CHECK (id ~ '^apr_[0-9a-hjkmnp-tv-z]{26}$'),
    kind            text        NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
    status          text        NOT NULL CHECK (status IN ('pending', 'confirmed', 'rejected', 'expired')),
    livemode        boolean     NOT NULL,
    merchant_ref    text        NOT NULL REFERENCES onboardings,
    subject_id      text        NOT NULL,
    terms           jsonb       NOT NULL,
    proposed_by     text        NOT NULL CHECK (proposed_by <> ''),
    reason          text        NOT NULL,
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    decided_by      text        NOT NULL DEFAULT '',
    decided_at      timestamptz,
    decision_reason text        NOT NULL DEFAULT '',
    CONSTRAINT approvals_by_another CHECK (status <> 'confirmed' OR decided_by <> '' AND decided_by <> proposed_by),
    CONSTRAINT approvals_decided CHECK ((decided_at IS NULL) = (status IN ('pending', 'expired')))
);
CREATE UNIQUE INDEX approvals_once ON approvals (kind, subject_id, terms) WHERE status = 'pending';
CREATE INDEX approvals_by_status ON approvals (status, id);
CREATE INDEX approvals_of ON approvals (merchant_ref, id);
