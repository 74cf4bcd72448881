package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/grpcserver"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// An operation is a call of the public API as its contract has it.
type operation struct {
	name         string // like OnboardingService.GetOnboarding
	method, path string
	access       *optionsv1.Access
	input        protoreflect.MessageDescriptor
}

// operations returns every call of the contract that has an HTTP path.
func operations() []operation {
	var out []operation
	protoregistry.GlobalFiles.RangeFilesByPackage("partnerconnect.v1", func(f protoreflect.FileDescriptor) bool {
		for i := range f.Services().Len() {
			methods := f.Services().Get(i).Methods()
			for j := range methods.Len() {
				m := methods.Get(j)
				rule, _ := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule)
				if rule == nil {
					continue
				}
				o := operation{name: fmt.Sprintf("%s.%s", m.Parent().Name(), m.Name()), access: grpcserver.AccessOf(m),
					input: m.Input()}
				if o.access.GetDelegation() || m.Parent().Name() == "SandboxMoneyService" {
					continue // TestWhoMayActForWhom and the tests of money cover these
				}
				switch p := rule.GetPattern().(type) {
				case *annotations.HttpRule_Get:
					o.method, o.path = "GET", p.Get
				case *annotations.HttpRule_Post:
					o.method, o.path = "POST", p.Post
				case *annotations.HttpRule_Put:
					o.method, o.path = "PUT", p.Put
				case *annotations.HttpRule_Patch:
					o.method, o.path = "PATCH", p.Patch
				case *annotations.HttpRule_Delete:
					o.method, o.path = "DELETE", p.Delete
				}
				out = append(out, o)
			}
		}
		return true
	})
	slices.SortFunc(out, func(a, b operation) int { return strings.Compare(a.name, b.name) })
	return out
}

// A success is how an operation succeeds on a merchant of the fixtures.
type success struct {
	body   string
	status int
	trader bool // the merchant is a sole trader, not a company of several people
}

var successes = map[string]success{
	"DocumentService.DeleteDocument":       {status: 204},
	"DocumentService.GetDocument":          {status: 200},
	"DocumentService.ListDocuments":        {status: 200},
	"DocumentService.UploadDocument":       {status: 201, body: uploadJSON(file(50, 'y'), nil)},
	"FeedService.ListEventTypes":           {status: 200},
	"FeedService.ListEvents":               {status: 200},
	"InvitationService.CreateInvitation":   {status: 201, body: invitation("third@example.pl", nil)},
	"InvitationService.GetInvitation":      {status: 200},
	"InvitationService.ListInvitations":    {status: 200},
	"InvitationService.ResendInvitation":   {status: 200},
	"InvitationService.RevokeInvitation":   {status: 204},
	"MeService.GetMe":                      {status: 200},
	"MerchantService.GetDelegation":        {status: 200},
	"MerchantService.GetMerchant":          {status: 200},
	"MerchantService.ListMerchants":        {status: 200},
	"OnboardingService.CancelOnboarding":   {status: 200},
	"OnboardingService.CreateOnboarding":   {status: 201, body: `{"partner_external_ref":"one that is new"}`},
	"OnboardingService.FinalizeOnboarding": {status: 200},
	"OnboardingService.GetOnboarding":      {status: 200},
	"OnboardingService.ListOnboardings":    {status: 200},
	"OnboardingService.ListRequirements":   {status: 200},
	"OnboardingService.PrefillIdentity":    {status: 200, body: `{"date_of_birth":"1980-12-31"}`, trader: true},
	"OnboardingService.SetRepresentation":  {status: 200, body: `{"is_representative":true}`},
	"SandboxService.AdvanceClock":          {status: 200, body: `{"advance_s":1}`},
	"SandboxService.AdvanceOnboarding":     {status: 200, body: `{"to":"in_progress"}`},
	"SandboxService.ListSandboxMessages":   {status: 200},
	"OnboardingService.UpdateOnboarding":   {status: 200, body: `{"applicant":{"email":"a@example.pl"}}`},
	// There is no webhooks service here; push_test.go has one.
	"WebhookService.CancelRecovery":        {status: 501},
	"WebhookService.GetEndpointStatistics": {status: 501},
	"WebhookService.CreateEndpoint":        {status: 501, body: `{"url":"https://shop.example.com/hooks","events":["*"]}`},
	"WebhookService.DeleteEndpoint":        {status: 501},
	"WebhookService.CreatePortalSession":   {status: 501},
	"WebhookService.RevokePortalSession":   {status: 501},
	"WebhookService.GetDelivery":           {status: 501},
	"WebhookService.GetEndpoint":           {status: 501},
	"WebhookService.GetSourceAddresses":    {status: 501},
	"WebhookService.GetRecovery":           {status: 501},
	"WebhookService.ListDeliveries":        {status: 501},
	"WebhookService.ListEndpoints":         {status: 501},
	"WebhookService.PreviewBody":           {status: 501, body: `{"body":{"preset":"slack"}}`},
	"WebhookService.RecoverEndpoint":       {status: 501, body: `{"since":"2026-11-01T00:00:00Z"}`},
	"WebhookService.ResendDelivery":        {status: 501},
	"WebhookService.SkipDelivery":          {status: 501},
	"WebhookService.RotateSecret":          {status: 501, body: `{}`},
	"WebhookService.ListSigningKeys":       {status: 501},
	"WebhookService.RotateSigningKey":      {status: 501, body: `{}`},
	"WebhookService.TestEndpoint":          {status: 501},
	"WebhookService.VerifyEndpoint":        {status: 501},
	"WebhookService.UpdateEndpoint":        {status: 501, body: `{"is_active":false}`},
}

// ownTables hold what partners own; beside them, keys note their use and messages are sent at any time.
var ownTables = []string{"onboardings", "documents", "invitations", "events"}

// showsEvents are operations by which a partner comes to events, which need the scope to read them besides their own.
var showsEvents = map[string]bool{
	"WebhookService.CreateEndpoint": true, "WebhookService.CreatePortalSession": true, "WebhookService.PreviewBody": true,
}

// Who may call what: every operation of the contract by every kind of key. What refuses a call precedes anything that
// comes after it, so each is sent with a body that is broken too.
func TestEveryOperationByEveryKey(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.importCompanies()
	s.partner("a", "a", "a2")
	create := func(change func(*pcv1.CreatePartnerKeyRequest)) *pcv1.CreatePartnerKeyResponse {
		req := &pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Scopes: allScopes, Channels: []string{"chn_a"}, Rotate: true}
		change(req)
		return s.keyWith(req)
	}
	own := create(func(*pcv1.CreatePartnerKeyRequest) {}).GetKey()
	sibling := create(func(r *pcv1.CreatePartnerKeyRequest) { r.Channels = []string{"chn_a2"} }).GetKey()
	live := create(func(r *pcv1.CreatePartnerKeyRequest) { r.Livemode = true }).GetKey()
	expired := create(func(*pcv1.CreatePartnerKeyRequest) {}).GetKey()
	// in the place of the one before, at once
	create(func(r *pcv1.CreatePartnerKeyRequest) { r.Overlap = durationpb.New(0) })
	revoked := create(func(*pcv1.CreatePartnerKeyRequest) {})
	if _, err := s.operator.RevokePartnerKey(s.internal(),
		&pcv1.RevokePartnerKeyRequest{Id: revoked.GetData().GetId()}); err != nil {
		t.Fatal(err)
	}
	scoped := func(scopes ...string) string {
		return create(func(r *pcv1.CreatePartnerKeyRequest) { r.Scopes = scopes }).GetKey()
	}
	foreign := s.simple("b")
	suspended := s.simple("c")

	without := map[string]string{} // a key with all scopes but one, and a key with one alone
	with := map[string]string{}
	for _, scope := range allScopes {
		without[scope] = scoped(slices.DeleteFunc(slices.Clone(allScopes), func(x string) bool { return x == scope })...)
		with[scope] = scoped(scope)
	}
	trader := func(key string) merchant {
		return merchant{ref: s.create(key,
			text(object{"partner_external_ref": externalRef(), "applicant_type": "sole_trader"}))}
	}
	companyOfC := s.merchant(suspended)
	if _, err := s.operator.SuspendPartner(s.internal(), &pcv1.SuspendPartnerRequest{Id: "ptn_c"}); err != nil {
		t.Fatal(err)
	}

	seen := map[string]bool{}
	for _, op := range operations() {
		seen[op.name] = true
		ok, known := successes[op.name]
		if !known {
			t.Errorf("%s has no row", op.name)
			continue
		}
		t.Run(op.name, func(t *testing.T) {
			var m merchant
			if ok.trader {
				m = trader(own)
			} else {
				m = s.merchant(own)
			}
			path := m.in(op.path)
			broken := ok.body
			if broken != "" {
				broken = `{{{`
			}
			before := s.rowsOf(ownTables...)
			for name, key := range map[string]string{
				"no key": "", "malformed": "pk_test_x", "wrong checksum": own[:len(own)-1] + "?",
				"unknown": apikey.Mint("pk_test_"),
				"revoked": revoked.GetKey(), "expired": expired, "a tenant's": apikey.Mint("vk_test_"), "internal": internalToken,
			} {
				s.subtest(name, func(t *testing.T) {
					detail, challenge := "send a valid key as Authorization: Bearer <key>", `Bearer error="invalid_token"`
					switch name {
					case "no key":
						detail, challenge = "there is no key in this request; send one as Authorization: Bearer <key>", "Bearer"
					case "a tenant's":
						detail = "this is a tenant's key for webhooks; this call takes a key that begins with pk_live_ or pk_test_"
						if op.access.GetCaller() == optionsv1.Caller_CALLER_PARTNER_OR_MERCHANT_KEY {
							detail += " or mk_live_ or mk_test_"
						}
					}
					want := problemOf(s, 401, "invalid_credentials", "The credentials are not valid", detail, path, "")
					for _, body := range slices.Compact([]string{ok.body, broken}) {
						a := s.call(op.method, path, key, body)
						if a.status != 401 || compact(t, a.body) != want || a.header.Get("WWW-Authenticate") != challenge {
							t.Errorf("%d %v %s", a.status, a.header, a.body)
						}
					}
				})
			}
			for _, scope := range op.access.GetScopes() {
				a := s.call(op.method, path, without[scope], broken)
				granted := slices.DeleteFunc(slices.Clone(allScopes), func(x string) bool { return x == scope })
				want := problemOf(s, 403, "insufficient_scope", "The key lacks a scope",
					"the key lacks the scope of this call; see required_scopes", path, "",
					`"required_scopes":`+text(op.access.GetScopes()), `"granted_scopes":`+text(granted))
				if a.status != 403 || compact(t, a.body) != want ||
					a.header.Get("WWW-Authenticate") != fmt.Sprintf(`Bearer error="insufficient_scope", scope=%q`,
						strings.Join(op.access.GetScopes(), " ")) {
					t.Errorf("without %s: %d %v\n got %s\nwant %s", scope, a.status, a.header, a.body, want)
				}
			}
			if strings.Contains(op.path, "{ref}") {
				others := map[string]string{"foreign": foreign, "sibling channel": sibling}
				if !op.access.GetTestKeysOnly() { // a live key finds no such path
					others["other mode"] = live
				}
				foreignLooksAbsent(t, s, op, ok.body, m, own, others)
			}
			if s.rowsOf(ownTables...) != before {
				t.Error("a refused call wrote something")
			}
			path = companyOfC.in(op.path)
			a := s.call(op.method, path, suspended, ok.body)
			if want := problemOf(s, 403, "partner_suspended", "The partner is suspended",
				"the partner is suspended; contact the operator", path, ""); a.status != 403 || compact(t, a.body) != want {
				t.Errorf("suspended: %d\n got %s\nwant %s", a.status, a.body, want)
			}
			for _, scope := range append([]string{""}, op.access.GetScopes()...) {
				key := own
				if scope != "" {
					key = with[scope]
					if showsEvents[op.name] {
						if a := s.call(op.method, path, key, ok.body); a.status != 403 && a.status != 422 {
							t.Errorf("with %s, which reads no events: %d %s", scope, a.status, a.body)
						}
						key = scoped(scope, "onboarding:read")
					}
					m = s.merchant(own)
					if ok.trader {
						m = trader(own)
					}
				}
				body := strings.Replace(ok.body, "one that is new", externalRef(), 1)
				if a := s.call(op.method, m.in(op.path), key, body); a.status != ok.status {
					t.Errorf("with %q: %d %s", scope, a.status, a.body)
				}
			}
		})
	}
	for name := range successes {
		if !seen[name] {
			t.Errorf("%s is not in the contract", name)
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %d operations found", len(seen))
	}
}

// What a key must not see answers as what does not exist: to the byte, headers too, but for the path.
func foreignLooksAbsent(t *testing.T, s *system, op operation, body string, m merchant, own string, keys map[string]string) {
	t.Helper()
	none := m
	none.ref = absentRef
	absent := s.call(op.method, none.in(op.path), own, body)
	want := problemOf(s, http.StatusNotFound, "onboarding_not_found", "There is no such onboarding",
		"no onboarding of the key's channels and mode has this ref", none.in(op.path), "")
	if strings.HasPrefix(op.path, "/merchants/") {
		want = problemOf(s, http.StatusNotFound, "merchant_not_found", "There is no such merchant",
			"no merchant of this mode has this ref", none.in(op.path), "")
	}
	if absent.status != http.StatusNotFound || compact(t, absent.body) != want {
		t.Errorf("absent: %d\n got %s\nwant %s", absent.status, absent.body, want)
	}
	for name, key := range keys {
		a := s.call(op.method, m.in(op.path), key, body)
		if a.status != absent.status || strings.ReplaceAll(a.body, m.ref, absentRef) != absent.body {
			t.Errorf("%s: %d\n got %s\nwant %s", name, a.status, a.body, absent.body)
		}
		for _, h := range []http.Header{a.header, absent.header} {
			h.Del("Date")
			h.Del("Content-Length")
			h.Del("RateLimit")
		}
		if got, want := fmt.Sprint(a.header), fmt.Sprint(absent.header); got != want {
			t.Errorf("%s: headers\n got %s\nwant %s", name, got, want)
		}
	}
}
