-- +goose NO TRANSACTION
-- +goose Up

DROP INDEX CONCURRENTLY IF EXISTS bank_lines_fingerprint;
CREATE INDEX CONCURRENTLY bank_lines_fingerprint ON bank_lines (iban, fingerprint, number) WHERE fingerprint <> '';
