// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

// Codes of problems. Codes beyond these may come from a newer API.
const (
	// 422: The amount is below the least payout. Ask for at least `minimum` minor units.
	CodeAmountBelowMinimum Code = "amount_below_minimum"
	// 422: The amount is out of range. Send 1 to 99 999 999 999 minor units (ISO 4217: JPY has none, PLN two digits, KWD
	// three); a refund at most what is left.
	CodeAmountOutOfRange Code = "amount_out_of_range"
	// 422: The applicant type is not set. Set `applicant_type` with PATCH /onboarding/{ref} first.
	CodeApplicantTypeRequired Code = "applicant_type_required"
	// 413: The body is too large. Send at most 64 KiB.
	CodeBodyTooLarge Code = "body_too_large"
	// 422: The channel is not the key's. Name a channel that the key owns, or leave it out if there is only one.
	CodeChannelNotOwned Code = "channel_not_owned"
	// 422: The channel must be named. The key owns several channels: name one in `channel`.
	CodeChannelRequired Code = "channel_required"
	// 404: There is no such chargeback. Use a `chargeback_id` of this payment's chargebacks.
	CodeChargebackNotFound Code = "chargeback_not_found"
	// 422: The register has no such active company. Correct `company.register`.
	CodeCompanyNotInRegister Code = "company_not_in_register"
	// 422: The company's register number is not set. Set `company.register` with PATCH /onboarding/{ref} first.
	CodeCompanyRegisterRequired Code = "company_register_required"
	// 422: The company's register has not answered yet. Set `company.register` to an entry that the register knows, then
	// prefill.
	CodeCompanyStructureUnknown Code = "company_structure_unknown"
	// 422: The merchant does not have this currency. Use one of `supported_currencies`.
	CodeCurrencyNotSupported Code = "currency_not_supported"
	// 403: The merchant has not delegated access. The merchant signs the channel agreement in the hosted flow, or grants
	// there again what it took back: `next_action` names the call whose answer has its link in `next_action.url`.
	CodeDelegationRequired Code = "delegation_required"
	// 404: There is no such delivery. Use an `id` from a list of deliveries, or an `X-Webhook-Id`; deliveries are kept for
	// 30 days.
	CodeDeliveryNotFound Code = "delivery_not_found"
	// 422: It is not clear what the document is. Send either `document_type` and `subject`, or `document_id`.
	CodeDocumentIdentificationInvalid Code = "document_identification_invalid"
	// 409: The onboarding has reached its limit of documents. Delete documents that are not needed.
	CodeDocumentLimitReached Code = "document_limit_reached"
	// 404: There is no such document. Use a `document_id` of this onboarding's `documents`.
	CodeDocumentNotFound Code = "document_not_found"
	// 409: The endpoint is inactive. Set `is_active` to true first.
	CodeEndpointInactive Code = "endpoint_inactive"
	// 409: The owner has reached its limit of endpoints. Delete one, or ask the operator for a higher limit.
	CodeEndpointLimitReached Code = "endpoint_limit_reached"
	// 404: There is no such webhook endpoint. Use an `id` from the list of endpoints; it must belong to the key's owner
	// and mode.
	CodeEndpointNotFound Code = "endpoint_not_found"
	// 404: There is no such event. Events are kept for 30 days.
	CodeEventNotFound Code = "event_not_found"
	// 409: The reference was used for a different request. Repeat a request with the same content, or use an
	// `external_ref` that is new for this merchant.
	CodeExternalRefConflict Code = "external_ref_conflict"
	// 422: The file is empty. Send the content of the file.
	CodeFileEmpty Code = "file_empty"
	// 415: The format of the file is not allowed. Send pdf, png, jpg, jpeg or tiff, with the file name extension that fits
	// the content.
	CodeFileFormatNotAllowed Code = "file_format_not_allowed"
	// 422: The file was refused by the virus scanner. Send a clean file.
	CodeFileInfected Code = "file_infected"
	// 413: The file is too large. Send at most 5 242 880 bytes.
	CodeFileTooLarge Code = "file_too_large"
	// 409: The call with this idempotency key is still running. Repeat it after `Retry-After` seconds, with the same key.
	CodeIdempotencyInProgress Code = "idempotency_in_progress"
	// 400: The call needs an idempotency key. Send the header `Idempotency-Key` with a value that is new for each new
	// request, such as a UUID.
	CodeIdempotencyKeyMissing Code = "idempotency_key_missing"
	// 422: The idempotency key was used with another content. Use a new key for a new request.
	CodeIdempotencyKeyReused Code = "idempotency_key_reused"
	// 422: The identity data contradicts itself. Send a date of birth that agrees with the national id, or leave it out.
	CodeIdentityMismatch Code = "identity_mismatch"
	// 422: Not enough money is available. Ask for at most `available`, or for `all`; read GET /merchants/{ref}/balance.
	CodeInsufficientFunds Code = "insufficient_funds"
	// 403: The key lacks a scope. Ask for a key with one of `required_scopes`.
	CodeInsufficientScope Code = "insufficient_scope"
	// 500: An internal error. Repeat later; quote `request_id` to support.
	CodeInternalError Code = "internal_error"
	// 422: The content is not base64. Encode the file in standard or URL-safe base64.
	CodeInvalidBase64 Code = "invalid_base64"
	// 401: The credentials are not valid. Send `Authorization: Bearer <key>` with a key that is neither revoked nor
	// expired.
	CodeInvalidCredentials Code = "invalid_credentials"
	// 400: The body is not valid JSON. Send one JSON object, UTF-8, without duplicate members.
	CodeInvalidJson Code = "invalid_json"
	// 400: The page token is not valid here. Start again without `page_token`; keep all other parameters the same from
	// page to page.
	CodeInvalidPageToken Code = "invalid_page_token"
	// 400: A parameter cannot be read. Correct the query parameter or header that `errors` names.
	CodeInvalidParameter Code = "invalid_parameter"
	// 409: The state does not allow this. Read the object and follow its states.
	CodeInvalidState Code = "invalid_state"
	// 409: This person is invited already. Resend the pending invitation, or revoke it first.
	CodeInvitationExists Code = "invitation_exists"
	// 409: No one else needs to sign. Set the representation decision first; with `solo` there is no one to invite.
	CodeInvitationNotApplicable Code = "invitation_not_applicable"
	// 404: There is no such invitation. Use an `invitation_id` of this onboarding's `invitations`.
	CodeInvitationNotFound Code = "invitation_not_found"
	// 503: Live mode lacks a part that the call needs. `part` names it. Nothing was stored. Contact the operator, or use a
	// test key.
	CodeLiveModeUnavailable Code = "live_mode_unavailable"
	// 409: The merchant is not active. Wait until the onboarding is active; a suspended merchant contacts the operator.
	CodeMerchantNotActive Code = "merchant_not_active"
	// 404: There is no such merchant. Use the `ref` of a merchant of a channel that the key owns.
	CodeMerchantNotFound Code = "merchant_not_found"
	// 406: No acceptable representation. Accept `application/json`.
	CodeNotAcceptable Code = "not_acceptable"
	// 400: Header and path name different merchants. Send the merchant of the path in `On-Behalf-Of`, or leave the header
	// out.
	CodeOnBehalfOfMismatch Code = "on_behalf_of_mismatch"
	// 400: A merchant key acts for its own merchant. Leave the header `On-Behalf-Of` out, or use a partner key.
	CodeOnBehalfOfNotAllowed Code = "on_behalf_of_not_allowed"
	// 400: The merchant is not named. Send the header `On-Behalf-Of: <merchant_ref>`; with a partner key every call under
	// /payments needs it.
	CodeOnBehalfOfRequired Code = "on_behalf_of_required"
	// 409: The onboarding cannot be changed now. Partners write while the status is draft, in_progress,
	// awaiting_signatories or action_required.
	CodeOnboardingNotEditable Code = "onboarding_not_editable"
	// 404: There is no such onboarding. Use a `ref` of a channel that the key owns.
	CodeOnboardingNotFound Code = "onboarding_not_found"
	// 503: The service cannot answer now. Repeat after `Retry-After` seconds.
	CodeOverloaded Code = "overloaded"
	// 409: It is not proven that the owner controls the endpoint. Have the receiver answer a challenge: `POST
	// /webhooks/{id}/verify`. Then make the endpoint active.
	CodeOwnershipUnproven Code = "ownership_unproven"
	// 403: The partner is suspended. Contact the operator.
	CodePartnerSuspended Code = "partner_suspended"
	// 404: There is no such payment. Use a `payment_id` of the merchant that the call names.
	CodePaymentNotFound Code = "payment_not_found"
	// 404: There is no such payout. Use a `payout_id` of this merchant's payouts.
	CodePayoutNotFound Code = "payout_not_found"
	// 403: The merchant has not allowed payouts. Ask for it with POST /merchants/{ref}/payouts-opt-in-requests; the
	// merchant decides.
	CodePayoutsOptInRequired Code = "payouts_opt_in_required"
	// 404: There is no such portal session. Use the `id` that creating the session returned; sessions that have ended are
	// kept for 2 days.
	CodePortalSessionNotFound Code = "portal_session_not_found"
	// 412: The object changed meanwhile. Read it again and repeat with its new `ETag`.
	CodePreconditionFailed Code = "precondition_failed"
	// 422: The identity cannot be prefilled. A company with several representatives identifies them in the hosted flow.
	CodePrefillNotApplicable Code = "prefill_not_applicable"
	// 429: Too many requests. Wait for `Retry-After` seconds; `violated-policies` names the limits, `RateLimit` has what
	// is left of each.
	CodeRateLimited Code = "rate_limited"
	// 409: The endpoint has reached its limit of running recoveries. Wait until one is completed, or cancel one.
	CodeRecoveryLimitReached Code = "recovery_limit_reached"
	// 404: There is no such recovery. Use the `id` that starting the recovery returned.
	CodeRecoveryNotFound Code = "recovery_not_found"
	// 404: There is no such refund. Use a `refund_id` of this payment's refunds.
	CodeRefundNotFound Code = "refund_not_found"
	// 503: The company register does not answer. Repeat after `Retry-After` seconds.
	CodeRegisterUnavailable Code = "register_unavailable"
	// 422: Only companies have a representation decision. Leave it out for sole traders and natural persons.
	CodeRepresentationNotApplicable Code = "representation_not_applicable"
	// 404: There is no such required document. Use a `document_id` of this onboarding's `required_documents`, or name
	// `document_type` and `subject`.
	CodeRequiredDocumentNotFound Code = "required_document_not_found"
	// 404: There is no such route. Check the path against the API reference.
	CodeRouteNotFound Code = "route_not_found"
	// 409: The endpoint has reached its limit of valid secrets. Wait for `Retry-After` seconds, when the overlap of an
	// older secret ends, or rotate with `overlap_seconds` 0, which ends all older ones at once.
	CodeSecretLimitReached Code = "secret_limit_reached"
	// 409: The merchant has confirmed this data. Leave out the segments that `errors` names. The merchant corrects them in
	// the hosted flow until it confirms them there; afterwards only an operator opens them again.
	CodeSegmentLocked Code = "segment_locked"
	// 404: There is no such settlement. Use a `settlement_id` of this merchant's settlements.
	CodeSettlementNotFound Code = "settlement_not_found"
	// 504: The request took too long. Repeat it; writes are idempotent as documented.
	CodeTimeout Code = "timeout"
	// 429: The key has reached its limit of streams. Close one, or share one among the readers: every stream of a key has
	// the same events.
	CodeTooManyStreams Code = "too_many_streams"
	// 404: There is no such transaction. Use a `transaction_id` of this merchant's transactions.
	CodeTransactionNotFound Code = "transaction_not_found"
	// 422: The body has unknown fields. Remove or correct the fields that `errors` names, or send `Prefer:
	// handling=lenient`.
	CodeUnknownField Code = "unknown_field"
	// 415: The content type is not supported. Send `Content-Type: application/json`; uploads also take
	// multipart/form-data.
	CodeUnsupportedMediaType Code = "unsupported_media_type"
	// 501: The operation is not offered. Check the API reference.
	CodeUnsupportedOperation Code = "unsupported_operation"
	// 400: The API version is not known. Leave `Connect-Version` out or send a published date.
	CodeUnsupportedVersion Code = "unsupported_version"
	// 422: The URL is not allowed. Use a public address and the scheme of the key's mode.
	CodeURLNotAllowed Code = "url_not_allowed"
	// 422: Some fields are not acceptable. Correct the fields that `errors` names.
	CodeValidationFailed Code = "validation_failed"
	// 404: There is no such verification. Use an `id` of the key's tenant and mode.
	CodeVerificationNotFound Code = "verification_not_found"
)
