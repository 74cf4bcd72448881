-- +goose Up
SET LOCAL lock_timeout = '5s';

-- The trail of what operators did is chained by hashes, behind the transactions that write entries, in their order. What was written
-- before has the transaction 0, so that the chain begins with it, in the order of its numbers.
ALTER TABLE audit_entries ADD COLUMN xact xid8 NOT NULL DEFAULT '0';
ALTER TABLE audit_entries ALTER COLUMN xact SET DEFAULT pg_current_xact_id();
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

-- The last verification of the trail. A program that verifies it because it is due claims it until a time.
CREATE TABLE integrity_checks (
    kind          text        PRIMARY KEY,
    at            timestamptz,
    intact        boolean     NOT NULL DEFAULT true,
    actor         text        NOT NULL DEFAULT '',
    name          text        NOT NULL DEFAULT '',
    claimed_until timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO integrity_checks (kind) VALUES ('audit');
