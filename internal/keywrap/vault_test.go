package keywrap

import (
	"os"
	"strings"
	"testing"

	vault "github.com/hashicorp/vault/api"

	"github.com/partnerline/partnerline/internal/envconfig"
)

// The driver of Vault against a Vault or OpenBao of VAULT_ADDR, whose root token is VAULT_TOKEN: a program that may
// only decrypt, and one that may nothing.
func TestVault(t *testing.T) {
	address, root := os.Getenv("VAULT_ADDR"), os.Getenv("VAULT_TOKEN")
	if address == "" || root == "" {
		t.Skip("NOT TESTED: Vault. Set VAULT_ADDR and VAULT_TOKEN, such as of `bao server -dev`")
	}
	config := vault.DefaultConfig()
	config.Address = address
	client, err := vault.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	client.SetToken(root)
	ctx := t.Context()
	if err := client.Sys().MountWithContext(ctx, "transit", &vault.MountInput{Type: "transit"}); err != nil &&
		!strings.Contains(err.Error(), "already in use") {
		t.Fatal(err)
	}
	if _, err := client.Logical().WriteWithContext(ctx, "transit/keys/partnerline", nil); err != nil {
		t.Fatal(err)
	}
	token := func(policy, rules string) envconfig.Secret {
		t.Helper()
		if err := client.Sys().PutPolicyWithContext(ctx, policy, rules); err != nil {
			t.Fatal(err)
		}
		made, err := client.Auth().Token().CreateWithContext(ctx, &vault.TokenCreateRequest{Policies: []string{policy},
			NoParent: true})
		if err != nil {
			t.Fatal(err)
		}
		return envconfig.Secret(made.Auth.ClientToken)
	}
	program := Config{
		KMS: "hashivault://partnerline", VaultAddr: address,
		VaultToken: token("program", `path "transit/decrypt/partnerline" { capabilities = ["update"] }`),
	}
	environ := []string{"KEYS_KMS=" + program.KMS, "VAULT_ADDR=" + address, "VAULT_TOKEN=" + root}
	made, err := keys(t, environ, "new", "LINK_KEYS", "k1")
	if err != nil {
		t.Fatal(err)
	}
	s, value := setting("LINK_KEYS", made)
	if err := program.Unwrap(ctx, s); err != nil {
		t.Fatal(err)
	}
	raw := *value
	// Another version of the key: what the first one wrapped opens until it is no longer allowed, and by then it is
	// wrapped again.
	if _, err := client.Logical().WriteWithContext(ctx, "transit/keys/partnerline/rotate", nil); err != nil {
		t.Fatal(err)
	}
	again, err := keys(t, append(environ, "LINK_KEYS="+made), "wrap", "LINK_KEYS")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Logical().WriteWithContext(ctx, "transit/keys/partnerline/config",
		map[string]any{"min_decryption_version": 2}); err != nil {
		t.Fatal(err)
	}
	s, value = setting("LINK_KEYS", again)
	if err := program.Unwrap(ctx, s); err != nil || *value != raw {
		t.Errorf("wrapped by the second version: %v", err)
	}
	for name, c := range map[string]struct {
		config Config
		value  string
		want   string
	}{
		"an old version": {program, made, "ciphertext or signature version is disallowed by policy"},
		"no permission": {Config{KMS: program.KMS, VaultAddr: address, VaultToken: token("other",
			`path "sys/health" { capabilities = ["read"] }`)}, again, "permission denied"},
		"no valid token": {Config{KMS: program.KMS, VaultAddr: address, VaultToken: "none"}, again, "permission denied"},
		"another key": {Config{KMS: "hashivault://another", VaultAddr: address, VaultToken: envconfig.Secret(root)},
			again, "encryption key not found"},
		"altered": {program, again[:len(again)-8] + "AAAAAAA=", "key k1 cannot be unwrapped"},
		"nothing listens": {Config{KMS: program.KMS, VaultAddr: "http://127.0.0.1:1", VaultToken: "t"}, again,
			"connection refused"},
	} {
		s, _ := setting("LINK_KEYS", c.value)
		if err := c.config.Unwrap(ctx, s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	mayNot := append(environ, "VAULT_TOKEN="+program.VaultToken.Reveal())
	out, err := keys(t, mayNot, "new", "LINK_KEYS", "k2")
	if err == nil || !strings.Contains(err.Error(), "permission denied") {
		t.Errorf("a program makes a key: %q %v", out, err)
	}
}
