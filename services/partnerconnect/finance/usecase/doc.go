// Package usecase registers, pays, cancels, refunds, charges back and ends payments, sets their tariffs, requests
// payouts, exchanges files with the bank, settles, and reads accounts. Each use case is one transaction: what it
// changes, what that posts to the ledger, the events and the audit entry commit together.
package usecase
