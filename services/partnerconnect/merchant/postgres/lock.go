package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

// Operations for a merchant and changes of its onboarding exclude each other by an advisory lock. Postgres grants such
// locks in the order of the requests: a change, a revocation among them, waits for the operations in progress, and
// every later operation waits for the change. A row lock does not do: newcomers that share it pass a waiting exclusive
// one, so a steady load of operations would starve a revocation.
//
// The lock is taken first, and the merchant read then, by a statement of its own: what the locking statement itself saw
// may be older than the revocation that it waited for. Who may not see the merchant locks nothing.
const (
	shareMerchant = `SELECT pg_advisory_xact_lock_shared(` + merchantLock + `) FROM onboardings o WHERE ` + kernelpg.InView
	// ClaimMerchant locks a merchant for a change of its onboarding.
	ClaimMerchant = `SELECT pg_advisory_xact_lock(` + merchantLock + `) FROM onboardings o WHERE ` + kernelpg.InView
	merchantLock  = `hashtextextended(o.ref, 0)`
)

// ShareMerchant locks a merchant for an operation, until the transaction ends.
func (s *DelegationStore) ShareMerchant(ctx context.Context, tx pgx.Tx, v access.View, ref pc.Ref) error {
	_, err := tx.Exec(ctx, shareMerchant, kernelpg.ViewArgs(v, ref))
	return err
}
