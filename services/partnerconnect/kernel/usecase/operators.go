package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// Exchanges shows operators the calls and reports of providers, and resolves differences.
type Exchanges struct {
	pool  *pgxpool.Pool
	store postgres.CallStore
	live  provider.Connected
}

// NewExchanges returns the use cases; live are the parts that live mode has.
func NewExchanges(pool *pgxpool.Pool, live provider.Connected) *Exchanges {
	return &Exchanges{pool: pool, live: live}
}

// ListMost is how many calls or differences a list has at most.
const ListMost = 200

// OpenCalls returns the calls that are not done, the oldest first, at most ListMost.
func (s *Exchanges) OpenCalls(ctx context.Context) ([]provider.OpenCall, error) {
	return s.store.OpenCalls(ctx, s.pool, ListMost)
}

// Parts returns the state of each part of live mode.
func (s *Exchanges) Parts(ctx context.Context) ([]provider.PartState, error) {
	open, err := s.store.OpenKinds(ctx, s.pool)
	if err != nil {
		return nil, err
	}
	return s.live.States(open), nil
}

// OpenDifferences returns the differences that are not resolved, the oldest first, at most ListMost.
func (s *Exchanges) OpenDifferences(ctx context.Context) ([]provider.Difference, error) {
	return s.store.OpenDifferences(ctx, s.pool, ListMost)
}

// ResolveDifference notes how an operator resolved a difference. It moves no money.
func (s *Exchanges) ResolveDifference(
	ctx context.Context, part provider.Part, event, resolution string, by audit.Entry,
) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if by.Merchant, err = s.store.ResolveDifference(ctx, tx, part, event, resolution, by.At); err != nil {
			return err
		}
		return postgres.InsertAudit(ctx, tx, by)
	})
}

// Drop deletes calls and reports that are past their retention, at most limit of each, and reports whether there may
// be more.
func (s *Exchanges) Drop(ctx context.Context, now time.Time, limit int) (more bool, err error) {
	calls, err := s.store.DropCalls(ctx, s.pool, now.Add(-provider.CallRetention), limit)
	if err != nil {
		return false, err
	}
	reports, err := s.store.DropReports(ctx, s.pool, now.Add(-provider.ReportRetention), limit)
	return calls == limit || reports == limit, err
}
