package pgtest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// A Template is a database that is migrated once per process and then cloned for each test. Declare it as a variable of
// the package; its methods may be called at the same time.
type Template struct {
	// Name shows in the names of databases; lower-case letters, digits and underscores.
	Name string
	// Migrate brings the empty database at url to where tests begin. It must close its connections.
	Migrate func(ctx context.Context, url string) error

	mu   sync.Mutex // guards all below
	of   *shared    // the server that has it
	name string
	err  error
}

var databases atomic.Int64 // numbers the databases of this process

// New returns the URL of a fresh database for t: a clone of the Template, dropped when t ends.
func (tpl *Template) New(t testing.TB) string {
	t.Helper()
	s, err := get()
	if err != nil {
		t.Fatalf("start Postgres for tests: %v", err)
	}
	template, err := tpl.ready(s)
	if err != nil {
		t.Fatalf("make template %q: %v", tpl.Name, err)
	}
	return fresh(t, s, tpl.Name, template)
}

// New returns the URL of a fresh, empty database for t, dropped when t ends.
func New(t testing.TB) string {
	t.Helper()
	s, err := get()
	if err != nil {
		t.Fatalf("start Postgres for tests: %v", err)
	}
	return fresh(t, s, "empty", "template0")
}

// WithoutStatementTimeout is the URL of a database for statements that fill it for a test, which may take longer than
// those of a program.
func WithoutStatementTimeout(database string) string {
	if strings.Contains(database, "?") {
		return database + "&statement_timeout=0"
	}
	return database + "?statement_timeout=0"
}

func fresh(t testing.TB, s *shared, label, template string) string {
	t.Helper()
	name := s.databaseName(label)
	if err := s.create(t.Context(), name, template); err != nil {
		t.Fatalf("make a database for the test: %v", err)
	}
	t.Cleanup(func() {
		if err := s.drop(name); err != nil {
			t.Errorf("drop the test's database: %v", err)
		}
	})
	return s.url(name)
}

// databaseName is a new name within Postgres' limit of 63 bytes.
func (s *shared) databaseName(label string) string {
	label = label[:min(len(label), 30)]
	return strings.TrimRight(fmt.Sprintf("%s_%d_%s", s.prefix, databases.Add(1), label), "_")
}

// ready makes the template on s unless it is there. A fault is remembered: each test would meet it again.
func (tpl *Template) ready(s *shared) (string, error) {
	tpl.mu.Lock()
	defer tpl.mu.Unlock()
	if tpl.of != s {
		tpl.of = s
		// Not a test's context: the first test to come pays, all others use it.
		tpl.name, tpl.err = tpl.make(context.Background(), s)
	}
	return tpl.name, tpl.err
}

func (tpl *Template) make(ctx context.Context, s *shared) (string, error) {
	name := s.databaseName(tpl.Name + "_template")
	if err := s.create(ctx, name, "template0"); err != nil {
		return "", err
	}
	s.mu.Lock()
	s.templates = append(s.templates, name)
	s.mu.Unlock()
	if err := tpl.Migrate(ctx, s.url(name)); err != nil {
		return "", fmt.Errorf("migrate: %w", err)
	}
	// A session in the template would make every clone fail, so refuse connections from here on.
	if err := s.exec(ctx, "ALTER DATABASE "+quote(name)+" WITH ALLOW_CONNECTIONS false"); err != nil {
		return "", err
	}
	return name, nil
}
