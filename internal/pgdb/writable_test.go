package pgdb

import (
	"errors"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

// A database that cannot write is reported by readiness, and calls that need to write are asked to come back.
func TestWritable(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		state string // of the database
		write string // is refused
	}{
		"the disk is full": {`SELECT`, `DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$`},
		"the disk fails":   {`SELECT`, `DO $$ BEGIN RAISE 'could not write block' USING ERRCODE = '58030'; END $$`},
		"read only": {
			`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$`,
			`CREATE TABLE t ()`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool, err := Open(t.Context(), Config{URL: envconfig.Secret(pgtest.New(t))})
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			check := Writable(pool)
			if err := check(t.Context()); err != nil {
				t.Errorf("at first: %v", err)
			}
			if _, err := pool.Exec(t.Context(), c.state); err != nil {
				t.Fatal(err)
			}
			pool.Reset() // sessions know the setting from their start
			_, cause := pool.Exec(t.Context(), c.write)
			var got *fault.Error
			if !errors.As(Fault(cause), &got) || got.Reason != fault.Overloaded {
				t.Errorf("the call gets %v of %v", Fault(cause), cause)
			}
			if err := check(t.Context()); err == nil || !strings.Contains(err.Error(), "the database") {
				t.Errorf("readiness says %v", err)
			}
		})
	}
}

// A database that is read only is reported before anything is written.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	url := pgtest.New(t) + "&options=-cdefault_transaction_read_only%3Don"
	pool, err := Open(t.Context(), Config{URL: envconfig.Secret(url)})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := Writable(pool)(t.Context()); err == nil || !strings.Contains(err.Error(), "read only") {
		t.Errorf("readiness says %v", err)
	}
}
