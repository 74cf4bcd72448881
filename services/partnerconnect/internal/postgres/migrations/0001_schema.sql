-- +goose Up

-- The oldest program that runs on this schema, by the newest migration that it was built with. A migration that leaves
-- older programs behind raises it: they report that they are not ready from then on.
CREATE TABLE schema_support (
    oldest_program bigint  NOT NULL,
    only_row       boolean PRIMARY KEY DEFAULT true CHECK (only_row)
);
INSERT INTO schema_support (oldest_program) VALUES (1);

-- For tables whose rows are added and never changed.
-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
-- +goose StatementEnd


-- Partners and their keys

CREATE TABLE partners (
    id           text        PRIMARY KEY CHECK (id ~ '^ptn_[a-z0-9][a-z0-9_-]{0,59}$'),
    name         text        NOT NULL,
    tenant_id    text        NOT NULL,
    created_at   timestamptz NOT NULL,
    suspended_at timestamptz
);

-- currencies are those in which the merchants of the channel take payments.
CREATE TABLE channels (
    id             text        PRIMARY KEY CHECK (id ~ '^chn_[a-z0-9][a-z0-9_-]{0,59}$'),
    partner_id     text        NOT NULL REFERENCES partners,
    name           text        NOT NULL,
    return_origins text[]      NOT NULL,
    link_ttl       interval    NOT NULL CHECK (link_ttl BETWEEN '15 minutes' AND '168 hours'),
    currencies     text[]      NOT NULL DEFAULT '{PLN}',
    created_at     timestamptz NOT NULL,
    UNIQUE (id, partner_id)
);

-- How the pages of a channel look. A field that is empty is not branded.
CREATE TABLE channel_brandings (
    channel_id  text        PRIMARY KEY REFERENCES channels,
    name        text        NOT NULL,
    colour      text        NOT NULL CHECK (colour = '' OR colour ~ '^#[0-9a-f]{6}$'),
    logo        bytea       NOT NULL, -- PNG that was encoded by the program
    help_url    text        NOT NULL,
    privacy_url text        NOT NULL,
    terms_url   text        NOT NULL,
    updated_at  timestamptz NOT NULL
);

-- What the payments of a channel cost in a currency, from a time on. The table is the history, too.
CREATE TABLE channel_tariffs (
    id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel_id     text        NOT NULL REFERENCES channels,
    currency       text        NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    fee_bps        integer     NOT NULL CHECK (fee_bps BETWEEN 0 AND 10000),
    fee_fixed      bigint      NOT NULL CHECK (fee_fixed >= 0),
    fee_minimum    bigint      NOT NULL CHECK (fee_minimum >= 0),
    share_bps      integer     NOT NULL CHECK (share_bps BETWEEN 0 AND 10000),
    chargeback_fee bigint      NOT NULL CHECK (chargeback_fee >= 0),
    effective_from timestamptz NOT NULL,
    set_at         timestamptz NOT NULL,
    CONSTRAINT channel_tariffs_not_in_the_past CHECK (effective_from >= set_at)
);
CREATE INDEX channel_tariffs_of ON channel_tariffs (channel_id, currency, effective_from DESC, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON channel_tariffs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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

-- Calls that carried an Idempotency-Key. id is the SHA-256 of holder, mode, route, On-Behalf-Of and key. fingerprint (of
-- the request) and answer are sealed; answer is null while the call runs. A claim without an answer lapses at lease_until.
CREATE TABLE idempotency_keys (
    id          bytea       PRIMARY KEY CHECK (length(id) = 32),
    fingerprint bytea       NOT NULL,
    claim       uuid        NOT NULL,
    lease_until timestamptz NOT NULL,
    kept_until  timestamptz NOT NULL,
    answer      bytea
);
CREATE INDEX idempotency_keys_forgotten ON idempotency_keys (kept_until);


-- Onboardings and merchants. One reference names both.

-- data_key is the key of the row's sealed columns and of its documents, itself sealed with the key-encryption key:
-- erasing it erases them. A sealed column holds JSON encrypted for table, ref and column; null where nothing is known.
CREATE TABLE onboardings (
    ref                  text        PRIMARY KEY CHECK (ref ~ '^mrc_[0-9a-hjkmnp-tv-z]{26}$'),
    channel_id           text        NOT NULL REFERENCES channels,
    livemode             boolean     NOT NULL,
    partner_external_ref text        NOT NULL CHECK (char_length(partner_external_ref) BETWEEN 1 AND 128),
    status               text        NOT NULL CHECK (status IN ('draft', 'in_progress', 'awaiting_signatories', 'in_review',
                                                                'action_required', 'active', 'rejected', 'cancelled', 'expired')),
    step                 text        NOT NULL DEFAULT '', -- of the hosted flow, while the onboarding is under way
    reason_code          text        NOT NULL DEFAULT '',
    merchant_status      text        NOT NULL DEFAULT 'none' CHECK (merchant_status IN ('none', 'active', 'suspended', 'closed')),
    applicant_type       text        NOT NULL CHECK (applicant_type IN ('', 'natural_person', 'sole_trader', 'company')),
    -- Sealed. flow is how far the merchant got in the hosted flow; account_change is the account that it asked to be paid
    -- to from then on.
    data_key             bytea,
    applicant            bytea,
    business             bytea,
    company              bytea,
    payout_account       bytea,
    identity             bytea,
    representation       bytea,
    flow                 bytea,
    account_change       bytea,
    account_change_at    timestamptz, -- when the change takes effect or lapses
    -- Keyed hashes of what is sealed and operators find the onboarding by, each after the id of its key.
    lookups              text[]      NOT NULL DEFAULT '{}',
    register_check       jsonb,
    locked               text[]      NOT NULL DEFAULT '{}',
    corrections          text[]      NOT NULL DEFAULT '{}',
    return_url           text        NOT NULL,
    metadata             jsonb       NOT NULL,
    link_epoch           integer     NOT NULL,
    opt_in_status        text        NOT NULL DEFAULT 'not_requested'
                                     CHECK (opt_in_status IN ('not_requested', 'pending', 'granted', 'revoked')),
    opt_in_requested_at  timestamptz,
    opt_in_granted_at    timestamptz,
    opt_in_revoked_at    timestamptz,
    version              bigint      NOT NULL,
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    expires_at           timestamptz,
    ended_at             timestamptz, -- or the merchant closed the account; personal data is kept for a time from then on
    shredded_at          timestamptz,
    CONSTRAINT onboardings_external_ref UNIQUE (channel_id, livemode, partner_external_ref),
    UNIQUE (ref, livemode)
);
-- Lists of partners.
CREATE INDEX onboardings_by_channel ON onboardings (channel_id, livemode, ref);
CREATE INDEX onboardings_by_status ON onboardings (channel_id, livemode, status, ref);
CREATE INDEX onboardings_by_update ON onboardings (channel_id, livemode, updated_at, ref);
-- Lists of operators, and what they find by.
CREATE INDEX onboardings_of_status ON onboardings (status, livemode, updated_at, ref);
CREATE INDEX onboardings_by_reference ON onboardings (partner_external_ref);
CREATE INDEX onboardings_lookups ON onboardings USING gin (lookups);
-- The title of a verification transfer ends with the merchant's reference.
CREATE INDEX onboardings_transfer_title ON onboardings (right(ref, 10)) WHERE livemode;
-- How many are under way, at which step.
CREATE INDEX onboardings_under_way ON onboardings (livemode, status, step) INCLUDE (created_at)
    WHERE status IN ('draft', 'in_progress', 'awaiting_signatories', 'in_review', 'action_required');
-- What is due.
CREATE INDEX onboardings_expiring ON onboardings (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX onboardings_account_change ON onboardings (account_change_at) WHERE account_change_at IS NOT NULL;
CREATE INDEX onboardings_ended ON onboardings (ended_at)
    WHERE shredded_at IS NULL AND (status IN ('cancelled', 'expired', 'rejected') OR merchant_status = 'closed');
-- Merchants whose open payments are ended.
CREATE INDEX onboardings_stopped ON onboardings (ref) WHERE merchant_status IN ('suspended', 'closed');

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
CREATE INDEX merchant_keys_of ON merchant_keys (merchant_ref, id);

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
-- A partner gets events about money only under an active delegation.
CREATE INDEX delegations_active ON delegations (merchant_ref) WHERE status = 'active';

-- When merchants had their data exported within the last day.
CREATE TABLE exports (
    merchant_ref text        NOT NULL REFERENCES onboardings,
    exported_at  timestamptz NOT NULL,
    PRIMARY KEY (merchant_ref, exported_at)
);


-- Documents, invitations, messages

-- details holds type, subject and name of the file and the key of its content, sealed. The object store has the content.
CREATE TABLE documents (
    id             text        PRIMARY KEY CHECK (id ~ '^doc_[0-9a-hjkmnp-tv-z]{26}$'),
    onboarding_ref text        NOT NULL REFERENCES onboardings,
    required_code  text        NOT NULL,
    details        bytea,
    object         text        NOT NULL UNIQUE,
    content_type   text        NOT NULL,
    size_bytes     integer     NOT NULL CHECK (size_bytes BETWEEN 1 AND 5242880),
    sha256         bytea       NOT NULL CHECK (length(sha256) = 32),
    status         text        NOT NULL CHECK (status IN ('received', 'accepted', 'rejected')),
    reason_code    text        NOT NULL,
    created_at     timestamptz NOT NULL
);
CREATE INDEX documents_of ON documents (onboarding_ref, id);

-- Objects that have no document, or are about to have none. An upload has a row here until its document is stored, so
-- that a crash leaves no object behind for good.
CREATE TABLE object_deletions (
    key          text        PRIMARY KEY,
    delete_after timestamptz NOT NULL
);
CREATE INDEX object_deletions_due ON object_deletions (delete_after);

-- person and signature are the invited person's, sealed with the onboarding's data key.
CREATE TABLE invitations (
    id             text        PRIMARY KEY CHECK (id ~ '^inv_[0-9a-hjkmnp-tv-z]{26}$'),
    onboarding_ref text        NOT NULL REFERENCES onboardings,
    role           text        NOT NULL CHECK (role IN ('representative', 'proxy')),
    status         text        NOT NULL CHECK (status IN ('pending', 'accepted', 'declined', 'expired', 'revoked')),
    person         bytea,
    signature      bytea,
    member_id      text        NOT NULL,
    document_ids   text[]      NOT NULL,
    locale         text        NOT NULL,
    resent_count   integer     NOT NULL CHECK (resent_count BETWEEN 0 AND 5),
    last_sent_at   timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL
);
CREATE INDEX invitations_of ON invitations (onboarding_ref, id);
CREATE INDEX invitations_expiring ON invitations (expires_at) WHERE status = 'pending';

-- E-mails and text messages. content, sealed, is the address and the text. A message is due while sent_at, when the
-- provider accepted it, and failed_at are null.
CREATE TABLE messages (
    id                  text        PRIMARY KEY,
    onboarding_ref      text        NOT NULL REFERENCES onboardings,
    invitation_id       text        NOT NULL DEFAULT '', -- of the person that it goes to; empty: the applicant
    medium              text        NOT NULL CHECK (medium IN ('email', 'sms')),
    template            text        NOT NULL,
    content             bytea,
    attempts            integer     NOT NULL DEFAULT 0,
    due_at              timestamptz NOT NULL,
    sent_at             timestamptz,
    provider_message_id text        NOT NULL DEFAULT '',
    delivered_at        timestamptz,
    failed_at           timestamptz,
    failure             text        CONSTRAINT messages_failure CHECK (failure IN ('rejected', 'bounced', 'expired', 'obsolete')),
    created_at          timestamptz NOT NULL
);
CREATE INDEX messages_due ON messages (due_at) WHERE sent_at IS NULL;
CREATE INDEX messages_of ON messages (onboarding_ref, id);
CREATE INDEX messages_old ON messages (created_at);


-- The hosted flow

-- Browsers in the hosted flow. id is the SHA-256 of the cookie; network is where the session was opened from.
CREATE TABLE hosted_sessions (
    id             bytea       PRIMARY KEY CHECK (length(id) = 32),
    onboarding_ref text        NOT NULL REFERENCES onboardings,
    purpose        text        NOT NULL CHECK (purpose IN ('onboarding', 'invitation')),
    invitation_id  text        NOT NULL,
    link_id        text        NOT NULL,
    network        text        NOT NULL DEFAULT '',
    email_at       timestamptz,
    phone_at       timestamptz,
    created_at     timestamptz NOT NULL,
    last_seen_at   timestamptz NOT NULL
);
CREATE INDEX hosted_sessions_old ON hosted_sessions (last_seen_at);
-- Sessions that have proved nothing are counted when another one is opened.
CREATE INDEX hosted_sessions_unproven ON hosted_sessions (onboarding_ref, link_id, network, created_at) WHERE email_at IS NULL;

-- The one-time code of a session for a use: a new one takes the place of the old one.
CREATE TABLE hosted_codes (
    session_id bytea       NOT NULL REFERENCES hosted_sessions ON DELETE CASCADE,
    use        text        NOT NULL,
    hash       bytea       NOT NULL CHECK (length(hash) = 32),
    tries      integer     NOT NULL,
    sent       integer     NOT NULL,
    sent_at    timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (session_id, use)
);

-- Forms of the hosted flow that were sent: a repeat of one does nothing. A name is a hash of the session or link, and of
-- what was sent.
CREATE TABLE hosted_forms (
    name    bytea       PRIMARY KEY,
    sent_at timestamptz NOT NULL
);
CREATE INDEX hosted_forms_old ON hosted_forms (sent_at);

-- Links that were redeemed, which works once. A row is kept for as long as any link can live.
CREATE TABLE spent_links (
    link_id  text        PRIMARY KEY,
    spent_at timestamptz NOT NULL
);
CREATE INDEX spent_links_old ON spent_links (spent_at);

-- When the holder of an expired link last asked for a new one.
CREATE TABLE link_renewals (
    onboarding_ref text        PRIMARY KEY REFERENCES onboardings,
    renewed_at     timestamptz NOT NULL
);

-- Messages that people asked for, while they count against a share: who asked, and from where.
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


-- Identity and registers

-- The sessions of the verification service: the onboarding that each belongs to, and its last reported status.
CREATE TABLE verification_sessions (
    session_id     text        PRIMARY KEY,
    onboarding_ref text        NOT NULL REFERENCES onboardings,
    status         text        NOT NULL,
    created_at     timestamptz NOT NULL,
    reconcile_at   timestamptz, -- when the service is asked for the session again; null once it has ended
    asked_at       timestamptz NOT NULL,
    reconciled_at  timestamptz NOT NULL
);
-- How many identity checks an onboarding has started lately is bounded.
CREATE INDEX verification_sessions_of ON verification_sessions (onboarding_ref, created_at);
CREATE INDEX verification_sessions_open ON verification_sessions (onboarding_ref) WHERE reconcile_at IS NOT NULL;
CREATE INDEX verification_sessions_due ON verification_sessions (reconcile_at) WHERE reconcile_at IS NOT NULL;
CREATE INDEX verification_sessions_stale ON verification_sessions (reconciled_at) WHERE reconcile_at IS NOT NULL;

-- Verification sessions of live mode as the identity provider reports them. No personal data is here.
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

-- Entries of registers that an operator imported for test mode. The record contains personal data: it is encrypted for
-- table, scheme, number and column.
CREATE TABLE register_entries (
    scheme      text        NOT NULL,
    number      text        NOT NULL,
    hash        text        NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
    as_of       timestamptz NOT NULL,
    imported_at timestamptz NOT NULL,
    record      bytea       NOT NULL,
    hash_keys   text[]      NOT NULL, -- ids of the keys that national ids in the record are hashed under
    PRIMARY KEY (scheme, number)
);

-- The same for live mode.
CREATE TABLE live_register_entries (
    scheme      text        NOT NULL,
    number      text        NOT NULL,
    hash        text        NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
    as_of       timestamptz NOT NULL,
    imported_at timestamptz NOT NULL,
    record      bytea       NOT NULL,
    hash_keys   text[]      NOT NULL, -- ids of the keys that national ids in the record are hashed under
    PRIMARY KEY (scheme, number)
);

-- Answers of registers. Each stays, because decisions refer to it by its hash. The current one is the last that was
-- fetched, unless the register no longer lists the company.
CREATE TABLE register_snapshots (
    scheme       text        NOT NULL,
    number       text        NOT NULL,
    hash         text        NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
    as_of        timestamptz NOT NULL,
    fetched_at   timestamptz NOT NULL,
    withdrawn_at timestamptz,
    record       bytea       NOT NULL,
    PRIMARY KEY (scheme, number, hash)
);
CREATE INDEX register_snapshots_present ON register_snapshots (scheme, number, fetched_at) WHERE withdrawn_at IS NULL;

-- Registers that allow a number of calls in a time: the calls of all replicas, and until when the register refuses more.
CREATE TABLE register_quotas (
    register      text          PRIMARY KEY,
    calls         timestamptz[] NOT NULL,
    blocked_until timestamptz   NOT NULL
);


-- Events

-- What happened to merchants, for partners to read. The order of seq is not that of the commits: the feed is read in the
-- order of transactions, up to the oldest one under way (xact < pg_snapshot_xmin), and so misses none that commits late.
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
CREATE INDEX events_by_commit ON events (channel_id, livemode, xact, seq);
CREATE INDEX events_by_time ON events (created_at);
CREATE INDEX events_of_merchant ON events (merchant_ref, created_at, id);
-- For the relay: the events of all channels in the order of the feed, and those that change what a partner may get.
CREATE INDEX events_in_order ON events (xact, seq);
CREATE INDEX events_of_access_in_order ON events (xact, seq) WHERE type IN ('delegation.granted', 'delegation.revoked');

-- How far the events have been relayed to webhooks, and how far those after which a partner may get more or less than
-- before, which go first. epoch counts the programs that relayed, one after the other.
CREATE TABLE event_relay (
    one         boolean PRIMARY KEY DEFAULT true CHECK (one),
    epoch       bigint  NOT NULL DEFAULT 0,
    xact        xid8    NOT NULL,
    seq         bigint  NOT NULL,
    access_xact xid8    NOT NULL,
    access_seq  bigint  NOT NULL
);
INSERT INTO event_relay (xact, seq, access_xact, access_seq) VALUES (pg_current_xact_id(), 0, pg_current_xact_id(), 0);

-- How far the events have been counted in the metrics of any program.
CREATE TABLE event_count (
    one  boolean PRIMARY KEY DEFAULT true CHECK (one),
    xact xid8    NOT NULL,
    seq  bigint  NOT NULL
);
INSERT INTO event_count (xact, seq) VALUES (pg_current_xact_id(), 0);


-- Money

-- A book of the ledger: one merchant, one currency, seven accounts (docs/ledger.md). Whoever posts locks the row, so the
-- entries of a book are in one order. A merchant may owe the house after a refund, but what is reserved or in transit is
-- there. partner is what the partner earned.
CREATE TABLE ledger_balances (
    merchant_ref text   NOT NULL REFERENCES onboardings,
    currency     text   NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    pending      bigint NOT NULL DEFAULT 0,
    available    bigint NOT NULL DEFAULT 0,
    reserved     bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    clearing     bigint NOT NULL DEFAULT 0,
    fees         bigint NOT NULL DEFAULT 0 CHECK (fees >= 0),
    partner      bigint NOT NULL DEFAULT 0 CONSTRAINT ledger_balances_partner CHECK (partner >= 0),
    in_transit   bigint NOT NULL DEFAULT 0 CHECK (in_transit >= 0),
    PRIMARY KEY (merchant_ref, currency),
    CONSTRAINT ledger_balances_sum CHECK (pending + available + reserved + clearing + fees + partner + in_transit = 0)
);

-- The tariff of a payment is the one in effect when it was registered, and once it is paid the one in effect then.
-- refunding is what pending refunds give back, charged_back what chargebacks took that are not reversed.
CREATE TABLE payments (
    id             text        PRIMARY KEY CHECK (id ~ '^pay_[0-9a-hjkmnp-tv-z]{26}$'),
    merchant_ref   text        NOT NULL REFERENCES onboardings,
    livemode       boolean     NOT NULL,
    amount         bigint      NOT NULL CHECK (amount BETWEEN 1 AND 99999999999),
    currency       text        NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    external_ref   text        NOT NULL,
    details        bytea       NOT NULL, -- description, customer, return URL and the order's fingerprint, sealed with the merchant's data key
    method         text        NOT NULL CHECK (method IN ('', 'transfer', 'blik', 'card')),
    metadata       jsonb       NOT NULL,
    status         text        NOT NULL CHECK (status IN ('registered', 'pending', 'paid', 'partially_refunded', 'refunded', 'rejected', 'expired', 'cancelled')),
    reason_code    text        NOT NULL,
    fee_bps        integer     NOT NULL CHECK (fee_bps BETWEEN 0 AND 10000),
    fee_fixed      bigint      NOT NULL DEFAULT 0,
    fee_minimum    bigint      NOT NULL DEFAULT 0,
    share_bps      integer     NOT NULL DEFAULT 0,
    chargeback_fee bigint      NOT NULL DEFAULT 0,
    refunded       bigint      NOT NULL,
    refunding      bigint      NOT NULL DEFAULT 0,
    charged_back   bigint      NOT NULL DEFAULT 0,
    acted_by       text        NOT NULL CHECK (acted_by IN ('partner', 'merchant')),
    partner_id     text        NOT NULL,
    delegation     text        NOT NULL,
    valid_until    timestamptz NOT NULL,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    paid_at        timestamptz,
    CONSTRAINT payments_external_ref UNIQUE (merchant_ref, external_ref),
    CHECK (refunded BETWEEN 0 AND amount),
    CHECK ((status = 'refunded') = (refunded = amount)),
    CHECK ((status = 'partially_refunded') = (refunded > 0 AND refunded < amount)),
    CHECK ((status IN ('paid', 'partially_refunded', 'refunded')) = (paid_at IS NOT NULL)),
    CHECK ((acted_by = 'partner') = (delegation <> '')),
    CONSTRAINT payments_refunding CHECK (refunding >= 0 AND refunded + refunding <= amount),
    CONSTRAINT payments_charged_back CHECK (charged_back >= 0 AND refunded + refunding + charged_back <= amount)
);
-- A merchant's payments, newest first: each page reads no more than itself.
CREATE INDEX payments_of ON payments (merchant_ref, created_at DESC, id DESC);
CREATE INDEX payments_of_status ON payments (merchant_ref, status, created_at DESC, id DESC);
CREATE INDEX payments_of_currency ON payments (merchant_ref, currency, created_at DESC, id DESC);
-- The payments of all merchants, for operators.
CREATE INDEX payments_by_time ON payments (created_at, id);
CREATE INDEX payments_by_status ON payments (status, created_at, id);
CREATE INDEX payments_by_currency ON payments (currency, created_at, id);
CREATE INDEX payments_by_partner ON payments (partner_id, created_at, id) WHERE partner_id <> '';
CREATE INDEX payments_by_external_ref ON payments (external_ref, created_at, id);
-- Open payments expire, end when their merchant is suspended or closed, and are summed up for the metrics.
CREATE INDEX payments_expiring ON payments (valid_until) WHERE status IN ('registered', 'pending');
CREATE INDEX payments_open_of ON payments (merchant_ref) INCLUDE (status, livemode, currency, amount, created_at)
    WHERE status IN ('registered', 'pending');
-- The sum of what the payment engine collected.
CREATE INDEX payments_collected ON payments (currency) INCLUDE (amount, refunded, refunding, charged_back) WHERE livemode AND paid_at IS NOT NULL;

-- The payment engine's answer to the creation of a payment.
CREATE TABLE engine_payments (
    payment_id text        PRIMARY KEY REFERENCES payments,
    engine_id  text        NOT NULL,
    page       bytea       NOT NULL, -- URL of the page where the payer pays, sealed with the merchant's data key
    created_at timestamptz NOT NULL
);

-- A refund gives some of a payment back. sole_operator gave it without a second person, up to a limit of their sum;
-- null: a merchant did, or a second person confirmed it.
CREATE TABLE refunds (
    id            text        PRIMARY KEY CHECK (id ~ '^rfd_[0-9a-hjkmnp-tv-z]{26}$'),
    payment_id    text        NOT NULL REFERENCES payments,
    merchant_ref  text        NOT NULL,
    livemode      boolean     NOT NULL,
    amount        bigint      NOT NULL CHECK (amount > 0),
    currency      text        NOT NULL,
    external_ref  text        NOT NULL,
    fingerprint   bytea       NOT NULL,
    status        text        NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
    reason_code   text        NOT NULL,
    acted_by      text        NOT NULL CHECK (acted_by IN ('partner', 'merchant')),
    partner_id    text        NOT NULL,
    delegation    text        NOT NULL,
    sole_operator text,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    CONSTRAINT refunds_external_ref UNIQUE (merchant_ref, external_ref),
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances,
    CHECK ((status = 'failed') = (reason_code <> ''))
);
CREATE INDEX refunds_of ON refunds (payment_id, id);
CREATE INDEX refunds_by_time ON refunds (created_at, id);
CREATE INDEX refunds_by_status ON refunds (status, created_at, id);
CREATE INDEX refunds_by_merchant ON refunds (merchant_ref, created_at, id);
CREATE INDEX refunds_by_reference ON refunds (external_ref);
CREATE INDEX refunds_sole_operator ON refunds (sole_operator, created_at) WHERE sole_operator IS NOT NULL;

-- A chargeback takes some of a payment back.
CREATE TABLE chargebacks (
    id           text        PRIMARY KEY CHECK (id ~ '^cbk_[0-9a-hjkmnp-tv-z]{26}$'),
    engine_id    text        NOT NULL, -- at the payment engine; its own id in test mode
    payment_id   text        NOT NULL REFERENCES payments,
    merchant_ref text        NOT NULL,
    livemode     boolean     NOT NULL,
    amount       bigint      NOT NULL CHECK (amount > 0),
    currency     text        NOT NULL,
    fee          bigint      NOT NULL DEFAULT 0,
    status       text        NOT NULL CHECK (status IN ('charged_back', 'reversed')),
    reason_code  text        NOT NULL CHECK (reason_code <> ''),
    respond_by   timestamptz,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    CONSTRAINT chargebacks_engine_id UNIQUE (payment_id, engine_id),
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances
);
CREATE INDEX chargebacks_of ON chargebacks (payment_id, id);
CREATE INDEX chargebacks_of_merchant ON chargebacks (merchant_ref, id);
CREATE INDEX chargebacks_by_time ON chargebacks (created_at, id);
CREATE INDEX chargebacks_by_status ON chargebacks (status, created_at, id);
CREATE INDEX chargebacks_by_time_of_merchant ON chargebacks (merchant_ref, created_at, id);
CREATE INDEX chargebacks_by_engine_id ON chargebacks (engine_id);

CREATE TABLE payouts (
    id           text        PRIMARY KEY CHECK (id ~ '^pyt_[0-9a-hjkmnp-tv-z]{26}$'),
    merchant_ref text        NOT NULL,
    livemode     boolean     NOT NULL,
    amount       bigint      NOT NULL CHECK (amount > 0),
    currency     text        NOT NULL,
    external_ref text        NOT NULL,
    details      bytea       NOT NULL, -- IBAN, description and the order's fingerprint, sealed with the merchant's data key
    iban_masked  text        NOT NULL,
    status       text        NOT NULL CHECK (status IN ('requested', 'processing', 'paid', 'failed', 'cancelled')),
    reason_code  text        NOT NULL,
    acted_by     text        NOT NULL CHECK (acted_by IN ('partner', 'merchant')),
    partner_id   text        NOT NULL,
    delegation   text        NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    sent_at      timestamptz,
    paid_at      timestamptz,
    CONSTRAINT payouts_external_ref UNIQUE (merchant_ref, external_ref),
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances,
    CHECK ((status IN ('processing', 'paid', 'failed')) = (sent_at IS NOT NULL)),
    CHECK ((status = 'paid') = (paid_at IS NOT NULL))
);
CREATE INDEX payouts_of ON payouts (merchant_ref, id);
CREATE INDEX payouts_under_way ON payouts (status, updated_at) WHERE status IN ('requested', 'processing');
-- The payouts of all merchants, for operators.
CREATE INDEX payouts_by_time ON payouts (created_at, id);
CREATE INDEX payouts_by_status ON payouts (status, created_at, id);
CREATE INDEX payouts_by_merchant ON payouts (merchant_ref, created_at, id);
CREATE INDEX payouts_by_external_ref ON payouts (external_ref, created_at, id);

CREATE TABLE settlements (
    id                text        PRIMARY KEY CHECK (id ~ '^stl_[0-9a-hjkmnp-tv-z]{26}$'),
    merchant_ref      text        NOT NULL,
    currency          text        NOT NULL,
    status            text        NOT NULL CHECK (status IN ('open', 'processing', 'paid', 'failed')),
    gross             bigint      NOT NULL,
    fees              bigint      NOT NULL,
    refunds           bigint      NOT NULL,
    chargebacks       bigint      NOT NULL DEFAULT 0,
    net               bigint      NOT NULL,
    transaction_count integer     NOT NULL CHECK (transaction_count > 0),
    period_from       timestamptz NOT NULL,
    period_to         timestamptz NOT NULL,
    paid_at           timestamptz NOT NULL,
    iban_masked       text        NOT NULL,
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances,
    CONSTRAINT settlements_net CHECK (net = gross - fees - refunds - chargebacks)
);
CREATE INDEX settlements_of ON settlements (merchant_ref, paid_at DESC, id DESC);
-- The settlements of all merchants, for operators.
CREATE INDEX settlements_by_time ON settlements (paid_at, id);
CREATE INDEX settlements_by_currency ON settlements (currency, paid_at, id);

-- The journal. An entry is one event; its lines sum to zero by the end of the transaction that writes them.
CREATE TABLE ledger_entries (
    id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    merchant_ref  text        NOT NULL,
    currency      text        NOT NULL,
    kind          text        NOT NULL CHECK (kind IN (
        'payment_paid', 'payment_refunded', 'refund_failed', 'payment_charged_back', 'chargeback_reversed', 'settled', 'payout_requested',
        'payout_sent', 'payout_paid', 'payout_failed', 'payout_cancelled', 'transfer_received')),
    payment_id    text        REFERENCES payments,
    refund_id     text        CONSTRAINT ledger_entries_refund REFERENCES refunds,
    chargeback_id text        CONSTRAINT ledger_entries_chargeback REFERENCES chargebacks,
    payout_id     text        REFERENCES payouts DEFERRABLE INITIALLY DEFERRED,
    settlement_id text        REFERENCES settlements DEFERRABLE INITIALLY DEFERRED,
    posted_at     timestamptz NOT NULL,
    UNIQUE (id, kind),
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances,
    CHECK (num_nonnulls(payment_id, payout_id, settlement_id) = 1)
);
CREATE INDEX ledger_entries_of ON ledger_entries (merchant_ref, currency, id);
CREATE INDEX ledger_entries_by_payment ON ledger_entries (payment_id, id) WHERE payment_id IS NOT NULL;
-- Each step of a payment, refund, chargeback or payout is posted once.
CREATE UNIQUE INDEX ledger_entries_of_payment ON ledger_entries (payment_id) WHERE kind = 'payment_paid';
CREATE UNIQUE INDEX ledger_entries_of_refund ON ledger_entries (refund_id, kind) WHERE refund_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_entries_of_chargeback ON ledger_entries (chargeback_id, kind) WHERE chargeback_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_entries_of_payout ON ledger_entries (payout_id, kind) WHERE payout_id IS NOT NULL;

CREATE TABLE ledger_lines (
    entry_id bigint NOT NULL,
    kind     text   NOT NULL,
    account  text   NOT NULL CHECK (account IN ('pending', 'available', 'reserved', 'clearing', 'fees', 'partner', 'in_transit')),
    amount   bigint NOT NULL CHECK (amount <> 0),
    balance  bigint NOT NULL, -- of the account, with this line
    PRIMARY KEY (entry_id, account),
    FOREIGN KEY (entry_id, kind) REFERENCES ledger_entries (id, kind),
    CONSTRAINT ledger_lines_overdrawn CHECK ((kind <> 'payout_requested' AND account NOT IN ('reserved', 'in_transit')) OR balance >= 0)
);

-- What the merchant sees: every change of what it has in all.
CREATE TABLE transactions (
    id            text        PRIMARY KEY CHECK (id ~ '^txn_[0-9a-hjkmnp-tv-z]{26}$'),
    entry_id      bigint      NOT NULL UNIQUE REFERENCES ledger_entries,
    merchant_ref  text        NOT NULL,
    type          text        NOT NULL CHECK (type IN ('payment', 'refund', 'chargeback', 'fee', 'payout', 'adjustment')),
    amount        bigint      NOT NULL,
    fee           bigint      NOT NULL CHECK (fee >= 0),
    net           bigint      NOT NULL GENERATED ALWAYS AS (amount - fee) STORED,
    currency      text        NOT NULL,
    status        text        NOT NULL CHECK (status IN ('pending', 'available', 'settled')),
    payment_id    text        REFERENCES payments,
    refund_id     text        CONSTRAINT transactions_refund REFERENCES refunds,
    chargeback_id text        CONSTRAINT transactions_chargeback REFERENCES chargebacks,
    payout_id     text        REFERENCES payouts,
    settlement_id text        REFERENCES settlements,
    external_ref  text        NOT NULL,
    occurred_at   timestamptz NOT NULL,
    available_on  text        NOT NULL CHECK (available_on ~ '^\d{4}-\d\d-\d\d$'),
    FOREIGN KEY (merchant_ref, currency) REFERENCES ledger_balances,
    CHECK ((status = 'settled') = (settlement_id IS NOT NULL))
);
CREATE INDEX transactions_of ON transactions (merchant_ref, occurred_at DESC, id DESC);
CREATE INDEX transactions_of_settlement ON transactions (settlement_id, occurred_at DESC, id DESC) WHERE settlement_id IS NOT NULL;
CREATE INDEX transactions_of_payment ON transactions (payment_id) WHERE type = 'payment';
CREATE INDEX transactions_to_settle ON transactions (available_on) WHERE status = 'pending';

-- +goose StatementBegin
CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry bigint;
    total numeric;
BEGIN
    IF TG_TABLE_NAME = 'ledger_entries' THEN
        entry := NEW.id;
    ELSE
        entry := NEW.entry_id;
    END IF;
    SELECT sum(amount) INTO total FROM ledger_lines WHERE entry_id = entry;
    IF total IS DISTINCT FROM 0 THEN
        RAISE EXCEPTION 'ledger entry % sums to %', entry, coalesce(total::text, 'nothing') USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_sum';
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER ledger_entry_sum AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();
CREATE CONSTRAINT TRIGGER ledger_line_sum AFTER INSERT ON ledger_lines DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();


-- Providers and the bank

-- Calls of providers, written in the transaction that causes them. The calls about one subject are made in the order of
-- their ids; one that is claimed is due again after a lease.
CREATE TABLE provider_calls (
    id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind        text        NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
    subject_id  text        NOT NULL,
    traceparent text        NOT NULL,
    attempts    integer     NOT NULL DEFAULT 0,
    last_error  text        NOT NULL DEFAULT '', -- code of the last failure
    due_at      timestamptz NOT NULL,
    created_at  timestamptz NOT NULL,
    done_at     timestamptz,
    CONSTRAINT provider_calls_once UNIQUE (subject_id, kind)
);
CREATE INDEX provider_calls_due ON provider_calls (due_at) WHERE done_at IS NULL;
CREATE INDEX provider_calls_done ON provider_calls (done_at) WHERE done_at IS NOT NULL;

-- Reports of providers: each event once, in the transaction of its effect. One that contradicts what is known has a
-- difference, which is open until an operator resolves it. content is kept of a report that came before what it depends
-- on, so that it can be applied later. A transfer that the bank rail reports may belong to no merchant.
CREATE TABLE provider_reports (
    part         text        NOT NULL CHECK (part ~ '^[a-z_]{1,40}$'),
    event_id     text        NOT NULL,
    kind         text        NOT NULL,
    subject_id   text        NOT NULL,
    merchant_ref text        REFERENCES onboardings,
    amount       bigint      NOT NULL,
    currency     text        NOT NULL,
    occurred_at  timestamptz NOT NULL,
    fingerprint  bytea       NOT NULL,
    content      jsonb,
    outcome      text        NOT NULL CHECK (outcome IN ('applied', 'unchanged', 'difference')),
    difference   text        NOT NULL DEFAULT '',
    received_at  timestamptz NOT NULL,
    resolved_at  timestamptz,
    resolution   text        NOT NULL DEFAULT '',
    PRIMARY KEY (part, event_id),
    CHECK ((outcome = 'difference') = (difference <> '')),
    CHECK (resolved_at IS NULL OR outcome = 'difference')
);
CREATE INDEX provider_reports_open ON provider_reports (received_at) WHERE outcome = 'difference' AND resolved_at IS NULL;
CREATE INDEX provider_reports_received ON provider_reports (received_at);
CREATE INDEX provider_reports_of_subject ON provider_reports (subject_id);
CREATE INDEX provider_reports_of_merchant ON provider_reports (merchant_ref, received_at);

-- Payment orders. The payouts of a batch are fixed in one transaction, from which its file follows byte by byte.
CREATE TABLE bank_batches (
    id         text        PRIMARY KEY CHECK (id ~ '^bat_[0-9a-hjkmnp-tv-z]{26}$'),
    iban       text        NOT NULL, -- of the house
    bic        text        NOT NULL,
    holder     text        NOT NULL,
    currency   text        NOT NULL,
    state      text        NOT NULL CHECK (state IN ('open', 'fixed', 'written')),
    created_at timestamptz NOT NULL,
    fixed_at   timestamptz,
    payouts    integer     NOT NULL DEFAULT 0,
    total      bigint      NOT NULL DEFAULT 0,
    checksum   bytea,
    CHECK ((state = 'open') = (fixed_at IS NULL)),
    CHECK ((state = 'open') = (checksum IS NULL))
);
CREATE UNIQUE INDEX bank_batches_open ON bank_batches (iban, currency) WHERE state = 'open';
CREATE INDEX bank_batches_fixed ON bank_batches (id) WHERE state = 'fixed';

CREATE TABLE bank_orders (
    payout_id text PRIMARY KEY, -- a payout is ordered once
    batch_id  text NOT NULL REFERENCES bank_batches
);
CREATE INDEX bank_orders_of ON bank_orders (batch_id, payout_id);

-- Files that were read, by SHA-256 of their content. One that was refused is read again when it is brought again.
CREATE TABLE bank_files (
    checksum bytea       PRIMARY KEY,
    name     text        NOT NULL,
    read_at  timestamptz NOT NULL
);

-- Lines of statements, and transfers that the bank rail reported. A line that comes again is recognised by fingerprint
-- (of what the bank says of it), number (among the lines of its statement that say the same) and origin (the statement).
CREATE TABLE bank_lines (
    iban         text        NOT NULL, -- of the house
    ref          text        NOT NULL,
    fingerprint  text        NOT NULL,
    number       integer     NOT NULL,
    origin       jsonb       NOT NULL,
    statement_id text        NOT NULL,
    file_name    text        NOT NULL,
    currency     text        NOT NULL,
    amount       bigint      NOT NULL,
    booked_on    date,
    code         text        NOT NULL,
    state        text        NOT NULL CHECK (state IN ('matched', 'unmatched')),
    reason       text        NOT NULL,
    payout_id    text        NOT NULL, -- empty: it names none
    -- Who sent a transfer that nothing explains yet, sealed with the keyring, so that the amount can be returned whoever
    -- it is matched to. It is erased when the line is explained.
    sender       bytea,
    collected    boolean     NOT NULL DEFAULT false, -- the payment engine transferred what it had collected
    explained    boolean     NOT NULL DEFAULT false, -- by an operator, as no payout: it is not in the ledger, and the reconciliation adds it
    resolution   text        NOT NULL DEFAULT '',    -- how an operator explained it
    resolved_at  timestamptz,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (iban, ref),
    CHECK ((state = 'unmatched') = (reason <> ''))
);
CREATE INDEX bank_lines_fingerprint ON bank_lines (iban, fingerprint, number);
CREATE INDEX bank_lines_unmatched ON bank_lines (created_at, iban, ref) WHERE state = 'unmatched';
CREATE INDEX bank_lines_of_payout ON bank_lines (payout_id) WHERE payout_id <> '';
-- Sums of what operators explained, and of what the payment engine transferred.
CREATE INDEX bank_lines_explained ON bank_lines (iban, currency) INCLUDE (amount) WHERE explained;
CREATE INDEX bank_lines_collected ON bank_lines (currency) INCLUDE (amount) WHERE collected;

CREATE TABLE bank_reconciliations (
    iban          text        NOT NULL,
    statement_id  text        NOT NULL,
    currency      text        NOT NULL,
    closed_on     date,
    closing       bigint      NOT NULL,
    ledger        bigint      NOT NULL,
    at_engine     bigint      NOT NULL DEFAULT 0, -- what the payment engine has collected, and not transferred
    unmatched     bigint      NOT NULL,
    explained     bigint      NOT NULL DEFAULT 0,
    reconciled_at timestamptz NOT NULL,
    PRIMARY KEY (iban, statement_id)
);


-- Operators

-- Tokens by which people made a call, until they have expired: each opens one call.
CREATE TABLE person_tokens_used (
    jti        text        PRIMARY KEY,
    expires_at timestamptz NOT NULL
);
CREATE INDEX person_tokens_used_by_end ON person_tokens_used (expires_at);

-- Onboardings and merchants for which a person must decide something, and who works on it. The row is written in the
-- transaction of the change that brings or ends its reasons. Names are those of the identity provider; empty: it gave none.
CREATE TABLE reviews (
    onboarding_ref  text        PRIMARY KEY REFERENCES onboardings,
    livemode        boolean     NOT NULL,
    reasons         text[]      NOT NULL CHECK (reasons <> '{}'),
    waiting_since   timestamptz NOT NULL,
    claimed_by      text        NOT NULL DEFAULT '',
    claimed_by_name text        NOT NULL DEFAULT '',
    claimed_until   timestamptz,
    CONSTRAINT reviews_claimed CHECK ((claimed_by = '') = (claimed_until IS NULL))
);
CREATE INDEX reviews_by_age ON reviews (waiting_since, onboarding_ref);

-- Proposals of one person that another must confirm. The terms are exactly what is done then; they contain no personal
-- data of a merchant's people. That the two people differ is a constraint, so that no mistake of the program evades it.
CREATE TABLE approvals (
    id               text        PRIMARY KEY CHECK (id ~ '^apr_[0-9a-hjkmnp-tv-z]{26}$'),
    kind             text        NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
    status           text        NOT NULL CHECK (status IN ('pending', 'confirmed', 'rejected', 'expired')),
    livemode         boolean     NOT NULL,
    merchant_ref     text        NOT NULL REFERENCES onboardings,
    subject_id       text        NOT NULL,
    terms            jsonb       NOT NULL,
    proposed_by      text        NOT NULL CHECK (proposed_by <> ''),
    proposed_by_name text        NOT NULL DEFAULT '',
    reason           text        NOT NULL,
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    decided_by       text        NOT NULL DEFAULT '',
    decided_by_name  text        NOT NULL DEFAULT '',
    decided_at       timestamptz,
    decision_reason  text        NOT NULL DEFAULT '',
    CONSTRAINT approvals_by_another CHECK (status <> 'confirmed' OR decided_by <> '' AND decided_by <> proposed_by),
    CONSTRAINT approvals_decided CHECK ((decided_at IS NULL) = (status IN ('pending', 'expired')))
);
CREATE UNIQUE INDEX approvals_once ON approvals (kind, subject_id, terms) WHERE status = 'pending';
CREATE INDEX approvals_by_status ON approvals (status, id);
CREATE INDEX approvals_of ON approvals (merchant_ref, id);
-- How many wait. One that was not decided in time stays pending.
CREATE INDEX approvals_pending ON approvals (expires_at) INCLUDE (kind, proposed_by) WHERE status = 'pending';

-- Who did what. The operator's columns are the person who acted for the payments company, with the roles of the time, and
-- why; empty where no person did.
CREATE TABLE audit_entries (
    seq              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    xact             xid8        NOT NULL DEFAULT pg_current_xact_id(),
    at               timestamptz NOT NULL,
    actor            text        NOT NULL CHECK (actor IN ('partner', 'merchant', 'operator', 'system')),
    key_id           text        NOT NULL,
    partner_id       text        NOT NULL,
    merchant_ref     text        NOT NULL,
    operation        text        NOT NULL,
    outcome          text        NOT NULL,
    request_id       text        NOT NULL,
    address          text        NOT NULL,
    operator_subject text        NOT NULL DEFAULT '',
    operator_name    text        NOT NULL DEFAULT '',
    operator_roles   text        NOT NULL DEFAULT '',
    reason           text        NOT NULL DEFAULT ''
);
CREATE INDEX audit_entries_by_commit ON audit_entries (xact, seq);
CREATE INDEX audit_entries_of ON audit_entries (merchant_ref, seq);
-- A merchant reads what its partner and operators did, however many other entries there are of it.
CREATE INDEX audit_entries_of_partner ON audit_entries (merchant_ref, partner_id, seq) WHERE actor IN ('partner', 'operator');
-- Operators search it, newest first.
CREATE INDEX audit_entries_by_time ON audit_entries (at, seq);
CREATE INDEX audit_entries_of_operation ON audit_entries (operation, at, seq);
CREATE INDEX audit_entries_of_partner_by_time ON audit_entries (partner_id, at, seq) WHERE partner_id <> '';
CREATE INDEX audit_entries_of_object ON audit_entries (key_id, at, seq) WHERE key_id <> '';
CREATE INDEX audit_entries_of_operators ON audit_entries (at, seq) WHERE actor = 'operator';
CREATE INDEX audit_entries_of_subject ON audit_entries (operator_subject) WHERE actor = 'operator';
CREATE INDEX audit_entries_of_name ON audit_entries (operator_name) WHERE actor = 'operator';
CREATE INDEX audit_entries_of_acts ON audit_entries (merchant_ref, at, seq) WHERE actor = 'operator';

-- The entries, chained by hashes in the order of their transactions. One program at a time lengthens the chain, behind
-- the transactions that write entries, so that these do not wait for each other.
CREATE TABLE audit_chain (
    position bigint PRIMARY KEY CHECK (position > 0),
    seq      bigint NOT NULL UNIQUE REFERENCES audit_entries,
    xact     xid8   NOT NULL,
    hash     bytea  NOT NULL CHECK (length(hash) = 32)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The last verification of the ledger and of the audit trail. A program that verifies because it is due claims it until
-- a time.
CREATE TABLE integrity_checks (
    kind          text        PRIMARY KEY,
    at            timestamptz,
    intact        boolean     NOT NULL DEFAULT true,
    actor         text        NOT NULL DEFAULT '',
    name          text        NOT NULL DEFAULT '',
    claimed_until timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO integrity_checks (kind) VALUES ('ledger'), ('audit');
