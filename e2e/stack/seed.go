package stack

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/partnerline/partnerline/internal/operatorclient"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
)

// Demo tenants and partners.
const (
	tenantID, tenantIDOther                 = "ten_demo", "ten_other"
	partnerDemo, partnerMulti, partnerOther = "ptn_demo", "ptn_multi", "ptn_other"
	channelShop                             = "chn_shop"
	channelMarket, channelOutlet            = "chn_market", "chn_outlet"
	channelOther                            = "chn_other"
	demoMerchant                            = "demo-merchant" // its partner_external_ref
)

var allScopes = []string{"onboarding:read", "onboarding:write", "account:read", "payments:write", "payouts:write",
	"webhooks:write"}

// seed makes the demo tenants, partners and keys, or finds those of an earlier run.
func (s *Stack) seed(ctx context.Context) error {
	if s.keysWork(ctx) {
		s.Env.Keys = s.state.Keys
		return nil
	}
	conn, err := grpc.NewClient(s.Env.PartnerGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if err := ImportCompanies(s.asOperator(ctx), partnerconnectv1.NewProviderOperatorServiceClient(conn)); err != nil {
		return err
	}
	keys, err := s.Seed(ctx, "")
	if err != nil {
		return err
	}
	s.state.Keys, s.Env.Keys = keys, keys
	return s.state.save(filepath.Join(s.opts.Dir, "state.json"))
}

// Seed makes tenants, partners and keys like those of the demo, whose ids end in suffix.
func (s *Stack) Seed(ctx context.Context, suffix string) (Keys, error) {
	keys := Keys{TenantID: tenantID + suffix, TenantIDOther: tenantIDOther + suffix}
	if err := s.seedTenants(s.asOperator(ctx), &keys); err != nil {
		return Keys{}, fmt.Errorf("tenants: %w", err)
	}
	if err := s.seedPartners(s.asOperator(ctx), suffix, &keys); err != nil {
		return Keys{}, fmt.Errorf("partners: %w", err)
	}
	return keys, nil
}

func (s *Stack) asOperator(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+s.state.InternalToken)
}

// DemoHostedURL makes the demo merchant where it is not there, and returns its link into the hosted flow.
func (s *Stack) DemoHostedURL(ctx context.Context) (url string, err error) {
	err = withKey(ctx, s.Env.PartnerGRPC, s.Env.PartnerKey, func(ctx context.Context, conn *grpc.ClientConn) error {
		client := partnerconnectv1.NewOnboardingServiceClient(conn)
		draft, err := client.CreateOnboarding(ctx,
			&partnerconnectv1.CreateOnboardingRequest{PartnerExternalRef: demoMerchant})
		if err != nil {
			return err
		}
		got, err := client.GetOnboarding(ctx, &partnerconnectv1.GetOnboardingRequest{Ref: draft.GetRef()})
		url = got.GetNextAction().GetUrl()
		return err
	})
	return url, err
}

// DemoPortalURL returns a link that opens the portal of the demo tenant once, within five minutes.
func (s *Stack) DemoPortalURL(ctx context.Context) (url string, err error) {
	err = withKey(ctx, s.Env.VerificationGRPC, s.Env.VerificationAPIKey,
		func(ctx context.Context, conn *grpc.ClientConn) error {
			made, err := webhooksv1.NewPortalSessionServiceClient(conn).
				CreatePortalSession(ctx, &webhooksv1.CreatePortalSessionRequest{})
			url = made.GetData().GetUrl()
			return err
		})
	return url, err
}

// withKey calls f with a connection, and a context whose calls carry a key.
func withKey(ctx context.Context, address, key string, f func(context.Context, *grpc.ClientConn) error) error {
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	return f(metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+key), conn)
}

// keysWork reports whether the keys of an earlier run are keys of these databases.
func (s *Stack) keysWork(ctx context.Context) bool {
	works := func(url, key string) bool {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return false
		}
		req.Header.Set("Authorization", "Bearer "+key)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return false
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	}
	return works(s.Env.VerificationBaseURL+"/api/v1/webhooks", s.state.Keys.VerificationAPIKey) &&
		works(s.Env.PartnerBaseURL+"/me", s.state.Keys.PartnerKey)
}

func (s *Stack) seedTenants(ctx context.Context, keys *Keys) error {
	conn, err := grpc.NewClient(s.Env.VerificationGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	op := webhooksv1.NewOperatorServiceClient(conn)
	for id, name := range map[string]string{keys.TenantID: "Demo tenant", keys.TenantIDOther: "Another tenant"} {
		if _, err := op.CreateTenant(ctx, &webhooksv1.CreateTenantRequest{Id: id, Name: name}); err != nil {
			return err
		}
	}
	for _, k := range []struct {
		tenant string
		live   bool
		into   *string
	}{
		{keys.TenantID, false, &keys.VerificationAPIKey}, {keys.TenantIDOther, false, &keys.VerificationAPIKeyOther},
		{keys.TenantID, true, &keys.VerificationAPIKeyLive},
	} {
		made, err := op.CreateApiKey(ctx, &webhooksv1.CreateApiKeyRequest{TenantId: k.tenant, Livemode: k.live})
		if err != nil {
			return err
		}
		*k.into = made.GetKey()
	}
	return nil
}

func (s *Stack) seedPartners(ctx context.Context, suffix string, keys *Keys) error {
	conn, err := grpc.NewClient(s.Env.PartnerGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	op := operatorclient.NewPartnerConnect(conn)
	for _, p := range []struct{ id, name, tenant string }{
		{partnerDemo, "Demo partner", keys.TenantID}, {partnerMulti, "Partner with two channels", keys.TenantID},
		{partnerOther, "Another partner", keys.TenantIDOther},
	} {
		made := &partnerconnectv1.CreatePartnerRequest{Id: p.id + suffix, Name: p.name, TenantId: p.tenant}
		if _, err := op.CreatePartner(ctx, made); err != nil {
			return err
		}
	}
	for _, c := range []struct{ id, partner, name string }{
		{channelShop, partnerDemo, "Demo shop"}, {channelMarket, partnerMulti, "Demo market"},
		{channelOutlet, partnerMulti, "Demo outlet"},
		{channelOther, partnerOther, "Another channel"},
	} {
		made := &partnerconnectv1.CreateChannelRequest{Id: c.id + suffix, PartnerId: c.partner + suffix, Name: c.name}
		if _, err := op.CreateChannel(ctx, made); err != nil {
			return err
		}
	}
	for _, k := range []struct {
		partner  string
		live     bool
		channels []string
		into     *string
	}{
		{partnerDemo, false, []string{channelShop}, &keys.PartnerKey},
		{partnerMulti, false, []string{channelMarket, channelOutlet}, &keys.PartnerKeyMulti},
		{partnerOther, false, []string{channelOther}, &keys.PartnerKeyOther},
		{partnerDemo, true, []string{channelShop}, &keys.PartnerKeyLive},
	} {
		channels := make([]string, len(k.channels))
		for i, c := range k.channels {
			channels[i] = c + suffix
		}
		made, err := op.CreatePartnerKey(ctx, &partnerconnectv1.CreatePartnerKeyRequest{
			PartnerId: k.partner + suffix, Livemode: k.live, Channels: channels, Scopes: allScopes, Rotate: true,
		})
		if err != nil {
			return err
		}
		*k.into = made.GetKey()
	}
	draft, err := partnerconnectv1.NewOnboardingServiceClient(conn).CreateOnboarding(
		metadata.NewOutgoingContext(ctx, metadata.Pairs("authorization", "Bearer "+keys.PartnerKey)),
		&partnerconnectv1.CreateOnboardingRequest{PartnerExternalRef: demoMerchant})
	if err != nil {
		return fmt.Errorf("demo merchant: %w", err)
	}
	merchant, err := op.CreateMerchantKey(ctx, &partnerconnectv1.CreateMerchantKeyRequest{MerchantRef: draft.GetRef()})
	if err != nil {
		return fmt.Errorf("demo merchant's key: %w", err)
	}
	keys.MerchantKey = merchant.GetKey()
	return nil
}

// ImportCompanies imports the fictitious companies into partner connect.
func ImportCompanies(ctx context.Context, op partnerconnectv1.ProviderOperatorServiceClient) error {
	var fictitious partnerconnectv1.ImportRegisterRequest
	if err := protojson.Unmarshal([]byte(`{"records":`+string(register.FictitiousFile())+`}`), &fictitious); err != nil {
		return fmt.Errorf("fictitious companies: %w", err)
	}
	if _, err := op.ImportRegister(ctx, &fictitious); err != nil {
		return fmt.Errorf("company register: %w", err)
	}
	return nil
}
