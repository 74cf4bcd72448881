-- +goose Up
SET LOCAL lock_timeout = '5s';

ALTER TABLE endpoints
    ADD COLUMN filter             text    NOT NULL DEFAULT '', -- an expression in CEL; empty: every event of its types
    ADD COLUMN honour_retry_after boolean NOT NULL DEFAULT false,
    ADD COLUMN deactivate_on_410  boolean NOT NULL DEFAULT false,
    ADD COLUMN rate_limit         integer NOT NULL DEFAULT 0,  -- requests a second; 0: any number
    ADD COLUMN header_names       text[]  NOT NULL DEFAULT '{}',
    ADD COLUMN sealed_headers     bytea;                       -- JSON of names and values, encrypted; null: none
