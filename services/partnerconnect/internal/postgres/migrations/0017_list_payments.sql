-- +goose NO TRANSACTION
-- +goose Up

-- The list of a merchant's payments, newest first, by status and by currency: each page reads no more than itself. Indexes are dropped
-- first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS payments_of;
CREATE INDEX CONCURRENTLY payments_of ON payments (merchant_ref, created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS payments_of_status;
CREATE INDEX CONCURRENTLY payments_of_status ON payments (merchant_ref, status, created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS payments_of_currency;
CREATE INDEX CONCURRENTLY payments_of_currency ON payments (merchant_ref, currency, created_at DESC, id DESC);
