package usecase

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/reseal"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
)

// ResealKeys seals all that the keyring seals itself with its first key, and hashes what onboardings are found and
// compared by under the first key of IDENTITY_HASH_KEY, so that older keys can be taken out. It can be interrupted at
// any point, and continues where it was.
func (c *Changer) ResealKeys(ctx context.Context) (reseal.Result, error) {
	done, err := c.store.Keeper().Reseal(ctx)
	if err != nil {
		return done, err
	}
	err = c.rehash(ctx, &done)
	return done, err
}

// rehash stores onboardings with hashes under another key than the first as they are, each in a transaction of its
// own: whatever is stored is hashed under the first.
func (c *Changer) rehash(ctx context.Context, done *reseal.Result) error {
	var after pc.Ref
	for {
		refs, err := c.store.HashedByOthers(ctx, after)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			after = ref
			err := pgdb.InTx(ctx, c.pool, func(tx pgx.Tx) error {
				row, err := c.store.Lock(ctx, tx, access.SystemView, ref)
				if err != nil {
					return err
				}
				_, err = c.store.Save(ctx, tx, row, row.Onboarding)
				return err
			})
			switch {
			case errors.Is(err, keyring.ErrOpen):
				done.Unreadable++
			case err != nil:
				return err
			default:
				done.Changed++
			}
		}
		if len(refs) < postgres.RehashPage {
			return nil
		}
	}
}

// HashKeys counts what is hashed under which key of IDENTITY_HASH_KEY.
func (c *Changer) HashKeys(ctx context.Context) ([]reseal.Usage, error) { return c.store.HashKeys(ctx) }

// EncryptionKeys counts what is sealed with which key.
func (c *Changer) EncryptionKeys(ctx context.Context) ([]reseal.Usage, error) {
	return c.store.Keeper().Usage(ctx)
}
