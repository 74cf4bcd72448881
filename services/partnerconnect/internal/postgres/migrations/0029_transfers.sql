-- +goose Up
SET LOCAL lock_timeout = '5s';

-- A verification transfer is booked when it arrives, and reserved for the payout that returns it.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
    'payment_paid', 'payment_refunded', 'refund_failed', 'payment_charged_back', 'chargeback_reversed', 'settled', 'payout_requested',
    'payout_sent', 'payout_paid', 'payout_failed', 'payout_cancelled', 'transfer_received')) NOT VALID;
