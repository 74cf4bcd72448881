package pgtest_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/testkit/pgserver"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

// childEnv makes one test of the child process say where its server is, and die.
const childEnv = "TESTKIT_PGTEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		os.Exit(m.Run()) // without Main: the child shows what happens then
	}
	goleak.VerifyTestMain(pgtest.Wrap(m))
}

var migrations atomic.Int64

var schema = pgtest.Template{Name: "notes", Migrate: func(ctx context.Context, url string) error {
	migrations.Add(1)
	return exec1(ctx, url, "CREATE TABLE notes (v text); INSERT INTO notes VALUES ('from the template')")
}}

func exec1(ctx context.Context, url, sql string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	return err
}

func query[T any](t *testing.T, url, sql string) T {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, _ := conn.Query(t.Context(), sql)
	v, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

func TestClonesAreApart(t *testing.T) {
	t.Run("all", func(t *testing.T) {
		for i := range 8 {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				url := schema.New(t)
				if n := query[int](t, url, "SELECT count(*) FROM notes"); n != 1 {
					t.Errorf("%d notes in a fresh database, want 1", n)
				}
				if err := exec1(t.Context(), url, "INSERT INTO notes VALUES ('mine')"); err != nil {
					t.Error(err)
				}
			})
		}
	})
	if n := migrations.Load(); n != 1 {
		t.Errorf("migrated %d times, want once", n)
	}
}

func TestDatabaseIsDroppedThoughInUse(t *testing.T) {
	var name string
	t.Run("user", func(t *testing.T) {
		url := pgtest.New(t)
		name = query[string](t, url, "SELECT current_database()")
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close(context.Background()) })
		// Cleanups run last in, first out, so this one leaves the session open while the database is dropped.
		t.Cleanup(func() { _ = conn.Ping(context.Background()) })
	})
	left := query[int](t, pgtest.New(t), "SELECT count(*) FROM pg_database WHERE datname = '"+name+"'")
	if left != 0 {
		t.Errorf("database %s is still there", name)
	}
}

func TestFaultyMigration(t *testing.T) {
	bad := pgtest.Template{Name: "bad", Migrate: func(context.Context, string) error { return errors.New("broken") }}
	for range 2 {
		rec := &recorder{TB: t}
		done := make(chan struct{})
		go func() { defer close(done); bad.New(rec) }()
		<-done
		if rec.fatal == "" {
			t.Error("a test got a database of a broken template")
		}
	}
}

// A recorder takes the failure of a test that is meant to fail.
type recorder struct {
	testing.TB
	fatal string
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.fatal = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestOwnServer(t *testing.T) {
	s := pgtest.Server(t, pgtest.Durable,
		func(o *pgserver.Options) { o.ExtraConfig = map[string]string{"max_connections": "30"} })
	if err := exec1(t.Context(), s.URL("postgres"), "CREATE TABLE kept ()"); err != nil {
		t.Fatal(err)
	}
	s.Kill()
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := query[int](t, s.URL("postgres"), "SELECT count(*) FROM kept"); n != 0 {
		t.Error(n)
	}
	if got := query[string](t, s.URL("postgres"),
		"SELECT current_setting('fsync') || current_setting('max_connections')"); got != "on30" {
		t.Errorf("settings are %s", got)
	}
}

// TestExternalServer runs this package's tests again on a server of another process, and looks at what they leave.
func TestExternalServer(t *testing.T) {
	if os.Getenv("TEST_DATABASE_URL") != "" {
		t.Skip("SKIPPED: already on an external server")
	}
	s := pgtest.Server(t, func(o *pgserver.Options) { o.ExtraConfig = map[string]string{"log_statement": "ddl"} })
	cmd := exec.Command(self(t), "-test.run", "TestClonesAreApart|TestDatabaseIsDropped|TestFaulty")
	cmd.Env = append(os.Environ(), "TEST_DATABASE_URL="+s.URL("postgres"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if left := query[int](t, s.URL("postgres"), "SELECT count(*) FROM pg_database WHERE datname LIKE 'test%'"); left != 0 {
		t.Errorf("%d databases were left behind", left)
	}
	if log, err := os.ReadFile(filepath.Join(s.Dir(), "postgres.log")); err != nil ||
		!strings.Contains(string(log), "notes_template") {
		t.Errorf("the tests did not use the server: %v", err)
	}
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestChild(t *testing.T) {
	if os.Getenv(childEnv) == "" {
		t.Skip("runs as a child of TestNothingOutlivesAProcessWithoutMain only")
	}
	url := pgtest.New(t)
	fmt.Println(query[string](t, url, "SELECT current_setting('data_directory')"))
	os.Exit(3)
}

func TestNothingOutlivesAProcessWithoutMain(t *testing.T) {
	if runtime.GOOS != "linux" || os.Getenv("TEST_DATABASE_URL") != "" {
		t.Skip("SKIPPED: only Linux ends a server with its parent, and only a server of our own")
	}
	cmd := exec.Command(self(t), "-test.run", "^TestChild$")
	cmd.Env = append(os.Environ(), childEnv+"=1")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	data, err := bufio.NewReader(stdout).ReadString('\n')
	_ = cmd.Wait() // it dies on purpose
	if err != nil {
		t.Fatal(err)
	}
	data = data[:len(data)-1]
	note := filepath.Join(data, "postmaster.pid") // Postgres removes it at the end of a shutdown
	for end := time.Now().Add(30 * time.Second); ; runtime.Gosched() {
		if _, err := os.Stat(note); errors.Is(err, os.ErrNotExist) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("a server on %s outlived its process", data)
		}
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(filepath.Dir(data), "owner"), old, old); err != nil {
		t.Fatal(err)
	}
	pgtest.Server(t) // starting any server sweeps
	if _, err := os.Stat(data); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s was not swept: %v", data, err)
	}
}
