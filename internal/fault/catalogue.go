package fault

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
)

// Reason is the stable `code` of a problem document.
type Reason string

// The reasons that every service has, by HTTP status. Each service registers its own.
const (
	InvalidJSON           Reason = "invalid_json"
	InvalidParameter      Reason = "invalid_parameter"
	InvalidPageToken      Reason = "invalid_page_token"
	IdempotencyKeyMissing Reason = "idempotency_key_missing"
	InvalidCredentials    Reason = "invalid_credentials"
	TokenUsed             Reason = "token_used"
	InsufficientScope     Reason = "insufficient_scope"
	InsufficientRole      Reason = "insufficient_role"
	RouteNotFound         Reason = "route_not_found"
	KeyNotFound           Reason = "key_not_found"
	MethodNotAllowed      Reason = "method_not_allowed"
	NotAcceptable         Reason = "not_acceptable"
	AlreadyExists         Reason = "already_exists"
	InvalidState          Reason = "invalid_state"
	IdempotencyInProgress Reason = "idempotency_in_progress"
	PreconditionFailed    Reason = "precondition_failed"
	BodyTooLarge          Reason = "body_too_large"
	FileTooLarge          Reason = "file_too_large"
	UnsupportedMediaType  Reason = "unsupported_media_type"
	ReasonRequired        Reason = "reason_required"
	ValidationFailed      Reason = "validation_failed"
	UnknownField          Reason = "unknown_field"
	InvalidBase64         Reason = "invalid_base64"
	IdempotencyKeyReused  Reason = "idempotency_key_reused"
	RateLimited           Reason = "rate_limited"
	RequestCancelled      Reason = "request_cancelled"
	InternalError         Reason = "internal_error"
	Overloaded            Reason = "overloaded"
	Timeout               Reason = "timeout"
	UnsupportedOperation  Reason = "unsupported_operation"
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

// Shared is what a client reads of the reasons that every service has. docs/errors.md is written from it.
var Shared = Register([]Entry{
	{
		InvalidJSON, 400, KindInvalid, "The body is not valid JSON",
		"Send one JSON object, UTF-8, without duplicate members.",
	},
	{
		InvalidParameter, 400, KindInvalid, "A parameter cannot be read",
		"Correct the query parameter or header that `errors` names.",
	},
	{
		InvalidPageToken, 400, KindInvalid, "The page token is not valid here",
		"Start again without `page_token`; keep all other parameters the same from page to page.",
	},
	{
		IdempotencyKeyMissing, 400, KindInvalid, "The call needs an idempotency key",
		"Send the header `Idempotency-Key` with a value that is new for each new request, such as a UUID.",
	},
	{
		InvalidCredentials, 401, KindUnauthenticated, "The credentials are not valid",
		"Send `Authorization: Bearer <key>` with a key that is neither revoked nor expired.",
	},
	{
		TokenUsed, 401, KindUnauthenticated, "The token was used before",
		"Of operators: make a token for each call, also for a repeated one.",
	},
	{InsufficientScope, 403, KindForbidden, "The key lacks a scope", "Ask for a key with one of `required_scopes`."},
	{InsufficientRole, 403, KindForbidden, "The person lacks a role", "Of operators: ask for one of `required_roles`."},
	{RouteNotFound, 404, KindNotFound, "There is no such route", "Check the path against the API reference."},
	{KeyNotFound, 404, KindNotFound, "There is no such key", "Use the id that the creation of the key returned."},
	{
		MethodNotAllowed, 405, KindUnimplemented, "The method is not allowed here",
		"Use one of the methods of the `Allow` header.",
	},
	{NotAcceptable, 406, KindInvalid, "No acceptable representation", "Accept `application/json`."},
	{AlreadyExists, 409, KindExists, "It exists already", "Use the existing one, or another id."},
	{InvalidState, 409, KindPrecondition, "The state does not allow this", "Read the object and follow its states."},
	{
		IdempotencyInProgress, 409, KindStale, "The call with this idempotency key is still running",
		"Repeat it after `Retry-After` seconds, with the same key.",
	},
	{PreconditionFailed, 412, KindStale, "The object changed meanwhile", "Read it again and repeat with its new `ETag`."},
	{BodyTooLarge, 413, KindInvalid, "The body is too large", "Send at most 64 KiB."},
	{FileTooLarge, 413, KindInvalid, "The file is too large", "Send at most 5 242 880 bytes."},
	{
		UnsupportedMediaType, 415, KindInvalid, "The content type is not supported",
		"Send `Content-Type: application/json`; uploads also take multipart/form-data.",
	},
	{
		ReasonRequired, 422, KindInvalid, "The call needs a reason",
		"Of operators: say why, in the metadata `x-reason-bin` or in the field `reason`.",
	},
	{ValidationFailed, 422, KindInvalid, "Some fields are not acceptable", "Correct the fields that `errors` names."},
	{
		UnknownField, 422, KindInvalid, "The body has unknown fields",
		"Remove or correct the fields that `errors` names, or send `Prefer: handling=lenient`.",
	},
	{InvalidBase64, 422, KindInvalid, "The content is not base64", "Encode the file in standard or URL-safe base64."},
	{
		IdempotencyKeyReused, 422, KindInvalid, "The idempotency key was used with another content",
		"Use a new key for a new request.",
	},
	{
		RateLimited, 429, KindLimited, "Too many requests",
		"Wait for `Retry-After` seconds; `violated-policies` names the limits, `RateLimit` has what is left of each.",
	},
	{RequestCancelled, 499, KindCancelled, "The client left", "Nothing to do."},
	{InternalError, 500, KindInternal, "An internal error", "Repeat later; quote `request_id` to support."},
	{UnsupportedOperation, 501, KindUnimplemented, "The operation is not offered", "Check the API reference."},
	{Overloaded, 503, KindUnavailable, "The service cannot answer now", "Repeat after `Retry-After` seconds."},
	{Timeout, 504, KindDeadline, "The request took too long", "Repeat it; writes are idempotent as documented."},
})

// registered are the entries of all reasons of the program. It is written while packages are initialized, and only read
// afterwards.
var registered map[Reason]Entry

// Register adds the reasons of a service, and returns them. It is called while packages are initialized; a reason that
// is there already panics.
func Register(entries []Entry) []Entry {
	if registered == nil {
		registered = map[Reason]Entry{}
	}
	for _, e := range entries {
		if _, there := registered[e.Reason]; there {
			panic("fault: " + string(e.Reason) + " is registered twice")
		}
		registered[e.Reason] = e
	}
	return entries
}

// Registered returns the entries of all reasons of the program, ordered by status and reason.
func Registered() []Entry {
	return slices.SortedFunc(maps.Values(registered), func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Status, b.Status), cmp.Compare(a.Reason, b.Reason))
	})
}

// Lookup returns the entry of a reason; an unknown reason is an internal error.
func Lookup(r Reason) Entry {
	if e, ok := registered[r]; ok {
		return e
	}
	return Entry{
		Reason: InternalError, Status: http.StatusInternalServerError, Kind: KindInternal, Title: "An internal error",
	}
}
