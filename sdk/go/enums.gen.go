// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

// ApplicantType: Who the merchant is.
// Values beyond these may come from a newer API.
type ApplicantType string

// Values of ApplicantType.
const (
	// A person who does no business.
	ApplicantTypeNaturalPerson ApplicantType = "natural_person"
	// A person who does business in its own name.
	ApplicantTypeSoleTrader ApplicantType = "sole_trader"
	// A company in a register.
	ApplicantTypeCompany ApplicantType = "company"
)

// TaxIDScheme: Scheme of a tax number.
// Values beyond these may come from a newer API.
type TaxIDScheme string

// Values of TaxIDScheme.
const (
	// NIP of Poland.
	TaxIDSchemePlNip TaxIDScheme = "PL_NIP"
	// Any other.
	TaxIDSchemeOther TaxIDScheme = "OTHER"
)

// RegisterScheme: A register of companies.
// Values beyond these may come from a newer API.
type RegisterScheme string

// Values of RegisterScheme.
const (
	// Krajowy Rejestr Sądowy of Poland.
	RegisterSchemePlKrs RegisterScheme = "PL_KRS"
	// Companies House of the United Kingdom.
	RegisterSchemeGbCoh RegisterScheme = "GB_COH"
	// Any other.
	RegisterSchemeOther RegisterScheme = "OTHER"
)

// OnboardingStatus: State of an onboarding.
// Values beyond these may come from a newer API.
type OnboardingStatus string

// Values of OnboardingStatus.
const (
	// The partner enters data; the merchant has not begun.
	OnboardingStatusDraft OnboardingStatus = "draft"
	// The merchant is in the hosted flow.
	OnboardingStatusInProgress OnboardingStatus = "in_progress"
	// The applicant has signed; further signatories have not.
	OnboardingStatusAwaitingSignatories OnboardingStatus = "awaiting_signatories"
	// All is signed; it is being checked.
	OnboardingStatusInReview OnboardingStatus = "in_review"
	// Something must be corrected; `reason_code` says why.
	OnboardingStatusActionRequired OnboardingStatus = "action_required"
	// The merchant can be paid.
	OnboardingStatusActive OnboardingStatus = "active"
	// The merchant was refused; `reason_code` says why.
	OnboardingStatusRejected OnboardingStatus = "rejected"
	// The partner or the merchant ended it.
	OnboardingStatusCancelled OnboardingStatus = "cancelled"
	// Nothing happened for too long.
	OnboardingStatusExpired OnboardingStatus = "expired"
)

// OnboardingStatusInput: State of an onboarding.
// Values beyond these may come from a newer API.
type OnboardingStatusInput string

// Values of OnboardingStatusInput.
const (
	// The partner enters data; the merchant has not begun.
	OnboardingStatusInputDraft OnboardingStatusInput = "draft"
	// The merchant is in the hosted flow.
	OnboardingStatusInputInProgress OnboardingStatusInput = "in_progress"
	// The applicant has signed; further signatories have not.
	OnboardingStatusInputAwaitingSignatories OnboardingStatusInput = "awaiting_signatories"
	// All is signed; it is being checked.
	OnboardingStatusInputInReview OnboardingStatusInput = "in_review"
	// Something must be corrected; `reason_code` says why.
	OnboardingStatusInputActionRequired OnboardingStatusInput = "action_required"
	// The merchant can be paid.
	OnboardingStatusInputActive OnboardingStatusInput = "active"
	// The merchant was refused; `reason_code` says why.
	OnboardingStatusInputRejected OnboardingStatusInput = "rejected"
	// The partner or the merchant ended it.
	OnboardingStatusInputCancelled OnboardingStatusInput = "cancelled"
	// Nothing happened for too long.
	OnboardingStatusInputExpired OnboardingStatusInput = "expired"
)

// CompanyStructure: Whether several people represent a company, by its register.
// Values beyond these may come from a newer API.
type CompanyStructure string

// Values of CompanyStructure.
const (
	// One person.
	CompanyStructureSinglePerson CompanyStructure = "single_person"
	// Several.
	CompanyStructureMultiPerson CompanyStructure = "multi_person"
	// The register has not answered yet, or does not say.
	CompanyStructureUnknown CompanyStructure = "unknown"
)

// Segment: Part of the data of an onboarding.
// Values beyond these may come from a newer API.
type Segment string

// Values of Segment.
const (
	// The person who opens the account.
	SegmentApplicant Segment = "applicant"
	// The identity of the applicant.
	SegmentIdentity Segment = "identity"
	// What the merchant does.
	SegmentBusiness Segment = "business"
	// The company and its owners.
	SegmentCompany Segment = "company"
	// The bank account that payouts go to.
	SegmentPayoutAccount Segment = "payout_account"
	// Who signs for the company.
	SegmentRepresentation Segment = "representation"
	// Documents that the activity asks for.
	SegmentDocument Segment = "document"
)

// Resolver: Who can provide data.
// Values beyond these may come from a newer API.
type Resolver string

// Values of Resolver.
const (
	// The partner alone.
	ResolverPartner Resolver = "partner"
	// The merchant alone, in the hosted flow.
	ResolverMerchant Resolver = "merchant"
	// Either of them.
	ResolverEither Resolver = "either"
)

// NationalIDScheme: Scheme of a national identification number.
// Values beyond these may come from a newer API.
type NationalIDScheme string

// Values of NationalIDScheme.
const (
	// PESEL of Poland.
	NationalIDSchemePlPesel NationalIDScheme = "PL_PESEL"
	// Any other.
	NationalIDSchemeOther NationalIDScheme = "OTHER"
)

// IdentityDocumentType: Type of an identity document.
// Values beyond these may come from a newer API.
type IdentityDocumentType string

// Values of IdentityDocumentType.
const (
	// Identity card.
	IdentityDocumentTypeIdentityCard IdentityDocumentType = "identity_card"
	// Passport.
	IdentityDocumentTypePassport IdentityDocumentType = "passport"
	// Residence card.
	IdentityDocumentTypeResidenceCard IdentityDocumentType = "residence_card"
	// Driving licence.
	IdentityDocumentTypeDrivingLicence IdentityDocumentType = "driving_licence"
)

// RepresentationMode: How the applicant may bind the company.
// Values beyond these may come from a newer API.
type RepresentationMode string

// Values of RepresentationMode.
const (
	// Alone.
	RepresentationModeSolo RepresentationMode = "solo"
	// As a member of the representing body, with others.
	RepresentationModeCoRepresentative RepresentationMode = "co_representative"
	// Not as a member: by a power of attorney.
	RepresentationModeProxy RepresentationMode = "proxy"
)

// RepresentationMatch: How the applicant was found among the members of the representing body.
// Values beyond these may come from a newer API.
type RepresentationMatch string

// Values of RepresentationMatch.
const (
	// By the national id.
	RepresentationMatchExact RepresentationMatch = "exact"
	// By the whole name.
	RepresentationMatchName RepresentationMatch = "name"
	// By a masked name, or one without further given names.
	RepresentationMatchWeak RepresentationMatch = "weak"
	// Several members match equally.
	RepresentationMatchAmbiguous RepresentationMatch = "ambiguous"
	// The member may not act.
	RepresentationMatchSuspended RepresentationMatch = "suspended"
	// No member matches.
	RepresentationMatchNone RepresentationMatch = "none"
)

// RepresentationRuleKind: Who signs for a company.
// Values beyond these may come from a newer API.
type RepresentationRuleKind string

// Values of RepresentationRuleKind.
const (
	// Any one member.
	RepresentationRuleKindSolo RepresentationRuleKind = "solo"
	// Any of several numbers of members.
	RepresentationRuleKindJoint RepresentationRuleKind = "joint"
	// All members.
	RepresentationRuleKindAll RepresentationRuleKind = "all"
	// Other sets of signatures; see `alternatives`.
	RepresentationRuleKindSpecific RepresentationRuleKind = "specific"
	// The register gives no rule, or one that is not understood: the statutory rule applies.
	RepresentationRuleKindUnparsed RepresentationRuleKind = "unparsed"
)

// RequiredDocumentStatus: State of a document that is asked for.
// Values beyond these may come from a newer API.
type RequiredDocumentStatus string

// Values of RequiredDocumentStatus.
const (
	// It was not uploaded.
	RequiredDocumentStatusMissing RequiredDocumentStatus = "missing"
	// It was uploaded and is to be checked.
	RequiredDocumentStatusReceived RequiredDocumentStatus = "received"
	// It was accepted.
	RequiredDocumentStatusAccepted RequiredDocumentStatus = "accepted"
	// It was rejected; `reason_code` says why.
	RequiredDocumentStatusRejected RequiredDocumentStatus = "rejected"
)

// DocumentStatus: State of an uploaded document.
// Values beyond these may come from a newer API.
type DocumentStatus string

// Values of DocumentStatus.
const (
	// It is to be checked.
	DocumentStatusReceived DocumentStatus = "received"
	// It was accepted.
	DocumentStatusAccepted DocumentStatus = "accepted"
	// It was rejected; `reason_code` says why.
	DocumentStatusRejected DocumentStatus = "rejected"
)

// InvitationRole: How the invited person signs.
// Values beyond these may come from a newer API.
type InvitationRole string

// Values of InvitationRole.
const (
	// As a member of the representing body.
	InvitationRoleRepresentative InvitationRole = "representative"
	// By a power of attorney.
	InvitationRoleProxy InvitationRole = "proxy"
)

// InvitationStatus: State of an invitation.
// Values beyond these may come from a newer API.
type InvitationStatus string

// Values of InvitationStatus.
const (
	// The person has not answered.
	InvitationStatusPending InvitationStatus = "pending"
	// The person has signed.
	InvitationStatusAccepted InvitationStatus = "accepted"
	// The person refused.
	InvitationStatusDeclined InvitationStatus = "declined"
	// It lapsed.
	InvitationStatusExpired InvitationStatus = "expired"
	// The partner took it back.
	InvitationStatusRevoked InvitationStatus = "revoked"
)

// MessageMedium: The way a message takes.
// Values beyond these may come from a newer API.
type MessageMedium string

// Values of MessageMedium.
const (
	// An e-mail.
	MessageMediumEmail MessageMedium = "email"
	// A text message.
	MessageMediumSms MessageMedium = "sms"
)

// MessageStatus: What became of a message.
// Values beyond these may come from a newer API.
type MessageStatus string

// Values of MessageStatus.
const (
	// No provider has accepted it yet.
	MessageStatusQueued MessageStatus = "queued"
	// A provider accepted it.
	MessageStatusSent MessageStatus = "sent"
	// A provider reported that it arrived.
	MessageStatusDelivered MessageStatus = "delivered"
	// It did not reach the person; `reason_code` says why.
	MessageStatusFailed MessageStatus = "failed"
)

// MessageFailure: Why a message did not reach its person.
// Values beyond these may come from a newer API.
type MessageFailure string

// Values of MessageFailure.
const (
	// The provider refused it: correct the address.
	MessageFailureRejected MessageFailure = "rejected"
	// The provider accepted it, and it came back: correct the address.
	MessageFailureBounced MessageFailure = "bounced"
	// No provider accepted it while it was of use: send it again.
	MessageFailureExpired MessageFailure = "expired"
)

// HostedStepName: A step of the hosted flow.
// Values beyond these may come from a newer API.
type HostedStepName string

// Values of HostedStepName.
const (
	// E-mail address and phone are confirmed by codes.
	HostedStepNameContactVerification HostedStepName = "contact_verification"
	// The identity of the merchant is verified.
	HostedStepNameIdentityVerification HostedStepName = "identity_verification"
	// The statutory declarations are made.
	HostedStepNameDeclarations HostedStepName = "declarations"
	// The channel agreement is signed.
	HostedStepNameAgreementSigning HostedStepName = "agreement_signing"
	// The merchant decides on payouts by the partner.
	HostedStepNamePayoutsOptIn HostedStepName = "payouts_opt_in"
	// The bank account is verified by a transfer from it.
	HostedStepNameVerificationTransfer HostedStepName = "verification_transfer"
)

// HostedStepStatus: State of a step.
// Values beyond these may come from a newer API.
type HostedStepStatus string

// Values of HostedStepStatus.
const (
	// The merchant has not taken it.
	HostedStepStatusPending HostedStepStatus = "pending"
	// The merchant has taken it.
	HostedStepStatusCompleted HostedStepStatus = "completed"
)

// DelegationStatus: State of a delegation.
// Values beyond these may come from a newer API.
type DelegationStatus string

// Values of DelegationStatus.
const (
	// The agreement is not signed.
	DelegationStatusNone DelegationStatus = "none"
	// The partner may act for the merchant.
	DelegationStatusActive DelegationStatus = "active"
	// The merchant or the operator took it back.
	DelegationStatusRevoked DelegationStatus = "revoked"
)

// NextActionType: Where the next step is taken.
// Values beyond these may come from a newer API.
type NextActionType string

// Values of NextActionType.
const (
	// Nowhere.
	NextActionTypeNone NextActionType = "none"
	// The merchant, to the hosted flow.
	NextActionTypeHostedFlow NextActionType = "hosted_flow"
	// The customer, to the payment page.
	NextActionTypeRedirect NextActionType = "redirect"
)

// Audience: Of whom data is asked.
// Values beyond these may come from a newer API.
type Audience string

// Values of Audience.
const (
	// Natural persons.
	AudienceNaturalPerson Audience = "natural_person"
	// Sole traders.
	AudienceSoleTrader Audience = "sole_trader"
	// Companies that one person represents.
	AudienceSinglePersonCompany Audience = "single_person_company"
	// Companies that several people represent.
	AudienceMultiPersonCompany Audience = "multi_person_company"
)

// RequirementCondition: When data is asked, beyond its audience.
// Values beyond these may come from a newer API.
type RequirementCondition string

// Values of RequirementCondition.
const (
	// Always.
	RequirementConditionAlways RequirementCondition = "always"
	// When the category code is of a regulated activity.
	RequirementConditionRegulatedActivity RequirementCondition = "regulated_activity"
	// When the national id does not contain the date of birth.
	RequirementConditionNationalIDWithoutDateOfBirth RequirementCondition = "national_id_without_date_of_birth"
	// When the representation decision asks for more people.
	RequirementConditionNotSolo RequirementCondition = "not_solo"
)

// MerchantStatusInput: State of a merchant.
// Values beyond these may come from a newer API.
type MerchantStatusInput string

// Values of MerchantStatusInput.
const (
	// The onboarding is not through.
	MerchantStatusInputNone MerchantStatusInput = "none"
	// It can be paid.
	MerchantStatusInputActive MerchantStatusInput = "active"
	// The operator suspended it, and can resume it.
	MerchantStatusInputSuspended MerchantStatusInput = "suspended"
	// It has ended.
	MerchantStatusInputClosed MerchantStatusInput = "closed"
)

// MerchantStatus: State of a merchant.
// Values beyond these may come from a newer API.
type MerchantStatus string

// Values of MerchantStatus.
const (
	// The onboarding is not through.
	MerchantStatusNone MerchantStatus = "none"
	// It can be paid.
	MerchantStatusActive MerchantStatus = "active"
	// The operator suspended it, and can resume it.
	MerchantStatusSuspended MerchantStatus = "suspended"
	// It has ended.
	MerchantStatusClosed MerchantStatus = "closed"
)

// PayoutsOptInStatus: State of the consent to payouts.
// Values beyond these may come from a newer API.
type PayoutsOptInStatus string

// Values of PayoutsOptInStatus.
const (
	// Neither asked for nor given.
	PayoutsOptInStatusNotRequested PayoutsOptInStatus = "not_requested"
	// The partner asked; the merchant has not decided.
	PayoutsOptInStatusPending PayoutsOptInStatus = "pending"
	// The partner may request payouts.
	PayoutsOptInStatusGranted PayoutsOptInStatus = "granted"
	// The merchant refused it or took it back.
	PayoutsOptInStatusRevoked PayoutsOptInStatus = "revoked"
)

// Revoker: Who took a delegation back.
// Values beyond these may come from a newer API.
type Revoker string

// Values of Revoker.
const (
	// The merchant.
	RevokerMerchant Revoker = "merchant"
	// The operator.
	RevokerOperator Revoker = "operator"
	// A rule of the system.
	RevokerSystem Revoker = "system"
)

// PaymentMethod: How a payment is paid.
// Values beyond these may come from a newer API.
type PaymentMethod string

// Values of PaymentMethod.
const (
	// By bank transfer.
	PaymentMethodTransfer PaymentMethod = "transfer"
	// By BLIK.
	PaymentMethodBlik PaymentMethod = "blik"
	// By card.
	PaymentMethodCard PaymentMethod = "card"
)

// PaymentStatus: State of a payment.
// Values beyond these may come from a newer API.
type PaymentStatus string

// Values of PaymentStatus.
const (
	// The customer has not chosen to pay yet.
	PaymentStatusRegistered PaymentStatus = "registered"
	// The customer pays.
	PaymentStatusPending PaymentStatus = "pending"
	// The money is there.
	PaymentStatusPaid PaymentStatus = "paid"
	// A part was given back.
	PaymentStatusPartiallyRefunded PaymentStatus = "partially_refunded"
	// All was given back.
	PaymentStatusRefunded PaymentStatus = "refunded"
	// It was not completed; `reason_code` says why.
	PaymentStatusRejected PaymentStatus = "rejected"
	// It was not paid in time.
	PaymentStatusExpired PaymentStatus = "expired"
	// It was withdrawn.
	PaymentStatusCancelled PaymentStatus = "cancelled"
)

// ActorType: Who did something for a merchant.
// Values beyond these may come from a newer API.
type ActorType string

// Values of ActorType.
const (
	// The partner, by its delegation.
	ActorTypePartner ActorType = "partner"
	// The merchant, by its own key.
	ActorTypeMerchant ActorType = "merchant"
)

// PaymentStatusInput: State of a payment.
// Values beyond these may come from a newer API.
type PaymentStatusInput string

// Values of PaymentStatusInput.
const (
	// The customer has not chosen to pay yet.
	PaymentStatusInputRegistered PaymentStatusInput = "registered"
	// The customer pays.
	PaymentStatusInputPending PaymentStatusInput = "pending"
	// The money is there.
	PaymentStatusInputPaid PaymentStatusInput = "paid"
	// A part was given back.
	PaymentStatusInputPartiallyRefunded PaymentStatusInput = "partially_refunded"
	// All was given back.
	PaymentStatusInputRefunded PaymentStatusInput = "refunded"
	// It was not completed; `reason_code` says why.
	PaymentStatusInputRejected PaymentStatusInput = "rejected"
	// It was not paid in time.
	PaymentStatusInputExpired PaymentStatusInput = "expired"
	// It was withdrawn.
	PaymentStatusInputCancelled PaymentStatusInput = "cancelled"
)

// RefundStatus: State of a refund.
// Values beyond these may come from a newer API.
type RefundStatus string

// Values of RefundStatus.
const (
	// The amount has left the balance and is not with the customer yet.
	RefundStatusPending RefundStatus = "pending"
	// The customer has it.
	RefundStatusSucceeded RefundStatus = "succeeded"
	// It could not be given back, and is in the balance again; `reason_code` says why.
	RefundStatusFailed RefundStatus = "failed"
)

// ChargebackStatus: State of a chargeback.
// Values beyond these may come from a newer API.
type ChargebackStatus string

// Values of ChargebackStatus.
const (
	// The amount has left the balance.
	ChargebackStatusChargedBack ChargebackStatus = "charged_back"
	// It was decided for the merchant, which has the amount again.
	ChargebackStatusReversed ChargebackStatus = "reversed"
)

// TransactionTypeInput: Why the balance of a merchant changed.
// Values beyond these may come from a newer API.
type TransactionTypeInput string

// Values of TransactionTypeInput.
const (
	// A customer paid.
	TransactionTypeInputPayment TransactionTypeInput = "payment"
	// Money was given back to a customer.
	TransactionTypeInputRefund TransactionTypeInput = "refund"
	// A bank took a payment back.
	TransactionTypeInputChargeback TransactionTypeInput = "chargeback"
	// A fee that is no part of a payment.
	TransactionTypeInputFee TransactionTypeInput = "fee"
	// Money went to the bank account of the merchant.
	TransactionTypeInputPayout TransactionTypeInput = "payout"
	// A correction: a payout that the bank returned, a refund that failed, or a chargeback that was reversed.
	TransactionTypeInputAdjustment TransactionTypeInput = "adjustment"
)

// TransactionStatus: State of a transaction.
// Values beyond these may come from a newer API.
type TransactionStatus string

// Values of TransactionStatus.
const (
	// It counts in the pending balance.
	TransactionStatusPending TransactionStatus = "pending"
	// It changed the available balance at once.
	TransactionStatusAvailable TransactionStatus = "available"
	// A settlement made it available.
	TransactionStatusSettled TransactionStatus = "settled"
)

// TransactionType: Why the balance of a merchant changed.
// Values beyond these may come from a newer API.
type TransactionType string

// Values of TransactionType.
const (
	// A customer paid.
	TransactionTypePayment TransactionType = "payment"
	// Money was given back to a customer.
	TransactionTypeRefund TransactionType = "refund"
	// A bank took a payment back.
	TransactionTypeChargeback TransactionType = "chargeback"
	// A fee that is no part of a payment.
	TransactionTypeFee TransactionType = "fee"
	// Money went to the bank account of the merchant.
	TransactionTypePayout TransactionType = "payout"
	// A correction: a payout that the bank returned, a refund that failed, or a chargeback that was reversed.
	TransactionTypeAdjustment TransactionType = "adjustment"
)

// SettlementStatusInput: State of a settlement.
// Values beyond these may come from a newer API.
type SettlementStatusInput string

// Values of SettlementStatusInput.
const (
	// Its period goes on.
	SettlementStatusInputOpen SettlementStatusInput = "open"
	// It is being credited.
	SettlementStatusInputProcessing SettlementStatusInput = "processing"
	// It was credited to the available balance.
	SettlementStatusInputPaid SettlementStatusInput = "paid"
	// It could not be credited.
	SettlementStatusInputFailed SettlementStatusInput = "failed"
)

// SettlementStatus: State of a settlement.
// Values beyond these may come from a newer API.
type SettlementStatus string

// Values of SettlementStatus.
const (
	// Its period goes on.
	SettlementStatusOpen SettlementStatus = "open"
	// It is being credited.
	SettlementStatusProcessing SettlementStatus = "processing"
	// It was credited to the available balance.
	SettlementStatusPaid SettlementStatus = "paid"
	// It could not be credited.
	SettlementStatusFailed SettlementStatus = "failed"
)

// PayoutStatus: State of a payout.
// Values beyond these may come from a newer API.
type PayoutStatus string

// Values of PayoutStatus.
const (
	// The money is reserved.
	PayoutStatusRequested PayoutStatus = "requested"
	// The bank has the order.
	PayoutStatusProcessing PayoutStatus = "processing"
	// The money arrived.
	PayoutStatusPaid PayoutStatus = "paid"
	// The money is back; `reason_code` says why.
	PayoutStatusFailed PayoutStatus = "failed"
	// It was withdrawn; the money is back.
	PayoutStatusCancelled PayoutStatus = "cancelled"
)

// PayoutStatusInput: State of a payout.
// Values beyond these may come from a newer API.
type PayoutStatusInput string

// Values of PayoutStatusInput.
const (
	// The money is reserved.
	PayoutStatusInputRequested PayoutStatusInput = "requested"
	// The bank has the order.
	PayoutStatusInputProcessing PayoutStatusInput = "processing"
	// The money arrived.
	PayoutStatusInputPaid PayoutStatusInput = "paid"
	// The money is back; `reason_code` says why.
	PayoutStatusInputFailed PayoutStatusInput = "failed"
	// It was withdrawn; the money is back.
	PayoutStatusInputCancelled PayoutStatusInput = "cancelled"
)

// EndpointHealthState: What the recent deliveries of an endpoint show. It follows attempts, so that an outage shows
// after the first of them.
// Values beyond these may come from a newer API.
type EndpointHealthState string

// Values of EndpointHealthState.
const (
	// None of the others.
	EndpointHealthStateHealthy EndpointHealthState = "healthy"
	// The last attempt failed, a delivery waits for its retry, or a delivery failed in the last 24 hours.
	EndpointHealthStateDegraded EndpointHealthState = "degraded"
	// The last 10 attempts failed, or the last 25 deliveries did, half of those that deactivate; one success ends it.
	EndpointHealthStateFailing EndpointHealthState = "failing"
	// The endpoint is not called.
	EndpointHealthStateInactive EndpointHealthState = "inactive"
)

// EndpointOwnershipState: Says whether ownership of an endpoint is proven.
// Values beyond these may come from a newer API.
type EndpointOwnershipState string

// Values of EndpointOwnershipState.
const (
	// It is not proven.
	EndpointOwnershipStateUnproven EndpointOwnershipState = "unproven"
	// It is not proven, and the endpoint is inactive because the operator requires proof.
	EndpointOwnershipStateRequired EndpointOwnershipState = "required"
	// The receiver answered a challenge, and the URL has not changed since.
	EndpointOwnershipStateProven EndpointOwnershipState = "proven"
)

// StatisticsInterval: What an entry of statistics covers.
// Values beyond these may come from a newer API.
type StatisticsInterval string

// Values of StatisticsInterval.
const (
	// An hour.
	StatisticsIntervalHour StatisticsInterval = "hour"
	// A day in UTC.
	StatisticsIntervalDay StatisticsInterval = "day"
)

// DeliveryStatus: State of the run of a delivery.
// Values beyond these may come from a newer API.
type DeliveryStatus string

// Values of DeliveryStatus.
const (
	// Attempts are due or under way.
	DeliveryStatusPending DeliveryStatus = "pending"
	// The receiver answered 2xx.
	DeliveryStatusDelivered DeliveryStatus = "delivered"
	// All attempts of the run failed.
	DeliveryStatusFailed DeliveryStatus = "failed"
	// The endpoint stopped being active.
	DeliveryStatusCancelled DeliveryStatus = "cancelled"
)

// AttemptStatus: How an attempt ended.
// Values beyond these may come from a newer API.
type AttemptStatus string

// Values of AttemptStatus.
const (
	// The receiver answered 2xx in time.
	AttemptStatusSucceeded AttemptStatus = "succeeded"
	// It did not.
	AttemptStatusFailed AttemptStatus = "failed"
)

// AttemptError: Why an attempt failed.
// Values beyond these may come from a newer API.
type AttemptError string

// Values of AttemptError.
const (
	// The name does not resolve.
	AttemptErrorDNS AttemptError = "dns"
	// The name resolves to addresses that deliveries may not go to.
	AttemptErrorBlockedAddress AttemptError = "blocked_address"
	// The connection was refused.
	AttemptErrorConnectRefused AttemptError = "connect_refused"
	// No connection was made in time.
	AttemptErrorConnectTimeout AttemptError = "connect_timeout"
	// The handshake failed, or the certificate is not valid.
	AttemptErrorTLS AttemptError = "tls"
	// No status and headers within 10 seconds.
	AttemptErrorTimeout AttemptError = "timeout"
	// The receiver closed the connection.
	AttemptErrorReset AttemptError = "reset"
	// A 3xx, which is never followed.
	AttemptErrorRedirect AttemptError = "redirect"
	// The status of the response is 4xx.
	AttemptErrorHTTP4xx AttemptError = "http_4xx"
	// The status of the response is 5xx.
	AttemptErrorHTTP5xx AttemptError = "http_5xx"
	// The response is not HTTP.
	AttemptErrorProtocol AttemptError = "protocol"
	// The URL cannot be requested.
	AttemptErrorInvalidURL AttemptError = "invalid_url"
)

// MissedStatus: What a recovery sends again.
// Values beyond these may come from a newer API.
type MissedStatus string

// Values of MissedStatus.
const (
	// Deliveries whose last run failed.
	MissedStatusFailed MissedStatus = "failed"
	// Deliveries whose last run was cancelled.
	MissedStatusCancelled MissedStatus = "cancelled"
	// Events for which the endpoint had no delivery.
	MissedStatusNeverAttempted MissedStatus = "never_attempted"
	// Deliveries that wait for a retry.
	MissedStatusPending MissedStatus = "pending"
)

// RecoveryStatus: State of a recovery.
// Values beyond these may come from a newer API.
type RecoveryStatus string

// Values of RecoveryStatus.
const (
	// It sends what was missed, or waits for room to do so.
	RecoveryStatusRunning RecoveryStatus = "running"
	// It has looked at all events of the span.
	RecoveryStatusCompleted RecoveryStatus = "completed"
	// CancelRecovery stopped it, or its endpoint stopped being active.
	RecoveryStatusCancelled RecoveryStatus = "cancelled"
)

// PortalRole: What a person may do in the portal.
// Values beyond these may come from a newer API.
type PortalRole string

// Values of PortalRole.
const (
	// See everything.
	PortalRoleViewer PortalRole = "viewer"
	// Also create, change and delete endpoints, send tests, and send deliveries again.
	PortalRoleManager PortalRole = "manager"
)

// KeyType: Whose key it is.
// Values beyond these may come from a newer API.
type KeyType string

// Values of KeyType.
const (
	// A partner's.
	KeyTypePartnerKey KeyType = "partner_key"
	// A merchant's.
	KeyTypeMerchantKey KeyType = "merchant_key"
)

// KeyMode: Mode of a key.
// Values beyond these may come from a newer API.
type KeyMode string

// Values of KeyMode.
const (
	// Real money.
	KeyModeLive KeyMode = "live"
	// The sandbox.
	KeyModeTest KeyMode = "test"
)

// RateLimitPolicy: What a limit counts.
// Values beyond these may come from a newer API.
type RateLimitPolicy string

// Values of RateLimitPolicy.
const (
	// All calls of the key.
	RateLimitPolicyKey RateLimitPolicy = "key"
	// Calls that change something.
	RateLimitPolicyWrites RateLimitPolicy = "writes"
	// Uploads.
	RateLimitPolicyUploads RateLimitPolicy = "uploads"
)

// OnboardingTarget: Where the sandbox takes an onboarding.
// Values beyond these may come from a newer API.
type OnboardingTarget string

// Values of OnboardingTarget.
const (
	// As the status of that name; it is reached only if it is so already.
	OnboardingTargetDraft OnboardingTarget = "draft"
	// The merchant has begun.
	OnboardingTargetInProgress OnboardingTarget = "in_progress"
	// The applicant has signed.
	OnboardingTargetAwaitingSignatories OnboardingTarget = "awaiting_signatories"
	// All has been signed.
	OnboardingTargetInReview OnboardingTarget = "in_review"
	// The operator asks for a correction.
	OnboardingTargetActionRequired OnboardingTarget = "action_required"
	// The onboarding is through.
	OnboardingTargetActive OnboardingTarget = "active"
	// The operator refused the merchant.
	OnboardingTargetRejected OnboardingTarget = "rejected"
	// It was ended.
	OnboardingTargetCancelled OnboardingTarget = "cancelled"
	// Nothing happened for too long.
	OnboardingTargetExpired OnboardingTarget = "expired"
	// The merchant allows payouts.
	OnboardingTargetPayoutsOptIn OnboardingTarget = "payouts_opt_in"
	// The merchant takes the delegation back.
	OnboardingTargetDelegationRevoked OnboardingTarget = "delegation_revoked"
)

// VerificationStatus: State of a session; each is entered at most once.
// Values beyond these may come from a newer API.
type VerificationStatus string

// Values of VerificationStatus.
const (
	// The subject has not started.
	VerificationStatusPending VerificationStatus = "pending"
	// The subject enters what is asked for.
	VerificationStatusInProgress VerificationStatus = "in_progress"
	// All input was submitted and is being checked.
	VerificationStatusProcessing VerificationStatus = "processing"
	// A person decides.
	VerificationStatusInReview VerificationStatus = "in_review"
	// All checks passed.
	VerificationStatusCompleted VerificationStatus = "completed"
	// A check failed, or the session was declined.
	VerificationStatusFailed VerificationStatus = "failed"
	// The subject did not finish in time.
	VerificationStatusExpired VerificationStatus = "expired"
	// It was called off before its end.
	VerificationStatusCancelled VerificationStatus = "cancelled"
)

// VerificationKind: What a session verifies.
// Values beyond these may come from a newer API.
type VerificationKind string

// Values of VerificationKind.
const (
	// That a person is who it claims to be.
	VerificationKindIdentity VerificationKind = "identity"
	// A company, against its register.
	VerificationKindCompany VerificationKind = "company"
	// A bank account, by a transfer from it.
	VerificationKindBankTransfer VerificationKind = "bank_transfer"
)

// VerificationOrder: Order of a list of sessions.
// Values beyond these may come from a newer API.
type VerificationOrder string

// Values of VerificationOrder.
const (
	// Newest first.
	VerificationOrderCreatedAt VerificationOrder = "created_at"
	// Oldest change first.
	VerificationOrderUpdatedAt VerificationOrder = "updated_at"
)

// SubjectType: Who is verified.
// Values beyond these may come from a newer API.
type SubjectType string

// Values of SubjectType.
const (
	// A natural person.
	SubjectTypePerson SubjectType = "person"
	// A company.
	SubjectTypeCompany SubjectType = "company"
)

// CheckType: A part of a session.
// Values beyond these may come from a newer API.
type CheckType string

// Values of CheckType.
const (
	// The identity document is genuine and valid.
	CheckTypeDocument CheckType = "document"
	// The person is there, and is the one of the document.
	CheckTypeLiveness CheckType = "liveness"
	// The national identification number belongs to the person.
	CheckTypeNationalID CheckType = "national_id"
	// The company is in its register.
	CheckTypeRegister CheckType = "register"
	// The subject is on no list of sanctions.
	CheckTypeSanctions CheckType = "sanctions"
	// The address is the one of the subject.
	CheckTypeAddress CheckType = "address"
	// A transfer came from the account of the subject.
	CheckTypeBankTransfer CheckType = "bank_transfer"
)

// CheckStatus: The state of a check.
// Values beyond these may come from a newer API.
type CheckStatus string

// Values of CheckStatus.
const (
	// No result was reported yet.
	CheckStatusPending CheckStatus = "pending"
	// The check passed.
	CheckStatusPassed CheckStatus = "passed"
	// The check failed.
	CheckStatusFailed CheckStatus = "failed"
	// The check was made and shows neither.
	CheckStatusInconclusive CheckStatus = "inconclusive"
	// The session ended and no result was reported.
	CheckStatusNotRun CheckStatus = "not_run"
)

// Outcome: How a session ended.
// Values beyond these may come from a newer API.
type Outcome string

// Values of Outcome.
const (
	// It is `completed`.
	OutcomeVerified Outcome = "verified"
	// It is `failed`.
	OutcomeNotVerified Outcome = "not_verified"
)

// ReasonCode: Why a session failed, as far as a tenant may see it.
// Values beyond these may come from a newer API.
type ReasonCode string

// Values of ReasonCode.
const (
	// The document has expired.
	ReasonCodeDocumentExpired ReasonCode = "document_expired"
	// The document cannot be read.
	ReasonCodeDocumentUnreadable ReasonCode = "document_unreadable"
	// The type of document is not supported.
	ReasonCodeDocumentTypeNotSupported ReasonCode = "document_type_not_supported"
	// What was entered and what was found differ.
	ReasonCodeDataMismatch ReasonCode = "data_mismatch"
	// The check of liveness failed.
	ReasonCodeLivenessFailed ReasonCode = "liveness_failed"
	// The register says otherwise.
	ReasonCodeRegisterMismatch ReasonCode = "register_mismatch"
	// The transfer came from an account of another name.
	ReasonCodeTransferNameMismatch ReasonCode = "transfer_name_mismatch"
	// No transfer arrived.
	ReasonCodeTransferNotReceived ReasonCode = "transfer_not_received"
	// The session was declined by a person.
	ReasonCodeDeclined ReasonCode = "declined"
	// All tries are used up.
	ReasonCodeAttemptsExhausted ReasonCode = "attempts_exhausted"
	// Another reason, which is not shown.
	ReasonCodeOther ReasonCode = "other"
)

// CheckOutcome: Result of a check, as the provider reports it.
// Values beyond these may come from a newer API.
type CheckOutcome string

// Values of CheckOutcome.
const (
	// The check passed.
	CheckOutcomePassed CheckOutcome = "passed"
	// The check failed.
	CheckOutcomeFailed CheckOutcome = "failed"
	// The check was made and shows neither.
	CheckOutcomeInconclusive CheckOutcome = "inconclusive"
)

// Types of the events that endpoints receive.
const (
	EventTypeOnboardingStatusChanged    = "onboarding.status_changed"
	EventTypeOnboardingMissingChanged   = "onboarding.missing_changed"
	EventTypeOnboardingDataCorrected    = "onboarding.data_corrected"
	EventTypeOnboardingMessageFailed    = "onboarding.message_failed"
	EventTypeDocumentReceived           = "document.received"
	EventTypeDocumentAccepted           = "document.accepted"
	EventTypeDocumentRejected           = "document.rejected"
	EventTypeInvitationCreated          = "invitation.created"
	EventTypeInvitationAccepted         = "invitation.accepted"
	EventTypeInvitationDeclined         = "invitation.declined"
	EventTypeInvitationExpired          = "invitation.expired"
	EventTypeInvitationRevoked          = "invitation.revoked"
	EventTypeDelegationGranted          = "delegation.granted"
	EventTypeDelegationRevoked          = "delegation.revoked"
	EventTypePayoutsOptInGranted        = "payouts_opt_in.granted"
	EventTypePayoutsOptInRevoked        = "payouts_opt_in.revoked"
	EventTypeMerchantStatusChanged      = "merchant.status_changed"
	EventTypePaymentRegistered          = "payment.registered"
	EventTypePaymentPending             = "payment.pending"
	EventTypePaymentPaid                = "payment.paid"
	EventTypePaymentRejected            = "payment.rejected"
	EventTypePaymentExpired             = "payment.expired"
	EventTypePaymentCancelled           = "payment.cancelled"
	EventTypePaymentRefunded            = "payment.refunded"
	EventTypeRefundCreated              = "refund.created"
	EventTypeRefundSucceeded            = "refund.succeeded"
	EventTypeRefundFailed               = "refund.failed"
	EventTypeChargebackCreated          = "chargeback.created"
	EventTypeChargebackReversed         = "chargeback.reversed"
	EventTypeSettlementPaid             = "settlement.paid"
	EventTypePayoutRequested            = "payout.requested"
	EventTypePayoutProcessing           = "payout.processing"
	EventTypePayoutPaid                 = "payout.paid"
	EventTypePayoutFailed               = "payout.failed"
	EventTypePayoutCancelled            = "payout.cancelled"
	EventTypeWebhookTest                = "webhook.test"
	EventTypeEndpointFailing            = "endpoint.failing"
	EventTypeEndpointDeactivated        = "endpoint.deactivated"
	EventTypeEndpointReactivated        = "endpoint.reactivated"
	EventTypeSourceAddressesChanged     = "source_addresses.changed"
	EventTypeWebhookChallenge           = "webhook.challenge"
	EventTypeVerificationCreated        = "verification.created"
	EventTypeVerificationStarted        = "verification.started"
	EventTypeVerificationProcessing     = "verification.processing"
	EventTypeVerificationReviewRequired = "verification.review_required"
	EventTypeVerificationCompleted      = "verification.completed"
	EventTypeVerificationFailed         = "verification.failed"
	EventTypeVerificationExpired        = "verification.expired"
	EventTypeVerificationCancelled      = "verification.cancelled"
	EventTypeVerificationTest           = "verification.test"
)
