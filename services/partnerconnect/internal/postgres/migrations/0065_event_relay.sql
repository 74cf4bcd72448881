-- +goose Up
SET LOCAL lock_timeout = '5s';

-- How far the events have been relayed to webhooks, in the order of the feed, and how far those after which a partner may get more or less than
-- before, which go first. epoch counts the programs that relayed, one after the other. What was committed before is not pushed.
CREATE TABLE event_relay (
    one         boolean PRIMARY KEY DEFAULT true CHECK (one),
    epoch       bigint  NOT NULL DEFAULT 0,
    xact        xid8    NOT NULL,
    seq         bigint  NOT NULL,
    access_xact xid8    NOT NULL,
    access_seq  bigint  NOT NULL
);
INSERT INTO event_relay (xact, seq, access_xact, access_seq) VALUES (pg_current_xact_id(), 0, pg_current_xact_id(), 0);
