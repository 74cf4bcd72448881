-- +goose Up
SET LOCAL lock_timeout = '5s';

-- Name of the person who works on a review, as the identity provider gave it; empty when it gave none, and of claims of earlier versions.
ALTER TABLE reviews
    ADD COLUMN claimed_by_name text NOT NULL DEFAULT '';
