-- +goose Up

-- What a report says that came before what it depends on: by it the report is applied once that is known.
SET LOCAL lock_timeout = '5s';
ALTER TABLE provider_reports ADD COLUMN content jsonb;
