package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

const partnerColumns = `id, name, tenant_id, created_at, suspended_at`

var insertPartner = `INSERT INTO partners (` + partnerColumns + `) VALUES (` + pgdb.Named(partnerColumns) + `)
	ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING ` + partnerColumns

// CreatePartner stores a partner, or returns the one that has the id already.
func (s *AccessStore) CreatePartner(ctx context.Context, q pgdb.Querier, p access.Partner) (access.Partner, error) {
	return partner(ctx, q, insertPartner, pgdb.Fields(p, nil))
}

const selectPartner = `SELECT ` + partnerColumns + ` FROM partners WHERE id = @id`

// Partner returns a partner; ErrPartnerNotFound when there is none.
func (s *AccessStore) Partner(ctx context.Context, id pc.PartnerID) (access.Partner, error) {
	return partner(ctx, s.pool, selectPartner, pgx.StrictNamedArgs{"id": id})
}

func partner(ctx context.Context, q pgdb.Querier, sql string, args pgx.QueryRewriter) (access.Partner, error) {
	return pgdb.Get[access.Partner](ctx, q, access.ErrPartnerNotFound, sql, args)
}

const selectPartners = `SELECT ` + partnerColumns + ` FROM partners ORDER BY id`

// Partners returns all partners.
func (s *AccessStore) Partners(ctx context.Context) ([]access.Partner, error) {
	return pgdb.All[access.Partner](ctx, s.pool, selectPartners)
}

const (
	suspendPartner = `UPDATE partners SET suspended_at = coalesce(suspended_at, @now) WHERE id = @id
		RETURNING ` + partnerColumns
	resumePartner = `UPDATE partners SET suspended_at = NULL WHERE id = @id
		RETURNING ` + partnerColumns
)

// SuspendPartner refuses the partner's calls from now on; ErrPartnerNotFound.
func (s *AccessStore) SuspendPartner(
	ctx context.Context, q pgdb.Querier, id pc.PartnerID, now time.Time,
) (access.Partner, error) {
	return partner(ctx, q, suspendPartner, pgx.StrictNamedArgs{"id": id, "now": now})
}

// ResumePartner ends a suspension; ErrPartnerNotFound.
func (s *AccessStore) ResumePartner(ctx context.Context, q pgdb.Querier, id pc.PartnerID) (access.Partner, error) {
	return partner(ctx, q, resumePartner, pgx.StrictNamedArgs{"id": id})
}

const (
	channelColumns       = `id, partner_id, name, return_origins, link_ttl, currencies, created_at`
	selectChannels       = `SELECT ` + channelColumns + ` FROM channels WHERE partner_id = @partner ORDER BY id`
	lockChannel          = `SELECT ` + channelColumns + ` FROM channels WHERE id = @id FOR NO KEY UPDATE`
	setChannelCurrencies = `UPDATE channels SET currencies = @currencies WHERE id = @id RETURNING ` + channelColumns
)

var insertChannel = `INSERT INTO channels (` + channelColumns + `) VALUES (` + pgdb.Named(channelColumns) + `)
	ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING ` + channelColumns

// Channels returns the channels of a partner; ErrPartnerNotFound.
func (s *AccessStore) Channels(ctx context.Context, p pc.PartnerID) ([]access.Channel, error) {
	if _, err := s.Partner(ctx, p); err != nil {
		return nil, err
	}
	return pgdb.All[access.Channel](ctx, s.pool, selectChannels, pgx.StrictNamedArgs{"partner": p})
}

// CreateChannel stores a channel, or returns the partner's channel that has the id already; ErrChannelTaken when
// another partner has it.
func (s *AccessStore) CreateChannel(ctx context.Context, q pgdb.Querier, c access.Channel) (access.Channel, error) {
	out, err := pgdb.Get[access.Channel](ctx, q, access.ErrChannelNotFound, insertChannel, pgdb.Fields(c, nil))
	switch {
	case pgdb.Violated(err, "channels_partner_id_fkey"):
		return out, access.ErrPartnerNotFound
	case err != nil:
		return out, err
	case out.Partner != c.Partner:
		return access.Channel{}, access.ErrChannelTaken
	}
	return out, nil
}

// LockChannel returns a channel, of which no other transaction changes anything meanwhile; ErrChannelNotFound.
func LockChannel(ctx context.Context, tx pgx.Tx, id pc.ChannelID) (access.Channel, error) {
	return pgdb.Get[access.Channel](ctx, tx, access.ErrChannelNotFound, lockChannel, pgx.StrictNamedArgs{"id": id})
}

// SetChannelCurrencies stores in which currencies the merchants of a channel take payments; ErrChannelNotFound.
func (s *AccessStore) SetChannelCurrencies(
	ctx context.Context, q pgdb.Querier, id pc.ChannelID, currencies []string,
) (access.Channel, error) {
	return pgdb.Get[access.Channel](ctx, q, access.ErrChannelNotFound, setChannelCurrencies,
		pgx.StrictNamedArgs{"id": id, "currencies": currencies})
}

const OwnerColumns = `p.id, p.name, p.tenant_id, p.created_at, c.id, c.partner_id, c.name, c.return_origins,
	c.link_ttl, c.currencies,
	c.created_at`

const selectOwner = `SELECT ` + OwnerColumns + ` FROM channels c JOIN partners p ON p.id = c.partner_id
	WHERE c.id = @id`

// Owner returns a channel and its partner.
func (s *AccessStore) Owner(ctx context.Context, id pc.ChannelID) (access.Owner, error) {
	var o access.Owner
	err := s.pool.QueryRow(ctx, selectOwner, pgx.StrictNamedArgs{"id": id}).Scan(OwnerFields(&o)...)
	return o, err
}

func OwnerFields(o *access.Owner) []any {
	return []any{
		&o.Partner.ID, &o.Partner.Name, &o.Partner.Tenant, &o.Partner.CreatedAt,
		&o.Channel.ID, &o.Channel.Partner, &o.Channel.Name, &o.Channel.ReturnOrigins, &o.Channel.LinkTTL,
		&o.Channel.Currencies, &o.Channel.CreatedAt,
	}
}
