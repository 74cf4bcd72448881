-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Tokens by which people made a call, until they have expired: each opens one call.
CREATE TABLE person_tokens_used (
    jti        text        PRIMARY KEY,
    expires_at timestamptz NOT NULL
);
CREATE INDEX person_tokens_used_by_end ON person_tokens_used (expires_at);
