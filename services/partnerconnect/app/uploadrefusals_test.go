package app_test

import (
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

var (
	smallFile          = file(100, '.')
	formBody, formType = form(append(poaFields, part{"file", "poa.pdf", smallFile})...)
)

// documentRefusals are about uploads.
var documentRefusals = []refusal{
	{
		name: "broken JSON of an upload", method: "POST", path: "/onboarding/{merchant}/documents",
		body: `{"filename":"poa.pdf",}`, status: 400, reason: fault.InvalidJSON,
		detail: "the body is not valid JSON: syntax error at byte 22",
	},
	{
		name: "form without its end", method: "POST", path: "/onboarding/{merchant}/documents",
		body: formBody[:len(formBody)-4], headers: []string{"Content-Type", formType}, status: 400,
		reason: fault.InvalidParameter,
		detail: "the multipart body cannot be read: check its boundary and that it is complete",
	},
	{
		name: "document", method: "GET", path: "/onboarding/{merchant}/documents/doc_00000000000000000000000000", status: 404,
		reason: pc.DocumentNotFound,
		detail: "the onboarding has no document with this id",
	},
	{
		name: "document of another onboarding", method: "DELETE", path: "/onboarding/{merchant}/documents/{other.document}",
		status: 404, reason: pc.DocumentNotFound,
		detail: "the onboarding has no document with this id",
	},
	{
		name: "required document", method: "POST", path: "/onboarding/{merchant}/documents", status: 404,
		reason: pc.RequiredDocumentNotFound,
		body:   uploadJSON(smallFile, object{"document_type": nil, "subject": nil, "document_id": "{merchant.document}"}),
		detail: "the onboarding asks for no document with this document_id",
	},
	{
		name: "upload when not editable", method: "POST", path: "/onboarding/{reviewed}/documents",
		body: uploadJSON(smallFile, nil), status: 409, reason: pc.OnboardingNotEditable,
		detail: "the partner cannot change an onboarding in this status", more: []string{`"onboarding_status":"in_review"`},
	},
	{
		name: "documents", method: "POST", path: "/onboarding/{full}/documents", body: uploadJSON(smallFile, nil),
		status: 409, reason: pc.DocumentLimitReached,
		detail: "an onboarding has at most 50 documents",
	},
	{
		name: "file", method: "POST", path: "/onboarding/{merchant}/documents", body: uploadJSON(file(5<<20+1, 'x'), nil),
		status: 413, reason: fault.FileTooLarge,
		detail: "a file has at most 5 MiB",
	},
	{
		name: "media type of an upload", method: "POST", path: "/onboarding/{merchant}/documents", body: `a`,
		headers: []string{"Content-Type", "application/pdf"}, status: 415,
		reason: fault.UnsupportedMediaType, detail: "send the body as Content-Type: application/json or multipart/form-data",
	},
	{
		name: "format", method: "POST", path: "/onboarding/{merchant}/documents",
		body: uploadJSON(smallFile, object{"filename": "poa.doc"}), status: 415, reason: pc.FileFormatNotAllowed,
		detail: "send pdf, png, jpg, jpeg or tiff, with a file name extension that fits the content",
		errors: `{"field":"/filename","code":"extension","message":"must end in .pdf, .png, .jpg, .jpeg, .tiff or .tif"}`,
	},
	{
		name: "content of another format", method: "POST", path: "/onboarding/{merchant}/documents",
		body: uploadJSON(smallFile, object{"filename": "poa.png"}), status: 415,
		reason: pc.FileFormatNotAllowed,
		detail: "send pdf, png, jpg, jpeg or tiff, with a file name extension that fits the content",
		errors: `{"field":"/file","code":"content_mismatch","message":"the content must be what the extension says"}`,
	},
	{
		name: "validation of an upload", method: "POST", path: "/onboarding/{merchant}/documents",
		body: `{"document_type":"power_of_attorney","subject":"board","filename":"poa.pdf"}`, status: 422,
		reason: fault.ValidationFailed,
		detail: "some fields are not acceptable; see errors",
		errors: `{"field":"/file","code":"required","message":"send the part file, or content_base64 with filename"}`,
	},
	{
		name: "document that is nothing", method: "POST", path: "/onboarding/{merchant}/documents",
		body: uploadJSON(smallFile, object{"subject": nil}), status: 422,
		reason: pc.DocumentIdentificationInvalid,
		detail: "say what the document is: either document_type and subject, or document_id",
		errors: `{"field":"/subject","code":"required","message":"must be given with document_type, unless document_id is"}`,
	},
	{
		name: "document that is two", method: "POST", path: "/onboarding/{merchant}/documents",
		body: uploadJSON(smallFile, object{"document_id": "doc_x"}), status: 422,
		reason: pc.DocumentIdentificationInvalid,
		detail: "say what the document is: either document_type and subject, or document_id",
		errors: `{"field":"/document_id","code":"ambiguous","message":"send either document_id,` +
			` or document_type and subject"}`,
	},
	{
		name: "empty file", method: "POST", path: "/onboarding/{merchant}/documents", body: uploadJSON(nil, nil), status: 422,
		reason: pc.FileEmpty, detail: "the file has no content",
		errors: `{"field":"/file","code":"empty","message":"must not be empty"}`,
	},
	{
		name: "base64", method: "POST", path: "/onboarding/{merchant}/documents",
		body: uploadJSON(nil, object{"content_base64": "%%%%"}), status: 422, reason: fault.InvalidBase64,
		detail: "content_base64 is not standard or URL-safe base64",
		errors: `{"field":"/content_base64","code":"invalid_base64","message":"must be standard or URL-safe base64"}`,
	},
	{
		name: "virus", method: "POST", path: "/onboarding/{merchant}/documents", body: uploadJSON(saying(virus), nil),
		status: 422, reason: pc.FileInfected,
		detail: "the virus scanner refused the file", errors: `{"field":"/file","code":"infected","message":"must be clean"}`,
	},
	{
		name: "scanner that is not understood", method: "POST", path: "/onboarding/{merchant}/documents",
		body: uploadJSON(saying(garbage), nil), status: 503, reason: fault.Overloaded,
		detail: "the virus scanner does not answer; repeat", header: map[string]string{"Retry-After": "*"},
	},
}

// invitationRefusals are about invitations.
var invitationRefusals = []refusal{
	{
		name: "invitation", method: "GET", path: "/onboarding/{merchant}/invitations/inv_00000000000000000000000000",
		status: 404, reason: pc.InvitationNotFound,
		detail: "the onboarding has no invitation with this id",
	},
	{
		name: "invitation of another onboarding", method: "POST",
		path: "/onboarding/{merchant}/invitations/{other.invitation}/resend", status: 404, reason: pc.InvitationNotFound,
		detail: "the onboarding has no invitation with this id",
	},
	{
		name: "resend of a revoked invitation", method: "POST",
		path: "/onboarding/{revoked}/invitations/{revoked.invitation}/resend", status: 409,
		reason: fault.InvalidState, detail: "only a pending invitation can be sent again",
	},
	{
		name: "invited already", method: "POST", path: "/onboarding/{merchant}/invitations",
		body: invitation("SECOND@example.pl", nil), status: 409, reason: pc.InvitationExists,
		detail: "this address has a pending invitation to this role; resend it, or revoke it first",
		more:   []string{`"invitation_id":"{merchant.invitation}"`},
	},
	{
		name: "no one to invite", method: "POST", path: "/onboarding/{solo}/invitations",
		body: invitation("second@example.pl", nil), status: 409,
		reason: pc.InvitationNotApplicable,
		detail: "the representation decision asks for no signatory in this role; see PUT /onboarding/{ref}/representation",
	},
	{
		name: "resend too early", method: "POST", path: "/onboarding/{resent}/invitations/{resent.invitation}/resend",
		status: 429, reason: fault.RateLimited,
		detail: "an invitation is sent again every 10 minutes at most", header: map[string]string{"Retry-After": "*"},
	},
}

// awayRefusals are about services that do not answer.
var awayRefusals = []refusal{
	{
		name: "register that is away", method: "PUT", path: "/onboarding/{company}/representation",
		body:   `{"is_representative":true}`,
		status: 503, reason: pc.RegisterUnavailable, detail: "the company register does not answer; repeat later",
		more: []string{`"retry_after_s":60`}, header: map[string]string{"Retry-After": "60"},
	},
	{
		name: "scanner that is away", method: "POST", path: "/onboarding/{company}/documents",
		body: uploadJSON(smallFile, nil), status: 503,
		reason: fault.Overloaded, detail: "the virus scanner does not answer; repeat",
		header: map[string]string{"Retry-After": "*"},
	},
}
