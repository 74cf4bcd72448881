package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

const insertPartner = `
	INSERT INTO partners (id, name, tenant_id, created_at) VALUES (@id, @name, @tenant, @now)
	ON CONFLICT (id) DO UPDATE SET id = excluded.id
	RETURNING id, name, tenant_id, created_at, suspended_at`

// CreatePartner stores a partner, or returns the one that has the id already.
func (s *AccessStore) CreatePartner(ctx context.Context, q pgdb.Querier, p access.Partner) (access.Partner, error) {
	args := pgx.StrictNamedArgs{"id": p.ID, "name": p.Name, "tenant": p.Tenant, "now": p.CreatedAt}
	return partner(q.QueryRow(ctx, insertPartner, args))
}

const selectPartner = `SELECT id, name, tenant_id, created_at, suspended_at FROM partners WHERE id = @id`

// Partner returns a partner; ErrPartnerNotFound when there is none.
func (s *AccessStore) Partner(ctx context.Context, id pc.PartnerID) (access.Partner, error) {
	return partner(s.pool.QueryRow(ctx, selectPartner, pgx.StrictNamedArgs{"id": id}))
}

func partner(row pgx.Row) (access.Partner, error) {
	var p access.Partner
	err := row.Scan(&p.ID, &p.Name, &p.Tenant, &p.CreatedAt, &p.SuspendedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, access.ErrPartnerNotFound
	}
	return p, err
}

const selectPartners = `SELECT id, name, tenant_id, created_at, suspended_at FROM partners ORDER BY id`

// Partners returns all partners.
func (s *AccessStore) Partners(ctx context.Context) ([]access.Partner, error) {
	rows, _ := s.pool.Query(ctx, selectPartners)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (access.Partner, error) { return partner(row) })
}

const (
	suspendPartner = `UPDATE partners SET suspended_at = coalesce(suspended_at, @now) WHERE id = @id
		RETURNING id, name, tenant_id, created_at, suspended_at`
	resumePartner = `UPDATE partners SET suspended_at = NULL WHERE id = @id
		RETURNING id, name, tenant_id, created_at, suspended_at`
)

// SuspendPartner refuses the partner's calls from now on; ErrPartnerNotFound.
func (s *AccessStore) SuspendPartner(
	ctx context.Context, q pgdb.Querier, id pc.PartnerID, now time.Time,
) (access.Partner, error) {
	return partner(q.QueryRow(ctx, suspendPartner, pgx.StrictNamedArgs{"id": id, "now": now}))
}

// ResumePartner ends a suspension; ErrPartnerNotFound.
func (s *AccessStore) ResumePartner(ctx context.Context, q pgdb.Querier, id pc.PartnerID) (access.Partner, error) {
	return partner(q.QueryRow(ctx, resumePartner, pgx.StrictNamedArgs{"id": id}))
}

const (
	channelColumns = `id, partner_id, name, return_origins, link_ttl_s, currencies, created_at`
	selectChannels = `SELECT ` + channelColumns + ` FROM channels WHERE partner_id = @partner ORDER BY id`
	insertChannel  = `
		INSERT INTO channels (id, partner_id, name, return_origins, link_ttl_s, currencies, created_at)
		VALUES (@id, @partner, @name, @origins, @ttl, @currencies, @now)
		ON CONFLICT (id) DO UPDATE SET id = excluded.id
		RETURNING ` + channelColumns
	lockChannel          = `SELECT ` + channelColumns + ` FROM channels WHERE id = @id FOR NO KEY UPDATE`
	setChannelCurrencies = `UPDATE channels SET currencies = @currencies WHERE id = @id RETURNING ` + channelColumns
)

func scanChannel(row pgx.Row) (c access.Channel, err error) {
	var ttl int64
	err = row.Scan(&c.ID, &c.Partner, &c.Name, &c.ReturnOrigins, &ttl, &c.Currencies, &c.CreatedAt)
	c.LinkTTL = time.Duration(ttl) * time.Second
	return c, err
}

// Channels returns the channels of a partner; ErrPartnerNotFound.
func (s *AccessStore) Channels(ctx context.Context, p pc.PartnerID) ([]access.Channel, error) {
	if _, err := s.Partner(ctx, p); err != nil {
		return nil, err
	}
	rows, _ := s.pool.Query(ctx, selectChannels, pgx.StrictNamedArgs{"partner": p})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (access.Channel, error) { return scanChannel(row) })
}

// CreateChannel stores a channel, or returns the partner's channel that has the id already; ErrChannelTaken when
// another partner has it.
func (s *AccessStore) CreateChannel(ctx context.Context, q pgdb.Querier, c access.Channel) (access.Channel, error) {
	out, err := scanChannel(q.QueryRow(ctx, insertChannel, pgx.StrictNamedArgs{
		"id": c.ID, "partner": c.Partner, "name": c.Name, "origins": c.ReturnOrigins, "ttl": int64(c.LinkTTL / time.Second),
		"currencies": c.Currencies, "now": c.CreatedAt,
	}))
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
	c, err := scanChannel(tx.QueryRow(ctx, lockChannel, pgx.StrictNamedArgs{"id": id}))
	if errors.Is(err, pgx.ErrNoRows) {
		err = access.ErrChannelNotFound
	}
	return c, err
}

// SetChannelCurrencies stores in which currencies the merchants of a channel take payments; ErrChannelNotFound.
func (s *AccessStore) SetChannelCurrencies(
	ctx context.Context, q pgdb.Querier, id pc.ChannelID, currencies []string,
) (access.Channel, error) {
	c, err := scanChannel(q.QueryRow(ctx, setChannelCurrencies, pgx.StrictNamedArgs{"id": id, "currencies": currencies}))
	if errors.Is(err, pgx.ErrNoRows) {
		err = access.ErrChannelNotFound
	}
	return c, err
}

const OwnerColumns = `p.id, p.name, p.tenant_id, p.created_at, c.id, c.partner_id, c.name, c.return_origins,
	c.link_ttl_s, c.currencies,
	c.created_at`

const selectOwner = `SELECT ` + OwnerColumns + ` FROM channels c JOIN partners p ON p.id = c.partner_id
	WHERE c.id = @id`

// Owner returns a channel and its partner.
func (s *AccessStore) Owner(ctx context.Context, id pc.ChannelID) (access.Owner, error) {
	var o access.Owner
	var ttl int64
	err := s.pool.QueryRow(ctx, selectOwner, pgx.StrictNamedArgs{"id": id}).Scan(OwnerFields(&o, &ttl)...)
	o.Channel.LinkTTL = time.Duration(ttl) * time.Second
	return o, err
}

func OwnerFields(o *access.Owner, ttl *int64) []any {
	return []any{
		&o.Partner.ID, &o.Partner.Name, &o.Partner.Tenant, &o.Partner.CreatedAt,
		&o.Channel.ID, &o.Channel.Partner, &o.Channel.Name, &o.Channel.ReturnOrigins, ttl, &o.Channel.Currencies,
		&o.Channel.CreatedAt,
	}
}
