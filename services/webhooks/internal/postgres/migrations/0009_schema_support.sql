-- +goose Up

-- The oldest program, by the newest migration that it was built with, that runs on this schema. A migration that leaves
-- older programs behind raises it; they report that they are not ready from then on.
CREATE TABLE schema_support (
  oldest_program bigint NOT NULL,
  only_row       boolean PRIMARY KEY DEFAULT true CHECK (only_row)
);
INSERT INTO schema_support (oldest_program) VALUES (1);
