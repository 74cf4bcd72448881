package krs

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var start = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

func client(t *testing.T, timeout time.Duration, h http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c := New(server.URL+"/", timeout, func() time.Time { return start })
	t.Cleanup(c.Close)
	return c
}

// An answer that came before its question is an answer to none.
func TestEarlyAnswers(t *testing.T) {
	t.Parallel()
	c := client(t, 5*time.Second, func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		const empty = "\r\nContent-Length: 0\r\n\r\n"
		_, _ = io.WriteString(conn, "HTTP/1.1 404 Not Found"+empty+"HTTP/1.1 500 Early"+empty)
		_, _ = io.Copy(io.Discard, conn)
	})
	for range 100 {
		if _, err := c.Lookup(t.Context(), representation.SchemeKRS, "0000000001"); !errors.Is(err, register.ErrNotListed) {
			t.Fatal(err)
		}
	}
}

// theRegister answers as the real one does, from testdata/<name>-<P or S>.json.
func theRegister(t *testing.T) http.HandlerFunc {
	t.Helper()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 7 {
		t.Fatal(files, err)
	}
	answers := map[string][]byte{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var e extract
		if err := json.Unmarshal(b, &e); err != nil {
			t.Fatal(f, err)
		}
		answers[e.Odpis.Naglowek.Numer+strings.TrimSuffix(f, ".json")[len(f)-6:]] = b
	}
	return func(w http.ResponseWriter, r *http.Request) {
		number, found := strings.CutPrefix(r.URL.Path, "/api/krs/OdpisAktualny/")
		if !found || r.Method != "GET" || r.URL.Query().Get("format") != "json" || len(r.URL.Query()) != 2 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if number == "9990000900" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		b, ok := answers[number+r.URL.Query().Get("rejestr")]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(b)
	}
}

func TestLookup(t *testing.T) {
	c := client(t, time.Minute, theRegister(t))
	const solo, two, none = `[[{"role":"member","count":1}]]`,
		`[[{"role":"member","count":2}],[{"role":"member","count":1},{"role":"procurator","count":1}]]`, `null`
	for number, want := range map[string]struct {
		name      string
		structure representation.CompanyStructure
		rule      string
		mode      representation.Mode // of Teodor Wzorcowy
	}{
		"9990000101": {"SREBRNA ŁÓDKA SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ", representation.MultiPerson, two,
			representation.ModeCoRepresentative},
		// A name that only fits a mask makes no one solo.
		"9990000102": {"ŻAGIEL NA NIBY SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ", representation.MultiPerson, none,
			representation.ModeCoRepresentative},
		"9990000103": {"ŻAGIEL DLA DWOJGA SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ", representation.MultiPerson,
			`[[{"role":"person:m1","count":1},{"role":"person:m2","count":1}]]`, representation.ModeCoRepresentative},
		"9990000104": {"PAJĘCZYNA SPÓŁKA KOMANDYTOWA", representation.UnknownStructure, solo, representation.ModeProxy},
		"9990000105": {"OSTATNI DZWONEK SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ W LIKWIDACJI", representation.SinglePerson,
			solo, representation.ModeProxy},
		"9990000106": {"FUNDACJA NIEISTNIEJĄCYCH KOTÓW", representation.MultiPerson, none,
			representation.ModeCoRepresentative},
		"9990000107": {"STOWARZYSZENIE BEZ ZARZĄDU", representation.UnknownStructure, none, representation.ModeProxy},
	} {
		t.Run(number, func(t *testing.T) {
			r, err := c.Lookup(t.Context(), representation.SchemeKRS, number)
			if err != nil {
				t.Error(err)
				return
			}
			rule, err := json.Marshal(r.Body.Rule.Alternatives)
			if err != nil {
				t.Fatal(err)
			}
			d := representation.Decide(representation.Input{
				ApplicantIsRepresentative: true,
				Person:                    representation.Person{GivenNames: "Teodor", FamilyName: "Wzorcowy"}, Record: r,
			})
			if r.LegalName != want.name || representation.Structure(r) != want.structure || string(rule) != want.rule ||
				d.Mode != want.mode {
				t.Errorf("%s, %s, %s, %s", r.LegalName, representation.Structure(r), rule, d.Mode)
			}
			if e := r.Check(); e != nil || r.Number != number || r.Status != representation.Active ||
				!r.AsOf.Equal(time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)) {
				t.Errorf("%v, %+v", e, r)
			}
			all, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			for _, canary := range []string{"44051401359", "TEODOR", "WZORCOWY", "KAZIMIERA", "BERENIK", "DOMNIEMAN"} {
				if strings.Contains(string(all), canary) {
					t.Errorf("the record holds %s", canary)
				}
			}
		})
	}
}

func TestMembersOfTheExtract(t *testing.T) {
	c := client(t, time.Minute, theRegister(t))
	r, err := c.Lookup(t.Context(), representation.SchemeKRS, "9990000101")
	if err != nil {
		t.Fatal(err)
	}
	want := []representation.Member{
		{ID: "m1", Function: "PREZES ZARZĄDU", GivenNames: "T***** A***", FamilyName: "W*******"},
		{ID: "m2", Function: "CZŁONEK ZARZĄDU", GivenNames: "K********", FamilyName: "P***** N****"},
		{ID: "m3", Function: "CZŁONEK ZARZĄDU", GivenNames: "G********", FamilyName: "Z*******", Suspended: true},
	}
	for i, m := range r.Members {
		if m != want[i] {
			t.Errorf("%+v, want %+v", m, want[i])
		}
	}
	if len(r.Members) != 3 || r.TaxID != "1234563218" || r.Body.Name != "ZARZĄD" || len(r.Procurators) != 1 ||
		r.Procurators[0] != (representation.Procurator{GivenNames: "J****", FamilyName: "B********",
			Kind: "ŁĄCZNA Z B******* D*********, PESEL [number]"}) {
		t.Errorf("%+v", r)
	}
	partner, err := c.Lookup(t.Context(), representation.SchemeKRS, "9990000104")
	if err != nil || len(partner.Members) != 1 || !partner.Members[0].Entity {
		t.Error(partner, err)
	}
	closing, err := c.Lookup(t.Context(), representation.SchemeKRS, "9990000105")
	if err != nil || len(closing.Proceedings) != 1 || closing.Proceedings[0] != "likwidacja" {
		t.Error(closing.Proceedings, err)
	}
}

func TestNotListed(t *testing.T) {
	c := client(t, time.Minute, theRegister(t))
	for scheme, number := range map[string]string{"PL_KRS": "9990000999", "GB_COH": "9990000101", "": "9990000101"} {
		t.Run(scheme, func(t *testing.T) {
			if _, err := c.Lookup(t.Context(), scheme, number); !errors.Is(err, register.ErrNotListed) ||
				errors.Is(err, register.ErrUnavailable) {
				t.Errorf("%s %s: %v", scheme, number, err)
			}
		})
	}
	for _, number := range []string{"", "1", "99900001011", "999000010x", "../../9990", "999000010?", "９９９０００0101"} {
		if _, err := c.Lookup(t.Context(), "PL_KRS", number); !errors.Is(err, register.ErrNotListed) {
			t.Errorf("%q: %v", number, err)
		}
	}
	r, err := c.Lookup(t.Context(), "PL_KRS", "9990000900")
	if err != nil || r.Status != representation.StruckOff || r.Number != "9990000900" || !r.AsOf.Equal(start) ||
		len(r.Members) != 0 {
		t.Errorf("struck off: %+v, %v", r, err)
	}
}

// What is not an answer is none, whatever it is; and no error holds what was sent.
func TestAnythingElseIsNoAnswer(t *testing.T) {
	const canary = "KANAREK"
	body := func(s string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(s)) }
	}
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(code)
		}
	}
	extractOf := func(head, dane string) http.HandlerFunc {
		return body(`{"odpis":{"naglowekA":` + head + `,"dane":` + dane + `}}`)
	}
	const head = `{"numerKRS":"9990000101","stanZDnia":"02.11.2026"}`
	person := `{"nazwisko":{"nazwiskoICzlon":"` + canary + `"}}`
	for name, h := range map[string]http.HandlerFunc{
		"500": status(500), "503": status(503), "429": status(429), "400": status(400), "302": status(302),
		"empty": body(""), "no JSON": body("<html>" + canary), "null": body("null"), "a list": body("[]"),
		"text": body(`"` + canary + `"`), "cut": body(`{"odpis":{`),
		"deep":            body(strings.Repeat(`{"odpis":`, 20000)),
		"wrong types":     extractOf(head, `{"dzial1":"`+canary+`"}`),
		"no head":         body(`{"odpis":{}}`),
		"another":         extractOf(`{"numerKRS":"9990000102","stanZDnia":"02.11.2026"}`, `{}`),
		"no date":         extractOf(`{"numerKRS":"9990000101","stanZDnia":"`+canary+`"}`, `{}`),
		"no name":         extractOf(head, `{"dzial1":{}}`),
		"a name of signs": extractOf(head, `{"dzial1":{"danePodmiotu":{"nazwa":"`+canary+`\u0007"}}}`),
		"a crowd": extractOf(head,
			`{"dzial1":{"danePodmiotu":{"nazwa":"X"}},"dzial2":{"reprezentacja":{"sklad":[`+
				strings.Repeat(person+",", 300)+person+`]}}}`),
		"nameless": extractOf(head,
			`{"dzial1":{"danePodmiotu":{"nazwa":"X"}},"dzial2":{"reprezentacja":{"sklad":[{}]}}}`),
		"404 of another server": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(http.StatusNotFound)
		},
		"endless": func(w http.ResponseWriter, _ *http.Request) {
			for chunk := []byte(strings.Repeat(" ", 1<<16)); ; {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		},
		"hangs up": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			c := client(t, time.Minute, h)
			r, err := c.Lookup(t.Context(), "PL_KRS", "9990000101")
			if !errors.Is(err, register.ErrUnavailable) || errors.Is(err, register.ErrNotListed) {
				t.Errorf("%+v, %v", r, err)
			} else if strings.Contains(err.Error(), canary) {
				t.Error(err)
			}
		})
	}
	if _, err := New("http://127.0.0.1:1", time.Minute, time.Now).Lookup(t.Context(), "PL_KRS",
		"9990000101"); !errors.Is(err, register.ErrUnavailable) {
		t.Errorf("no server listens: %v", err)
	}
}

// A register that is slow is away; so it is for a caller who leaves.
func TestTimeout(t *testing.T) {
	hold := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	if _, err := client(t, time.Millisecond, hold).Lookup(t.Context(), "PL_KRS", "9990000101"); !errors.Is(err,
		register.ErrUnavailable) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client(t, time.Minute, hold).Lookup(ctx, "PL_KRS", "9990000101"); !errors.Is(err,
		register.ErrUnavailable) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Several bodies are not mixed: which one acts is not known, so the rule is not.
func TestSeveralBodies(t *testing.T) {
	organ := `{"nazwaOrganu":"ZARZĄD","sposobReprezentacji":"KAŻDY CZŁONEK ZARZĄDU ` +
		`SAMODZIELNIE","sklad":[{"nazwisko":{"nazwiskoICzlon":"W*******"},"imiona":{"imie":"T*****"}}]}`
	r, err := read([]byte(`{"odpis":{"naglowekA":{"numerKRS":"9990000101","stanZDnia":"02.11.2026"},`+
		`"dane":{"dzial1":{"danePodmiotu":{"nazwa":"X"}},"dzial2":{"reprezentacja":[`+organ+`,`+organ+`]}}}}`), "9990000101")
	if err != nil || r.Body.Rule.Kind != representation.Unparsed || len(r.Members) != 2 ||
		r.Members[0].ID == r.Members[1].ID {
		t.Errorf("%+v, %v", r, err)
	}
}
