package app_test

import (
	"context"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/operators"
	"github.com/partnerline/partnerline/internal/person/persontest"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
)

// startWithConsole starts a program that people call by tokens of a console. INTERNAL_TOKEN opens operator methods as
// well, as it does when a console is set up, so that a test can prepare what it needs.
func startWithConsole(t *testing.T) (*system, *persontest.Console) {
	t.Helper()
	console := persontest.New(t, app.Name)
	return start(t, func(_ *testing.T, c *configuration) {
		c.Operators = operators.Config{Issuer: console.URL, Bootstrap: true}
	}), console
}

func TestRolesOfMethods(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	s.simple("a")
	key := func(t *testing.T, _ string, live bool) string {
		t.Helper()
		k, err := s.operator.CreatePartnerKey(bearer(t.Context(), internalToken), &pcv1.CreatePartnerKeyRequest{
			PartnerId: "ptn_a", Livemode: live, Scopes: []string{"onboarding:read"}, Channels: []string{"chn_a"}, Rotate: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		return k.GetData().GetId()
	}
	n := 0
	for _, service := range grpcserver.OperatorServices("partnerconnect.v1") {
		n += console.Matrix(t, s.grpc, service, key)
	}
	if n < 70 {
		t.Errorf("only %d methods", n)
	}
}

func TestPersonTokens(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	console.Tokens(t, s.grpc, pcv1.AccessOperatorService_ListPartners_FullMethodName, optionsv1.Role_ROLE_VIEWER)
}

// Without a bootstrap the internal token opens no operator method, and without a console no one's does.
func TestTheInternalTokenIsNoOperator(t *testing.T) {
	t.Parallel()
	console := persontest.New(t, app.Name)
	for name, cfg := range map[string]operators.Config{"a console": {Issuer: console.URL}, "neither": {}} {
		t.Run(name, func(t *testing.T) {
			s := start(t, func(_ *testing.T, c *configuration) { c.Operators = cfg })
			if _, err := s.operator.ListPartners(bearer(t.Context(), internalToken), &pcv1.ListPartnersRequest{},
				grpc.WaitForReady(true)); status.Code(err) != codes.Unauthenticated {
				t.Errorf("the internal token: %v", err)
			}
			who := persontest.Person("one", optionsv1.Role_ROLE_VIEWER)
			ctx := console.As(t.Context(), who, pcv1.AccessOperatorService_ListPartners_FullMethodName)
			_, err := s.operator.ListPartners(ctx, &pcv1.ListPartnersRequest{})
			if want := map[bool]codes.Code{true: codes.OK,
				false: codes.Unauthenticated}[cfg.Issuer != ""]; status.Code(err) != want {
				t.Errorf("a person: %v", err)
			}
		})
	}
}

// What a person does is in the audit trail under the person's name, with the roles of the time and the reason, and the
// chain holds.
func TestPeopleAreInTheAuditTrail(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	key := s.simple("a")
	ref := s.create(key, text(object{"partner_external_ref": externalRef()}))
	s.exec(`UPDATE onboardings SET status = 'active', merchant_status = 'active' WHERE ref = $1`, ref)
	who := persontest.Person("usr_7", optionsv1.Role_ROLE_REVIEWER, optionsv1.Role_ROLE_FINANCE)
	as := func(method, reason string) context.Context {
		return metadata.AppendToOutgoingContext(console.As(t.Context(), who, method), grpcserver.ReasonHeader, reason)
	}
	if _, err := s.operator.SuspendMerchant(as(pcv1.ReviewOperatorService_SuspendMerchant_FullMethodName, "a complaint"),
		&pcv1.SuspendMerchantRequest{Ref: ref}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.operator.ListMessages(as(pcv1.MerchantOperatorService_ListMessages_FullMethodName, "zażalenie 12"),
		&pcv1.ListMessagesRequest{Ref: ref}); err != nil {
		t.Fatal(err)
	}
	list, err := s.operator.ListAccess(as(pcv1.AuditOperatorService_ListAccess_FullMethodName, ""),
		&pcv1.ListAccessRequest{Ref: ref})
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]string{
		"ReviewOperatorService.SuspendMerchant": "a complaint", "MerchantOperatorService.ListMessages": "zażalenie 12",
	}
	for _, e := range list.GetData() {
		reason, known := reasons[e.GetOperation()]
		switch {
		case !known && e.GetOperatorSubject() != "":
			t.Errorf("%v was not done by a person", e)
		case known && (e.GetOperatorSubject() != who.Subject || e.GetOperatorName() != who.Name || who.Name == "" ||
			e.GetReason() != reason ||
			!slices.Equal(e.GetOperatorRoles(), []string{"reviewer", "finance"})):
			t.Errorf("%v", e)
		}
		delete(reasons, e.GetOperation())
	}
	if len(reasons) != 0 {
		t.Errorf("not in the trail: %v", reasons)
	}
	if r := s.chained(int64(s.count(`SELECT count(*) FROM audit_entries`))); !r.GetIntact() {
		t.Errorf("%v", r)
	}
}
