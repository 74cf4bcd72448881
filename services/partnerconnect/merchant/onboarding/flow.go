package onboarding

import (
	"maps"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A Flow is how far the merchant got with the personal acts, which stay with the merchant: contact and identity
// verification, declarations, signature, verification transfer.
type Flow struct {
	EmailVerifiedAt *time.Time `json:"email_verified_at,omitempty"`
	PhoneVerifiedAt *time.Time `json:"phone_verified_at,omitempty"`
	// the link's holder gave the contact, so prefilled data stays hidden until the identity is verified
	ContactByHolder bool `json:"contact_by_holder,omitempty"`
	// earlier sessions have proved another contact
	ContactChanged *time.Time `json:"contact_changed,omitempty"`
	// the data was read and confirmed
	ReviewedAt   *time.Time                        `json:"reviewed_at,omitempty"`
	Verification *Verification                     `json:"verification,omitempty"` // of the applicant
	Invited      map[pc.InvitationID]*Verification `json:"invited,omitempty"`      // of invited people
	Declarations *Declarations                     `json:"declarations,omitempty"`
	// of the applicant, under the channel agreement
	Signature *Signature `json:"signature,omitempty"`
	// the last one that granted access again after a revocation
	GrantedAgain *Signature `json:"granted_again,omitempty"`
	// the opt-in was offered and answered, either way
	PayoutsAnswered *time.Time `json:"payouts_answered,omitempty"`
	Transfer        *Transfer  `json:"transfer,omitempty"`
}

// Evidence is who acted from where, and which text was shown.
type Evidence struct {
	At        time.Time `json:"at"`
	Address   string    `json:"address"`
	UserAgent string    `json:"user_agent"`
	Text      string    `json:"text"` // version of the text
}

// Declarations are those that the law asks the applicant for: whether they hold a public office (PEP, AML act art. 46),
// that they act on their own behalf, and who owns the company in the end.
type Declarations struct {
	Evidence
	Exposed          bool `json:"exposed"` // politically exposed, or a relative of such a person
	OwnBehalf        bool `json:"own_behalf"`
	BeneficialOwners bool `json:"beneficial_owners"` // those that are listed are all
	// Owners are those who were listed: a declaration is of them, and of no others. Nil: it was made before they were
	// recorded.
	Owners []BeneficialOwner `json:"owners,omitempty"`
}

// A Signature is a person's under the channel agreement.
type Signature struct {
	Evidence
	Agreement string `json:"agreement"` // id
	Hash      string `json:"hash"`      // SHA-256 of the text, hexadecimal
}

// A Transfer is the verification transfer of 1.00 PLN from an account in the merchant's name.
type Transfer struct {
	Title      string     `json:"title"` // which the transfer must carry, exactly
	AskedAt    time.Time  `json:"asked_at"`
	ReceivedAt *time.Time `json:"received_at,omitempty"`
	Outcome    string     `json:"outcome,omitempty"` // matched, or why it does not count
}

// ChangedVerifications are the sessions, of the applicant and of invited people, that are new or have another status
// than before.
func (f Flow) ChangedVerifications(before Flow) []Verification {
	var out []Verification
	changed := func(was, v *Verification) {
		if v != nil && (was == nil || was.SessionID != v.SessionID || was.Status != v.Status) {
			out = append(out, *v)
		}
	}
	changed(before.Verification, f.Verification)
	for id, v := range f.Invited {
		changed(before.Invited[id], v)
	}
	return out
}

// AllVerifications are the sessions by the invitation of their person; the applicant's has the empty id.
func (f Flow) AllVerifications() map[pc.InvitationID]Verification {
	all := map[pc.InvitationID]Verification{}
	if f.Verification != nil {
		all[""] = *f.Verification
	}
	for id, v := range f.Invited {
		all[id] = *v
	}
	return all
}

// BegunVerifications are the open sessions that are new.
func (f Flow) BegunVerifications(before Flow) map[pc.InvitationID]Verification {
	all, was := f.AllVerifications(), before.AllVerifications()
	maps.DeleteFunc(all,
		func(id pc.InvitationID, v Verification) bool { return !v.Open() || was[id].SessionID == v.SessionID })
	return all
}

// AbandonedVerifications are the sessions that were open before, and that no one needs any more: the onboarding or the
// invitation has ended, or another session has taken the place.
func (o *Onboarding) AbandonedVerifications(before Flow) (sessions []string) {
	now := o.Flow.AllVerifications()
	for id, was := range before.AllVerifications() {
		if !was.Open() {
			continue
		}
		is, invited := now[id], true
		if id != "" {
			i, err := o.Invitation(id)
			invited = err == nil && i.Status == PendingInvitation
		}
		if is.SessionID != was.SessionID || is.Open() && (o.Status.Ended() || !invited) {
			sessions = append(sessions, was.SessionID)
		}
	}
	return sessions
}

// ResetContactProof requires a changed contact to be verified again, and ends the links and sessions that were
// opened for the old one.
func (o *Onboarding) ResetContactProof(before Applicant, now time.Time) {
	a := o.Data.Applicant
	if a.Email == before.Email && a.Phone == before.Phone {
		return
	}
	if a.Email != before.Email {
		o.Flow.EmailVerifiedAt = nil
	}
	if a.Phone != before.Phone {
		o.Flow.PhoneVerifiedAt = nil
	}
	o.Flow.ContactChanged = &now
	o.LinkEpoch++
}
