-- +goose Up

CREATE TABLE partners (
    id         text        PRIMARY KEY CHECK (id ~ '^ptn_[a-z0-9][a-z0-9_-]{0,59}$'),
    name       text        NOT NULL,
    tenant_id  text        NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE channels (
    id             text        PRIMARY KEY CHECK (id ~ '^chn_[a-z0-9][a-z0-9_-]{0,59}$'),
    partner_id     text        NOT NULL REFERENCES partners,
    name           text        NOT NULL,
    return_origins text[]      NOT NULL,
    link_ttl_s     integer     NOT NULL CHECK (link_ttl_s BETWEEN 900 AND 604800),
    created_at     timestamptz NOT NULL,
    UNIQUE (id, partner_id)
);

-- A key is stored as the SHA-256 of its text; prefix is the part that people see.
CREATE TABLE partner_keys (
    id           text        PRIMARY KEY,
    partner_id   text        NOT NULL REFERENCES partners,
    livemode     boolean     NOT NULL,
    scopes       text[]      NOT NULL CHECK (cardinality(scopes) > 0),
    version      text        NOT NULL,
    hash         bytea       NOT NULL UNIQUE CHECK (length(hash) = 32),
    prefix       text        NOT NULL,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz,
    revoked_at   timestamptz,
    -- When a newer key took its place; it then works until expires_at.
    replaced_at  timestamptz CHECK (replaced_at IS NULL OR expires_at IS NOT NULL),
    last_used_at timestamptz,
    UNIQUE (id, partner_id)
);
-- A partner holds one key per mode.
CREATE UNIQUE INDEX partner_keys_one ON partner_keys (partner_id, livemode) WHERE revoked_at IS NULL AND replaced_at IS NULL;

-- The channels of a key are channels of its partner: both foreign keys share partner_id.
CREATE TABLE partner_key_channels (
    key_id     text NOT NULL,
    channel_id text NOT NULL,
    partner_id text NOT NULL,
    PRIMARY KEY (key_id, channel_id),
    FOREIGN KEY (key_id, partner_id) REFERENCES partner_keys (id, partner_id),
    CONSTRAINT partner_key_channels_owned FOREIGN KEY (channel_id, partner_id) REFERENCES channels (id, partner_id)
);

-- The data columns hold JSON encrypted for table, ref and column; NULL where nothing is known.
CREATE TABLE onboardings (
    ref                  text        PRIMARY KEY CHECK (ref ~ '^mrc_[0-9a-hjkmnp-tv-z]{26}$'),
    channel_id           text        NOT NULL REFERENCES channels,
    livemode             boolean     NOT NULL,
    partner_external_ref text        NOT NULL CHECK (char_length(partner_external_ref) BETWEEN 1 AND 128),
    status               text        NOT NULL CHECK (status IN ('draft', 'in_progress', 'awaiting_signatories', 'in_review',
                                                                'action_required', 'active', 'rejected', 'cancelled', 'expired')),
    reason_code          text        NOT NULL DEFAULT '',
    applicant_type       text        NOT NULL CHECK (applicant_type IN ('', 'natural_person', 'sole_trader', 'company')),
    applicant            bytea,
    business             bytea,
    company              bytea,
    payout_account       bytea,
    return_url           text        NOT NULL,
    metadata             jsonb       NOT NULL,
    link_epoch           integer     NOT NULL,
    version              bigint      NOT NULL,
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    expires_at           timestamptz,
    CONSTRAINT onboardings_external_ref UNIQUE (channel_id, livemode, partner_external_ref),
    UNIQUE (ref, livemode)
);

-- A merchant's key is of the merchant's mode.
CREATE TABLE merchant_keys (
    id           text        PRIMARY KEY,
    merchant_ref text        NOT NULL,
    livemode     boolean     NOT NULL,
    version      text        NOT NULL,
    hash         bytea       NOT NULL UNIQUE CHECK (length(hash) = 32),
    prefix       text        NOT NULL,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz,
    revoked_at   timestamptz,
    last_used_at timestamptz,
    CONSTRAINT merchant_keys_merchant FOREIGN KEY (merchant_ref, livemode) REFERENCES onboardings (ref, livemode)
);

-- What happened to merchants, for partners to read. Order of seq is not order of commit: a reader stops before the oldest
-- transaction under way (xact < pg_snapshot_xmin), or it would step over what commits late.
CREATE TABLE events (
    seq          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    xact         xid8        NOT NULL DEFAULT pg_current_xact_id(),
    id           text        NOT NULL UNIQUE,
    channel_id   text        NOT NULL REFERENCES channels,
    livemode     boolean     NOT NULL,
    merchant_ref text        NOT NULL REFERENCES onboardings,
    type         text        NOT NULL,
    created_at   timestamptz NOT NULL,
    body         bytea       NOT NULL
);
CREATE INDEX events_by_channel ON events (channel_id, livemode, seq);
