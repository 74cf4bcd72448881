package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
)

const insertAuditEntry = `
	INSERT INTO audit_entries (at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address)
	VALUES (@at, @actor, @key, @partner, @merchant, @operation, @outcome, @request, @address)`

func auditArgs(e audit.Entry) pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{
		"at": e.At, "actor": e.Actor, "key": e.Key, "partner": e.Partner, "merchant": e.Merchant, "operation": e.Operation,
		"outcome": e.Outcome, "request": e.RequestID, "address": e.Address,
	}
}

// InsertAudit stores who did something in the transaction that did it.
func InsertAudit(ctx context.Context, tx pgdb.Querier, e audit.Entry) error {
	e.Outcome = "ok"
	_, err := tx.Exec(ctx, insertAuditEntry, auditArgs(e))
	return err
}

// RecordAudit stores entries of what changed nothing: reads and refusals.
func (s *Store) RecordAudit(ctx context.Context, entries []audit.Entry) error {
	b := &pgx.Batch{}
	for _, e := range entries {
		b.Queue(insertAuditEntry, auditArgs(e))
	}
	return s.pool.SendBatch(ctx, b).Close()
}

const selectAccess = `
	SELECT seq, xact, at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address
	FROM   audit_entries WHERE merchant_ref = @ref ORDER BY seq DESC LIMIT @limit`

// Access returns who accessed an onboarding, newest first.
func (s *Store) Access(ctx context.Context, ref pc.Ref, limit int) ([]audit.Entry, error) {
	return s.access(ctx, selectAccess, pgx.StrictNamedArgs{"ref": ref, "limit": limit})
}

func (s *Store) access(ctx context.Context, sql string, args pgx.StrictNamedArgs) ([]audit.Entry, error) {
	rows, err := s.pool.Query(ctx, sql, args)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (audit.Entry, error) {
		e, err := scanAudit(row)
		return e.Entry, err
	})
}

// What the merchant's partner did and what operators did, whatever else the trail holds of the merchant: refused calls of other
// partners, the merchant's own acts, the program's. Each half reads as many rows of its index as it returns.
const selectPartnerAccess = `
	SELECT seq, xact, at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address
	FROM  ((SELECT * FROM audit_entries WHERE merchant_ref = @ref AND partner_id = @partner AND actor IN ('partner', 'operator')
	        ORDER BY seq DESC LIMIT @limit)
	       UNION ALL
	       (SELECT * FROM audit_entries WHERE merchant_ref = @ref AND partner_id = '' AND actor IN ('partner', 'operator')
	        ORDER BY seq DESC LIMIT @limit)) e
	ORDER BY seq DESC LIMIT @limit`

// PartnerAccess returns what a merchant's partner and operators did to its onboarding, newest first.
func (s *Store) PartnerAccess(ctx context.Context, ref pc.Ref, partner pc.PartnerID, limit int) ([]audit.Entry, error) {
	return s.access(ctx, selectPartnerAccess, pgx.StrictNamedArgs{"ref": ref, "partner": partner, "limit": limit})
}

// auditLock is held by the program that lengthens the chain.
const auditLock = 0x5041_4348 // any number that nothing else of this database locks

const (
	chainEnd = `SELECT position, hash FROM audit_chain ORDER BY position DESC LIMIT 1`
	// Entries are chained once no transaction under way can add one before them: in the order of transactions, which is fixed then.
	unchained = `
		SELECT e.seq, e.xact, e.at, e.actor, e.key_id, e.partner_id, e.merchant_ref, e.operation, e.outcome, e.request_id, e.address
		FROM   audit_entries e
		WHERE  (e.xact, e.seq) > (SELECT coalesce((SELECT xact FROM audit_chain ORDER BY position DESC LIMIT 1), '0'::xid8),
		                                 coalesce((SELECT seq FROM audit_chain ORDER BY position DESC LIMIT 1), 0))
		       AND e.xact < pg_snapshot_xmin(pg_current_snapshot())
		ORDER  BY e.xact, e.seq LIMIT @limit`
	insertLink = `INSERT INTO audit_chain (position, seq, xact, hash) VALUES (@position, @seq, @xact, @hash)`
)

// ChainAudit puts entries that are not in the hash chain yet to its end, at most limit, and returns how many. Of several
// programs one does it at a time.
func (s *Store) ChainAudit(ctx context.Context, limit int) (n int, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var mine bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(@lock)`, pgx.StrictNamedArgs{"lock": auditLock}).Scan(&mine); err != nil || !mine {
			return err
		}
		var position int64
		var hash []byte
		if err := tx.QueryRow(ctx, chainEnd).Scan(&position, &hash); err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		var prev audit.ChainHash
		copy(prev[:], hash)
		rows, err := tx.Query(ctx, unchained, pgx.StrictNamedArgs{"limit": limit})
		if err != nil {
			return err
		}
		entries, err := pgx.CollectRows(rows, scanAudit)
		if err != nil || len(entries) == 0 {
			return err
		}
		b := &pgx.Batch{}
		for _, e := range entries {
			position++
			prev = e.Chained(prev, e.seq)
			hash := prev // the batch is sent after the loop
			b.Queue(insertLink, pgx.StrictNamedArgs{"position": position, "seq": e.seq, "xact": e.xact, "hash": hash[:]})
		}
		n = len(entries)
		return tx.SendBatch(ctx, b).Close()
	})
	return n, err
}

// storedAudit is an entry and its position.
type storedAudit struct {
	audit.Entry
	seq  int64
	xact uint64
}

func scanAudit(row pgx.CollectableRow) (storedAudit, error) {
	var e storedAudit
	err := row.Scan(&e.seq, &e.xact, &e.At, &e.Actor, &e.Key, &e.Partner, &e.Merchant, &e.Operation, &e.Outcome, &e.RequestID, &e.Address)
	return e, err
}

const (
	chainPage = `
		SELECT l.position, l.hash, l.seq, e.seq IS NOT NULL, coalesce(e.at, 'epoch'), coalesce(e.actor, ''), coalesce(e.key_id, ''),
		       coalesce(e.partner_id, ''), coalesce(e.merchant_ref, ''), coalesce(e.operation, ''), coalesce(e.outcome, ''),
		       coalesce(e.request_id, ''), coalesce(e.address, '')
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

// VerifyAudit goes through the whole chain and computes each link anew. An entry that was altered, taken out or put in shows as
// the first link that does not hold.
func (s *Store) VerifyAudit(ctx context.Context) (audit.Report, error) {
	var r audit.Report
	const page = 5000
	for {
		rows, err := s.pool.Query(ctx, chainPage, pgx.StrictNamedArgs{"after": r.Entries, "limit": page})
		if err != nil {
			return r, err
		}
		n := 0
		var position, seq int64
		var hash []byte
		var there bool
		var e audit.Entry
		_, err = pgx.ForEachRow(rows, []any{
			&position, &hash, &seq, &there, &e.At, &e.Actor, &e.Key, &e.Partner, &e.Merchant, &e.Operation, &e.Outcome, &e.RequestID, &e.Address,
		}, func() error {
			n++
			next := e.Chained(r.Head, seq)
			if r.Broken == 0 && (!there || position != r.Entries+1 || next != audit.ChainHash(hash)) {
				r.Broken = r.Entries + 1
			}
			r.Entries, r.Head = position, audit.ChainHash(hash)
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
