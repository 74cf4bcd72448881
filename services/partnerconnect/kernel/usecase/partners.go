package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

// Partners administers partners and their channels. A change writes its audit entry in the same transaction.
type Partners struct {
	pool  *pgxpool.Pool
	store *postgres.AccessStore
}

// NewPartners returns the use cases of partners on the connections of pool.
func NewPartners(pool *pgxpool.Pool, store *postgres.AccessStore) *Partners {
	return &Partners{pool, store}
}

// audited runs f and writes the entry of what an operator does with a partner, in one transaction.
func (s *Partners) audited(ctx context.Context, by audit.Entry, partner pc.PartnerID, f func(tx pgx.Tx) error) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		by.Partner = partner
		return postgres.InsertAudit(ctx, tx, by)
	})
}

// CreatePartner stores a partner, or returns the one that has the id already.
func (s *Partners) CreatePartner(
	ctx context.Context, p access.Partner, by audit.Entry,
) (stored access.Partner, err error) {
	err = s.audited(ctx, by, p.ID, func(tx pgx.Tx) error {
		stored, err = s.store.CreatePartner(ctx, tx, p)
		return err
	})
	return stored, err
}

// Partner returns a partner; [access.ErrPartnerNotFound].
func (s *Partners) Partner(ctx context.Context, id pc.PartnerID) (access.Partner, error) {
	return s.store.Partner(ctx, id)
}

// Partners returns all partners.
func (s *Partners) Partners(ctx context.Context) ([]access.Partner, error) {
	return s.store.Partners(ctx)
}

// SuspendPartner refuses the partner's calls from now on; [access.ErrPartnerNotFound].
func (s *Partners) SuspendPartner(
	ctx context.Context, id pc.PartnerID, now time.Time, by audit.Entry,
) (stored access.Partner, err error) {
	err = s.audited(ctx, by, id, func(tx pgx.Tx) error {
		stored, err = s.store.SuspendPartner(ctx, tx, id, now)
		return err
	})
	return stored, err
}

// ResumePartner ends a suspension; [access.ErrPartnerNotFound].
func (s *Partners) ResumePartner(
	ctx context.Context, id pc.PartnerID, by audit.Entry,
) (stored access.Partner, err error) {
	err = s.audited(ctx, by, id, func(tx pgx.Tx) error {
		stored, err = s.store.ResumePartner(ctx, tx, id)
		return err
	})
	return stored, err
}

// CreateChannel stores a channel, or returns the partner's channel that has the id already; [access.ErrChannelTaken]
// when another partner has it, [access.ErrPartnerNotFound]. Its links work for [access.DefaultLinkTTL] unless it says
// otherwise.
func (s *Partners) CreateChannel(
	ctx context.Context, c access.Channel, by audit.Entry,
) (stored access.Channel, err error) {
	if c.LinkTTL == 0 {
		c.LinkTTL = access.DefaultLinkTTL
	}
	if c.ReturnOrigins == nil {
		c.ReturnOrigins = []string{}
	}
	if len(c.Currencies) == 0 {
		c.Currencies = []string{access.DefaultCurrency}
	}
	if err := access.CheckCurrencies(c.Currencies); err != nil {
		return stored, err
	}
	err = s.audited(ctx, by, c.Partner, func(tx pgx.Tx) error {
		stored, err = s.store.CreateChannel(ctx, tx, c)
		return err
	})
	return stored, err
}

// SetChannelCurrencies says in which currencies the merchants of a channel take payments from now on;
// [access.ErrChannelNotFound], [access.ErrChannelChanged] unless the channel has the etag ifMatch, or that is empty.
func (s *Partners) SetChannelCurrencies(
	ctx context.Context, id pc.ChannelID, currencies []string, ifMatch string, by audit.Entry,
) (stored access.Channel, err error) {
	if err := access.CheckCurrencies(currencies); err != nil {
		return stored, err
	}
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if stored, err = postgres.LockChannel(ctx, tx, id); err != nil {
			return err
		}
		if ifMatch != "" && ifMatch != stored.ETag() {
			return access.ErrChannelChanged
		}
		if stored, err = s.store.SetChannelCurrencies(ctx, tx, id, currencies); err != nil {
			return err
		}
		by.Partner = stored.Partner
		return postgres.InsertAudit(ctx, tx, by)
	})
	return stored, err
}

// Channels returns the channels of a partner; [access.ErrPartnerNotFound].
func (s *Partners) Channels(ctx context.Context, p pc.PartnerID) ([]access.Channel, error) {
	return s.store.Channels(ctx, p)
}
