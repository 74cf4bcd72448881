package app_test

import (
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/testkit/contract"
)

// The values of the code are those that the contract lists.
func TestEnumerationsOfTheContract(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"onboarding": contract.SameValues("OnboardingStatus", onboarding.Statuses...),
		"applicant":  contract.SameValues("ApplicantType", onboarding.ApplicantTypes...),
		"structure": contract.SameValues("CompanyStructure", representation.SinglePerson, representation.MultiPerson,
			representation.UnknownStructure),
		"segment": contract.SameValues("Segment", onboarding.ApplicantSegment, onboarding.IdentitySegment,
			onboarding.BusinessSegment, onboarding.CompanySegment,
			onboarding.PayoutAccountSegment, onboarding.RepresentationSegment, "document"),
		"resolver": contract.SameValues("Resolver", requirements.ByPartner, requirements.ByMerchant, requirements.ByEither),
		"condition": contract.SameValues("RequirementCondition", requirements.Always, requirements.RegulatedActivity,
			requirements.IDWithoutBirth,
			requirements.NotSolo),
		"mode": contract.SameValues("RepresentationMode", representation.ModeSolo, representation.ModeCoRepresentative,
			representation.ModeProxy),
		"match": contract.SameValues("RepresentationMatch", representation.MatchExact, representation.MatchName,
			representation.MatchWeak,
			representation.MatchAmbiguous, representation.MatchSuspended, representation.MatchNone),
		"rule": contract.SameValues("RepresentationRuleKind", representation.Solo, representation.Joint,
			representation.AllJoint, representation.Specific,
			representation.Unparsed),
		"register": contract.SameValues("RegisterScheme", onboarding.SchemeKRS, onboarding.SchemeCompaniesHouse,
			onboarding.SchemeOther),
		"tax": contract.SameValues("TaxIDScheme", onboarding.SchemeNIP, onboarding.SchemeOther),
		"required": contract.SameValues("RequiredDocumentStatus", onboarding.MissingDocument, onboarding.ReceivedDocument,
			onboarding.AcceptedDocument,
			onboarding.RejectedDocument),
		"document": contract.SameValues("DocumentStatus", onboarding.ReceivedDocument, onboarding.AcceptedDocument,
			onboarding.RejectedDocument),
		"role": contract.SameValues("InvitationRole", onboarding.InviteRepresentative, onboarding.InviteProxy),
		"invitation": contract.SameValues("InvitationStatus", onboarding.PendingInvitation, onboarding.AcceptedInvitation,
			onboarding.DeclinedInvitation,
			onboarding.ExpiredInvitation, onboarding.RevokedInvitation),
		"medium":     contract.SameValues("MessageMedium", message.Media...),
		"message":    contract.SameValues("MessageStatus", message.Statuses...),
		"failure":    contract.SameValues("MessageFailure", message.Rejected, message.Bounced, message.Expired),
		"merchant":   contract.SameValues("MerchantStatus", delegation.MerchantStatuses...),
		"delegation": contract.SameValues("DelegationStatus", delegation.DelegationStatuses...),
		"opt-in": contract.SameValues("PayoutsOptInStatus", delegation.OptInNotRequested, delegation.OptInPending,
			delegation.OptInGranted, delegation.OptInRevoked),
		"revoker":     contract.SameValues("Revoker", audit.MerchantActor, audit.OperatorActor, audit.SystemActor),
		"payment":     contract.SameValues("PaymentStatus", money.PaymentStatuses...),
		"method":      contract.SameValues("PaymentMethod", money.PaymentMethods...),
		"refund":      contract.SameValues("RefundStatus", money.RefundStatuses...),
		"chargeback":  contract.SameValues("ChargebackStatus", money.ChargebackStatuses...),
		"payout":      contract.SameValues("PayoutStatus", money.PayoutStatuses...),
		"settlement":  contract.SameValues("SettlementStatus", ledger.SettlementStatuses...),
		"transaction": contract.SameValues("TransactionType", ledger.TransactionTypes...),
		"booking":     contract.SameValues("TransactionStatus", ledger.TransactionStatuses...),
	} {
		t.Run(name, func(t *testing.T) {
			if err != nil {
				t.Error(err)
			}
		})
	}
}
