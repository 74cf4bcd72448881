package app_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// limit is what the requirements allow: 5120 KB.
const limit = 5_242_880

// ways are the ways in which a file may come.
var ways = map[string]func(content []byte) (body, contentType string){
	"form, file first": func(c []byte) (string, string) {
		return form(append([]part{{"file", "poa.pdf", c}},
			poaFields...)...)
	},
	"form, file last": func(c []byte) (string, string) {
		return form(append(slices.Clone(poaFields), part{"file", "poa.pdf", c})...)
	},
	"base64":                        inJSON(base64.StdEncoding.EncodeToString),
	"base64, unpadded":              inJSON(base64.RawStdEncoding.EncodeToString),
	"base64, URL-safe":              inJSON(base64.URLEncoding.EncodeToString),
	"base64, URL-safe and unpadded": inJSON(base64.RawURLEncoding.EncodeToString),
	"base64, escaped": func(c []byte) (string, string) {
		body := uploadJSON(nil, object{"content_base64": "HERE"})
		escaped := strings.NewReplacer("/", `\/`, "+", `\u002B`, "=", `\u003d`).Replace(base64.StdEncoding.EncodeToString(c))
		return strings.Replace(body, "HERE", escaped, 1), "application/json"
	},
}

func inJSON(encode func([]byte) string) func([]byte) (string, string) {
	return func(c []byte) (string, string) {
		return uploadJSON(nil, object{"content_base64": encode(c)}), "application/json"
	}
}

// 5120 KB are taken in every way of sending, byte for byte, and one byte more is refused. With -short, only the
// longest notation of base64 comes in that size: the gateway's tests show all of them.
func TestFileLimit(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"x"}`)
	most := file(limit, 0)
	for i := len(pdfStart); i < len(most); i++ {
		most[i] = byte(i * i >> 3) // all signs of base64 occur
	}
	for name, way := range ways {
		content := most
		if testing.Short() && strings.HasPrefix(name, "base64") && name != "base64, escaped" {
			content = most[:100_001]
		}
		sum := sha256.Sum256(content)
		body, contentType := way(content)
		a := s.call("POST", "/onboarding/"+ref+"/documents", key, body, "Content-Type", contentType)
		m := a.json(t)
		if a.status != 201 || m["size_bytes"] != float64(len(content)) ||
			m["sha256"] != hex.EncodeToString(sum[:]) || m["status"] != "received" ||
			m["content_type"] != "application/pdf" || m["document_type"] != "power_of_attorney" || m["subject"] != "board" ||
			m["filename"] != "poa.pdf" ||
			a.header.Get("Location") != "/onboarding/"+ref+"/documents/"+fmt.Sprint(m["document_id"]) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		if len(content) < limit {
			continue
		}
		body, contentType = way(append(content, 0))
		if a := s.call("POST", "/onboarding/"+ref+"/documents", key, body, "Content-Type", contentType); a.status != 413 ||
			a.text(t, "code") != "file_too_large" {
			t.Errorf("%s, one byte more: %d %s", name, a.status, a.body)
		}
	}
	if n := s.count(`SELECT count(*) FROM documents WHERE onboarding_ref = $1`, ref); n != len(ways) {
		t.Errorf("%d documents", n)
	}
	body, contentType := form(append(slices.Clone(poaFields), part{"file", "poa.pdf", file(3*limit, 'x')})...)
	if a := s.call("POST", "/onboarding/"+ref+"/documents", key, body, "Content-Type", contentType); a.status != 413 {
		t.Errorf("three times as much: %d %s", a.status, a.body)
	}
}

// Name and content must both say the same allowed format.
func TestFileFormats(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"x"}`)
	const png, jpeg, tiffI, tiffM = "\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe0", "II*\x00", "MM\x00*"
	for _, c := range []struct {
		name, content, want string // media type, or the code of the refusal
	}{
		{"a.pdf", "%PDF-1.4", "application/pdf"},
		{"a.PDF", "%PDF-1.4", "application/pdf"},
		{"a.b.pdf", "%PDF-1.4", "application/pdf"},
		{"a.png", png, "image/png"},
		{"a.jpg", jpeg, "image/jpeg"},
		{"a.jpeg", jpeg, "image/jpeg"},
		{"a.tiff", tiffI, "image/tiff"},
		{"a.tiff", tiffM, "image/tiff"},
		{"../../etc/passwd.pdf", "%PDF-1.4", "application/pdf"}, // a name is data
		{`C:\a.pdf`, "%PDF-1.4", "application/pdf"},
		{"żółć 😀.pdf", "%PDF-1.4", "application/pdf"},
		{"a.pdf", png, "file_format_not_allowed"},
		{"a.png", "%PDF-1.4", "file_format_not_allowed"},
		{"a.pdf", "%PDF", "file_format_not_allowed"},
		{"a.pdf", "\n%PDF-1.4", "application/pdf"},
		{"a.pdf", "\ufeff\r\n\r\n%PDF-1.4", "application/pdf"},
		{"a.pdf", strings.Repeat(" ", 1019) + "%PDF-1.4", "application/pdf"},
		{"a.pdf", strings.Repeat(" ", 1020) + "%PDF-1.4", "file_format_not_allowed"},
		{"a.png", "\n" + png, "file_format_not_allowed"},
		{"a.tif", tiffI, "image/tiff"},
		{"a.TIF", tiffM, "image/tiff"},
		{"a.svg", "<svg/>", "file_format_not_allowed"},
		{"a.pdf.exe", "%PDF-1.4", "file_format_not_allowed"},
		{"pdf", "%PDF-1.4", "file_format_not_allowed"},
		{".pdf", "%PDF-1.4", "application/pdf"},
		{"", "%PDF-1.4", "validation_failed"},
		{strings.Repeat("x", 252) + ".pdf", "%PDF-1.4", "application/pdf"},
		{"a\n.pdf", "%PDF-1.4", "application/pdf"},
		{"a\u202efdp.exe.pdf", "%PDF-1.4", "application/pdf"},
	} {
		s.subtest(c.name, func(t *testing.T) {
			a := s.call("POST", "/onboarding/"+ref+"/documents", key, uploadJSON([]byte(c.content), object{"filename": c.name}))
			m := a.json(t)
			if got := fmt.Sprint(m["content_type"], m["code"]); got != c.want+"<nil>" && got != "<nil>"+c.want {
				t.Errorf("%q %q: %d %s", c.name, c.content, a.status, a.body)
			}
			if a.status == 201 && m["filename"] != field.CleanFilename(c.name) {
				t.Errorf("%q became %v", c.name, m["filename"])
			}
			if c.name == "" || strings.ContainsAny(c.name, "\\\n\u202e") {
				return // the form of this test spells such names differently
			}
			// In a form a path before the name is left out, as RFC 7578 section 4.2 wants it.
			a = s.sendForm(key, ref, append([]part{{"file", c.name, []byte(c.content)}}, poaFields...)...)
			m = a.json(t)
			if got := fmt.Sprint(m["content_type"], m["code"]); got != c.want+"<nil>" && got != "<nil>"+c.want {
				t.Errorf("form, %q %q: %d %s", c.name, c.content, a.status, a.body)
			}
			if a.status == 201 && m["filename"] != field.CleanFilename(c.name) {
				t.Errorf("form, %q became %v", c.name, m["filename"])
			}
		})
	}
	for name := range s.onDisk() {
		if !strings.HasPrefix(name, "documents/") || strings.Count(name, "/") != 1 || strings.Contains(name, ".") {
			t.Errorf("on the disk: %s", name)
		}
	}
}

// What a form may be like, and what not.
func TestUploadFormsAreTakenOrRefused(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"x","business":{"category_code":"5912"}}`)
	some := part{"file", "poa.pdf", file(100, 'x')}
	with := func(more ...part) []part { return append(append([]part{some}, poaFields...), more...) }
	tooMany := with()
	for i := range 30 {
		tooMany = append(tooMany, formField(fmt.Sprint("f", i), "x"))
	}
	for name, c := range map[string]struct {
		parts       []part
		status      int
		code, field string
	}{
		"file between fields": {[]part{poaFields[0], some, poaFields[1]}, 201, "", ""},
		"two files":           {with(some), 422, "validation_failed", "/file"},
		"field twice":         {with(poaFields[1]), 422, "validation_failed", "/subject"},
		"filename twice":      {with(formField("filename", "b.pdf")), 422, "validation_failed", "/filename"},
		"file in both ways": {
			with(formField("content_base64", "JVBERi0xLjcK")), 422, "validation_failed", "/content_base64",
		},
		"file as a field": {append(slices.Clone(poaFields), formField("content_base64", "JVBERi0xLjcK"),
			formField("filename", "b.pdf")), 201, "", ""},
		"unknown field":  {with(formField("color", "red")), 422, "unknown_field", "/color"},
		"ref":            {with(formField("ref", ref)), 422, "unknown_field", "/ref"},
		"nameless field": {with(formField("", "x")), 422, "unknown_field", "/"},
		"field that is too long": {
			with(formField("document_id", strings.Repeat("x", 4097))), 422, "validation_failed", "/document_id",
		},
		"field that is no text": {
			[]part{some, formField("subject", "\xff"), poaFields[0]}, 422, "validation_failed", "/subject",
		},
		"no file": {poaFields, 422, "validation_failed", "/file"},
		"file without a name": {
			append([]part{{"file", "", some.content}}, poaFields...), 422, "validation_failed", "/filename",
		},
		"no parts":          {nil, 422, "validation_failed", "/file"},
		"empty file":        {append([]part{{"file", "poa.pdf", nil}}, poaFields...), 422, "file_empty", "/file"},
		"many parts":        {tooMany, 400, "invalid_parameter", ""},
		"without a subject": {[]part{some, poaFields[0]}, 422, "document_identification_invalid", "/subject"},
	} {
		s.subtest(name, func(t *testing.T) {
			a := s.sendForm(key, ref, c.parts...)
			if a.status != c.status || a.text(t, "code") != c.code || c.field != "" &&
				!strings.Contains(a.body, `"field":"`+c.field+`"`) {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	whole, contentType := form(with()...)
	send := func(body, contentType string) answer {
		return s.call("POST", "/onboarding/"+ref+"/documents", key, body, "Content-Type", contentType)
	}
	for name, a := range map[string]answer{
		"another boundary":      send(whole, "multipart/form-data; boundary=other"),
		"no boundary":           send(whole, "multipart/form-data"),
		"broken boundary":       send(strings.ReplaceAll(whole, "\r\n--", "\r\n-"), contentType),
		"empty body":            send(" ", contentType),
		"cut in the file":       send(whole[:len(whole)/3], contentType),
		"cut before its end":    send(whole[:len(whole)-4], contentType),
		"cut in the last field": send(whole[:len(whole)-70], contentType),
	} {
		t.Run(name, func(t *testing.T) {
			if a.status != 400 || a.text(t, "code") != "invalid_parameter" {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	// A body that ends before it says it would.
	torn, sender := io.Pipe()
	go func() {
		_, _ = io.WriteString(sender, whole[:200])
		_ = sender.CloseWithError(io.ErrUnexpectedEOF)
	}()
	req, err := http.NewRequestWithContext(t.Context(), "POST", s.url+"/onboarding/"+ref+"/documents", torn)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", contentType)
	if resp, err := s.client.Do(req); err == nil {
		_ = resp.Body.Close()
		t.Errorf("a torn body was answered with %d", resp.StatusCode)
	}
	if n := s.count(`SELECT count(*) FROM documents WHERE onboarding_ref = $1`, ref); n != 2 {
		t.Errorf("%d documents", n)
	}
}

// What lies on the disk is encrypted, and only what is stored lies there: what was deleted or refused goes with the
// next sweeps.
func TestOnlyStoredFilesAreOnDiskAndEncrypted(t *testing.T) {
	t.Parallel()
	s := start(t, func(t *testing.T, c *configuration) { c.ClamAVAddr = startClamd(t).listener.Addr().String() })
	key, foreign := s.simple("a"), s.simple("b")
	ref := s.create(key, `{"partner_external_ref":"x"}`)
	plain := bytes.Repeat([]byte("the words of the document "), 10_000)
	copy(plain, pdfStart)
	kept := s.must(201, "POST", "/onboarding/"+ref+"/documents", key, uploadJSON(plain, nil)).text(t, "document_id")
	s.sendForm(key, ref, append([]part{{"file", "poa.pdf", plain}}, poaFields...)...)
	o, err := s.store().Onboardings.Onboarding(t.Context(), access.SystemView, pc.Ref(ref))
	if err != nil || len(o.Documents) != 2 {
		t.Fatal(err, o.Documents)
	}
	for name, content := range s.onDisk() {
		for i := range len(plain) / 20 {
			if bytes.Contains(content, plain[i*20:i*20+20]) {
				t.Fatalf("%s holds the document in clear", name)
			}
		}
	}
	uploader := merchantusecase.NewUploader(s.objects(), s.store().Onboardings, nil, slog.New(slog.DiscardHandler),
		time.Now)
	open := func(d onboarding.Document, secret [32]byte) ([]byte, error) {
		r, err := uploader.Open(t.Context(), d.Object, secret)
		if err != nil {
			return nil, err
		}
		defer func() { _ = r.Close() }()
		return io.ReadAll(r)
	}
	if got, err := open(o.Documents[0], o.Documents[0].Secret); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("it does not decrypt: %v", err)
	}
	if got, err := open(o.Documents[0], o.Documents[1].Secret); err == nil {
		t.Errorf("another document's key opens it: %d bytes", len(got))
	}
	if o.Documents[0].Secret == o.Documents[1].Secret {
		t.Error("two documents share a key")
	}

	s.must(204, "DELETE", "/onboarding/"+ref+"/documents/"+string(o.Documents[1].ID), key, "")
	s.must(404, "DELETE", "/onboarding/"+ref+"/documents/"+string(o.Documents[1].ID), key, "")
	reviewed := s.create(key, `{"partner_external_ref":"y"}`)
	s.exec(`UPDATE onboardings SET status = 'in_review' WHERE ref = $1`, reviewed)
	whole, contentType := form(append([]part{{"file", "poa.pdf", plain}}, poaFields...)...)
	for name, a := range map[string]answer{
		"foreign":         s.call("POST", "/onboarding/"+ref+"/documents", foreign, uploadJSON(plain, nil)),
		"absent":          s.call("POST", "/onboarding/"+absentRef+"/documents", key, uploadJSON(plain, nil)),
		"not editable":    s.call("POST", "/onboarding/"+reviewed+"/documents", key, uploadJSON(plain, nil)),
		"too large":       s.call("POST", "/onboarding/"+ref+"/documents", key, uploadJSON(file(limit+1, 0), nil)),
		"format":          s.call("POST", "/onboarding/"+ref+"/documents", key, uploadJSON([]byte("text"), nil)),
		"virus":           s.call("POST", "/onboarding/"+ref+"/documents", key, uploadJSON(saying(virus), nil)),
		"scanner's noise": s.call("POST", "/onboarding/"+ref+"/documents", key, uploadJSON(saying(garbage), nil)),
		"scanner hangs":   s.call("POST", "/onboarding/"+ref+"/documents", key, uploadJSON(saying(hangUp), nil)),
		"not base64": s.call("POST", "/onboarding/"+ref+"/documents", key,
			uploadJSON(nil, object{"content_base64": "JVBERi0xLjcK%"})),
		"not JSON":      s.call("POST", "/onboarding/"+ref+"/documents", key, uploadJSON(plain, nil)+"x"),
		"unknown field": s.call("POST", "/onboarding/"+ref+"/documents", key, uploadJSON(plain, object{"x": 1})),
		"form, cut": s.call("POST", "/onboarding/"+ref+"/documents", key, whole[:len(whole)-4], "Content-Type",
			contentType),
		"form, twice": s.sendForm(key, ref, part{"file", "a.pdf", plain}, part{"file", "b.pdf", plain}),
	} {
		t.Run(name, func(t *testing.T) {
			if a.status/100 == 2 {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	// Nothing waits longer than an hour.
	s.sweepAt(time.Now().Add(time.Hour + time.Minute))
	left := s.onDisk()
	if _, there := left[o.Documents[0].Object]; len(left) != 1 || !there {
		t.Errorf("%d objects are left; the stored one is there: %t", len(left), there)
	}
	if n := s.count(`SELECT count(*) FROM object_deletions`); n != 0 {
		t.Errorf("%d objects wait to be deleted", n)
	}
	if a := s.call("GET", "/onboarding/"+ref+"/documents/"+kept, key, ""); a.status != 200 ||
		a.json(t)["size_bytes"] != float64(len(plain)) {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// The scanner sees the content as it came, not as it lies on the disk.
func TestScannerSeesTheContent(t *testing.T) {
	t.Parallel()
	var daemon *clamd
	s := start(t, func(t *testing.T, c *configuration) {
		daemon = startClamd(t)
		c.ClamAVAddr = daemon.listener.Addr().String()
	})
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"x"}`)
	s.must(201, "POST", "/onboarding/"+ref+"/documents", key, uploadJSON(file(200_000, 'x'), nil))
	daemon.mu.Lock()
	defer daemon.mu.Unlock()
	if daemon.scanned != 200_000 {
		t.Errorf("%d bytes were scanned", daemon.scanned)
	}
}

// A required document is answered by an upload, is missing again with the reason when that is rejected, and stays once
// it is accepted.
func TestRequiredDocuments(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key,
		`{"partner_external_ref":"x","applicant_type":"natural_person","business":{"category_code":"5912"}}`)
	required := func() map[string]any {
		t.Helper()
		list := s.must(200, "GET", "/onboarding/"+ref, key, "").json(t)["required_documents"].([]any)
		if len(list) != 1 {
			t.Fatalf("%v", list)
		}
		return list[0].(map[string]any)
	}
	id := required()["document_id"]
	a := s.must(201, "POST", "/onboarding/"+ref+"/documents", key,
		uploadJSON(file(20, 'x'), object{"document_type": nil, "subject": nil, "document_id": id}))
	m := a.json(t)
	if m["required_document_id"] != id || m["document_id"] == id || m["document_type"] != nil || m["subject"] != nil {
		t.Errorf("%s", a.body)
	}
	review := func(status, reason string) {
		t.Helper()
		_, err := s.operator.ReviewDocument(s.internal(),
			&pcv1.ReviewDocumentRequest{Ref: ref, DocumentId: m["document_id"].(string), Status: status, ReasonCode: reason})
		if err != nil {
			t.Fatal(err)
		}
	}
	const code = "document:regulated_activity.licence"
	for _, step := range []struct {
		status, reason string
		missing        bool
	}{{"received", "", false}, {"rejected", "unreadable", true}, {"accepted", "", false}} {
		if step.status != "received" {
			review(step.status, step.reason)
		}
		r := required()
		reason, _ := r["reason_code"].(string)
		if r["status"] != step.status || reason != step.reason || slices.Contains(s.missing(key, ref), code) != step.missing {
			t.Errorf("%s: %v, missing %v", step.status, r, s.missing(key, ref))
		}
		if step.missing &&
			!strings.Contains(s.call("POST", "/onboarding/"+ref+"/finalize", key, "").body,
				`"fields":["/document_id"],"reason_code":"unreadable"`) {
			t.Error("the reason is missing")
		}
	}
	if a := s.call("DELETE", "/onboarding/"+ref+"/documents/"+m["document_id"].(string), key, ""); a.status != 409 ||
		a.text(t, "code") != "invalid_state" {
		t.Errorf("an accepted document: %d %s", a.status, a.body)
	}
}

// A document that a live invitation rests on stays until that is revoked.
func TestAttachedDocuments(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.importCompanies()
	key := s.simple("a")
	m, other := s.merchant(key), s.merchant(key)
	attach := func(ids ...string) answer {
		return s.call("POST", "/onboarding/"+m.ref+"/invitations", key,
			invitation("proxy@example.pl", object{"role": "proxy", "document_ids": ids}))
	}
	if a := attach(other.document); a.status != 422 ||
		!strings.Contains(a.body, `"field":"/document_ids/0","code":"unknown_document"`) {
		t.Errorf("another's document: %d %s", a.status, a.body)
	}
	if a := attach(m.document, m.document); a.status != 422 ||
		!strings.Contains(a.body, `"field":"/document_ids/1","code":"duplicate"`) {
		t.Errorf("twice: %d %s", a.status, a.body)
	}
	a := attach(m.document)
	if a.status != 201 || text(a.json(t)["document_ids"]) != text([]string{m.document}) {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := s.call("DELETE", m.in("/onboarding/{ref}/documents/{document_id}"), key, ""); a.status != 409 ||
		a.text(t, "code") != "invalid_state" {
		t.Errorf("attached: %d %s", a.status, a.body)
	}
	s.must(204, "DELETE", "/onboarding/"+m.ref+"/invitations/"+a.text(t, "invitation_id"), key, "")
	s.must(204, "DELETE", m.in("/onboarding/{ref}/documents/{document_id}"), key, "")
}

// zeros is a body that takes no memory: a head, zeros of a kind, and a tail.
func zeros(head string, fill byte, n int64, tail string) io.Reader {
	return io.MultiReader(strings.NewReader(head), io.LimitReader(repeat(fill), n), strings.NewReader(tail))
}

type repeat byte

func (r repeat) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	p[0] = byte(r)
	for n := 1; n < len(p); n *= 2 { // by byte it would cost more than what reads it, with the race detector
		copy(p[n:], p[:n])
	}
	return len(p), nil
}

// inUse is the memory that the Go runtime holds.
func inUse() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}

// stream sends a body of any length.
func (s *system) stream(path, key, contentType string, body io.Reader) (answer, error) {
	req, err := http.NewRequestWithContext(s.t.Context(), "POST", s.url+path, body)
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", contentType)
	resp, err := s.client.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	read, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, string(read)}, err
}

// Twenty files of full size at once (eight with -short) take less than 7.5 MiB each, in either way of sending. One that
// the machine is too slow for, so that the server's timeouts end it, is sent again.
func TestMemoryOfUploads(t *testing.T) {
	s := start(t)
	key := s.simple("a")
	fill := int64(limit - len(pdfStart)) // of which three bytes are four signs
	encodedHead := base64.StdEncoding.EncodeToString(pdfStart)
	whole, contentType := form(append(slices.Clone(poaFields), part{"file", "a.pdf", []byte("CONTENT")})...)
	head, tail, _ := strings.Cut(whole, "CONTENT")
	files := 20
	if testing.Short() {
		files = 8
	}
	jsonHead, jsonTail, _ := strings.Cut(uploadJSON(nil, object{"content_base64": "CONTENT"}), "CONTENT")
	for name, send := range map[string]struct {
		contentType string
		body        func() io.Reader
	}{
		"form": {contentType, func() io.Reader { return zeros(head+string(pdfStart), 0, fill, tail) }},
		"JSON": {"application/json", func() io.Reader { return zeros(jsonHead+encodedHead, 'A', fill/3*4, jsonTail) }},
	} {
		s.subtest(name, func(t *testing.T) {
			ref := s.create(key, text(object{"partner_external_ref": name}))
			runtime.GC()
			debug.FreeOSMemory()
			before, peak := inUse(), int64(0)
			done := make(chan struct{})
			var sampler, calls sync.WaitGroup
			sampler.Go(func() {
				tick := time.NewTicker(time.Millisecond)
				defer tick.Stop()
				for {
					peak = max(peak, inUse())
					select {
					case <-done:
						return
					case <-tick.C:
					}
				}
			})
			for range files {
				calls.Go(func() {
					for tries := 0; ; tries++ {
						began := time.Now()
						a, err := s.stream("/onboarding/"+ref+"/documents", key, send.contentType, send.body())
						switch tooSlow := time.Since(began) > 10*time.Second; { // which is what the server allows for, if nothing arrives
						case err == nil && a.status == 201:
							return
						case !tooSlow || tries == 5:
							t.Errorf("%d %s %v", a.status, a.body, err)
							return
						}
					}
				})
			}
			calls.Wait()
			close(done)
			sampler.Wait()
			t.Logf("%s: %d MiB more at most", name, (peak-before)>>20)
			if peak-before > int64(files)*15<<19 {
				t.Errorf("%d MiB more", (peak-before)>>20)
			}
		})
	}
}
