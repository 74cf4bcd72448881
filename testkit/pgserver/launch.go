package pgserver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/testkit/freeport"
	"github.com/partnerline/partnerline/testkit/internal/filelock"
)

const (
	startTimeout = time.Minute // recovery after a crash replays the log; that takes seconds for our amounts
	maxTries     = 8           // of ports that others took first, or of waiting for a crashed server's backends
)

var (
	errPortTaken   = errors.New("the port is taken; choose another one, or 0 for a free one")
	errStillThere  = errors.New("backends of a crashed server are still running")
	errEndedEarly  = errors.New("it ended while starting")
	errNotThatData = errors.New("another server answers on the port")
)

// launch runs a server on the directory and waits until it answers.
func (s *Server) launch(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, fmt.Errorf("it did not answer within %s", startTimeout))
	defer cancel()
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	if err := s.prepare(ctx); err != nil {
		unlock()
		return err
	}
	for try := 1; ; try++ {
		if s.pick && !s.kept {
			if s.opts.Port, err = freeport.Pick("127.0.0.1"); err != nil {
				unlock()
				return err
			}
		}
		err := s.run(ctx, unlock) // from here on the lock goes with the process
		if err == nil {
			s.kept = true
			return nil
		}
		again := errors.Is(err, errStillThere) || s.pick && errors.Is(err, errPortTaken)
		if !again || try == maxTries {
			return err
		}
		s.log.Debug("postgres did not start, trying again", "port", s.opts.Port, "error", err)
		if err := pause(ctx, 250*time.Millisecond); err != nil { // for backends to end, or the port to become free
			return err
		}
		if unlock, err = s.lock(); err != nil {
			return err
		}
	}
}

// lock makes us the owner of the directory.
func (s *Server) lock() (unlock func(), err error) {
	unlock, err = filelock.Try(s.lockPath())
	if errors.Is(err, filelock.ErrLocked) {
		return nil, ErrInUse
	}
	return unlock, err
}

// prepare makes everything ready that does not depend on the port.
func (s *Server) prepare(ctx context.Context) error {
	data := s.dataDir()
	if err := s.adopt(data); err != nil {
		return err
	}
	if err := s.account.give(s.lockPath()); err != nil {
		return err
	}
	if !s.account.reaches(s.opts.BinDir) {
		return fmt.Errorf("user %s cannot enter %s: install Postgres where every user may run it",
			s.account.name, s.opts.BinDir)
	}
	if err := clearStale(ctx, data, s.log); err != nil {
		return err
	}
	if err := s.makeSocketDir(); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(data, "PG_VERSION")); errors.Is(err, os.ErrNotExist) {
		return s.initialise(ctx, data)
	}
	return s.checkVersion(ctx, data)
}

// adopt has existing data served by the user that owns it, so that a directory once used by an ordinary user still
// works for root and, afterwards, for that user again.
func (s *Server) adopt(data string) error {
	uid, gid, err := owner(data)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case s.account == nil && int(uid) != os.Geteuid():
		return fmt.Errorf("%s belongs to another user (uid %d), probably from a run as root: remove it, or use another "+
			"directory", data, uid)
	case s.account != nil && uid != 0 && uid != s.account.uid:
		s.account = &account{name: "#" + strconv.Itoa(int(uid)), uid: uid, gid: gid}
	}
	return nil
}

func (s *Server) checkVersion(ctx context.Context, data string) error {
	raw, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if err != nil {
		return fmt.Errorf("read version of data: %w", err)
	}
	major, err := majorOf(ctx, s.opts.BinDir)
	if err != nil {
		return err
	}
	if have := strings.TrimSpace(string(raw)); have != strconv.Itoa(major) {
		return fmt.Errorf("%s was made by Postgres %s, but %s holds Postgres %d: set PG_BIN_DIR to Postgres %s, or remove "+
			"%s and lose its data",
			data, have, s.opts.BinDir, major, have, s.opts.Dir)
	}
	return nil
}

// makeSocketDir makes the directory of the Unix socket: in Dir, or, since a socket's path has to be short, elsewhere.
func (s *Server) makeSocketDir() error {
	const longest = 100 - len("/.s.PGSQL.65535.lock") // macOS has the tightest limit, 104 with the final zero
	dir := filepath.Join(s.opts.Dir, "run")
	if len(dir) > longest {
		sum := sha256.Sum256([]byte(dir))
		dir = filepath.Join(os.TempDir(), "pgsock-"+hex.EncodeToString(sum[:6]))
	}
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("make socket directory: %w", err)
	}
	if uid, _, err := owner(dir); err != nil || int(uid) != os.Geteuid() && (s.account == nil || uid != s.account.uid) {
		return fmt.Errorf("socket directory %s belongs to another user (%w); remove it", dir, err)
	}
	if s.socketDir == "" { // it never changes, so that a reader during a restart sees no write
		s.socketDir = dir
	}
	return s.account.give(dir)
}

// run starts postgres on s.opts.Port and waits until it answers. The lock goes with the process.
func (s *Server) run(ctx context.Context, unlock func()) error {
	p, err := s.spawn("postgres", s.args(), s.dataDir(), unlock)
	if err != nil {
		unlock()
		return err
	}
	if err := s.awaitReady(ctx, p); err != nil {
		killTree(p.pid)
		<-p.done
		return err
	}
	s.mu.Lock()
	s.proc = p
	s.mu.Unlock()
	s.log.Debug("postgres is up", "pid", p.pid, "port", s.opts.Port, "dir", s.opts.Dir)
	return nil
}

func (s *Server) args() []string {
	config := map[string]string{
		"listen_addresses":        "127.0.0.1",
		"unix_socket_directories": s.socketDir,
		"max_connections":         "200", // three services with a pool each, and tests in parallel
		"shared_buffers":          "128MB",
		"timezone":                "UTC",
		"log_timezone":            "UTC",
		"logging_collector":       "off", // we take stderr
	}
	if !s.opts.Durable {
		config["fsync"] = "off"
		config["synchronous_commit"] = "off"
		config["full_page_writes"] = "off"
	}
	maps.Copy(config, s.opts.ExtraConfig)
	args := []string{"-D", s.dataDir(), "-p", strconv.Itoa(s.opts.Port)}
	for _, k := range slices.Sorted(maps.Keys(config)) {
		args = append(args, "-c", k+"="+config[k])
	}
	return args
}

// spawn starts one of Postgres' programs with its output in a fresh log; the log before it is kept as postgres.log.1.
func (s *Server) spawn(name string, args []string, workDir string, onEnd func()) (*process, error) {
	if err := os.Rename(s.logPath(), s.logPath()+".1"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("keep earlier log: %w", err)
	}
	out, err := os.OpenFile(s.logPath(), os.O_CREATE|os.O_WRONLY|os.O_APPEND|syscall.O_NOFOLLOW, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open log: %w", err)
	}
	defer out.Close() // the child has its own
	if err := s.account.give(s.logPath()); err != nil {
		return nil, err
	}
	cmd := exec.Command(filepath.Join(s.opts.BinDir, name), args...)
	cmd.Dir = workDir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(e string) bool {
		return strings.HasPrefix(e, "PG") || strings.HasPrefix(e, "LC_") || strings.HasPrefix(e, "LANG")
	}), "LC_ALL=C") // we read its messages
	cmd.Stdout, cmd.Stderr = out, out
	p, err := start(cmd, s.account, onEnd)
	if errors.Is(err, os.ErrPermission) {
		return nil, fmt.Errorf("run %s (it, its parents and those of %s must be open to the user it runs as): %w",
			cmd.Path, workDir, err)
	}
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", cmd.Path, err)
	}
	return p, nil
}

// awaitReady waits until the server that p is answers queries.
func (s *Server) awaitReady(ctx context.Context, p *process) error {
	for {
		ready := s.probe(ctx)
		select {
		case <-p.done:
			return s.whyEnded(p)
		default:
		}
		if ready == nil || errors.Is(ready, errNotThatData) {
			return ready
		}
		select {
		case <-p.done:
			return s.whyEnded(p)
		case <-ctx.Done():
			return fmt.Errorf("%w; last try: %w\n%s", context.Cause(ctx), ready, s.logTail())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// probe asks the server on our port whose data it serves: another server may have taken the port.
func (s *Server) probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var data string
	if err := conn.QueryRow(ctx, "SHOW data_directory").Scan(&data); err != nil {
		return err
	}
	if data != s.dataDir() {
		return fmt.Errorf("%w: it serves %s: %w", errNotThatData, data, errPortTaken)
	}
	return nil
}

// whyEnded reads the reason from Postgres' log.
func (s *Server) whyEnded(p *process) error {
	log := s.logTail()
	switch {
	case strings.Contains(log, "could not create any TCP/IP sockets"):
		return fmt.Errorf("port %d: %w", s.opts.Port, errPortTaken)
	case strings.Contains(log, "pre-existing shared memory block"):
		return fmt.Errorf("%w: %s", errStillThere, log)
	}
	return fmt.Errorf("%w (%w): %s", errEndedEarly, p.err, log)
}
