-- +goose Up

-- Which operator gave a refund back without a second person: their sums are compared with the limit. NULL: a merchant did, or a second person
-- confirmed it. Those of earlier programs are not counted.
SET LOCAL lock_timeout = '5s';
ALTER TABLE refunds ADD COLUMN sole_operator text;
