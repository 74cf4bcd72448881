-- +goose NO TRANSACTION
-- +goose Up

-- What operators look for in the payments and payouts of all merchants, newest first, and what was posted for a payment. Each index is
-- dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS payments_by_time;
CREATE INDEX CONCURRENTLY payments_by_time ON payments (created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS payments_by_status;
CREATE INDEX CONCURRENTLY payments_by_status ON payments (status, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS payments_by_currency;
CREATE INDEX CONCURRENTLY payments_by_currency ON payments (currency, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS payments_by_partner;
CREATE INDEX CONCURRENTLY payments_by_partner ON payments (partner_id, created_at, id) WHERE partner_id <> '';
DROP INDEX CONCURRENTLY IF EXISTS payments_by_external_ref;
CREATE INDEX CONCURRENTLY payments_by_external_ref ON payments (external_ref, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS payouts_by_time;
CREATE INDEX CONCURRENTLY payouts_by_time ON payouts (created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS payouts_by_status;
CREATE INDEX CONCURRENTLY payouts_by_status ON payouts (status, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS payouts_by_merchant;
CREATE INDEX CONCURRENTLY payouts_by_merchant ON payouts (merchant_ref, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS payouts_by_external_ref;
CREATE INDEX CONCURRENTLY payouts_by_external_ref ON payouts (external_ref, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_by_payment;
CREATE INDEX CONCURRENTLY ledger_entries_by_payment ON ledger_entries (payment_id, id) WHERE payment_id IS NOT NULL;
