package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
)

// chainLock is held by the program that lengthens the chain.
const chainLock = 0x5041_4348 // any number that nothing else of this database locks

const (
	chainEnd = `SELECT position, hash FROM audit_chain ORDER BY position DESC LIMIT 1`
	// Entries are chained once no transaction under way can add one before them: in the order of transactions, which is fixed then.
	unchained = `
		SELECT e.seq, e.xact, e.at, e.actor, e.key_id, e.partner_id, e.merchant_ref, e.operation, e.outcome, e.request_id, e.address,
		       e.operator_subject, e.operator_name, e.operator_roles, e.reason
		FROM   audit_entries e
		WHERE  (e.xact, e.seq) > (SELECT coalesce((SELECT xact FROM audit_chain ORDER BY position DESC LIMIT 1), '0'::xid8),
		                                 coalesce((SELECT seq FROM audit_chain ORDER BY position DESC LIMIT 1), 0))
		       AND e.xact < pg_snapshot_xmin(pg_current_snapshot())
		ORDER  BY e.xact, e.seq LIMIT @limit`
	insertLink = `INSERT INTO audit_chain (position, seq, xact, hash) VALUES (@position, @seq, @xact, @hash)`
)

// A Link is an entry of the trail and its position in it.
type Link struct {
	audit.Entry
	Seq  int64
	xact uint64
}

func scanAudit(row pgx.CollectableRow) (Link, error) {
	var l Link
	err := row.Scan(&l.Seq, &l.xact, &l.At, &l.Actor, &l.Key, &l.Partner, &l.Merchant, &l.Operation, &l.Outcome, &l.RequestID, &l.Address,
		&l.Operator.Subject, &l.Operator.Name, &l.Operator.Roles, &l.Operator.Reason)
	return l, err
}

// LockChain reserves the chain for a transaction; false when another one has it.
func (s *Store) LockChain(ctx context.Context, tx pgx.Tx) (mine bool, err error) {
	err = tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(@lock)`, pgx.StrictNamedArgs{"lock": chainLock}).Scan(&mine)
	return mine, err
}

// ChainEnd returns the last position of the chain and its hash; zeros when it is empty.
func (s *Store) ChainEnd(ctx context.Context, tx pgdb.Querier) (position int64, end audit.ChainHash, err error) {
	var hash []byte
	if err = tx.QueryRow(ctx, chainEnd).Scan(&position, &hash); errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	copy(end[:], hash)
	return position, end, err
}

// Unchained returns entries that are not in the chain yet, in its order, at most limit.
func (s *Store) Unchained(ctx context.Context, tx pgdb.Querier, limit int) ([]Link, error) {
	rows, err := tx.Query(ctx, unchained, pgx.StrictNamedArgs{"limit": limit})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanAudit)
}

// InsertLinks adds links behind a position of the chain, with their hashes.
func (s *Store) InsertLinks(ctx context.Context, tx pgx.Tx, behind int64, links []Link, hashes []audit.ChainHash) error {
	b := &pgx.Batch{}
	for i, l := range links {
		b.Queue(insertLink, pgx.StrictNamedArgs{"position": behind + int64(i) + 1, "seq": l.Seq, "xact": l.xact, "hash": hashes[i][:]})
	}
	return tx.SendBatch(ctx, b).Close()
}

const (
	chainPage = `
		SELECT l.position, l.hash, l.seq, e.seq IS NOT NULL, coalesce(e.at, 'epoch'), coalesce(e.actor, ''), coalesce(e.key_id, ''),
		       coalesce(e.partner_id, ''), coalesce(e.merchant_ref, ''), coalesce(e.operation, ''), coalesce(e.outcome, ''),
		       coalesce(e.request_id, ''), coalesce(e.address, ''),
		       coalesce(e.operator_subject, ''), coalesce(e.operator_name, ''), coalesce(e.operator_roles, ''), coalesce(e.reason, '')
		FROM   audit_chain l LEFT JOIN audit_entries e ON e.seq = l.seq
		WHERE  l.position > @after ORDER BY l.position LIMIT @limit`
	countUnchained = `
		SELECT count(*) FROM audit_entries e
		WHERE  (e.xact, e.seq) > (SELECT coalesce((SELECT xact FROM audit_chain ORDER BY position DESC LIMIT 1), '0'::xid8),
		                                 coalesce((SELECT seq FROM audit_chain ORDER BY position DESC LIMIT 1), 0))`
	// An entry before the end of the chain that has no link was not there when its position was chained.
	putIn = `
		SELECT coalesce(min((SELECT min(position) FROM audit_chain l WHERE (l.xact, l.seq) > (e.xact, e.seq))), 0)
		FROM   audit_entries e
		WHERE  NOT EXISTS (SELECT FROM audit_chain l WHERE l.seq = e.seq)
		       AND (e.xact, e.seq) < (SELECT xact, seq FROM audit_chain ORDER BY position DESC LIMIT 1)`
)

// ChainPage calls f for the links behind a position, at most limit, and returns how many there were.
func (s *Store) ChainPage(ctx context.Context, after int64, limit int, f func(audit.ChainLink) error) (n int, err error) {
	rows, err := s.pool.Query(ctx, chainPage, pgx.StrictNamedArgs{"after": after, "limit": limit})
	if err != nil {
		return 0, err
	}
	var l audit.ChainLink
	var hash []byte
	_, err = pgx.ForEachRow(rows, []any{
		&l.Position, &hash, &l.Seq, &l.There, &l.At, &l.Actor, &l.Key, &l.Partner, &l.Merchant, &l.Operation, &l.Outcome, &l.RequestID, &l.Address,
		&l.Operator.Subject, &l.Operator.Name, &l.Operator.Roles, &l.Operator.Reason,
	}, func() error {
		n++
		l.Hash = audit.ChainHash(hash)
		return f(l)
	})
	return n, err
}

// LastPosition returns the last position of the chain; 0 when it is empty.
func (s *Store) LastPosition(ctx context.Context) (int64, error) {
	position, _, err := s.ChainEnd(ctx, s.pool)
	return position, err
}

const linkHash = `SELECT hash FROM audit_chain WHERE position = @position`

// HashAt returns the hash of a position of the chain, zeros for that before the first; pgx.ErrNoRows when there is no such position.
func (s *Store) HashAt(ctx context.Context, position int64) (h audit.ChainHash, err error) {
	if position == 0 {
		return h, nil
	}
	var hash []byte
	err = s.pool.QueryRow(ctx, linkHash, pgx.StrictNamedArgs{"position": position}).Scan(&hash)
	copy(h[:], hash)
	return h, err
}

// VerifyAudit recomputes every link of the chain. An entry that was altered, removed or inserted shows as
// the first link that does not hold.
func (s *Store) VerifyAudit(ctx context.Context) (audit.Report, error) {
	var r audit.Report
	const page = 5000
	for {
		n, err := s.ChainPage(ctx, r.Entries, page, func(l audit.ChainLink) error {
			if r.Broken == 0 && (!l.There || l.Position != r.Entries+1 || l.Chained(r.Head, l.Seq) != l.Hash) {
				r.Broken = r.Entries + 1
			}
			r.Entries, r.Head = l.Position, l.Hash
			return nil
		})
		if err != nil {
			return r, err
		}
		if n < page {
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
