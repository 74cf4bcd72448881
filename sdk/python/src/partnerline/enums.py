# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Texts with known values. Values beyond them may come from a newer API."""

from ._values import OpenEnum


class ApplicantType(OpenEnum):
    """Who the merchant is."""

    NATURAL_PERSON = "natural_person"
    """A person who does no business."""
    SOLE_TRADER = "sole_trader"
    """A person who does business in its own name."""
    COMPANY = "company"
    """A company in a register."""


class TaxIdScheme(OpenEnum):
    """Scheme of a tax number."""

    PL_NIP = "PL_NIP"
    """NIP of Poland."""
    OTHER = "OTHER"
    """Any other."""


class RegisterScheme(OpenEnum):
    """A register of companies."""

    PL_KRS = "PL_KRS"
    """Krajowy Rejestr Sądowy of Poland."""
    GB_COH = "GB_COH"
    """Companies House of the United Kingdom."""
    OTHER = "OTHER"
    """Any other."""


class OnboardingStatus(OpenEnum):
    """State of an onboarding."""

    DRAFT = "draft"
    """The partner enters data; the merchant has not begun."""
    IN_PROGRESS = "in_progress"
    """The merchant is in the hosted flow."""
    AWAITING_SIGNATORIES = "awaiting_signatories"
    """The applicant has signed; further signatories have not."""
    IN_REVIEW = "in_review"
    """All is signed; it is being checked."""
    ACTION_REQUIRED = "action_required"
    """Something must be corrected; `reason_code` says why."""
    ACTIVE = "active"
    """The merchant can be paid."""
    REJECTED = "rejected"
    """The merchant was refused; `reason_code` says why."""
    CANCELLED = "cancelled"
    """The partner or the merchant ended it."""
    EXPIRED = "expired"
    """Nothing happened for too long."""


class OnboardingStatusInput(OpenEnum):
    """State of an onboarding."""

    DRAFT = "draft"
    """The partner enters data; the merchant has not begun."""
    IN_PROGRESS = "in_progress"
    """The merchant is in the hosted flow."""
    AWAITING_SIGNATORIES = "awaiting_signatories"
    """The applicant has signed; further signatories have not."""
    IN_REVIEW = "in_review"
    """All is signed; it is being checked."""
    ACTION_REQUIRED = "action_required"
    """Something must be corrected; `reason_code` says why."""
    ACTIVE = "active"
    """The merchant can be paid."""
    REJECTED = "rejected"
    """The merchant was refused; `reason_code` says why."""
    CANCELLED = "cancelled"
    """The partner or the merchant ended it."""
    EXPIRED = "expired"
    """Nothing happened for too long."""


class CompanyStructure(OpenEnum):
    """Whether several people represent a company, by its register."""

    SINGLE_PERSON = "single_person"
    """One person."""
    MULTI_PERSON = "multi_person"
    """Several."""
    UNKNOWN = "unknown"
    """The register has not answered yet, or does not say."""


class Segment(OpenEnum):
    """Part of the data of an onboarding."""

    APPLICANT = "applicant"
    """The person who opens the account."""
    IDENTITY = "identity"
    """The identity of the applicant."""
    BUSINESS = "business"
    """What the merchant does."""
    COMPANY = "company"
    """The company and its owners."""
    PAYOUT_ACCOUNT = "payout_account"
    """The bank account that payouts go to."""
    REPRESENTATION = "representation"
    """Who signs for the company."""
    DOCUMENT = "document"
    """Documents that the activity asks for."""


class Resolver(OpenEnum):
    """Who can provide data."""

    PARTNER = "partner"
    """The partner alone."""
    MERCHANT = "merchant"
    """The merchant alone, in the hosted flow."""
    EITHER = "either"
    """Either of them."""


class NationalIdScheme(OpenEnum):
    """Scheme of a national identification number."""

    PL_PESEL = "PL_PESEL"
    """PESEL of Poland."""
    OTHER = "OTHER"
    """Any other."""


class IdentityDocumentType(OpenEnum):
    """Type of an identity document."""

    IDENTITY_CARD = "identity_card"
    """Identity card."""
    PASSPORT = "passport"
    """Passport."""
    RESIDENCE_CARD = "residence_card"
    """Residence card."""
    DRIVING_LICENCE = "driving_licence"
    """Driving licence."""


class RepresentationMode(OpenEnum):
    """How the applicant may bind the company."""

    SOLO = "solo"
    """Alone."""
    CO_REPRESENTATIVE = "co_representative"
    """As a member of the representing body, with others."""
    PROXY = "proxy"
    """Not as a member: by a power of attorney."""


class RepresentationMatch(OpenEnum):
    """How the applicant was found among the members of the representing body."""

    EXACT = "exact"
    """By the national id."""
    NAME = "name"
    """By the whole name."""
    WEAK = "weak"
    """By a masked name, or one without further given names."""
    AMBIGUOUS = "ambiguous"
    """Several members match equally."""
    SUSPENDED = "suspended"
    """The member may not act."""
    NONE = "none"
    """No member matches."""


class RepresentationRuleKind(OpenEnum):
    """Who signs for a company."""

    SOLO = "solo"
    """Any one member."""
    JOINT = "joint"
    """Any of several numbers of members."""
    ALL = "all"
    """All members."""
    SPECIFIC = "specific"
    """Other sets of signatures; see `alternatives`."""
    UNPARSED = "unparsed"
    """The register gives no rule, or one that is not understood: the statutory rule applies."""


class RequiredDocumentStatus(OpenEnum):
    """State of a document that is asked for."""

    MISSING = "missing"
    """It was not uploaded."""
    RECEIVED = "received"
    """It was uploaded and is to be checked."""
    ACCEPTED = "accepted"
    """It was accepted."""
    REJECTED = "rejected"
    """It was rejected; `reason_code` says why."""


class DocumentStatus(OpenEnum):
    """State of an uploaded document."""

    RECEIVED = "received"
    """It is to be checked."""
    ACCEPTED = "accepted"
    """It was accepted."""
    REJECTED = "rejected"
    """It was rejected; `reason_code` says why."""


class InvitationRole(OpenEnum):
    """How the invited person signs."""

    REPRESENTATIVE = "representative"
    """As a member of the representing body."""
    PROXY = "proxy"
    """By a power of attorney."""


class InvitationStatus(OpenEnum):
    """State of an invitation."""

    PENDING = "pending"
    """The person has not answered."""
    ACCEPTED = "accepted"
    """The person has signed."""
    DECLINED = "declined"
    """The person refused."""
    EXPIRED = "expired"
    """It lapsed."""
    REVOKED = "revoked"
    """The partner took it back."""


class MessageMedium(OpenEnum):
    """The way a message takes."""

    EMAIL = "email"
    """An e-mail."""
    SMS = "sms"
    """A text message."""


class MessageStatus(OpenEnum):
    """What became of a message."""

    QUEUED = "queued"
    """No provider has accepted it yet."""
    SENT = "sent"
    """A provider accepted it."""
    DELIVERED = "delivered"
    """A provider reported that it arrived."""
    FAILED = "failed"
    """It did not reach the person; `reason_code` says why."""


class MessageFailure(OpenEnum):
    """Why a message did not reach its person."""

    REJECTED = "rejected"
    """The provider refused it: correct the address."""
    BOUNCED = "bounced"
    """The provider accepted it, and it came back: correct the address."""
    EXPIRED = "expired"
    """No provider accepted it while it was of use: send it again."""


class HostedStepName(OpenEnum):
    """A step of the hosted flow."""

    CONTACT_VERIFICATION = "contact_verification"
    """E-mail address and phone are confirmed by codes."""
    IDENTITY_VERIFICATION = "identity_verification"
    """The identity of the merchant is verified."""
    DECLARATIONS = "declarations"
    """The statutory declarations are made."""
    AGREEMENT_SIGNING = "agreement_signing"
    """The channel agreement is signed."""
    PAYOUTS_OPT_IN = "payouts_opt_in"
    """The merchant decides on payouts by the partner."""
    VERIFICATION_TRANSFER = "verification_transfer"
    """The bank account is verified by a transfer from it."""


class HostedStepStatus(OpenEnum):
    """State of a step."""

    PENDING = "pending"
    """The merchant has not taken it."""
    COMPLETED = "completed"
    """The merchant has taken it."""


class DelegationStatus(OpenEnum):
    """State of a delegation."""

    NONE = "none"
    """The agreement is not signed."""
    ACTIVE = "active"
    """The partner may act for the merchant."""
    REVOKED = "revoked"
    """The merchant or the operator took it back."""


class NextActionType(OpenEnum):
    """Where the next step is taken."""

    NONE = "none"
    """Nowhere."""
    HOSTED_FLOW = "hosted_flow"
    """The merchant, to the hosted flow."""
    REDIRECT = "redirect"
    """The customer, to the payment page."""


class Audience(OpenEnum):
    """Of whom data is asked."""

    NATURAL_PERSON = "natural_person"
    """Natural persons."""
    SOLE_TRADER = "sole_trader"
    """Sole traders."""
    SINGLE_PERSON_COMPANY = "single_person_company"
    """Companies that one person represents."""
    MULTI_PERSON_COMPANY = "multi_person_company"
    """Companies that several people represent."""


class RequirementCondition(OpenEnum):
    """When data is asked, beyond its audience."""

    ALWAYS = "always"
    """Always."""
    REGULATED_ACTIVITY = "regulated_activity"
    """When the category code is of a regulated activity."""
    NATIONAL_ID_WITHOUT_DATE_OF_BIRTH = "national_id_without_date_of_birth"
    """When the national id does not contain the date of birth."""
    NOT_SOLO = "not_solo"
    """When the representation decision asks for more people."""


class MerchantStatusInput(OpenEnum):
    """State of a merchant."""

    NONE = "none"
    """The onboarding is not through."""
    ACTIVE = "active"
    """It can be paid."""
    SUSPENDED = "suspended"
    """The operator suspended it, and can resume it."""
    CLOSED = "closed"
    """It has ended."""


class MerchantStatus(OpenEnum):
    """State of a merchant."""

    NONE = "none"
    """The onboarding is not through."""
    ACTIVE = "active"
    """It can be paid."""
    SUSPENDED = "suspended"
    """The operator suspended it, and can resume it."""
    CLOSED = "closed"
    """It has ended."""


class PayoutsOptInStatus(OpenEnum):
    """State of the consent to payouts."""

    NOT_REQUESTED = "not_requested"
    """Neither asked for nor given."""
    PENDING = "pending"
    """The partner asked; the merchant has not decided."""
    GRANTED = "granted"
    """The partner may request payouts."""
    REVOKED = "revoked"
    """The merchant refused it or took it back."""


class Revoker(OpenEnum):
    """Who took a delegation back."""

    MERCHANT = "merchant"
    """The merchant."""
    OPERATOR = "operator"
    """The operator."""
    SYSTEM = "system"
    """A rule of the system."""


class PaymentMethod(OpenEnum):
    """How a payment is paid."""

    TRANSFER = "transfer"
    """By bank transfer."""
    BLIK = "blik"
    """By BLIK."""
    CARD = "card"
    """By card."""


class PaymentStatus(OpenEnum):
    """State of a payment."""

    REGISTERED = "registered"
    """The customer has not chosen to pay yet."""
    PENDING = "pending"
    """The customer pays."""
    PAID = "paid"
    """The money is there."""
    PARTIALLY_REFUNDED = "partially_refunded"
    """A part was given back."""
    REFUNDED = "refunded"
    """All was given back."""
    REJECTED = "rejected"
    """It was not completed; `reason_code` says why."""
    EXPIRED = "expired"
    """It was not paid in time."""
    CANCELLED = "cancelled"
    """It was withdrawn."""


class ActorType(OpenEnum):
    """Who did something for a merchant."""

    PARTNER = "partner"
    """The partner, by its delegation."""
    MERCHANT = "merchant"
    """The merchant, by its own key."""


class PaymentStatusInput(OpenEnum):
    """State of a payment."""

    REGISTERED = "registered"
    """The customer has not chosen to pay yet."""
    PENDING = "pending"
    """The customer pays."""
    PAID = "paid"
    """The money is there."""
    PARTIALLY_REFUNDED = "partially_refunded"
    """A part was given back."""
    REFUNDED = "refunded"
    """All was given back."""
    REJECTED = "rejected"
    """It was not completed; `reason_code` says why."""
    EXPIRED = "expired"
    """It was not paid in time."""
    CANCELLED = "cancelled"
    """It was withdrawn."""


class RefundStatus(OpenEnum):
    """State of a refund."""

    PENDING = "pending"
    """The amount has left the balance and is not with the customer yet."""
    SUCCEEDED = "succeeded"
    """The customer has it."""
    FAILED = "failed"
    """It could not be given back, and is in the balance again; `reason_code` says why."""


class ChargebackStatus(OpenEnum):
    """State of a chargeback."""

    CHARGED_BACK = "charged_back"
    """The amount has left the balance."""
    REVERSED = "reversed"
    """It was decided for the merchant, which has the amount again."""


class TransactionTypeInput(OpenEnum):
    """Why the balance of a merchant changed."""

    PAYMENT = "payment"
    """A customer paid."""
    REFUND = "refund"
    """Money was given back to a customer."""
    CHARGEBACK = "chargeback"
    """A bank took a payment back."""
    FEE = "fee"
    """A fee that is no part of a payment."""
    PAYOUT = "payout"
    """Money went to the bank account of the merchant."""
    ADJUSTMENT = "adjustment"
    """A correction: a payout that the bank returned, a refund that failed, or a chargeback that was reversed."""


class TransactionStatus(OpenEnum):
    """State of a transaction."""

    PENDING = "pending"
    """It counts in the pending balance."""
    AVAILABLE = "available"
    """It changed the available balance at once."""
    SETTLED = "settled"
    """A settlement made it available."""


class TransactionType(OpenEnum):
    """Why the balance of a merchant changed."""

    PAYMENT = "payment"
    """A customer paid."""
    REFUND = "refund"
    """Money was given back to a customer."""
    CHARGEBACK = "chargeback"
    """A bank took a payment back."""
    FEE = "fee"
    """A fee that is no part of a payment."""
    PAYOUT = "payout"
    """Money went to the bank account of the merchant."""
    ADJUSTMENT = "adjustment"
    """A correction: a payout that the bank returned, a refund that failed, or a chargeback that was reversed."""


class SettlementStatusInput(OpenEnum):
    """State of a settlement."""

    OPEN = "open"
    """Its period goes on."""
    PROCESSING = "processing"
    """It is being credited."""
    PAID = "paid"
    """It was credited to the available balance."""
    FAILED = "failed"
    """It could not be credited."""


class SettlementStatus(OpenEnum):
    """State of a settlement."""

    OPEN = "open"
    """Its period goes on."""
    PROCESSING = "processing"
    """It is being credited."""
    PAID = "paid"
    """It was credited to the available balance."""
    FAILED = "failed"
    """It could not be credited."""


class PayoutStatus(OpenEnum):
    """State of a payout."""

    REQUESTED = "requested"
    """The money is reserved."""
    PROCESSING = "processing"
    """The bank has the order."""
    PAID = "paid"
    """The money arrived."""
    FAILED = "failed"
    """The money is back; `reason_code` says why."""
    CANCELLED = "cancelled"
    """It was withdrawn; the money is back."""


class PayoutStatusInput(OpenEnum):
    """State of a payout."""

    REQUESTED = "requested"
    """The money is reserved."""
    PROCESSING = "processing"
    """The bank has the order."""
    PAID = "paid"
    """The money arrived."""
    FAILED = "failed"
    """The money is back; `reason_code` says why."""
    CANCELLED = "cancelled"
    """It was withdrawn; the money is back."""


class EndpointHealthState(OpenEnum):
    """What the recent deliveries of an endpoint show. It follows attempts, so that an outage shows after the first of
    them."""

    HEALTHY = "healthy"
    """None of the others."""
    DEGRADED = "degraded"
    """The last attempt failed, a delivery waits for its retry, or a delivery failed in the last 24 hours."""
    FAILING = "failing"
    """The last 10 attempts failed, or the last 25 deliveries did, half of those that deactivate; one success ends it."""
    INACTIVE = "inactive"
    """The endpoint is not called."""


class EndpointOwnershipState(OpenEnum):
    """Says whether ownership of an endpoint is proven."""

    UNPROVEN = "unproven"
    """It is not proven."""
    REQUIRED = "required"
    """It is not proven, and the endpoint is inactive because the operator requires proof."""
    PROVEN = "proven"
    """The receiver answered a challenge, and the URL has not changed since."""


class StatisticsInterval(OpenEnum):
    """What an entry of statistics covers."""

    HOUR = "hour"
    """An hour."""
    DAY = "day"
    """A day in UTC."""


class DeliveryStatus(OpenEnum):
    """State of the run of a delivery."""

    PENDING = "pending"
    """Attempts are due or under way."""
    DELIVERED = "delivered"
    """The receiver answered 2xx."""
    FAILED = "failed"
    """All attempts of the run failed."""
    CANCELLED = "cancelled"
    """The endpoint stopped being active."""


class AttemptStatus(OpenEnum):
    """How an attempt ended."""

    SUCCEEDED = "succeeded"
    """The receiver answered 2xx in time."""
    FAILED = "failed"
    """It did not."""


class AttemptError(OpenEnum):
    """Why an attempt failed."""

    DNS = "dns"
    """The name does not resolve."""
    BLOCKED_ADDRESS = "blocked_address"
    """The name resolves to addresses that deliveries may not go to."""
    CONNECT_REFUSED = "connect_refused"
    """The connection was refused."""
    CONNECT_TIMEOUT = "connect_timeout"
    """No connection was made in time."""
    TLS = "tls"
    """The handshake failed, or the certificate is not valid."""
    TIMEOUT = "timeout"
    """No status and headers within 10 seconds."""
    RESET = "reset"
    """The receiver closed the connection."""
    REDIRECT = "redirect"
    """A 3xx, which is never followed."""
    HTTP_4XX = "http_4xx"
    """The status of the response is 4xx."""
    HTTP_5XX = "http_5xx"
    """The status of the response is 5xx."""
    PROTOCOL = "protocol"
    """The response is not HTTP."""
    INVALID_URL = "invalid_url"
    """The URL cannot be requested."""


class MissedStatus(OpenEnum):
    """What a recovery sends again."""

    FAILED = "failed"
    """Deliveries whose last run failed."""
    CANCELLED = "cancelled"
    """Deliveries whose last run was cancelled."""
    NEVER_ATTEMPTED = "never_attempted"
    """Events for which the endpoint had no delivery."""
    PENDING = "pending"
    """Deliveries that wait for a retry."""


class RecoveryStatus(OpenEnum):
    """State of a recovery."""

    RUNNING = "running"
    """It sends what was missed, or waits for room to do so."""
    COMPLETED = "completed"
    """It has looked at all events of the span."""
    CANCELLED = "cancelled"
    """CancelRecovery stopped it, or its endpoint stopped being active."""


class PortalRole(OpenEnum):
    """What a person may do in the portal."""

    VIEWER = "viewer"
    """See everything."""
    MANAGER = "manager"
    """Also create, change and delete endpoints, send tests, and send deliveries again."""


class KeyType(OpenEnum):
    """Whose key it is."""

    PARTNER_KEY = "partner_key"
    """A partner's."""
    MERCHANT_KEY = "merchant_key"
    """A merchant's."""


class KeyMode(OpenEnum):
    """Mode of a key."""

    LIVE = "live"
    """Real money."""
    TEST = "test"
    """The sandbox."""


class RateLimitPolicy(OpenEnum):
    """What a limit counts."""

    KEY = "key"
    """All calls of the key."""
    WRITES = "writes"
    """Calls that change something."""
    UPLOADS = "uploads"
    """Uploads."""


class OnboardingTarget(OpenEnum):
    """Where the sandbox takes an onboarding."""

    DRAFT = "draft"
    """As the status of that name; it is reached only if it is so already."""
    IN_PROGRESS = "in_progress"
    """The merchant has begun."""
    AWAITING_SIGNATORIES = "awaiting_signatories"
    """The applicant has signed."""
    IN_REVIEW = "in_review"
    """All has been signed."""
    ACTION_REQUIRED = "action_required"
    """The operator asks for a correction."""
    ACTIVE = "active"
    """The onboarding is through."""
    REJECTED = "rejected"
    """The operator refused the merchant."""
    CANCELLED = "cancelled"
    """It was ended."""
    EXPIRED = "expired"
    """Nothing happened for too long."""
    PAYOUTS_OPT_IN = "payouts_opt_in"
    """The merchant allows payouts."""
    DELEGATION_REVOKED = "delegation_revoked"
    """The merchant takes the delegation back."""


class VerificationStatus(OpenEnum):
    """State of a session; each is entered at most once."""

    PENDING = "pending"
    """The subject has not started."""
    IN_PROGRESS = "in_progress"
    """The subject enters what is asked for."""
    PROCESSING = "processing"
    """All input was submitted and is being checked."""
    IN_REVIEW = "in_review"
    """A person decides."""
    COMPLETED = "completed"
    """All checks passed."""
    FAILED = "failed"
    """A check failed, or the session was declined."""
    EXPIRED = "expired"
    """The subject did not finish in time."""
    CANCELLED = "cancelled"
    """It was called off before its end."""


class VerificationKind(OpenEnum):
    """What a session verifies."""

    IDENTITY = "identity"
    """That a person is who it claims to be."""
    COMPANY = "company"
    """A company, against its register."""
    BANK_TRANSFER = "bank_transfer"
    """A bank account, by a transfer from it."""


class VerificationOrder(OpenEnum):
    """Order of a list of sessions."""

    CREATED_AT = "created_at"
    """Newest first."""
    UPDATED_AT = "updated_at"
    """Oldest change first."""


class SubjectType(OpenEnum):
    """Who is verified."""

    PERSON = "person"
    """A natural person."""
    COMPANY = "company"
    """A company."""


class CheckType(OpenEnum):
    """A part of a session."""

    DOCUMENT = "document"
    """The identity document is genuine and valid."""
    LIVENESS = "liveness"
    """The person is there, and is the one of the document."""
    NATIONAL_ID = "national_id"
    """The national identification number belongs to the person."""
    REGISTER = "register"
    """The company is in its register."""
    SANCTIONS = "sanctions"
    """The subject is on no list of sanctions."""
    ADDRESS = "address"
    """The address is the one of the subject."""
    BANK_TRANSFER = "bank_transfer"
    """A transfer came from the account of the subject."""


class CheckStatus(OpenEnum):
    """The state of a check."""

    PENDING = "pending"
    """No result was reported yet."""
    PASSED = "passed"
    """The check passed."""
    FAILED = "failed"
    """The check failed."""
    INCONCLUSIVE = "inconclusive"
    """The check was made and shows neither."""
    NOT_RUN = "not_run"
    """The session ended and no result was reported."""


class Outcome(OpenEnum):
    """How a session ended."""

    VERIFIED = "verified"
    """It is `completed`."""
    NOT_VERIFIED = "not_verified"
    """It is `failed`."""


class ReasonCode(OpenEnum):
    """Why a session failed, as far as a tenant may see it."""

    DOCUMENT_EXPIRED = "document_expired"
    """The document has expired."""
    DOCUMENT_UNREADABLE = "document_unreadable"
    """The document cannot be read."""
    DOCUMENT_TYPE_NOT_SUPPORTED = "document_type_not_supported"
    """The type of document is not supported."""
    DATA_MISMATCH = "data_mismatch"
    """What was entered and what was found differ."""
    LIVENESS_FAILED = "liveness_failed"
    """The check of liveness failed."""
    REGISTER_MISMATCH = "register_mismatch"
    """The register says otherwise."""
    TRANSFER_NAME_MISMATCH = "transfer_name_mismatch"
    """The transfer came from an account of another name."""
    TRANSFER_NOT_RECEIVED = "transfer_not_received"
    """No transfer arrived."""
    DECLINED = "declined"
    """The session was declined by a person."""
    ATTEMPTS_EXHAUSTED = "attempts_exhausted"
    """All tries are used up."""
    OTHER = "other"
    """Another reason, which is not shown."""


class CheckOutcome(OpenEnum):
    """Result of a check, as the provider reports it."""

    PASSED = "passed"
    """The check passed."""
    FAILED = "failed"
    """The check failed."""
    INCONCLUSIVE = "inconclusive"
    """The check was made and shows neither."""


class WebhookEventType(OpenEnum):
    """Types of the events that endpoints receive."""

    ONBOARDING_STATUS_CHANGED = "onboarding.status_changed"
    ONBOARDING_MISSING_CHANGED = "onboarding.missing_changed"
    ONBOARDING_DATA_CORRECTED = "onboarding.data_corrected"
    ONBOARDING_MESSAGE_FAILED = "onboarding.message_failed"
    DOCUMENT_RECEIVED = "document.received"
    DOCUMENT_ACCEPTED = "document.accepted"
    DOCUMENT_REJECTED = "document.rejected"
    INVITATION_CREATED = "invitation.created"
    INVITATION_ACCEPTED = "invitation.accepted"
    INVITATION_DECLINED = "invitation.declined"
    INVITATION_EXPIRED = "invitation.expired"
    INVITATION_REVOKED = "invitation.revoked"
    DELEGATION_GRANTED = "delegation.granted"
    DELEGATION_REVOKED = "delegation.revoked"
    PAYOUTS_OPT_IN_GRANTED = "payouts_opt_in.granted"
    PAYOUTS_OPT_IN_REVOKED = "payouts_opt_in.revoked"
    MERCHANT_STATUS_CHANGED = "merchant.status_changed"
    PAYMENT_REGISTERED = "payment.registered"
    PAYMENT_PENDING = "payment.pending"
    PAYMENT_PAID = "payment.paid"
    PAYMENT_REJECTED = "payment.rejected"
    PAYMENT_EXPIRED = "payment.expired"
    PAYMENT_CANCELLED = "payment.cancelled"
    PAYMENT_REFUNDED = "payment.refunded"
    REFUND_CREATED = "refund.created"
    REFUND_SUCCEEDED = "refund.succeeded"
    REFUND_FAILED = "refund.failed"
    CHARGEBACK_CREATED = "chargeback.created"
    CHARGEBACK_REVERSED = "chargeback.reversed"
    SETTLEMENT_PAID = "settlement.paid"
    PAYOUT_REQUESTED = "payout.requested"
    PAYOUT_PROCESSING = "payout.processing"
    PAYOUT_PAID = "payout.paid"
    PAYOUT_FAILED = "payout.failed"
    PAYOUT_CANCELLED = "payout.cancelled"
    WEBHOOK_TEST = "webhook.test"
    ENDPOINT_FAILING = "endpoint.failing"
    ENDPOINT_DEACTIVATED = "endpoint.deactivated"
    ENDPOINT_REACTIVATED = "endpoint.reactivated"
    SOURCE_ADDRESSES_CHANGED = "source_addresses.changed"
    WEBHOOK_CHALLENGE = "webhook.challenge"
    VERIFICATION_CREATED = "verification.created"
    VERIFICATION_STARTED = "verification.started"
    VERIFICATION_PROCESSING = "verification.processing"
    VERIFICATION_REVIEW_REQUIRED = "verification.review_required"
    VERIFICATION_COMPLETED = "verification.completed"
    VERIFICATION_FAILED = "verification.failed"
    VERIFICATION_EXPIRED = "verification.expired"
    VERIFICATION_CANCELLED = "verification.cancelled"
    VERIFICATION_TEST = "verification.test"
