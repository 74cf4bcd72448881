// Package finance is the module of money: payments, refunds, chargebacks, payouts, tariffs, the ledger, and the bank.
// It is built on the kernel and on merchants.
package finance
