package partnerconnect

import (
	"github.com/partnerline/partnerline/internal/fault"
)

// The reasons of partner connect, by HTTP status.
const (
	OnBehalfOfRequired            fault.Reason = "on_behalf_of_required"
	OnBehalfOfNotAllowed          fault.Reason = "on_behalf_of_not_allowed"
	OnBehalfOfMismatch            fault.Reason = "on_behalf_of_mismatch"
	UnsupportedVersion            fault.Reason = "unsupported_version"
	DelegationRequired            fault.Reason = "delegation_required"
	PayoutsOptInRequired          fault.Reason = "payouts_opt_in_required"
	PartnerSuspended              fault.Reason = "partner_suspended"
	ChannelNotFound               fault.Reason = "channel_not_found"
	PartnerNotFound               fault.Reason = "partner_not_found"
	OnboardingNotFound            fault.Reason = "onboarding_not_found"
	DocumentNotFound              fault.Reason = "document_not_found"
	RequiredDocumentNotFound      fault.Reason = "required_document_not_found"
	InvitationNotFound            fault.Reason = "invitation_not_found"
	MerchantNotFound              fault.Reason = "merchant_not_found"
	MessageNotFound               fault.Reason = "message_not_found"
	ApprovalNotFound              fault.Reason = "approval_not_found"
	PersonRequired                fault.Reason = "person_required"
	SecondPersonRequired          fault.Reason = "second_person_required"
	PaymentNotFound               fault.Reason = "payment_not_found"
	RefundNotFound                fault.Reason = "refund_not_found"
	ChargebackNotFound            fault.Reason = "chargeback_not_found"
	PayoutNotFound                fault.Reason = "payout_not_found"
	TransactionNotFound           fault.Reason = "transaction_not_found"
	SettlementNotFound            fault.Reason = "settlement_not_found"
	OnboardingNotEditable         fault.Reason = "onboarding_not_editable"
	SegmentLocked                 fault.Reason = "segment_locked"
	InvitationExists              fault.Reason = "invitation_exists"
	ExternalRefConflict           fault.Reason = "external_ref_conflict"
	InvitationNotApplicable       fault.Reason = "invitation_not_applicable"
	DocumentLimitReached          fault.Reason = "document_limit_reached"
	MerchantNotActive             fault.Reason = "merchant_not_active"
	FileFormatNotAllowed          fault.Reason = "file_format_not_allowed"
	ChannelRequired               fault.Reason = "channel_required"
	ChannelNotOwned               fault.Reason = "channel_not_owned"
	PrefillNotApplicable          fault.Reason = "prefill_not_applicable"
	CompanyStructureUnknown       fault.Reason = "company_structure_unknown"
	ApplicantTypeRequired         fault.Reason = "applicant_type_required"
	RepresentationNotApplicable   fault.Reason = "representation_not_applicable"
	CompanyRegisterRequired       fault.Reason = "company_register_required"
	CompanyNotInRegister          fault.Reason = "company_not_in_register"
	IdentityMismatch              fault.Reason = "identity_mismatch"
	DocumentIdentificationInvalid fault.Reason = "document_identification_invalid"
	FileEmpty                     fault.Reason = "file_empty"
	FileInfected                  fault.Reason = "file_infected"
	CurrencyNotSupported          fault.Reason = "currency_not_supported"
	AmountOutOfRange              fault.Reason = "amount_out_of_range"
	InsufficientFunds             fault.Reason = "insufficient_funds"
	AmountBelowMinimum            fault.Reason = "amount_below_minimum"
	RegisterUnavailable           fault.Reason = "register_unavailable"
	LiveModeUnavailable           fault.Reason = "live_mode_unavailable"
)

// Reasons is what a client reads of them. docs/errors.md is written from it.
var Reasons = fault.Register([]fault.Entry{
	{
		Reason: OnBehalfOfRequired, Status: 400, Kind: fault.KindInvalid, Title: "The merchant is not named",
		Remedy: "Send the header `On-Behalf-Of: <merchant_ref>`; with a partner key every call under /payments needs it.",
	},
	{
		Reason: OnBehalfOfNotAllowed, Status: 400, Kind: fault.KindInvalid,
		Title:  "A merchant key acts for its own merchant",
		Remedy: "Leave the header `On-Behalf-Of` out, or use a partner key.",
	},
	{
		Reason: OnBehalfOfMismatch, Status: 400, Kind: fault.KindInvalid, Title: "Header and path name different merchants",
		Remedy: "Send the merchant of the path in `On-Behalf-Of`, or leave the header out.",
	},
	{
		Reason: UnsupportedVersion, Status: 400, Kind: fault.KindInvalid, Title: "The API version is not known",
		Remedy: "Leave `Connect-Version` out or send a published date.",
	},
	{
		Reason: DelegationRequired, Status: 403, Kind: fault.KindForbidden, Title: "The merchant has not delegated access",
		Remedy: "The merchant signs the channel agreement in the hosted flow, or grants there again what it took back: " +
			"`next_action` names the call whose answer has its link in `next_action.url`.",
	},
	{
		Reason: PayoutsOptInRequired, Status: 403, Kind: fault.KindForbidden, Title: "The merchant has not allowed payouts",
		Remedy: "Ask for it with POST /merchants/{ref}/payouts-opt-in-requests; the merchant decides.",
	},
	{
		Reason: PartnerSuspended, Status: 403, Kind: fault.KindForbidden, Title: "The partner is suspended",
		Remedy: "Contact the operator.",
	},
	{
		Reason: PersonRequired, Status: 403, Kind: fault.KindForbidden, Title: "A person must make this call",
		Remedy: "Where four eyes are required (FOUR_EYES) a person who is signed in makes the call; the internal token " +
			"names none.",
	},
	{
		Reason: SecondPersonRequired, Status: 403, Kind: fault.KindForbidden, Title: "Another person must confirm",
		Remedy: "Ask a person who did not propose it to confirm the approval.",
	},
	{
		Reason: ChannelNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such channel",
		Remedy: "Create the channel first.",
	},
	{
		Reason: PartnerNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such partner",
		Remedy: "Create the partner first.",
	},
	{
		Reason: OnboardingNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such onboarding",
		Remedy: "Use a `ref` of a channel that the key owns.",
	},
	{
		Reason: DocumentNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such document",
		Remedy: "Use a `document_id` of this onboarding's `documents`.",
	},
	{
		Reason: RequiredDocumentNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such required document",
		Remedy: "Use a `document_id` of this onboarding's `required_documents`, or name `document_type` and `subject`.",
	},
	{
		Reason: InvitationNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such invitation",
		Remedy: "Use an `invitation_id` of this onboarding's `invitations`.",
	},
	{
		Reason: MerchantNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such merchant",
		Remedy: "Use the `ref` of a merchant of a channel that the key owns.",
	},
	{
		Reason: MessageNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such message",
		Remedy: "Report the `message_id` that the message was sent with, within 30 days.",
	},
	{
		Reason: ApprovalNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such approval",
		Remedy: "Use an `id` of ListApprovals.",
	},
	{
		Reason: PaymentNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such payment",
		Remedy: "Use a `payment_id` of the merchant that the call names.",
	},
	{
		Reason: RefundNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such refund",
		Remedy: "Use a `refund_id` of this payment's refunds.",
	},
	{
		Reason: ChargebackNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such chargeback",
		Remedy: "Use a `chargeback_id` of this payment's chargebacks.",
	},
	{
		Reason: PayoutNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such payout",
		Remedy: "Use a `payout_id` of this merchant's payouts.",
	},
	{
		Reason: TransactionNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such transaction",
		Remedy: "Use a `transaction_id` of this merchant's transactions.",
	},
	{
		Reason: SettlementNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such settlement",
		Remedy: "Use a `settlement_id` of this merchant's settlements.",
	},
	{
		Reason: OnboardingNotEditable, Status: 409, Kind: fault.KindPrecondition,
		Title:  "The onboarding cannot be changed now",
		Remedy: "Partners write while the status is draft, in_progress, awaiting_signatories or action_required.",
	},
	{
		Reason: SegmentLocked, Status: 409, Kind: fault.KindPrecondition, Title: "The merchant has confirmed this data",
		Remedy: "Leave out the segments that `errors` names. The merchant corrects them in the hosted flow until it " +
			"confirms them there; afterwards only an operator opens them again.",
	},
	{
		Reason: InvitationExists, Status: 409, Kind: fault.KindExists, Title: "This person is invited already",
		Remedy: "Resend the pending invitation, or revoke it first.",
	},
	{
		Reason: ExternalRefConflict, Status: 409, Kind: fault.KindExists,
		Title:  "The reference was used for a different request",
		Remedy: "Repeat a request with the same content, or use an `external_ref` that is new for this merchant.",
	},
	{
		Reason: InvitationNotApplicable, Status: 409, Kind: fault.KindPrecondition, Title: "No one else needs to sign",
		Remedy: "Set the representation decision first; with `solo` there is no one to invite.",
	},
	{
		Reason: DocumentLimitReached, Status: 409, Kind: fault.KindPrecondition,
		Title: "The onboarding has reached its limit of documents", Remedy: "Delete documents that are not needed.",
	},
	{
		Reason: MerchantNotActive, Status: 409, Kind: fault.KindPrecondition, Title: "The merchant is not active",
		Remedy: "Wait until the onboarding is active; a suspended merchant contacts the operator.",
	},
	{
		Reason: FileFormatNotAllowed, Status: 415, Kind: fault.KindInvalid, Title: "The format of the file is not allowed",
		Remedy: "Send pdf, png, jpg, jpeg or tiff, with the file name extension that fits the content.",
	},
	{
		Reason: ChannelRequired, Status: 422, Kind: fault.KindInvalid, Title: "The channel must be named",
		Remedy: "The key owns several channels: name one in `channel`.",
	},
	{
		Reason: ChannelNotOwned, Status: 422, Kind: fault.KindInvalid, Title: "The channel is not the key's",
		Remedy: "Name a channel that the key owns, or leave it out if there is only one.",
	},
	{
		Reason: PrefillNotApplicable, Status: 422, Kind: fault.KindInvalid, Title: "The identity cannot be prefilled",
		Remedy: "A company with several representatives identifies them in the hosted flow.",
	},
	{
		Reason: CompanyStructureUnknown, Status: 422, Kind: fault.KindInvalid,
		Title:  "The company's register has not answered yet",
		Remedy: "Set `company.register` to an entry that the register knows, then prefill.",
	},
	{
		Reason: ApplicantTypeRequired, Status: 422, Kind: fault.KindInvalid, Title: "The applicant type is not set",
		Remedy: "Set `applicant_type` with PATCH /onboarding/{ref} first.",
	},
	{
		Reason: RepresentationNotApplicable, Status: 422, Kind: fault.KindInvalid,
		Title: "Only companies have a representation decision", Remedy: "Leave it out for sole traders and natural persons.",
	},
	{
		Reason: CompanyRegisterRequired, Status: 422, Kind: fault.KindInvalid,
		Title:  "The company's register number is not set",
		Remedy: "Set `company.register` with PATCH /onboarding/{ref} first.",
	},
	{
		Reason: CompanyNotInRegister, Status: 422, Kind: fault.KindInvalid, Title: "The register has no such active company",
		Remedy: "Correct `company.register`.",
	},
	{
		Reason: IdentityMismatch, Status: 422, Kind: fault.KindInvalid, Title: "The identity data contradicts itself",
		Remedy: "Send a date of birth that agrees with the national id, or leave it out.",
	},
	{
		Reason: DocumentIdentificationInvalid, Status: 422, Kind: fault.KindInvalid,
		Title: "It is not clear what the document is", Remedy: "Send either `document_type` and `subject`, or `document_id`.",
	},
	{
		Reason: FileEmpty, Status: 422, Kind: fault.KindInvalid, Title: "The file is empty",
		Remedy: "Send the content of the file.",
	},
	{
		Reason: FileInfected, Status: 422, Kind: fault.KindInvalid, Title: "The file was refused by the virus scanner",
		Remedy: "Send a clean file.",
	},
	{
		Reason: CurrencyNotSupported, Status: 422, Kind: fault.KindInvalid,
		Title: "The merchant does not have this currency", Remedy: "Use one of `supported_currencies`.",
	},
	{
		Reason: AmountOutOfRange, Status: 422, Kind: fault.KindInvalid, Title: "The amount is out of range",
		Remedy: "Send 1 to 99 999 999 999 minor units (ISO 4217: JPY has none, PLN two digits, KWD three); a refund at " +
			"most what is left.",
	},
	{
		Reason: InsufficientFunds, Status: 422, Kind: fault.KindPrecondition, Title: "Not enough money is available",
		Remedy: "Ask for at most `available`, or for `all`; read GET /merchants/{ref}/balance.",
	},
	{
		Reason: AmountBelowMinimum, Status: 422, Kind: fault.KindInvalid, Title: "The amount is below the least payout",
		Remedy: "Ask for at least `minimum` minor units.",
	},
	{
		Reason: RegisterUnavailable, Status: 503, Kind: fault.KindUnavailable, Title: "The company register does not answer",
		Remedy: "Repeat after `Retry-After` seconds.",
	},
	{
		Reason: LiveModeUnavailable, Status: 503, Kind: fault.KindUnavailable,
		Title:  "Live mode lacks a part that the call needs",
		Remedy: "`part` names it. Nothing was stored. Contact the operator, or use a test key.",
	},
})
