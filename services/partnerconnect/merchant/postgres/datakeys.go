package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/idempotency"
	"github.com/partnerline/partnerline/internal/reseal"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

// GiveKey gives a legacy row, which has none, a key of its own, and seals its columns with it.
func (s *OnboardingStore) GiveKey(ctx context.Context, tx pgx.Tx, ref pc.Ref) error {
	row, err := s.Lock(ctx, tx, access.SystemView, ref)
	if err != nil || row.dataKey != nil {
		return err
	}
	key, err := rowseal.OpenRowKey(s.keys, ref, nil)
	if err != nil {
		return err
	}
	args, err := onboardingArgs(row.Onboarding, key, nil, s.hash)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, updateOnboarding, args)
	return err
}

const withoutDataKey = `SELECT ref FROM onboardings WHERE data_key IS NULL AND shredded_at IS NULL AND ref > @after ORDER BY ref LIMIT @limit`

// sealedColumns are those of what the keyring seals itself: the keys of onboardings, what registers said, senders of unmatched transfers, answers of calls. Rows
// that were written before rows had keys have columns of theirs sealed so.
func sealedColumns() []reseal.Column {
	ref := []reseal.Key{{Name: "ref", Type: reseal.Text}}
	columns := idempotency.SealedColumns()
	columns = append(columns, reseal.Column{
		Table: "onboardings", Name: "data_key", Key: ref, AssociatedData: func(key []string) string { return rowseal.DataKeyAssociatedData(pc.Ref(key[0])) },
	})
	for _, name := range []string{"applicant", "business", "company", "payout_account", "identity", "representation"} {
		columns = append(columns, reseal.Column{
			Table: "onboardings", Name: name, Where: "data_key IS NULL", Key: ref, AssociatedData: func(key []string) string { return rowseal.AssociatedData("onboardings", key[0], name) },
		})
	}
	columns = append(columns, reseal.Column{
		Table: "bank_lines", Name: "sender", Key: []reseal.Key{{Name: "iban", Type: reseal.Text}, {Name: "ref", Type: reseal.Text}},
		AssociatedData: func(key []string) string { return rowseal.BankLineAssociatedData(key[0], key[1]) },
	})
	number := []reseal.Key{{Name: "scheme", Type: reseal.Text}, {Name: "number", Type: reseal.Text}}
	for table, key := range map[string][]reseal.Key{
		kernelpg.EntriesOf(false): number, kernelpg.EntriesOf(true): number, "register_snapshots": append(slices.Clone(number), reseal.Key{Name: "hash", Type: reseal.Text}),
	} {
		columns = append(columns, reseal.Column{
			Table: table, Name: "record", Key: key, AssociatedData: func(key []string) string { return kernelpg.RecordAssociatedData(table, key[0], key[1]) },
		})
	}
	return columns
}

// Keeper replaces the key that seals what is stored, and counts what is sealed with which.
func (s *OnboardingStore) Keeper() *reseal.Keeper {
	return reseal.New(s.pool, s.keys, sealedColumns()...)
}

// WithoutKey returns legacy rows that have no key, after a ref, at most limit.
func (s *OnboardingStore) WithoutKey(ctx context.Context, after pc.Ref, limit int) ([]pc.Ref, error) {
	rows, _ := s.pool.Query(ctx, withoutDataKey, pgx.StrictNamedArgs{"after": after, "limit": limit})
	return pgx.CollectRows(rows, pgx.RowTo[pc.Ref])
}
