// Package postgres is the SQL of the service, by noun, on the pool or on the transaction of a use case. A statement is
// a constant above the method that runs it; nothing is decided here.
package postgres

import (
	"context"
	"embed"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres/bulk"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres/ordered"
	portal "github.com/partnerline/partnerline/services/webhooks/portal/postgres"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema is what this code needs of its database.
var Schema = pgdb.Schema{Program: "webhooksd", Files: migrations}

// Channels of NOTIFY.
const (
	ChannelOutbox    = "outbox"    // there are rows to relay
	ChannelEndpoints = "endpoints" // payload: id of an endpoint that changed
	ChannelEventLog  = "event_log" // the log of events is longer
)

// NoticeFlush is the payload on ChannelOutbox that asks relays to store the deliveries that they have sent.
const NoticeFlush = "store"

// NoticeShards is the payload on ChannelOutbox that notifies relays that another one has given its shards back.
const NoticeShards = "shards"

// LogReaders is the first half of the advisory lock that programs share that have readers of the log of events. The
// second half is 0.
const LogReaders = 0x7061_7276

// Store holds the statements of the service by noun, on the pool or, inside InTx, on a transaction.
type Store struct {
	Tenants       Tenants
	APIKeys       APIKeys
	Endpoints     Endpoints
	Cancellations Cancellations
	Secrets       Secrets
	KeyPairs      KeyPairs
	Events        Events
	EventLog      EventLog
	Outbox        Outbox
	Deliveries    Deliveries
	Attempts      Attempts
	Held          Held
	Ordered       ordered.Store
	Capacity      Capacity
	Recoveries    Recoveries
	Bulk          bulk.Store
	Verifications Verifications
	Notices       Notices
	Audit         Audit
	Portal        portal.Store
	Sources       Sources

	pool *pgxpool.Pool
	keys *keyring.Keyring
}

// NewStore returns a store on a migrated database; keys encrypt the endpoints' secrets.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring) *Store { return on(pool, pool, keys) }

func on(q db, pool *pgxpool.Pool, keys *keyring.Keyring) *Store {
	return &Store{
		Tenants{q}, APIKeys{q}, Endpoints{q}, Cancellations{q}, Secrets{q, keys}, KeyPairs{q, keys},
		Events{q}, EventLog{q}, Outbox{q}, Deliveries{q},
		Attempts{q}, Held{q}, ordered.NewStore(q), Capacity{q}, Recoveries{q}, bulk.NewStore(q), Verifications{q},
		Notices{q}, Audit{q}, portal.NewStore(q, keys), Sources{q}, pool, keys,
	}
}

// InTx runs f in a transaction, which commits unless f returns an error.
func (s *Store) InTx(ctx context.Context, f func(tx *Store) error) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error { return f(on(tx, s.pool, s.keys)) })
}

// ByKey sets up connections for statements that find rows by key. Postgres keeps a plan while a table grows: what is
// planned while a queue has few rows reads it from end to end when 100,000 wait, once for each row of a batch. So a
// table is never read so if an index serves. A batch is looked up in one partition, but costed as if in all of them;
// with pages priced for spinning disks the planner would rather walk an index of a partition than look up its rows.
// Compiling a statement costs more than running any of these.
func ByKey(c *pgxpool.Config) {
	c.ConnConfig.RuntimeParams["enable_seqscan"] = "off"
	c.ConnConfig.RuntimeParams["random_page_cost"] = "1.1"
	c.ConnConfig.RuntimeParams["jit"] = "off"
}

// planned makes Postgres plan a statement for its arguments, at each call. The plan for any arguments, which it may
// otherwise keep, walks the whole history for an endpoint that has none.
const planned = pgx.QueryExecModeCacheDescribe

// isPending is `d.status = 'pending'` for statements that find deliveries by key. Written so, it does not match the
// partial indexes of pending deliveries, whose size the planner underestimates by far when many are parked.
const isPending = `d.status NOT IN ('delivered', 'failed', 'cancelled')`

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// Pool is for what needs a connection of its own: the relay and the listeners.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }

// Lock is how a row that is read is locked until the end of the transaction.
type Lock string

// The locks that the service takes.
const (
	ForUpdate      Lock = ` FOR UPDATE`
	ForNoKeyUpdate Lock = ` FOR NO KEY UPDATE`
	ForShare       Lock = ` FOR SHARE`
)

type db = pgdb.Querier

var (
	exec  = pgdb.Exec
	where = pgdb.Where
)

// after are the arguments of a position; nil: none.
func after(p *webhooks.Position) pgx.StrictNamedArgs {
	if p == nil {
		return nil
	}
	return pgx.StrictNamedArgs{"after_time": p.Time, "after_id": p.ID}
}
