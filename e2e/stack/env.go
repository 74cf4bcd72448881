package stack

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/mtls"
)

// Env is how to reach the stack and whom to be there: what `.devstack/env` holds. All keys are test keys unless named
// live.
type Env struct {
	PartnerBaseURL, VerificationBaseURL           string
	PartnerGRPC, VerificationGRPC                 string
	AdminURL, PartnerAdminURL, DispatcherAdminURL string
	InternalToken                                 string
	ConsoleURL, ConsoleAdminURL                   string      // empty: no console runs
	TLS                                           mtls.Config // how gRPC is called; zero: in the open
	Keys
}

// Keys are the credentials of the demo tenants and partners.
type Keys struct {
	MerchantKey             string `json:"merchant_key"`
	PartnerKey              string `json:"partner_key"`
	PartnerKeyMulti         string `json:"partner_key_multi"` // owns two channels
	PartnerKeyOther         string `json:"partner_key_other"` // another partner's
	PartnerKeyLive          string `json:"partner_key_live"`
	VerificationAPIKey      string `json:"verification_api_key"`
	VerificationAPIKeyOther string `json:"verification_api_key_other"` // another tenant's
	VerificationAPIKeyLive  string `json:"verification_api_key_live"`
	TenantID                string `json:"tenant_id"`
	TenantIDOther           string `json:"tenant_id_other"`
}

// Shell spells the environment as a file for a POSIX shell.
func (e Env) Shell() string {
	var b strings.Builder
	for _, kv := range [][2]string{
		{"PARTNER_BASE_URL", e.PartnerBaseURL},
		{"VERIFICATION_BASE_URL", e.VerificationBaseURL},
		{"PARTNER_GRPC", e.PartnerGRPC},
		{"VERIFICATION_GRPC", e.VerificationGRPC},
		{"ADMIN_URL", e.AdminURL},
		{"PARTNER_ADMIN_URL", e.PartnerAdminURL},
		{"DISPATCHER_ADMIN_URL", e.DispatcherAdminURL},
		{"MERCHANT_KEY", e.MerchantKey},
		{"PARTNER_KEY", e.PartnerKey},
		{"PARTNER_KEY_MULTI", e.PartnerKeyMulti},
		{"PARTNER_KEY_OTHER", e.PartnerKeyOther},
		{"PARTNER_KEY_LIVE", e.PartnerKeyLive},
		{"VERIFICATION_API_KEY", e.VerificationAPIKey},
		{"VERIFICATION_API_KEY_OTHER", e.VerificationAPIKeyOther},
		{"VERIFICATION_API_KEY_LIVE", e.VerificationAPIKeyLive},
		{"TENANT_ID", e.TenantID},
		{"TENANT_ID_OTHER", e.TenantIDOther},
		{"INTERNAL_TOKEN", e.InternalToken},
	} {
		fmt.Fprintf(&b, "export %s='%s'\n", kv[0], kv[1])
	}
	if e.ConsoleURL != "" {
		fmt.Fprintf(&b, "export CONSOLE_URL='%s'\n", e.ConsoleURL)
	}
	return b.String()
}

// state is what a second run needs to find the first one's data.
type state struct {
	EncryptionKeys      string `json:"encryption_keys"`
	LinkKeys            string `json:"link_keys"`
	IdentityHashKey     string `json:"identity_hash_key"`
	InternalToken       string `json:"internal_token"`
	DispatcherToken     string `json:"dispatcher_token"`
	PartnerconnectToken string `json:"partnerconnect_token"`
	ConsoleSeals        string `json:"console_seals"`
	PersonKeys          string `json:"person_keys"`
	Keys                Keys   `json:"keys"`

	Ports map[string]int `json:"ports,omitempty"` // chosen where a preferred one was taken
}

// complete makes the secrets that are not there: all of them, or those that an older version did not know.
func (s *state) complete() {
	for _, secret := range []struct {
		is   *string
		make func() string
	}{
		{&s.EncryptionKeys, func() string { return keyring.NewKey("dev1") }},
		{&s.LinkKeys, func() string { return keyring.NewKey("dev1") }},
		{&s.IdentityHashKey, func() string { return strings.TrimPrefix(keyring.NewKey("dev1"), "dev1:") }},
		{&s.ConsoleSeals, func() string { return keyring.NewKey("dev1") }},
		{&s.PersonKeys, func() string { return keyring.NewKey("dev1") }},
		{&s.InternalToken, func() string { return apikey.Mint("internal_") }},
		{&s.DispatcherToken, func() string { return apikey.Mint("dispatcher_") }},
		{&s.PartnerconnectToken, func() string { return apikey.Mint("partnerconnect_") }},
	} {
		if *secret.is == "" {
			*secret.is = secret.make()
		}
	}
}

func loadState(path string) (state, error) {
	var s state
	b, err := os.ReadFile(path) //nolint:gosec // our own file
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	if err == nil {
		if err := json.Unmarshal(b, &s); err != nil {
			return s, fmt.Errorf("%s cannot be read (%w); remove the folder %s to start afresh", path, err, filepath.Dir(path))
		}
	}
	s.complete()
	return s, s.save(path)
}

func (s state) save(path string) error {
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o600)
}
