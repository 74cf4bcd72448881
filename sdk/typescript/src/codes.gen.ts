// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

/** Version of this library. */
export const version = '1.0.0'

/** Codes of problems. Codes beyond these may come from a newer API. */
export const ErrorCode = {
  /**
   * 422: The amount is below the least payout. Ask for at least `minimum` minor units.
   */
  amountBelowMinimum: 'amount_below_minimum',
  /**
   * 422: The amount is out of range. Send 1 to 99 999 999 999 minor units (ISO 4217: JPY has none, PLN two digits, KWD
   * three); a refund at most what is left.
   */
  amountOutOfRange: 'amount_out_of_range',
  /**
   * 422: The applicant type is not set. Set `applicant_type` with PATCH /onboarding/{ref} first.
   */
  applicantTypeRequired: 'applicant_type_required',
  /**
   * 413: The body is too large. Send at most 64 KiB.
   */
  bodyTooLarge: 'body_too_large',
  /**
   * 422: The channel is not the key's. Name a channel that the key owns, or leave it out if there is only one.
   */
  channelNotOwned: 'channel_not_owned',
  /**
   * 422: The channel must be named. The key owns several channels: name one in `channel`.
   */
  channelRequired: 'channel_required',
  /**
   * 404: There is no such chargeback. Use a `chargeback_id` of this payment's chargebacks.
   */
  chargebackNotFound: 'chargeback_not_found',
  /**
   * 422: The register has no such active company. Correct `company.register`.
   */
  companyNotInRegister: 'company_not_in_register',
  /**
   * 422: The company's register number is not set. Set `company.register` with PATCH /onboarding/{ref} first.
   */
  companyRegisterRequired: 'company_register_required',
  /**
   * 422: The company's register has not answered yet. Set `company.register` to an entry that the register knows, then
   * prefill.
   */
  companyStructureUnknown: 'company_structure_unknown',
  /**
   * 422: The merchant does not have this currency. Use one of `supported_currencies`.
   */
  currencyNotSupported: 'currency_not_supported',
  /**
   * 403: The merchant has not delegated access. The merchant signs the channel agreement in the hosted flow, or grants
   * there again what it took back: `next_action` names the call whose answer has its link in `next_action.url`.
   */
  delegationRequired: 'delegation_required',
  /**
   * 404: There is no such delivery. Use an `id` from a list of deliveries, or an `X-Webhook-Id`; deliveries are kept
   * for 30 days.
   */
  deliveryNotFound: 'delivery_not_found',
  /**
   * 422: It is not clear what the document is. Send either `document_type` and `subject`, or `document_id`.
   */
  documentIdentificationInvalid: 'document_identification_invalid',
  /**
   * 409: The onboarding has reached its limit of documents. Delete documents that are not needed.
   */
  documentLimitReached: 'document_limit_reached',
  /**
   * 404: There is no such document. Use a `document_id` of this onboarding's `documents`.
   */
  documentNotFound: 'document_not_found',
  /**
   * 409: The endpoint is inactive. Set `is_active` to true first.
   */
  endpointInactive: 'endpoint_inactive',
  /**
   * 409: The owner has reached its limit of endpoints. Delete one, or ask the operator for a higher limit.
   */
  endpointLimitReached: 'endpoint_limit_reached',
  /**
   * 404: There is no such webhook endpoint. Use an `id` from the list of endpoints; it must belong to the key's owner
   * and mode.
   */
  endpointNotFound: 'endpoint_not_found',
  /**
   * 404: There is no such event. Events are kept for 30 days.
   */
  eventNotFound: 'event_not_found',
  /**
   * 409: The reference was used for a different request. Repeat a request with the same content, or use an
   * `external_ref` that is new for this merchant.
   */
  externalRefConflict: 'external_ref_conflict',
  /**
   * 422: The file is empty. Send the content of the file.
   */
  fileEmpty: 'file_empty',
  /**
   * 415: The format of the file is not allowed. Send pdf, png, jpg, jpeg or tiff, with the file name extension that
   * fits the content.
   */
  fileFormatNotAllowed: 'file_format_not_allowed',
  /**
   * 422: The file was refused by the virus scanner. Send a clean file.
   */
  fileInfected: 'file_infected',
  /**
   * 413: The file is too large. Send at most 5 242 880 bytes.
   */
  fileTooLarge: 'file_too_large',
  /**
   * 409: The call with this idempotency key is still running. Repeat it after `Retry-After` seconds, with the same key.
   */
  idempotencyInProgress: 'idempotency_in_progress',
  /**
   * 400: The call needs an idempotency key. Send the header `Idempotency-Key` with a value that is new for each new
   * request, such as a UUID.
   */
  idempotencyKeyMissing: 'idempotency_key_missing',
  /**
   * 422: The idempotency key was used with another content. Use a new key for a new request.
   */
  idempotencyKeyReused: 'idempotency_key_reused',
  /**
   * 422: The identity data contradicts itself. Send a date of birth that agrees with the national id, or leave it out.
   */
  identityMismatch: 'identity_mismatch',
  /**
   * 422: Not enough money is available. Ask for at most `available`, or for `all`; read GET /merchants/{ref}/balance.
   */
  insufficientFunds: 'insufficient_funds',
  /**
   * 403: The key lacks a scope. Ask for a key with one of `required_scopes`.
   */
  insufficientScope: 'insufficient_scope',
  /**
   * 500: An internal error. Repeat later; quote `request_id` to support.
   */
  internalError: 'internal_error',
  /**
   * 422: The content is not base64. Encode the file in standard or URL-safe base64.
   */
  invalidBase64: 'invalid_base64',
  /**
   * 401: The credentials are not valid. Send `Authorization: Bearer <key>` with a key that is neither revoked nor
   * expired.
   */
  invalidCredentials: 'invalid_credentials',
  /**
   * 400: The body is not valid JSON. Send one JSON object, UTF-8, without duplicate members.
   */
  invalidJson: 'invalid_json',
  /**
   * 400: The page token is not valid here. Start again without `page_token`; keep all other parameters the same from
   * page to page.
   */
  invalidPageToken: 'invalid_page_token',
  /**
   * 400: A parameter cannot be read. Correct the query parameter or header that `errors` names.
   */
  invalidParameter: 'invalid_parameter',
  /**
   * 409: The state does not allow this. Read the object and follow its states.
   */
  invalidState: 'invalid_state',
  /**
   * 409: This person is invited already. Resend the pending invitation, or revoke it first.
   */
  invitationExists: 'invitation_exists',
  /**
   * 409: No one else needs to sign. Set the representation decision first; with `solo` there is no one to invite.
   */
  invitationNotApplicable: 'invitation_not_applicable',
  /**
   * 404: There is no such invitation. Use an `invitation_id` of this onboarding's `invitations`.
   */
  invitationNotFound: 'invitation_not_found',
  /**
   * 503: Live mode lacks a part that the call needs. `part` names it. Nothing was stored. Contact the operator, or use
   * a test key.
   */
  liveModeUnavailable: 'live_mode_unavailable',
  /**
   * 409: The merchant is not active. Wait until the onboarding is active; a suspended merchant contacts the operator.
   */
  merchantNotActive: 'merchant_not_active',
  /**
   * 404: There is no such merchant. Use the `ref` of a merchant of a channel that the key owns.
   */
  merchantNotFound: 'merchant_not_found',
  /**
   * 406: No acceptable representation. Accept `application/json`.
   */
  notAcceptable: 'not_acceptable',
  /**
   * 400: Header and path name different merchants. Send the merchant of the path in `On-Behalf-Of`, or leave the header
   * out.
   */
  onBehalfOfMismatch: 'on_behalf_of_mismatch',
  /**
   * 400: A merchant key acts for its own merchant. Leave the header `On-Behalf-Of` out, or use a partner key.
   */
  onBehalfOfNotAllowed: 'on_behalf_of_not_allowed',
  /**
   * 400: The merchant is not named. Send the header `On-Behalf-Of: <merchant_ref>`; with a partner key every call under
   * /payments needs it.
   */
  onBehalfOfRequired: 'on_behalf_of_required',
  /**
   * 409: The onboarding cannot be changed now. Partners write while the status is draft, in_progress,
   * awaiting_signatories or action_required.
   */
  onboardingNotEditable: 'onboarding_not_editable',
  /**
   * 404: There is no such onboarding. Use a `ref` of a channel that the key owns.
   */
  onboardingNotFound: 'onboarding_not_found',
  /**
   * 503: The service cannot answer now. Repeat after `Retry-After` seconds.
   */
  overloaded: 'overloaded',
  /**
   * 409: It is not proven that the owner controls the endpoint. Have the receiver answer a challenge: `POST
   * /webhooks/{id}/verify`. Then make the endpoint active.
   */
  ownershipUnproven: 'ownership_unproven',
  /**
   * 403: The partner is suspended. Contact the operator.
   */
  partnerSuspended: 'partner_suspended',
  /**
   * 404: There is no such payment. Use a `payment_id` of the merchant that the call names.
   */
  paymentNotFound: 'payment_not_found',
  /**
   * 404: There is no such payout. Use a `payout_id` of this merchant's payouts.
   */
  payoutNotFound: 'payout_not_found',
  /**
   * 403: The merchant has not allowed payouts. Ask for it with POST /merchants/{ref}/payouts-opt-in-requests; the
   * merchant decides.
   */
  payoutsOptInRequired: 'payouts_opt_in_required',
  /**
   * 404: There is no such portal session. Use the `id` that creating the session returned; sessions that have ended are
   * kept for 2 days.
   */
  portalSessionNotFound: 'portal_session_not_found',
  /**
   * 412: The object changed meanwhile. Read it again and repeat with its new `ETag`.
   */
  preconditionFailed: 'precondition_failed',
  /**
   * 422: The identity cannot be prefilled. A company with several representatives identifies them in the hosted flow.
   */
  prefillNotApplicable: 'prefill_not_applicable',
  /**
   * 429: Too many requests. Wait for `Retry-After` seconds; `violated-policies` names the limits, `RateLimit` has what
   * is left of each.
   */
  rateLimited: 'rate_limited',
  /**
   * 409: The endpoint has reached its limit of running recoveries. Wait until one is completed, or cancel one.
   */
  recoveryLimitReached: 'recovery_limit_reached',
  /**
   * 404: There is no such recovery. Use the `id` that starting the recovery returned.
   */
  recoveryNotFound: 'recovery_not_found',
  /**
   * 404: There is no such refund. Use a `refund_id` of this payment's refunds.
   */
  refundNotFound: 'refund_not_found',
  /**
   * 503: The company register does not answer. Repeat after `Retry-After` seconds.
   */
  registerUnavailable: 'register_unavailable',
  /**
   * 422: Only companies have a representation decision. Leave it out for sole traders and natural persons.
   */
  representationNotApplicable: 'representation_not_applicable',
  /**
   * 404: There is no such required document. Use a `document_id` of this onboarding's `required_documents`, or name
   * `document_type` and `subject`.
   */
  requiredDocumentNotFound: 'required_document_not_found',
  /**
   * 404: There is no such route. Check the path against the API reference.
   */
  routeNotFound: 'route_not_found',
  /**
   * 409: The endpoint has reached its limit of valid secrets. Wait for `Retry-After` seconds, when the overlap of an
   * older secret ends, or rotate with `overlap_seconds` 0, which ends all older ones at once.
   */
  secretLimitReached: 'secret_limit_reached',
  /**
   * 409: The merchant has confirmed this data. Leave out the segments that `errors` names. The merchant corrects them
   * in the hosted flow until it confirms them there; afterwards only an operator opens them again.
   */
  segmentLocked: 'segment_locked',
  /**
   * 404: There is no such settlement. Use a `settlement_id` of this merchant's settlements.
   */
  settlementNotFound: 'settlement_not_found',
  /**
   * 504: The request took too long. Repeat it; writes are idempotent as documented.
   */
  timeout: 'timeout',
  /**
   * 429: The key has reached its limit of streams. Close one, or share one among the readers: every stream of a key has
   * the same events.
   */
  tooManyStreams: 'too_many_streams',
  /**
   * 404: There is no such transaction. Use a `transaction_id` of this merchant's transactions.
   */
  transactionNotFound: 'transaction_not_found',
  /**
   * 422: The body has unknown fields. Remove or correct the fields that `errors` names, or send `Prefer:
   * handling=lenient`.
   */
  unknownField: 'unknown_field',
  /**
   * 415: The content type is not supported. Send `Content-Type: application/json`; uploads also take
   * multipart/form-data.
   */
  unsupportedMediaType: 'unsupported_media_type',
  /**
   * 501: The operation is not offered. Check the API reference.
   */
  unsupportedOperation: 'unsupported_operation',
  /**
   * 400: The API version is not known. Leave `Connect-Version` out or send a published date.
   */
  unsupportedVersion: 'unsupported_version',
  /**
   * 422: The URL is not allowed. Use a public address and the scheme of the key's mode.
   */
  urlNotAllowed: 'url_not_allowed',
  /**
   * 422: Some fields are not acceptable. Correct the fields that `errors` names.
   */
  validationFailed: 'validation_failed',
  /**
   * 404: There is no such verification. Use an `id` of the key's tenant and mode.
   */
  verificationNotFound: 'verification_not_found',
} as const
