package pgtest

import (
	"context"
	"sync"
	"testing"

	"github.com/partnerline/partnerline/testkit/pgserver"
)

// A Cluster is the data of a server that is prepared once per process and then copied for each test that needs a server
// of its own. Declare it as a variable of the package; its methods may be called at the same time.
type Cluster struct {
	// Prepare brings the empty server at url to where tests begin. It must close its connections.
	Prepare func(ctx context.Context, url string) error

	mu   sync.Mutex // guards all below
	made *owned     // stopped
	err  error      // of the first try, which is not repeated: each test would wait for it
}

// Server is the function [Server] with a copy of the data.
func (c *Cluster) Server(t testing.TB, options ...func(*pgserver.Options)) *pgserver.Server {
	t.Helper()
	dir, err := c.dir()
	if err != nil {
		t.Fatalf("prepare Postgres for tests: %v", err)
	}
	return Server(t, append([]func(*pgserver.Options){func(o *pgserver.Options) { o.CopyOf = dir }}, options...)...)
}

// Discard removes the data, once all tests have run.
func (c *Cluster) Discard() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made == nil {
		return nil
	}
	return c.made.discard()
}

func (c *Cluster) dir() (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made == nil && c.err == nil {
		c.made, c.err = c.prepare()
	}
	if c.err != nil {
		return "", c.err
	}
	return c.made.Dir(), nil
}

func (c *Cluster) prepare() (*owned, error) {
	// not a test's: the first one to come pays, all others use it
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	s, err := start(ctx, pgserver.Options{})
	if err != nil {
		return nil, err
	}
	if err = c.Prepare(ctx, s.URL("postgres")); err == nil {
		if err = s.Stop(ctx); err == nil {
			return s, nil
		}
	}
	_ = s.discard()
	return nil, err
}
