package pgserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"
)

// childEnv turns the test binary into a program that starts a server in the directory it names, says its pid and port,
// and waits to be killed.
const childEnv = "TESTKIT_PGSERVER_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		s, err := Start(context.Background(), Options{Dir: dir})
		if err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		fmt.Println(s.PID(), s.Port())
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(3) // without Stop: what a crash would leave behind is what the test looks at
	}
	goleak.VerifyTestMain(m)
}

func startServer(t *testing.T, opts Options) *Server {
	t.Helper()
	if opts.Dir == "" {
		opts.Dir = openTemp(t)
	}
	s, err := Start(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

func try(ctx context.Context, s *Server, sql string) (string, error) {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	rows, _ := conn.Query(ctx, sql)
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return strings.Join(got, ","), err
}

func query(t *testing.T, s *Server, sql string) string {
	t.Helper()
	got, err := try(t.Context(), s, sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return got
}

// exec1 runs sql in one session without arguments.
func exec1(t *testing.T, s *Server, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// Data without a need for durability is a copy of what initdb made once; durable data is made by an initdb of its own.
func TestNewDataIsACopyUnlessItIsDurable(t *testing.T) {
	t.Parallel()
	const identifier = "SELECT system_identifier::text FROM pg_control_system()"
	one, two, durable := startServer(t, Options{}), startServer(t, Options{}), startServer(t, Options{Durable: true})
	exec1(t, one, "CREATE TABLE alone (v text)")
	if got := query(t, two, "SELECT coalesce(to_regclass('alone')::text, 'no table')"); got != "no table" {
		t.Errorf("two servers share the table %s", got)
	}
	first := query(t, one, identifier)
	if got := query(t, two, identifier); got != first {
		t.Errorf("system identifiers %s and %s: the second server has not the data that was made once", first, got)
	}
	if query(t, durable, identifier) == first {
		t.Error("a durable server has a copy")
	}
}

func TestDataOutlivesStopsAndCrashes(t *testing.T) {
	t.Parallel()
	s := startServer(t, Options{Durable: true, ExtraConfig: map[string]string{"work_mem": "7MB", "max_connections": "20"}})
	if got := query(t, s, "SHOW work_mem") + query(t, s, "SHOW max_connections") + query(t, s,
		"SHOW fsync"); got != "7MB20on" {
		t.Errorf("settings are %s", got)
	}
	exec1(t, s, "CREATE TABLE kept (v text); INSERT INTO kept VALUES ('a')")
	first := s.PID()

	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(); err != nil {
		t.Errorf("a clean stop ends with %v", err)
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Errorf("second Stop: %v", err)
	}
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Restart(t.Context()); err == nil {
		t.Error("restarted a running server")
	}
	if s.PID() == first {
		t.Error("same pid after a restart")
	}
	exec1(t, s, "INSERT INTO kept VALUES ('b')")

	done, backend := s.Done(), busyBackend(t, s)
	s.Kill()
	<-done
	if err := s.Wait(); err == nil {
		t.Error("a killed server ended well")
	}
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if syscall.Kill(backend, 0) == nil && strings.Contains(commandLine(backend), "pg_sleep") {
		t.Error("a backend outlived Kill")
	}
	if got := query(t, s, "SELECT v FROM kept ORDER BY v"); got != "a,b" {
		t.Errorf("after crash and recovery: %q, want a,b", got)
	}
	if err := s.CreateDatabase(t.Context(), `odd "name"`); err != nil {
		t.Error(err)
	}
	if err := s.CreateDatabase(t.Context(), `odd "name"`); err != nil {
		t.Errorf("the second time: %v", err)
	}
	conn, err := pgx.Connect(t.Context(), s.URL(`odd "name"`))
	if err != nil {
		t.Fatal(err)
	}
	conn.Close(t.Context())
}

// busyBackend leaves a backend that is in the middle of a query, and returns its pid.
func busyBackend(t *testing.T, s *Server) int {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	pid := int(conn.PgConn().PID())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = conn.Exec(context.Background(), "SELECT pg_sleep(3600)")
		conn.Close(context.Background())
	}()
	t.Cleanup(func() { <-ended })
	return pid
}

func TestTwoServersAndTheirDirectories(t *testing.T) {
	t.Parallel()
	a, b := startServer(t, Options{}), startServer(t, Options{})
	exec1(t, a, "CREATE TABLE only_a ()")
	if a.Port() == b.Port() || query(t, b, "SELECT count(*)::text FROM pg_class WHERE relname = 'only_a'") != "0" {
		t.Error("the two are one")
	}
	if _, err := Start(t.Context(), Options{Dir: a.Dir()}); !errors.Is(err, ErrInUse) {
		t.Errorf("second server on one directory: %v, want ErrInUse", err)
	}
	if query(t, a, "SELECT 'alive'") != "alive" {
		t.Error("the attempt harmed the first")
	}
	a.Kill()
	c, err := Start(t.Context(), Options{Dir: a.Dir()}) // the lock ends with the server, not with the value
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestTakenPort(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	accepted := make(chan struct{})
	go func() { // hang up, so that no client waits for an answer
		defer close(accepted)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	_, err = Start(t.Context(), Options{Dir: openTemp(t), Port: l.Addr().(*net.TCPAddr).Port})
	if !errors.Is(err, errPortTaken) {
		t.Errorf("error is %v, want %v", err, errPortTaken)
	}
	l.Close()
	<-accepted
}

func TestForeignData(t *testing.T) {
	t.Parallel()
	dir := openTemp(t)
	if err := os.Mkdir(filepath.Join(dir, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "data/PG_VERSION"), []byte("9.6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(t.Context(), Options{Dir: dir}); err == nil ||
		!strings.Contains(err.Error(), "made by Postgres 9.6") {
		t.Errorf("error is %v, want one about the version", err)
	}
}

// TestNoteOfAnotherProgram starts on a directory whose postmaster.pid names a living process that is no server of ours,
// as after a container's restart.
func TestNoteOfAnotherProgram(t *testing.T) {
	t.Parallel()
	dir := openTemp(t)
	s := startServer(t, Options{Dir: dir})
	note := filepath.Join(s.Dir(), "data/postmaster.pid")
	raw, err := os.ReadFile(note)
	if err != nil {
		t.Fatal(err)
	}
	s.Kill()
	_, rest, _ := strings.Cut(string(raw), "\n")
	if err := os.WriteFile(note, []byte(strconv.Itoa(os.Getpid())+"\n"+rest), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestOutOfReach starts in a directory whose path is long and, for root, closed to Postgres' user.
func TestOutOfReach(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	if err := os.Chmod(base, 0o700); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(base, strings.Repeat("long", 30))
	s := startServer(t, Options{Dir: dir})
	moved := s.Dir()
	t.Cleanup(func() { os.RemoveAll(moved); os.Remove(s.SocketDir()) })
	exec1(t, s, "CREATE TABLE kept ()")
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	again := startServer(t, Options{Dir: dir})
	if again.Dir() != moved || query(t, again, "SELECT count(*)::text FROM pg_class WHERE relname = 'kept'") != "1" {
		t.Errorf("the second start used %s, want the data in %s", again.Dir(), moved)
	}
	if os.Geteuid() == 0 && moved == dir {
		t.Error("root's closed directory was used")
	}
}

// What took the place of a directory goes when the directory's parent has gone, unless a server runs there.
func TestOrphansAreRemoved(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root's directories are closed to Postgres' user")
	}
	closed := func() (parent, dir string) {
		parent = filepath.Join(t.TempDir(), "closed")
		if err := os.Mkdir(parent, 0o700); err != nil {
			t.Fatal(err)
		}
		return parent, filepath.Join(parent, "postgres")
	}
	parent, dir := closed()
	stopped := startServer(t, Options{Dir: dir})
	if err := stopped.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	running, dir := closed()
	runs := startServer(t, Options{Dir: dir})
	for _, gone := range []string{parent, running} {
		if err := os.RemoveAll(gone); err != nil {
			t.Fatal(err)
		}
	}
	_, dir = closed()
	last := startServer(t, Options{Dir: dir})
	if _, err := os.Stat(stopped.Dir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", stopped.Dir(), err)
	}
	if query(t, runs, "SELECT '1'") != "1" {
		t.Error("a server that runs lost its directory")
	}
	for _, s := range []*Server{runs, last} {
		t.Cleanup(func() { _ = os.RemoveAll(s.Dir()) })
	}
}

// child runs this test binary as a program with a server on dir.
func child(t *testing.T, dir string) (cmd *exec.Cmd, pid int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(self)
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stdin.Close(); _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatalf("the child said %q: %v", line, err)
	}
	var port int
	if _, err := fmt.Sscan(line, &pid, &port); err != nil {
		t.Fatalf("the child said %q: %v", line, err)
	}
	return cmd, pid
}

func TestServerEndsWithItsParent(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: only Linux ends a server with its parent")
	}
	dir := openTemp(t)
	cmd, pid := child(t, dir)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	for end := time.Now().Add(30 * time.Second); serves(pid, filepath.Join(dir, "data")); runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatalf("server %d outlived its parent", pid)
		}
	}
	startServer(t, Options{Dir: dir})
}

// TestOrphanIsStopped makes an orphan by hand, so that it also tests what systems without a death signal need.
func TestOrphanIsStopped(t *testing.T) {
	t.Parallel()
	s := startServer(t, Options{})
	exec1(t, s, "CREATE TABLE kept ()")
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	orphan := exec.Command(filepath.Join(s.BinDir(), "postgres"), s.args()...)
	orphan.Dir = s.dataDir()
	orphan.SysProcAttr = &syscall.SysProcAttr{Credential: s.account.credential(), Setpgid: true}
	if err := orphan.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- orphan.Wait() }()
	p := &process{pid: orphan.Process.Pid, done: make(chan struct{})}
	if err := s.awaitReady(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the orphan was not stopped in good order: %v", err)
	}
	if s.PID() == orphan.Process.Pid {
		t.Error("the orphan still serves")
	}
}

func TestStartHonoursContext(t *testing.T) {
	t.Parallel()
	bin, err := Find(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := openTemp(t)
	if _, err := Start(ctx, Options{Dir: dir, BinDir: bin}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
	startServer(t, Options{Dir: dir, BinDir: bin}) // what the first left behind does no harm
}
