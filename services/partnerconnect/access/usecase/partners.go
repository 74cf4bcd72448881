package usecase

import (
	"context"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/access/postgres"
)

// Partners are those who bring merchants, and their channels. Each verb is one statement.
type Partners struct{ store *postgres.Store }

// NewPartners returns the use cases of partners.
func NewPartners(store *postgres.Store) *Partners { return &Partners{store} }

// CreatePartner stores a partner, or returns the one that has the id already.
func (s *Partners) CreatePartner(ctx context.Context, p access.Partner) (access.Partner, error) {
	return s.store.CreatePartner(ctx, p)
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
func (s *Partners) SuspendPartner(ctx context.Context, id pc.PartnerID, now time.Time) (access.Partner, error) {
	return s.store.SuspendPartner(ctx, id, now)
}

// ResumePartner ends a suspension; [access.ErrPartnerNotFound].
func (s *Partners) ResumePartner(ctx context.Context, id pc.PartnerID) (access.Partner, error) {
	return s.store.ResumePartner(ctx, id)
}

// CreateChannel stores a channel, or returns the partner's channel that has the id already; [access.ErrChannelTaken] when another partner
// has it, [access.ErrPartnerNotFound]. Its links work for [access.DefaultLinkTTL] unless it says otherwise.
func (s *Partners) CreateChannel(ctx context.Context, c access.Channel) (access.Channel, error) {
	if c.LinkTTL == 0 {
		c.LinkTTL = access.DefaultLinkTTL
	}
	if c.ReturnOrigins == nil {
		c.ReturnOrigins = []string{}
	}
	return s.store.CreateChannel(ctx, c)
}

// Channels returns the channels of a partner; [access.ErrPartnerNotFound].
func (s *Partners) Channels(ctx context.Context, p pc.PartnerID) ([]access.Channel, error) {
	return s.store.Channels(ctx, p)
}
