// Package postgres stores the chain of an audit trail, in the table audit_chain next to the service's audit_entries,
// and when something was last verified, in the table integrity_checks.
package postgres

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/audittrail"
	"github.com/partnerline/partnerline/internal/pgdb"
)

// A Column is one of audit_entries that the hash of an entry is made of.
type Column struct {
	Name string
	Zero string // SQL of what is read of an entry that is not there
}

// A Table says how the entries of a service are read. Its audit_entries has, besides the columns, seq, and xact: the
// transaction that wrote the entry.
type Table[L audittrail.Link] struct {
	Columns []Column
	Scan    func(*L) Targets
}

// Targets are where a link is read to; Entry is for the columns.
type Targets struct {
	Seq, Position *int64
	Hash          *audittrail.Hash
	There         *bool
	Entry         []any
}

// Store is the chain of a service.
type Store[L audittrail.Link] struct {
	pool            *pgxpool.Pool
	table           Table[L]
	unchained, page string
}

// NewStore returns a store on a migrated database.
func NewStore[L audittrail.Link](pool *pgxpool.Pool, table Table[L]) *Store[L] {
	var names, zeros []string
	for _, c := range table.Columns {
		names = append(names, "e."+c.Name)
		zeros = append(zeros, "coalesce(e."+c.Name+", "+c.Zero+")")
	}
	return &Store[L]{
		pool, table,
		strings.ReplaceAll(selectUnchained, "COLUMNS", strings.Join(names, ", ")),
		strings.ReplaceAll(selectPage, "COLUMNS", strings.Join(zeros, ", ")),
	}
}

// Pool is for the transactions of use cases.
func (s *Store[L]) Pool() *pgxpool.Pool { return s.pool }

// chainLock is held by the program that lengthens the chain.
const chainLock = 0x5041_4348 // any number that nothing else of the database locks

const (
	chainEnd  = `SELECT position, hash FROM audit_chain ORDER BY position DESC LIMIT 1`
	behindEnd = `(e.xact,
		       e.seq) > (SELECT coalesce((SELECT xact FROM audit_chain ORDER BY position DESC LIMIT 1), '0'::xid8),
		                                 coalesce((SELECT seq FROM audit_chain ORDER BY position DESC LIMIT 1), 0))`
	// Entries are chained once no transaction under way can add one before them: in the order of transactions, which is
	// fixed then.
	selectUnchained = `
		SELECT e.seq, e.xact, COLUMNS
		FROM   audit_entries e
		WHERE  ` + behindEnd + `
		       AND e.xact < pg_snapshot_xmin(pg_current_snapshot())
		ORDER  BY e.xact, e.seq LIMIT @limit`
	insertLink = `INSERT INTO audit_chain (position, seq, xact, hash) VALUES (@position, @seq, @xact, @hash)`
)

// A NewLink is an entry that is to be put to the end of the chain.
type NewLink[L audittrail.Link] struct {
	Link L
	xact uint64
}

// LockChain reserves the chain for a transaction; false when another one has it.
func (s *Store[L]) LockChain(ctx context.Context, tx pgx.Tx) (mine bool, err error) {
	err = tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(@lock)`, pgx.StrictNamedArgs{"lock": chainLock}).Scan(&mine)
	return mine, err
}

// ChainEnd returns the last position of the chain and its hash; zeros when it is empty.
func (s *Store[L]) ChainEnd(ctx context.Context, tx pgdb.Querier) (position int64, end audittrail.Hash, err error) {
	var hash []byte
	if err = tx.QueryRow(ctx, chainEnd).Scan(&position, &hash); errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	copy(end[:], hash)
	return position, end, err
}

// Unchained returns entries that are not in the chain yet, in its order, at most limit.
func (s *Store[L]) Unchained(ctx context.Context, tx pgdb.Querier, limit int) ([]NewLink[L], error) {
	rows, err := tx.Query(ctx, s.unchained, pgx.StrictNamedArgs{"limit": limit})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (n NewLink[L], err error) {
		to := s.table.Scan(&n.Link)
		err = row.Scan(append([]any{to.Seq, &n.xact}, to.Entry...)...)
		return n, err
	})
}

// InsertLinks adds links behind a position of the chain, with their hashes.
func (s *Store[L]) InsertLinks(
	ctx context.Context, tx pgx.Tx, behind int64, links []NewLink[L], hashes []audittrail.Hash,
) error {
	b := &pgx.Batch{}
	for i, l := range links {
		b.Queue(insertLink,
			pgx.StrictNamedArgs{
				"position": behind + int64(i) + 1, "seq": l.Link.Row().Seq, "xact": l.xact, "hash": hashes[i][:],
			})
	}
	return tx.SendBatch(ctx, b).Close()
}

const (
	selectPage = `
		SELECT l.position, l.hash, l.seq, e.seq IS NOT NULL, COLUMNS
		FROM   audit_chain l LEFT JOIN audit_entries e ON e.seq = l.seq
		WHERE  l.position > @after ORDER BY l.position LIMIT @limit`
	countUnchained = `SELECT count(*) FROM audit_entries e WHERE ` + behindEnd
	// An entry before the end of the chain that has no link was not there when its position was chained.
	putIn = `
		SELECT coalesce(min((SELECT min(position) FROM audit_chain l WHERE (l.xact, l.seq) > (e.xact, e.seq))), 0)
		FROM   audit_entries e
		WHERE  NOT EXISTS (SELECT FROM audit_chain l WHERE l.seq = e.seq)
		       AND (e.xact, e.seq) < (SELECT xact, seq FROM audit_chain ORDER BY position DESC LIMIT 1)`
)

// Page returns the links behind a position, at most limit.
func (s *Store[L]) Page(ctx context.Context, after int64, limit int) ([]L, error) {
	rows, err := s.pool.Query(ctx, s.page, pgx.StrictNamedArgs{"after": after, "limit": limit})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (l L, err error) {
		var hash []byte
		to := s.table.Scan(&l)
		err = row.Scan(append([]any{to.Position, &hash, to.Seq, to.There}, to.Entry...)...)
		copy(to.Hash[:], hash)
		return l, err
	})
}

// LastPosition returns the last position of the chain; 0 when it is empty.
func (s *Store[L]) LastPosition(ctx context.Context) (int64, error) {
	position, _, err := s.ChainEnd(ctx, s.pool)
	return position, err
}

const linkHash = `SELECT hash FROM audit_chain WHERE position = @position`

// HashAt returns the hash of a position of the chain, zeros for that before the first; pgx.ErrNoRows when there is no
// such position.
func (s *Store[L]) HashAt(ctx context.Context, position int64) (h audittrail.Hash, err error) {
	if position == 0 {
		return h, nil
	}
	var hash []byte
	err = s.pool.QueryRow(ctx, linkHash, pgx.StrictNamedArgs{"position": position}).Scan(&hash)
	copy(h[:], hash)
	return h, err
}

// verifyPage is how many links are checked at a time.
const verifyPage = 5000

// Verify recomputes every link of the chain. An entry that was altered, removed or inserted shows as the first link
// that does not hold.
func (s *Store[L]) Verify(ctx context.Context) (audittrail.Report, error) {
	var r audittrail.Report
	for {
		page, err := s.Page(ctx, r.Entries, verifyPage)
		if err != nil {
			return r, err
		}
		for _, l := range page {
			r.Add(l)
		}
		if len(page) < verifyPage {
			break
		}
	}
	var before int64
	if err := s.pool.QueryRow(ctx, putIn).Scan(&before); err != nil {
		return r, err
	}
	if before > 0 && (r.Broken == 0 || before < r.Broken) {
		r.Broken = before
	}
	return r, s.pool.QueryRow(ctx, countUnchained).Scan(&r.Pending)
}
