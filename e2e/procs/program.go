package procs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/partnerline/partnerline/testkit/freeport"
)

const (
	readyWithin = 60 * time.Second // of a start, migrations and the recovery of a store included
	stopWithin  = 40 * time.Second // of SIGTERM; more than the grace of every program
	portTries   = 5                // of ports that others took first
)

var errPortTaken = errors.New("a port was taken by someone else")

// A Program is one process: the same program on the same addresses however often it is started.
type Program struct {
	Name string // as its log file is called: webhooksd-0

	path    string
	args    func() []string
	environ func() []string // of the next start
	ready   func() string   // URL that answers 200 when it is
	client  *http.Client
	logPath string
	ports   []string       // names of its addresses
	prefer  map[string]int // ports of them, where they are free

	mu     sync.Mutex // guards all below
	addrs  map[string]string
	fixed  bool     // whether it was ready once, and its addresses are known to others
	run    *run     // the latest, ended or not
	ended  []string // unexpected exits
	paused bool
}

// A run is the life of one process.
type run struct {
	pid   int
	done  chan struct{} // closed when it has ended and err is set
	err   error
	asked bool // whether someone ended it; guarded by Program.mu
}

// Addr is the address that the program listens on under a name, such as GRPC_ADDR.
func (p *Program) Addr(name string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.addrs[name]
}

// URL is Addr as an http URL.
func (p *Program) URL(name string) string { return "http://" + p.Addr(name) }

// PID is the process id of the latest run.
func (p *Program) PID() int {
	if r := p.current(); r != nil {
		return r.pid
	}
	return 0
}

// Running reports whether the process lives.
func (p *Program) Running() bool {
	r := p.current()
	if r == nil {
		return false
	}
	select {
	case <-r.done:
		return false
	default:
		return true
	}
}

// Start starts the process and returns once it is ready.
func (p *Program) Start(ctx context.Context) error {
	if err := p.Launch(ctx); err != nil {
		return err
	}
	return p.AwaitReady(ctx)
}

// Launch starts the process and does not wait for it. The first launch of a program does: another may have taken a
// port.
func (p *Program) Launch(ctx context.Context) error {
	if p.Running() {
		return fmt.Errorf("%s runs already", p.Name)
	}
	p.mu.Lock()
	fixed := p.fixed
	p.mu.Unlock()
	if fixed {
		return p.launch()
	}
	for try := 1; ; try++ {
		if err := p.pickPorts(); err != nil {
			return err
		}
		err := p.launch()
		if err == nil {
			err = p.AwaitReady(ctx)
		}
		if err == nil || try == portTries || !errors.Is(err, errPortTaken) {
			return err
		}
	}
}

func (p *Program) pickPorts() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, name := range p.ports {
		port, err := p.pickPort(name)
		if err != nil {
			return err
		}
		p.addrs[name] = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	}
	return nil
}

// pickPort returns the preferred port the first time, if it is free, and any free one otherwise.
func (p *Program) pickPort(name string) (int, error) {
	port := p.prefer[name]
	delete(p.prefer, name)
	if port != 0 {
		if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			return port, l.Close()
		}
	}
	return freeport.Pick("127.0.0.1")
}

func (p *Program) launch() error {
	out, err := os.OpenFile(p.logPath, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }()       // the child has its own
	cmd := exec.Command(p.path, p.args()...) //nolint:gosec,noctx // our own programs; they end by signals
	cmd.Env = p.environment()
	cmd.Dir = os.TempDir() // nothing is found by accident
	cmd.Stdout, cmd.Stderr = out, out
	r, err := spawn(cmd)
	if err != nil {
		return fmt.Errorf("start %s: %w", p.Name, err)
	}
	p.mu.Lock()
	p.run, p.paused = r, false
	p.mu.Unlock()
	go func() {
		<-r.done
		p.mu.Lock()
		defer p.mu.Unlock()
		if !r.asked && p.fixed {
			p.ended = append(p.ended, fmt.Sprintf("%s (pid %d) ended by itself: %v", p.Name, r.pid, r.err))
		}
	}()
	return nil
}

// environment is that of the caller's making, and the addresses.
func (p *Program) environment() []string {
	environ := p.environ()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, name := range p.ports {
		environ = append(environ, name+"="+p.addrs[name])
	}
	return environ
}

// spawn starts a child in a process group of its own, which ends with this process.
func spawn(cmd *exec.Cmd) (*run, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
	r := &run{done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		// The kernel takes the end of the thread that forked for the end of the parent, so keep that thread.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := cmd.Start(); err != nil {
			started <- err
			return
		}
		r.pid = cmd.Process.Pid
		started <- nil
		r.err = cmd.Wait()
		close(r.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return r, nil
}

// AwaitReady returns once the program says that it is ready, or has ended.
func (p *Program) AwaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	r := p.current()
	if r == nil {
		return fmt.Errorf("%s was not started", p.Name)
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		last := p.probe(ctx)
		if last == nil {
			p.mu.Lock()
			p.fixed = true
			p.mu.Unlock()
			return nil
		}
		select {
		case <-r.done:
			tail := p.logTail()
			if bytes.Contains(tail, []byte("address already in use")) {
				return fmt.Errorf("%s: %w\n%s", p.Name, errPortTaken, tail)
			}
			return fmt.Errorf("%s ended before it was ready: %w\n%s", p.Name, r.err, tail)
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready: %w: %w\n%s", p.Name, ctx.Err(), last, p.logTail())
		case <-tick.C:
		}
	}
}

func (p *Program) probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.ready(), nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
		return fmt.Errorf("%s: %s", resp.Status, bytes.TrimSpace(said))
	}
	return nil
}

// Stop ends the process by SIGTERM. It fails on an exit status other than 0, or when the process takes too long.
func (p *Program) Stop(ctx context.Context) error {
	r := p.end(syscall.SIGTERM)
	if r == nil {
		return nil
	}
	p.Resume() // a stopped process gets no signals
	timeout := time.NewTimer(stopWithin)
	defer timeout.Stop()
	select {
	case <-r.done:
		if r.err != nil {
			return fmt.Errorf("%s did not stop cleanly: %w\n%s", p.Name, r.err, p.logTail())
		}
		return nil
	case <-timeout.C:
	case <-ctx.Done():
	}
	p.Kill()
	return fmt.Errorf("%s did not stop within %s of SIGTERM", p.Name, stopWithin)
}

// Kill ends the process by SIGKILL and waits until it is gone.
func (p *Program) Kill() {
	if r := p.end(syscall.SIGKILL); r != nil {
		<-r.done
	}
}

// Restart is Stop and Start.
func (p *Program) Restart(ctx context.Context) error {
	if err := p.Stop(ctx); err != nil {
		return err
	}
	return p.Start(ctx)
}

// Pause freezes the process: it does nothing and hears nothing, and its connections stay open.
func (p *Program) Pause() { p.freeze(syscall.SIGSTOP, true) }

// Resume has a frozen process go on.
func (p *Program) Resume() { p.freeze(syscall.SIGCONT, false) }

func (p *Program) freeze(sig syscall.Signal, on bool) {
	if !p.Running() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.paused != on {
		p.paused = on
		_ = syscall.Kill(p.run.pid, sig) // a child of ours that was not waited for: the pid is its own
	}
}

// end signals a process that lives, whose end is then asked for. It returns nil when none does.
func (p *Program) end(sig syscall.Signal) *run {
	if !p.Running() {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.run.asked = true
	_ = syscall.Kill(p.run.pid, sig)
	return p.run
}

// unexpectedExits are the unexpected exits.
func (p *Program) unexpectedExits() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.ended)
}

func (p *Program) current() *run {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.run
}

// logTail is the end of the log, where a program says why it does not start.
func (p *Program) logTail() []byte {
	const most = 2000
	b, err := os.ReadFile(p.logPath)
	if err != nil {
		return []byte(err.Error())
	}
	return b[max(len(b)-most, 0):]
}
