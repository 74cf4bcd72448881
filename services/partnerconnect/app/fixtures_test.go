package app_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// Companies of register.Fictitious by what the tests need of them.
const (
	aloneCompany  = "9990000001" // one member
	anyoneCompany = "9990000007" // two members, each alone
	twoOfFour     = "9990000009" // four members, two jointly
	jointCompany  = "9990000010" // two members, jointly
	struckOff     = "9990000022"
)

const absentRef = "mrc_00000000000000000000000000"

// importCompanies imports the fictitious companies. The shared program has them.
func (s *system) importCompanies() {
	s.t.Helper()
	if s.suffix != "" {
		return
	}
	if _, err := s.operator.ImportRegister(s.internal(), allCompanies()); err != nil {
		s.t.Fatal(err)
	}
}

// allCompanies is the import of the fictitious companies.
func allCompanies() *pcv1.ImportRegisterRequest {
	req := &pcv1.ImportRegisterRequest{}
	for _, r := range fictitiousCompanies() {
		req.Records = append(req.Records, registerRecord(r))
	}
	return req
}

// liveCompany is a number that live mode takes.
const liveCompany = "0000000123"

// importLive imports a fictitious company for live mode as liveCompany.
func (s *system) importLive(number string) {
	s.t.Helper()
	r := fictitious(number)
	r.Number = liveCompany
	req := &pcv1.ImportRegisterRequest{Livemode: true, Records: []*pcv1.RegisterRecord{registerRecord(r)}}
	if _, err := s.operator.ImportRegister(s.internal(), req); err != nil {
		s.t.Fatal(err)
	}
}

// bodyUnder is companyBody under a number that the fictitious companies do not have.
func bodyUnder(external, like, number string) string {
	return strings.ReplaceAll(companyBody(external, like), like, number)
}

var fictitiousCompanies = sync.OnceValue(register.Fictitious)

// fictitious returns an imported company.
func fictitious(number string) representation.Record {
	all := fictitiousCompanies()
	return all[slices.IndexFunc(all, func(r representation.Record) bool { return r.Number == number })]
}

// object is JSON in the making.
type object = map[string]any

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // the tests' own values
	}
	return string(b)
}

// companyBody is a create of a company whose applicant is its first member.
func companyBody(externalRef, number string) string {
	r := fictitious(number)
	o := object{
		"partner_external_ref": externalRef, "applicant_type": "company",
		"company": object{"register": object{"scheme": r.Scheme, "number": number}, "legal_name": r.LegalName},
	}
	if len(r.Members) > 0 {
		o["applicant"] = object{"given_names": r.Members[0].GivenNames, "family_name": r.Members[0].FamilyName,
			"locale": "pl"}
	}
	return text(o)
}

var pdfStart = []byte("%PDF-1.7\n")

// file is a pdf of so many bytes; all are distinguished by their fill.
func file(size int, fill byte) []byte {
	return append(bytes.Clone(pdfStart), bytes.Repeat([]byte{fill}, size-len(pdfStart))...)
}

// uploadJSON is the JSON of an upload of a power of attorney, with changes: null takes a member out.
func uploadJSON(content []byte, changes object) string {
	o := object{
		"content_base64": base64.StdEncoding.EncodeToString(content), "filename": "poa.pdf",
		"document_type": "power_of_attorney", "subject": "board",
	}
	for k, v := range changes {
		o[k] = v
		if v == nil {
			delete(o, k)
		}
	}
	return text(o)
}

// A part is one of a form; one with a filename is a file.
type part struct {
	name, filename string
	content        []byte
}

func formField(name, value string) part { return part{name: name, content: []byte(value)} }

var poaFields = []part{formField("document_type", "power_of_attorney"), formField("subject", "board")}

// form returns a multipart body and its content type.
func form(parts ...part) (body, contentType string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		h := textproto.MIMEHeader{}
		disposition := fmt.Sprintf(`form-data; name=%q`, p.name)
		if p.filename != "" {
			disposition += fmt.Sprintf(`; filename=%q`, p.filename)
			h.Set("Content-Type", "application/octet-stream")
		}
		h.Set("Content-Disposition", disposition)
		to, err := w.CreatePart(h)
		if err == nil {
			_, err = to.Write(p.content)
		}
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	_ = w.Close()
	return b.String(), w.FormDataContentType()
}

// sendForm uploads a form.
func (s *system) sendForm(key, ref string, parts ...part) answer {
	s.t.Helper()
	body, contentType := form(parts...)
	return s.call("POST", "/onboarding/"+ref+"/documents", key, body, "Content-Type", contentType)
}

// A merchant is an onboarding with one of everything.
type merchant struct{ ref, document, invitation string }

var serial atomic.Int64

// externalRef is one that no other onboarding has, neither those of fullBody nor of a bank's merchants.
func externalRef() string { return fmt.Sprintf("own-%d", serial.Add(1)) }

// must is call with the status that is asked for.
func (s *system) must(status int, method, path, key, body string, headers ...string) answer {
	s.t.Helper()
	a := s.call(method, path, key, body, headers...)
	if a.status != status {
		s.t.Fatalf("%s %s: %d, want %d: %s", method, path, a.status, status, a.body)
	}
	return a
}

// company makes an onboarding of a fictitious company whose applicant is its first member.
func (s *system) company(key, number string) string {
	s.t.Helper()
	return s.create(key, companyBody(externalRef(), number))
}

// decided makes an onboarding of a company with a representation decision.
func (s *system) decided(key, number string) string {
	s.t.Helper()
	ref := s.company(key, number)
	s.must(http.StatusOK, "PUT", "/onboarding/"+ref+"/representation", key, `{"is_representative":true}`)
	return ref
}

// merchant makes an onboarding of a company that two members represent jointly, with a document and an invitation that
// may be sent again.
func (s *system) merchant(key string) merchant {
	s.t.Helper()
	m := merchant{ref: s.decided(key, jointCompany)}
	m.document = s.must(http.StatusCreated, "POST", "/onboarding/"+m.ref+"/documents", key,
		uploadJSON(file(100, 'x'), nil)).text(s.t, "document_id")
	m.invitation = s.must(http.StatusCreated, "POST", "/onboarding/"+m.ref+"/invitations", key,
		invitation("second@example.pl", nil)).text(s.t, "invitation_id")
	s.exec(`UPDATE invitations SET last_sent_at = last_sent_at - interval '11 minutes' WHERE id = $1`, m.invitation)
	return m
}

// invitation is the JSON of an invitation of a representative, with changes.
func invitation(email string, changes object) string {
	o := object{"role": "representative", "invitee": object{"given_names": "Jan", "family_name": "Drugi", "email": email}}
	for k, v := range changes {
		o[k] = v
	}
	return text(o)
}

// in puts the ids of a merchant into a path of the contract.
func (m merchant) in(path string) string {
	return strings.NewReplacer("{ref}", m.ref, "{document_id}", m.document, "{invitation_id}", m.invitation, "{id}",
		"0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f").Replace(path)
}

// problem is a whole problem document, in the form of compact.
func problemOf(s *system, status int, code, title, detail, instance, errors string, more ...string) string {
	s.t.Helper()
	return compact(s.t, fmt.Sprintf(`{"type":"/problems/%s","title":%q,"status":%d,"detail":%q,"instance":%q,"code":%q,`+
		`"request_id":%q,"errors":[%s]%s}`,
		code, title, status, detail, instance, code, requestID, errors, strings.Join(append([]string{""}, more...), ",")))
}
