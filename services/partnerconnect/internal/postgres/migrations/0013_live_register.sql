-- +goose Up

-- Entries of registers that were imported for live mode. Those of register_entries, where all imports went before, are of test mode.
CREATE TABLE live_register_entries (
    scheme      text        NOT NULL,
    number      text        NOT NULL,
    hash        text        NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
    as_of       timestamptz NOT NULL,
    imported_at timestamptz NOT NULL,
    record      bytea       NOT NULL,
    PRIMARY KEY (scheme, number)
);
