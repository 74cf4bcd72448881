-- +goose Up

-- When merchants had their data exported within the last day.
CREATE TABLE exports (
    merchant_ref text        NOT NULL REFERENCES onboardings,
    exported_at  timestamptz NOT NULL,
    PRIMARY KEY (merchant_ref, exported_at)
);
