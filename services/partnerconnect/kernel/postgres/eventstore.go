package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"
)

// EventStore is the part of the database that holds them.
type EventStore struct {
	pool *pgxpool.Pool
}

// NewEventStore returns a store on a migrated database.
func NewEventStore(pool *pgxpool.Pool) *EventStore {
	return &EventStore{pool: pool}
}
