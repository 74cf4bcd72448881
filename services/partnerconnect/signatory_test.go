package partnerconnect

import (
	"errors"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// board is a company whose members sign by a rule; names without a space are no one's.
func board(rule string, names ...string) representation.Record {
	r := representation.Record{
		Scheme: SchemeKRS, Number: "9990000010", AsOf: testTime, Status: representation.Active, LegalName: "Kredowe Koło sp. z o.o.",
		Body: representation.Body{Name: "zarząd", RuleText: rule},
	}
	for i, n := range names {
		given, family, _ := strings.Cut(n, " ")
		r.Members = append(r.Members, representation.Member{ID: representation.MemberID("m" + string(rune('1'+i))), Function: "CZŁONEK ZARZĄDU", GivenNames: given, FamilyName: family})
	}
	return r.Prepared()
}

// reported is how a session of a status is reported.
func reported(status string) SessionState {
	if status == completedSession {
		return SandboxVerdict(true)
	}
	return SessionState{Status: status}
}

const (
	byTwo  = "DWÓCH CZŁONKÓW ZARZĄDU ŁĄCZNIE"
	byAll  = "WSZYSCY CZŁONKOWIE ZARZĄDU ŁĄCZNIE"
	byEach = "KAŻDY CZŁONEK ZARZĄDU SAMODZIELNIE"
	withP  = "CZŁONEK ZARZĄDU ŁĄCZNIE Z PROKURENTEM"
)

// readyCompany is a company that lacks nothing but its people's acts.
func readyCompany(applicant string, r representation.Record) *Onboarding {
	o := &Onboarding{Ref: "mrc_00000000000000000000000000", Status: Draft, Merchant: NoMerchant, CreatedAt: testTime, LinkEpoch: 1, Version: 1}
	given, family, _ := strings.Cut(applicant, " ")
	o.Data = Data{
		ApplicantType: CompanyApplicant,
		Applicant:     Applicant{GivenNames: given, FamilyName: family, Email: "anna.nowak@example.com", Phone: "+48600100200"},
		Company:       Company{Register: CompanyRegister{Scheme: r.Scheme, Number: r.Number}, LegalName: r.LegalName},
	}
	o.Registered(Checked(o.Data.Company.Register, r, testTime), &r, testTime)
	o.FillIn()
	o.Decide(true, representation.Person{}, r, testTime)
	return o
}

func (o *Onboarding) must(t *testing.T, f func(*Onboarding) error) {
	t.Helper()
	if _, err := o.Change(testTime, MerchantActor, f); err != nil {
		t.Fatal(err)
	}
}

// signed is a signature under the agreement as it is.
func testSignature(o *Onboarding) (Signature, AgreementRef) {
	a := AgreementFor(o, "pl")
	return Signature{Evidence: Evidence{At: testTime, Text: a.Version + "/pl"}, Agreement: a.ID, Hash: a.Hash}, AgreementRef{ID: a.ID, Version: a.Version, SignedAt: testTime}
}

func signAsApplicant(o *Onboarding) error {
	s, a := testSignature(o)
	return o.Sign(s, a, testTime)
}

func accept(o *Onboarding, id InvitationID) error {
	s, a := testSignature(o)
	return o.Accept(id, s, a, testTime)
}

// applicantSigns takes all steps of the applicant.
func (o *Onboarding) applicantSigns(t *testing.T) {
	t.Helper()
	o.must(t, func(o *Onboarding) error {
		return errors.Join(o.VerifyContact(ByEmail, testTime), o.VerifyContact(BySMS, testTime), o.Review(o.Data, testTime), o.Verify("", "s-applicant", testTime),
			o.Verified("s-applicant", reported("completed")), o.Declare(Declarations{OwnBehalf: true, BeneficialOwners: true}), signAsApplicant(o))
	})
}

func (o *Onboarding) invites(t *testing.T, role InvitationRole, name, email string) InvitationID {
	t.Helper()
	given, family, _ := strings.Cut(name, " ")
	var id InvitationID
	o.must(t, func(o *Onboarding) error {
		v, err := o.Invite(Invitation{Role: role, Person: Invitee{GivenNames: given, FamilyName: family, Email: email}}, testTime)
		id = v.ID
		return err
	})
	return id
}

// An address or phone serves one signatory, however it is written and whoever comes first.
func TestNoContactServesTwoSignatories(t *testing.T) {
	fresh := func() *Onboarding {
		return readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski", "Ewa Zielona"))
	}
	invite := func(email, phone string) func(*Onboarding) error {
		return func(o *Onboarding) error {
			_, err := o.Invite(Invitation{Role: InviteRepresentative, Person: Invitee{GivenNames: "Jan", FamilyName: "Kowalski", Email: email, Phone: phone}}, testTime)
			return err
		}
	}
	applicant := func(email, phone string) func(*Onboarding) error {
		return func(o *Onboarding) error {
			o.Data.Applicant.Email, o.Data.Applicant.Phone = email, phone
			return nil
		}
	}
	for _, c := range []struct {
		name   string
		before func(*Onboarding) error
		act    func(*Onboarding) error
		field  string // that is refused; empty: none
	}{
		{"the applicant's own", nil, invite("anna.nowak@example.com", ""), "/invitee/email"},
		{"in capitals", nil, invite("Anna.Nowak@EXAMPLE.com", ""), "/invitee/email"},
		{"with a tag", nil, invite("anna.nowak+2@example.com", ""), "/invitee/email"},
		{"without the dot", nil, invite("annanowak@example.com", ""), "/invitee/email"},
		{"Gmail under its other name", applicant("anna.nowak@gmail.com", "+48600100200"), invite("a.n.n.a.nowak+x@GoogleMail.com", ""), "/invitee/email"},
		{"the applicant's phone", nil, invite("jan@example.com", "+48600100200"), "/invitee/phone"},
		{"another domain", nil, invite("anna.nowak@example.org", ""), ""},
		{"two phones", nil, invite("jan@example.com", "+48600100201"), ""},
		{"as one who is invited", invite("jan@example.com", ""), func(o *Onboarding) error {
			_, err := o.Invite(Invitation{Role: InviteProxy, Person: Invitee{GivenNames: "Ewa", FamilyName: "Zielona", Email: "JAN+b@example.com"}}, testTime)
			return err
		}, "/invitee/email"},
		{"the applicant moves there", invite("jan@example.com", "+48600100201"), applicant("j.an@example.com", "+48600100200"), "/applicant/email"},
		{"and so the phone", invite("jan@example.com", "+48600100201"), applicant("anna@example.com", "+48600100201"), "/applicant/phone"},
		{"the holder of the link does", func(o *Onboarding) error {
			return errors.Join(applicant("", "")(o), invite("jan@example.com", "")(o))
		}, func(o *Onboarding) error { return o.SetContact("jan+holder@example.com", "+48600100209") }, "/applicant/email"},
		{"of one who declined", func(o *Onboarding) error {
			return errors.Join(invite("jan@example.com", "")(o), o.Decline(o.Invitations[0].ID, testTime))
		}, invite("jan@example.com", ""), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := fresh()
			if c.before != nil {
				o.must(t, c.before)
			}
			_, err := o.Change(testTime, PartnerActor, c.act)
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
	two := func() *Onboarding { return readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski")) }
	signs := func(t *testing.T, o *Onboarding, id InvitationID) {
		t.Helper()
		o.must(t, func(o *Onboarding) error {
			return errors.Join(o.Verify(id, "s-"+string(id), testTime), o.Verified("s-"+string(id), reported("completed")), accept(o, id))
		})
	}
	for _, c := range []struct {
		name  string
		walks func(*testing.T) *Onboarding
		want  Status
	}{
		{"two members", func(t *testing.T) *Onboarding {
			o := two()
			id := o.invites(t, InviteRepresentative, "JAN KOWALSKI", "jan@example.com")
			o.applicantSigns(t)
			signs(t, o, id)
			return o
		}, Active},
		{"the second signs first", func(t *testing.T) *Onboarding {
			o := two()
			id := o.invites(t, InviteRepresentative, "Jan Kowalski", "jan@example.com")
			signs(t, o, id)
			o.applicantSigns(t)
			return o
		}, Active},
		{"the applicant twice", func(t *testing.T) *Onboarding {
			o := two()
			id := o.invites(t, InviteRepresentative, "Anna Nowak", "jan@example.com")
			o.applicantSigns(t)
			signs(t, o, id)
			return o
		}, InReview},
		{"a stranger", func(t *testing.T) *Onboarding {
			o := two()
			id := o.invites(t, InviteRepresentative, "Obcy Człowiek", "jan@example.com")
			o.applicantSigns(t)
			signs(t, o, id)
			return o
		}, InReview},
		{"a masked member", func(t *testing.T) *Onboarding {
			o := readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "J** K*******"))
			id := o.invites(t, InviteRepresentative, "Jan Kowalski", "jan@example.com")
			o.applicantSigns(t)
			signs(t, o, id)
			return o
		}, InReview},
		{"two of one name", func(t *testing.T) *Onboarding {
			o := readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski", "Jan Kowalski"))
			id := o.invites(t, InviteRepresentative, "Jan Kowalski", "jan@example.com")
			o.applicantSigns(t)
			signs(t, o, id)
			return o
		}, InReview},
		{"the text changed between", func(t *testing.T) *Onboarding {
			o := two()
			id := o.invites(t, InviteRepresentative, "Jan Kowalski", "jan@example.com")
			signs(t, o, id)
			o.must(t, func(o *Onboarding) error { o.Data.Company.LegalName = "KREDOWE KOŁO SPÓŁKA Z O.O."; return nil })
			o.applicantSigns(t)
			return o
		}, InReview},
		{"another member was invited", func(t *testing.T) *Onboarding {
			o := readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski", "Ewa Zielona"))
			id := o.invites(t, InviteRepresentative, "Jan Kowalski", "jan@example.com")
			o.must(t, func(o *Onboarding) error { o.Invitations[0].MemberID = "m3"; return nil })
			o.applicantSigns(t)
			signs(t, o, id)
			return o
		}, InReview},
		{"a member and a procurator", func(t *testing.T) *Onboarding {
			r := board(withP, "Anna Nowak", "Jan Kowalski")
			r.Procurators = []representation.Procurator{{GivenNames: "Ewa", FamilyName: "Zielona"}}
			o := readyCompany("Anna Nowak", r)
			id := o.invites(t, InviteProxy, "Ewa Zielona", "ewa@example.com")
			o.applicantSigns(t)
			signs(t, o, id)
			return o
		}, Active},
		{"a proxy who is no procurator", func(t *testing.T) *Onboarding {
			r := board(withP, "Anna Nowak", "Jan Kowalski")
			r.Procurators = []representation.Procurator{{GivenNames: "Ewa", FamilyName: "Zielona"}}
			o := readyCompany("Anna Nowak", r)
			id := o.invites(t, InviteProxy, "Ewa Czarna", "ewa@example.com")
			o.applicantSigns(t)
			signs(t, o, id)
			return o
		}, InReview},
		{"one member alone, by a rule for each", func(t *testing.T) *Onboarding {
			o := readyCompany("Anna Nowak", board(byEach, "Anna Nowak", "Jan Kowalski"))
			o.applicantSigns(t)
			return o
		}, Active},
		{"a stranger for whom a member was named", func(t *testing.T) *Onboarding {
			o := readyCompany("Obcy Człowiek", board(byEach, "Anna Nowak", "Jan Kowalski"))
			o.Decide(true, representation.Person{GivenNames: "Anna", FamilyName: "Nowak"}, o.Decision.Record, testTime)
			o.applicantSigns(t)
			return o
		}, InReview},
		{"a session of before names were recorded", func(t *testing.T) *Onboarding {
			o := two()
			id := o.invites(t, InviteRepresentative, "Jan Kowalski", "jan@example.com")
			o.applicantSigns(t)
			o.Flow.Verification.GivenNames, o.Flow.Verification.FamilyName = "", ""
			signs(t, o, id)
			return o
		}, InReview},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := c.walks(t)
			if o.Status != InReview || o.DelegationStatus() != ActiveDelegation {
				t.Fatalf("after the signatures: %s, delegation %s; missing %v", o.Status, o.DelegationStatus(), codes(*o))
			}
			o.must(t, func(o *Onboarding) error { return o.ReceiveTransfer(TransferMatched, testTime) })
			if o.Status != c.want {
				t.Errorf("after the transfer: %s, want %s", o.Status, c.want)
			}
			if o.Status == InReview {
				o.must(t, (*Onboarding).Approve)
			}
			if o.Merchant != ActiveMerchant {
				t.Error("a person's decision does not make it active")
			}
		})
	}
}

// Nobody signs who was not identified, and a session proves the name that it was begun for.
func TestInvitedPersonIsIdentified(t *testing.T) {
	o := readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski"))
	id := o.invites(t, InviteRepresentative, "Jan Kowalski", "jan@example.com")
	o.applicantSigns(t)
	refused := func(when string) {
		t.Helper()
		if _, err := o.Change(testTime, MerchantActor, func(o *Onboarding) error { return accept(o, id) }); err == nil {
			t.Fatalf("signed %s", when)
		}
	}
	refused("without a session")
	o.must(t, func(o *Onboarding) error { return o.Verify(id, "s-1", testTime) })
	refused("while the session runs")
	o.must(t, func(o *Onboarding) error { return o.Verified("s-1", reported("failed")) })
	refused("after it failed")
	if _, err := o.Change(testTime, SystemActor, func(o *Onboarding) error { return o.Verified("s-1", reported("completed")) }); !errors.Is(err, ErrUnchanged) {
		t.Errorf("a session that failed is completed: %v", err)
	}
	o.must(t, func(o *Onboarding) error { return o.Verify(id, "s-2", testTime) })
	o.must(t, func(o *Onboarding) error { return o.Verified("s-2", reported("completed")) })
	if !o.Identified(id) || !o.Identified("") || o.Flow.Verification.SessionID != "s-applicant" {
		t.Errorf("the sessions: %+v", o.Flow)
	}
	o.must(t, func(o *Onboarding) error { return accept(o, id) })
	o.Data.Applicant.FamilyName = "Inna"
	if o.Identified("") {
		t.Error("a session proves another name than it was begun for")
	}
}
