package relay

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Keys of the relay's advisory locks. The second half of a member's lock is the number of shards, that of a shard's its
// number.
const (
	joinKey    = 0x7061_7274_6e65_0002 // held for a moment
	memberKeys = 0x7061_7274
	shardKeys  = 0x7061_7275
)

// leases are the shards of the outbox that this replica sends. Each is an advisory lock of one connection: Postgres
// ends them with it. The replicas that are connected are members, and each holds its share.
type leases struct {
	conn    *pgx.Conn     // used by the one that calls join and balance
	wake    chan struct{} // has a value when rows of the shards may have come
	shards  int
	readers bool // of the log of events, when the last balance was made; of the one that calls it

	mu      sync.Mutex
	held    []int
	surplus []int // to be given back, once no work on them is under way
	ended   []int // no work on them is under way
}

// hashes are those of some shards; nil for all shards.
func (l *leases) hashes(shards []int) []int {
	if len(shards) == l.shards {
		return nil
	}
	list := []int{} // of none: empty
	for h := range webhooks.Hashes {
		if slices.Contains(shards, h%l.shards) {
			list = append(list, h)
		}
	}
	return list
}

// current returns the shards to work on, and those to be given back, which release ends.
func (l *leases) current() (held, surplus []int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.held), slices.Clone(l.surplus)
}

// release marks surplus shards as safe to unlock.
func (l *leases) release(shards []int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.surplus = slices.DeleteFunc(l.surplus, func(s int) bool { return slices.Contains(shards, s) })
	l.ended = append(l.ended, shards...)
}

// ofShards reports whether events of a tenant are in some shards.
func (l *leases) ofShards(t webhooks.TenantID, shards []int) bool {
	for _, livemode := range []bool{false, true} {
		if slices.Contains(shards, webhooks.Scope{Tenant: t, Livemode: livemode}.Hash()%l.shards) {
			return true
		}
	}
	return false
}

// holds reports whether a hash is of a shard that is held.
func (l *leases) holds(hash int) bool {
	held, _ := l.current()
	return slices.Contains(held, hash%l.shards)
}

// holdsAny reports whether any of the hashes, comma-separated, is of a shard that is held. An empty list is of any
// shard.
func (l *leases) holdsAny(hashes string) bool {
	held, _ := l.current()
	if hashes == "" || len(held) == l.shards {
		return len(held) > 0
	}
	for text := range strings.SplitSeq(hashes, ",") {
		if h, err := strconv.Atoi(text); err != nil || slices.Contains(held, h%l.shards) {
			return true
		}
	}
	return false
}

const othersJoined = `
	SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND classid = $1 AND objid <> $2
	                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`

// join makes this replica a member, unless there are members with another number of shards: their shards have other
// rows.
func (l *leases) join(ctx context.Context) (joined bool, err error) {
	err = pgx.BeginFunc(ctx, l.conn, func(tx pgx.Tx) error {
		var others bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, int64(joinKey)).Scan(&joined); err != nil ||
			!joined {
			return err
		}
		if err := tx.QueryRow(ctx, othersJoined, memberKeys, l.shards).Scan(&others); err != nil {
			return err
		}
		if joined = !others; others {
			return nil
		}
		_, err := tx.Exec(ctx, `SELECT pg_advisory_lock_shared($1, $2)`, memberKeys, l.shards)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("join: %w", err)
	}
	return joined, nil
}

const selectLocks = `
	SELECT count(*) FILTER (WHERE classid = $1), coalesce(array_agg(objid::int) FILTER (WHERE classid = $2), '{}'), count(*) FILTER (WHERE classid = $3) > 0
	FROM   pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND classid IN ($1, $2, $3) AND granted
	   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

// balance gives back the shards on which work has ended, and leases or gives up shards until this replica has its
// share. It reports whether the share changed or is not reached: the next call should come soon.
func (l *leases) balance(ctx context.Context) (soon bool, err error) {
	l.mu.Lock()
	ended := l.ended
	l.ended = nil
	l.mu.Unlock()
	for _, s := range ended {
		if _, err := l.conn.Exec(ctx, `SELECT pg_advisory_unlock($1, $2)`, shardKeys, s); err != nil {
			return false, fmt.Errorf("unlock: %w", err)
		}
	}
	var members int
	var taken []int
	if err := l.conn.QueryRow(ctx, selectLocks, memberKeys, shardKeys, postgres.LogReaders).Scan(&members, &taken,
		&l.readers); err != nil {
		return false, fmt.Errorf("locks: %w", err)
	}
	held, surplus := l.current()
	least, most := share(l.shards, members)
	if n := len(held); n > most {
		l.mu.Lock()
		l.held, l.surplus = held[:most], append(l.surplus, held[most:]...)
		l.mu.Unlock()
		return true, nil
	}
	for s := range l.shards {
		if len(held) == most || slices.Contains(taken, s) {
			continue
		}
		var locked bool
		if err := l.conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1, $2)`, shardKeys, s).Scan(&locked); err != nil {
			return false, fmt.Errorf("lock: %w", err)
		}
		if locked {
			held = append(held, s)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held = held
	return len(surplus) > 0 || len(held) < least, nil
}

const leaveShards = `
	SELECT pg_advisory_unlock_all(), pg_notify('` + postgres.ChannelOutbox + `', '` + postgres.NoticeShards + `')`

// leave gives all shards back, ends the membership and notifies the other replicas. Without it, as after a crash, they
// notice within a second.
func (l *leases) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_, _ = l.conn.Exec(ctx, leaveShards)
}

// share is how many shards a member has at least, once all are leased, and at most.
func share(shards, members int) (least, most int) {
	members = max(members, 1)
	return shards / members, (shards + members - 1) / members
}
