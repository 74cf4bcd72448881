// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Why a call was refused. Codes beyond these may come from a newer API.
 *
 * @param value the code
 */
public record Code(@JsonValue String value) {
  /** 422: The amount is below the least payout. Ask for at least {@code minimum} minor units. */
  public static final Code AMOUNT_BELOW_MINIMUM = new Code("amount_below_minimum");

  /** 422: The amount is out of range. Send 1 to 99 999 999 999 minor units (ISO 4217: JPY has none, PLN two digits, KWD
   * three); a refund at most what is left. */
  public static final Code AMOUNT_OUT_OF_RANGE = new Code("amount_out_of_range");

  /** 422: The applicant type is not set. Set {@code applicant_type} with PATCH /onboarding/{ref} first. */
  public static final Code APPLICANT_TYPE_REQUIRED = new Code("applicant_type_required");

  /** 413: The body is too large. Send at most 64 KiB. */
  public static final Code BODY_TOO_LARGE = new Code("body_too_large");

  /** 422: The channel is not the key's. Name a channel that the key owns, or leave it out if there is only one. */
  public static final Code CHANNEL_NOT_OWNED = new Code("channel_not_owned");

  /** 422: The channel must be named. The key owns several channels: name one in {@code channel}. */
  public static final Code CHANNEL_REQUIRED = new Code("channel_required");

  /** 404: There is no such chargeback. Use a {@code chargeback_id} of this payment's chargebacks. */
  public static final Code CHARGEBACK_NOT_FOUND = new Code("chargeback_not_found");

  /** 422: The register has no such active company. Correct {@code company.register}. */
  public static final Code COMPANY_NOT_IN_REGISTER = new Code("company_not_in_register");

  /** 422: The company's register number is not set. Set {@code company.register} with PATCH /onboarding/{ref} first. */
  public static final Code COMPANY_REGISTER_REQUIRED = new Code("company_register_required");

  /** 422: The company's register has not answered yet. Set {@code company.register} to an entry that the register knows,
   * then prefill. */
  public static final Code COMPANY_STRUCTURE_UNKNOWN = new Code("company_structure_unknown");

  /** 422: The merchant does not have this currency. Use one of {@code supported_currencies}. */
  public static final Code CURRENCY_NOT_SUPPORTED = new Code("currency_not_supported");

  /** 403: The merchant has not delegated access. The merchant signs the channel agreement in the hosted flow, or grants
   * there again what it took back: {@code next_action} names the call whose answer has its link in {@code
   * next_action.url}. */
  public static final Code DELEGATION_REQUIRED = new Code("delegation_required");

  /** 404: There is no such delivery. Use an {@code id} from a list of deliveries, or an {@code X-Webhook-Id}; deliveries
   * are kept for 30 days. */
  public static final Code DELIVERY_NOT_FOUND = new Code("delivery_not_found");

  /** 422: It is not clear what the document is. Send either {@code document_type} and {@code subject}, or {@code
   * document_id}. */
  public static final Code DOCUMENT_IDENTIFICATION_INVALID = new Code("document_identification_invalid");

  /** 409: The onboarding has reached its limit of documents. Delete documents that are not needed. */
  public static final Code DOCUMENT_LIMIT_REACHED = new Code("document_limit_reached");

  /** 404: There is no such document. Use a {@code document_id} of this onboarding's {@code documents}. */
  public static final Code DOCUMENT_NOT_FOUND = new Code("document_not_found");

  /** 409: The endpoint is inactive. Set {@code is_active} to true first. */
  public static final Code ENDPOINT_INACTIVE = new Code("endpoint_inactive");

  /** 409: The owner has reached its limit of endpoints. Delete one, or ask the operator for a higher limit. */
  public static final Code ENDPOINT_LIMIT_REACHED = new Code("endpoint_limit_reached");

  /** 404: There is no such webhook endpoint. Use an {@code id} from the list of endpoints; it must belong to the key's
   * owner and mode. */
  public static final Code ENDPOINT_NOT_FOUND = new Code("endpoint_not_found");

  /** 404: There is no such event. Events are kept for 30 days. */
  public static final Code EVENT_NOT_FOUND = new Code("event_not_found");

  /** 409: The reference was used for a different request. Repeat a request with the same content, or use an {@code
   * external_ref} that is new for this merchant. */
  public static final Code EXTERNAL_REF_CONFLICT = new Code("external_ref_conflict");

  /** 422: The file is empty. Send the content of the file. */
  public static final Code FILE_EMPTY = new Code("file_empty");

  /** 415: The format of the file is not allowed. Send pdf, png, jpg, jpeg or tiff, with the file name extension that
   * fits the content. */
  public static final Code FILE_FORMAT_NOT_ALLOWED = new Code("file_format_not_allowed");

  /** 422: The file was refused by the virus scanner. Send a clean file. */
  public static final Code FILE_INFECTED = new Code("file_infected");

  /** 413: The file is too large. Send at most 5 242 880 bytes. */
  public static final Code FILE_TOO_LARGE = new Code("file_too_large");

  /** 409: The call with this idempotency key is still running. Repeat it after {@code Retry-After} seconds, with the
   * same key. */
  public static final Code IDEMPOTENCY_IN_PROGRESS = new Code("idempotency_in_progress");

  /** 400: The call needs an idempotency key. Send the header {@code Idempotency-Key} with a value that is new for each
   * new request, such as a UUID. */
  public static final Code IDEMPOTENCY_KEY_MISSING = new Code("idempotency_key_missing");

  /** 422: The idempotency key was used with another content. Use a new key for a new request. */
  public static final Code IDEMPOTENCY_KEY_REUSED = new Code("idempotency_key_reused");

  /** 422: The identity data contradicts itself. Send a date of birth that agrees with the national id, or leave it out. */
  public static final Code IDENTITY_MISMATCH = new Code("identity_mismatch");

  /** 422: Not enough money is available. Ask for at most {@code available}, or for {@code all}; read GET
   * /merchants/{ref}/balance. */
  public static final Code INSUFFICIENT_FUNDS = new Code("insufficient_funds");

  /** 403: The key lacks a scope. Ask for a key with one of {@code required_scopes}. */
  public static final Code INSUFFICIENT_SCOPE = new Code("insufficient_scope");

  /** 500: An internal error. Repeat later; quote {@code request_id} to support. */
  public static final Code INTERNAL_ERROR = new Code("internal_error");

  /** 422: The content is not base64. Encode the file in standard or URL-safe base64. */
  public static final Code INVALID_BASE64 = new Code("invalid_base64");

  /** 401: The credentials are not valid. Send {@code Authorization: Bearer <key>} with a key that is neither revoked nor
   * expired. */
  public static final Code INVALID_CREDENTIALS = new Code("invalid_credentials");

  /** 400: The body is not valid JSON. Send one JSON object, UTF-8, without duplicate members. */
  public static final Code INVALID_JSON = new Code("invalid_json");

  /** 400: The page token is not valid here. Start again without {@code page_token}; keep all other parameters the same
   * from page to page. */
  public static final Code INVALID_PAGE_TOKEN = new Code("invalid_page_token");

  /** 400: A parameter cannot be read. Correct the query parameter or header that {@code errors} names. */
  public static final Code INVALID_PARAMETER = new Code("invalid_parameter");

  /** 409: The state does not allow this. Read the object and follow its states. */
  public static final Code INVALID_STATE = new Code("invalid_state");

  /** 409: This person is invited already. Resend the pending invitation, or revoke it first. */
  public static final Code INVITATION_EXISTS = new Code("invitation_exists");

  /** 409: No one else needs to sign. Set the representation decision first; with {@code solo} there is no one to invite. */
  public static final Code INVITATION_NOT_APPLICABLE = new Code("invitation_not_applicable");

  /** 404: There is no such invitation. Use an {@code invitation_id} of this onboarding's {@code invitations}. */
  public static final Code INVITATION_NOT_FOUND = new Code("invitation_not_found");

  /** 503: Live mode lacks a part that the call needs. {@code part} names it. Nothing was stored. Contact the operator,
   * or use a test key. */
  public static final Code LIVE_MODE_UNAVAILABLE = new Code("live_mode_unavailable");

  /** 409: The merchant is not active. Wait until the onboarding is active; a suspended merchant contacts the operator. */
  public static final Code MERCHANT_NOT_ACTIVE = new Code("merchant_not_active");

  /** 404: There is no such merchant. Use the {@code ref} of a merchant of a channel that the key owns. */
  public static final Code MERCHANT_NOT_FOUND = new Code("merchant_not_found");

  /** 406: No acceptable representation. Accept {@code application/json}. */
  public static final Code NOT_ACCEPTABLE = new Code("not_acceptable");

  /** 400: Header and path name different merchants. Send the merchant of the path in {@code On-Behalf-Of}, or leave the
   * header out. */
  public static final Code ON_BEHALF_OF_MISMATCH = new Code("on_behalf_of_mismatch");

  /** 400: A merchant key acts for its own merchant. Leave the header {@code On-Behalf-Of} out, or use a partner key. */
  public static final Code ON_BEHALF_OF_NOT_ALLOWED = new Code("on_behalf_of_not_allowed");

  /** 400: The merchant is not named. Send the header {@code On-Behalf-Of: <merchant_ref>}; with a partner key every call
   * under /payments needs it. */
  public static final Code ON_BEHALF_OF_REQUIRED = new Code("on_behalf_of_required");

  /** 409: The onboarding cannot be changed now. Partners write while the status is draft, in_progress,
   * awaiting_signatories or action_required. */
  public static final Code ONBOARDING_NOT_EDITABLE = new Code("onboarding_not_editable");

  /** 404: There is no such onboarding. Use a {@code ref} of a channel that the key owns. */
  public static final Code ONBOARDING_NOT_FOUND = new Code("onboarding_not_found");

  /** 503: The service cannot answer now. Repeat after {@code Retry-After} seconds. */
  public static final Code OVERLOADED = new Code("overloaded");

  /** 409: It is not proven that the owner controls the endpoint. Have the receiver answer a challenge: {@code POST
   * /webhooks/{id}/verify}. Then make the endpoint active. */
  public static final Code OWNERSHIP_UNPROVEN = new Code("ownership_unproven");

  /** 403: The partner is suspended. Contact the operator. */
  public static final Code PARTNER_SUSPENDED = new Code("partner_suspended");

  /** 404: There is no such payment. Use a {@code payment_id} of the merchant that the call names. */
  public static final Code PAYMENT_NOT_FOUND = new Code("payment_not_found");

  /** 404: There is no such payout. Use a {@code payout_id} of this merchant's payouts. */
  public static final Code PAYOUT_NOT_FOUND = new Code("payout_not_found");

  /** 403: The merchant has not allowed payouts. Ask for it with POST /merchants/{ref}/payouts-opt-in-requests; the
   * merchant decides. */
  public static final Code PAYOUTS_OPT_IN_REQUIRED = new Code("payouts_opt_in_required");

  /** 404: There is no such portal session. Use the {@code id} that creating the session returned; sessions that have
   * ended are kept for 2 days. */
  public static final Code PORTAL_SESSION_NOT_FOUND = new Code("portal_session_not_found");

  /** 412: The object changed meanwhile. Read it again and repeat with its new {@code ETag}. */
  public static final Code PRECONDITION_FAILED = new Code("precondition_failed");

  /** 422: The identity cannot be prefilled. A company with several representatives identifies them in the hosted flow. */
  public static final Code PREFILL_NOT_APPLICABLE = new Code("prefill_not_applicable");

  /** 429: Too many requests. Wait for {@code Retry-After} seconds; {@code violated-policies} names the limits, {@code
   * RateLimit} has what is left of each. */
  public static final Code RATE_LIMITED = new Code("rate_limited");

  /** 409: The endpoint has reached its limit of running recoveries. Wait until one is completed, or cancel one. */
  public static final Code RECOVERY_LIMIT_REACHED = new Code("recovery_limit_reached");

  /** 404: There is no such recovery. Use the {@code id} that starting the recovery returned. */
  public static final Code RECOVERY_NOT_FOUND = new Code("recovery_not_found");

  /** 404: There is no such refund. Use a {@code refund_id} of this payment's refunds. */
  public static final Code REFUND_NOT_FOUND = new Code("refund_not_found");

  /** 503: The company register does not answer. Repeat after {@code Retry-After} seconds. */
  public static final Code REGISTER_UNAVAILABLE = new Code("register_unavailable");

  /** 422: Only companies have a representation decision. Leave it out for sole traders and natural persons. */
  public static final Code REPRESENTATION_NOT_APPLICABLE = new Code("representation_not_applicable");

  /** 404: There is no such required document. Use a {@code document_id} of this onboarding's {@code required_documents},
   * or name {@code document_type} and {@code subject}. */
  public static final Code REQUIRED_DOCUMENT_NOT_FOUND = new Code("required_document_not_found");

  /** 404: There is no such route. Check the path against the API reference. */
  public static final Code ROUTE_NOT_FOUND = new Code("route_not_found");

  /** 409: The endpoint has reached its limit of valid secrets. Wait for {@code Retry-After} seconds, when the overlap of
   * an older secret ends, or rotate with {@code overlap_seconds} 0, which ends all older ones at once. */
  public static final Code SECRET_LIMIT_REACHED = new Code("secret_limit_reached");

  /** 409: The merchant has confirmed this data. Leave out the segments that {@code errors} names. The merchant corrects
   * them in the hosted flow until it confirms them there; afterwards only an operator opens them again. */
  public static final Code SEGMENT_LOCKED = new Code("segment_locked");

  /** 404: There is no such settlement. Use a {@code settlement_id} of this merchant's settlements. */
  public static final Code SETTLEMENT_NOT_FOUND = new Code("settlement_not_found");

  /** 504: The request took too long. Repeat it; writes are idempotent as documented. */
  public static final Code TIMEOUT = new Code("timeout");

  /** 429: The key has reached its limit of streams. Close one, or share one among the readers: every stream of a key has
   * the same events. */
  public static final Code TOO_MANY_STREAMS = new Code("too_many_streams");

  /** 404: There is no such transaction. Use a {@code transaction_id} of this merchant's transactions. */
  public static final Code TRANSACTION_NOT_FOUND = new Code("transaction_not_found");

  /** 422: The body has unknown fields. Remove or correct the fields that {@code errors} names, or send {@code Prefer:
   * handling=lenient}. */
  public static final Code UNKNOWN_FIELD = new Code("unknown_field");

  /** 415: The content type is not supported. Send {@code Content-Type: application/json}; uploads also take
   * multipart/form-data. */
  public static final Code UNSUPPORTED_MEDIA_TYPE = new Code("unsupported_media_type");

  /** 501: The operation is not offered. Check the API reference. */
  public static final Code UNSUPPORTED_OPERATION = new Code("unsupported_operation");

  /** 400: The API version is not known. Leave {@code Connect-Version} out or send a published date. */
  public static final Code UNSUPPORTED_VERSION = new Code("unsupported_version");

  /** 422: The URL is not allowed. Use a public address and the scheme of the key's mode. */
  public static final Code URL_NOT_ALLOWED = new Code("url_not_allowed");

  /** 422: Some fields are not acceptable. Correct the fields that {@code errors} names. */
  public static final Code VALIDATION_FAILED = new Code("validation_failed");

  /** 404: There is no such verification. Use an {@code id} of the key's tenant and mode. */
  public static final Code VERIFICATION_NOT_FOUND = new Code("verification_not_found");

  @JsonCreator
  static Code of(String value) {
    return new Code(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
