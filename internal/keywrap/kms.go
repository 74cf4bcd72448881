package keywrap

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	vault "github.com/hashicorp/vault/api"
	"gocloud.dev/secrets"
	_ "gocloud.dev/secrets/awskms"        // awskms://
	_ "gocloud.dev/secrets/azurekeyvault" // azurekeyvault://
	_ "gocloud.dev/secrets/gcpkms"        // gcpkms://
	"gocloud.dev/secrets/hashivault"
)

func (c Config) validURL() error {
	u, err := url.Parse(c.KMS)
	switch {
	case err != nil || !secrets.DefaultURLMux().ValidKeeperScheme(u.Scheme) || u.Host+u.Path == "" || u.User != nil:
		return errors.New("KEYS_KMS: want awskms:///ID?region=REGION, gcpkms://NAME, azurekeyvault://VAULT/keys/NAME or " +
			"hashivault://NAME")
	case u.Scheme == hashivault.Scheme && (c.VaultAddr == "" || c.VaultToken == ""):
		return errors.New("KEYS_KMS: hashivault needs VAULT_ADDR and VAULT_TOKEN")
	}
	return nil
}

// keeper opens the KMS. Vault is connected with by settings of ours, which may be files; the others by what their
// libraries read from the environment of the program.
func (c Config) keeper(ctx context.Context) (*secrets.Keeper, error) {
	u, err := url.Parse(c.KMS)
	if err != nil {
		return nil, errors.New("KEYS_KMS is no URL")
	}
	if u.Scheme != hashivault.Scheme {
		return secrets.OpenKeeper(ctx, c.KMS)
	}
	config := vault.DefaultConfig()
	if config.Error != nil {
		return nil, fmt.Errorf("VAULT_ variables: %w", config.Error)
	}
	config.Address, config.Timeout = c.VaultAddr, within
	client, err := vault.NewClient(config)
	if err != nil {
		return nil, fmt.Errorf("VAULT_ADDR: %w", err)
	}
	client.SetToken(c.VaultToken.Reveal())
	return (&hashivault.URLOpener{Client: client}).OpenKeeperURL(ctx, u)
}
