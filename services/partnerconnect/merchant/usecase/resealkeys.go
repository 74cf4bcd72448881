package usecase

import (
	"context"

	"github.com/partnerline/partnerline/internal/reseal"
)

// ResealKeys gives each onboarding that has none a key of its own, and seals all that the keyring seals itself with
// its first key, so that older keys can be taken out. The data of the rows stays as it is.
func (c *Changer) ResealKeys(ctx context.Context) (reseal.Result, error) {
	return c.store.Keeper().Reseal(ctx)
}

// EncryptionKeys counts what is sealed with which key.
func (c *Changer) EncryptionKeys(ctx context.Context) ([]reseal.Usage, error) {
	return c.store.Keeper().Usage(ctx)
}
