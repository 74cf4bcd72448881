package pgdb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A PoolerError is a pooler at DATABASE_URL on which locks and LISTEN do not work. It stays until the setting changes.
type PoolerError struct{ message string }

func (e *PoolerError) Error() string { return e.message }

var (
	errShared = &PoolerError{"DATABASE_URL: connections share sessions there, as through a pooler in transaction mode; " +
		"locks and LISTEN need sessions of their own: " +
		"set DATABASE_URL to the server itself, or to a pooler in session mode, and DATABASE_POOL_URL to this one"}
	errSettings = &PoolerError{"DATABASE_URL: a pooler there refuses settings of a session; " +
		"add them to its ignore_startup_parameters and set them for the role, or set DATABASE_URL to the server itself"}
)

// Dedicate opens a connection of its own to the database of a pool of Open, for a LISTEN or an advisory lock. It
// returns a *PoolerError where connections share sessions: a lock would outlive the program, in a session of the
// pooler's, and no notification would arrive. The caller closes it with the returned function.
func Dedicate(ctx context.Context, pool *pgxpool.Pool) (*pgx.Conn, func(), error) {
	config := pool.Config().ConnConfig
	if c, ok := config.Tracer.(*counter); ok {
		return c.session.dedicate(ctx)
	}
	return (&sessions{config: config}).dedicate(ctx)
}

// sessions makes connections whose session is their own, which it checks with the first of them.
type sessions struct {
	config *pgx.ConnConfig

	mu  sync.Mutex // guards own; held during the check, for which other connections wait
	own bool       // the check has passed
}

func (s *sessions) dedicate(ctx context.Context) (*pgx.Conn, func(), error) {
	conn, err := connect(ctx, s.config)
	if err != nil {
		return nil, nil, err
	}
	done := func() {
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(stop)
	}
	if err := s.check(ctx, conn); err != nil {
		done()
		return nil, nil, err
	}
	return conn, done, nil
}

func connect(ctx context.Context, config *pgx.ConnConfig) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, config.Copy())
	var pg *pgconn.PgError
	if errors.As(err, &pg) && strings.HasPrefix(pg.Message, "unsupported startup parameter") {
		return nil, fmt.Errorf("%w: %s", errSettings, pg.Message)
	}
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	return conn, nil
}

// sessionChecks is how often the sessions of two connections are compared: a pooler that others use at that moment may
// give them different ones by chance.
const sessionChecks = 3

// check checks, until that has passed once, that a connection has a session of its own.
func (s *sessions) check(ctx context.Context, conn *pgx.Conn) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own {
		return nil
	}
	err := checkSession(ctx, conn, s.config)
	s.own = err == nil
	return err
}

// checkSession compares the session of a connection with that of a second one, before and while the second one is in a
// transaction, to which a pooler binds the session that was used last.
func checkSession(ctx context.Context, conn *pgx.Conn, config *pgx.ConnConfig) error {
	other, err := connect(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = other.Close(context.WithoutCancel(ctx)) }()
	for range sessionChecks {
		before, err := backend(ctx, conn)
		if err != nil {
			return err
		}
		err = pgx.BeginFunc(ctx, other, func(tx pgx.Tx) error {
			its, err := backend(ctx, tx)
			switch {
			case err != nil:
				return err
			case its == before:
				return errShared
			}
			switch after, err := backend(ctx, conn); {
			case err != nil:
				return err
			case after != before:
				return errShared
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// backend is the process of the server that serves a connection now.
func backend(ctx context.Context, q interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) (pid int, err error) {
	if err = q.QueryRow(ctx, `SELECT pg_backend_pid()`, pgx.QueryExecModeSimpleProtocol).Scan(&pid); err != nil {
		return 0, fmt.Errorf("session: %w", err)
	}
	return pid, nil
}

// RequireSessions returns background work that fails with a *PoolerError where connections of a pool's DATABASE_URL
// share sessions: nothing that needs a lock or a notification would go on, and all would seem well. It waits for a
// database that is not there yet.
func RequireSessions(pool *pgxpool.Pool, log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			_, done, err := Dedicate(ctx, pool)
			var pooler *PoolerError
			switch {
			case err == nil:
				done()
				<-ctx.Done()
			case errors.As(err, &pooler):
				return err
			default:
				log.DebugContext(ctx, "sessions not checked", slog.String("error", err.Error())) // readiness says why
				select {
				case <-time.After(time.Second):
				case <-ctx.Done():
				}
			}
		}
		return nil
	}
}
