// Package postgres stores the books of merchants, their transactions and settlements.
package postgres

// LedgerStore is the part of the database that holds them.
type LedgerStore struct{}
