package app_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

func reason(t *testing.T, err error) *fault.Error {
	t.Helper()
	f, ok := grpcserver.FromStatus(status.Convert(err))
	if !ok {
		t.Fatalf("not one of our errors: %v", err)
	}
	return f
}

// Over gRPC the same rules hold as over JSON.
func TestGRPCTwin(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	foreign := s.simple("b")
	client := pcv1.NewOnboardingServiceClient(s.grpc)
	ctx := bearer(t.Context(), key)

	bad := &pcv1.CreateOnboardingRequest{
		PartnerExternalRef: "shop", ApplicantType: ptr("person"), Applicant: &pcv1.Applicant{Email: ptr(""), Phone: ptr("1")},
		PayoutAccount: &pcv1.PayoutAccount{Iban: ptr("PL00")},
	}
	_, err := client.CreateOnboarding(ctx, bad)
	overGRPC := reason(t, err)
	overJSON := s.call("POST", "/onboarding", key,
		`{"partner_external_ref":"shop","applicant_type":"person","applicant":{"email":"","phone":"1"},`+
			`"payout_account":{"iban":"PL00"}}`)
	if status.Code(err) != codes.InvalidArgument || string(overGRPC.Reason) != overJSON.text(t, "code") ||
		overGRPC.Message != overJSON.text(t, "detail") {
		t.Errorf("gRPC %v, JSON %s", err, overJSON.body)
	}
	var fields []fault.Violation
	for _, e := range overJSON.json(t)["errors"].([]any) {
		m, _ := e.(map[string]any)
		fields = append(fields, fault.Violation{Field: m["field"].(string), Code: m["code"].(string),
			Message: m["message"].(string)})
	}
	if len(fields) != 4 || !slices.Equal(fields, overGRPC.Violations) {
		t.Errorf("gRPC %v\nJSON %v", overGRPC.Violations, fields)
	}

	var header metadata.MD
	created, err := client.CreateOnboarding(ctx, &pcv1.CreateOnboardingRequest{PartnerExternalRef: "shop"},
		grpc.Header(&header))
	if err != nil || len(header.Get("idempotency-replayed")) != 0 || header.Get("x-request-id")[0] != requestID {
		t.Fatal(err, header)
	}
	bad.Channel = ptr(s.id("chn_a"))
	again, err := client.CreateOnboarding(ctx, bad, grpc.Header(&header))
	if err != nil || again.GetRef() != created.GetRef() ||
		!slices.Equal(header.Get("idempotency-replayed"), []string{"true"}) {
		t.Errorf("replay: %v, %v, %v", again, err, header)
	}
	if a := s.call("POST", "/onboarding", key, `{"partner_external_ref":"shop"}`); a.status != 200 ||
		a.text(t, "ref") != created.GetRef() {
		t.Errorf("over JSON it is another: %s", a.body)
	}
	got, err := client.GetOnboarding(ctx, &pcv1.GetOnboardingRequest{Ref: created.GetRef()})
	if err != nil || got.GetNextAction().GetUrl() == "" || len(got.GetMissing()) != 7 {
		t.Errorf("get: %v, %v", got, err)
	}
	final, err := client.FinalizeOnboarding(ctx, &pcv1.FinalizeOnboardingRequest{Ref: created.GetRef()})
	if err != nil || !slices.Equal(final.GetMissing(), got.GetMissing()) ||
		final.GetNextAction().GetType() != "hosted_flow" {
		t.Errorf("finalize: %v, %v", final, err)
	}

	for name, c := range map[string]struct {
		ctx  context.Context
		ref  string
		code codes.Code
		want fault.Reason
	}{
		"no key":   {t.Context(), created.GetRef(), codes.Unauthenticated, fault.InvalidCredentials},
		"bad key":  {bearer(t.Context(), "x"), created.GetRef(), codes.Unauthenticated, fault.InvalidCredentials},
		"two keys": {bearer(ctx, key), created.GetRef(), codes.Unauthenticated, fault.InvalidCredentials},
		"foreign":  {bearer(t.Context(), foreign), created.GetRef(), codes.NotFound, pc.OnboardingNotFound},
		"absent":   {ctx, "mrc_00000000000000000000000000", codes.NotFound, pc.OnboardingNotFound},
		"old version": {metadata.AppendToOutgoingContext(ctx, "connect-version", "2020-01-01"), created.GetRef(),
			codes.InvalidArgument, pc.UnsupportedVersion},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := client.GetOnboarding(c.ctx, &pcv1.GetOnboardingRequest{Ref: c.ref})
			if status.Code(err) != c.code || reason(t, err).Reason != c.want {
				t.Error(err)
			}
		})
	}
}

func ptr[T any](v T) *T { return &v }

// The operator plane takes the internal token alone and is not on the public port.
func TestOperatorPlane(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	for name, ctx := range map[string]context.Context{
		"no token": t.Context(), "another token": bearer(t.Context(), internalToken+"x"),
		"a partner's key": bearer(t.Context(), key),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.operator.CreatePartner(ctx, &pcv1.CreatePartnerRequest{Id: "ptn_x", Name: "x", TenantId: "ten_x"})
			if reason(t, err).Reason != fault.InvalidCredentials {
				t.Error(err)
			}
		})
	}
	a := s.call("POST", "/partnerconnect.v1.AccessOperatorService/CreatePartner", internalToken, `{}`)
	if a.status != 404 {
		t.Errorf("on the public port: %d", a.status)
	}
	ref := s.create(key, `{"partner_external_ref":"x"}`)
	ctx := s.internal()
	for name, c := range map[string]struct {
		call func() error
		want fault.Reason
	}{
		"partner's id": {func() error {
			_, err := s.operator.CreatePartner(ctx, &pcv1.CreatePartnerRequest{Id: "x", Name: "x", TenantId: "ten_x"})
			return err
		}, fault.ValidationFailed},
		"channel without partner": {func() error {
			_, err := s.operator.CreateChannel(ctx, &pcv1.CreateChannelRequest{Id: "chn_x", PartnerId: "ptn_none", Name: "x"})
			return err
		}, pc.PartnerNotFound},
		"link of a minute": {func() error {
			_, err := s.operator.CreateChannel(ctx,
				&pcv1.CreateChannelRequest{Id: "chn_x", PartnerId: "ptn_a", Name: "x", LinkTtl: durationpb.New(time.Minute)})
			return err
		}, fault.ValidationFailed},
		"return origin with a path": {func() error {
			_, err := s.operator.CreateChannel(ctx,
				&pcv1.CreateChannelRequest{Id: "chn_x", PartnerId: "ptn_a", Name: "x",
					ReturnOrigins: []string{"https://x.example/"}})
			return err
		}, fault.ValidationFailed},
		"unknown scope": {func() error {
			_, err := s.operator.CreatePartnerKey(ctx,
				&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Scopes: []string{"onboarding"}, Channels: []string{"chn_a"}})
			return err
		}, fault.ValidationFailed},
		"no channel": {func() error {
			_, err := s.operator.CreatePartnerKey(ctx, &pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Scopes: allScopes})
			return err
		}, fault.ValidationFailed},
		"a second key": {func() error {
			_, err := s.operator.CreatePartnerKey(ctx,
				&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Scopes: allScopes, Channels: []string{"chn_a"}})
			return err
		}, fault.AlreadyExists},
		"overlap of a week": {func() error {
			_, err := s.operator.CreatePartnerKey(ctx, &pcv1.CreatePartnerKeyRequest{
				PartnerId: "ptn_a", Scopes: allScopes, Channels: []string{"chn_a"}, Rotate: true,
				Overlap: durationpb.New(7 * 24 * time.Hour),
			})
			return err
		}, fault.ValidationFailed},
		"no such key": {func() error {
			_, err := s.operator.RevokePartnerKey(ctx, &pcv1.RevokePartnerKeyRequest{Id: "key_none"})
			return err
		}, fault.KeyNotFound},
		"merchant of the other mode": {func() error {
			_, err := s.operator.CreateMerchantKey(ctx, &pcv1.CreateMerchantKeyRequest{MerchantRef: ref, Livemode: true})
			return err
		}, pc.MerchantNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.call(); err == nil || reason(t, err).Reason != c.want {
				t.Error(err)
			}
		})
	}
	channel, err := s.operator.CreateChannel(ctx, &pcv1.CreateChannelRequest{Id: "chn_d", PartnerId: "ptn_a", Name: "d"})
	if err != nil || channel.GetData().GetLinkTtl().AsDuration() != 24*time.Hour {
		t.Errorf("%v, %v", channel, err)
	}
	// Rotation: both keys work until the overlap ends.
	next := s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Scopes: allScopes,
		Channels: []string{"chn_a"}, Rotate: true})
	for name, k := range map[string]string{"the old key": key, "the new key": next.GetKey()} {
		s.subtest(name, func(t *testing.T) {
			if a := s.call("GET", "/onboarding/"+ref, k, ""); a.status != 200 {
				t.Errorf("%d", a.status)
			}
		})
	}
	// Only the named key is replaced: another one may have been created meanwhile.
	end := &pcv1.CreatePartnerKeyRequest{
		PartnerId: "ptn_a", Scopes: allScopes, Channels: []string{"chn_a"}, Rotate: true, Overlap: durationpb.New(0),
		RotateKeyId: "key_of_before",
	}
	if _, err := s.operator.CreatePartnerKey(ctx, end); reason(t, err).Reason != fault.PreconditionFailed {
		t.Errorf("another key: %v", err)
	}
	if a := s.call("GET", "/onboarding/"+ref, next.GetKey(), ""); a.status != 200 {
		t.Errorf("the key that was not named: %d", a.status)
	}
	end.RotateKeyId = next.GetData().GetId()
	last := s.keyWith(end)
	if a := s.call("GET", "/onboarding/"+ref, next.GetKey(), ""); a.status != 401 {
		t.Errorf("replaced at once: %d", a.status)
	}
	if a := s.call("GET", "/onboarding/"+ref, last.GetKey(), ""); a.status != 200 {
		t.Errorf("the last key: %d", a.status)
	}
}

// Every failure of the database that a repeat may fix says so.
func TestDatabaseDown(t *testing.T) {
	t.Parallel()
	closed := listener(t)
	_ = closed.Close()
	s := startWith(t, config(t, "postgres://postgres@"+closed.Addr().String()+"/none?sslmode=disable"))
	a := s.call("GET", s.admin+"/readyz", "", "")
	if a.status != 503 {
		t.Errorf("ready: %d %s", a.status, a.body)
	}
	a = s.call("GET", "/onboarding/mrc_00000000000000000000000000", "pk_test_x", "")
	if a.status != 401 {
		t.Errorf("what needs no database is answered: %d", a.status)
	}
	key := mint()
	a = s.call("GET", "/onboarding/mrc_00000000000000000000000000", key, "")
	if a.status != 503 || a.text(t, "code") != "overloaded" || a.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	_, err := pcv1.NewOnboardingServiceClient(s.grpc).GetOnboarding(bearer(t.Context(), key), &pcv1.GetOnboardingRequest{})
	if status.Code(err) != codes.Unavailable || reason(t, err).Reason != fault.Overloaded {
		t.Errorf("%v", err)
	}
}

// A key may be given an end; one that lies behind is refused.
func TestKeyExpiry(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.partner("a", "a")
	ask := &pcv1.CreatePartnerKeyRequest{
		PartnerId: s.id("ptn_a"),
		Scopes:    allScopes,
		Channels:  []string{s.id("chn_a")},
		ExpiresAt: timestamppb.New(time.Now().Add(time.Hour)),
	}
	made, err := s.operator.CreatePartnerKey(s.internal(), ask)
	if err != nil {
		t.Fatal(err)
	}
	a := s.call("GET", "/me", made.GetKey(), "")
	if want := made.GetData().GetExpiresAt().AsTime().Format("2006-01-02T15:04:05.000Z"); a.status != 200 ||
		a.json(t)["expires_at"] != want {
		t.Errorf("%d %s, want %s", a.status, a.body, want)
	}
	s.exec(`UPDATE partner_keys SET expires_at = now() - interval '1 second' WHERE partner_id = $1`, s.id("ptn_a"))
	if a := s.call("GET", "/me", made.GetKey(), ""); a.status != 401 {
		t.Errorf("an expired key: %d", a.status)
	}
	ask.ExpiresAt, ask.Rotate = timestamppb.New(time.Now().Add(-time.Hour)), true
	if _, err := s.operator.CreatePartnerKey(s.internal(), ask); status.Code(err) != codes.InvalidArgument {
		t.Errorf("an end that lies behind: %v", err)
	}
}
