package idempotency

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/testkit/pgtest"
	"github.com/partnerline/partnerline/testkit/repository"
)

// The services have the table in their schemas.
const (
	ofWebhooks       = "services/webhooks/internal/postgres/migrations/0001_schema.sql"
	ofPartnerconnect = "services/partnerconnect/internal/postgres/migrations/0001_schema.sql"
)

var schema = pgtest.Template{Name: "idempotency", Migrate: func(ctx context.Context, url string) error {
	file, err := repository.Read(ofWebhooks)
	if err != nil {
		return err
	}
	_, err = pgdb.Schema{Files: fstest.MapFS{"migrations/0001_schema.sql": {Data: file}}}.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

func TestServicesHaveTheSameTable(t *testing.T) {
	var tables [2][]byte
	definition := regexp.MustCompile(`CREATE (TABLE|INDEX) idempotency_keys[^;]*;`)
	for i, name := range []string{ofWebhooks, ofPartnerconnect} {
		file, err := repository.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		tables[i] = bytes.Join(definition.FindAll(file, -1), []byte("\n"))
	}
	if len(tables[0]) == 0 || !bytes.Equal(tables[0], tables[1]) {
		t.Errorf("the tables differ:\n%s\n%s", tables[0], tables[1])
	}
}

var epoch = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

func open(t *testing.T) (*Store, *pgxpool.Pool) {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), schema.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	return NewStore(pool, keys), pool
}

func request(key, body string) Request {
	return NewRequest(Scope{Holder: "ptn_a", Route: "/a.B/C"}, key, Retention, body)
}

func created(body string) Answer {
	return Answer{Status: 201, Header: http.Header{"Location": {"/a/1"}, "Content-Type": {"application/json"}},
		Body: []byte(body)}
}

func TestLifeOfAKey(t *testing.T) {
	s, pool := open(t)
	ctx := t.Context()
	begin := func(r Request, at time.Time) (Claim, *Answer, error) {
		t.Helper()
		return s.Begin(ctx, r, at)
	}
	c, a, err := begin(request("k", "body"), epoch)
	if err != nil || a != nil {
		t.Fatalf("first: %v, %v", a, err)
	}
	if _, _, err := begin(request("k", "body"), epoch.Add(Lease-time.Second)); !errors.Is(err, ErrInProgress) {
		t.Errorf("while it runs: %v", err)
	}
	if _, _, err := begin(request("k", "other"), epoch); !errors.Is(err, ErrReused) {
		t.Errorf("other content while it runs: %v", err)
	}
	if _, a, err := begin(request("l", "body"), epoch); err != nil || a != nil {
		t.Errorf("another key: %v, %v", a, err)
	}
	want := created(`{"secret":"whsec_canary"}`)
	if err := s.Finish(ctx, c, want); err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{epoch, epoch.Add(2 * Lease), epoch.Add(Retention - time.Second)} {
		if _, a, err := begin(request("k", "body"), at); err != nil || !reflect.DeepEqual(*a, want) {
			t.Errorf("repeat at %v: %+v, %v", at, a, err)
		}
		if _, _, err := begin(request("k", "other"), at); !errors.Is(err, ErrReused) {
			t.Errorf("other content at %v: %v", at, err)
		}
	}
	rows, err := pool.Query(ctx, `SELECT fingerprint || coalesce(answer, '') FROM idempotency_keys`)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	if err != nil {
		t.Fatal(err)
	}
	fp := request("k", "body").Fingerprint
	for _, b := range stored {
		if bytes.Contains(b, []byte("canary")) || bytes.Contains(b, fp[:]) {
			t.Error("the database shows an answer or a fingerprint")
		}
	}
	if _, a, err := begin(request("k", "other"), epoch.Add(Retention)); err != nil || a != nil {
		t.Errorf("after its retention the key is free: %v, %v", a, err)
	}
}

func TestAbandonedCallIsCarriedOutAgain(t *testing.T) {
	s, _ := open(t)
	for range 3 {
		c, a, err := s.Begin(t.Context(), request("k", "body"), epoch)
		if err != nil || a != nil {
			t.Fatalf("%v, %v", a, err)
		}
		if err := s.Abandon(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
}

// A process that died holds its key for the lease. Should it come back, it spoils nothing.
func TestClaimOfADeadProcessLapses(t *testing.T) {
	s, _ := open(t)
	ctx, r := t.Context(), request("k", "body")
	dead, _, err := s.Begin(ctx, r, epoch)
	if err != nil {
		t.Fatal(err)
	}
	heir, a, err := s.Begin(ctx, r, epoch.Add(Lease))
	if err != nil || a != nil {
		t.Fatalf("after the lease: %v, %v", a, err)
	}
	if err := s.Finish(ctx, dead, created("late")); !errors.Is(err, ErrLapsed) {
		t.Errorf("a late answer: %v", err)
	}
	if err := s.Abandon(ctx, dead); !errors.Is(err, ErrLapsed) {
		t.Errorf("a late surrender: %v", err)
	}
	if err := s.Finish(ctx, heir, created("heir")); err != nil {
		t.Fatal(err)
	}
	if _, a, err := s.Begin(ctx, r, epoch.Add(Lease)); err != nil || string(a.Body) != "heir" {
		t.Errorf("%+v, %v", a, err)
	}
}

// Of any number of calls with one key one is executed, and each of the others gets its answer or ErrInProgress, whether
// processes die, calls fail or keys are purged in between.
func TestConcurrentCalls(t *testing.T) {
	s, _ := open(t)
	ctx := t.Context()
	for seed := range uint64(8) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		r, now := request(fmt.Sprint("k", seed), "body"), epoch
		for range rnd.IntN(3) { // crashes and failures before the call that lasts
			c, a, err := s.Begin(ctx, r, now)
			if err != nil || a != nil {
				t.Fatalf("seed %d: %v, %v", seed, a, err)
			}
			if rnd.IntN(2) == 0 {
				now = now.Add(Lease)
			} else if err := s.Abandon(ctx, c); err != nil {
				t.Fatal(err)
			}
		}
		var executed, replayed, waited atomic.Int32
		var wg sync.WaitGroup
		for i := range 24 {
			wg.Go(func() {
				if i%8 == 0 {
					if _, err := s.Purge(ctx, now, 10); err != nil {
						t.Error(err)
					}
				}
				c, a, err := s.Begin(ctx, r, now)
				switch {
				case errors.Is(err, ErrInProgress):
					waited.Add(1)
				case err != nil:
					t.Errorf("seed %d: %v", seed, err)
				case a != nil:
					replayed.Add(1)
					if string(a.Body) != "done" {
						t.Errorf("seed %d: %s", seed, a.Body)
					}
				default:
					executed.Add(1)
					if err := s.Finish(ctx, c, created("done")); err != nil {
						t.Errorf("seed %d: %v", seed, err)
					}
				}
			})
		}
		wg.Wait()
		if executed.Load() != 1 || replayed.Load()+waited.Load() != 23 {
			t.Errorf("seed %d: %d executed, %d replayed, %d waited", seed, executed.Load(), replayed.Load(), waited.Load())
		}
		if _, a, err := s.Begin(ctx, r, now); err != nil || a == nil {
			t.Errorf("seed %d: afterwards %v, %v", seed, a, err)
		}
	}
}

func TestPurge(t *testing.T) {
	s, pool := open(t)
	ctx := t.Context()
	for i := range 10 {
		if _, _, err := s.Begin(ctx, request(fmt.Sprint("k", i), ""), epoch.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	now := epoch.Add(Retention + 6*time.Hour) // the seventh ends now
	for _, want := range []int{4, 3, 0} {
		if n, err := s.Purge(ctx, now, 4); err != nil || n != want {
			t.Errorf("purged %d, want %d; %v", n, want, err)
		}
	}
	var left int
	if err := pool.QueryRow(ctx, `SELECT count(*) FROM idempotency_keys`).Scan(&left); err != nil || left != 3 {
		t.Errorf("%d left, %v", left, err)
	}
}
