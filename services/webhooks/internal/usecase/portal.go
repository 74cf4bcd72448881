package usecase

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/portal"
)

// Portal manages the sessions and the settings of the portal.
type Portal struct {
	store *postgres.Store
	base  string
	ttl   time.Duration
}

// NewPortal returns the use cases; base is the public URL that the pages are below, empty where they are not served,
// ttl how long a session is open.
func NewPortal(s *postgres.Store, base string, ttl time.Duration) *Portal {
	return &Portal{store: s, base: base, ttl: ttl}
}

// A PortalLink is a new session with the URL that opens it, once.
type PortalLink struct {
	portal.Session
	URL string
}

// CreatePortalSession makes a session for the person who opens its link; returnURL is where the pages lead back to,
// nil: nowhere. portal.ErrNotServed where there is no portal.
func (u *Portal) CreatePortalSession(
	ctx context.Context, sc webhooks.Scope, key string, role portal.Role, returnURL *string,
) (PortalLink, error) {
	if u.base == "" {
		return PortalLink{}, portal.ErrNotServed
	}
	at, token := now(), portal.NewToken()
	s := portal.Session{
		ID: ids.New(portal.SessionPrefix), Scope: sc, Role: role, Key: key, CreatedAt: at,
		LinkExpiresAt: at.Add(portal.LinkTTL),
	}
	if returnURL != nil {
		settings, err := u.store.Portal.Settings(ctx, sc.Tenant)
		if err != nil {
			return PortalLink{}, err
		}
		if err := settings.CheckReturn(*returnURL); err != nil {
			return PortalLink{}, err
		}
		s.ReturnURL = *returnURL
	}
	return PortalLink{s, u.base + "/portal/open/" + string(token)}, u.store.Portal.Insert(ctx, s, token.Hash())
}

// RevokePortalSession ends a session.
func (u *Portal) RevokePortalSession(ctx context.Context, sc webhooks.Scope, id string) error {
	if u.base == "" {
		return portal.ErrNotServed
	}
	return u.store.Portal.Revoke(ctx, sc, id, now())
}

// OpenSession opens the session of a link, and returns the secret that the person's browser keeps. portal.ErrEnded when
// the link was used, is too old, or was revoked, itself or with its key.
func (u *Portal) OpenSession(ctx context.Context, link portal.Token) (portal.Session, portal.Token, error) {
	at, token := now(), portal.NewToken()
	s, err := u.store.Portal.Open(ctx, link.Hash(), token.Hash(), at, at.Add(u.ttl))
	return s, token, err
}

// ResumeSession returns the open session of a secret; portal.ErrEnded when there is none any more.
func (u *Portal) ResumeSession(ctx context.Context, token portal.Token) (portal.Session, error) {
	return u.store.Portal.Find(ctx, token.Hash(), now())
}

// EndedSession returns the session that a link or a secret was of; portal.ErrEnded when there was none.
func (u *Portal) EndedSession(ctx context.Context, token portal.Token) (portal.Session, error) {
	return u.store.Portal.FindEnded(ctx, token.Hash())
}

// EndSession ends an open session at its person's wish.
func (u *Portal) EndSession(ctx context.Context, s portal.Session) error {
	return u.store.Portal.Revoke(ctx, s.Scope, s.ID, now())
}

// SendForm reports whether a form of a session is sent for the first time; name is that of the sending.
func (u *Portal) SendForm(ctx context.Context, s portal.Session, name string) (first bool, err error) {
	return u.store.Portal.SendForm(ctx, s.ID, name, now())
}

// PortalSettings returns the settings of a tenant.
func (u *Portal) PortalSettings(ctx context.Context, tenant webhooks.TenantID) (portal.Settings, error) {
	if err := u.exists(ctx, tenant); err != nil {
		return portal.Settings{}, err
	}
	return u.store.Portal.Settings(ctx, tenant)
}

// SettingsOf returns the settings of the tenant of a session.
func (u *Portal) SettingsOf(ctx context.Context, tenant webhooks.TenantID) (portal.Settings, error) {
	return u.store.Portal.Settings(ctx, tenant)
}

func (u *Portal) exists(ctx context.Context, tenant webhooks.TenantID) error {
	there, err := u.store.Tenants.Exists(ctx, tenant)
	if err == nil && !there {
		return webhooks.ErrTenantNotFound
	}
	return err
}

// NewPortalSettings are settings that an operator proposes.
type NewPortalSettings struct {
	portal.Settings
	KeepLogo bool   // without a logo, the current one stays
	IfMatch  string // ETag of the settings that these replace; empty: any
}

// SetPortalSettings replaces the settings of a tenant. portal.ErrSettingsChanged when they have changed since the
// caller read them.
func (u *Portal) SetPortalSettings(
	ctx context.Context, n NewPortalSettings, by webhooks.Operator,
) (portal.Settings, error) {
	if err := u.exists(ctx, n.Tenant); err != nil {
		return portal.Settings{}, err
	}
	at := now()
	err := u.store.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.Tenants.Lock(ctx, n.Tenant); err != nil {
			return err
		}
		present, err := tx.Portal.Settings(ctx, n.Tenant)
		if err != nil {
			return err
		}
		if n.IfMatch != "" && n.IfMatch != present.ETag() {
			return portal.ErrSettingsChanged
		}
		if n.KeepLogo && len(n.Logo) == 0 {
			n.Logo = present.Logo
		}
		if err := n.Check(); err != nil {
			return err
		}
		if err := tx.Portal.PutSettings(ctx, n.Settings, at); err != nil {
			return err
		}
		return tx.Audit.Insert(ctx, by, string(n.Tenant), n.Tenant, at)
	})
	return n.Settings, err
}
