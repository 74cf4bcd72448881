package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// giveKey gives a row of before, which has none, a key, and seals its columns with it.
func (s *Store) giveKey(ctx context.Context, v pc.View, ref pc.Ref) (rowKey, error) {
	var key rowKey
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		o, dataKey, err := s.lock(ctx, tx, v, ref)
		if err != nil {
			return err
		}
		if key, err = s.rowKey(ref, dataKey); err != nil || dataKey != nil {
			return err
		}
		args, err := onboardingArgs(o, key)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, updateOnboarding, args)
		return err
	})
	return key, err
}

const (
	dataKeys = `SELECT ref, data_key FROM onboardings WHERE ref > @after AND shredded_at IS NULL ORDER BY ref LIMIT @limit`
	// A row that got another key meanwhile got it from the first key of a keyring too.
	replaceDataKey = `UPDATE onboardings SET data_key = @new WHERE ref = @ref AND data_key = @old`
)

// ResealKeys goes through all onboardings and seals each row's key with the first key of the keyring, and so it does with what
// registers said, so that older keys can be taken out. It returns how many it changed; what the rows hold stays as it is.
func (s *Store) ResealKeys(ctx context.Context) (changed int64, err error) {
	for _, reseal := range []func() (int64, error){
		func() (int64, error) { return s.resealDataKeys(ctx) },
		func() (int64, error) { return s.resealRecords(ctx, entriesOf(false)) },
		func() (int64, error) { return s.resealRecords(ctx, entriesOf(true)) },
		func() (int64, error) { return s.resealRecords(ctx, "register_snapshots") },
	} {
		n, err := reseal()
		if changed += n; err != nil {
			return changed, err
		}
	}
	return changed, nil
}

func (s *Store) resealDataKeys(ctx context.Context) (changed int64, err error) {
	type row struct {
		Ref     pc.Ref
		DataKey []byte
	}
	const page = 500
	for after := pc.Ref(""); ; {
		rows, err := s.pool.Query(ctx, dataKeys, pgx.StrictNamedArgs{"after": after, "limit": page})
		if err != nil {
			return changed, err
		}
		list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
		if err != nil {
			return changed, err
		}
		for _, r := range list {
			after = r.Ref
			if r.DataKey == nil {
				if _, err := s.giveKey(ctx, pc.View{System: true}, r.Ref); err != nil {
					return changed, err
				}
				changed++
				continue
			}
			sealed, anew, err := s.keys.Reseal(r.DataKey, dataKeyPlace(r.Ref))
			if err != nil {
				return changed, err
			}
			if !anew {
				continue
			}
			if _, err := s.pool.Exec(ctx, replaceDataKey, pgx.StrictNamedArgs{"ref": r.Ref, "old": r.DataKey, "new": sealed}); err != nil {
				return changed, err
			}
			changed++
		}
		if len(list) < page {
			return changed, nil
		}
	}
}
