-- +goose Up
SET LOCAL lock_timeout = '5s';

-- The program that hands the event over to its own relay; 0: none does, it is read.
ALTER TABLE outbox ADD COLUMN writer bigint NOT NULL DEFAULT 0;
