package usecase

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/reseal"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// ResealKeys gives each onboarding that has none a key of its own, and seals all that the keyring seals itself with its first key,
// so that older keys can be taken out. What the rows hold stays as it is.
func (c *Changer) ResealKeys(ctx context.Context) (reseal.Result, error) {
	given, err := c.giveKeys(ctx)
	if err != nil {
		return reseal.Result{Changed: given}, err
	}
	done, err := c.store.Keeper().Reseal(ctx)
	done.Changed += given
	return done, err
}

func (c *Changer) giveKeys(ctx context.Context) (given int64, err error) {
	const page = 500
	for after := pc.Ref(""); ; {
		list, err := c.store.WithoutKey(ctx, after, page)
		if err != nil {
			return given, err
		}
		for _, ref := range list {
			if err := pgdb.InTx(ctx, c.pool, func(tx pgx.Tx) error { return c.store.GiveKey(ctx, tx, ref) }); err != nil {
				return given, err
			}
			after = ref
			given++
		}
		if len(list) < page {
			return given, nil
		}
	}
}

// EncryptionKeys counts what is sealed with which key.
func (c *Changer) EncryptionKeys(ctx context.Context) ([]reseal.Usage, error) {
	return c.store.Keeper().Usage(ctx)
}
