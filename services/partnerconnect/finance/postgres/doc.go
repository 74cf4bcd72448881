// Package postgres stores payments, refunds, chargebacks, payouts, tariffs, the ledger, and the lines and batches of
// the bank.
package postgres
