package partnerconnect

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// The personal acts of the merchant. Each is a function of the onboarding, run inside of a Change; no partner call leads here.

// VerifyContact notes that the merchant holds the contact; with both, the draft is in progress.
func (o *Onboarding) VerifyContact(m Medium, now time.Time) error {
	switch m {
	case ByEmail:
		o.Flow.EmailVerifiedAt = &now
	case BySMS:
		o.Flow.PhoneVerifiedAt = &now
	}
	if o.Status == Draft && o.Flow.EmailVerifiedAt != nil && o.Flow.PhoneVerifiedAt != nil {
		o.Status = InProgress
	}
	return nil
}

// SetContact is the holder's own contact, where the partner told none. invalid_state when there is one: whoever has a link must not
// redirect the codes.
func (o *Onboarding) SetContact(email, phone string) error {
	if o.Data.Applicant.Email != "" && o.Data.Applicant.Phone != "" {
		return fault.New(fault.InvalidState, "the contact is known")
	}
	var v violations
	if o.Data.Applicant.Email == "" {
		v.required("/applicant/email", email)
		v.valid("/applicant/email", email, validEmail, "invalid_email", "must be an e-mail address of at most 254 characters")
		o.Data.Applicant.Email = email
	}
	if o.Data.Applicant.Phone == "" {
		v.required("/applicant/phone", phone)
		v.valid("/applicant/phone", phone, phoneNumber.MatchString, "invalid_phone", "must be in E.164 form: + and 7 to 15 digits")
		o.Data.Applicant.Phone = phone
	}
	if len(v) > 0 {
		return fault.Fields(v...)
	}
	o.Flow.ContactByHolder = true
	return nil
}

// Review takes what the merchant adds to the data, and locks what it has confirmed.
func (o *Onboarding) Review(d Data, now time.Time) error {
	if bad := d.Check(o.Owner.Channel, now); len(bad) > 0 {
		return fault.Fields(bad...)
	}
	o.Data = d
	o.Flow.ReviewedAt = &now
	o.Locked = []Segment{ApplicantSegment, BusinessSegment, CompanySegment, PayoutAccountSegment}
	if o.Identity.NationalID.Value != "" || o.Identity.DateOfBirth != "" {
		o.Locked = append(o.Locked, IdentitySegment)
	}
	return nil
}

// Declare stores the statutory declarations. An applicant who does not act on their own behalf cannot go on.
func (o *Onboarding) Declare(d Declarations) error {
	var v violations
	if !d.OwnBehalf {
		v.add("/own_behalf", "required", "must be confirmed")
	}
	if o.Data.ApplicantType == CompanyApplicant && !d.BeneficialOwners {
		v.add("/beneficial_owners", "required", "must be confirmed")
	}
	if len(v) > 0 {
		return fault.Fields(v...)
	}
	if o.Data.ApplicantType == CompanyApplicant {
		d.Owners = slices.Clone(o.Data.Company.BeneficialOwners)
	}
	o.Flow.Declarations = &d
	o.activateWhenChecked()
	return nil
}

// Declared reports whether the declarations were made, of the beneficial owners that are listed now.
func (o *Onboarding) Declared() bool {
	d := o.Flow.Declarations
	return d != nil && (o.Data.ApplicantType != CompanyApplicant || d.Owners == nil ||
		slices.EqualFunc(d.Owners, o.Data.Company.BeneficialOwners, BeneficialOwner.equal))
}

var (
	errSigned     = fault.New(fault.InvalidState, "the agreement is signed already")
	errNotPending = fault.New(fault.InvalidState, "the invitation is not pending")
)

// ReadyToSign returns which step is still before the signature; empty when none is.
func (o *Onboarding) ReadyToSign() string {
	switch {
	case o.Flow.EmailVerifiedAt == nil || o.Flow.PhoneVerifiedAt == nil:
		return "contact_verification"
	case o.Flow.ReviewedAt == nil, len(Missing(*o)) > 0:
		return "review"
	case !o.IdentityProven():
		return "identity_verification"
	case !o.Declared():
		return "declarations"
	}
	return ""
}

// Sign is the applicant's signature. When nobody else must sign, it is the last one: the delegation is granted with it.
func (o *Onboarding) Sign(s Signature, a AgreementRef, now time.Time) error {
	switch {
	case o.Flow.Signature != nil:
		return errSigned
	case o.Status != InProgress:
		return fault.New(fault.InvalidState, "in this status nothing is to be signed").WithExtension("onboarding_status", o.Status)
	case o.ReadyToSign() != "":
		return fault.New(fault.InvalidState, "other steps come before the signature").WithExtension("step", o.ReadyToSign())
	}
	o.Flow.Signature = &s
	o.Locked = append(o.Locked, RepresentationSegment)
	if o.signaturesGiven() {
		o.signed(a)
		return nil
	}
	o.Status = AwaitingSignatories
	for _, v := range o.Invitations {
		if v.Status == PendingInvitation {
			o.Outgoing = append(o.Outgoing, invitationMessage(v))
		}
	}
	return nil
}

// signed ends the signing: the delegation is granted in the same transaction (S5). Whoever was invited beyond need is asked no more.
func (o *Onboarding) signed(a AgreementRef) {
	o.grantDelegation(a)
	o.Status = InReview
	o.endInvitations(RevokedInvitation, a.SignedAt, func(Invitation) bool { return true })
	o.activateWhenChecked()
}

// Accept is an invited person's signature, and the last one perhaps. Like the applicant, the person is identified first.
func (o *Onboarding) Accept(id InvitationID, s Signature, a AgreementRef, now time.Time) error {
	v, err := o.Invitation(id)
	switch {
	case err != nil:
		return err
	case v.Status != PendingInvitation:
		return errNotPending
	case !o.Identified(id):
		return fault.New(fault.InvalidState, "other steps come before the signature").WithExtension("step", "identity_verification")
	}
	v.Status, v.UpdatedAt, v.Signature = AcceptedInvitation, now, &s
	if o.Status == AwaitingSignatories && o.signaturesGiven() {
		o.signed(a)
	}
	return nil
}

// Decline is an invited person's refusal.
func (o *Onboarding) Decline(id InvitationID, now time.Time) error {
	v, err := o.Invitation(id)
	switch {
	case err != nil:
		return err
	case v.Status != PendingInvitation:
		return errNotPending
	}
	v.Status, v.UpdatedAt = DeclinedInvitation, now
	return nil
}

// signaturesGiven reports whether the applicant and everybody who must sign beside have signed: the invitations that were accepted,
// or a power of attorney, satisfy the decision. Those that are open beyond that hold nothing up, so that nobody who was invited by
// mistake, or declines, can.
func (o *Onboarding) signaturesGiven() bool {
	if o.Flow.Signature == nil {
		return false
	}
	given := *o
	given.Invitations = slices.DeleteFunc(slices.Clone(o.Invitations), func(v Invitation) bool { return v.Status != AcceptedInvitation })
	return given.signaturesAssured()
}

// TransferTitle is what the verification transfer must carry: so much of the merchant's reference that no two are alike.
func (o *Onboarding) TransferTitle() string { return "PL" + string(o.Ref[len(o.Ref)-10:]) }

// Outcomes of a verification transfer.
const (
	TransferMatched      = "matched"
	TransferNameMismatch = "transfer_name_mismatch"
)

// ReceiveTransfer takes note of the verification transfer. One from an account in another name does not count; another may come.
func (o *Onboarding) ReceiveTransfer(outcome string, now time.Time) error {
	if o.Flow.Transfer != nil && o.Flow.Transfer.Outcome == TransferMatched {
		return ErrUnchanged
	}
	t := Transfer{Title: o.TransferTitle(), AskedAt: now}
	if o.Flow.Transfer != nil {
		t = *o.Flow.Transfer
	}
	t.Outcome = outcome
	if outcome == TransferMatched {
		t.ReceivedAt = &now
	}
	o.Flow.Transfer = &t
	o.activateWhenChecked()
	return nil
}

// activateWhenChecked makes the merchant active once everything that a machine can check is checked, and nothing is left that a
// person must look at: documents, an activity that is regulated, a politically exposed person, doubts about the representation, or a
// signature of which it is not proven whose it is, a check of an identity that is not passed included.
func (o *Onboarding) activateWhenChecked() {
	switch {
	case o.Status != InReview, o.Flow.Transfer == nil, o.Flow.Transfer.Outcome != TransferMatched,
		!o.Declared(), o.Flow.Declarations.Exposed, len(o.Documents) > 0, len(o.RequiredDocuments()) > 0,
		o.Decision != nil && (len(o.Decision.ReviewFlags) > 0 || o.Decision.IdentityConfirmationRequired || o.Decision.Mode == representation.ModeProxy),
		!o.signaturesProven():
		return
	}
	o.activate()
}

func (o *Onboarding) activate() { o.Status, o.Merchant = Active, ActiveMerchant }
