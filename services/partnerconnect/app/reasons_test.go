package app_test

import (
	pc "github.com/partnerline/partnerline/services/partnerconnect"

	"bytes"
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// elsewhere are the reasons of the catalogue that no partner gets from this service's own calls, each with why.
var elsewhere = map[fault.Reason]string{
	pc.PartnerNotFound: "operator plane: TestOperatorPlane", fault.KeyNotFound: "operator plane: TestOperatorPlane",
	pc.MerchantNotFound: "operator plane: TestOperatorPlane", fault.AlreadyExists: "operator plane: TestOperatorPlane",
	fault.RequestCancelled: "no one is left to read it", fault.Timeout: "nothing here takes so long", fault.UnsupportedOperation: "gRPC alone",
	fault.InternalError: "TestNoPersonalDataInLogs", fault.IdempotencyKeyReused: "the gateway's tests",
	pc.OnBehalfOfRequired: "acting for a merchant", pc.OnBehalfOfNotAllowed: "acting for a merchant", pc.OnBehalfOfMismatch: "acting for a merchant",
	pc.PaymentNotFound: "money", pc.PayoutNotFound: "money", pc.TransactionNotFound: "money", pc.SettlementNotFound: "money",
	pc.ExternalRefConflict: "money", pc.CurrencyNotSupported: "money", pc.AmountOutOfRange: "money", pc.InsufficientFunds: "money",
	pc.AmountBelowMinimum: "money",
	pc.DelegationRequired: "acting for a merchant", pc.PayoutsOptInRequired: "acting for a merchant", pc.MerchantNotActive: "acting for a merchant",
	"idempotency_key_missing": "the gateway's tests", "idempotency_in_progress": "the gateway's tests",
}

// A refusal is a call that is refused, and the whole answer.
type refusal struct {
	name         string
	key          string // empty: the partner's only
	method, path string
	body         string
	headers      []string
	status       int
	reason       fault.Reason
	detail       string
	errors       string
	more         []string          // further members
	header       map[string]string // `*`: is there
}

// Every reason that a partner can be refused for is reached, and its problem document is whole.
func TestEveryReason(t *testing.T) {
	t.Parallel()
	s := start(t, func(t *testing.T, c *configuration) { c.ClamAVAddr = startClamd(t).listener.Addr().String() })
	s.importCompanies()
	key := s.simple("a")
	s.partner("two", "two", "two2")
	two := s.key("two", "two", "two2")
	gone := s.simple("gone")
	if _, err := s.operator.SuspendPartner(s.internal(), &pcv1.SuspendPartnerRequest{Id: "ptn_gone"}); err != nil {
		t.Fatal(err)
	}
	reader := s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: []string{"account:read"}, Channels: []string{"chn_a"}}).GetKey()

	m := s.merchant(key)
	onboarding := "/onboarding/" + m.ref
	documents, invitations := onboarding+"/documents", onboarding+"/invitations"
	of := func(body string) string { return "/onboarding/" + s.create(key, body) }
	draft := of(text(object{"partner_external_ref": externalRef()}))
	trader := of(text(object{"partner_external_ref": externalRef(), "applicant_type": "sole_trader"}))
	solo := "/onboarding/" + s.decided(key, aloneCompany)
	numberless := of(text(object{"partner_external_ref": externalRef(), "applicant_type": "company"}))
	unlisted := of(text(object{
		"partner_external_ref": externalRef(), "applicant_type": "company",
		"company": object{"register": object{"scheme": "PL_KRS", "number": "9999999999"}},
	}))
	struck := of(companyBody(externalRef(), struckOff))
	locked := trader
	s.exec(`UPDATE onboardings SET locked = '{applicant,payout_account}' WHERE ref = $1`, strings.TrimPrefix(locked, "/onboarding/"))
	reviewed := of(text(object{"partner_external_ref": externalRef()}))
	s.exec(`UPDATE onboardings SET status = 'in_review' WHERE ref = $1`, strings.TrimPrefix(reviewed, "/onboarding/"))
	full := s.merchant(key)
	for i := range 49 {
		s.exec(`INSERT INTO documents (id, onboarding_ref, required_code, details, object, content_type, size_bytes, sha256, status, reason_code, created_at)
			SELECT left(id, 26) || $2, onboarding_ref, required_code, NULL, object || $2, content_type, size_bytes, sha256, status, reason_code, created_at
			FROM documents WHERE id = $1`, full.document, fmt.Sprintf("%04d", i))
	}
	revoked := s.merchant(key)
	s.must(http.StatusNoContent, "DELETE", revoked.in("/onboarding/{ref}/invitations/{invitation_id}"), key, "")
	fresh := s.merchant(key)
	s.must(http.StatusOK, "POST", fresh.in("/onboarding/{ref}/invitations/{invitation_id}/resend"), key, "")

	some := file(100, '.')
	const poa = `"document_type":"power_of_attorney","subject":"board","filename":"poa.pdf"`
	broken, brokenType := form(append(poaFields, part{"file", "poa.pdf", some})...)
	cases := []refusal{
		{
			name: "broken JSON", method: "PATCH", path: onboarding, body: `{"applicant":`, status: 400, reason: fault.InvalidJSON,
			detail: "the body is not valid JSON: it ends too early",
		},
		{
			name: "broken JSON of an upload", method: "POST", path: documents, body: `{"filename":"poa.pdf",}`, status: 400, reason: fault.InvalidJSON,
			detail: "the body is not valid JSON: syntax error at byte 22",
		},
		{
			name: "parameter", method: "GET", path: "/onboarding?status=asleep", status: 400, reason: fault.InvalidParameter,
			detail: "a parameter is not acceptable; see errors",
			errors: `{"field":"status","code":"unknown_value","message":"must be one of the statuses of an onboarding"}`,
		},
		{
			name: "unknown event", method: "GET", path: "/events?after=evt_00000000000000000000000000", status: 400, reason: fault.InvalidParameter,
			detail: "after names no event of the feed; events are kept for 30 days",
			errors: `{"field":"after","code":"unknown_event","message":"must be the id of an event that the feed returned; leave it out to begin with the oldest"}`,
		},
		{
			name: "form without its end", method: "POST", path: documents, body: broken[:len(broken)-4], headers: []string{"Content-Type", brokenType}, status: 400,
			reason: fault.InvalidParameter, detail: "the multipart body cannot be read: check its boundary and that it is complete",
		},
		{
			name: "page token", method: "GET", path: "/onboarding?page_token=x", status: 400, reason: fault.InvalidPageToken,
			detail: "the page token is altered, or belongs to a query with other parameters; start again without it",
		},
		{
			name: "version", method: "GET", path: onboarding, headers: []string{"Connect-Version", "2020-01-01"}, status: 400, reason: pc.UnsupportedVersion,
			detail: "this date is not a version of the API; leave Connect-Version out for the version of the key",
		},
		{
			name: "credentials", key: "pk_test_x", method: "GET", path: onboarding, status: 401, reason: fault.InvalidCredentials,
			detail: "send a valid key as Authorization: Bearer <key>", header: map[string]string{"WWW-Authenticate": `Bearer error="invalid_token"`},
		},
		{
			name: "scope", key: reader, method: "GET", path: onboarding, status: 403, reason: fault.InsufficientScope,
			detail: "the key lacks the scope of this call; see required_scopes",
			more:   []string{`"required_scopes":["onboarding:read"]`, `"granted_scopes":["account:read"]`},
			header: map[string]string{"WWW-Authenticate": `Bearer error="insufficient_scope", scope="onboarding:read"`},
		},
		{
			name: "suspended partner", key: gone, method: "GET", path: onboarding, status: 403, reason: pc.PartnerSuspended,
			detail: "the partner is suspended; contact the operator",
		},
		{name: "route", method: "GET", path: "/merchant", status: 404, reason: fault.RouteNotFound, detail: "there is no such path"},
		{
			name: "onboarding", method: "PATCH", path: "/onboarding/" + absentRef, body: `{}`, status: 404, reason: pc.OnboardingNotFound,
			detail: "no onboarding of the key's channels and mode has this ref",
		},
		{
			name: "document", method: "GET", path: documents + "/doc_00000000000000000000000000", status: 404, reason: pc.DocumentNotFound,
			detail: "the onboarding has no document with this id",
		},
		{
			name: "document of another onboarding", method: "DELETE", path: documents + "/" + full.document, status: 404, reason: pc.DocumentNotFound,
			detail: "the onboarding has no document with this id",
		},
		{
			name: "required document", method: "POST", path: documents, status: 404, reason: pc.RequiredDocumentNotFound,
			body:   uploadJSON(some, object{"document_type": nil, "subject": nil, "document_id": m.document}),
			detail: "the onboarding asks for no document with this document_id",
		},
		{
			name: "invitation", method: "GET", path: invitations + "/inv_00000000000000000000000000", status: 404, reason: pc.InvitationNotFound,
			detail: "the onboarding has no invitation with this id",
		},
		{
			name: "invitation of another onboarding", method: "POST", path: invitations + "/" + full.invitation + "/resend", status: 404, reason: pc.InvitationNotFound,
			detail: "the onboarding has no invitation with this id",
		},
		{
			name: "method", method: "PUT", path: onboarding, body: `{}`, status: 405, reason: fault.MethodNotAllowed, detail: "this path does not take the method PUT",
			header: map[string]string{"Allow": "GET, PATCH"},
		},
		{
			name: "method of identity", method: "GET", path: onboarding + "/identity", status: 405, reason: fault.MethodNotAllowed,
			detail: "this path does not take the method GET", header: map[string]string{"Allow": "PATCH"},
		},
		{
			name: "accept", method: "GET", path: documents, headers: []string{"Accept", "application/xml"}, status: 406, reason: fault.NotAcceptable,
			detail: "answers are application/json; accept it",
		},
		{
			name: "cancel too late", method: "POST", path: reviewed + "/cancel", status: 409, reason: fault.InvalidState,
			detail: "in this status the onboarding cannot become cancelled", more: []string{`"onboarding_status":"in_review"`},
		},
		{
			name: "resend of a revoked invitation", method: "POST", path: revoked.in("/onboarding/{ref}/invitations/{invitation_id}/resend"), status: 409,
			reason: fault.InvalidState, detail: "only a pending invitation can be sent again",
		},
		{
			name: "not editable", method: "PATCH", path: reviewed, body: `{}`, status: 409, reason: pc.OnboardingNotEditable,
			detail: "in this status the partner cannot change the onboarding", more: []string{`"onboarding_status":"in_review"`},
		},
		{
			name: "upload when not editable", method: "POST", path: reviewed + "/documents", body: uploadJSON(some, nil), status: 409, reason: pc.OnboardingNotEditable,
			detail: "in this status the partner cannot change the onboarding", more: []string{`"onboarding_status":"in_review"`},
		},
		{
			name: "locked", method: "PATCH", path: locked, status: 409, reason: pc.SegmentLocked,
			body:   `{"applicant_type":"company","payout_account":{"holder_name":"x"},"applicant":{"email":"a@example.pl"},"business":{"name":"x"}}`,
			detail: "the merchant has confirmed this data; see errors",
			errors: `{"field":"/applicant","code":"locked","message":"the merchant has confirmed this; leave it out"},
				{"field":"/applicant_type","code":"locked","message":"the merchant has confirmed this; leave it out"},
				{"field":"/payout_account","code":"locked","message":"the merchant has confirmed this; leave it out"}`,
		},
		{
			name: "invited already", method: "POST", path: invitations, body: invitation("SECOND@example.pl", nil), status: 409, reason: pc.InvitationExists,
			detail: "this address has a pending invitation to this role; resend it, or revoke it first", more: []string{`"invitation_id":"` + m.invitation + `"`},
		},
		{
			name: "no one to invite", method: "POST", path: solo + "/invitations", body: invitation("second@example.pl", nil), status: 409,
			reason: pc.InvitationNotApplicable,
			detail: "by the representation decision nobody is to be invited to this role; see PUT /onboarding/{ref}/representation",
		},
		{
			name: "documents", method: "POST", path: full.in("/onboarding/{ref}/documents"), body: uploadJSON(some, nil), status: 409, reason: pc.DocumentLimitReached,
			detail: "an onboarding has at most 50 documents",
		},
		{
			name: "If-Match", method: "PATCH", path: onboarding, body: `{}`, headers: []string{"If-Match", `"1"`}, status: 412, reason: fault.PreconditionFailed,
			detail: "the onboarding is not at the version that If-Match names; read it again",
		},
		{
			name: "If-Match of a representation", method: "PUT", path: onboarding + "/representation", body: `{"is_representative":true}`,
			headers: []string{"If-Match", `"1"`}, status: 412, reason: fault.PreconditionFailed,
			detail: "the onboarding is not at the version that If-Match names; read it again",
		},
		{
			name: "body", method: "PATCH", path: onboarding, body: `{"business":{"description":"` + strings.Repeat("x", 64<<10) + `"}}`, status: 413, reason: fault.BodyTooLarge,
			detail: "the body may have at most 65536 bytes",
		},
		{
			name: "file", method: "POST", path: documents, body: uploadJSON(file(5<<20+1, 'x'), nil), status: 413, reason: fault.FileTooLarge,
			detail: "a file may have at most 5242880 bytes",
		},
		{
			name: "media type", method: "PATCH", path: onboarding, body: `a`, headers: []string{"Content-Type", "text/plain"}, status: 415, reason: fault.UnsupportedMediaType,
			detail: "send the body as Content-Type: application/json",
		},
		{
			name: "media type of an upload", method: "POST", path: documents, body: `a`, headers: []string{"Content-Type", "application/pdf"}, status: 415,
			reason: fault.UnsupportedMediaType, detail: "send the body as Content-Type: application/json or multipart/form-data",
		},
		{
			name: "format", method: "POST", path: documents, body: uploadJSON(some, object{"filename": "poa.doc"}), status: 415, reason: pc.FileFormatNotAllowed,
			detail: "send pdf, png, jpg, jpeg or tiff, with a file name extension that fits the content",
			errors: `{"field":"/filename","code":"extension","message":"must end in .pdf, .png, .jpg, .jpeg or .tiff"}`,
		},
		{
			name: "content of another format", method: "POST", path: documents, body: uploadJSON(some, object{"filename": "poa.png"}), status: 415,
			reason: pc.FileFormatNotAllowed, detail: "send pdf, png, jpg, jpeg or tiff, with a file name extension that fits the content",
			errors: `{"field":"/file","code":"content_mismatch","message":"the content must be what the extension says"}`,
		},
		{
			name: "validation", method: "PATCH", path: onboarding, body: `{"applicant":{"phone":"123"}}`, status: 422, reason: fault.ValidationFailed,
			detail: "some fields are not acceptable; see errors",
			errors: `{"field":"/applicant/phone","code":"invalid_phone","message":"must be in E.164 form: + and 7 to 15 digits"}`,
		},
		{
			name: "validation of an upload", method: "POST", path: documents, body: `{` + poa + `}`, status: 422, reason: fault.ValidationFailed,
			detail: "some fields are not acceptable; see errors",
			errors: `{"field":"/file","code":"required","message":"send the part file, or content_base64 with filename"}`,
		},
		{
			name: "no claim", method: "PUT", path: onboarding + "/representation", body: `{}`, status: 422, reason: fault.ValidationFailed,
			detail: "some fields are not acceptable; see errors", errors: `{"field":"/is_representative","code":"required","message":"value is required"}`,
		},
		{
			name: "ref in the body", method: "PATCH", path: onboarding, body: `{"ref":"x"}`, status: 422, reason: fault.UnknownField,
			detail: "the body has fields that the API does not know; see errors", errors: `{"field":"/ref","code":"unknown","message":"there is no such field"}`,
		},
		{
			name: "mask in the body", method: "PATCH", path: draft + "/identity", body: `{"update_mask":"x"}`, status: 422, reason: fault.UnknownField,
			detail: "the body has fields that the API does not know; see errors",
			errors: `{"field":"/update_mask","code":"unknown","message":"there is no such field"}`,
		},
		{
			name: "channel absent", key: two, method: "POST", path: "/onboarding", body: `{"partner_external_ref":"x"}`, status: 422, reason: pc.ChannelRequired,
			detail: "the key owns several channels; name one of them in channel",
			errors: `{"field":"/channel","code":"required","message":"name one of the key's channels"}`,
		},
		{
			name: "channel of another", method: "POST", path: "/onboarding", body: `{"partner_external_ref":"x","channel":"chn_two"}`, status: 422,
			reason: pc.ChannelNotOwned, detail: "the channel is not one of the key's",
			errors: `{"field":"/channel","code":"not_owned","message":"must be one of the key's channels"}`,
		},
		{
			name: "prefill of several people", method: "PATCH", path: onboarding + "/identity", body: `{"date_of_birth":"1980-12-31"}`, status: 422,
			reason: pc.PrefillNotApplicable, detail: "the company has several representatives; each identifies in the hosted flow",
		},
		{
			name: "prefill before the register has answered", method: "PATCH", path: unlisted + "/identity", body: `{"date_of_birth":"1980-12-31"}`, status: 422,
			reason: pc.CompanyStructureUnknown,
			detail: "the register has not told yet how many people represent the company; set company.register first",
		},
		{
			name: "decision without a type", method: "PUT", path: draft + "/representation", body: `{"is_representative":true}`, status: 422,
			reason: pc.ApplicantTypeRequired, detail: "set applicant_type first",
			errors: `{"field":"/applicant_type","code":"required","message":"set it with PATCH /onboarding/{ref}"}`,
		},
		{
			name: "decision of a trader", method: "PUT", path: trader + "/representation", body: `{"is_representative":true}`, status: 422,
			reason: pc.RepresentationNotApplicable, detail: "natural persons and sole traders act for themselves",
		},
		{
			name: "decision without a number", method: "PUT", path: numberless + "/representation", body: `{"is_representative":true}`, status: 422,
			reason: pc.CompanyRegisterRequired, detail: "set company.register first",
			errors: `{"field":"/company/register","code":"required","message":"set it with PATCH /onboarding/{ref}"}`,
		},
		{
			name: "decision of an unlisted company", method: "PUT", path: unlisted + "/representation", body: `{"is_representative":true}`, status: 422,
			reason: pc.CompanyNotInRegister, detail: "the register has no active company under this number",
		},
		{
			name: "decision of a company that was struck off", method: "PUT", path: struck + "/representation", body: `{"is_representative":true}`, status: 422,
			reason: pc.CompanyNotInRegister, detail: "the register has no active company under this number",
		},
		{
			name: "identity", method: "PATCH", path: draft + "/identity", status: 422, reason: pc.IdentityMismatch,
			body:   `{"national_id":{"scheme":"PL_PESEL","value":"44051401359"},"date_of_birth":"1944-05-15"}`,
			detail: "date of birth and national id contradict each other",
			errors: `{"field":"/date_of_birth","code":"mismatch","message":"must be the date that the national id tells, or be left out"}`,
		},
		{
			name: "document that is nothing", method: "POST", path: documents, body: uploadJSON(some, object{"subject": nil}), status: 422,
			reason: pc.DocumentIdentificationInvalid, detail: "say what the document is: either document_type and subject, or document_id",
			errors: `{"field":"/subject","code":"required","message":"must be given with document_type, unless document_id is"}`,
		},
		{
			name: "document that is two", method: "POST", path: documents, body: uploadJSON(some, object{"document_id": "doc_x"}), status: 422,
			reason: pc.DocumentIdentificationInvalid, detail: "say what the document is: either document_type and subject, or document_id",
			errors: `{"field":"/document_id","code":"ambiguous","message":"send document_id alone, or document_type and subject"}`,
		},
		{
			name: "empty file", method: "POST", path: documents, body: uploadJSON(nil, nil), status: 422, reason: pc.FileEmpty, detail: "the file has no content",
			errors: `{"field":"/file","code":"empty","message":"must not be empty"}`,
		},
		{
			name: "base64", method: "POST", path: documents, body: uploadJSON(nil, object{"content_base64": "%%%%"}), status: 422, reason: fault.InvalidBase64,
			detail: "content_base64 is not standard or URL-safe base64",
			errors: `{"field":"/content_base64","code":"invalid_base64","message":"must be standard or URL-safe base64"}`,
		},
		{
			name: "virus", method: "POST", path: documents, body: uploadJSON(saying(virus), nil), status: 422, reason: pc.FileInfected,
			detail: "the virus scanner refused the file", errors: `{"field":"/file","code":"infected","message":"must be clean"}`,
		},
		{
			name: "resend too early", method: "POST", path: fresh.in("/onboarding/{ref}/invitations/{invitation_id}/resend"), status: 429, reason: fault.RateLimited,
			detail: "an invitation is sent again every 10 minutes at most", header: map[string]string{"Retry-After": "*"},
		},
		{
			name: "scanner that is not understood", method: "POST", path: documents, body: uploadJSON(saying(garbage), nil), status: 503, reason: fault.Overloaded,
			detail: "the virus scanner does not answer; repeat", header: map[string]string{"Retry-After": "*"},
		},
	}
	reached := map[fault.Reason]bool{}
	for _, c := range cases {
		if c.key == "" {
			c.key = key
		}
		t.Run(c.name, func(t *testing.T) {
			s := s.within(t)
			before := s.rowsOf(ownTables...)
			s.refused(c)
			if s.rowsOf(ownTables...) != before {
				t.Error("a refused call wrote something")
			}
		})
		reached[c.reason] = true
	}

	away := start(t, func(t *testing.T, c *configuration) {
		dead := listener(t)
		_ = dead.Close()
		c.KRSURL, c.ClamAVAddr = "http://"+dead.Addr().String(), dead.Addr().String()
	})
	away.simple("a")
	key = away.liveKey() // test mode asks no court
	company := away.company(key, jointCompany)
	away.refused(refusal{
		name: "register that is away", key: key, method: "PUT", path: "/onboarding/" + company + "/representation", body: `{"is_representative":true}`,
		status: 503, reason: pc.RegisterUnavailable, detail: "the company register does not answer; repeat later",
		more: []string{`"retry_after_s":60`}, header: map[string]string{"Retry-After": "60"},
	})
	reached[pc.RegisterUnavailable] = true
	away.refused(refusal{
		name: "scanner that is away", key: key, method: "POST", path: "/onboarding/" + company + "/documents", body: uploadJSON(some, nil), status: 503,
		reason: fault.Overloaded, detail: "the virus scanner does not answer; repeat", header: map[string]string{"Retry-After": "*"},
	})

	for _, e := range fault.Registered() {
		if why, known := elsewhere[e.Reason]; reached[e.Reason] == known {
			t.Errorf("%s: has a row %t, elsewhere %q", e.Reason, reached[e.Reason], why)
		}
		delete(reached, e.Reason)
	}
	if len(reached) > 0 {
		t.Errorf("not in the catalogue: %v", slices.Collect(maps.Keys(reached)))
	}
}

// within is the same system for a subtest.
func (s *system) within(t *testing.T) *system {
	of := *s
	of.t = t
	return &of
}

// refused makes a call and compares the whole answer.
func (s *system) refused(c refusal) {
	s.t.Helper()
	a := s.call(c.method, c.path, c.key, c.body, c.headers...)
	instance, _, _ := strings.Cut(c.path, "?")
	if after := a.header.Get("Retry-After"); c.header["Retry-After"] == "*" {
		c.more = append(c.more, `"retry_after_s":`+after)
	}
	want := problemOf(s, c.status, string(c.reason), fault.Lookup(c.reason).Title, c.detail, instance, c.errors, c.more...)
	if a.status != c.status || compact(s.t, a.body) != want {
		s.t.Errorf("%s: %d\n got %s\nwant %s", c.name, a.status, a.body, want)
	}
	if a.header.Get("Content-Type") != "application/problem+json" || a.header.Get("X-Request-Id") != requestID {
		s.t.Errorf("%s: headers %v", c.name, a.header)
	}
	for name, value := range c.header {
		if got := a.header.Get(name); got != value && (value != "*" || got == "") {
			s.t.Errorf("%s: %s is %q, want %q", c.name, name, got, value)
		}
	}
	if bytes.Contains([]byte(a.body), []byte(base64.StdEncoding.EncodeToString(pdfStart))) {
		s.t.Errorf("%s: the answer shows the file", c.name)
	}
}
