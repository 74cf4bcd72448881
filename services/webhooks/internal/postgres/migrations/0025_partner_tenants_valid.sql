-- +goose Up
SET LOCAL lock_timeout = '5s';

ALTER TABLE tenants VALIDATE CONSTRAINT tenants_id_check;
