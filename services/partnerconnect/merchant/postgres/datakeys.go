package postgres

import (
	"slices"

	"github.com/partnerline/partnerline/internal/idempotency"
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
