package fault

import "net/http"

// Reason is the stable `code` of a problem document.
type Reason string

// The reasons, by HTTP status. docs/errors.md is written from the catalogue below.
const (
	InvalidJSON                   Reason = "invalid_json"
	InvalidParameter              Reason = "invalid_parameter"
	InvalidPageToken              Reason = "invalid_page_token"
	OnBehalfOfRequired            Reason = "on_behalf_of_required"
	OnBehalfOfNotAllowed          Reason = "on_behalf_of_not_allowed"
	OnBehalfOfMismatch            Reason = "on_behalf_of_mismatch"
	UnsupportedVersion            Reason = "unsupported_version"
	IdempotencyKeyMissing         Reason = "idempotency_key_missing"
	InvalidCredentials            Reason = "invalid_credentials"
	InsufficientScope             Reason = "insufficient_scope"
	DelegationRequired            Reason = "delegation_required"
	PayoutsOptInRequired          Reason = "payouts_opt_in_required"
	PartnerSuspended              Reason = "partner_suspended"
	RouteNotFound                 Reason = "route_not_found"
	EndpointNotFound              Reason = "endpoint_not_found"
	DeliveryNotFound              Reason = "delivery_not_found"
	RecoveryNotFound              Reason = "recovery_not_found"
	VerificationNotFound          Reason = "verification_not_found"
	EventNotFound                 Reason = "event_not_found"
	TenantNotFound                Reason = "tenant_not_found"
	KeyNotFound                   Reason = "key_not_found"
	PartnerNotFound               Reason = "partner_not_found"
	OnboardingNotFound            Reason = "onboarding_not_found"
	DocumentNotFound              Reason = "document_not_found"
	RequiredDocumentNotFound      Reason = "required_document_not_found"
	InvitationNotFound            Reason = "invitation_not_found"
	MerchantNotFound              Reason = "merchant_not_found"
	PaymentNotFound               Reason = "payment_not_found"
	PayoutNotFound                Reason = "payout_not_found"
	TransactionNotFound           Reason = "transaction_not_found"
	SettlementNotFound            Reason = "settlement_not_found"
	MethodNotAllowed              Reason = "method_not_allowed"
	NotAcceptable                 Reason = "not_acceptable"
	AlreadyExists                 Reason = "already_exists"
	InvalidState                  Reason = "invalid_state"
	EndpointInactive              Reason = "endpoint_inactive"
	EndpointLimitReached          Reason = "endpoint_limit_reached"
	SecretLimitReached            Reason = "secret_limit_reached"
	RecoveryLimitReached          Reason = "recovery_limit_reached"
	OnboardingNotEditable         Reason = "onboarding_not_editable"
	SegmentLocked                 Reason = "segment_locked"
	InvitationExists              Reason = "invitation_exists"
	ExternalRefConflict           Reason = "external_ref_conflict"
	InvitationNotApplicable       Reason = "invitation_not_applicable"
	DocumentLimitReached          Reason = "document_limit_reached"
	MerchantNotActive             Reason = "merchant_not_active"
	IdempotencyInProgress         Reason = "idempotency_in_progress"
	PreconditionFailed            Reason = "precondition_failed"
	BodyTooLarge                  Reason = "body_too_large"
	FileTooLarge                  Reason = "file_too_large"
	UnsupportedMediaType          Reason = "unsupported_media_type"
	FileFormatNotAllowed          Reason = "file_format_not_allowed"
	ValidationFailed              Reason = "validation_failed"
	UnknownField                  Reason = "unknown_field"
	ChannelRequired               Reason = "channel_required"
	ChannelNotOwned               Reason = "channel_not_owned"
	PrefillNotApplicable          Reason = "prefill_not_applicable"
	CompanyStructureUnknown       Reason = "company_structure_unknown"
	ApplicantTypeRequired         Reason = "applicant_type_required"
	RepresentationNotApplicable   Reason = "representation_not_applicable"
	CompanyRegisterRequired       Reason = "company_register_required"
	CompanyNotInRegister          Reason = "company_not_in_register"
	IdentityMismatch              Reason = "identity_mismatch"
	DocumentIdentificationInvalid Reason = "document_identification_invalid"
	FileEmpty                     Reason = "file_empty"
	InvalidBase64                 Reason = "invalid_base64"
	FileInfected                  Reason = "file_infected"
	IdempotencyKeyReused          Reason = "idempotency_key_reused"
	URLNotAllowed                 Reason = "url_not_allowed"
	CurrencyNotSupported          Reason = "currency_not_supported"
	AmountOutOfRange              Reason = "amount_out_of_range"
	InsufficientFunds             Reason = "insufficient_funds"
	AmountBelowMinimum            Reason = "amount_below_minimum"
	RateLimited                   Reason = "rate_limited"
	RequestCancelled              Reason = "request_cancelled"
	InternalError                 Reason = "internal_error"
	Overloaded                    Reason = "overloaded"
	RegisterUnavailable           Reason = "register_unavailable"
	Timeout                       Reason = "timeout"
	UnsupportedOperation          Reason = "unsupported_operation"
)

// Kind is the class of a reason; it decides the gRPC code.
type Kind int

// The kinds.
const (
	KindInternal Kind = iota
	KindInvalid
	KindUnauthenticated
	KindForbidden
	KindNotFound
	KindExists
	KindStale
	KindPrecondition
	KindLimited
	KindUnavailable
	KindCancelled
	KindDeadline
	KindUnimplemented
)

// Entry is what the catalogue knows of a reason.
type Entry struct {
	Reason Reason
	Status int // HTTP
	Kind   Kind
	Title  string
	Remedy string // for docs/errors.md
}

// Catalogue lists every reason that a client can meet.
var Catalogue = []Entry{
	{InvalidJSON, 400, KindInvalid, "The body is not valid JSON", "Send one JSON object, UTF-8, without duplicate members."},
	{InvalidParameter, 400, KindInvalid, "A parameter cannot be read", "Correct the query parameter or header that `errors` names."},
	{InvalidPageToken, 400, KindInvalid, "The page token is not valid here", "Start again without `page_token`; keep all other parameters the same from page to page."},
	{OnBehalfOfRequired, 400, KindInvalid, "The merchant is not named", "Send the header `On-Behalf-Of: <merchant_ref>`; with a partner key every call under /payments needs it."},
	{OnBehalfOfNotAllowed, 400, KindInvalid, "A merchant key acts for its own merchant", "Leave the header `On-Behalf-Of` out, or use a partner key."},
	{OnBehalfOfMismatch, 400, KindInvalid, "Header and path name different merchants", "Send the merchant of the path in `On-Behalf-Of`, or leave the header out."},
	{UnsupportedVersion, 400, KindInvalid, "The API version is not known", "Leave `Connect-Version` out or send a published date."},
	{IdempotencyKeyMissing, 400, KindInvalid, "The call needs an idempotency key", "Send the header `Idempotency-Key` with a value that is new for each new request, such as a UUID."},
	{InvalidCredentials, 401, KindUnauthenticated, "The credentials are not valid", "Send `Authorization: Bearer <key>` with a key that is neither revoked nor expired."},
	{InsufficientScope, 403, KindForbidden, "The key lacks a scope", "Ask for a key with one of `required_scopes`."},
	{DelegationRequired, 403, KindForbidden, "The merchant has not delegated access", "The merchant signs the channel agreement in the hosted flow, or grants there again what it took back: `next_action` names the call whose answer has its link in `next_action.url`."},
	{PayoutsOptInRequired, 403, KindForbidden, "The merchant has not allowed payouts", "Ask for it with POST /merchants/{ref}/payouts-opt-in-requests; the merchant decides."},
	{PartnerSuspended, 403, KindForbidden, "The partner is suspended", "Contact the operator."},
	{RouteNotFound, 404, KindNotFound, "There is no such route", "Check the path against the API reference."},
	{EndpointNotFound, 404, KindNotFound, "There is no such webhook endpoint", "Use an `id` from the list of endpoints; it must belong to the key's tenant and mode."},
	{DeliveryNotFound, 404, KindNotFound, "There is no such delivery", "Use an `id` from a list of deliveries, or an `X-Webhook-Id`; deliveries are kept for 30 days."},
	{RecoveryNotFound, 404, KindNotFound, "There is no such recovery", "Use the `id` that starting the recovery returned."},
	{VerificationNotFound, 404, KindNotFound, "There is no such verification", "Use an `id` of the key's tenant and mode."},
	{EventNotFound, 404, KindNotFound, "There is no such event", "Events are kept for 30 days."},
	{TenantNotFound, 404, KindNotFound, "There is no such tenant", "Create the tenant first."},
	{KeyNotFound, 404, KindNotFound, "There is no such key", "Use the id that the creation of the key returned."},
	{PartnerNotFound, 404, KindNotFound, "There is no such partner", "Create the partner first."},
	{OnboardingNotFound, 404, KindNotFound, "There is no such onboarding", "Use a `ref` of a channel that the key owns."},
	{DocumentNotFound, 404, KindNotFound, "There is no such document", "Use a `document_id` of this onboarding's `documents`."},
	{RequiredDocumentNotFound, 404, KindNotFound, "There is no such required document", "Use a `document_id` of this onboarding's `required_documents`, or name `document_type` and `subject`."},
	{InvitationNotFound, 404, KindNotFound, "There is no such invitation", "Use an `invitation_id` of this onboarding's `invitations`."},
	{MerchantNotFound, 404, KindNotFound, "There is no such merchant", "Use the `ref` of a merchant of a channel that the key owns."},
	{PaymentNotFound, 404, KindNotFound, "There is no such payment", "Use a `payment_id` of the merchant that the call names."},
	{PayoutNotFound, 404, KindNotFound, "There is no such payout", "Use a `payout_id` of this merchant's payouts."},
	{TransactionNotFound, 404, KindNotFound, "There is no such transaction", "Use a `transaction_id` of this merchant's transactions."},
	{SettlementNotFound, 404, KindNotFound, "There is no such settlement", "Use a `settlement_id` of this merchant's settlements."},
	{MethodNotAllowed, 405, KindUnimplemented, "The method is not allowed here", "Use one of the methods of the `Allow` header."},
	{NotAcceptable, 406, KindInvalid, "No acceptable representation", "Accept `application/json`."},
	{AlreadyExists, 409, KindExists, "It exists already", "Use the existing one, or another id."},
	{InvalidState, 409, KindPrecondition, "The state does not allow this", "Read the object and follow its states."},
	{EndpointInactive, 409, KindPrecondition, "The endpoint is inactive", "Set `is_active` to true first."},
	{EndpointLimitReached, 409, KindPrecondition, "The tenant has as many endpoints as it may", "Delete one, or ask the operator for a higher limit."},
	{SecretLimitReached, 409, KindPrecondition, "The endpoint has as many valid secrets as it may", "Wait for `Retry-After` seconds, when the overlap of an older secret ends, or rotate with `overlap_seconds` 0, which ends all older ones at once."},
	{RecoveryLimitReached, 409, KindPrecondition, "The endpoint has as many running recoveries as it may", "Wait until one is completed, or cancel one."},
	{OnboardingNotEditable, 409, KindPrecondition, "The onboarding cannot be changed now", "Partners write while the status is draft, in_progress, awaiting_signatories or action_required."},
	{SegmentLocked, 409, KindPrecondition, "The merchant has confirmed this data", "Leave out the segments that `errors` names. The merchant corrects them in the hosted flow until it confirms them there; afterwards only an operator opens them again."},
	{InvitationExists, 409, KindExists, "This person is invited already", "Resend the pending invitation, or revoke it first."},
	{ExternalRefConflict, 409, KindExists, "The reference stands for another request", "Repeat a request with the same content, or use an `external_ref` that is new for this merchant."},
	{InvitationNotApplicable, 409, KindPrecondition, "Nobody else needs to sign", "Set the representation decision first; with `solo` there is nobody to invite."},
	{DocumentLimitReached, 409, KindPrecondition, "The onboarding has as many documents as it may", "Delete documents that are not needed."},
	{MerchantNotActive, 409, KindPrecondition, "The merchant is not active", "Wait until the onboarding is active; a suspended merchant contacts the operator."},
	{IdempotencyInProgress, 409, KindStale, "The call with this idempotency key is still running", "Repeat it after `Retry-After` seconds, with the same key."},
	{PreconditionFailed, 412, KindStale, "The object changed meanwhile", "Read it again and repeat with its new `ETag`."},
	{BodyTooLarge, 413, KindInvalid, "The body is too large", "Send at most 64 KiB."},
	{FileTooLarge, 413, KindInvalid, "The file is too large", "Send at most 5 242 880 bytes."},
	{UnsupportedMediaType, 415, KindInvalid, "The content type is not supported", "Send `Content-Type: application/json`; uploads also take multipart/form-data."},
	{FileFormatNotAllowed, 415, KindInvalid, "The format of the file is not allowed", "Send pdf, png, jpg, jpeg or tiff, with the file name extension that fits the content."},
	{ValidationFailed, 422, KindInvalid, "Some fields are not acceptable", "Correct the fields that `errors` names."},
	{UnknownField, 422, KindInvalid, "The body has unknown fields", "Remove or correct the fields that `errors` names, or send `Prefer: handling=lenient`."},
	{ChannelRequired, 422, KindInvalid, "The channel must be named", "The key owns several channels: name one in `channel`."},
	{ChannelNotOwned, 422, KindInvalid, "The channel is not the key's", "Name a channel that the key owns, or leave it out if there is only one."},
	{PrefillNotApplicable, 422, KindInvalid, "The identity cannot be prefilled", "A company with several representatives identifies them in the hosted flow."},
	{CompanyStructureUnknown, 422, KindInvalid, "The company's register has not answered yet", "Set `company.register` to an entry that the register knows, then prefill."},
	{ApplicantTypeRequired, 422, KindInvalid, "The applicant type is not set", "Set `applicant_type` with PATCH /onboarding/{ref} first."},
	{RepresentationNotApplicable, 422, KindInvalid, "Only companies have a representation decision", "Leave it out for sole traders and natural persons."},
	{CompanyRegisterRequired, 422, KindInvalid, "The company's register number is not set", "Set `company.register` with PATCH /onboarding/{ref} first."},
	{CompanyNotInRegister, 422, KindInvalid, "The register has no such active company", "Correct `company.register`."},
	{IdentityMismatch, 422, KindInvalid, "The identity data contradicts itself", "Send a date of birth that agrees with the national id, or leave it out."},
	{DocumentIdentificationInvalid, 422, KindInvalid, "It is not clear what the document is", "Send either `document_type` and `subject`, or `document_id`."},
	{FileEmpty, 422, KindInvalid, "The file is empty", "Send the content of the file."},
	{InvalidBase64, 422, KindInvalid, "The content is not base64", "Encode the file in standard or URL-safe base64."},
	{FileInfected, 422, KindInvalid, "The file was refused by the virus scanner", "Send a clean file."},
	{CurrencyNotSupported, 422, KindInvalid, "The merchant does not have this currency", "Use one of `supported_currencies`."},
	{AmountOutOfRange, 422, KindInvalid, "The amount is out of range", "Send 1 to 99 999 999 999 minor units (ISO 4217: JPY has none, PLN two digits, KWD three); a refund at most what is left."},
	{InsufficientFunds, 422, KindPrecondition, "Not enough money is available", "Ask for at most `available`, or for `all`; read GET /merchants/{ref}/balance."},
	{AmountBelowMinimum, 422, KindInvalid, "The amount is below the least payout", "Ask for at least `minimum` minor units."},
	{IdempotencyKeyReused, 422, KindInvalid, "The idempotency key was used with another content", "Use a new key for a new request."},
	{URLNotAllowed, 422, KindInvalid, "The URL is not allowed", "Use a public address and the scheme of the key's mode."},
	{RateLimited, 429, KindLimited, "Too many requests", "Wait for `Retry-After` seconds; `violated-policies` names the limits, `RateLimit` tells what is left of each."},
	{RequestCancelled, 499, KindCancelled, "The client left", "Nothing to do."},
	{InternalError, 500, KindInternal, "An internal error", "Repeat later; quote `request_id` to support."},
	{UnsupportedOperation, 501, KindUnimplemented, "The operation is not offered", "Check the API reference."},
	{Overloaded, 503, KindUnavailable, "The service cannot answer now", "Repeat after `Retry-After` seconds."},
	{RegisterUnavailable, 503, KindUnavailable, "The company register does not answer", "Repeat after `Retry-After` seconds."},
	{Timeout, 504, KindDeadline, "The request took too long", "Repeat it; writes are idempotent as documented."},
}

var byReason = func() map[Reason]Entry {
	m := make(map[Reason]Entry, len(Catalogue))
	for _, e := range Catalogue {
		m[e.Reason] = e
	}
	return m
}()

// Lookup returns the entry of a reason; an unknown reason is an internal error.
func Lookup(r Reason) Entry {
	if e, ok := byReason[r]; ok {
		return e
	}
	return Entry{Reason: InternalError, Status: http.StatusInternalServerError, Kind: KindInternal, Title: "An internal error"}
}
