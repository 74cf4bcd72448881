package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

var (
	_ register.SnapshotStore = (*RegisterStore)(nil)
	_ register.Directory     = (*RegisterStore)(nil).Imported(false)
)

// An entry that is older than the one stored is left out: imports may come in any order.
const upsertRegisterEntry = `
	INSERT INTO %[1]s (scheme, number, hash, as_of, imported_at, record, hash_keys)
	VALUES (@scheme, @number, @hash, @as_of, @now, @record, @hash_keys)
	ON CONFLICT (scheme, number) DO UPDATE
	SET    hash = excluded.hash, as_of = excluded.as_of, imported_at = excluded.imported_at, record = excluded.record,
	       hash_keys = excluded.hash_keys
	WHERE  %[1]s.as_of <= excluded.as_of AND %[1]s.hash <> excluded.hash`

// EntriesOf is the table of a mode's imported entries.
func EntriesOf(livemode bool) string {
	if livemode {
		return "live_register_entries"
	}
	return "register_entries"
}

// SaveEntries stores prepared entries of a mode and returns how many were new or changed.
func (s *RegisterStore) SaveEntries(
	ctx context.Context, tx pgx.Tx, livemode bool, records []representation.Record, now time.Time,
) (int, error) {
	batch := &pgx.Batch{}
	for _, r := range records {
		sealed, err := s.sealRecord(EntriesOf(livemode), r)
		if err != nil {
			return 0, err
		}
		batch.Queue(fmt.Sprintf(upsertRegisterEntry, EntriesOf(livemode)), pgx.StrictNamedArgs{
			"scheme": r.Scheme, "number": r.Number, "hash": r.Hash(), "as_of": r.AsOf, "now": now, "record": sealed,
			"hash_keys": r.HashKeys(),
		})
	}
	changed := 0
	results := tx.SendBatch(ctx, batch)
	for range records {
		tag, err := results.Exec()
		if err != nil {
			return 0, errors.Join(err, results.Close())
		}
		changed += int(tag.RowsAffected())
	}
	return changed, results.Close()
}

const selectRegisterEntry = `SELECT record FROM %s WHERE scheme = @scheme AND number = @number`

// Imported is the register of the entries that were imported for a mode.
func (s *RegisterStore) Imported(livemode bool) register.Directory {
	return register.Func(func(ctx context.Context, scheme, number string) (representation.Record, error) {
		return s.RegisterEntry(ctx, livemode, scheme, number)
	})
}

// RegisterEntry returns an imported entry of a mode; register.ErrNotListed when there is none.
func (s *RegisterStore) RegisterEntry(
	ctx context.Context, livemode bool, scheme, number string,
) (representation.Record, error) {
	var sealed []byte
	err := s.pool.QueryRow(ctx, fmt.Sprintf(selectRegisterEntry, EntriesOf(livemode)),
		pgx.StrictNamedArgs{"scheme": scheme, "number": number}).Scan(&sealed)
	if errors.Is(err, pgx.ErrNoRows) {
		return representation.Record{}, register.ErrNotListed
	}
	if err != nil {
		return representation.Record{}, err
	}
	return s.openRecord(EntriesOf(livemode), scheme, number, sealed)
}

const upsertSnapshot = `
	INSERT INTO register_snapshots (scheme, number, hash, as_of, fetched_at, record)
	VALUES (@scheme, @number, @hash, @as_of, @fetched, @record)
	ON CONFLICT (scheme, number, hash) DO UPDATE
	SET    fetched_at = greatest(register_snapshots.fetched_at, excluded.fetched_at), withdrawn_at = NULL`

// SaveSnapshot stores an answer of a register; the same answer again only becomes fresher.
func (s *RegisterStore) SaveSnapshot(ctx context.Context, snap register.Snapshot) error {
	r := snap.Record
	sealed, err := s.sealRecord("register_snapshots", r)
	if err != nil {
		return err
	}
	_, err = s.pool.Exec(ctx, upsertSnapshot, pgx.StrictNamedArgs{
		"scheme": r.Scheme, "number": r.Number, "hash": r.Hash(), "as_of": r.AsOf, "fetched": snap.FetchedAt,
		"record": sealed,
	})
	return err
}

const selectSnapshot = `
	SELECT record, fetched_at FROM register_snapshots
	WHERE  scheme = @scheme AND number = @number AND withdrawn_at IS NULL ORDER BY fetched_at DESC, as_of DESC LIMIT 1`

// Snapshot returns the last answer about a company; register.ErrNotListed when there is none or it was withdrawn.
func (s *RegisterStore) Snapshot(ctx context.Context, scheme, number string) (register.Snapshot, error) {
	var sealed []byte
	var snap register.Snapshot
	err := s.pool.QueryRow(ctx, selectSnapshot, pgx.StrictNamedArgs{"scheme": scheme, "number": number}).Scan(&sealed,
		&snap.FetchedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return snap, register.ErrNotListed
	}
	if err != nil {
		return snap, err
	}
	snap.Record, err = s.openRecord("register_snapshots", scheme, number, sealed)
	return snap, err
}

const withdrawSnapshots = `
	UPDATE register_snapshots SET withdrawn_at = @now WHERE scheme = @scheme AND number = @number AND withdrawn_at IS NULL`

// WithdrawSnapshots notes that the register lists the company no more. The answers stay for the decisions made from
// them.
func (s *RegisterStore) WithdrawSnapshots(ctx context.Context, scheme, number string, now time.Time) error {
	_, err := s.pool.Exec(ctx, withdrawSnapshots, pgx.StrictNamedArgs{"scheme": scheme, "number": number, "now": now})
	return err
}

// RecordAssociatedData binds a sealed record to its company: moved to another it does not open.
func RecordAssociatedData(table, scheme, number string) string {
	return table + "/" + scheme + "/" + number + "/record"
}

func (s *RegisterStore) sealRecord(table string, r representation.Record) ([]byte, error) {
	plain, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode the record of %s %s: %w", r.Scheme, r.Number, err)
	}
	return s.keys.Seal(plain, RecordAssociatedData(table, r.Scheme, r.Number)), nil
}

func (s *RegisterStore) openRecord(table, scheme, number string, sealed []byte) (representation.Record, error) {
	var r representation.Record
	plain, err := s.keys.Open(sealed, RecordAssociatedData(table, scheme, number))
	if err != nil {
		return r, fmt.Errorf("record of %s %s: %w", scheme, number, err)
	}
	if err := json.Unmarshal(plain, &r); err != nil {
		// The decoder's own words may quote what it read.
		return r, fmt.Errorf("the record of %s %s is not what this version stores", scheme, number)
	}
	return r, nil
}
