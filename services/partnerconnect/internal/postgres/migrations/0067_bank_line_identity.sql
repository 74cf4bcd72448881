-- +goose Up

-- By what a line is recognised when it comes again: what the bank says of it, its number among the lines of its statement that say the same, and
-- which statement brought it. Lines of earlier programs have none of them.
SET LOCAL lock_timeout = '5s';
ALTER TABLE bank_lines
    ADD COLUMN fingerprint text    NOT NULL DEFAULT '',
    ADD COLUMN number      integer NOT NULL DEFAULT 0,
    ADD COLUMN origin      jsonb;
