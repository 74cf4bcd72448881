// Package pgdb opens and migrates Postgres databases and reads the errors they return.
package pgdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/fault"
)

// Config says how to reach a database.
type Config struct {
	URL      envconfig.Secret `env:"DATABASE_URL,required"`           // postgres://user:password@host:port/name
	PoolURL  envconfig.Secret `env:"DATABASE_POOL_URL"`               // the same, by a pooler in transaction mode
	MaxConns int32            `env:"DATABASE_MAX_CONNS" default:"16"` // connections of this process
}

// errURL replaces the parser's error, which may contain the password.
var (
	errURL     = errors.New("DATABASE_URL cannot be read: want postgres://user:password@host:port/name")
	errPoolURL = errors.New("DATABASE_POOL_URL cannot be read: want postgres://user:password@host:port/name")
)

// statementTimeout is longer than any request may take; long jobs set their own.
const statementTimeout = "30s"

const connectTimeout = 5 * time.Second

// throughPooler is how a connection through a pooler in transaction mode is made. Such a pooler passes neither the
// settings of a session on, which the role has there, nor prepared statements, which are of a session.
func throughPooler(url string) (*pgx.ConnConfig, error) {
	c, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errPoolURL
	}
	c.ConnectTimeout, c.DialFunc = connectTimeout, dialer.DialContext
	c.RuntimeParams["timezone"] = "UTC"
	if c.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		c.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	return c, nil
}

// Open returns a pool, whose configuration tune may change. It does not wait for the server: a program may start before
// its database.
func Open(ctx context.Context, cfg Config, tune ...func(*pgxpool.Config)) (*pgxpool.Pool, error) {
	c, err := pgxpool.ParseConfig(cfg.URL.Reveal())
	if err != nil {
		return nil, errURL
	}
	if cfg.MaxConns > 0 { // a Config that was not read from the environment may leave it out
		c.MaxConns = cfg.MaxConns
	}
	c.MaxConnIdleTime = 5 * time.Minute
	count := &counter{}
	c.ConnConfig.ConnectTimeout, c.ConnConfig.DialFunc = connectTimeout, dialer.DialContext
	c.ConnConfig.Tracer = count
	if _, set := c.ConnConfig.RuntimeParams["statement_timeout"]; !set {
		c.ConnConfig.RuntimeParams["statement_timeout"] = statementTimeout
	}
	c.ConnConfig.RuntimeParams["timezone"] = "UTC"
	for _, f := range tune {
		f(c)
	}
	count.session.config = c.ConnConfig.Copy()
	if cfg.PoolURL != "" {
		if c.ConnConfig, err = throughPooler(cfg.PoolURL.Reveal()); err != nil {
			return nil, err
		}
		c.ConnConfig.Tracer = count
	}
	pool, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("open postgres: %w", err)
	}
	return pool, nil
}

// Violated reports whether err is the violation of the named constraint.
func Violated(err error, constraint string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.ConstraintName == constraint
}

// Fault turns errors of Postgres that a client can act on into faults: `overloaded` when the server cannot be reached,
// is stopping, or lacks the schema that the program needs, `validation_failed` for text that it cannot store. Other
// errors are returned unchanged.
func Fault(err error) error {
	var known *fault.Error
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) ||
		errors.As(err, &known) {
		return err // it is a fault already, although its cause may be a network error
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch {
		case pg.Code == "22021" || pg.Code == "22P05": // invalid UTF-8, or NUL
			return fault.New(fault.ValidationFailed,
				"a text holds characters that cannot be stored (NUL, or invalid UTF-8)").WithCause(err)
		case !unavailable(pg.Code):
			return err
		}
	} else {
		var connect *pgconn.ConnectError
		var network net.Error
		if !errors.As(err, &connect) && !errors.As(err, &network) && !pgconn.SafeToRetry(err) &&
			!errors.Is(err, net.ErrClosed) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
	}
	return &fault.Error{
		Reason: fault.Overloaded, Message: "the database cannot serve the request now; repeat it later",
		RetryAfter: time.Second, Cause: err,
	}
}

// unavailable reports whether a code is that of a server that is stopping or starting (57P), out of resources (53),
// disconnected (08), or unable to write, or of a database that is not migrated yet: a table or a column is missing.
func unavailable(code string) bool {
	return refuses(code) || code == undefinedTable || code == undefinedColumn || strings.HasPrefix(code, "57P") ||
		strings.HasPrefix(code, "53") || strings.HasPrefix(code, "08")
}

// Refused reports whether Postgres refuses the values of a statement: they cannot be stored (class 22), or violate a
// constraint (class 23). The same statement with the same values would fail again.
func Refused(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (strings.HasPrefix(pg.Code, "22") || strings.HasPrefix(pg.Code, "23"))
}

// InTx runs f in a transaction: commit when it returns nil, roll back otherwise.
func InTx(ctx context.Context, pool *pgxpool.Pool, f func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, pool, f)
}

// finishWithin is how long a statement goes on after the end of its program was asked for.
const finishWithin = 5 * time.Second

// Finish returns a context in which a statement that commits goes on for up to 5 seconds after ctx has ended: the
// outcome of an interrupted commit would not be known. The caller calls the function once the statement has ended.
func Finish(ctx context.Context) (context.Context, context.CancelFunc) {
	finish, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-time.After(finishWithin):
			cancel()
		case <-finish.Done():
		}
	})
	return finish, func() { stop(); cancel() }
}
