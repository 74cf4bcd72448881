-- +goose NO TRANSACTION
-- +goose Up

-- The chargebacks of a merchant. The index is dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS chargebacks_of_merchant;
CREATE INDEX CONCURRENTLY chargebacks_of_merchant ON chargebacks (merchant_ref, id);
