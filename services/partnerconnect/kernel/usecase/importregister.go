package usecase

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// Imports are the use cases of imported entries.
type Imports struct {
	pool  *pgxpool.Pool
	store *postgres.RegisterStore
	keys  []string
}

// NewImports returns them. hashKeys are the ids of the keys that national ids may be hashed under; nil: any.
func NewImports(pool *pgxpool.Pool, store *postgres.RegisterStore, hashKeys []string) *Imports {
	return &Imports{pool, store, hashKeys}
}

// maxViolations is how many bad entries a refusal names; the operator corrects a file, not entry by entry.
const maxViolations = 20

// ImportRegister stores entries of a mode, all or none, and returns how many were new or changed.
func (s *Imports) ImportRegister(
	ctx context.Context, livemode bool, records []representation.Record, now time.Time,
) (changed int, err error) {
	if err := s.check(livemode, records); err != nil {
		return 0, err
	}
	prepared := make([]representation.Record, len(records))
	for i, r := range records {
		prepared[i] = r.Prepared()
	}
	// In one order, so that imports at one time do not deadlock.
	slices.SortStableFunc(prepared, func(a, b representation.Record) int {
		return cmp.Or(cmp.Compare(a.Scheme, b.Scheme), cmp.Compare(a.Number, b.Number))
	})
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		changed, err = s.store.SaveEntries(ctx, tx, livemode, prepared, now)
		return err
	})
	return changed, err
}

// check returns what is wrong with the entries; in live mode fictitious companies are, too.
func (s *Imports) check(livemode bool, records []representation.Record) error {
	var wrong []fault.Violation
	for i, r := range records {
		at := "/records/" + strconv.Itoa(i)
		switch e := r.Check(); {
		case e != nil:
			wrong = append(wrong, fault.Violation{Field: at + e.Field, Code: e.Code, Message: e.Message})
		case r.Scheme == representation.SchemeNIP:
			wrong = append(wrong,
				fault.Violation{
					Field: at + "/scheme", Code: "unknown_value",
					Message: "must be PL_KRS, GB_COH or OTHER: sole traders are looked up, not imported",
				})
		case livemode && register.IsFictitious(r.Scheme, r.Number):
			wrong = append(wrong,
				fault.Violation{
					Field: at + "/number", Code: "fictitious", Message: "must be the number of a real company in live mode",
				})
		case s.keys != nil && !within(r.HashKeys(), s.keys):
			wrong = append(wrong,
				fault.Violation{
					Field: at + "/members", Code: "unknown_key",
					Message: "must have hashes of national ids under a key of IDENTITY_HASH_KEY",
				})
		}
		if len(wrong) == maxViolations {
			break
		}
	}
	return fault.JoinViolations(nil, wrong)
}

// within reports whether all are among those that are known.
func within(all, known []string) bool {
	return !slices.ContainsFunc(all, func(one string) bool { return !slices.Contains(known, one) })
}
