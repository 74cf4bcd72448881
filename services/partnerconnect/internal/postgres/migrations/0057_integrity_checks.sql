-- +goose Up
SET LOCAL lock_timeout = '5s';

-- The last verification of the ledger and of the audit trail. A program that verifies what is due claims it until a time.
CREATE TABLE integrity_checks (
    kind          text        PRIMARY KEY,
    at            timestamptz,
    intact        boolean     NOT NULL DEFAULT true,
    actor         text        NOT NULL DEFAULT '',
    name          text        NOT NULL DEFAULT '',
    claimed_until timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO integrity_checks (kind) VALUES ('ledger'), ('audit');
