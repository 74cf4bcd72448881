package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/portal"
)

// Portal are the statements on sessions and settings of the portal.
type Portal struct{ db db }

const portalColumns = `s.id, s.tenant_id, s.livemode, s.role, s.key_id, s.return_url, s.created_at, s.link_expires_at, s.expires_at`

func scanPortalSession(row pgx.CollectableRow) (s portal.Session, err error) {
	err = row.Scan(&s.ID, &s.Scope.Tenant, &s.Scope.Livemode, &s.Role, &s.Key, &s.ReturnURL, &s.CreatedAt, &s.LinkExpiresAt, &s.ExpiresAt)
	return s, err
}

const insertPortalSession = `
	INSERT INTO portal_sessions (id, tenant_id, livemode, role, key_id, return_url, link_hash, link_expires_at, created_at)
	VALUES (@id, @tenant, @livemode, @role, @key, @return, @hash, @expires, @now)`

// Insert stores a session with the hash of its link.
func (p Portal) Insert(ctx context.Context, s portal.Session, link []byte) error {
	return exec(ctx, p.db, insertPortalSession, pgx.StrictNamedArgs{
		"id": s.ID, "tenant": s.Scope.Tenant, "livemode": s.Scope.Livemode, "role": s.Role, "key": s.Key, "return": s.ReturnURL, "hash": link,
		"expires": s.LinkExpiresAt, "now": s.CreatedAt,
	})
}

// keyWorks is whether the key that made a session s works. Partner connect says which keys of partners ended: they are permissions that were
// withdrawn, as is the one to get anything at all, which has the partner's id.
const keyWorks = `(
	EXISTS (SELECT FROM api_keys k WHERE k.id = s.key_id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > @now))
	OR s.tenant_id LIKE 'ptn\_%' AND NOT EXISTS (
		SELECT FROM withdrawn_permissions w
		WHERE  w.tenant_id = s.tenant_id AND w.livemode = s.livemode AND w.permission IN (s.key_id, s.tenant_id)))`

const openPortalSession = `
	UPDATE portal_sessions s SET hash = @hash, expires_at = @expires
	WHERE  link_hash = @link AND hash IS NULL AND link_expires_at > @now AND revoked_at IS NULL AND ` + keyWorks + `
	RETURNING ` + portalColumns

// Open opens the session of a link, once: portal.ErrEnded when the link opens none any more.
func (p Portal) Open(ctx context.Context, link, session []byte, now, expires time.Time) (portal.Session, error) {
	rows, _ := p.db.Query(ctx, openPortalSession, pgx.StrictNamedArgs{"link": link, "hash": session, "now": now, "expires": expires})
	return one(rows, scanPortalSession, portal.ErrEnded)
}

const selectPortalSession = `
	SELECT ` + portalColumns + ` FROM portal_sessions s WHERE hash = @hash AND expires_at > @now AND revoked_at IS NULL AND ` + keyWorks

// Find returns an open session; portal.ErrEnded when none has the hash.
func (p Portal) Find(ctx context.Context, session []byte, now time.Time) (portal.Session, error) {
	rows, _ := p.db.Query(ctx, selectPortalSession, pgx.StrictNamedArgs{"hash": session, "now": now})
	return one(rows, scanPortalSession, portal.ErrEnded)
}

const selectEndedSession = `SELECT ` + portalColumns + ` FROM portal_sessions s WHERE link_hash = @hash OR hash = @hash`

// FindEnded returns the session that had the hash, or whose link had it; portal.ErrEnded when there was none.
func (p Portal) FindEnded(ctx context.Context, hash []byte) (portal.Session, error) {
	rows, _ := p.db.Query(ctx, selectEndedSession, pgx.StrictNamedArgs{"hash": hash})
	return one(rows, scanPortalSession, portal.ErrEnded)
}

const revokePortalSession = `
	UPDATE portal_sessions SET revoked_at = coalesce(revoked_at, @now) WHERE id = @id AND tenant_id = @tenant AND livemode = @livemode`

// Revoke ends a session; portal.ErrSessionNotFound when the scope has none with the id.
func (p Portal) Revoke(ctx context.Context, sc webhooks.Scope, id string, now time.Time) error {
	tag, err := p.db.Exec(ctx, revokePortalSession, pgx.StrictNamedArgs{"id": id, "tenant": sc.Tenant, "livemode": sc.Livemode, "now": now})
	if err == nil && tag.RowsAffected() == 0 {
		return portal.ErrSessionNotFound
	}
	return err
}

const selectPortalSettings = `SELECT tenant_id, name, colour, logo, return_urls, frame_origins FROM portal_settings WHERE tenant_id = @tenant`

// Settings returns those of a tenant; without any, those that allow nothing.
func (p Portal) Settings(ctx context.Context, tenant webhooks.TenantID) (portal.Settings, error) {
	rows, _ := p.db.Query(ctx, selectPortalSettings, pgx.StrictNamedArgs{"tenant": tenant})
	s, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[portal.Settings])
	if errors.Is(err, pgx.ErrNoRows) {
		return portal.Settings{Tenant: tenant}, nil
	}
	return s, err
}

const putPortalSettings = `
	INSERT INTO portal_settings (tenant_id, name, colour, logo, return_urls, frame_origins, updated_at)
	VALUES (@tenant, @name, @colour, @logo, @returns, @frames, @now)
	ON CONFLICT (tenant_id) DO UPDATE
	SET name = excluded.name, colour = excluded.colour, logo = excluded.logo, return_urls = excluded.return_urls,
	    frame_origins = excluded.frame_origins, updated_at = excluded.updated_at`

// PutSettings stores the settings of a tenant.
func (p Portal) PutSettings(ctx context.Context, s portal.Settings, now time.Time) error {
	return exec(ctx, p.db, putPortalSettings, pgx.StrictNamedArgs{
		"tenant": s.Tenant, "name": s.Name, "colour": s.Colour, "logo": append([]byte{}, s.Logo...), "returns": append([]string{}, s.ReturnURLs...),
		"frames": append([]string{}, s.FrameOrigins...), "now": now,
	})
}
