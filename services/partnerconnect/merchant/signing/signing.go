package signing

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/emailaddress"
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// The personal acts of the merchant. Each is a function of the onboarding, run inside of a Change; no partner call
// leads here.

// VerifyContact notes that the merchant holds the contact; with both, the draft is in progress.
func VerifyContact(o *onboarding.Onboarding, m message.Medium, now time.Time) error {
	switch m {
	case message.ByEmail:
		o.Flow.EmailVerifiedAt = &now
	case message.BySMS:
		o.Flow.PhoneVerifiedAt = &now
	}
	if o.Status == onboarding.Draft && o.Flow.EmailVerifiedAt != nil && o.Flow.PhoneVerifiedAt != nil {
		o.Status = onboarding.InProgress
	}
	return nil
}

// SetContact stores the contact that the link's holder gives, where the partner gave none. invalid_state when there is
// one: the holder of a link must not redirect the codes.
func SetContact(o *onboarding.Onboarding, email, phone string) error {
	if o.Data.Applicant.Email != "" && o.Data.Applicant.Phone != "" {
		return fault.New(fault.InvalidState, "the contact is known")
	}
	var v field.Violations
	if o.Data.Applicant.Email == "" {
		v.Required("/applicant/email", email)
		v.Valid("/applicant/email", email, emailaddress.Valid, "invalid_email",
			"must be an e-mail address of at most 254 characters")
		o.Data.Applicant.Email = email
	}
	if o.Data.Applicant.Phone == "" {
		v.Required("/applicant/phone", phone)
		v.Phone("/applicant/phone", &phone)
		o.Data.Applicant.Phone = phone
	}
	if len(v) > 0 {
		return fault.Fields(v...)
	}
	o.Flow.ContactByHolder = true
	return nil
}

// Review takes what the merchant adds to the data, and locks what it has confirmed.
func Review(o *onboarding.Onboarding, d onboarding.Data, now time.Time) error {
	if bad := d.Check(o.Owner.Channel, now); len(bad) > 0 {
		return fault.Fields(bad...)
	}
	o.Data = d
	o.Flow.ReviewedAt = &now
	o.Locked = []onboarding.Segment{
		onboarding.ApplicantSegment, onboarding.BusinessSegment, onboarding.CompanySegment, onboarding.PayoutAccountSegment,
	}
	if o.Identity.NationalID.Value != "" || o.Identity.DateOfBirth != "" {
		o.Locked = append(o.Locked, onboarding.IdentitySegment)
	}
	return nil
}

// Declare stores the statutory declarations. An applicant who does not act on their own behalf cannot go on.
func Declare(o *onboarding.Onboarding, d onboarding.Declarations) error {
	var v field.Violations
	if !d.OwnBehalf {
		v.Add("/own_behalf", "required", "must be confirmed")
	}
	if o.Data.ApplicantType == onboarding.CompanyApplicant && !d.BeneficialOwners {
		v.Add("/beneficial_owners", "required", "must be confirmed")
	}
	if len(v) > 0 {
		return fault.Fields(v...)
	}
	if o.Data.ApplicantType == onboarding.CompanyApplicant {
		d.Owners = slices.Clone(o.Data.Company.BeneficialOwners)
	}
	o.Flow.Declarations = &d
	activateWhenChecked(o)
	return nil
}

// Declared reports whether the declarations were made, of the beneficial owners that are listed now.
func Declared(o *onboarding.Onboarding) bool {
	d := o.Flow.Declarations
	return d != nil && (o.Data.ApplicantType != onboarding.CompanyApplicant || d.Owners == nil ||
		slices.EqualFunc(d.Owners, o.Data.Company.BeneficialOwners, onboarding.BeneficialOwner.Equal))
}

var (
	errSigned     = fault.New(fault.InvalidState, "the agreement is signed already")
	errNotPending = fault.New(fault.InvalidState, "the invitation is not pending")
)

// ReadyToSign returns the step that is still before the signature; empty when there is none.
func ReadyToSign(o *onboarding.Onboarding) string {
	switch {
	case o.Flow.EmailVerifiedAt == nil || o.Flow.PhoneVerifiedAt == nil:
		return "contact_verification"
	case o.Flow.ReviewedAt == nil, len(requirements.Missing(*o)) > 0:
		return "review"
	case !IdentityProven(o):
		return "identity_verification"
	case !Declared(o):
		return "declarations"
	}
	return ""
}

// Sign is the applicant's signature. When no one else must sign, it is the last one: the delegation is granted with it.
func Sign(o *onboarding.Onboarding, s onboarding.Signature, a delegation.AgreementRef, now time.Time) error {
	switch {
	case o.Flow.Signature != nil:
		return errSigned
	case o.Status != onboarding.InProgress:
		return fault.New(fault.InvalidState,
			"the onboarding cannot be signed in this status").WithExtension("onboarding_status", o.Status)
	case ReadyToSign(o) != "":
		return fault.New(fault.InvalidState, "other steps come before the signature").WithExtension("step", ReadyToSign(o))
	}
	o.Flow.Signature = &s
	o.Locked = append(o.Locked, onboarding.RepresentationSegment)
	if signaturesGiven(o) {
		signed(o, a)
		return nil
	}
	o.Status = onboarding.AwaitingSignatories
	for _, v := range o.Invitations {
		if v.Status == onboarding.PendingInvitation {
			o.Outgoing = append(o.Outgoing, onboarding.InvitationMessage(v))
		}
	}
	return nil
}

// signed ends the signing: the delegation is granted in the same transaction. Open invitations end: their signatures
// are not needed.
func signed(o *onboarding.Onboarding, a delegation.AgreementRef) {
	grantDelegation(o, a)
	o.Status = onboarding.InReview
	o.EndInvitations(onboarding.RevokedInvitation, a.SignedAt, func(onboarding.Invitation) bool { return true })
	activateWhenChecked(o)
}

// Accept is an invited person's signature, and perhaps the last one. Like the applicant, the person is identified
// first.
func Accept(
	o *onboarding.Onboarding, id pc.InvitationID, s onboarding.Signature, a delegation.AgreementRef, now time.Time,
) error {
	v, err := o.Invitation(id)
	switch {
	case err != nil:
		return err
	case v.Status != onboarding.PendingInvitation:
		return errNotPending
	case !Identified(o, id):
		return fault.New(fault.InvalidState, "other steps come before the signature").WithExtension("step",
			"identity_verification")
	}
	v.Status, v.UpdatedAt, v.Signature = onboarding.AcceptedInvitation, now, &s
	if o.Status == onboarding.AwaitingSignatories && signaturesGiven(o) {
		signed(o, a)
	}
	return nil
}

// Decline is an invited person's refusal.
func Decline(o *onboarding.Onboarding, id pc.InvitationID, now time.Time) error {
	v, err := o.Invitation(id)
	switch {
	case err != nil:
		return err
	case v.Status != onboarding.PendingInvitation:
		return errNotPending
	}
	v.Status, v.UpdatedAt = onboarding.DeclinedInvitation, now
	return nil
}

// signaturesGiven reports whether all required signatures are given: the applicant has signed, and the accepted
// invitations, or a power of attorney, satisfy the decision. Other open invitations are not waited for, so a person
// who was invited by mistake, or declines, cannot block the signing.
func signaturesGiven(o *onboarding.Onboarding) bool {
	if o.Flow.Signature == nil {
		return false
	}
	given := *o
	given.Invitations = slices.DeleteFunc(slices.Clone(o.Invitations),
		func(v onboarding.Invitation) bool { return v.Status != onboarding.AcceptedInvitation })
	return requirements.SignaturesAssured(&given)
}

// TransferTitle is what the verification transfer must carry: so much of the merchant's reference that no two are
// alike.
func TransferTitle(o *onboarding.Onboarding) string { return "PL" + string(o.Ref[len(o.Ref)-10:]) }

// Outcomes of a verification transfer.
const (
	TransferMatched         = "matched"
	TransferNameMismatch    = "transfer_name_mismatch"
	TransferAmountMismatch  = "transfer_amount_mismatch"  // another amount or currency
	TransferAccountMismatch = "transfer_account_mismatch" // from another account than the merchant is paid out to
)

// AwaitedTransfer is the transfer that is or was awaited last: from the new account while a change of it is open. Nil:
// there was none yet.
func AwaitedTransfer(o *onboarding.Onboarding) *onboarding.Transfer {
	if o.AccountChange != nil {
		return &o.AccountChange.Transfer
	}
	return o.Flow.Transfer
}

// AwaitsTransfer reports whether the merchant was asked for a transfer that has not matched yet: once it has signed,
// and for a new account.
func AwaitsTransfer(o *onboarding.Onboarding) bool {
	asked := o.Status == onboarding.InReview || o.Status == onboarding.ActionRequired || o.Status == onboarding.Active
	t := AwaitedTransfer(o)
	return asked && (t == nil || t.Outcome != TransferMatched)
}

// AwaitedAccount is the account that the transfer is to come from.
func AwaitedAccount(o *onboarding.Onboarding) onboarding.PayoutAccount {
	if o.AccountChange != nil {
		return o.AccountChange.Account
	}
	return o.Data.PayoutAccount
}

// ReceiveTransfer records the verification transfer. One from an account in another name does not count; another may
// come.
func ReceiveTransfer(o *onboarding.Onboarding, outcome string, now time.Time) error {
	if o.AccountChange != nil || o.Flow.Transfer != nil && o.Flow.Transfer.Outcome == TransferMatched {
		return receiveFromNewAccount(o, outcome, now)
	}
	t := onboarding.Transfer{Title: TransferTitle(o), AskedAt: now}
	if o.Flow.Transfer != nil {
		t = *o.Flow.Transfer
	}
	t.Outcome = outcome
	if outcome == TransferMatched {
		t.ReceivedAt = &now
	}
	o.Flow.Transfer = &t
	activateWhenChecked(o)
	return nil
}

// activateWhenChecked makes the merchant active once everything that a machine can check is checked, and nothing is
// left that a person must look at.
func activateWhenChecked(o *onboarding.Onboarding) {
	if o.Status == onboarding.InReview && o.Flow.Transfer != nil && o.Flow.Transfer.Outcome == TransferMatched &&
		Declared(o) && len(Doubts(o)) == 0 {
		Activate(o)
	}
}

func Activate(o *onboarding.Onboarding) {
	o.Status, o.Merchant = onboarding.Active, delegation.ActiveMerchant
}
