-- +goose Up

-- Calls that carried an Idempotency-Key. id is the SHA-256 of holder, mode, route, On-Behalf-Of and key. fingerprint (of what was
-- asked for) and answer are sealed; answer is null while the call runs. A claim without an answer lapses at lease_until.
CREATE TABLE idempotency_keys (
    id          bytea       PRIMARY KEY CHECK (length(id) = 32),
    fingerprint bytea       NOT NULL,
    claim       uuid        NOT NULL,
    lease_until timestamptz NOT NULL,
    kept_until  timestamptz NOT NULL,
    answer      bytea
);
CREATE INDEX idempotency_keys_forgotten ON idempotency_keys (kept_until);
