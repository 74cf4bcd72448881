-- +goose Up

ALTER TABLE partners ADD COLUMN suspended_at timestamptz;

-- data_key is the key of the row's sealed columns and of its documents, itself sealed with the key-encryption key. Without it
-- the columns are worthless: erasing it erases them. Rows of before have none, and their columns are sealed with the
-- key-encryption key itself until they are written again.
ALTER TABLE onboardings
    ADD COLUMN data_key       bytea,
    ADD COLUMN identity       bytea,
    ADD COLUMN representation bytea,
    ADD COLUMN register_check jsonb,
    ADD COLUMN locked         text[] NOT NULL DEFAULT '{}',
    ADD COLUMN shredded_at    timestamptz;
CREATE INDEX onboardings_by_channel ON onboardings (channel_id, livemode, ref);
CREATE INDEX onboardings_by_status ON onboardings (channel_id, livemode, status, ref);
CREATE INDEX onboardings_by_update ON onboardings (channel_id, livemode, updated_at, ref);
CREATE INDEX onboardings_expiring ON onboardings (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX onboardings_to_shred ON onboardings (updated_at) WHERE status IN ('cancelled', 'expired') AND shredded_at IS NULL;

-- details holds type, subject and name of the file and the key of its content, sealed. The content lies in the object store.
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

-- Objects that have no document, or are about to have none. A document's upload stands here until its row is stored, so that
-- no crash leaves an object behind for good.
CREATE TABLE object_deletions (
    key          text        PRIMARY KEY,
    delete_after timestamptz NOT NULL
);
CREATE INDEX object_deletions_due ON object_deletions (delete_after);

-- person is who is invited, sealed.
CREATE TABLE invitations (
    id             text        PRIMARY KEY CHECK (id ~ '^inv_[0-9a-hjkmnp-tv-z]{26}$'),
    onboarding_ref text        NOT NULL REFERENCES onboardings,
    role           text        NOT NULL CHECK (role IN ('representative', 'proxy')),
    status         text        NOT NULL CHECK (status IN ('pending', 'accepted', 'declined', 'expired', 'revoked')),
    person         bytea,
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

-- What is to be said to people. content is sealed: to whom, and what. A message is due while sent_at is null.
CREATE TABLE messages (
    id             text        PRIMARY KEY,
    onboarding_ref text        NOT NULL REFERENCES onboardings,
    medium         text        NOT NULL CHECK (medium IN ('email', 'sms')),
    template       text        NOT NULL,
    content        bytea,
    attempts       integer     NOT NULL DEFAULT 0,
    due_at         timestamptz NOT NULL,
    sent_at        timestamptz,
    created_at     timestamptz NOT NULL
);
CREATE INDEX messages_due ON messages (due_at) WHERE sent_at IS NULL;
CREATE INDEX messages_of ON messages (onboarding_ref, id);

-- The feed is read in the order of transactions; see events.xact.
CREATE INDEX events_by_commit ON events (channel_id, livemode, xact, seq);
DROP INDEX events_by_channel;
CREATE INDEX events_by_time ON events (created_at);

-- Who did what. Entries are never changed; the chain is built behind them, in one order, by one program at a time.
CREATE TABLE audit_entries (
    seq          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    xact         xid8        NOT NULL DEFAULT pg_current_xact_id(),
    at           timestamptz NOT NULL,
    actor        text        NOT NULL CHECK (actor IN ('partner', 'merchant', 'operator', 'system')),
    key_id       text        NOT NULL,
    partner_id   text        NOT NULL,
    merchant_ref text        NOT NULL,
    operation    text        NOT NULL,
    outcome      text        NOT NULL,
    request_id   text        NOT NULL,
    address      text        NOT NULL
);
CREATE INDEX audit_entries_of ON audit_entries (merchant_ref, seq);
CREATE INDEX audit_entries_by_commit ON audit_entries (xact, seq);
CREATE TABLE audit_chain (
    position bigint PRIMARY KEY CHECK (position > 0),
    seq      bigint NOT NULL UNIQUE REFERENCES audit_entries,
    xact     xid8   NOT NULL,
    hash     bytea  NOT NULL CHECK (length(hash) = 32)
);

-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
-- +goose StatementEnd
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
