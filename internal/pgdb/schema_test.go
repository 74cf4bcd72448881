package pgdb

import (
	"context"
	"fmt"
	"io"
	"net"
	neturl "net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// upTo is a program built with the migrations 1 to n, of which the later ones may be given.
func upTo(n int, own map[int]string) Schema {
	files := fstest.MapFS{}
	for i := 1; i <= n; i++ {
		text := own[i]
		switch {
		case text != "":
		case i == 1:
			text = "CREATE TABLE schema_support (oldest_program bigint NOT NULL); INSERT INTO schema_support VALUES (1);"
		default:
			text = fmt.Sprintf("CREATE TABLE t%d ();", i)
		}
		files[fmt.Sprintf("migrations/%04d_step.sql", i)] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + text)}
	}
	return Schema{Program: "thingd", Files: files}
}

// A program is ready on its own schema and on newer ones, until the database itself declares it left behind.
func TestSchemaCheck(t *testing.T) {
	leavesBehind := map[int]string{4: "UPDATE schema_support SET oldest_program = 3;"}
	for name, c := range map[string]struct {
		database, program int
		want              []string // nil: ready
		unfit             bool
	}{
		"no schema":             {0, 2, []string{"no schema", "`thingd migrate`"}, false},
		"an older schema":       {1, 2, []string{"version 1", "needs", "2", "`thingd migrate`"}, false},
		"its own schema":        {2, 2, nil, false},
		"a newer schema":        {3, 2, nil, false},
		"a newer, incompatible": {4, 2, []string{"version 4", "from version 3 on", "built for 2", "newer thingd"}, true},
		"the oldest compatible": {4, 3, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			url := pgtest.New(t)
			if c.database > 0 {
				if _, err := upTo(c.database, leavesBehind).Migrate(t.Context(), url); err != nil {
					t.Fatal(err)
				}
			}
			pool, err := Open(t.Context(), Config{URL: envconfig.Secret(url)})
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			err = upTo(c.program, leavesBehind).Check(pool)(t.Context())
			if (err == nil) != (c.want == nil) {
				t.Fatalf("%v, want %q", err, c.want)
			}
			if err == nil {
				return
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not say %q", err, want)
				}
			}
			if fault, ok := err.(*SchemaError); !ok || fault.Unfit() != c.unfit { //nolint:errorlint // the very type is asked for
				t.Errorf("%T %v: unfit is to be %t", err, err, c.unfit)
			}
		})
	}
}

// A database that is away is reported until the schema was seen; then it is the business of the connection's own check.
func TestSchemaCheckWithoutDatabase(t *testing.T) {
	url := pgtest.New(t)
	s := upTo(1, nil)
	if _, err := s.Migrate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	pool, err := Open(t.Context(), Config{URL: envconfig.Secret(url)})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	check, gone := s.Check(pool), func() context.Context {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		return ctx
	}()
	if err := check(gone); err == nil {
		t.Error("ready without having seen the schema")
	}
	if err := check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := check(gone); err != nil {
		t.Errorf("the schema is reported for a database that is away: %v", err)
	}
}

// migrate says what it did; a failure leaves the schema where it was; a program that was left behind is refused.
func TestMigrateReports(t *testing.T) {
	url := pgtest.New(t)
	first, err := upTo(2, nil).Migrate(t.Context(), url)
	if text := first.String(); err != nil || !strings.HasPrefix(text, "applied 0001_step.sql (") ||
		!strings.Contains(text, "\napplied 0002_step.sql (") || !strings.HasSuffix(text, "\nthe schema is at version 2") {
		t.Errorf("%q, %v", text, err)
	}
	again, err := upTo(2, nil).Migrate(t.Context(), url)
	if text := again.String(); err != nil || text != "the schema is at version 2 already" {
		t.Errorf("%q, %v", text, err)
	}
	older, err := upTo(1, nil).Migrate(t.Context(), url)
	if text := older.String(); err != nil || text != "the schema is at version 2 already" {
		t.Errorf("an older program: %q, %v", text, err)
	}
	if _, err := upTo(3, map[int]string{3: "SELECT 1/0;"}).Migrate(t.Context(), url); err == nil ||
		!strings.Contains(err.Error(), "0003_step.sql") {
		t.Errorf("a migration that fails: %v", err)
	}
	if _, err := upTo(3, map[int]string{3: "UPDATE schema_support SET oldest_program = 3;"}).Migrate(t.Context(),
		url); err != nil {
		t.Error(err)
	}
	if _, err := upTo(2, nil).Migrate(t.Context(), url); err == nil || !strings.Contains(err.Error(), "newer thingd") {
		t.Errorf("a program that was left behind: %v", err)
	}
}

// The command waits for a server that is starting, and not for one that refuses.
func TestMigrateWaitsForItsDatabase(t *testing.T) {
	url, err := neturl.Parse(pgtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	front, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := url.Host
	var refused atomic.Int32
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := front.Accept()
			switch {
			case err != nil:
				return
			case refused.Add(1) <= 2:
				_ = conn.Close() // it is starting
			default:
				go pass(conn, server)
			}
		}
	}()
	t.Cleanup(func() { _ = front.Close(); <-done })
	url.Host = front.Addr().String()
	got, err := upTo(2, nil).MigrateFrom(t.Context(), []string{"DATABASE_URL=" + url.String()})
	if err != nil || got.Version != 2 {
		t.Errorf("%v, %v", got, err)
	}
	if refused.Load() < 3 {
		t.Errorf("%d connections", refused.Load())
	}
	url.Host, url.Path = server, "/nowhere"
	began := time.Now()
	_, err = upTo(2, nil).MigrateFrom(t.Context(), []string{"DATABASE_URL=" + url.String()})
	if err == nil || !strings.Contains(err.Error(), "3D000") {
		t.Errorf("a database that does not exist: %v", err)
	}
	if took := time.Since(began); took > databaseWithin/2 {
		t.Errorf("it waited for %v", took)
	}
}

// pass connects both ends until one closes.
func pass(conn net.Conn, to string) {
	defer func() { _ = conn.Close() }()
	server, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	go func() { _, _ = io.Copy(server, conn); _ = server.Close() }()
	_, _ = io.Copy(conn, server)
}
