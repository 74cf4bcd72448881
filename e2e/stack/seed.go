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

var allScopes = []string{"onboarding:read", "onboarding:write", "account:read", "payments:write", "payouts:write", "webhooks:write"}

// seed makes the demo tenants, partners and keys, or finds those of an earlier run.
func (s *Stack) seed(ctx context.Context) error {
	if s.keysWork(ctx) {
		s.Env.Keys = s.state.Keys
		return nil
	}
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+s.state.InternalToken)
	keys := Keys{TenantID: tenantID, TenantIDOther: tenantIDOther}
	if err := s.seedTenants(ctx, &keys); err != nil {
		return fmt.Errorf("tenants: %w", err)
	}
	if err := s.seedPartners(ctx, &keys); err != nil {
		return fmt.Errorf("partners: %w", err)
	}
	s.state.Keys, s.Env.Keys = keys, keys
	return s.state.save(filepath.Join(s.opts.Dir, "state.json"))
}

// DemoHostedURL is a fresh link to the hosted flow of the demo merchant.
func (s *Stack) DemoHostedURL(ctx context.Context) (string, error) {
	conn, err := grpc.NewClient(s.Env.PartnerGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+s.Env.PartnerKey)
	client := partnerconnectv1.NewOnboardingServiceClient(conn)
	draft, err := client.CreateOnboarding(ctx, &partnerconnectv1.CreateOnboardingRequest{PartnerExternalRef: demoMerchant})
	if err != nil {
		return "", err
	}
	got, err := client.GetOnboarding(ctx, &partnerconnectv1.GetOnboardingRequest{Ref: draft.GetRef()})
	return got.GetNextAction().GetUrl(), err
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
	for id, name := range map[string]string{tenantID: "Demo tenant", tenantIDOther: "Another tenant"} {
		if _, err := op.CreateTenant(ctx, &webhooksv1.CreateTenantRequest{Id: id, Name: name}); err != nil {
			return err
		}
	}
	for _, k := range []struct {
		tenant string
		live   bool
		into   *string
	}{
		{tenantID, false, &keys.VerificationAPIKey}, {tenantIDOther, false, &keys.VerificationAPIKeyOther}, {tenantID, true, &keys.VerificationAPIKeyLive},
	} {
		made, err := op.CreateApiKey(ctx, &webhooksv1.CreateApiKeyRequest{TenantId: k.tenant, Livemode: k.live})
		if err != nil {
			return err
		}
		*k.into = made.GetKey()
	}
	return nil
}

func (s *Stack) seedPartners(ctx context.Context, keys *Keys) error {
	conn, err := grpc.NewClient(s.Env.PartnerGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	op := partnerconnectv1.NewOperatorServiceClient(conn)
	for _, p := range []struct{ id, name, tenant string }{
		{partnerDemo, "Demo partner", tenantID}, {partnerMulti, "Partner with two channels", tenantID}, {partnerOther, "Another partner", tenantIDOther},
	} {
		if _, err := op.CreatePartner(ctx, &partnerconnectv1.CreatePartnerRequest{Id: p.id, Name: p.name, TenantId: p.tenant}); err != nil {
			return err
		}
	}
	for _, c := range []struct{ id, partner, name string }{
		{channelShop, partnerDemo, "Demo shop"}, {channelMarket, partnerMulti, "Demo market"}, {channelOutlet, partnerMulti, "Demo outlet"},
		{channelOther, partnerOther, "Another channel"},
	} {
		if _, err := op.CreateChannel(ctx, &partnerconnectv1.CreateChannelRequest{Id: c.id, PartnerId: c.partner, Name: c.name}); err != nil {
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
		made, err := op.CreatePartnerKey(ctx, &partnerconnectv1.CreatePartnerKeyRequest{PartnerId: k.partner, Livemode: k.live, Channels: k.channels, Scopes: allScopes, Rotate: true})
		if err != nil {
			return err
		}
		*k.into = made.GetKey()
	}
	if err := ImportCompanies(ctx, op); err != nil {
		return err
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
func ImportCompanies(ctx context.Context, op partnerconnectv1.OperatorServiceClient) error {
	var fictitious partnerconnectv1.ImportRegisterRequest
	if err := protojson.Unmarshal([]byte(`{"records":`+string(register.FictitiousFile())+`}`), &fictitious); err != nil {
		return fmt.Errorf("fictitious companies: %w", err)
	}
	if _, err := op.ImportRegister(ctx, &fictitious); err != nil {
		return fmt.Errorf("company register: %w", err)
	}
	return nil
}
