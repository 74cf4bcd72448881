-- +goose NO TRANSACTION
-- +goose Up

-- The keys of a merchant, for its list.
CREATE INDEX CONCURRENTLY IF NOT EXISTS merchant_keys_of ON merchant_keys (merchant_ref, id);
