-- +goose Up
SET LOCAL lock_timeout = '5s';

-- In which currencies the merchants of a channel take payments. It replaces the column of onboardings, in which nothing but PLN was ever
-- written; that one is read by the previous release.
ALTER TABLE channels ADD COLUMN currencies text[] NOT NULL DEFAULT '{PLN}';
