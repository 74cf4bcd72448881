package postgres

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
)

const (
	insertLine = `
		INSERT INTO bank_lines (iban, ref, fingerprint, number, origin, statement_id, file_name, currency, amount, booked_on,
		       code, state, reason, payout_id, collected, created_at, sender)
		VALUES (@iban, @ref, @fingerprint, @number, @origin, @statement, @file, @currency, @amount, @booked_on, @code,
		       @state, @reason, @payout, @collected, @now, @sender)`
	refTaken  = `SELECT EXISTS (SELECT FROM bank_lines WHERE iban = @iban AND ref = @ref)`
	earlierOf = `
		SELECT coalesce(origin->>'wording', '') AS wording, number, origin FROM bank_lines
		WHERE  iban = @iban AND fingerprint = @fingerprint AND (number = @number OR @referenced)`
	linesOf = `
		SELECT coalesce(bool_or(amount < 0), false), coalesce(bool_or(amount > 0), false) FROM bank_lines
		WHERE  payout_id = @payout AND state = 'matched'`
	lineColumns = `iban, ref, statement_id, file_name, currency, amount, booked_on, code, state, reason, payout_id,
		collected, created_at, sender`
	lockLine        = `SELECT pg_advisory_xact_lock(hashtextextended(@iban || ' ' || @fingerprint, 0))`
	selectUnmatched = `SELECT ` + lineColumns + ` FROM bank_lines WHERE state = 'unmatched' ORDER BY created_at, iban, ref
		LIMIT @limit`
	selectLine = `
		SELECT ` + lineColumns + ` FROM bank_lines WHERE iban = @iban AND ref = @ref AND state = 'unmatched'`
	lockUnmatched = selectLine + ` FOR UPDATE`
	selectLinesOf = `
		SELECT ` + lineColumns + ` FROM bank_lines
		WHERE  (iban, ref) IN (SELECT * FROM unnest(@ibans::text[], @refs::text[])) AND state = 'unmatched'`
	resolveLine = `
		UPDATE bank_lines SET state = 'matched', reason = '', payout_id = @payout,
		       explained = (@payout = '' AND NOT @collected AND NOT @repeated), collected = @collected,
		       resolution = @resolution, resolved_at = @now, sender = NULL
		WHERE  iban = @iban AND ref = @ref`
	updateSender = `UPDATE bank_lines SET sender = @sender WHERE iban = @iban AND ref = @ref`
	// The last reconciliation of the account counted the line as unmatched, unless it is older.
	explainReconciliation = `
		UPDATE bank_reconciliations r
		SET    ledger = r.ledger + @moved, at_engine = r.at_engine - @transferred, explained = r.explained + @explained,
		       unmatched = r.unmatched - @amount
		FROM   (SELECT iban, statement_id FROM bank_reconciliations WHERE iban = @iban AND currency = @currency
		        ORDER BY closed_on DESC NULLS LAST, reconciled_at DESC LIMIT 1) last
		WHERE  r.iban = last.iban AND r.statement_id = last.statement_id AND r.reconciled_at >= @read_at`
)

// scanLine reads lineColumns.
func (s BankStore) scanLine(row pgx.CollectableRow) (l bank.Line, err error) {
	var sealed []byte
	if err := row.Scan(&l.Account, &l.Ref, &l.Statement, &l.File, &l.Currency, &l.Amount, &l.BookedOn, &l.Code, &l.State,
		&l.Reason, &l.Payout, &l.Collected, &l.At, &sealed); err != nil || sealed == nil {
		return l, err
	}
	return l, rowseal.OpenJSON(s.keys, sealed, &l.Sender, rowseal.BankLineAssociatedData(l.Account, l.Ref))
}

// sealedSender is who sent an unmatched line; nil for every other line.
func (s BankStore) sealedSender(l bank.Line) ([]byte, error) {
	if l.State != bank.LineUnmatched || l.Sender == nil {
		return nil, nil
	}
	plain, err := json.Marshal(l.Sender)
	if err != nil {
		return nil, err
	}
	return s.keys.Seal(plain, rowseal.BankLineAssociatedData(l.Account, l.Ref)), nil
}

// Admission returns whether an account has a line.
func (BankStore) Admission(ctx context.Context, q pgdb.Querier, l bank.Line) (admission bank.Admission, err error) {
	rows, _ := q.Query(ctx, earlierOf, pgx.StrictNamedArgs{
		"iban": l.Account, "fingerprint": l.Fingerprint, "number": l.Number, "referenced": l.Referenced,
	})
	before, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e bank.Earlier, err error) {
		return e, row.Scan(&e.Wording, &e.Number, &e.Origin)
	})
	return l.Admission(before), err
}

// Admit is Admission for a transaction that stores the line then: of those that may store it one runs at a time. The
// line gets another reference when another line has its own.
func (s BankStore) Admit(ctx context.Context, tx pgx.Tx, l *bank.Line) (bank.Admission, error) {
	if _, err := tx.Exec(ctx, lockLine, pgx.StrictNamedArgs{"iban": l.Account, "fingerprint": l.Fingerprint}); err != nil {
		return 0, err
	}
	admission, err := s.Admission(ctx, tx, *l)
	if err != nil || admission == bank.KnownLine {
		return admission, err
	}
	var taken bool
	if err := tx.QueryRow(ctx, refTaken, pgx.StrictNamedArgs{"iban": l.Account, "ref": l.Ref}).Scan(&taken); err != nil {
		return admission, err
	}
	if taken {
		l.Ref = l.OtherRef()
	}
	return admission, nil
}

// origin is what is kept of where a line is from, and of its texts.
type origin struct {
	bank.Origin
	Wording string `json:"wording,omitempty"`
}

// InsertLine stores a line that Admit admitted.
func (s BankStore) InsertLine(ctx context.Context, q pgdb.Querier, l bank.Line) error {
	sender, err := s.sealedSender(l)
	if err != nil {
		return err
	}
	_, err = q.Exec(ctx, insertLine, pgx.StrictNamedArgs{
		"iban": l.Account, "ref": l.Ref, "fingerprint": l.Fingerprint, "number": l.Number,
		"origin": origin{l.Origin, l.Wording}, "statement": l.Statement, "file": l.File,
		"currency": l.Currency, "amount": l.Amount, "booked_on": l.BookedOn, "code": l.Code,
		"state": l.State, "reason": l.Reason, "payout": l.Payout,
		"collected": l.Collected, "now": l.At, "sender": sender,
	})
	return err
}

// LinesOf reports whether lines were matched that debited a payout, and that brought it back.
func (BankStore) LinesOf(ctx context.Context, q pgdb.Querier, id money.PayoutID) (debited, returned bool, err error) {
	err = q.QueryRow(ctx, linesOf, pgx.StrictNamedArgs{"payout": id}).Scan(&debited, &returned)
	return debited, returned, err
}

// Unmatched returns the lines that are not explained, the oldest first, or one of them.
func (s BankStore) Unmatched(ctx context.Context, q pgdb.Querier, only bank.LineKey, limit int) ([]bank.Line, error) {
	sql, args := selectUnmatched, pgx.StrictNamedArgs{"limit": limit}
	if only != (bank.LineKey{}) {
		sql, args = selectLine, pgx.StrictNamedArgs{"iban": only.Account, "ref": only.Ref}
	}
	rows, _ := q.Query(ctx, sql, args)
	return pgx.CollectRows(rows, s.scanLine)
}

// UnmatchedOf returns those of the lines that are there and not explained.
func (s BankStore) UnmatchedOf(ctx context.Context, q pgdb.Querier, keys []bank.LineKey) ([]bank.Line, error) {
	rows, _ := q.Query(ctx, selectLinesOf, pgx.StrictNamedArgs{
		"ibans": pgdb.Column(keys, func(k bank.LineKey) string { return k.Account }),
		"refs":  pgdb.Column(keys, func(k bank.LineKey) string { return k.Ref }),
	})
	return pgx.CollectRows(rows, s.scanLine)
}

// LockUnmatched returns an unmatched line and locks it until the transaction ends; bank.ErrNoLine.
func (s BankStore) LockUnmatched(ctx context.Context, tx pgx.Tx, iban, ref string) (bank.Line, error) {
	rows, _ := tx.Query(ctx, lockUnmatched, pgx.StrictNamedArgs{"iban": iban, "ref": ref})
	return pgdb.One(rows, s.scanLine, bank.ErrNoLine)
}

// UpdateSender stores what is known of the sender of a locked line.
func (s BankStore) UpdateSender(ctx context.Context, tx pgx.Tx, l bank.Line) error {
	sender, err := s.sealedSender(l)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, updateSender, pgx.StrictNamedArgs{"iban": l.Account, "ref": l.Ref, "sender": sender})
	return err
}

// ResolveLine stores how a locked line is explained, and its part of the last reconciliation.
func (BankStore) ResolveLine(ctx context.Context, tx pgx.Tx, l bank.Line, r bank.Resolution) error {
	if _, err := tx.Exec(ctx, resolveLine, pgx.StrictNamedArgs{
		"iban": l.Account, "ref": l.Ref, "payout": r.Payout, "collected": r.Collected, "repeated": r.Repeated,
		"resolution": r.Text, "now": r.At,
	}); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, explainReconciliation, pgx.StrictNamedArgs{
		"iban": l.Account, "currency": l.Currency, "moved": r.Moved, "transferred": r.Transferred(l),
		"explained": r.Explained(l), "amount": l.Amount, "read_at": l.At,
	})
	return err
}

const (
	reconcile = `
		INSERT INTO bank_reconciliations (iban, statement_id, currency, closed_on, closing, ledger, at_engine, unmatched,
		                                  explained, reconciled_at)
		SELECT @iban, CASE WHEN EXISTS (SELECT FROM bank_reconciliations r
		                                WHERE r.iban = @iban AND r.statement_id = @statement
		                                AND r.closed_on IS DISTINCT FROM @closed_on::date)
		                   THEN @statement || ' of ' || @closed_on::date ELSE @statement END,
		       @currency, @closed_on::date, @closing::bigint,
		       coalesce((SELECT -sum(b.clearing) FROM ledger_balances b JOIN onboardings o ON o.ref = b.merchant_ref
		                 WHERE o.livemode AND b.currency = @currency), 0),
		       coalesce((SELECT sum(p.amount - p.refunded - p.refunding - p.charged_back) FROM payments p
		                 WHERE p.livemode AND p.paid_at IS NOT NULL AND p.currency = @currency), 0)
		       - coalesce((SELECT sum(l.amount) FROM bank_lines l WHERE l.currency = @currency AND l.collected), 0),
		       coalesce((SELECT sum(l.amount) FROM bank_lines l
		                 WHERE l.iban = @iban AND l.currency = @currency AND l.state = 'unmatched'), 0),
		       coalesce((SELECT sum(l.amount) FROM bank_lines l
		                 WHERE l.iban = @iban AND l.currency = @currency AND l.explained), 0), @now::timestamptz
		ON CONFLICT (iban, statement_id) DO UPDATE SET closing = EXCLUDED.closing,
		       ledger = EXCLUDED.ledger, at_engine = EXCLUDED.at_engine, unmatched = EXCLUDED.unmatched,
		       explained = EXCLUDED.explained, reconciled_at = EXCLUDED.reconciled_at
		RETURNING ledger, at_engine, unmatched, explained`
	selectReconciliations = `
		SELECT DISTINCT ON (iban, currency) iban AS account, statement_id AS statement, currency, closed_on,
		       closing, ledger, at_engine, unmatched, explained, reconciled_at AS at
		FROM   bank_reconciliations ORDER BY iban, currency, closed_on DESC NULLS LAST, reconciled_at DESC`
)

// Reconcile compares a closing balance with the ledger, and stores both. A statement with the id of one of another day
// gets its own day as well.
func (BankStore) Reconcile(ctx context.Context, q pgdb.Querier, r bank.Reconciliation) (bank.Reconciliation, error) {
	err := q.QueryRow(ctx, reconcile, pgx.StrictNamedArgs{
		"iban": r.Account, "statement": r.Statement, "currency": r.Currency, "closed_on": r.ClosedOn, "closing": r.Closing,
		"now": r.At,
	}).Scan(&r.Ledger, &r.AtEngine, &r.Unmatched, &r.Explained)
	return r, err
}

// Reconciliations returns the last one of each account and currency.
func (BankStore) Reconciliations(ctx context.Context, q pgdb.Querier) ([]bank.Reconciliation, error) {
	return pgdb.All[bank.Reconciliation](ctx, q, selectReconciliations)
}
