-- +goose NO TRANSACTION
-- +goose Up

DROP INDEX CONCURRENTLY IF EXISTS refunds_sole_operator;
CREATE INDEX CONCURRENTLY refunds_sole_operator ON refunds (sole_operator, created_at) WHERE sole_operator IS NOT NULL;
