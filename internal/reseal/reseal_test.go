package reseal

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

var template = pgtest.Template{Name: "reseal", Migrate: func(ctx context.Context, url string) error {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return err
	}
	defer pool.Close()
	_, err = pool.Exec(ctx, `CREATE TABLE texts (a text, b text, v bytea, PRIMARY KEY (a, b));
		CREATE TABLE uuids (id uuid PRIMARY KEY, v bytea); CREATE TABLE bytes (id bytea PRIMARY KEY, v bytea)`)
	return err
}}

// A store of three tables, as one with each type of key.
type store struct {
	t        *testing.T
	pool     *pgxpool.Pool
	old, new string
}

func newStore(t *testing.T) *store {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), template.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return &store{t, pool, keyring.NewKey("old"), keyring.NewKey("new")}
}

func (s *store) keys(keys ...string) *keyring.Keyring {
	s.t.Helper()
	k, err := keyring.Parse(strings.Join(keys, ","))
	if err != nil {
		s.t.Fatal(err)
	}
	return k
}

func (s *store) keeper(k *keyring.Keyring) *Keeper {
	join := func(prefix string) func([]string) string {
		return func(key []string) string { return prefix + strings.Join(key, "|") }
	}
	return New(s.pool, k,
		Column{Table: "texts", Name: "v", Key: []Key{{"a", Text}, {"b", Text}}, AssociatedData: join("texts/")},
		Column{Table: "uuids", Name: "v", Key: []Key{{"id", UUID}}, AssociatedData: join("uuids/")},
		Column{Table: "bytes", Name: "v", Key: []Key{{"id", Bytea}}, AssociatedData: join("bytes/")})
}

// fill stores n values in each table.
func (s *store) fill(k *keyring.Keyring, n int) {
	s.t.Helper()
	for i := range n {
		id, raw := uuid.New(), []byte(fmt.Sprintf("%05d\\", i))
		a, b := fmt.Sprint("a", i%7), fmt.Sprint("b", i)
		_, err1 := s.pool.Exec(s.t.Context(), `INSERT INTO texts VALUES ($1, $2, $3)`, a, b,
			k.Seal([]byte("x"), "texts/"+a+"|"+b))
		_, err2 := s.pool.Exec(s.t.Context(), `INSERT INTO uuids VALUES ($1, $2)`, id,
			k.Seal([]byte("x"), "uuids/"+id.String()))
		_, err3 := s.pool.Exec(s.t.Context(), `INSERT INTO bytes VALUES ($1, $2)`, raw,
			k.Seal([]byte("x"), fmt.Sprintf(`bytes/\x%x`, raw)))
		if err1 != nil || err2 != nil || err3 != nil {
			s.t.Fatal(err1, err2, err3)
		}
	}
}

// usage is the counts by key, as `new*:3 old:0 lost!:1`.
func (s *store) usage(k *Keeper) string {
	s.t.Helper()
	list, err := k.Usage(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	var out []string
	for _, u := range list {
		mark := ""
		if u.First {
			mark = "*"
		}
		if !u.Configured {
			mark = "!"
		}
		out = append(out, fmt.Sprintf("%s%s:%d", u.KeyID, mark, u.Values))
	}
	return strings.Join(out, " ")
}

func (s *store) wantUsage(k *Keeper, want string) {
	s.t.Helper()
	if got := s.usage(k); got != want {
		s.t.Errorf("usage %q, want %q", got, want)
	}
}

func TestReseal(t *testing.T) {
	s := newStore(t)
	s.fill(s.keys(s.old), page+1) // more than a page of each
	const all = 3 * (page + 1)
	both := s.keeper(s.keys(s.new, s.old))
	s.wantUsage(both, fmt.Sprintf("new*:0 old:%d", all))
	if done, err := both.Reseal(t.Context()); err != nil || done != (Result{Changed: all}) {
		t.Errorf("%+v, %v", done, err)
	}
	s.wantUsage(both, fmt.Sprintf("new*:%d old:0", all))
	if done, err := both.Reseal(t.Context()); err != nil || done != (Result{}) {
		t.Errorf("again: %+v, %v", done, err)
	}
	// The old key is not needed any more.
	alone := s.keeper(s.keys(s.new))
	s.wantUsage(alone, fmt.Sprintf("new*:%d", all))
	if done, err := s.keeper(s.keys(keyring.NewKey("next"), s.new)).Reseal(t.Context()); err != nil ||
		done.Changed != all {
		t.Errorf("once more with the old key gone: %+v, %v", done, err)
	}
}

// What cannot be opened is counted and stays as it is.
func TestResealOfWhatCannotBeOpened(t *testing.T) {
	s := newStore(t)
	s.fill(s.keys(s.old), 3)
	lost := s.keys(keyring.NewKey("lost"))
	for _, sql := range []string{
		`INSERT INTO texts VALUES ('0', '0', '\x01'), ('0', '1', NULL), ('z', 'z', '\xffff')`,
		`INSERT INTO uuids SELECT gen_random_uuid(), v FROM uuids LIMIT 1`, // moved: it does not open in its new place
	} {
		if _, err := s.pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.pool.Exec(t.Context(), `INSERT INTO bytes VALUES ('x', $1)`,
		lost.Seal([]byte("x"), `bytes/\x78`)); err != nil {
		t.Fatal(err)
	}
	k := s.keeper(s.keys(s.new, s.old))
	if done, err := k.Reseal(t.Context()); err != nil || done != (Result{Changed: 9, Unreadable: 4}) {
		t.Errorf("%+v, %v", done, err)
	}
	if got := s.usage(k); !strings.HasPrefix(got, "new*:9 old:1 ") || !strings.HasSuffix(got, "lost!:1") {
		t.Errorf("usage %q", got)
	}
}

// With concurrent writers, and interrupted again and again, it ends with no value lost and the old key unused.
func TestResealUnderLoad(t *testing.T) {
	s := newStore(t)
	s.fill(s.keys(s.old), 2*page)
	both := s.keys(s.new, s.old)
	k := s.keeper(both)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var wait sync.WaitGroup
	var mu sync.Mutex
	written := map[string]bool{}
	for w := range 4 {
		wait.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				a, b := fmt.Sprint("a", (i*4+w)%(2*page)%7), fmt.Sprint("b", (i*4+w)%(2*page))
				tag, err := s.pool.Exec(t.Context(), `UPDATE texts SET v = $3 WHERE a = $1 AND b = $2`, a, b,
					both.Seal([]byte("changed"), "texts/"+a+"|"+b))
				if err != nil || tag.RowsAffected() != 1 {
					t.Errorf("%s %s: %v, %v", a, b, tag, err)
					return
				}
				mu.Lock()
				written[a+"|"+b] = true
				mu.Unlock()
			}
		})
	}
	for range 3 { // each is interrupted
		short, cancel := context.WithCancel(t.Context())
		wait.Go(func() {
			for range 100 {
				if list, err := k.Usage(t.Context()); err != nil || list[0].Values > 200 {
					break
				}
			}
			cancel()
		})
		_, _ = k.Reseal(short)
		cancel()
	}
	for range 2 { // and two at once
		wait.Go(func() {
			if _, err := k.Reseal(t.Context()); err != nil {
				t.Error(err)
			}
			stop()
		})
	}
	wait.Wait()
	s.wantUsage(k, fmt.Sprintf("new*:%d old:0", 6*page))
	alone := s.keys(s.new)
	rows, err := s.pool.Query(t.Context(), `SELECT a || '|' || b, v FROM texts`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var at string
		var v []byte
		if err := rows.Scan(&at, &v); err != nil {
			t.Fatal(err)
		}
		got, err := alone.Open(v, "texts/"+at)
		if want := map[bool]string{true: "changed", false: "x"}[written[at]]; err != nil || string(got) != want {
			t.Fatalf("%s: %q, %v; want %q", at, got, err, want)
		}
	}
}
