-- +goose NO TRANSACTION
-- +goose Up

-- What was reported of a payout before. The index is dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS provider_reports_of_subject;
CREATE INDEX CONCURRENTLY provider_reports_of_subject ON provider_reports (subject_id);
