-- +goose Up

-- What the operator is told, in order. A row is written in the transaction that makes it true.
CREATE TABLE notices (
    id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind          text        NOT NULL,
    endpoint_id   uuid        NOT NULL,
    tenant_id     text        NOT NULL,
    livemode      boolean     NOT NULL,
    failure_count integer     NOT NULL,
    created_at    timestamptz NOT NULL,
    xact          xid8        NOT NULL DEFAULT pg_current_xact_id() -- who wrote it; see selectNotices
);
CREATE INDEX notices_by_age ON notices (created_at);
