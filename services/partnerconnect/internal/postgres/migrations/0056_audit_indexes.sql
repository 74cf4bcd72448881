-- +goose NO TRANSACTION
-- +goose Up

-- What operators look for in the audit trail, newest first: of a time, of an action, of a partner, of an object, of operators, and of one of
-- them. Each index is dropped first: an attempt that was interrupted leaves one that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_by_time;
CREATE INDEX CONCURRENTLY audit_entries_by_time ON audit_entries (at, seq);
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_of_operation;
CREATE INDEX CONCURRENTLY audit_entries_of_operation ON audit_entries (operation, at, seq);
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_of_partner_by_time;
CREATE INDEX CONCURRENTLY audit_entries_of_partner_by_time ON audit_entries (partner_id, at, seq) WHERE partner_id <> '';
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_of_object;
CREATE INDEX CONCURRENTLY audit_entries_of_object ON audit_entries (key_id, at, seq) WHERE key_id <> '';
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_of_operators;
CREATE INDEX CONCURRENTLY audit_entries_of_operators ON audit_entries (at, seq) WHERE actor = 'operator';
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_of_subject;
CREATE INDEX CONCURRENTLY audit_entries_of_subject ON audit_entries (operator_subject) WHERE actor = 'operator';
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_of_name;
CREATE INDEX CONCURRENTLY audit_entries_of_name ON audit_entries (operator_name) WHERE actor = 'operator';
