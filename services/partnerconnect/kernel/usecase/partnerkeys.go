package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyterm"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
)

// A NewPartnerKey is what a new key is to be.
type NewPartnerKey struct {
	Partner   pc.PartnerID
	Livemode  bool
	Scopes    []access.Scope
	Channels  []pc.ChannelID
	ExpiresAt *time.Time
	Overlap   *time.Duration // how long the partner's current key of the mode works on; nil: there is none
	Replaces  access.KeyID   // that key; empty: whichever it is
}

// CreatePartnerKey stores the hash of a new key, and returns the key, which is stored nowhere. [access.ErrKeyExists]:
// the partner has a key in the mode, and it is not replaced. [access.ErrKeyReplaced]: the key to replace is not the
// partner's key of the mode. Also [access.ErrPartnerNotFound] and [access.ErrChannelNotOwned].
func (s *Keys) CreatePartnerKey(
	ctx context.Context, n NewPartnerKey, by audit.Entry, now time.Time,
) (access.PartnerKey, string, error) {
	prefix := access.PartnerKeyPrefix(n.Livemode)
	key := apikey.Mint(prefix)
	k := access.PartnerKey{
		ID: access.KeyID(ids.New(access.KeyIDPrefix)), Partner: n.Partner, Livemode: n.Livemode, Scopes: n.Scopes,
		Channels: n.Channels,
		Prefix:   apikey.Shown(key, prefix), Version: access.Version,
		Term: keyterm.Term{CreatedAt: now, ExpiresAt: n.ExpiresAt},
	}
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if n.Overlap != nil {
			replaced, err := s.store.ReplacePartnerKey(ctx, tx, n.Partner, n.Livemode, now.Add(*n.Overlap), now)
			switch {
			case err != nil:
				return err
			case n.Replaces != "" && replaced != n.Replaces:
				return access.ErrKeyReplaced
			}
		}
		if err := s.store.InsertPartnerKey(ctx, tx, k, apikey.Hash(key)); err != nil {
			return err
		}
		return auditPartnerKey(ctx, tx, by, k)
	})
	return k, key, err
}

// RevokePartnerKey ends a key now; [access.ErrKeyNotFound].
func (s *Keys) RevokePartnerKey(
	ctx context.Context, id access.KeyID, by audit.Entry, now time.Time,
) (access.PartnerKey, error) {
	return s.endPartnerKey(ctx, id, by, func(t *keyterm.Term) error {
		t.Revoke(now)
		return nil
	})
}

// ExpirePartnerKey ends a key later; [access.ErrKeyNotFound].
func (s *Keys) ExpirePartnerKey(
	ctx context.Context, id access.KeyID, at time.Time, by audit.Entry, now time.Time,
) (access.PartnerKey, error) {
	return s.endPartnerKey(ctx, id, by, func(t *keyterm.Term) error { return t.Expire(at, now) })
}

func (s *Keys) endPartnerKey(
	ctx context.Context, id access.KeyID, by audit.Entry, end func(*keyterm.Term) error,
) (k access.PartnerKey, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if k, err = s.store.LockPartnerKey(ctx, tx, id); err != nil {
			return err
		}
		if err := end(&k.Term); err != nil {
			return err
		}
		if err := s.store.SavePartnerKeyTerm(ctx, tx, k); err != nil {
			return err
		}
		return auditPartnerKey(ctx, tx, by, k)
	})
	return k, err
}

// PartnerKeys returns all keys of a partner, newest first; [access.ErrPartnerNotFound].
func (s *Keys) PartnerKeys(ctx context.Context, p pc.PartnerID) ([]access.PartnerKey, error) {
	return s.store.PartnerKeys(ctx, p)
}
