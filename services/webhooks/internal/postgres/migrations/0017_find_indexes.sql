-- +goose NO TRANSACTION
-- +goose Up

-- Operators find endpoints by their URL. The index is dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS endpoints_by_url;
CREATE INDEX CONCURRENTLY endpoints_by_url ON endpoints USING hash (url);
