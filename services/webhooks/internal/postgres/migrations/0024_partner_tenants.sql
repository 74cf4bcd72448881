-- +goose Up
SET LOCAL lock_timeout = '5s';

-- What the envelopes of a tenant's events name; null: its id. A partner of partner connect is a tenant with the partner's id.
ALTER TABLE tenants ADD COLUMN envelope_tenant text;
ALTER TABLE tenants DROP CONSTRAINT tenants_id_check;
ALTER TABLE tenants ADD CONSTRAINT tenants_id_check CHECK (id ~ '^ten_[0-9a-z]{1,60}$' OR id ~ '^ptn_[a-z0-9][a-z0-9_-]{0,59}$' AND envelope_tenant IS NOT NULL) NOT VALID;

-- Endpoints that list channels get the events of these channels alone.
ALTER TABLE endpoints ADD COLUMN channels text[] NOT NULL DEFAULT '{}';

-- permissions are what the tenant needs to get the event, such as the delegation of a merchant.
ALTER TABLE events ADD COLUMN channel text, ADD COLUMN permissions text[] NOT NULL DEFAULT '{}';

-- Permissions that a tenant has lost.
CREATE TABLE withdrawn_permissions (
    tenant_id    text        NOT NULL REFERENCES tenants ON DELETE CASCADE,
    livemode     boolean     NOT NULL,
    permission   text        NOT NULL,
    withdrawn_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, livemode, permission)
);

-- The latest call that relayed events of partners: one that comes late is refused.
CREATE TABLE relay_calls (
    one   boolean PRIMARY KEY DEFAULT true CHECK (one),
    epoch bigint  NOT NULL,
    call  bigint  NOT NULL
);
INSERT INTO relay_calls (epoch, call) VALUES (0, 0);
