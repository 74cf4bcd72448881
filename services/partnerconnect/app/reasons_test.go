package app_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// elsewhere are the reasons of the catalogue that no partner gets from this service's own calls, each with why.
var elsewhere = map[fault.Reason]string{
	pc.LiveModeUnavailable: "TestLiveModeWithoutMessages, TestLiveModeWithoutARegister",
	pc.ApprovalNotFound:    "operator plane: TestFourEyes", pc.PersonRequired: "operator plane: TestFourEyes",
	pc.SecondPersonRequired: "operator plane: TestProposerNeverConfirms",
	pc.MessageNotFound:      "the reports of providers, which are not partners",
	pc.PartnerNotFound:      "operator plane: TestOperatorPlane", fault.KeyNotFound: "operator plane: TestOperatorPlane",
	pc.ChannelNotFound: "operator plane: TestCurrenciesOfAChannel",
	fault.TokenUsed:    "operator plane: TestPersonTokens", fault.InsufficientRole: "operator plane: TestRolesOfMethods",
	fault.ReasonRequired: "operator plane: TestRolesOfMethods",
	pc.MerchantNotFound:  "operator plane: TestOperatorPlane", fault.AlreadyExists: "operator plane: TestOperatorPlane",
	fault.RequestCancelled: "no one is left to read it", fault.Timeout: "nothing here takes so long",
	fault.UnsupportedOperation: "gRPC alone",
	fault.InternalError:        "TestNoPersonalDataInLogs", fault.IdempotencyKeyReused: "the gateway's tests",
	pc.OnBehalfOfRequired: "acting for a merchant", pc.OnBehalfOfNotAllowed: "acting for a merchant",
	pc.OnBehalfOfMismatch: "acting for a merchant",
	pc.PaymentNotFound:    "money", pc.RefundNotFound: "money", pc.ChargebackNotFound: "money", pc.PayoutNotFound: "money",
	pc.TransactionNotFound: "money", pc.SettlementNotFound: "money",
	pc.ExternalRefConflict: "money", pc.CurrencyNotSupported: "money", pc.AmountOutOfRange: "money",
	pc.InsufficientFunds:  "money",
	pc.AmountBelowMinimum: "money",
	pc.DelegationRequired: "acting for a merchant", pc.PayoutsOptInRequired: "acting for a merchant",
	pc.MerchantNotActive:           "acting for a merchant",
	endpointfault.EndpointNotFound: "of webhooks", endpointfault.DeliveryNotFound: "of webhooks",
	endpointfault.RecoveryNotFound: "of webhooks", endpointfault.PortalSessionNotFound: "of webhooks",
	endpointfault.EndpointInactive: "of webhooks", endpointfault.OwnershipUnproven: "of webhooks",
	endpointfault.EndpointLimitReached: "of webhooks", endpointfault.RecoveryLimitReached: "of webhooks",
	endpointfault.SecretLimitReached: "of webhooks", endpointfault.URLNotAllowed: "of webhooks",
	"idempotency_key_missing": "the gateway's tests", "idempotency_in_progress": "the gateway's tests",
}

// A refusal is a call that is refused, and the whole answer. `{name}` in key, path, body and more is a thing of that
// name, which newThing makes for the row that needs it.
type refusal struct {
	name         string
	key          string // empty: {key}
	method, path string
	body         string
	headers      []string
	status       int
	reason       fault.Reason
	detail       string
	errors       string
	more         []string          // further members
	header       map[string]string // `*`: is there
}

func TestRequestRefusals(t *testing.T)        { startRefusing(t).refuse(requestRefusals) }
func TestOnboardingRefusals(t *testing.T)     { startRefusing(t).refuse(onboardingRefusals) }
func TestRepresentationRefusals(t *testing.T) { startRefusing(t).refuse(representationRefusals) }
func TestDocumentRefusals(t *testing.T)       { startRefusing(t).refuse(documentRefusals) }
func TestInvitationRefusals(t *testing.T)     { startRefusing(t).refuse(invitationRefusals) }

func TestRefusalsWhileServicesAreAway(t *testing.T) {
	t.Parallel()
	s := start(t, func(t *testing.T, c *configuration) {
		dead := listener(t)
		_ = dead.Close()
		c.Registers.KRSURL, c.ClamAVAddr = "http://"+dead.Addr().String(), dead.Addr().String()
	})
	s.simple("a")
	key := s.liveKey() // test mode asks no court
	(&refusing{s, map[string]string{"key": key, "company": s.company(key, jointCompany)}}).refuse(awayRefusals)
}

// Every reason that a partner can be refused for has a row.
func TestEveryReasonHasARefusal(t *testing.T) {
	t.Parallel()
	refused := map[fault.Reason]bool{}
	for _, rows := range [][]refusal{
		requestRefusals, onboardingRefusals, representationRefusals, documentRefusals, invitationRefusals, awayRefusals,
	} {
		for _, c := range rows {
			refused[c.reason] = true
		}
	}
	for _, e := range fault.Registered() {
		if why, known := elsewhere[e.Reason]; refused[e.Reason] == known {
			t.Errorf("%s: has a row %t, elsewhere %q", e.Reason, refused[e.Reason], why)
		}
		delete(refused, e.Reason)
	}
	if len(refused) > 0 {
		t.Errorf("not in the catalogue: %v", refused)
	}
}

// A refusing is a system with what the rows of refusals name.
type refusing struct {
	*system
	things map[string]string
}

// startRefusing starts a system with a virus scanner, the companies, and a partner whose key is {key}.
func startRefusing(t *testing.T) *refusing {
	t.Helper()
	t.Parallel()
	s := start(t, func(t *testing.T, c *configuration) { c.ClamAVAddr = startClamd(t).listener.Addr().String() })
	s.importCompanies()
	return &refusing{s, map[string]string{"key": s.simple("a")}}
}

// refuse makes the calls of the rows; none of them may write.
func (s *refusing) refuse(rows []refusal) {
	for _, c := range rows {
		s.subtest(c.name, func(t *testing.T) {
			if c.key == "" {
				c.key = "{key}"
			}
			c.key, c.path, c.body = s.expand(c.key), s.expand(c.path), s.expand(c.body)
			c.more = slices.Clone(c.more)
			for i, member := range c.more {
				c.more[i] = s.expand(member)
			}
			before := s.rowsOf(ownTables...)
			s.refused(c)
			if s.rowsOf(ownTables...) != before {
				t.Error("a refused call wrote something")
			}
		})
	}
}

var thing = regexp.MustCompile(`\{[a-z]+(\.[a-z]+)?\}`)

// expand replaces the names of things.
func (s *refusing) expand(text string) string {
	return thing.ReplaceAllStringFunc(text, func(name string) string {
		name = name[1 : len(name)-1]
		owner, _, _ := strings.Cut(name, ".")
		if s.things[owner] == "" {
			s.newThing(owner)
		}
		return s.things[name]
	})
}

// newThing makes what a row names: a key, or an onboarding in the state that the name says.
func (s *refusing) newThing(name string) {
	s.t.Helper()
	key := s.things["key"]
	create := func(changes object) string {
		body := object{"partner_external_ref": externalRef()}
		maps.Copy(body, changes)
		return s.create(key, text(body))
	}
	switch name {
	case "two": // the key of a partner with two channels
		s.partner("two", "two", "two2")
		s.things[name] = s.key("two", "two", "two2")
	case "suspended":
		s.things[name] = s.simple("gone")
		if _, err := s.operator.SuspendPartner(s.internal(), &pcv1.SuspendPartnerRequest{Id: "ptn_gone"}); err != nil {
			s.t.Fatal(err)
		}
	case "reader":
		s.things[name] = s.keyWith(&pcv1.CreatePartnerKeyRequest{
			PartnerId: "ptn_a", Livemode: true, Scopes: []string{"account:read"}, Channels: []string{"chn_a"},
		}).GetKey()
	case "draft":
		s.things[name] = create(nil)
	case "trader":
		s.things[name] = create(object{"applicant_type": "sole_trader"})
	case "numberless":
		s.things[name] = create(object{"applicant_type": "company"})
	case "unlisted":
		s.things[name] = create(object{"applicant_type": "company",
			"company": object{"register": object{"scheme": "PL_KRS", "number": "9999999999"}}})
	case "struck":
		s.things[name] = s.company(key, struckOff)
	case "solo":
		s.things[name] = s.decided(key, aloneCompany)
	case "reviewed":
		s.things[name] = create(nil)
		s.exec(`UPDATE onboardings SET status = 'in_review' WHERE ref = $1`, s.things[name])
	case "locked":
		s.things[name] = create(object{"applicant_type": "sole_trader"})
		s.exec(`UPDATE onboardings SET locked = '{applicant,payout_account}' WHERE ref = $1`, s.things[name])
	default:
		s.newMerchant(name)
	}
}

// newMerchant makes a merchant with one of everything: {name}, {name.document} and {name.invitation}.
func (s *refusing) newMerchant(name string) {
	s.t.Helper()
	m := s.merchant(s.things["key"])
	s.things[name], s.things[name+".document"], s.things[name+".invitation"] = m.ref, m.document, m.invitation
	invitation := m.in("/onboarding/{ref}/invitations/{invitation_id}")
	switch name {
	case "merchant", "other":
	case "full":
		for i := range 49 {
			s.exec(`INSERT INTO documents (id, onboarding_ref, required_code, details, object, content_type, size_bytes, sha256, status, reason_code, created_at)
				SELECT left(id, 26) || $2, onboarding_ref, required_code, NULL, object || $2, content_type, size_bytes, sha256, status, reason_code, created_at
				FROM documents WHERE id = $1`, m.document, fmt.Sprintf("%04d", i))
		}
	case "revoked":
		s.must(http.StatusNoContent, "DELETE", invitation, s.things["key"], "")
	case "resent":
		s.must(http.StatusOK, "POST", invitation+"/resend", s.things["key"], "")
	default:
		s.t.Fatalf("a row names {%s}, which no helper makes", name)
	}
}

// refused makes a call and compares the whole answer.
func (s *system) refused(c refusal) {
	s.t.Helper()
	a := s.call(c.method, c.path, c.key, c.body, c.headers...)
	instance, _, _ := strings.Cut(c.path, "?")
	if after := a.header.Get("Retry-After"); c.header["Retry-After"] == "*" {
		c.more = append(c.more, `"retry_after_s":`+after)
	}
	want := problemOf(s, c.status, string(c.reason), fault.Lookup(c.reason).Title, c.detail, instance, c.errors, c.more...)
	if a.status != c.status || compact(s.t, a.body) != want {
		s.t.Errorf("%d\n got %s\nwant %s", a.status, a.body, want)
	}
	if a.header.Get("Content-Type") != "application/problem+json" || a.header.Get("X-Request-Id") != requestID {
		s.t.Errorf("headers %v", a.header)
	}
	for name, value := range c.header {
		if got := a.header.Get(name); got != value && (value != "*" || got == "") {
			s.t.Errorf("%s is %q, want %q", name, got, value)
		}
	}
	if strings.Contains(a.body, base64.StdEncoding.EncodeToString(pdfStart)) {
		s.t.Error("the answer shows the file")
	}
}
