-- +goose NO TRANSACTION
-- +goose Up

-- A merchant reads what its partner and operators did, however many other entries the trail holds of it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_entries_of_partner ON audit_entries (merchant_ref, partner_id, seq)
    WHERE actor IN ('partner', 'operator');
