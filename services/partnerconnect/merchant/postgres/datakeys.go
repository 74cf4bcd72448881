package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/idempotency"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/reseal"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

// sealedColumns are those that the keyring seals itself: the keys of onboardings, records of registers, senders of
// unmatched transfers, answers of calls.
func sealedColumns() []reseal.Column {
	ref := []reseal.Key{{Name: "ref", Type: reseal.Text}}
	columns := idempotency.SealedColumns()
	columns = append(columns, reseal.Column{
		Table: "onboardings", Name: "data_key", Key: ref,
		AssociatedData: func(key []string) string { return rowseal.DataKeyAssociatedData(pc.Ref(key[0])) },
	})
	columns = append(columns, reseal.Column{
		Table: "bank_lines", Name: "sender",
		Key:            []reseal.Key{{Name: "iban", Type: reseal.Text}, {Name: "ref", Type: reseal.Text}},
		AssociatedData: func(key []string) string { return rowseal.BankLineAssociatedData(key[0], key[1]) },
	})
	number := []reseal.Key{{Name: "scheme", Type: reseal.Text}, {Name: "number", Type: reseal.Text}}
	for table, key := range map[string][]reseal.Key{
		kernelpg.EntriesOf(false): number, kernelpg.EntriesOf(true): number,
		"register_snapshots": append(slices.Clone(number), reseal.Key{Name: "hash", Type: reseal.Text}),
	} {
		columns = append(columns, reseal.Column{
			Table: table, Name: "record", Key: key,
			AssociatedData: func(key []string) string { return kernelpg.RecordAssociatedData(table, key[0], key[1]) },
		})
	}
	return columns
}

// Keeper replaces the key that seals what is stored, and counts what is sealed with which.
func (s *OnboardingStore) Keeper() *reseal.Keeper {
	return reseal.New(s.pool, s.keys, sealedColumns()...)
}

// RehashPage is how many onboardings one statement reads.
const RehashPage = 500

// hashKey is the id of the key of a hash.
const hashKey = `CASE WHEN position(':' IN hash) > 0 THEN split_part(hash, ':', 1) ELSE '' END`

const selectHashedByOthers = `
	SELECT ref FROM onboardings
	WHERE  ref > @after AND EXISTS (SELECT FROM unnest(lookups) AS hash WHERE ` + hashKey + ` <> @first)
	ORDER  BY ref LIMIT @limit`

// HashedByOthers returns the next onboardings, by their ref, with a hash under another key than the first.
func (s *OnboardingStore) HashedByOthers(ctx context.Context, after pc.Ref) (refs []pc.Ref, err error) {
	if len(s.hash) == 0 {
		return nil, nil
	}
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, reseal.CountTimeout); err != nil { // the last page reads all that is left
			return err
		}
		rows, _ := tx.Query(ctx, selectHashedByOthers,
			pgx.StrictNamedArgs{"after": after, "first": s.hash.IDs()[0], "limit": RehashPage})
		refs, err = pgx.CollectRows(rows, pgx.RowTo[pc.Ref])
		return err
	})
	return refs, err
}

var countHashKeys = `
	SELECT key, count(*) FROM (
		SELECT ` + hashKey + ` AS key FROM onboardings, unnest(lookups) AS hash
		UNION ALL SELECT unnest(hash_keys) FROM ` + kernelpg.EntriesOf(false) + `
		UNION ALL SELECT unnest(hash_keys) FROM ` + kernelpg.EntriesOf(true) + `
	) AS hashes GROUP BY 1`

// HashKeys counts, by key, the hashes that onboardings are found by and the imported entries with hashes of national
// ids.
func (s *OnboardingStore) HashKeys(ctx context.Context) ([]reseal.Usage, error) {
	counts := map[string]int64{}
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, reseal.CountTimeout); err != nil {
			return err
		}
		rows, _ := tx.Query(ctx, countHashKeys)
		var id string
		var n int64
		_, err := pgx.ForEachRow(rows, []any{&id, &n}, func() error { counts[id] = n; return nil })
		return err
	})
	return reseal.UsageOf(s.hash.IDs(), counts), err
}
