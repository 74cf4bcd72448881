// Package ledger is double-entry bookkeeping: what each event of a payment, a payout or a settlement does to which
// accounts (docs/ledger.md). Everything here is arithmetic on whole minor units; the database does what these
// functions say, under the lock of the book, and checks it again by constraints.
//
// A book belongs to one merchant and one currency. Its seven accounts sum to zero after every entry. Three are the
// merchant's: what the house owes it. Four are the house's share of that book: what rails owe the house, what the
// house and the partner earned, what is under way. The house has its accounts in each book, and sums them up when
// asked, so that no two merchants wait for one row.
package ledger
