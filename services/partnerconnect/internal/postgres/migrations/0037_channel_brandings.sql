-- +goose Up

-- How the pages of a channel look. What is empty is not branded.
CREATE TABLE channel_brandings (
    channel_id  text        PRIMARY KEY REFERENCES channels,
    name        text        NOT NULL,
    colour      text        NOT NULL CHECK (colour = '' OR colour ~ '^#[0-9a-f]{6}$'),
    logo        bytea       NOT NULL, -- PNG that was encoded by the program
    help_url    text        NOT NULL,
    privacy_url text        NOT NULL,
    terms_url   text        NOT NULL,
    updated_at  timestamptz NOT NULL
);
