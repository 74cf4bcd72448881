// Package bank is the rules of exchanging files with a bank: which payouts go into which payment order, and what a line
// of a statement does to them. A payout is in one batch, once; every line of a statement is matched or listed as
// unmatched.
package bank
