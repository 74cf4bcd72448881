-- +goose Up

-- Entries of registers that an operator imported. The record tells of people: it is encrypted for table, scheme, number and
-- column.
CREATE TABLE register_entries (
    scheme      text        NOT NULL,
    number      text        NOT NULL,
    hash        text        NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
    as_of       timestamptz NOT NULL,
    imported_at timestamptz NOT NULL,
    record      bytea       NOT NULL,
    PRIMARY KEY (scheme, number)
);

-- Answers of registers. Each stays, as decisions refer to it by its hash; the one that was fetched last is the present one,
-- unless the register lists the company no more.
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
