package pgdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/fault"
)

// A Schema is the schema that a program needs: that of the newest migration that it was built with. The program runs on
// it and on newer ones, until a migration raises `oldest_program` in the table schema_support above it: the database
// declares which programs it no longer supports, because a program cannot know later migrations.
type Schema struct {
	Program string // its name: `<program> migrate` migrates the database
	Files   fs.FS  // goose files in the folder `migrations`
}

// A SchemaError is a schema that the program does not run on.
type SchemaError struct {
	message string
	newer   bool
}

func (e *SchemaError) Error() string { return e.message }

// Unfit reports whether only this program is at fault: the database no longer supports it, and newer replicas serve.
func (e *SchemaError) Unfit() bool { return e.newer }

// schemaState is the version and the support that a database declares.
type schemaState struct {
	version       int64 // newest migration that was applied; 0: none
	oldestProgram int64 // oldest migration whose program still runs on it
}

const (
	undefinedTable  = "42P01"
	undefinedColumn = "42703"

	selectSchemaVersion = `SELECT coalesce(max(version_id), 0) FROM schema_versions WHERE is_applied`
	selectOldestProgram = `SELECT coalesce(max(oldest_program), 0) FROM schema_support`
)

// Version is the newest migration of the program.
func (s Schema) Version() (int64, error) {
	names, err := fs.Glob(s.Files, "migrations/*.sql")
	if err != nil {
		return 0, err
	}
	var newest int64
	for _, name := range names {
		v, err := goose.NumericComponent(path.Base(name))
		if err != nil {
			return 0, fmt.Errorf("migration %s: %w", name, err)
		}
		newest = max(newest, v)
	}
	return newest, nil
}

// Check returns a readiness check. It fails for a database that cannot be reached only until it has read the schema
// once: afterwards the schema can only become newer, and another check reports the connection.
func (s Schema) Check(pool *pgxpool.Pool) func(context.Context) error {
	var seen atomic.Bool
	return func(ctx context.Context) error {
		found, err := readSchema(func(query string) (v int64, err error) {
			err = pool.QueryRow(ctx, query).Scan(&v)
			return v, err
		})
		if err != nil {
			if seen.Load() {
				return nil
			}
			return fmt.Errorf("the schema cannot be read: %w", err)
		}
		if err := s.check(found); err != nil {
			return err
		}
		seen.Store(true)
		return nil
	}
}

// readSchema reads one number at a time; 0 for a missing table.
func readSchema(number func(query string) (int64, error)) (schemaState, error) {
	orZero := func(query string) (int64, error) {
		v, err := number(query)
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == undefinedTable {
			return 0, nil
		}
		return v, err
	}
	var found schemaState
	var err error
	if found.version, err = orZero(selectSchemaVersion); err != nil || found.version == 0 {
		return found, err
	}
	found.oldestProgram, err = orZero(selectOldestProgram)
	return found, err
}

// check returns a *SchemaError that names the remedy, or nil.
func (s Schema) check(found schemaState) error {
	needed, err := s.Version()
	switch {
	case err != nil:
		return err
	case found.version == 0:
		return &SchemaError{message: fmt.Sprintf("the database has no schema; run `%s migrate`", s.Program)}
	case found.version < needed:
		return &SchemaError{
			message: fmt.Sprintf("the schema is at version %d, older than the %d that this program needs; run `%s migrate`",
				found.version, needed, s.Program),
		}
	case found.oldestProgram > needed:
		return &SchemaError{newer: true, message: fmt.Sprintf(
			"the schema is at version %d and supports programs from version %d on, this one is built for %d; run a newer %s",
			found.version, found.oldestProgram, needed, s.Program)}
	}
	return nil
}

// Migrated is what Migrate did.
type Migrated struct {
	Version int64    // of the schema now
	Applied []string // migrations, in their order, with the time that each took
}

func (m Migrated) String() string {
	if len(m.Applied) == 0 {
		return fmt.Sprintf("the schema is at version %d already", m.Version)
	}
	return fmt.Sprintf("applied %s\nthe schema is at version %d", strings.Join(m.Applied, "\napplied "), m.Version)
}

// Migrate migrates the database at url to the program's schema. Many processes may call it at the same time: one
// works, the others wait. A database that no longer supports the program is refused.
func (s Schema) Migrate(ctx context.Context, url string) (Migrated, error) {
	return s.migrateWithin(ctx, url, 0)
}

// migrateWithin is Migrate for a server that may take that long until it accepts connections.
func (s Schema) migrateWithin(ctx context.Context, url string, wait time.Duration) (Migrated, error) {
	dir, err := fs.Sub(s.Files, "migrations")
	if err != nil {
		return Migrated{}, err
	}
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return Migrated{}, errURL
	}
	if err := reach(ctx, cfg, wait); err != nil {
		return Migrated{}, err
	}
	db := stdlib.OpenDB(*cfg)
	defer func() { _ = db.Close() }()
	done, err := migrate(ctx, db, dir)
	if err != nil {
		return done, err
	}
	found, err := readSchema(func(query string) (v int64, err error) {
		err = db.QueryRowContext(ctx, query).Scan(&v)
		return v, err
	})
	if err != nil {
		return done, fmt.Errorf("read the schema: %w", err)
	}
	done.Version = found.version
	return done, s.check(found)
}

// reach ends without an error once the server gives connections that have sessions of their own, which the lock of
// migrations needs. One that cannot be reached, or is starting, is tried again until the time is over; one that refuses
// is not.
func reach(ctx context.Context, cfg *pgx.ConnConfig, wait time.Duration) error {
	for ends := time.Now().Add(wait); ; {
		_, release, err := (&sessions{config: cfg}).dedicate(ctx)
		if err == nil {
			release()
			return nil
		}
		away, ok := errors.AsType[*fault.Error](Fault(err))
		if !ok || away.Reason != fault.Overloaded || time.Now().After(ends) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func migrate(ctx context.Context, db *sql.DB, dir fs.FS) (done Migrated, err error) {
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return done, fmt.Errorf("migration lock: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, dir, goose.WithSessionLocker(locker),
		goose.WithTableName("schema_versions"))
	if err != nil {
		return done, fmt.Errorf("read migrations: %w", err)
	}
	results, err := p.Up(ctx)
	var partial *goose.PartialError
	if errors.As(err, &partial) {
		return done,
			fmt.Errorf("migration %s failed and was undone, %d before it were applied: %w",
				path.Base(partial.Failed.Source.Path), len(partial.Applied), partial.Err)
	}
	if err != nil {
		return done, fmt.Errorf("migrate: %w", err)
	}
	for _, r := range results {
		done.Applied = append(done.Applied,
			fmt.Sprintf("%s (%s)", path.Base(r.Source.Path), r.Duration.Round(time.Millisecond)))
	}
	return done, nil
}

// databaseWithin is how long the command migrate waits for a server: both are often started at the same time.
const databaseWithin = time.Minute

// MigrateFrom is Migrate for the database of the environment, which may still be starting; it needs no other setting.
func (s Schema) MigrateFrom(ctx context.Context, environ []string) (Migrated, error) {
	var cfg Config
	if err := envconfig.Load(&cfg, environ); err != nil {
		return Migrated{}, err
	}
	return s.migrateWithin(ctx, cfg.URL.Reveal(), databaseWithin)
}
