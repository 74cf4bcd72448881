package e2e

import (
	"context"
	"net/http"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/operatorclient"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/testkit/apicall"
)

// lookUntil looks again, as the page offers, until it is another one or says what is waited for.
func (s *system) lookUntil(v *visitor, page string, there func() bool) {
	s.t.Helper()
	s.eventually("the page "+page, func() bool {
		if v.page() == page && (there == nil || there()) {
			return true
		}
		v.click(`main a[href^="identity"]`)
		return v.page() == page && (there == nil || there())
	})
}

// partner calls the partner API.
func (s *system) partner(method, path string, body any, want int) map[string]any {
	s.t.Helper()
	return apicall.Call(s.t, method, s.Env.PartnerBaseURL+path, s.Env.PartnerKey, body).Want(s.t, want).Body
}

func (s *system) onboarding(ref string) map[string]any {
	s.t.Helper()
	return s.partner("GET", "/onboarding/"+ref, nil, http.StatusOK)
}

type object = map[string]any

// provided makes an onboarding with all that a partner provides of a company of the fictitious register.
func (s *system) provided(given, family, number, name string) (ref string) {
	s.t.Helper()
	draft := s.partner("POST", "/onboarding", object{
		"partner_external_ref": ids.New("browser-"), "applicant_type": "company",
		"applicant": object{"given_names": given, "family_name": family, "email": "applicant@example.com",
			"phone": "+48600100200", "locale": "pl"},
		"business": object{
			"name": name, "website": "https://shop.example.com", "category_code": "5732",
			"tax_id": object{"scheme": "PL_NIP", "value": "1234563218"},
			"address": object{"country": "PL", "city": "Warszawa", "postal_code": "00-950", "street": "Prosta",
				"building_number": "1"},
		},
		"company": object{
			"register": object{"scheme": "PL_KRS", "number": number}, "legal_name": name,
			"beneficial_owners": []object{{"given_names": given, "family_name": family}},
		},
		"payout_account": object{"iban": "PL61109010140000071219812874", "holder_name": name},
	}, http.StatusCreated)
	return draft["ref"].(string)
}

// complete makes an onboarding of a company of one person that lacks nothing but the personal acts, and returns its
// link.
func (s *system) complete(given, family, number, name string) (ref, link string) {
	s.t.Helper()
	ref = s.provided(given, family, number, name)
	s.partner("PATCH", "/onboarding/"+ref+"/identity", object{
		"national_id":         object{"scheme": "PL_PESEL", "value": "44051401359"},
		"identity_document":   object{"type": "identity_card", "number": "ABA300000", "issuing_country": "PL"},
		"residential_address": object{"country": "PL", "city": "Warszawa", "postal_code": "00-950", "building_number": "1"},
		"place_of_birth":      object{"country": "PL", "city": "Warszawa"}, "citizenships": []string{"PL"},
	}, http.StatusOK)
	return ref, s.finalize(ref)
}

func (s *system) finalize(ref string) (link string) {
	s.t.Helper()
	f := s.partner("POST", "/onboarding/"+ref+"/finalize", nil, http.StatusOK)
	if len(f["missing"].([]any)) > 0 {
		s.t.Fatalf("missing: %v", f["missing"])
	}
	return f["next_action"].(object)["url"].(string)
}

// messages are those that the mailbox holds for an onboarding.
func (s *system) messages(ref string) (out []*pcv1.Message) {
	s.t.Helper()
	s.operator(func(ctx context.Context, op operatorclient.PartnerConnect) error {
		mail, err := op.ListMessages(ctx, &pcv1.ListMessagesRequest{Ref: ref})
		out = mail.GetData()
		return err
	})
	return out
}

// importLive imports the first of the fictitious companies for live mode, under a number that live mode takes, which it
// returns.
func (s *system) importLive() string {
	s.t.Helper()
	var companies pcv1.ImportRegisterRequest
	if err := protojson.Unmarshal([]byte(`{"records":`+string(register.FictitiousFile())+`}`), &companies); err != nil {
		s.t.Fatal(err)
	}
	companies.Livemode, companies.Records = true, companies.Records[:1]
	companies.Records[0].Number = "0000000123"
	s.operator(func(ctx context.Context, op operatorclient.PartnerConnect) error {
		_, err := op.ImportRegister(ctx, &companies)
		return err
	})
	return companies.Records[0].GetNumber()
}

// operator calls the operator's plane.
func (s *system) operator(call func(context.Context, operatorclient.PartnerConnect) error) {
	s.t.Helper()
	conn, err := grpc.NewClient(s.Env.PartnerGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx := metadata.AppendToOutgoingContext(context.WithoutCancel(s.t.Context()), "authorization",
		"Bearer "+s.Env.InternalToken)
	if err := call(ctx, operatorclient.NewPartnerConnect(conn)); err != nil {
		s.t.Fatal(err)
	}
}
