-- +goose NO TRANSACTION
-- +goose Up

-- The sum of what operators explained. The index is dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS bank_lines_explained;
CREATE INDEX CONCURRENTLY bank_lines_explained ON bank_lines (iban, currency) INCLUDE (amount) WHERE explained;
