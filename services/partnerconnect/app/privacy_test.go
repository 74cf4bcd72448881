package app_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keyring"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// canaries are parts of the personal data that the tests plant. They must come up nowhere, in whatever letter case.
var canaries = []string{
	"kanar", "489876501", "489876509", "44051401359", "02270803624", "aba300000", "109010140000", "1234563218", "61-777",
	"7k7k7k7k7", "9u9u9", "1971-07-17", "2019-09-19",
	"2971-07-17",
}

// namedCanaries are what a partner gets back of its own documents, and only there.
var namedCanaries = []string{"ptasia", "ptasi temat"}

// personal holds, by call, bodies with personal data in every field that can have some.
var personal = map[string]object{
	"POST /onboarding":        personalData("natural_person"),
	"PATCH /onboarding/{ref}": personalData("company"),
	"PATCH /onboarding/{ref}/identity": {
		"national_id": object{"scheme": "PL_PESEL", "country": "PL", "value": "44051401359"},
		"identity_document": object{"type": "identity_card", "number": "ABA300000", "issuing_country": "PL",
			"issued_on": "2019-09-19", "expires_on": "2971-07-17"},
		"residential_address": personalAddress, "place_of_birth": object{"country": "PL", "city": "Kanargrad"},
		"citizenships":  []string{"PL"},
		"date_of_birth": "1944-05-14",
	},
	"PUT /onboarding/{ref}/representation": {
		"is_representative": true,
		"person": object{"given_names": "Kanarosława", "family_name": "Kanarzycka",
			"national_id": object{"scheme": "PL_PESEL", "value": "02270803624"}},
	},
	"POST /onboarding/{ref}/documents": {
		"content_base64": "JVBERi0xLjcgS0FOQVIgS0FOQVIgS0FOQVI=", "filename": "ptasia.pdf",
		"document_type": "power_of_attorney", "subject": "Ptasi temat",
	},
	"POST /onboarding/{ref}/invitations": {
		"role": "representative",
		"invitee": object{"given_names": "Kanarian", "family_name": "Kanarczyk", "email": "kanarian@kanardom.example",
			"phone": "+48987650999"},
	},
}

var personalAddress = object{
	"country": "PL", "city": "Kanarkowice", "postal_code": "61-777", "street": "Kanarkowa", "building_number": "7K7K7K7K7",
	"unit_number": "9U9U9", "region": "kanarskie",
}

func personalData(applicantType string) object {
	return object{
		"applicant_type": applicantType,
		"applicant": object{
			"given_names": "Kanarzysława", "family_name": "Kanarkiewicz", "email": "kanarek@kanarkowo.example",
			"phone": "+48987650123", "locale": "pl",
		},
		"business": object{
			"name": "Kanarek Sklep", "website": "https://kanarek.example", "description": "Kanarki i klatki dla kanarków",
			"category_code": "5995",
			"tax_id":        object{"scheme": "PL_NIP", "value": "1234563218"}, "address": personalAddress,
		},
		"company": object{
			"register": object{"scheme": "PL_KRS", "number": jointCompany}, "legal_name": "Kanarek sp. z o.o.",
			"beneficial_owners": []object{{"given_names": "Kanaria", "family_name": "Kanarska", "date_of_birth": "1971-07-17",
				"citizenships": []string{"PL"}}},
		},
		"payout_account": object{"iban": "PL61109010140000071219812874", "holder_name": "Kanarzysława Kanarkiewicz"},
	}
}

// found returns which canaries a text holds, in clear or as the hexadecimal of bytes.
func found(in string, canaries []string) []string {
	in = strings.ToLower(in)
	var out []string
	for _, c := range canaries {
		if strings.Contains(in, c) {
			out = append(out, c)
		}
	}
	// Bytes are shown as hexadecimal; letters may have either case in them.
	if raw := decodedHex(in); raw != "" {
		for _, c := range canaries {
			if strings.Contains(raw, c) {
				out = append(out, c+" (bytes)")
			}
		}
	}
	return out
}

// decodedHex is what the bytea columns of a dump hold.
func decodedHex(dump string) string {
	var out strings.Builder
	for _, piece := range strings.Split(dump, `\x`)[1:] {
		n := strings.IndexFunc(piece, func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) })
		if n < 0 {
			n = len(piece)
		}
		raw, _ := hex.DecodeString(piece[:n&^1])
		out.Write(bytes.ToLower(raw))
		out.WriteByte('\n')
	}
	return out.String()
}

// everything is every row of every table.
func (s *system) everything() string {
	s.t.Helper()
	return s.rows() + s.dump("t::text", "audit_entries", "audit_chain")
}

// A collector keeps what is exported to it, as it comes.
type collector struct {
	mu  sync.Mutex
	got bytes.Buffer
}

type raw struct{}

func (raw) Name() string { return "raw" }

func (raw) Marshal(v any) ([]byte, error) {
	b, _ := v.([]byte)
	return b, nil
}

func (raw) Unmarshal(data []byte, v any) error {
	*v.(*[]byte) = bytes.Clone(data)
	return nil
}

func startCollector(t *testing.T) (c *collector, url string) {
	t.Helper()
	c = &collector{}
	l := listener(t)
	server := grpc.NewServer(grpc.ForceServerCodec(raw{}),
		grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
			var m []byte
			if err := stream.RecvMsg(&m); err != nil {
				return err
			}
			c.mu.Lock()
			c.got.Write(m)
			c.mu.Unlock()
			return stream.SendMsg([]byte{})
		}))
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	t.Cleanup(func() {
		server.Stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return c, "http://" + l.Addr().String()
}

// Every field of a body that the contract marks as personal has a value among the planted ones.
func TestEveryPersonalFieldIsPlanted(t *testing.T) {
	t.Parallel()
	for _, op := range operations() {
		body, planted := personal[op.method+" "+op.path]
		var walk func(md protoreflect.MessageDescriptor, at string)
		walk = func(md protoreflect.MessageDescriptor, at string) {
			for i := range md.Fields().Len() {
				f := md.Fields().Get(i)
				path := at + "/" + string(f.Name())
				if f.Message() != nil && f.Message().ParentFile().Package() == "partnerconnect.v1" && !f.IsMap() {
					walk(f.Message(), path)
				}
				if pii, _ := proto.GetExtension(f.Options(), optionsv1.E_Pii).(bool); pii && (!planted || !has(body, path)) {
					t.Errorf("%s: %s has no value", op.name, path)
				}
			}
		}
		walk(op.input, "")
	}
}

func has(v any, pointer string) bool {
	name, rest, more := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	if list, ok := v.([]object); ok {
		v = list[0]
	}
	o, _ := v.(object)
	next, there := o[name]
	return there && (!more || has(next, rest))
}

// Personal data is given to the program in every possible way, well formed and not, and comes up nowhere: not in an
// answer, the log, the database, the documents folder, or a trace.
func TestPersonalDataStaysInside(t *testing.T) {
	t.Parallel()
	spans, url := startCollector(t)
	s := start(t, func(_ *testing.T, c *configuration) { c.Telemetry.OTLPEndpoint, c.Telemetry.SampleRatio = url, 1 })
	s.importCompanies()
	key := s.simple("a")
	body := personalData("natural_person")
	body["partner_external_ref"] = externalRef()
	first := merchant{ref: s.must(201, "POST", "/onboarding", key, text(body)).text(t, "ref")}
	second := s.merchant(key)
	identified := "/onboarding/" +
		s.create(key, text(object{"partner_external_ref": externalRef(), "applicant_type": "natural_person"}))
	s.must(200, "PATCH", identified+"/identity", key, text(personal["PATCH /onboarding/{ref}/identity"]))
	var answers []answer
	call := func(method, path, body string, headers ...string) answer {
		a := s.call(method, path, key, body, headers...)
		if a.status >= 500 && a.status != 501 { // there is no webhooks service here
			t.Errorf("%s %s: %d %s", method, path, a.status, a.body)
		}
		answers = append(answers, a)
		return a
	}
	for _, m := range []merchant{first, second, {ref: absentRef}} {
		for _, name := range slices.Sorted(maps.Keys(personal)) {
			method, path, _ := strings.Cut(name, " ")
			path = m.in(path)
			if strings.HasSuffix(path, "/invitations") { // the applicant has another name by now, so the decision is gone
				call("PUT", m.in("/onboarding/{ref}/representation"), `{"is_representative":false}`)
			}
			good := text(personal[name])
			for _, body := range []string{
				good, good + "x", good[:len(good)-1], strings.TrimSuffix(good, "}") + `,"x":{"kanarek":"kanarek"}}`,
				`["kanarek"]`, `"kanarek"`,
				strings.ReplaceAll(good, `"PL"`, `"kanarek"`), strings.ReplaceAll(good, `.example"`, ` kanarek@"`),
				strings.ReplaceAll(good, `"Kanar`, `"`+strings.Repeat("Kanar", 300)),
				wrongTypes(personal[name]),
			} {
				if name == "POST /onboarding" { // with an external ref of its own, and without
					call(method, path, `{"partner_external_ref":"`+externalRef()+`",`+strings.TrimPrefix(body, "{"))
				}
				call(method, path, body)
				call(method, path, body, "Content-Type", "text/kanarek")
			}
		}
		formBody, contentType := form(part{"file", "ptasia.pdf", saying("KANAR")}, formField("document_type", "x"),
			formField("subject", "Ptasi temat"), formField("x", "kanarek"))
		call("POST", m.in("/onboarding/{ref}/documents"), formBody, "Content-Type", contentType)
		formBody, contentType = form(part{"file", "ptasia.exe", saying("KANAR")}, formField("document_type", "x"),
			formField("subject", "Ptasi temat"))
		call("POST", m.in("/onboarding/{ref}/documents"), formBody, "Content-Type", contentType)
	}
	for _, op := range operations() {
		if op.method == "GET" || strings.HasSuffix(op.path, "/finalize") {
			for _, m := range []merchant{first, second} {
				if m.document == "" && strings.Contains(op.path, "_id}") {
					continue
				}
				call(op.method, m.in(op.path), "")
			}
		}
	}
	call("GET", "/onboarding?status=kanarek", "")
	call("GET", "/onboarding?page_token=kanarek", "")
	call("GET", "/events?after=kanarek&type=kanarek", "")
	if n := s.count(`SELECT count(*) FROM documents`); n < 3 {
		t.Errorf("only %d documents were stored", n)
	}
	if n := s.count(`SELECT count(*) FROM onboardings WHERE identity IS NOT NULL`); n < 1 {
		t.Error("no identity was stored")
	}
	if n := s.count(`SELECT count(*) FROM invitations`); n < 2 {
		t.Error("no one was invited")
	}
	for _, a := range answers {
		if c := found(a.body+fmt.Sprint(a.header), canaries); len(c) > 0 {
			t.Errorf("an answer shows %v: %s", c, a.body)
		}
		if c := found(a.body, namedCanaries); len(c) > 0 && a.status >= 400 {
			t.Errorf("a refusal shows %v: %s", c, a.body)
		}
	}
	all := slices.Concat(canaries, namedCanaries)
	if c := found(s.everything(), all); len(c) > 0 {
		t.Errorf("the database shows %v", c)
	}
	for name, content := range s.onDisk() {
		if c := found(name+string(content), all); len(c) > 0 {
			t.Errorf("%s shows %v", name, c)
		}
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	for _, line := range strings.Split(s.log.String(), "\n") {
		if c := found(line, all); len(c) > 0 {
			t.Errorf("the log shows %v: %s", c, line)
		}
	}
	spans.mu.Lock()
	defer spans.mu.Unlock()
	if got := spans.got.String(); !strings.Contains(got, "PrefillIdentity") {
		t.Error("no traces were exported")
	} else if c := found(got, all); len(c) > 0 {
		t.Errorf("traces show %v", c)
	}
}

// wrongTypes has an object in the place of each text, with the text in it.
func wrongTypes(o object) string {
	out := object{}
	for k, v := range o {
		switch v := v.(type) {
		case object:
			out[k] = []any{v}
		default:
			out[k] = object{"value": v}
		}
	}
	return text(out)
}

// withKeys starts the program again with other keys.
func (s *system) withKeys(encryptionKeys string) *system {
	s.t.Helper()
	return s.restart(func(c *configuration) { c.EncryptionKeys = envconfig.Secret(encryptionKeys) })
}

// known is all that the program can read of an onboarding.
func (s *system) known(ref string) (onboarding.Onboarding, error) {
	return s.store().Onboardings.Onboarding(s.t.Context(), access.SystemView, pc.Ref(ref))
}

// The key that seals all others can be replaced while everything stays readable, and the old one is not needed any more
// then.
func TestKeyRotation(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.importCompanies()
	a, b := s.cfg.EncryptionKeys.Reveal(), keyring.NewKey("e2")
	key := s.simple("a")
	m := s.merchant(key)
	body := personalData("natural_person")
	body["partner_external_ref"] = externalRef()
	person := s.must(201, "POST", "/onboarding", key, text(body)).text(t, "ref")
	s.must(200, "PATCH", "/onboarding/"+person+"/identity", key, text(personal["PATCH /onboarding/{ref}/identity"]))
	read := func() (out string) {
		t.Helper()
		for _, ref := range []string{m.ref, person} {
			o, err := s.known(ref)
			if err != nil {
				t.Fatal(err)
			}
			out += text(o)
		}
		mail, err := s.operator.ListMessages(s.internal(), &pcv1.ListMessagesRequest{Ref: m.ref})
		if err != nil || len(mail.GetData()) != 1 || mail.GetData()[0].GetTo() != "second@example.pl" {
			t.Errorf("messages: %v, %v", mail, err)
		}
		s.must(200, "GET", "/onboarding/"+m.ref, key, "")
		// reads the register's entry
		s.must(200, "PUT", "/onboarding/"+m.ref+"/representation", key, `{"is_representative":true}`)
		return out
	}
	before := read()
	s = s.withKeys(b + "," + a)
	if again, err := s.operator.ResealKeys(s.internal(), &pcv1.ResealKeysRequest{}); err != nil || again.GetChanged() < 3 {
		t.Fatalf("%v, %v", again, err)
	}
	if again, err := s.operator.ResealKeys(s.internal(), &pcv1.ResealKeysRequest{}); err != nil ||
		again.GetChanged() != 0 {
		t.Errorf("again: %v, %v", again, err)
	}
	if keys, err := s.operator.ListEncryptionKeys(s.internal(), &pcv1.ListEncryptionKeysRequest{}); err != nil ||
		len(keys.GetData()) != 2 ||
		keys.GetData()[0].GetId() != "e2" || keys.GetData()[0].GetValues() < 3 || keys.GetData()[1].GetValues() != 0 {
		t.Errorf("keys after resealing: %v, %v", keys, err)
	}
	s = s.withKeys(b)
	if after := read(); withoutDecisionTimes(after) != withoutDecisionTimes(before) {
		t.Errorf("after the rotation:\n%s\nbefore:\n%s", after, before)
	}
	s = s.withKeys(a)
	if answer := s.call("GET", "/onboarding/"+m.ref, key, ""); answer.status != 500 ||
		answer.text(t, "code") != "internal_error" {
		t.Errorf("the old key still opens it: %d %s", answer.status, answer.body)
	}
}

// withoutDecisionTimes leaves out what another look-up in the register writes.
func withoutDecisionTimes(s string) string {
	for _, name := range []string{"Version", "UpdatedAt", "ExpiresAt", "EvaluatedAt", "checked_at"} {
		for {
			i := strings.Index(s, `"`+name+`":`)
			if i < 0 {
				break
			}
			j := i + strings.IndexAny(s[i:], ",}")
			s = s[:i] + s[j:]
		}
	}
	return s
}

// Ninety days after an onboarding was cancelled or has expired nothing of its people can be read: their key is gone.
func TestShredding(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.importCompanies()
	key := s.simple("a")
	cancelled, idle, kept := s.merchant(key), s.merchant(key), s.merchant(key)
	for _, m := range []merchant{cancelled, idle, kept} {
		s.must(200, "PATCH", "/onboarding/"+m.ref, key, text(personalData("company")))
	}
	s.exec(`UPDATE onboardings SET status = 'active', expires_at = NULL WHERE ref = $1`, kept.ref)
	s.must(200, "POST", "/onboarding/"+cancelled.ref+"/cancel", key, "")
	now := time.Now()
	sealed := func(ref string) int {
		t.Helper()
		return s.count(`SELECT num_nonnulls(data_key, applicant, business, company, payout_account, identity, representation, register_check)
			+ (SELECT count(details) FROM documents WHERE onboarding_ref = ref) + (SELECT count(person) FROM invitations WHERE onboarding_ref = ref)
			FROM onboardings WHERE ref = $1`, ref)
	}
	erased := func(ref string) {
		t.Helper()
		o, err := s.known(ref)
		if err != nil || sealed(ref) != 0 || text(o.Data.Applicant)+text(o.Identity)+text(o.Data.PayoutAccount) != "{}{}{}" ||
			o.Decision != nil || len(o.Invitations) > 0 {
			t.Errorf("%d sealed, %v, %+v", sealed(ref), err, o)
		}
		mail, err := s.operator.ListMessages(s.internal(), &pcv1.ListMessagesRequest{Ref: ref})
		if err != nil || strings.Contains(fmt.Sprint(mail), "@") {
			t.Errorf("messages: %v, %v", mail, err)
		}
		a := s.must(http.StatusOK, "GET", "/onboarding/"+ref, key, "")
		if !strings.Contains(a.body, `"documents":[],"invitations":[]`) ||
			!strings.Contains(a.body, `"representation":null`) {
			t.Errorf("%s", a.body)
		}
		s.must(http.StatusOK, "GET", "/onboarding/"+ref+"/documents", key, "")
		s.must(http.StatusConflict, "PATCH", "/onboarding/"+ref, key, `{}`)
	}
	all := sealed(cancelled.ref)
	if all < 8 {
		t.Fatalf("%d sealed values", all)
	}
	messages := func() int { return s.count(`SELECT count(*) FROM messages`) }
	if messages() == 0 {
		t.Fatal("no messages")
	}
	s.sweepAt(now.Add(89 * day))
	if n := messages(); n != 0 { // they end after 30 days, whatever becomes of the onboarding
		t.Errorf("%d messages are kept", n)
	}
	if sealed(cancelled.ref) != all || sealed(idle.ref) != all || sealed(kept.ref) != all {
		t.Error("erased too early")
	}
	s.sweepAt(now.Add(90*day + time.Hour))
	erased(cancelled.ref)
	var status string
	if err := s.pool.QueryRow(t.Context(), `SELECT status FROM onboardings WHERE ref = $1`,
		idle.ref).Scan(&status); err != nil || status != "expired" {
		t.Errorf("idle for 90 days: %s, %v", status, err)
	}
	if sealed(idle.ref) != all || len(s.onDisk()) != 2 {
		t.Errorf("%d sealed values of the expired one, %d objects", sealed(idle.ref), len(s.onDisk()))
	}
	s.sweepAt(now.Add(181 * day))
	erased(idle.ref)
	if sealed(kept.ref) != all || len(s.onDisk()) != 1 {
		t.Errorf("of an active merchant %d of %d values are left, %d objects", sealed(kept.ref), all, len(s.onDisk()))
	}
	if n, err := s.operator.ResealKeys(s.internal(), &pcv1.ResealKeysRequest{}); err != nil || n.GetChanged() != 0 ||
		sealed(cancelled.ref) != 0 {
		t.Errorf("resealing gives an erased row a key: %v, %v", n, err)
	}
}
