package hostedflow

import (
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// A Visit is one request of a session: who makes it, from where, and the onboarding that the session is about, as it is
// now.
type Visit struct {
	Secret     SessionSecret
	Session    Session
	Onboarding onboarding.Onboarding

	Now         time.Time // milliseconds
	RequestID   string
	Address     string
	Network     string
	UserAgent   string
	Language    string // of the page
	KnownDevice bool   // the merchant has signed in in this browser before
}

// Invited reports whether the visitor is an invited person; else it is the merchant.
func (v *Visit) Invited() bool { return v.Session.Purpose == signedlink.PurposeInvitation }

// HasAccount reports whether the visitor is a merchant whose account was opened, whatever became of its partner's
// access.
func (v *Visit) HasAccount() bool {
	return v.Session.Proved() && !v.Invited() && v.Onboarding.Merchant != delegation.NoMerchant
}

// Over reports whether the session has ended: the onboarding ended, or the contact that the session proved has been
// replaced.
func (v *Visit) Over() bool {
	moved := v.Onboarding.Flow.ContactChanged
	return v.Session.Purpose == signedlink.PurposeOnboarding && moved != nil && v.Session.CreatedAt.Before(*moved) ||
		v.Onboarding.Status.Ended() || v.Onboarding.Erased
}

// Steps of the flow, by the last part of their path.
const (
	StepContact      = "contact"
	StepReview       = "review"
	StepCorrect      = "correct"
	StepIdentity     = "identity"
	StepDeclarations = "declarations"
	StepSignatories  = "signatories"
	StepAgreement    = "agreement"
	StepWaiting      = "waiting"
	StepPayouts      = "payouts"
	StepTransfer     = "transfer"
	StepPortal       = "portal"
	StepPayout       = "payout"
	StepAccount      = "account"
	StepClose        = "close"
	StepRevoke       = "revoke"
	StepGrant        = "grant"
	StepDocument     = "document"
	StepExport       = "export"
	StepSign         = "sign"
	StepDecline      = "decline"
	StepThanks       = "thanks"
)

// Next is the step that the visitor takes now. It follows from what is stored, so a closed browser loses nothing.
func (v *Visit) Next() string {
	switch {
	case !v.Session.Proved():
		return StepContact
	case v.Invited():
		return v.nextOfInvited()
	}
	return next(&v.Onboarding)
}

// StepOf is the step that an onboarding under way has reached, whoever visits it; empty for any other.
func StepOf(o *onboarding.Onboarding) string {
	switch {
	case !o.Status.UnderWay():
		return ""
	case o.Flow.EmailVerifiedAt == nil || o.Flow.PhoneVerifiedAt == nil:
		return StepContact
	}
	return next(o)
}

// next is the step that the applicant takes whose contact is proved.
func next(o *onboarding.Onboarding) string {
	f := o.Flow
	missing := requirements.Missing(*o)
	switch {
	case f.ReviewedAt == nil, len(withoutInvitation(missing)) > 0:
		return StepReview
	case !signing.IdentityProven(o):
		return StepIdentity
	case !signing.Declared(o):
		return StepDeclarations
	case len(missing) > 0:
		return StepSignatories
	case o.Status == onboarding.ActionRequired:
		return StepReview // nothing is missing any more: it is sent again from there
	case f.Signature == nil:
		return StepAgreement
	case o.Status == onboarding.AwaitingSignatories:
		return StepWaiting
	case o.Status == onboarding.Active: // the portal asks what was not answered
		return StepPortal
	case f.PayoutsAnswered == nil && o.OptIn.Status != delegation.OptInGranted &&
		o.DelegationStatus() == delegation.ActiveDelegation:
		return StepPayouts
	case f.Transfer == nil || f.Transfer.Outcome != signing.TransferMatched:
		return StepTransfer
	}
	return StepPortal
}

// StepsUnderWay lists what StepOf returns of onboardings under way, in the order of the flow. At the portal all is done
// that the merchant can do.
var StepsUnderWay = []string{
	StepContact, StepReview, StepIdentity, StepDeclarations, StepSignatories, StepAgreement, StepWaiting, StepPayouts,
	StepTransfer, StepPortal,
}

// nextOfInvited is the step of an invited person: identified like the applicant, and then to sign.
func (v *Visit) nextOfInvited() string {
	i, err := v.Onboarding.Invitation(v.Session.Invitation)
	switch {
	case err != nil || i.Status != onboarding.PendingInvitation:
		return StepThanks
	case !signing.Identified(&v.Onboarding, i.ID):
		return StepIdentity
	}
	return StepSign
}

// Open reports whether a step may be taken now: the next one, the portal once the agreement is signed, and what leads
// out of the flow.
func (v *Visit) Open(step string) bool {
	o := &v.Onboarding
	merchant := v.Session.Proved() && !v.Invited()
	signed := merchant && o.Flow.Signature != nil
	next := v.Next()
	switch {
	case step == next:
		return true
	case step == StepPortal, step == StepExport:
		return signed || v.HasAccount()
	case step == StepPayout:
		// what comes back after the closing is paid out, too
		return v.HasAccount() && o.Merchant != delegation.SuspendedMerchant
	case step == StepAccount:
		return v.Open(StepClose) && o.AccountChange == nil
	case step == StepClose:
		return v.HasAccount() && o.Merchant == delegation.ActiveMerchant
	case step == StepTransfer:
		return v.HasAccount() && o.AccountChange != nil && !o.AccountChange.Verified()
	case step == StepRevoke:
		return signed && o.DelegationStatus() == delegation.ActiveDelegation
	case step == StepCorrect:
		return merchant && next == StepReview && len(Correctable(o)) > 0
	case step == StepDocument:
		return signed || next == StepAgreement || next == StepSign
	case step == StepGrant:
		return signed && signing.CheckGrantable(o) == nil
	case step == StepPayouts:
		return signed && o.OptIn.Status == delegation.OptInPending
	case step == StepSignatories:
		// a further person may be invited instead of one who does not answer
		return signed && o.Status == onboarding.AwaitingSignatories
	case step == StepDecline && v.Invited():
		return v.Session.Proved() && next != StepThanks
	case step == StepDecline:
		return merchant && o.Status.CanBecome(onboarding.Cancelled)
	}
	return false
}

// WantedCode is what the visitor proves next: the e-mail address, then the phone. An invited person has only an
// address.
func (v *Visit) WantedCode() CodeUse {
	if v.Invited() || v.Session.EmailAt == nil {
		return CodeForEmail
	}
	return CodeForPhone
}

// Recipient is where a code goes to; empty when that is not known. The merchant signs with a code to the phone, an
// invited person with one to the address.
func (v *Visit) Recipient(use CodeUse) (message.Medium, string) {
	switch {
	case v.Invited():
		i, err := v.Onboarding.Invitation(v.Session.Invitation)
		if err != nil {
			return message.ByEmail, ""
		}
		return message.ByEmail, i.Person.Email
	case use.Medium() == message.ByEmail:
		return message.ByEmail, v.Onboarding.Data.Applicant.Email
	}
	return message.BySMS, v.Onboarding.Data.Applicant.Phone
}

// Verification is the session that verifies the visitor; nil before it starts.
func (v *Visit) Verification() *onboarding.Verification {
	return signing.VerificationOf(&v.Onboarding, v.Session.Invitation)
}

// AuditEntry is who acts, for the audit trail.
func (v *Visit) AuditEntry(operation string) audit.Entry {
	return audit.Entry{
		At: v.Now, Actor: audit.MerchantActor, Merchant: v.Session.Merchant, Operation: "Hosted." + operation,
		RequestID: v.RequestID, Address: v.Address,
	}
}

// Evidence is what a declaration or signature is kept with; version names the text.
func (v *Visit) Evidence(version string) onboarding.Evidence {
	return onboarding.Evidence{
		At: v.Now, Address: v.Address, UserAgent: v.UserAgent[:min(len(v.UserAgent), 256)], Text: version + "/" + v.Language,
	}
}
