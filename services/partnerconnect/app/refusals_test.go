package app_test

import (
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// requestRefusals are about the request itself, whatever it asks for.
var requestRefusals = []refusal{
	{
		name: "broken JSON", method: "PATCH", path: "/onboarding/{merchant}", body: `{"applicant":`, status: 400,
		reason: fault.InvalidJSON,
		detail: "the body is not valid JSON: it ends too early",
	},
	{
		name: "parameter", method: "GET", path: "/onboarding?status=asleep", status: 400, reason: fault.InvalidParameter,
		detail: "a parameter is not acceptable; see errors",
		errors: `{"field":"status","code":"unknown_value","message":"must be one of draft, in_progress, ` +
			`awaiting_signatories, in_review, action_required, active, rejected, cancelled, expired"}`,
	},
	{
		name: "unknown event", method: "GET", path: "/events?after=evt_00000000000000000000000000", status: 400,
		reason: fault.InvalidParameter,
		detail: "after names no event of the feed; events are kept for 30 days",
		errors: `{"field":"after","code":"unknown_event","message":"must be the id of an event that the feed returned; ` +
			`leave it out to begin with the oldest"}`,
	},
	{
		name: "page token", method: "GET", path: "/onboarding?page_token=x", status: 400, reason: fault.InvalidPageToken,
		detail: "the page token is altered, or belongs to a query with other parameters; start again without it",
	},
	{
		name: "version", method: "GET", path: "/onboarding/{merchant}", headers: []string{"Connect-Version", "2020-01-01"},
		status: 400, reason: pc.UnsupportedVersion,
		detail: "this date is not a version of the API; leave Connect-Version out for the version of the key",
		errors: `{"field":"Connect-Version","code":"unknown_value","message":"must be one of 2026-11-01"}`,
	},
	{
		name: "credentials", key: "pk_test_x", method: "GET", path: "/onboarding/{merchant}", status: 401,
		reason: fault.InvalidCredentials,
		detail: "send a valid key as Authorization: Bearer <key>",
		header: map[string]string{"WWW-Authenticate": `Bearer error="invalid_token"`},
	},
	{
		name: "scope", key: "{reader}", method: "GET", path: "/onboarding/{merchant}", status: 403,
		reason: fault.InsufficientScope,
		detail: "the key lacks the scope of this call; see required_scopes",
		more:   []string{`"required_scopes":["onboarding:read"]`, `"granted_scopes":["account:read"]`},
		header: map[string]string{"WWW-Authenticate": `Bearer error="insufficient_scope", scope="onboarding:read"`},
	},
	{
		name: "suspended partner", key: "{suspended}", method: "GET", path: "/onboarding/{merchant}", status: 403,
		reason: pc.PartnerSuspended,
		detail: "the partner is suspended; contact the operator",
	},
	{name: "route", method: "GET", path: "/merchant", status: 404, reason: fault.RouteNotFound,
		detail: "there is no such path"},
	{
		name: "method", method: "PUT", path: "/onboarding/{merchant}", body: `{}`, status: 405,
		reason: fault.MethodNotAllowed, detail: "this path does not take the method PUT",
		header: map[string]string{"Allow": "GET, PATCH"},
	},
	{
		name: "method of identity", method: "GET", path: "/onboarding/{merchant}/identity", status: 405,
		reason: fault.MethodNotAllowed,
		detail: "this path does not take the method GET", header: map[string]string{"Allow": "PATCH"},
	},
	{
		name: "accept", method: "GET", path: "/onboarding/{merchant}/documents",
		headers: []string{"Accept", "application/xml"}, status: 406, reason: fault.NotAcceptable,
		detail: "answers are application/json; accept it",
	},
	{
		name: "If-Match", method: "PATCH", path: "/onboarding/{merchant}", body: `{}`, headers: []string{"If-Match", `"1"`},
		status: 412, reason: fault.PreconditionFailed,
		detail: "the onboarding has changed since the version in If-Match; read it again",
	},
	{
		name: "If-Match of a representation", method: "PUT", path: "/onboarding/{merchant}/representation",
		body:    `{"is_representative":true}`,
		headers: []string{"If-Match", `"1"`}, status: 412, reason: fault.PreconditionFailed,
		detail: "the onboarding has changed since the version in If-Match; read it again",
	},
	{
		name: "body", method: "PATCH", path: "/onboarding/{merchant}",
		body: `{"business":{"description":"` + strings.Repeat("x", 64<<10) + `"}}`, status: 413, reason: fault.BodyTooLarge,
		detail: "the body may have at most 65536 bytes",
	},
	{
		name: "media type", method: "PATCH", path: "/onboarding/{merchant}", body: `a`,
		headers: []string{"Content-Type", "text/plain"}, status: 415, reason: fault.UnsupportedMediaType,
		detail: "send the body as Content-Type: application/json",
	},
	{
		name: "validation", method: "PATCH", path: "/onboarding/{merchant}", body: `{"applicant":{"phone":"123"}}`,
		status: 422, reason: fault.ValidationFailed,
		detail: "some fields are not acceptable; see errors",
		errors: `{"field":"/applicant/phone","code":"invalid_phone","message":"must be in E.164 form: + and 7 to 15 digits"}`,
	},
	{
		name: "ref in the body", method: "PATCH", path: "/onboarding/{merchant}", body: `{"ref":"x"}`, status: 422,
		reason: fault.UnknownField,
		detail: "the body has fields that the API does not know; see errors",
		errors: `{"field":"/ref","code":"unknown","message":"there is no such field"}`,
	},
	{
		name: "mask in the body", method: "PATCH", path: "/onboarding/{draft}/identity", body: `{"update_mask":"x"}`,
		status: 422, reason: fault.UnknownField,
		detail: "the body has fields that the API does not know; see errors",
		errors: `{"field":"/update_mask","code":"unknown","message":"there is no such field"}`,
	},
}

// onboardingRefusals are about the onboarding and its data.
var onboardingRefusals = []refusal{
	{
		name: "onboarding", method: "PATCH", path: "/onboarding/" + absentRef, body: `{}`, status: 404,
		reason: pc.OnboardingNotFound,
		detail: "no onboarding of the key's channels and mode has this ref",
	},
	{
		name: "cancel too late", method: "POST", path: "/onboarding/{reviewed}/cancel", status: 409,
		reason: fault.InvalidState,
		detail: "an onboarding in this status cannot become cancelled", more: []string{`"onboarding_status":"in_review"`},
	},
	{
		name: "not editable", method: "PATCH", path: "/onboarding/{reviewed}", body: `{}`, status: 409,
		reason: pc.OnboardingNotEditable,
		detail: "the partner cannot change an onboarding in this status", more: []string{`"onboarding_status":"in_review"`},
	},
	{
		name: "locked", method: "PATCH", path: "/onboarding/{locked}", status: 409, reason: pc.SegmentLocked,
		body: `{"applicant_type":"company","payout_account":{"holder_name":"x"},"applicant":{"email":"a@example.pl"},` +
			`"business":{"name":"x"}}`,
		detail: "the merchant has confirmed this data; see errors",
		errors: `{"field":"/applicant","code":"locked","message":"the merchant has confirmed this; leave it out"},
			{"field":"/applicant_type","code":"locked","message":"the merchant has confirmed this; leave it out"},
			{"field":"/payout_account","code":"locked","message":"the merchant has confirmed this; leave it out"}`,
	},
	{
		name: "channel absent", key: "{two}", method: "POST", path: "/onboarding", body: `{"partner_external_ref":"x"}`,
		status: 422, reason: pc.ChannelRequired,
		detail: "the key owns several channels; name one of them in channel",
		errors: `{"field":"/channel","code":"required","message":"name one of the key's channels"}`,
	},
	{
		name: "channel of another", method: "POST", path: "/onboarding",
		body: `{"partner_external_ref":"x","channel":"chn_two"}`, status: 422,
		reason: pc.ChannelNotOwned, detail: "the channel is not one of the key's",
		errors: `{"field":"/channel","code":"not_owned","message":"must be a channel of the key"}`,
	},
	{
		name: "prefill of several people", method: "PATCH", path: "/onboarding/{merchant}/identity",
		body: `{"date_of_birth":"1980-12-31"}`, status: 422,
		reason: pc.PrefillNotApplicable,
		detail: "the company has several representatives; each identifies in the hosted flow",
	},
	{
		name: "prefill before the register has answered", method: "PATCH", path: "/onboarding/{unlisted}/identity",
		body: `{"date_of_birth":"1980-12-31"}`, status: 422,
		reason: pc.CompanyStructureUnknown,
		detail: "the register has not answered yet how many people represent the company; set company.register first",
	},
	{
		name: "identity", method: "PATCH", path: "/onboarding/{draft}/identity", status: 422, reason: pc.IdentityMismatch,
		body:   `{"national_id":{"scheme":"PL_PESEL","value":"44051401359"},"date_of_birth":"1944-05-15"}`,
		detail: "date of birth and national id contradict each other",
		errors: `{"field":"/date_of_birth","code":"mismatch","message":"must be the date that the national id contains, ` +
			`or be left out"}`,
	},
}

// representationRefusals are about the representation decision.
var representationRefusals = []refusal{
	{
		name: "no claim", method: "PUT", path: "/onboarding/{merchant}/representation", body: `{}`, status: 422,
		reason: fault.ValidationFailed,
		detail: "some fields are not acceptable; see errors",
		errors: `{"field":"/is_representative","code":"required","message":"value is required"}`,
	},
	{
		name: "decision without a type", method: "PUT", path: "/onboarding/{draft}/representation",
		body: `{"is_representative":true}`, status: 422,
		reason: pc.ApplicantTypeRequired, detail: "set applicant_type first",
		errors: `{"field":"/applicant_type","code":"required","message":"set it with PATCH /onboarding/{ref}"}`,
	},
	{
		name: "decision of a trader", method: "PUT", path: "/onboarding/{trader}/representation",
		body: `{"is_representative":true}`, status: 422,
		reason: pc.RepresentationNotApplicable, detail: "natural persons and sole traders act for themselves",
	},
	{
		name: "decision without a number", method: "PUT", path: "/onboarding/{numberless}/representation",
		body: `{"is_representative":true}`, status: 422,
		reason: pc.CompanyRegisterRequired, detail: "set company.register first",
		errors: `{"field":"/company/register","code":"required","message":"set it with PATCH /onboarding/{ref}"}`,
	},
	{
		name: "decision of an unlisted company", method: "PUT", path: "/onboarding/{unlisted}/representation",
		body: `{"is_representative":true}`, status: 422,
		reason: pc.CompanyNotInRegister, detail: "the register has no active company under this number",
	},
	{
		name: "decision of a company that was struck off", method: "PUT", path: "/onboarding/{struck}/representation",
		body: `{"is_representative":true}`, status: 422,
		reason: pc.CompanyNotInRegister, detail: "the register has no active company under this number",
	},
}
