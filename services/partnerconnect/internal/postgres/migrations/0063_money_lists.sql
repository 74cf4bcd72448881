-- +goose NO TRANSACTION
-- +goose Up

-- The refunds, chargebacks and settlements of all merchants, newest first. Each is dropped first: an attempt that was interrupted leaves
-- one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS refunds_by_time;
CREATE INDEX CONCURRENTLY refunds_by_time ON refunds (created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS refunds_by_status;
CREATE INDEX CONCURRENTLY refunds_by_status ON refunds (status, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS refunds_by_merchant;
CREATE INDEX CONCURRENTLY refunds_by_merchant ON refunds (merchant_ref, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS chargebacks_by_time;
CREATE INDEX CONCURRENTLY chargebacks_by_time ON chargebacks (created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS chargebacks_by_status;
CREATE INDEX CONCURRENTLY chargebacks_by_status ON chargebacks (status, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS chargebacks_by_time_of_merchant;
CREATE INDEX CONCURRENTLY chargebacks_by_time_of_merchant ON chargebacks (merchant_ref, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS chargebacks_by_engine_id;
CREATE INDEX CONCURRENTLY chargebacks_by_engine_id ON chargebacks (engine_id);
DROP INDEX CONCURRENTLY IF EXISTS settlements_by_time;
CREATE INDEX CONCURRENTLY settlements_by_time ON settlements (paid_at, id);
DROP INDEX CONCURRENTLY IF EXISTS settlements_by_currency;
CREATE INDEX CONCURRENTLY settlements_by_currency ON settlements (currency, paid_at, id);
