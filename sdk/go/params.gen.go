// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"io"
	"time"
)

// CreateOnboardingParams: Holds what the partner knows of the merchant; only `partner_external_ref` is required. An
// empty text is refused where a field is optional: leave the field out.
type CreateOnboardingParams struct {
	// The partner's own reference, unique per channel and mode, immutable: 1 to 128 characters, no control characters, no
	// blanks around it, case-sensitive.
	PartnerExternalRef string `json:"partner_external_ref"`
	// A channel of the key. Required when the key owns several (`channel_required`); any other value than one of the key's
	// is `channel_not_owned`.
	Channel Optional[string] `json:"channel,omitzero"`
	// `natural_person`, `sole_trader` or `company`.
	ApplicantType Optional[ApplicantType] `json:"applicant_type,omitzero"`
	// The person who opens the account.
	Applicant Optional[ApplicantInput] `json:"applicant,omitzero"`
	// What the merchant does.
	Business Optional[BusinessInput] `json:"business,omitzero"`
	// The company, when the applicant acts for one.
	Company Optional[CompanyInput] `json:"company,omitzero"`
	// Where the merchant's money goes.
	PayoutAccount Optional[PayoutAccountInput] `json:"payout_account,omitzero"`
	// Where the hosted flow leads in the end: https, of an origin that the channel allows, at most 2048 bytes.
	ReturnURL Optional[string] `json:"return_url,omitzero"`
	// The partner's own data: at most 20 keys of 1 to 40 characters, values of at most 500. Not for personal data.
	Metadata Optional[map[string]string] `json:"metadata,omitzero"`
}

// ListOnboardingsParams: Parameters of onboardings.list.
type ListOnboardingsParams struct {
	// One of the statuses.
	Status OnboardingStatusInput `json:"status,omitzero"`
	// One of the key's channels.
	Channel string `json:"channel,omitzero"`
	// The partner's own reference.
	PartnerExternalRef string `json:"partner_external_ref,omitzero"`
	// Only what changed at this time or later, in the order of the changes.
	UpdatedFrom time.Time `json:"updated_from,omitzero"`
	// At most 200; 50 when absent.
	PageSize int `json:"page_size,omitzero"`
	// `next_page_token` of the page before; all else stays the same.
	PageToken string `json:"page_token,omitzero"`
}

// UpdateOnboardingParams: Holds what changes; see CreateOnboardingRequest for the rules of each field.
type UpdateOnboardingParams struct {
	// `natural_person`, `sole_trader` or `company`.
	ApplicantType Optional[ApplicantType] `json:"applicant_type,omitzero"`
	// The person who opens the account.
	Applicant Optional[ApplicantInput] `json:"applicant,omitzero"`
	// What the merchant does.
	Business Optional[BusinessInput] `json:"business,omitzero"`
	// The company, when the applicant acts for one.
	Company Optional[CompanyInput] `json:"company,omitzero"`
	// Where the merchant's money goes.
	PayoutAccount Optional[PayoutAccountInput] `json:"payout_account,omitzero"`
	// Where the hosted flow leads in the end.
	ReturnURL Optional[string] `json:"return_url,omitzero"`
	// The partner's own data, replaced whole.
	Metadata Optional[map[string]string] `json:"metadata,omitzero"`
}

// PrefillIdentityParams: Holds identity data of the main applicant.
type PrefillIdentityParams struct {
	// National identification number.
	NationalID Optional[NationalIDInput] `json:"national_id,omitzero"`
	// Identity document.
	IdentityDocument Optional[IdentityDocumentInput] `json:"identity_document,omitzero"`
	// Residential address.
	ResidentialAddress Optional[AddressInput] `json:"residential_address,omitzero"`
	// Place of birth.
	PlaceOfBirth Optional[PlaceOfBirthInput] `json:"place_of_birth,omitzero"`
	// ISO 3166-1 alpha-2, 1 to 5, unique; null clears them, an empty list is refused.
	Citizenships Optional[[]string] `json:"citizenships,omitzero"`
	// `YYYY-MM-DD`; needed only where the national id does not contain it. Both must agree: `identity_mismatch`.
	DateOfBirth Optional[string] `json:"date_of_birth,omitzero"`
}

// SetRepresentationParams: Says whether the person who opens the account represents the company.
type SetRepresentationParams struct {
	// True: the person claims to be a member of the representing body. Required.
	IsRepresentative bool `json:"is_representative"`
	// The person, when it is not the applicant.
	Person Optional[RepresentationPersonInput] `json:"person,omitzero"`
}

// ListRequirementsParams: Parameters of onboardings.list_requirements.
type ListRequirementsParams struct {
	// Only what is asked of `natural_person`, `sole_trader` or `company`.
	ApplicantType ApplicantType `json:"applicant_type,omitzero"`
}

// UploadDocumentParams: A file and what it is.
type UploadDocumentParams struct {
	// The file.
	File io.Reader `json:"-"`
	// Name of the file. What is kept of it is the last part of a path, without characters that are not shown or turn the
	// direction of text, at most 255 characters; it is never used as a path.
	Filename string `json:"-"`
	// Free-form type, 1 to 64 characters; recognised: `power_of_attorney`, `identity_document`, `company_extract`,
	// `bank_confirmation`, `licence`.
	DocumentType Optional[string] `json:"document_type,omitzero"`
	// Whom or what it concerns, 1 to 128 characters.
	Subject Optional[string] `json:"subject,omitzero"`
	// `document_id` of an entry of `required_documents`, in place of `document_type` and `subject`.
	DocumentID Optional[string] `json:"document_id,omitzero"`
}

// CreateInvitationParams: Says who is invited to what.
type CreateInvitationParams struct {
	// `representative` (signs as a member of the representing body) or `proxy` (signs by a power of attorney). Required.
	Role InvitationRole `json:"role"`
	// Who. Required.
	Invitee InviteeInput `json:"invitee"`
	// For a representative: the member, one of the decision's `candidates`.
	MemberID Optional[string] `json:"member_id,omitzero"`
	// For a proxy: the uploads that hold the power of attorney; at most 10.
	DocumentIDs Optional[[]string] `json:"document_ids,omitzero"`
	// Language of the message and the pages, `pl` or `en` or more exactly; the applicant's when absent.
	Locale Optional[string] `json:"locale,omitzero"`
}

// ListMerchantsParams: Parameters of merchants.list.
type ListMerchantsParams struct {
	// `none`, `active`, `suspended` or `closed`.
	Status MerchantStatusInput `json:"status,omitzero"`
	// One of the key's channels.
	Channel string `json:"channel,omitzero"`
	// `none`, `active` or `revoked`.
	DelegationStatus DelegationStatus `json:"delegation_status,omitzero"`
	// At most 200; 50 when absent.
	PageSize int `json:"page_size,omitzero"`
	// `next_page_token` of the page before; all else stays the same.
	PageToken string `json:"page_token,omitzero"`
}

// RegisterPaymentParams: What a customer is asked for.
type RegisterPaymentParams struct {
	// Minor units of the currency (ISO 4217: JPY has none, PLN two digits, KWD three), 1 to 99 999 999 999.
	Amount int64 `json:"amount"`
	// ISO 4217, one of the merchant's.
	Currency string `json:"currency"`
	// Your own reference, unique per merchant: 1 to 128 characters, no control characters, no blanks around it.
	ExternalRef string `json:"external_ref"`
	// What is paid for, 1 to 255 characters; the customer sees it.
	Description string `json:"description"`
	// Who pays.
	Customer PaymentCustomerInput `json:"customer"`
	// Where the payment page leads in the end, with `payment_id` and `status` added: https, at most 2048 bytes.
	ReturnURL string `json:"return_url"`
	// `transfer`, `blik` or `card`; the customer chooses when it is absent.
	Method Optional[PaymentMethod] `json:"method,omitzero"`
	// Until when it can be paid: 15 minutes to 30 days ahead; 24 hours when absent.
	ValidUntil Optional[time.Time] `json:"valid_until,omitzero"`
	// Your own data: at most 20 keys of 1 to 40 characters, values of at most 500. Not for personal data.
	Metadata Optional[map[string]string] `json:"metadata,omitzero"`
}

// ListPaymentsParams: Parameters of payments.list.
type ListPaymentsParams struct {
	// Only those that were registered at this time or later.
	CreatedFrom time.Time `json:"created_from,omitzero"`
	// Only those that were registered before this time.
	CreatedTo time.Time `json:"created_to,omitzero"`
	// One of the statuses.
	Status PaymentStatusInput `json:"status,omitzero"`
	// ISO 4217.
	Currency string `json:"currency,omitzero"`
	// Your own reference: one payment, or none.
	ExternalRef string `json:"external_ref,omitzero"`
	// At most 200; 50 when absent.
	PageSize int `json:"page_size,omitzero"`
	// `next_page_token` of the page before; all else stays the same.
	PageToken string `json:"page_token,omitzero"`
}

// CreateRefundParams: Asks for a refund.
type CreateRefundParams struct {
	// Minor units of the payment's currency, 1 to what was neither refunded nor charged back; or `all`.
	Amount Optional[int64] `json:"amount,omitzero"`
	// Your own reference, unique among the refunds of a merchant: 1 to 128 characters, no control characters, no blanks
	// around it.
	ExternalRef string `json:"external_ref"`
	// True: all that was neither refunded nor charged back.
	All Optional[bool] `json:"all,omitzero"`
}

// ListRefundsParams: Parameters of payments.list_refunds.
type ListRefundsParams struct {
	// At most 200; 50 when absent.
	PageSize int `json:"page_size,omitzero"`
	// `next_page_token` of the page before; all else stays the same.
	PageToken string `json:"page_token,omitzero"`
}

// ListChargebacksParams: Parameters of payments.list_chargebacks.
type ListChargebacksParams struct {
	// At most 200; 50 when absent.
	PageSize int `json:"page_size,omitzero"`
	// `next_page_token` of the page before; all else stays the same.
	PageToken string `json:"page_token,omitzero"`
}

// ListTransactionsParams: Parameters of accounts.list_transactions.
type ListTransactionsParams struct {
	// Only those that occurred at this time or later.
	From time.Time `json:"from,omitzero"`
	// Only those that occurred before this time.
	To time.Time `json:"to,omitzero"`
	// `payment`, `refund`, `chargeback`, `fee`, `payout` or `adjustment`.
	Type TransactionTypeInput `json:"type,omitzero"`
	// `pending`, `available` or `settled`.
	Status TransactionStatus `json:"status,omitzero"`
	// ISO 4217.
	Currency string `json:"currency,omitzero"`
	// `stl_` id.
	SettlementID string `json:"settlement_id,omitzero"`
	// At most 200; 50 when absent.
	PageSize int `json:"page_size,omitzero"`
	// `next_page_token` of the page before; all else stays the same.
	PageToken string `json:"page_token,omitzero"`
}

// ListSettlementsParams: Parameters of accounts.list_settlements.
type ListSettlementsParams struct {
	// Only those that were paid at this time or later.
	From time.Time `json:"from,omitzero"`
	// Only those that were paid before this time.
	To time.Time `json:"to,omitzero"`
	// `open`, `processing`, `paid` or `failed`.
	Status SettlementStatusInput `json:"status,omitzero"`
	// ISO 4217.
	Currency string `json:"currency,omitzero"`
	// At most 200; 50 when absent.
	PageSize int `json:"page_size,omitzero"`
	// `next_page_token` of the page before; all else stays the same.
	PageToken string `json:"page_token,omitzero"`
}

// ListSettlementTransactionsParams: Parameters of accounts.list_settlement_transactions.
type ListSettlementTransactionsParams struct {
	// At most 200; 50 when absent.
	PageSize int `json:"page_size,omitzero"`
	// `next_page_token` of the page before; all else stays the same.
	PageToken string `json:"page_token,omitzero"`
}

// CreatePayoutParams: Asks for a payout.
type CreatePayoutParams struct {
	// Minor units, at least one major unit of the currency; or `all`.
	Amount Optional[int64] `json:"amount,omitzero"`
	// True: all that is available.
	All Optional[bool] `json:"all,omitzero"`
	// ISO 4217, one of the merchant's.
	Currency string `json:"currency"`
	// Your own reference, unique per merchant: 1 to 128 characters, no control characters, no blanks around it.
	ExternalRef string `json:"external_ref"`
	// 1 to 255 characters.
	Description Optional[string] `json:"description,omitzero"`
}

// ListPayoutsParams: Parameters of payouts.list.
type ListPayoutsParams struct {
	// One of the statuses.
	Status PayoutStatusInput `json:"status,omitzero"`
	// ISO 4217.
	Currency string `json:"currency,omitzero"`
	// At most 200; 50 when absent.
	PageSize int `json:"page_size,omitzero"`
	// `next_page_token` of the page before; all else stays the same.
	PageToken string `json:"page_token,omitzero"`
}

// ListFeedParams: Parameters of feed.list.
type ListFeedParams struct {
	// `evt_` id of the last event that the reader has seen; absent: from the oldest.
	After string `json:"after,omitzero"`
	// Only events of this type, for example `onboarding.status_changed`.
	Type string `json:"type,omitzero"`
	// At most 200; 50 when absent.
	PageSize int `json:"page_size,omitzero"`
}

// CreateEndpointParams: Registers an endpoint.
type CreateEndpointParams struct {
	// Absolute http or https URL of at most 2048 bytes, without user info and fragment; https for live keys.
	URL string `json:"url"`
	// 1 to 64 unique event types, or exactly `["*"]`: all but those about endpoints, which are to be listed.
	Events []string `json:"events"`
	// At most 500 characters.
	Description Optional[string] `json:"description,omitzero"`
	// An expression in CEL of at most 1,000 bytes whose result is true or false, over one variable: `event`, the body of
	// the request. An event is delivered when the result is true. An expression that fails on an event, as on a member
	// that it does not have, does not match it; one that is too expensive does. Test events, and deliveries that are sent
	// again one by one, are not filtered.
	Filter Optional[string] `json:"filter,omitzero"`
	// True: when a failed attempt has a response with `Retry-After`, the next attempt waits for the first step of the
	// schedule that is as long as it says, or else for the last one, and never for less than without it. False when
	// absent: the schedule alone counts.
	HonourRetryAfter Optional[bool] `json:"honour_retry_after,omitzero"`
	// True: one response with status 410 (Gone) deactivates the endpoint. False when absent: it fails as any other.
	DeactivateOn410 Optional[bool] `json:"deactivate_on_410,omitzero"`
	// Up to 10 headers that each request has besides ours, as for a gateway in front of the receiver. Names of 1 to 64
	// letters, digits and hyphens that are none of ours and no header of the connection; values of 1 to 1,024 printable
	// ASCII characters without blanks around them, which are encrypted and not shown again.
	Headers Optional[map[string]string] `json:"headers,omitzero"`
	// Most requests a second, 1 to 1,000; no such limit when absent. It is approximate for a moment when it is set, and
	// when dispatchers are added or end. What exceeds it waits, and keeps its attempts.
	RateLimit Optional[int] `json:"rate_limit,omitzero"`
	// Of a partner: up to 100 channels of its key, whose events alone it gets; those of all when absent.
	Channels Optional[[]string] `json:"channels,omitzero"`
	// How its requests are signed; `["hmac"]` when absent. `hmac`: with the endpoint's secret. `ed25519` (`v1a` of
	// Standard Webhooks) and `http_message` (RFC 9421): with the key of the tenant and mode, whose public part
	// ListSigningKeys shows and the JWKS publishes; the first endpoint that asks for one of them makes it.
	Signatures Optional[[]SignatureForm] `json:"signatures,omitzero"`
	// The shape of the body of its requests; the event itself when absent. It is applied at each attempt, so that retries
	// have the shape that the endpoint has then. Nothing is sent where it fails on an event, costs too much, or makes a
	// body of more than 68 KiB: the attempt fails with `body_failed`, and is repeated by the schedule.
	Body Optional[BodyShapeInput] `json:"body,omitzero"`
	// An expression in CEL of at most 1,000 bytes whose value is the key of an event, over the variable `event` as in
	// `filter`. Events with the same key are delivered one at a time, in the order of the log; a delivery that fails holds
	// back those of its key only. A key is a text, a number or a boolean, and has at most 256 bytes as text. An event
	// without such a key, as for want of a member, is delivered without an order and counted in `health`. Deliveries have
	// no order when it is absent.
	OrderBy Optional[string] `json:"order_by,omitzero"`
	// What becomes of the other events of a key when a delivery has failed, after all its attempts. `skip` when absent.
	// - `skip`: the next one is delivered.
	// - `stop`: they wait until the failed one is sent again with success, or skipped.
	OrderOnFailure Optional[OrderOnFailure] `json:"order_on_failure,omitzero"`
	// How requests and connections are authenticated; null and absent: by signatures only.
	Authentication Optional[AuthenticationInput] `json:"authentication,omitzero"`
}

// UpdateEndpointParams: Holds the fields to change.
type UpdateEndpointParams struct {
	// As in CreateEndpointRequest; null is refused.
	URL Optional[string] `json:"url,omitzero"`
	// As in CreateEndpointRequest; null and an empty list are refused.
	Events Optional[[]string] `json:"events,omitzero"`
	// As in CreateEndpointRequest; null clears it.
	Description Optional[string] `json:"description,omitzero"`
	// True activates and resets the failure count, false stops deliveries; null is refused.
	IsActive Optional[bool] `json:"is_active,omitzero"`
	// As in CreateEndpointRequest; null clears it.
	Filter Optional[string] `json:"filter,omitzero"`
	// As in CreateEndpointRequest; null is refused.
	HonourRetryAfter Optional[bool] `json:"honour_retry_after,omitzero"`
	// As in CreateEndpointRequest; null is refused.
	DeactivateOn410 Optional[bool] `json:"deactivate_on_410,omitzero"`
	// As in CreateEndpointRequest, instead of all headers so far; null and an empty object remove them.
	Headers Optional[map[string]string] `json:"headers,omitzero"`
	// As in CreateEndpointRequest; null ends the limit.
	RateLimit Optional[int] `json:"rate_limit,omitzero"`
	// As in CreateEndpointRequest; null and an empty list: those of all.
	Channels Optional[[]string] `json:"channels,omitzero"`
	// As in CreateEndpointRequest; null and an empty list are refused.
	Signatures Optional[[]SignatureForm] `json:"signatures,omitzero"`
	// As in CreateEndpointRequest, instead of the shape so far; null: the event itself.
	Body Optional[BodyShapeInput] `json:"body,omitzero"`
	// As in CreateEndpointRequest; null ends the order. It holds for events that are relayed after the change; deliveries
	// that wait keep their key, and their order.
	OrderBy Optional[string] `json:"order_by,omitzero"`
	// As in CreateEndpointRequest, for deliveries that fail after the change; null is refused.
	OrderOnFailure Optional[OrderOnFailure] `json:"order_on_failure,omitzero"`
	// As in CreateEndpointRequest, instead of the one so far; null ends it. `mtls` without a certificate renews ours.
	Authentication Optional[AuthenticationInput] `json:"authentication,omitzero"`
}

// RotateSecretParams: Asks for a new secret.
type RotateSecretParams struct {
	// How long the secrets so far go on signing, in seconds: 0 to 604,800 (7 days); 86,400 (a day) when absent.
	OverlapSeconds Optional[int] `json:"overlap_seconds,omitzero"`
}

// RotateSigningKeyParams: Asks for a new key.
type RotateSigningKeyParams struct {
	// How long the new key is published before it signs, and the key so far after it signed last, in seconds: 0, or 600 to
	// 604,800 (7 days); 86,400 (a day) when absent.
	OverlapSeconds Optional[int] `json:"overlap_seconds,omitzero"`
}

// PreviewBodyParams: Asks what requests with a shape have.
type PreviewBodyParams struct {
	// The shape to try.
	Body BodyShapeInput `json:"body"`
	// Only the latest events of this type; of all types when absent.
	Type Optional[string] `json:"type,omitzero"`
	// Only this event of the tenant and mode.
	EventID Optional[string] `json:"event_id,omitzero"`
}

// GetEndpointStatisticsParams: Parameters of webhooks.get_endpoint_statistics.
type GetEndpointStatisticsParams struct {
	// What an entry covers: `hour`, the default, or `day`.
	Interval StatisticsInterval `json:"interval,omitzero"`
	// Beginning (RFC 3339), at most 31 days ago; the interval that it falls into is the first one. Without it the answer
	// has 24 hours, or 31 days.
	From time.Time `json:"from,omitzero"`
	// End (RFC 3339), exclusive; now when absent or later than now.
	To time.Time `json:"to,omitzero"`
}

// ListDeliveriesParams: Parameters of webhooks.list_deliveries.
type ListDeliveriesParams struct {
	// Only deliveries in this state: `pending`, `delivered`, `failed` or `cancelled`.
	Status DeliveryStatus `json:"status,omitzero"`
	// Only deliveries of events of this type.
	Type string `json:"type,omitzero"`
	// Only deliveries of events at or after this time (RFC 3339).
	From time.Time `json:"from,omitzero"`
	// Only deliveries of events before this time (RFC 3339).
	To time.Time `json:"to,omitzero"`
	// 1 to 200; 0 means 50, more than 200 means 200.
	PageSize int `json:"page_size,omitzero"`
	// `meta.next_page_token` of the page before; the other parameters must be the same.
	PageToken string `json:"page_token,omitzero"`
}

// RecoverEndpointParams: Describes a recovery.
type RecoverEndpointParams struct {
	// Events from this time on (RFC 3339); at most 30 days back. A time before the creation of the endpoint counts as
	// that; the answer then has `since_clamped` true.
	Since time.Time `json:"since"`
	// Events before this time; now when absent.
	Until Optional[time.Time] `json:"until,omitzero"`
	// Which of `failed`, `cancelled`, `never_attempted` and `pending` to send; all of them when absent or null. An empty
	// list is refused: it would mean nothing, and get all.
	Statuses Optional[[]MissedStatus] `json:"statuses,omitzero"`
}

// CreatePortalSessionParams: Describes a session.
type CreatePortalSessionParams struct {
	// What the person may do; `manager` when absent.
	Role Optional[PortalRole] `json:"role,omitzero"`
	// Where the portal leads back to: an absolute URL of at most 2,048 bytes whose scheme, host and port are of one of the
	// addresses that the operator has allowed for the tenant, and whose path begins with the path of that address.
	ReturnURL Optional[string] `json:"return_url,omitzero"`
}

// AdvanceOnboardingParams: Names where to.
type AdvanceOnboardingParams struct {
	// A status of an onboarding, or `payouts_opt_in`, or `delegation_revoked`. Required.
	To OnboardingTarget `json:"to"`
}

// AdvanceClockParams: A span of time.
type AdvanceClockParams struct {
	// Seconds from now, 1 to 31 536 000 (a year).
	AdvanceS int64 `json:"advance_s"`
}

// AdvancePaymentParams: Says where to.
type AdvancePaymentParams struct {
	// A status of a payment.
	To PaymentStatusInput `json:"to"`
}

// ChargeBackPaymentParams: Says how much.
type ChargeBackPaymentParams struct {
	// Minor units of the payment's currency, 1 to what was neither refunded nor charged back; or `all`.
	Amount Optional[int64] `json:"amount,omitzero"`
	// True: all that was neither refunded nor charged back.
	All Optional[bool] `json:"all,omitzero"`
}

// AdvancePayoutParams: Says where to.
type AdvancePayoutParams struct {
	// A status of a payout.
	To PayoutStatusInput `json:"to"`
}

// ListEventsParams: Parameters of events.list.
type ListEventsParams struct {
	// Only events of this type.
	Type string `json:"type,omitzero"`
	// Only events at or after this time (RFC 3339).
	From time.Time `json:"from,omitzero"`
	// Only events before this time (RFC 3339).
	To time.Time `json:"to,omitzero"`
	// 1 to 200; 0 means 50, more than 200 means 200.
	PageSize int `json:"page_size,omitzero"`
	// `meta.next_page_token` of the page before; the other parameters must be the same.
	PageToken string `json:"page_token,omitzero"`
}

// ListVerificationsParams: Parameters of verifications.list.
type ListVerificationsParams struct {
	// Only sessions in this state.
	Status VerificationStatus `json:"status,omitzero"`
	// Only `identity`, `company` or `bank_transfer`.
	Kind VerificationKind `json:"kind,omitzero"`
	// Only sessions whose subject has this external or merchant reference.
	SubjectRef string `json:"subject_ref,omitzero"`
	// Only sessions created at or after this time (RFC 3339).
	CreatedFrom time.Time `json:"created_from,omitzero"`
	// Only sessions changed at or after this time (RFC 3339).
	UpdatedFrom time.Time `json:"updated_from,omitzero"`
	// `created_at` (newest first, the default) or `updated_at` (oldest change first).
	Order VerificationOrder `json:"order,omitzero"`
	// 1 to 200; 0 means 50, more than 200 means 200.
	PageSize int `json:"page_size,omitzero"`
	// `meta.next_page_token` of the page before; the other parameters must be the same.
	PageToken string `json:"page_token,omitzero"`
}

// CreateVerificationParams: Describes a test session.
type CreateVerificationParams struct {
	// `identity`, `company` or `bank_transfer`.
	Kind VerificationKind `json:"kind"`
	// Who is verified; a person without references when absent.
	Subject Optional[SubjectInput] `json:"subject,omitzero"`
	// Up to 20 values: keys of 1 to 40, values of at most 500 characters.
	Metadata Optional[map[string]string] `json:"metadata,omitzero"`
}

// AdvanceVerificationParams: Names a status to reach.
type AdvanceVerificationParams struct {
	// Status that the session is to reach.
	To VerificationStatus `json:"to"`
	// Reasons of a `failed` end; `other` when absent.
	ReasonCodes Optional[[]ReasonCode] `json:"reason_codes,omitzero"`
	// Results of the session's checks. A check whose result is not reported before the session ends becomes `not_run`. A
	// session with a `failed` check does not become `completed`.
	Checks Optional[[]CheckResultInput] `json:"checks,omitzero"`
}
