package pgtest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/testkit/pgserver"
)

const (
	envURL       = "TEST_DATABASE_URL"
	startTimeout = 6 * time.Minute // fetching Postgres, on a bare machine, is within it
	dropTimeout  = 30 * time.Second
)

// A shared is the server all tests of this process share.
type shared struct {
	admin  *url.URL // of the database that the others are created from
	server *owned   // nil if the server is that of TEST_DATABASE_URL
	prefix string   // of all databases this process makes

	mu        sync.Mutex // guards templates
	templates []string   // to be dropped at the end
}

var process struct {
	sync.Mutex // guards all below
	shared     *shared
	err        error // of the first try to start it, which is not repeated: each test would wait for it
}

// get starts the shared server, or returns the one that is running.
func get() (*shared, error) {
	process.Lock()
	defer process.Unlock()
	if process.shared == nil && process.err == nil {
		process.shared, process.err = open()
	}
	return process.shared, process.err
}

func open() (*shared, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	s := &shared{prefix: "test_" + strings.ToLower(rand.Text()[:10])}
	raw := os.Getenv(envURL)
	if raw == "" {
		srv, err := start(ctx, pgserver.Options{})
		if err != nil {
			return nil, err
		}
		s.server, raw = srv, srv.URL("postgres")
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		// The URL may hold a password, and so may the parser's error.
		return nil, errors.New(envURL + " is not of the form postgres://user@host:port/database")
	}
	s.admin = u
	if s.server == nil {
		if err := s.exec(ctx, "SELECT 1"); err != nil {
			return nil, fmt.Errorf("use the server %s names: %w", envURL, err)
		}
	}
	return s, nil
}

// Stop ends the shared server and forgets it; a later test would start another one. [Main] and [Wrap] call it.
func Stop() error {
	process.Lock()
	defer process.Unlock()
	s := process.shared
	process.shared, process.err = nil, nil
	if s == nil {
		return nil
	}
	if s.server != nil {
		return s.server.discard()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var faults []error
	for _, name := range s.templates {
		faults = append(faults, s.drop(name))
	}
	return errors.Join(faults...)
}

// url is the address of database db on the server.
func (s *shared) url(db string) string {
	u := *s.admin
	u.Path, u.RawPath = "/"+db, ""
	return u.String()
}

// exec runs one statement in a session of its own: a pool would keep goroutines, which leak detectors would report.
func (s *shared) exec(ctx context.Context, sql string) error {
	conn, err := pgx.Connect(ctx, s.admin.String())
	if err != nil {
		return fmt.Errorf("connect to the tests' server: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, sql); err != nil {
		return fmt.Errorf("%s: %w", sql, err)
	}
	return nil
}

// create makes database name as a copy of template.
func (s *shared) create(ctx context.Context, name, template string) error {
	return s.exec(ctx, "CREATE DATABASE "+quote(name)+" TEMPLATE "+quote(template)+" STRATEGY file_copy")
}

// drop removes database name, ending sessions a test left open. It must work after the test's context has ended.
func (s *shared) drop(name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), dropTimeout)
	defer cancel()
	return s.exec(ctx, "DROP DATABASE IF EXISTS "+quote(name)+" WITH (FORCE)")
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
