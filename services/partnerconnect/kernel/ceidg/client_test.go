package ceidg

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/pgdb"
	internalpg "github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var schema = pgtest.Template{Name: "partnerconnect", Migrate: func(ctx context.Context, url string) error {
	_, err := internalpg.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// storeOn returns a store on a database, as a replica has one.
func storeOn(t *testing.T, database string) *postgres.RegisterStore {
	t.Helper()
	pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: envconfig.Secret(database)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return postgres.NewRegisterStore(pool, nil)
}

var start = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

const token = "eyJ.token-of-an-integrator.x"

func client(t *testing.T, timeout time.Duration, h http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c := New(server.URL+"/api/ceidg/v3/", token, timeout, storeOn(t, schema.New(t)), func() time.Time { return start })
	t.Cleanup(c.Close)
	return c
}

// theRegister answers as the real one does, from testdata.
func theRegister(t *testing.T) http.HandlerFunc {
	t.Helper()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 11 {
		t.Fatal(files, err)
	}
	lists, entries := map[string][]byte{}, map[string][]byte{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var answer struct{ Firmy, Firma []entry }
		if err := json.Unmarshal(b, &answer); err != nil {
			t.Fatal(f, err)
		}
		for _, e := range answer.Firmy {
			lists[e.Wlasciciel.NIP] = b
		}
		for _, e := range answer.Firma {
			entries[e.ID] = b
		}
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+token {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var b []byte
		if id, found := strings.CutPrefix(r.URL.Path, "/api/ceidg/v3/firma/"); found {
			b = entries[id]
		} else if r.URL.Path == "/api/ceidg/v3/firmy" {
			b = lists[r.URL.Query().Get("nip")]
		}
		if b == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(b)
	}
}

func TestLookup(t *testing.T) {
	c := client(t, time.Minute, theRegister(t))
	for name, want := range map[string]struct {
		nip, owner, business string
		status               representation.Status
		limits               []string
	}{
		// A person who ended one business and began another has two entries.
		"active": {"9990000103", "Teodor Wzorcowy", "Usługi Szewskie Teodor Wzorcowy", representation.Active, nil},
		"suspended": {"9990000209", "Berenika Domniemana", "Pracownia Berenika Domniemana",
			representation.Inactive, nil},
		"partnership only": {"9990000416", "Gertruda Nikła", "Pracownia Gertruda Nikła", representation.Inactive, nil},
		"not begun": {"9990000505", "Kazimiera Nibylska-Pozór", "Pracownia Kazimiera Nibylska-Pozór",
			representation.Inactive, nil},
		"not allowed to": {"9990000600", "Barbara Pozorna", "Barbara Pozorna KWIATY", representation.Active,
			[]string{"upadlosci", "zakazy"}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := c.Lookup(t.Context(), representation.SchemeNIP, want.nip)
			if err != nil || r.Check() != nil || len(r.Members) != 1 || r.Members[0].Name() != want.owner ||
				r.LegalName != want.business || r.Status != want.status || !slices.Equal(r.Proceedings, want.limits) {
				t.Fatalf("%+v, %v", r, err)
			}
			if r.Number != want.nip || r.TaxID != want.nip || r.Address != "ul. Zmyślona 7/2, 00-000 Przykładowo PL" ||
				!r.AsOf.Equal(start) {
				t.Errorf("%+v", r)
			}
			all, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			for _, canary := range []string{"kanarek@example.pl", "+48600100200", "Naprawa"} {
				if strings.Contains(string(all), canary) {
					t.Errorf("the record holds %s", canary)
				}
			}
		})
	}
	if r, err := c.Lookup(t.Context(), representation.SchemeNIP, "9990000304"); err != nil ||
		r.Status != representation.StruckOff || r.Number != "9990000304" || len(r.Members) != 0 {
		t.Errorf("struck off: %+v, %v", r, err)
	}
	for _, number := range []string{"9990000999", "", "1", "99900001011", "999000010x", "../../9990", "999000010?"} {
		if _, err := c.Lookup(t.Context(), representation.SchemeNIP, number); !errors.Is(err, register.ErrNotListed) {
			t.Errorf("%q: %v", number, err)
		}
	}
	if _, err := c.Lookup(t.Context(), representation.SchemeKRS, "9990000103"); !errors.Is(err, register.ErrNotListed) {
		t.Errorf("another scheme: %v", err)
	}
}

// What is not an answer is none, whatever it is; and no error holds what was sent, the token or the number.
func TestAnythingElseIsNoAnswer(t *testing.T) {
	const canary = "KANAREK"
	const number = "9990000103"
	owner := `"wlasciciel":{"imie":"` + canary + `","nazwisko":"` + canary + `","nip":"` + number + `"}`
	list := `{"firmy":[{"id":"abc-1","nazwa":"` + canary + `","status":"AKTYWNY",` + owner + `}]}`
	both := func(list, entry string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/firmy") {
				_, _ = w.Write([]byte(list))
				return
			}
			_, _ = w.Write([]byte(entry))
		}
	}
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(code)
		}
	}
	for name, h := range map[string]http.HandlerFunc{
		"404": status(404),
		"500": status(500), "503": status(503), "429": status(429), "400": status(400), "401": status(401),
		"403": status(403), "302": status(302),
		"empty": both("", ""), "no JSON": both("<html>Przerwa "+canary, ""), "text": both(`"`+canary+`"`, ""),
		"cut":               both(`{"firmy":[`, ""),
		"deep":              both(strings.Repeat(`{"firmy":`, 20000), ""),
		"wrong types":       both(`{"firmy":"`+canary+`"}`, ""),
		"an unknown status": both(strings.Replace(list, "AKTYWNY", canary, 1), ""),
		"another's entry":   both(strings.Replace(list, number, "9990000209", 1), ""),
		"an id with a path": both(strings.Replace(list, "abc-1", "../"+canary, 1), ""),
		"no entry":          both(list, `{"firma":[]}`),
		"two entries":       both(list, `{"firma":[{},{}]}`),
		"an entry of text":  both(list, `{"firma":["`+canary+`"]}`),
		"entry of another": both(list,
			`{"firma":[{"id":"abc-1","nazwa":"X","status":"AKTYWNY","wlasciciel":{"nip":"9990000209"}}]}`),
		"no name":         both(list, `{"firma":[{"id":"abc-1","status":"AKTYWNY",`+owner+`}]}`),
		"a name of signs": both(list, `{"firma":[{"id":"abc-1","nazwa":"`+canary+`\u0007","status":"AKTYWNY",`+owner+`}]}`),
		"nameless": both(list,
			`{"firma":[{"id":"abc-1","nazwa":"X","status":"AKTYWNY","wlasciciel":{"nip":"`+number+`"}}]}`),
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
			_, err := client(t, time.Minute, h).Lookup(t.Context(), "PL_NIP", number)
			if !errors.Is(err, register.ErrUnavailable) || errors.Is(err, register.ErrNotListed) {
				t.Fatal(err)
			}
			for _, secret := range []string{canary, token, number} {
				if strings.Contains(err.Error(), secret) {
					t.Error(err)
				}
			}
		})
	}
	_, err := New("http://127.0.0.1:1", token, time.Minute, storeOn(t, schema.New(t)), time.Now).Lookup(t.Context(),
		"PL_NIP", number)
	if !errors.Is(err, register.ErrUnavailable) || strings.Contains(err.Error(), number) {
		t.Errorf("no server listens: %v", err)
	}
}

func TestTimeout(t *testing.T) {
	hold := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	if _, err := client(t, time.Millisecond, hold).Lookup(t.Context(), "PL_NIP", "9990000103"); !errors.Is(err,
		register.ErrUnavailable) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client(t, time.Minute, hold).Lookup(ctx, "PL_NIP", "9990000103"); !errors.Is(err,
		register.ErrUnavailable) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// The API is not called more often than it allows, whichever replica calls.
func TestQuotaOfAllReplicas(t *testing.T) {
	now := start
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(server.Close)
	database := schema.New(t)
	var replicas []*Client
	for range 2 {
		c := New(server.URL, token, time.Minute, storeOn(t, database), func() time.Time { return now })
		t.Cleanup(c.Close)
		replicas = append(replicas, c)
	}
	look := func(at time.Time, times int) (answered int64) {
		t.Helper()
		now = at
		before := calls.Load()
		var wg sync.WaitGroup
		for i := range times {
			wg.Go(func() {
				_, err := replicas[i%2].Lookup(t.Context(), "PL_NIP", "9990000103")
				if usedUp := errors.Is(err, register.ErrUnavailable) && strings.Contains(err.Error(), "quota"); !usedUp &&
					!errors.Is(err, register.ErrNotListed) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		return calls.Load() - before
	}
	short, long := callLimits[0], callLimits[1]
	if n := look(start, 2*short.Calls); n != int64(short.Calls) {
		t.Errorf("%d calls at once", n)
	}
	if n := look(start.Add(short.Within-time.Millisecond), 2); n != 0 {
		t.Errorf("%d calls more in 3 minutes", n)
	}
	for round := 1; round < long.Calls/short.Calls; round++ {
		if n := look(start.Add(time.Duration(round)*short.Within), short.Calls); n != int64(short.Calls) {
			t.Fatalf("%d calls after 3 minutes", n)
		}
	}
	if n := look(start.Add(long.Within-time.Millisecond), 2); n != 0 {
		t.Errorf("%d calls more in an hour", n)
	}
	replicas[0] = replicas[1] // the other has died; what it called still counts, and is returned
	if n := look(start.Add(long.Within), 2*short.Calls); n != int64(short.Calls) {
		t.Errorf("%d calls after an hour", n)
	}
}

// No replica calls for as long as a refusal says.
func TestRetryAfter(t *testing.T) {
	for header, wait := range map[string]time.Duration{"7": 7 * time.Second, "": 3 * time.Minute, "soon": 3 * time.Minute,
		"-1": 3 * time.Minute, "999999": time.Hour} {
		t.Run("Retry-After "+header, func(t *testing.T) {
			store := storeOn(t, schema.New(t))
			if err := errors.Join(store.BlockCalls(t.Context(), quotaName, start.Add(refusedFor(header))),
				store.BlockCalls(t.Context(), quotaName, start)); err != nil {
				t.Fatal(err)
			}
			for at, want := range map[time.Time]bool{start.Add(wait - time.Millisecond): false, start.Add(wait): true} {
				if got, err := store.TakeCall(t.Context(), quotaName, callLimits, at); got != want || err != nil {
					t.Errorf("at %v: %v, %v", at.Sub(start), got, err)
				}
			}
		})
	}
}

func TestRefusalStopsCalls(t *testing.T) {
	var calls atomic.Int64
	c := client(t, time.Minute, func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	for range 3 {
		if _, err := c.Lookup(t.Context(), "PL_NIP", "9990000103"); !errors.Is(err, register.ErrUnavailable) {
			t.Error(err)
		}
	}
	if calls.Load() != 1 {
		t.Errorf("%d calls", calls.Load())
	}
}
