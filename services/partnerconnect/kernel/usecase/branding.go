package usecase

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

// errChecked rolls back a change that was only to be checked.
var errChecked = errors.New("only checked")

// A NewBranding is a branding and what it replaces.
type NewBranding struct {
	access.Branding
	KeepLogo  bool   // without a logo of its own it has the one that is set
	IfMatch   string // etag of the branding that it replaces; empty: of any
	CheckOnly bool   // nothing is stored
}

// SetChannelBranding sets how the pages of a channel look from now on, and returns it as it is stored;
// [access.ErrChannelNotFound], [access.ErrChannelChanged].
func (s *Partners) SetChannelBranding(ctx context.Context, b NewBranding, by audit.Entry) (access.Branding, error) {
	if err := b.Check(); err != nil {
		return b.Branding, err
	}
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if _, err := postgres.LockChannel(ctx, tx, b.Channel); err != nil {
			return err
		}
		present, err := postgres.BrandingIn(ctx, tx, b.Channel)
		if err != nil {
			return err
		}
		if b.IfMatch != "" && b.IfMatch != present.ETag() {
			return access.ErrChannelChanged
		}
		b.keepLogo(present)
		if by.Partner, err = s.store.SaveBranding(ctx, tx, b.Branding, by.At); err != nil {
			return err
		}
		if b.CheckOnly {
			return errChecked
		}
		return postgres.InsertAudit(ctx, tx, by)
	})
	if errors.Is(err, errChecked) {
		err = nil
	}
	return b.Branding, err
}

func (b *NewBranding) keepLogo(present access.Branding) {
	if b.KeepLogo && len(b.Logo) == 0 {
		b.Logo = present.Logo
	}
}

// CheckBranding returns a branding as it would be stored, and whose channel it is for; [access.ErrChannelNotFound].
func (s *Partners) CheckBranding(ctx context.Context, b NewBranding) (access.Branding, access.Owner, error) {
	if err := b.Check(); err != nil {
		return b.Branding, access.Owner{}, err
	}
	present, owner, err := s.ChannelBranding(ctx, b.Channel)
	b.keepLogo(present)
	return b.Branding, owner, err
}

// ChannelBranding returns how the pages of a channel look, and whose it is; [access.ErrChannelNotFound].
func (s *Partners) ChannelBranding(ctx context.Context, id pc.ChannelID) (access.Branding, access.Owner, error) {
	owner, err := s.store.Owner(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = access.ErrChannelNotFound
	}
	if err != nil {
		return access.Branding{}, owner, err
	}
	b, err := s.store.Branding(ctx, id)
	return b, owner, err
}

// Branding returns how the pages of a channel look.
func (s *Partners) Branding(ctx context.Context, id pc.ChannelID) (access.Branding, error) {
	return s.store.Branding(ctx, id)
}
