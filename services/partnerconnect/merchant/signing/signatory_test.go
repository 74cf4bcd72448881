package signing_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/change"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// board is a company whose members sign by a rule; names without a space are no one's.
var testTime = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

func board(rule string, names ...string) representation.Record {
	r := representation.Record{
		Scheme: onboarding.SchemeKRS, Number: "9990000010", AsOf: testTime, Status: representation.Active,
		LegalName: "Kredowe Koło sp. z o.o.",
		Body:      representation.Body{Name: "zarząd", RuleText: rule},
	}
	for i, n := range names {
		given, family, _ := strings.Cut(n, " ")
		r.Members = append(r.Members,
			representation.Member{ID: representation.MemberID("m" + string(rune('1'+i))), Function: "CZŁONEK ZARZĄDU",
				GivenNames: given, FamilyName: family})
	}
	return r.Prepared()
}

// reported is how a session of a status is reported.
func reported(status string) onboarding.SessionState {
	if status == onboarding.CompletedSession {
		return sandbox.SandboxVerdict(true)
	}
	return onboarding.SessionState{Status: status}
}

const (
	byTwo  = "DWÓCH CZŁONKÓW ZARZĄDU ŁĄCZNIE"
	byAll  = "WSZYSCY CZŁONKOWIE ZARZĄDU ŁĄCZNIE"
	byEach = "KAŻDY CZŁONEK ZARZĄDU SAMODZIELNIE"
	withP  = "CZŁONEK ZARZĄDU ŁĄCZNIE Z PROKURENTEM"
)

// readyCompany is a company that lacks nothing but its people's acts.
func readyCompany(applicant string, r representation.Record) *onboarding.Onboarding {
	o := &onboarding.Onboarding{Ref: "mrc_00000000000000000000000000", Status: onboarding.Draft,
		Merchant: delegation.NoMerchant, CreatedAt: testTime, LinkEpoch: 1, Version: 1}
	given, family, _ := strings.Cut(applicant, " ")
	o.Data = onboarding.Data{
		ApplicantType: onboarding.CompanyApplicant,
		Applicant: onboarding.Applicant{GivenNames: given, FamilyName: family, Email: "anna.nowak@example.com",
			Phone: "+48600100200"},
		Company: onboarding.Company{Register: onboarding.CompanyRegister{Scheme: r.Scheme, Number: r.Number},
			LegalName: r.LegalName},
	}
	o.ApplyRegisterCheck(onboarding.Checked(o.Data.Company.Register, r, testTime), &r, testTime)
	sandbox.FillIn(o)
	o.Decide(true, representation.Person{}, r, testTime)
	return o
}

func must(o *onboarding.Onboarding, t *testing.T, f func(*onboarding.Onboarding) error) {
	t.Helper()
	if _, err := change.Apply(o, testTime, audit.MerchantActor, f); err != nil {
		t.Fatal(err)
	}
}

// signed is a signature under the agreement as it is.
func testSignature(o *onboarding.Onboarding) (onboarding.Signature, delegation.AgreementRef) {
	a := signing.AgreementFor(o, "pl")
	return onboarding.Signature{Evidence: onboarding.Evidence{At: testTime, Text: a.Version + "/pl"}, Agreement: a.ID,
		Hash: a.Hash}, delegation.AgreementRef{ID: a.ID, Version: a.Version, SignedAt: testTime}
}

func signAsApplicant(o *onboarding.Onboarding) error {
	s, a := testSignature(o)
	return signing.Sign(o, s, a, testTime)
}

func accept(o *onboarding.Onboarding, id pc.InvitationID) error {
	s, a := testSignature(o)
	return signing.Accept(o, id, s, a, testTime)
}

// applicantSigns takes all steps of the applicant.
func applicantSigns(o *onboarding.Onboarding, t *testing.T) {
	t.Helper()
	must(o, t, func(o *onboarding.Onboarding) error {
		return errors.Join(signing.VerifyContact(o, message.ByEmail, testTime),
			signing.VerifyContact(o, message.BySMS, testTime), signing.Review(o, o.Data, testTime),
			signing.Verify(o, "", "s-applicant", testTime),
			signing.Verified(o, "s-applicant", reported("completed")),
			signing.Declare(o, onboarding.Declarations{OwnBehalf: true, BeneficialOwners: true}), signAsApplicant(o))
	})
}

func invites(o *onboarding.Onboarding, t *testing.T, role onboarding.InvitationRole, name,
	email string) pc.InvitationID {
	t.Helper()
	given, family, _ := strings.Cut(name, " ")
	var id pc.InvitationID
	must(o, t, func(o *onboarding.Onboarding) error {
		v, err := signing.Invite(o, onboarding.Invitation{Role: role,
			Person: onboarding.Invitee{GivenNames: given, FamilyName: family, Email: email}}, testTime)
		id = v.ID
		return err
	})
	return id
}

// An address or phone serves one signatory, however it is written and whoever comes first.
func TestNoContactServesTwoSignatories(t *testing.T) {
	fresh := func() *onboarding.Onboarding {
		return readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski", "Ewa Zielona"))
	}
	invite := func(email, phone string) func(*onboarding.Onboarding) error {
		return func(o *onboarding.Onboarding) error {
			_, err := signing.Invite(o,
				onboarding.Invitation{Role: onboarding.InviteRepresentative,
					Person: onboarding.Invitee{GivenNames: "Jan", FamilyName: "Kowalski", Email: email, Phone: phone}}, testTime)
			return err
		}
	}
	applicant := func(email, phone string) func(*onboarding.Onboarding) error {
		return func(o *onboarding.Onboarding) error {
			o.Data.Applicant.Email, o.Data.Applicant.Phone = email, phone
			return nil
		}
	}
	for _, c := range []struct {
		name   string
		before func(*onboarding.Onboarding) error
		act    func(*onboarding.Onboarding) error
		field  string // that is refused; empty: none
	}{
		{"the applicant's own", nil, invite("anna.nowak@example.com", ""), "/invitee/email"},
		{"in capitals", nil, invite("Anna.Nowak@EXAMPLE.com", ""), "/invitee/email"},
		{"with a tag", nil, invite("anna.nowak+2@example.com", ""), "/invitee/email"},
		{"without the dot", nil, invite("annanowak@example.com", ""), "/invitee/email"},
		{"Gmail under its other name", applicant("anna.nowak@gmail.com", "+48600100200"),
			invite("a.n.n.a.nowak+x@GoogleMail.com", ""), "/invitee/email"},
		{"the applicant's phone", nil, invite("jan@example.com", "+48600100200"), "/invitee/phone"},
		{"another domain", nil, invite("anna.nowak@example.org", ""), ""},
		{"two phones", nil, invite("jan@example.com", "+48600100201"), ""},
		{"as one who is invited", invite("jan@example.com", ""), func(o *onboarding.Onboarding) error {
			_, err := signing.Invite(o,
				onboarding.Invitation{Role: onboarding.InviteProxy,
					Person: onboarding.Invitee{GivenNames: "Ewa", FamilyName: "Zielona", Email: "JAN+b@example.com"}}, testTime)
			return err
		}, "/invitee/email"},
		{"the applicant moves there", invite("jan@example.com", "+48600100201"),
			applicant("j.an@example.com", "+48600100200"), "/applicant/email"},
		{"and so the phone", invite("jan@example.com", "+48600100201"), applicant("anna@example.com", "+48600100201"),
			"/applicant/phone"},
		{"the holder of the link does", func(o *onboarding.Onboarding) error {
			return errors.Join(applicant("", "")(o), invite("jan@example.com", "")(o))
		}, func(o *onboarding.Onboarding) error {
			return signing.SetContact(o, "jan+holder@example.com", "+48600100209")
		}, "/applicant/email"},
		{"of one who declined", func(o *onboarding.Onboarding) error {
			return errors.Join(invite("jan@example.com", "")(o), signing.Decline(o, o.Invitations[0].ID, testTime))
		}, invite("jan@example.com", ""), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := fresh()
			if c.before != nil {
				must(o, t, c.before)
			}
			_, err := change.Apply(o, testTime, audit.PartnerActor, c.act)
			var f *fault.Error
			got := ""
			if errors.As(err, &f) && len(f.Violations) > 0 {
				got = f.Violations[0].Field
				if f.Violations[0].Code != "contact_taken" {
					t.Errorf("code %s", f.Violations[0].Code)
				}
			}
			if got != c.field || (err == nil) != (c.field == "") {
				t.Errorf("refused at %q: %v; want %q", got, err, c.field)
			}
		})
	}
}

// Whose signatures are proven becomes active with the transfer; any other waits for a person's decision.
func TestSignaturesNeedProof(t *testing.T) {
	two := func() *onboarding.Onboarding {
		return readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski"))
	}
	signs := func(t *testing.T, o *onboarding.Onboarding, id pc.InvitationID) {
		t.Helper()
		must(o, t, func(o *onboarding.Onboarding) error {
			return errors.Join(signing.Verify(o, id, "s-"+string(id), testTime),
				signing.Verified(o, "s-"+string(id), reported("completed")), accept(o, id))
		})
	}
	for _, c := range []struct {
		name  string
		walks func(*testing.T) *onboarding.Onboarding
		want  onboarding.Status
	}{
		{"two members", func(t *testing.T) *onboarding.Onboarding {
			o := two()
			id := invites(o, t, onboarding.InviteRepresentative, "JAN KOWALSKI", "jan@example.com")
			applicantSigns(o, t)
			signs(t, o, id)
			return o
		}, onboarding.Active},
		{"the second signs first", func(t *testing.T) *onboarding.Onboarding {
			o := two()
			id := invites(o, t, onboarding.InviteRepresentative, "Jan Kowalski", "jan@example.com")
			signs(t, o, id)
			applicantSigns(o, t)
			return o
		}, onboarding.Active},
		{"the applicant twice", func(t *testing.T) *onboarding.Onboarding {
			o := two()
			id := invites(o, t, onboarding.InviteRepresentative, "Anna Nowak", "jan@example.com")
			applicantSigns(o, t)
			signs(t, o, id)
			return o
		}, onboarding.InReview},
		{"a stranger", func(t *testing.T) *onboarding.Onboarding {
			o := two()
			id := invites(o, t, onboarding.InviteRepresentative, "Obcy Człowiek", "jan@example.com")
			applicantSigns(o, t)
			signs(t, o, id)
			return o
		}, onboarding.InReview},
		{"a masked member", func(t *testing.T) *onboarding.Onboarding {
			o := readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "J** K*******"))
			id := invites(o, t, onboarding.InviteRepresentative, "Jan Kowalski", "jan@example.com")
			applicantSigns(o, t)
			signs(t, o, id)
			return o
		}, onboarding.InReview},
		{"two of one name", func(t *testing.T) *onboarding.Onboarding {
			o := readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski", "Jan Kowalski"))
			id := invites(o, t, onboarding.InviteRepresentative, "Jan Kowalski", "jan@example.com")
			applicantSigns(o, t)
			signs(t, o, id)
			return o
		}, onboarding.InReview},
		{"the text changed between", func(t *testing.T) *onboarding.Onboarding {
			o := two()
			id := invites(o, t, onboarding.InviteRepresentative, "Jan Kowalski", "jan@example.com")
			signs(t, o, id)
			must(o, t, func(o *onboarding.Onboarding) error {
				o.Data.Company.LegalName = "KREDOWE KOŁO SPÓŁKA Z O.O."
				return nil
			})
			applicantSigns(o, t)
			return o
		}, onboarding.InReview},
		{"another member was invited", func(t *testing.T) *onboarding.Onboarding {
			o := readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski", "Ewa Zielona"))
			id := invites(o, t, onboarding.InviteRepresentative, "Jan Kowalski", "jan@example.com")
			must(o, t, func(o *onboarding.Onboarding) error { o.Invitations[0].MemberID = "m3"; return nil })
			applicantSigns(o, t)
			signs(t, o, id)
			return o
		}, onboarding.InReview},
		{"a member and a procurator", func(t *testing.T) *onboarding.Onboarding {
			r := board(withP, "Anna Nowak", "Jan Kowalski")
			r.Procurators = []representation.Procurator{{GivenNames: "Ewa", FamilyName: "Zielona"}}
			o := readyCompany("Anna Nowak", r)
			id := invites(o, t, onboarding.InviteProxy, "Ewa Zielona", "ewa@example.com")
			applicantSigns(o, t)
			signs(t, o, id)
			return o
		}, onboarding.Active},
		{"a proxy who is no procurator", func(t *testing.T) *onboarding.Onboarding {
			r := board(withP, "Anna Nowak", "Jan Kowalski")
			r.Procurators = []representation.Procurator{{GivenNames: "Ewa", FamilyName: "Zielona"}}
			o := readyCompany("Anna Nowak", r)
			id := invites(o, t, onboarding.InviteProxy, "Ewa Czarna", "ewa@example.com")
			applicantSigns(o, t)
			signs(t, o, id)
			return o
		}, onboarding.InReview},
		{"one member alone, by a rule for each", func(t *testing.T) *onboarding.Onboarding {
			o := readyCompany("Anna Nowak", board(byEach, "Anna Nowak", "Jan Kowalski"))
			applicantSigns(o, t)
			return o
		}, onboarding.Active},
		{"a stranger for whom a member was named", func(t *testing.T) *onboarding.Onboarding {
			o := readyCompany("Obcy Człowiek", board(byEach, "Anna Nowak", "Jan Kowalski"))
			o.Decide(true, representation.Person{GivenNames: "Anna", FamilyName: "Nowak"}, o.Decision.Record, testTime)
			applicantSigns(o, t)
			return o
		}, onboarding.InReview},
		{"a session from before names were recorded", func(t *testing.T) *onboarding.Onboarding {
			o := two()
			id := invites(o, t, onboarding.InviteRepresentative, "Jan Kowalski", "jan@example.com")
			applicantSigns(o, t)
			o.Flow.Verification.GivenNames, o.Flow.Verification.FamilyName = "", ""
			signs(t, o, id)
			return o
		}, onboarding.InReview},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := c.walks(t)
			if o.Status != onboarding.InReview || o.DelegationStatus() != delegation.ActiveDelegation {
				t.Fatalf("after the signatures: %s, delegation %s; missing %v", o.Status, o.DelegationStatus(),
					requirements.Codes(*o))
			}
			must(o, t, func(o *onboarding.Onboarding) error {
				return signing.ReceiveTransfer(o, signing.TransferMatched, testTime)
			})
			if o.Status != c.want {
				t.Errorf("after the transfer: %s, want %s", o.Status, c.want)
			}
			if o.Status == onboarding.InReview {
				must(o, t, review.Approve)
			}
			if o.Merchant != delegation.ActiveMerchant {
				t.Error("a person's decision does not make it active")
			}
		})
	}
}

// No one signs who was not identified, and a session proves the name that it was begun for.
func TestInvitedPersonIsIdentified(t *testing.T) {
	o := readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski"))
	id := invites(o, t, onboarding.InviteRepresentative, "Jan Kowalski", "jan@example.com")
	applicantSigns(o, t)
	refused := func(when string) {
		t.Helper()
		if _, err := change.Apply(o, testTime, audit.MerchantActor,
			func(o *onboarding.Onboarding) error { return accept(o, id) }); err == nil {
			t.Fatalf("signed %s", when)
		}
	}
	refused("without a session")
	must(o, t, func(o *onboarding.Onboarding) error { return signing.Verify(o, id, "s-1", testTime) })
	refused("while the session runs")
	must(o, t, func(o *onboarding.Onboarding) error { return signing.Verified(o, "s-1", reported("failed")) })
	refused("after it failed")
	if _, err := change.Apply(o, testTime, audit.SystemActor,
		func(o *onboarding.Onboarding) error { return signing.Verified(o, "s-1", reported("completed")) }); !errors.Is(err,
		pc.ErrUnchanged) {
		t.Errorf("a session that failed is completed: %v", err)
	}
	must(o, t, func(o *onboarding.Onboarding) error { return signing.Verify(o, id, "s-2", testTime) })
	must(o, t, func(o *onboarding.Onboarding) error { return signing.Verified(o, "s-2", reported("completed")) })
	if !signing.Identified(o, id) || !signing.Identified(o, "") || o.Flow.Verification.SessionID != "s-applicant" {
		t.Errorf("the sessions: %+v", o.Flow)
	}
	must(o, t, func(o *onboarding.Onboarding) error { return accept(o, id) })
	o.Data.Applicant.FamilyName = "Inna"
	if signing.Identified(o, "") {
		t.Error("a session proves another name than it was begun for")
	}
}
