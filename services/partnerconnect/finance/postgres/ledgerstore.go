package postgres

// LedgerStore is the part of the database that holds them.
type LedgerStore struct{}
