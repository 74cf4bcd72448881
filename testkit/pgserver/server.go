package pgserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// Superuser is the role that URL connects as.
	Superuser = "postgres"

	fastStop      = 10 * time.Second // for a fast shutdown, which writes a checkpoint
	immediateStop = 5 * time.Second  // for an immediate one, which writes nothing
)

// ErrInUse says that another owner, in this process or another one, has a server on the same directory.
var ErrInUse = errors.New("another process runs Postgres there: stop it, or use another directory")

// Options say what server to start. Only Dir is needed.
type Options struct {
	// Dir holds everything of this server: data, lock and log (postgres.log). It is made if missing. When we are root
	// and Postgres' user cannot enter it, another directory takes its place; see [Server.Dir].
	Dir string
	// BinDir holds initdb and postgres; empty means [Find].
	BinDir string
	// Port on 127.0.0.1; 0 means a free one, which the Server then keeps for its restarts.
	Port int
	// Durable makes a commit survive a crash of the machine, as in production. Without it only a crash of Postgres or
	// of this process is survived, and tests run faster.
	Durable bool
	// CopyOf is the Dir of a stopped server whose data a new server begins with; empty: one without databases.
	CopyOf string
	// Log gets the supervisor's few lines; nil is silent. Postgres itself writes to postgres.log in Dir.
	Log *slog.Logger
	// ExtraConfig holds settings as in postgresql.conf; they win over ours.
	ExtraConfig map[string]string
}

// A Server is a Postgres server under our supervision. Its methods may be called at the same time.
type Server struct {
	opts      Options // as in force: Dir, BinDir and Port are filled in
	account   *account
	socketDir string
	log       *slog.Logger

	control sync.Mutex // held while starting, so that two Restarts do not meet; guards kept
	pick    bool       // whether the port is ours to pick
	kept    bool       // whether it is settled: a run succeeded on it, and URL has been given out
	mu      sync.Mutex // guards proc
	proc    *process   // the latest run, ended or not
}

// Start starts a server on opts.Dir, making its data first if there is none, and returns once it answers. ctx bounds
// the start only; the server runs until Stop, Kill or, on Linux, the end of this process.
func Start(ctx context.Context, opts Options) (*Server, error) {
	if opts.Dir == "" {
		return nil, errors.New("start postgres: Options.Dir is empty; name the directory of its data")
	}
	log := orSilent(opts.Log)
	acct, err := unprivileged()
	if err != nil {
		return nil, err
	}
	if opts.BinDir == "" {
		if opts.BinDir, err = Find(ctx, log); err != nil {
			return nil, err
		}
	}
	asked := opts.Dir
	if opts.Dir, err = usableDir(asked, acct, log); err != nil {
		return nil, fmt.Errorf("start postgres: %w", err)
	}
	if err := replaces(opts.Dir, asked); err != nil {
		return nil, fmt.Errorf("start postgres: %w", err)
	}
	s := &Server{opts: opts, account: acct, log: log, pick: opts.Port == 0}
	if err := s.Restart(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// Restart starts the server again after Stop, Kill or a death of its own, on the same data and port.
func (s *Server) Restart(ctx context.Context) error {
	s.control.Lock()
	defer s.control.Unlock()
	if p := s.current(); p != nil && !p.ended() {
		return errors.New("restart postgres: it is running; Stop or Kill it first")
	}
	if err := s.launch(ctx); err != nil {
		return fmt.Errorf("start postgres in %s: %w", s.opts.Dir, err)
	}
	return nil
}

// URL is the address of database db for a superuser, without password or TLS.
func (s *Server) URL(db string) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.User(Superuser),
		Host:     net.JoinHostPort("127.0.0.1", strconv.Itoa(s.opts.Port)),
		Path:     "/" + db,
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// Port is where the server listens on 127.0.0.1; it stays the same over restarts.
func (s *Server) Port() int { return s.opts.Port }

// Dir is where the server's files really are.
func (s *Server) Dir() string { return s.opts.Dir }

// BinDir is where the server's programs are.
func (s *Server) BinDir() string { return s.opts.BinDir }

// SocketDir holds the Unix socket, for psql -h.
func (s *Server) SocketDir() string { return s.socketDir }

// PID is the process id of the latest postmaster.
func (s *Server) PID() int { return s.current().pid }

// Done is closed when the current run of the server has ended, for whatever reason. A restart makes a new channel.
func (s *Server) Done() <-chan struct{} { return s.current().done }

// Wait waits for the end of the current run and returns how it ended; nil is a clean shutdown.
func (s *Server) Wait() error {
	p := s.current()
	<-p.done
	if p.err != nil {
		return fmt.Errorf("postgres ended: %w; see %s", p.err, s.logPath())
	}
	return nil
}

// CreateDatabase makes database name unless it exists.
func (s *Server) CreateDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return fmt.Errorf("create database %s: %w", name, err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var exists bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`,
		name).Scan(&exists); err != nil {
		return fmt.Errorf("look for database %s: %w", name, err)
	}
	if exists {
		return nil
	}
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize()); err != nil {
		return fmt.Errorf("create database %s: %w", name, err)
	}
	return nil
}

// Stop ends the server in good order and waits for it: a fast shutdown, which ends all sessions, and an immediate one
// if that takes too long or ctx ends, which is reported as an error though no committed data is lost. Stopping a
// server that has ended is no fault.
func (s *Server) Stop(ctx context.Context) error {
	p := s.current()
	p.signal(syscall.SIGINT)
	fastCtx, cancel := context.WithTimeout(ctx, fastStop)
	defer cancel()
	select {
	case <-p.done:
		return nil
	case <-fastCtx.Done():
	}
	p.signal(syscall.SIGQUIT)
	select {
	case <-p.done:
	case <-time.After(immediateStop):
		killTree(p.pid)
		<-p.done
	}
	return fmt.Errorf("stop postgres (pid %d): no fast shutdown in time (%w), so it was ended hard and recovers at the "+
		"next start", p.pid, context.Cause(fastCtx))
}

// Kill ends postmaster and backends with SIGKILL, as a crash would, and waits until the postmaster is gone.
func (s *Server) Kill() {
	p := s.current()
	if !p.ended() {
		killTree(p.pid)
	}
	<-p.done
}

func (s *Server) current() *process {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.proc
}

func (s *Server) dataDir() string  { return filepath.Join(s.opts.Dir, "data") }
func (s *Server) lockPath() string { return filepath.Join(s.opts.Dir, "lock") }
func (s *Server) logPath() string  { return filepath.Join(s.opts.Dir, "postgres.log") }

// logTail is the end of Postgres' own log, where it says why it does not start.
func (s *Server) logTail() string {
	raw, err := os.ReadFile(s.logPath())
	if err != nil {
		return err.Error()
	}
	return tail(raw)
}

// tail cuts output for an error message.
func tail(b []byte) string {
	const most = 2000
	if len(b) > most {
		b = b[len(b)-most:]
	}
	return string(b)
}
