package signing_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/change"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// A model of people: each holds a document in one name, and a session ends well only for whoever holds the name that it
// is for.
type signingModel struct {
	o        *onboarding.Onboarding
	approved bool
	board    []representation.Member
	attacker string            // the one person who is there, with any address they like
	present  []string          // others who take part of their own will
	sessions map[string]string // session: the name that it verifies
}

func (m *signingModel) change(f func(*onboarding.Onboarding) error) error {
	before := *m.o
	before.Invitations, before.Documents = slices.Clone(m.o.Invitations), slices.Clone(m.o.Documents)
	_, err := change.Apply(m.o, testTime, audit.MerchantActor, f)
	if err != nil {
		*m.o = before // as the store does
	}
	return err
}

var (
	signingNames = []string{"Anna Nowak", "Jan Kowalski", "Ewa Zielona", "Obcy Człowiek"}
	signingMail  = []string{"anna@example.com", "ANNA@example.com", "an.na+x@example.com", "jan@example.com",
		"j.an@example.com", "ewa@example.com"}
	signingPhone = []string{"", "", "+48600100200", "+48600100201"}
)

// provider reports how a session ends: well only for a person who is there and has the name.
func (m *signingModel) provider(t *rapid.T, id pc.InvitationID) {
	v := signing.VerificationOf(m.o, id)
	if v == nil {
		return
	}
	name := m.sessions[v.SessionID]
	status := rapid.SampledFrom([]string{"in_progress", "failed", "completed", "completed"}).Draw(t, "status")
	if status == "completed" && !m.holds(name) {
		status = "failed"
	}
	session := v.SessionID
	if len(m.sessions) > 1 && rapid.IntRange(0, 4).Draw(t, "replayed") == 0 { // a report of another session comes again
		var all []string
		for s := range m.sessions {
			all = append(all, s)
		}
		slices.Sort(all)
		session = rapid.SampledFrom(all).Draw(t, "session")
		if status == "completed" && !m.holds(m.sessions[session]) {
			status = "failed"
		}
	}
	_ = m.change(func(o *onboarding.Onboarding) error { return signing.Verified(o, session, reported(status)) })
}

func (m *signingModel) who(t *rapid.T) pc.InvitationID {
	ids := []pc.InvitationID{""}
	for _, v := range m.o.Invitations {
		ids = append(ids, v.ID)
	}
	return rapid.SampledFrom(ids).Draw(t, "who")
}

func (m *signingModel) nameOf(id pc.InvitationID) string {
	if v, err := m.o.Invitation(id); err == nil {
		return v.Person.GivenNames + " " + v.Person.FamilyName
	}
	return m.o.Data.Applicant.GivenNames + " " + m.o.Data.Applicant.FamilyName
}

func (m *signingModel) begin(t *rapid.T) { m.beginFor(m.who(t)) }

func (m *signingModel) beginFor(id pc.InvitationID) {
	session := "s" + string(rune('A'+len(m.sessions)))
	if m.change(func(o *onboarding.Onboarding) error { return signing.Verify(o, id, session, testTime) }) == nil {
		m.sessions[session] = m.nameOf(id)
	}
}

func (m *signingModel) invite(t *rapid.T) {
	names := signingNames
	if rapid.Bool().Draw(t, "as the board") { // honest people invite their own
		names = nil
		for _, member := range m.board {
			names = append(names, member.Name())
		}
	}
	if len(names) == 0 {
		return
	}
	given, family, _ := strings.Cut(rapid.SampledFrom(names).Draw(t, "name"), " ")
	v := onboarding.Invitation{
		Role: rapid.SampledFrom([]onboarding.InvitationRole{onboarding.InviteRepresentative, onboarding.InviteRepresentative,
			onboarding.InviteRepresentative, onboarding.InviteProxy}).Draw(t, "role"),
		Person: onboarding.Invitee{
			GivenNames: given, FamilyName: family, Email: rapid.SampledFrom(signingMail).Draw(t, "mail"),
			Phone: rapid.SampledFrom(signingPhone).Draw(t, "phone"),
		},
		MemberID: rapid.SampledFrom([]string{"", "", "", "", "m1", "m2", "m3"}).Draw(t, "member"),
	}
	if v.Role == onboarding.InviteProxy {
		v.MemberID = ""
	}
	_ = m.change(func(o *onboarding.Onboarding) error { _, err := signing.Invite(o, v, testTime); return err })
}

// patch is the partner's: it may write while data is editable and not confirmed.
func (m *signingModel) patch(t *rapid.T) {
	given, family, _ := strings.Cut(rapid.SampledFrom(signingNames).Draw(t, "name"), " ")
	mail, phone := rapid.SampledFrom(signingMail).Draw(t, "mail"), rapid.SampledFrom(signingPhone[2:]).Draw(t, "phone")
	_ = m.change(func(o *onboarding.Onboarding) error {
		if err := errors.Join(o.CheckEditable(),
			o.CheckUnlocked(map[string]onboarding.Segment{"/applicant": onboarding.ApplicantSegment})); err != nil {
			return err
		}
		before := o.Data.Applicant
		o.Data.Applicant.GivenNames, o.Data.Applicant.FamilyName, o.Data.Applicant.Email, o.Data.Applicant.Phone = given,
			family, mail, phone
		o.ResetContactProof(before, testTime)
		o.DropDecisionOfFormerName(before)
		o.DropInapplicable()
		return nil
	})
}

func (m *signingModel) decide(t *rapid.T) {
	given, family, _ := strings.Cut(rapid.SampledFrom(append([]string{" "}, signingNames...)).Draw(t, "person"), " ")
	record := rapid.Custom(anyBoard).Draw(t, "record")
	if rapid.Bool().Draw(t, "same register") && m.o.Decision != nil {
		record = m.o.Decision.Record
	}
	_ = m.change(func(o *onboarding.Onboarding) error {
		if err := errors.Join(o.CheckEditable(),
			o.CheckUnlocked(map[string]onboarding.Segment{"/": onboarding.RepresentationSegment})); err != nil {
			return err
		}
		o.ApplyRegisterCheck(onboarding.Checked(o.Data.Company.Register, record, testTime), &record, testTime)
		o.Decide(true, representation.Person{GivenNames: given, FamilyName: family}, record, testTime)
		return nil
	})
}

func anyBoard(t *rapid.T) representation.Record {
	names := rapid.SliceOfNDistinct(rapid.SampledFrom(append([]string{"J** K*******", "A*** N****"}, signingNames[:3]...)),
		1, 3, rapid.ID[string]).Draw(t, "board")
	r := board(rapid.SampledFrom([]string{byTwo, byTwo, byTwo, byAll, byEach, withP, ""}).Draw(t, "rule"), names...)
	for i := range r.Members {
		r.Members[i].Suspended = rapid.IntRange(0, 9).Draw(t, "suspended") == 9
	}
	if rapid.Bool().Draw(t, "procurator") {
		r.Procurators = []representation.Procurator{{GivenNames: "Ewa", FamilyName: "Zielona"}}
	}
	return r
}

func (m *signingModel) steps() []func(t *rapid.T) {
	act := func(f func(o *onboarding.Onboarding) error) func(*rapid.T) {
		return func(*rapid.T) { _ = m.change(f) }
	}
	onWho := func(f func(o *onboarding.Onboarding, id pc.InvitationID) error) func(*rapid.T) {
		return func(t *rapid.T) {
			id := m.who(t)
			_ = m.change(func(o *onboarding.Onboarding) error { return f(o, id) })
		}
	}
	return []func(t *rapid.T){
		m.invite, m.invite, m.begin, func(t *rapid.T) { m.provider(t, m.who(t)) }, m.patch, m.decide,
		onWho(accept), act(signAsApplicant),
		onWho(func(o *onboarding.Onboarding, id pc.InvitationID) error { return signing.Decline(o, id, testTime) }),
		onWho(func(o *onboarding.Onboarding, id pc.InvitationID) error { return signing.Revoke(o, id, testTime) }),
		onWho(func(o *onboarding.Onboarding, id pc.InvitationID) error {
			_, err := signing.Resend(o, id, testTime.Add(time.Hour))
			return err
		}),
		act(func(o *onboarding.Onboarding) error {
			return signing.ReceiveTransfer(o, signing.TransferMatched, testTime)
		}),
		act(func(o *onboarding.Onboarding) error {
			return signing.ReceiveTransfer(o, signing.TransferMatched, testTime)
		}),
		act(func(o *onboarding.Onboarding) error {
			return review.RequestCorrection(o, []string{"applicant.name", "representation.decision"}, "x")
		}),
		act(func(o *onboarding.Onboarding) error { o.Corrections = nil; return review.Resubmit(o) }),
		func(t *rapid.T) {
			if rapid.IntRange(0, 9).Draw(t, "approves") == 0 && m.change(review.Approve) == nil {
				m.approved = true
			}
		},
	}
}

// goOn is what honest people do next, in order: the applicant's steps, and those of one who is invited. Without it a
// random walk hardly ever comes to an end.
func (m *signingModel) goOn(t *rapid.T) {
	id := m.who(t)
	if id == "" {
		_ = m.change(func(o *onboarding.Onboarding) error {
			return errors.Join(signing.VerifyContact(o, message.ByEmail, testTime),
				signing.VerifyContact(o, message.BySMS, testTime), signing.Review(o, o.Data, testTime),
				signing.Declare(o, onboarding.Declarations{OwnBehalf: true, BeneficialOwners: true}))
		})
	}
	m.beginFor(id)
	if v := signing.VerificationOf(m.o, id); v != nil && m.holds(m.sessions[v.SessionID]) {
		_ = m.change(func(o *onboarding.Onboarding) error { return signing.Verified(o, v.SessionID, reported("completed")) })
	}
	if id == "" {
		_ = m.change(signAsApplicant)
		_ = m.change(func(o *onboarding.Onboarding) error {
			return signing.ReceiveTransfer(o, signing.TransferMatched, testTime)
		})
		return
	}
	_ = m.change(func(o *onboarding.Onboarding) error { return accept(o, id) })
}

// holds reports whether someone is there with a document in the name.
func (m *signingModel) holds(name string) bool {
	return name == m.attacker || slices.Contains(m.present, name)
}

// signers are the names of those whose identity was verified and who signed, found without what is tested.
func (m *signingModel) signers(t *rapid.T) (names []string, mails map[string]int) {
	mails = map[string]int{}
	add := func(v *onboarding.Verification, mail string, s *onboarding.Signature) {
		if s == nil || v == nil || v.Verdict() != onboarding.IdentityVerified {
			t.Fatal("an active merchant has a signature of someone who was not identified")
		}
		names = append(names, m.sessions[v.SessionID])
		local, domain, _ := strings.Cut(strings.ToLower(mail), "@")
		local, _, _ = strings.Cut(local, "+")
		mails[strings.ReplaceAll(local, ".", "")+"@"+domain]++
	}
	add(m.o.Flow.Verification, m.o.Data.Applicant.Email, m.o.Flow.Signature)
	for _, v := range m.o.Invitations {
		if v.Status == onboarding.AcceptedInvitation {
			add(m.o.Flow.Invited[v.ID], v.Person.Email, v.Signature)
		}
	}
	return names, mails
}

func (m *signingModel) check(t *rapid.T) {
	if m.o.Merchant != delegation.ActiveMerchant || m.approved {
		return
	}
	r := m.o.Decision.Record
	names, mails := m.signers(t)
	var members []representation.MemberID
	procurators := 0
	for _, n := range slices.Compact(slices.Sorted(slices.Values(names))) {
		found := false
		for _, member := range r.Members {
			if strings.EqualFold(member.Name(), n) {
				members, found = append(members, member.ID), true
			}
		}
		for _, p := range r.Procurators {
			if !found && p.GivenNames+" "+p.FamilyName == n {
				procurators++
			}
		}
	}
	if !representation.Completes(r.Body.Rule, r, members, procurators) {
		t.Fatalf("active with %v under %q of %v", names, r.Body.RuleText, r.Members)
	}
	for mail, n := range mails {
		if n > 1 {
			t.Fatalf("active with %d signatures of %s", n, mail)
		}
	}
}

// Whatever a person does who holds every link and writes every address, in any order: the merchant becomes active only
// with proven people who satisfy the register's rule, or by the operator's decision.
func TestOneMemberNeverSignsForTwo(t *testing.T) {
	active, walks := map[representation.Mode]int{}, 10
	if testing.Short() {
		walks *= 5 // of a fifth of the checks
	}
	rapid.Check(t, func(t *rapid.T) {
		for range walks {
			m := newSigningModel(t)
			m.walk(t)
			if m.o.Merchant == delegation.ActiveMerchant && !m.approved {
				active[m.o.Decision.Mode]++
			}
		}
	})
	if !t.Failed() && (active[representation.ModeSolo] == 0 || active[representation.ModeCoRepresentative] == 0) {
		t.Errorf("nothing became active: the walks prove nothing: %v", active)
	}
	t.Logf("active by themselves: %v", active)
}

func newSigningModel(t *rapid.T) *signingModel {
	r := rapid.Custom(anyBoard).Draw(t, "record")
	names := []string{rapid.SampledFrom(signingNames).Draw(t, "someone")}
	for _, m := range r.Members {
		if slices.Contains(signingNames, m.Name()) {
			names = append(names, m.Name(), m.Name())
		}
	}
	m := &signingModel{
		board: r.Members, attacker: rapid.SampledFrom(names).Draw(t, "attacker"), sessions: map[string]string{},
		present: rapid.SliceOfDistinct(rapid.SampledFrom(signingNames), rapid.ID[string]).Draw(t, "present"),
	}
	m.o = readyCompany(m.attacker, r)
	m.o.Data.Applicant.Email = "anna@example.com"
	return m
}

func (m *signingModel) walk(t *rapid.T) {
	steps := m.steps()
	for range 40 {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0, 1:
			rapid.SampledFrom(steps).Draw(t, "step")(t)
		case 2, 3, 4:
			m.invite(t)
		default:
			m.goOn(t)
		}
		m.check(t)
		if m.o.Merchant == delegation.ActiveMerchant {
			return
		}
	}
}
