// Package postgres is the SQL of the portal, on the pool or on the transaction of a use case.
package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/portal"
)

// Store are the statements on sessions and settings of the portal, and on the addresses for notices.
type Store struct {
	db   pgdb.Querier
	keys *keyring.Keyring
}

// NewStore returns the statements on a pool or a transaction; keys encrypt the addresses.
func NewStore(db pgdb.Querier, keys *keyring.Keyring) Store { return Store{db, keys} }

const (
	newSession    = `id, tenant_id, livemode, role, key_id, return_url, created_at, link_expires_at`
	portalColumns = newSession + `, expires_at`
)

var insertPortalSession = `
	INSERT INTO portal_sessions (` + newSession + `, link_hash) VALUES (` + pgdb.Named(newSession) + `, @hash)`

// Insert stores a session with the hash of its link.
func (p Store) Insert(ctx context.Context, s portal.Session, link []byte) error {
	return pgdb.Exec(ctx, p.db, insertPortalSession, pgdb.Fields(s, pgx.StrictNamedArgs{"hash": link}))
}

// keyWorks is whether the key that made a session s works. For a key of a partner, partner connect withdraws the
// permission that has the key's id when the key ends, and the one that has the partner's id when the partner may get
// nothing at all.
const keyWorks = `(
	EXISTS (SELECT FROM api_keys k WHERE k.id = s.key_id AND k.revoked_at IS NULL
	        AND (k.expires_at IS NULL OR k.expires_at > @now))
	OR s.tenant_id LIKE 'ptn\_%' AND NOT EXISTS (
		SELECT FROM withdrawn_permissions w
		WHERE  w.tenant_id = s.tenant_id AND w.livemode = s.livemode AND w.permission IN (s.key_id, s.tenant_id)))`

const openPortalSession = `
	UPDATE portal_sessions s SET hash = @hash, expires_at = @expires
	WHERE  link_hash = @link AND hash IS NULL AND link_expires_at > @now AND revoked_at IS NULL AND ` + keyWorks + `
	RETURNING ` + portalColumns

// Open opens the session of a link, once: portal.ErrEnded when the link opens none any more.
func (p Store) Open(ctx context.Context, link, session []byte, now, expires time.Time) (portal.Session, error) {
	return pgdb.Get[portal.Session](ctx, p.db, portal.ErrEnded, openPortalSession,
		pgx.StrictNamedArgs{"link": link, "hash": session, "now": now, "expires": expires})
}

const selectPortalSession = `
	SELECT ` + portalColumns + ` FROM portal_sessions s
		WHERE hash = @hash AND expires_at > @now AND revoked_at IS NULL AND ` + keyWorks

// Find returns an open session; portal.ErrEnded when none has the hash.
func (p Store) Find(ctx context.Context, session []byte, now time.Time) (portal.Session, error) {
	return pgdb.Get[portal.Session](ctx, p.db, portal.ErrEnded, selectPortalSession,
		pgx.StrictNamedArgs{"hash": session, "now": now})
}

const selectEndedSession = `SELECT ` + portalColumns + ` FROM portal_sessions s WHERE link_hash = @hash OR hash = @hash`

// FindEnded returns the session that had the hash, or whose link had it; portal.ErrEnded when there was none.
func (p Store) FindEnded(ctx context.Context, hash []byte) (portal.Session, error) {
	return pgdb.Get[portal.Session](ctx, p.db, portal.ErrEnded, selectEndedSession,
		pgx.StrictNamedArgs{"hash": hash})
}

const revokePortalSession = `
	UPDATE portal_sessions SET revoked_at = coalesce(revoked_at, @now)
	WHERE id = @id AND tenant_id = @tenant AND livemode = @livemode`

// Revoke ends a session; portal.ErrSessionNotFound when the scope has none with the id.
func (p Store) Revoke(ctx context.Context, sc webhooks.Scope, id string, now time.Time) error {
	tag, err := p.db.Exec(ctx, revokePortalSession,
		pgx.StrictNamedArgs{"id": id, "tenant": sc.Tenant, "livemode": sc.Livemode, "now": now})
	if err == nil && tag.RowsAffected() == 0 {
		return portal.ErrSessionNotFound
	}
	return err
}

const insertPortalForm = `
	INSERT INTO portal_forms (session_id, name, sent_at) VALUES (@session, decode(@name, 'hex'), @now)
	ON CONFLICT DO NOTHING`

// SendForm stores that a form of a session was sent; false when it was before.
func (p Store) SendForm(ctx context.Context, session, name string, now time.Time) (first bool, err error) {
	tag, err := p.db.Exec(ctx, insertPortalForm, pgx.StrictNamedArgs{"session": session, "name": name, "now": now})
	return tag.RowsAffected() == 1, err
}

const selectPortalSettings = `SELECT tenant_id, name, colour, logo, return_urls, frame_origins FROM portal_settings
	WHERE tenant_id = @tenant`

// Settings returns those of a tenant; without any, those that allow nothing.
func (p Store) Settings(ctx context.Context, tenant webhooks.TenantID) (portal.Settings, error) {
	s, _, err := pgdb.Find[portal.Settings](ctx, p.db, selectPortalSettings, pgx.StrictNamedArgs{"tenant": tenant})
	s.Tenant = tenant
	return s, err
}

const putPortalSettings = `
	INSERT INTO portal_settings (tenant_id, name, colour, logo, return_urls, frame_origins, updated_at)
	VALUES (@tenant, @name, @colour, @logo, @returns, @frames, @now)
	ON CONFLICT (tenant_id) DO UPDATE
	SET name = excluded.name, colour = excluded.colour, logo = excluded.logo, return_urls = excluded.return_urls,
	    frame_origins = excluded.frame_origins, updated_at = excluded.updated_at`

// PutSettings stores the settings of a tenant.
func (p Store) PutSettings(ctx context.Context, s portal.Settings, now time.Time) error {
	return pgdb.Exec(ctx, p.db, putPortalSettings, pgx.StrictNamedArgs{
		"tenant": s.Tenant, "name": s.Name, "colour": s.Colour, "logo": append([]byte{}, s.Logo...),
		"returns": append([]string{}, s.ReturnURLs...),
		"frames":  append([]string{}, s.FrameOrigins...), "now": now,
	})
}

// NoticeData is the associated data that ties an encrypted address to its row.
func NoticeData(id string) string { return "notice_addresses/" + id }

const addressColumns = `
	a.id, a.tenant_id, a.livemode, a.sealed, a.language, a.confirmed_at IS NOT NULL, a.created_at,
	coalesce(a.mail_failure, ''), a.mail_failures`

func (p Store) scanAddress(row pgx.CollectableRow) (a portal.NoticeAddress, err error) {
	var sealed []byte
	err = row.Scan(&a.ID, &a.Scope.Tenant, &a.Scope.Livemode, &sealed, &a.Language, &a.Confirmed, &a.CreatedAt,
		&a.Failure, &a.Failures)
	if err != nil {
		return a, err
	}
	email, err := p.keys.Open(sealed, NoticeData(a.ID))
	a.Email = string(email)
	return a, err
}

const (
	deleteUnconfirmed = `DELETE FROM notice_addresses
		WHERE tenant_id = @tenant AND livemode = @livemode AND confirmed_at IS NULL`
	insertAddress = `
		INSERT INTO notice_addresses (id, tenant_id, livemode, sealed, language, confirm_hash, confirm_expires_at,
		                              next_mail_at, created_at)
		VALUES (@id, @tenant, @livemode, @sealed, @language, @hash, @expires, @now, @now)`
	countConfirmations = `
		SELECT count(*) FROM notice_confirmations WHERE tenant_id = @tenant AND livemode = @livemode AND sent_at > @since`
	insertConfirmation = `INSERT INTO notice_confirmations (tenant_id, livemode, sent_at)
		VALUES (@tenant, @livemode, @now)`
)

// InsertAddress stores an address that is to be confirmed, instead of one that was not. portal.ErrTooManyConfirmations
// when there were as many as may be.
func (p Store) InsertAddress(
	ctx context.Context, a portal.NoticeAddress, confirm []byte, expires time.Time,
) error {
	scope := pgx.StrictNamedArgs{"tenant": a.Scope.Tenant, "livemode": a.Scope.Livemode}
	var n int
	counted := pgx.StrictNamedArgs{
		"tenant": a.Scope.Tenant, "livemode": a.Scope.Livemode, "since": a.CreatedAt.Add(-portal.ConfirmTTL),
	}
	if err := p.db.QueryRow(ctx, countConfirmations, counted).Scan(&n); err != nil {
		return err
	}
	if n >= portal.MaxConfirmations {
		return portal.ErrTooManyConfirmations
	}
	asked := pgx.StrictNamedArgs{"tenant": a.Scope.Tenant, "livemode": a.Scope.Livemode, "now": a.CreatedAt}
	if err := pgdb.Exec(ctx, p.db, insertConfirmation, asked); err != nil {
		return err
	}
	if err := pgdb.Exec(ctx, p.db, deleteUnconfirmed, scope); err != nil {
		return err
	}
	return pgdb.Exec(ctx, p.db, insertAddress, pgx.StrictNamedArgs{
		"id": a.ID, "tenant": a.Scope.Tenant, "livemode": a.Scope.Livemode, "language": a.Language,
		"sealed": p.keys.Seal([]byte(a.Email), NoticeData(a.ID)),
		"hash":   confirm, "expires": expires, "now": a.CreatedAt,
	})
}

const (
	lockAddressByLink = `
		SELECT ` + addressColumns + ` FROM notice_addresses a
		WHERE  confirm_hash = @hash AND (confirmed_at IS NOT NULL OR confirm_expires_at > @now) FOR UPDATE`
	deleteOtherAddresses = `DELETE FROM notice_addresses WHERE tenant_id = @tenant AND livemode = @livemode AND id <> @id
		AND confirmed_at IS NOT NULL`
	confirmAddress = `UPDATE notice_addresses SET confirmed_at = @now WHERE id = @id AND confirmed_at IS NULL`
)

// AddressOfLink returns the address that a link confirms, or has confirmed, and locks it; portal.ErrEnded when it
// confirms none any more.
func (p Store) AddressOfLink(ctx context.Context, link []byte, now time.Time) (portal.NoticeAddress, error) {
	rows, _ := p.db.Query(ctx, lockAddressByLink, pgx.StrictNamedArgs{"hash": link, "now": now})
	return pgdb.One(rows, p.scanAddress, portal.ErrEnded)
}

// ConfirmAddress makes an address count, in place of the one that counted before.
func (p Store) ConfirmAddress(ctx context.Context, a portal.NoticeAddress, now time.Time) error {
	scoped := pgx.StrictNamedArgs{"tenant": a.Scope.Tenant, "livemode": a.Scope.Livemode, "id": a.ID}
	if err := pgdb.Exec(ctx, p.db, deleteOtherAddresses, scoped); err != nil {
		return err
	}
	return pgdb.Exec(ctx, p.db, confirmAddress, pgx.StrictNamedArgs{"id": a.ID, "now": now})
}

const selectAddresses = `SELECT ` + addressColumns + ` FROM notice_addresses a
	WHERE tenant_id = @tenant AND livemode = @livemode ORDER BY created_at`

// Addresses returns those of a scope: the one that counts, and the one that is to be confirmed.
func (p Store) Addresses(ctx context.Context, sc webhooks.Scope) ([]portal.NoticeAddress, error) {
	rows, _ := p.db.Query(ctx, selectAddresses, pgx.StrictNamedArgs{"tenant": sc.Tenant, "livemode": sc.Livemode})
	return pgx.CollectRows(rows, p.scanAddress)
}

const (
	deleteAddresses     = `DELETE FROM notice_addresses WHERE tenant_id = @tenant AND livemode = @livemode`
	deleteScopedNotices = `DELETE FROM endpoint_notices WHERE tenant_id = @tenant AND livemode = @livemode`
)

// DeleteAddresses removes those of a scope, with the notices that were not sent.
func (p Store) DeleteAddresses(ctx context.Context, sc webhooks.Scope) error {
	args := pgx.StrictNamedArgs{"tenant": sc.Tenant, "livemode": sc.Livemode}
	if err := pgdb.Exec(ctx, p.db, deleteAddresses, args); err != nil {
		return err
	}
	return pgdb.Exec(ctx, p.db, deleteScopedNotices, args)
}

const insertNoticeForMail = `
	INSERT INTO endpoint_notices (tenant_id, livemode, type, url, failure_count, happened_at)
	SELECT @tenant, @livemode, @type, @url, @count, @at
	WHERE  EXISTS (SELECT FROM notice_addresses
	               WHERE tenant_id = @tenant AND livemode = @livemode AND confirmed_at IS NOT NULL)`

// InsertNotice stores what happened to an endpoint for the next e-mail, where there is an address.
func (p Store) InsertNotice(ctx context.Context, t webhooks.EventType, e webhooks.Endpoint, at time.Time) error {
	return pgdb.Exec(ctx, p.db, insertNoticeForMail, pgx.StrictNamedArgs{
		"tenant": e.Tenant, "livemode": e.Livemode, "type": t, "url": e.URL, "count": e.FailureCount, "at": at,
	})
}

const lockDueAddress = `
	SELECT ` + addressColumns + ` FROM notice_addresses a
	WHERE  confirmed_at IS NOT NULL AND next_mail_at <= @now
	  AND  EXISTS (SELECT FROM endpoint_notices n WHERE n.tenant_id = a.tenant_id AND n.livemode = a.livemode)
	ORDER  BY next_mail_at LIMIT 1 FOR UPDATE OF a SKIP LOCKED`

// DueAddress returns an address that an e-mail is due for, and locks it; false when there is none.
func (p Store) DueAddress(ctx context.Context, now time.Time) (portal.NoticeAddress, bool, error) {
	rows, _ := p.db.Query(ctx, lockDueAddress, pgx.StrictNamedArgs{"now": now})
	return pgdb.OneIfAny(rows, p.scanAddress)
}

const selectMailNotices = `
	SELECT id, type, url, failure_count, happened_at FROM endpoint_notices
	WHERE tenant_id = @tenant AND livemode = @livemode ORDER BY id`

// Notices returns all of a scope that were not sent yet.
func (p Store) Notices(ctx context.Context, sc webhooks.Scope) ([]portal.Notice, error) {
	return pgdb.All[portal.Notice](ctx, p.db, selectMailNotices,
		pgx.StrictNamedArgs{"tenant": sc.Tenant, "livemode": sc.Livemode})
}

const (
	deleteMailed = `DELETE FROM endpoint_notices WHERE id = ANY(@ids)`
	claimAddress = `UPDATE notice_addresses SET next_mail_at = @until WHERE id = @id`
	setMailed    = `
		UPDATE notice_addresses SET next_mail_at = @next, mail_failure = nullif(@failure, ''), mail_failures = @failures
		WHERE  id = @id`
)

// Mailed removes notices that were sent.
func (p Store) Mailed(ctx context.Context, list []portal.Notice) error {
	ids := pgdb.Column(list, func(n portal.Notice) int64 { return n.ID })
	return pgdb.Exec(ctx, p.db, deleteMailed, pgx.StrictNamedArgs{"ids": ids})
}

// Claim keeps other programs from sending to an address until a time.
func (p Store) Claim(ctx context.Context, id string, until time.Time) error {
	return pgdb.Exec(ctx, p.db, claimAddress, pgx.StrictNamedArgs{"id": id, "until": until})
}

// SetMailed stores what became of the last e-mail to an address, and when the next one may be sent.
func (p Store) SetMailed(ctx context.Context, a portal.NoticeAddress, next time.Time) error {
	return pgdb.Exec(ctx, p.db, setMailed, pgx.StrictNamedArgs{
		"id": a.ID, "next": next, "failure": a.Failure, "failures": a.Failures,
	})
}
