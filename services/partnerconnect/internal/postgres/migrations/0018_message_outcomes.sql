-- +goose Up

-- What became of a message after it was handed to a provider: sent_at is when the provider accepted it. One that failed is never due.
SET LOCAL lock_timeout = '5s';
ALTER TABLE messages
    ADD COLUMN provider_message_id text NOT NULL DEFAULT '',
    ADD COLUMN delivered_at        timestamptz,
    ADD COLUMN failed_at           timestamptz,
    ADD COLUMN failure             text;
ALTER TABLE messages ADD CONSTRAINT messages_failure CHECK (failure IN ('rejected', 'bounced', 'expired', 'obsolete')) NOT VALID;
