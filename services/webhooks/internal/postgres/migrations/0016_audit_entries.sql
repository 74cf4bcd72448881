-- +goose Up
SET LOCAL lock_timeout = '5s';

-- What operators did: one row of each call of a method that changes something, written with the change. Only appended to.
CREATE TABLE audit_entries (
    seq              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at               timestamptz NOT NULL,
    operation        text        NOT NULL,
    object_id        text        NOT NULL,
    tenant_id        text        NOT NULL,
    operator_subject text        NOT NULL,
    operator_name    text        NOT NULL,
    operator_roles   text[]      NOT NULL,
    reason           text        NOT NULL,
    request_id       text        NOT NULL
);
CREATE INDEX audit_entries_by_time ON audit_entries (at, seq);
CREATE INDEX audit_entries_by_operation ON audit_entries (operation, at, seq);
CREATE INDEX audit_entries_by_object ON audit_entries (object_id, at, seq);
CREATE INDEX audit_entries_by_tenant ON audit_entries (tenant_id, at, seq);
CREATE INDEX audit_entries_by_subject ON audit_entries (operator_subject, at, seq);
CREATE INDEX audit_entries_by_name ON audit_entries (operator_name, at, seq);
