package app_test

import (
	"net"
	"sync"
	"testing"
)

// A line carries a dispatcher's connection to NATS so that a test can cut it, or freeze it: a dispatcher behind a cut
// line is as good as killed, and one behind a frozen line as one that is suspended.
type line struct {
	ln    net.Listener
	to    string
	mu    sync.Mutex // guards conns and cut
	conns []net.Conn
	isCut bool
	done  sync.WaitGroup
	still sync.RWMutex // held while the line carries nothing
}

func newLine(t testing.TB, to string) *line {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{ln: ln, to: to}
	l.done.Go(l.serve)
	t.Cleanup(l.cut)
	return l
}

func (l *line) url() string { return "nats://" + l.ln.Addr().String() }

func (l *line) serve() {
	for {
		in, err := l.ln.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", l.to)
		if err != nil {
			_ = in.Close()
			continue
		}
		l.mu.Lock()
		l.conns = append(l.conns, in, out)
		if l.isCut {
			_, _ = in.Close(), out.Close()
		}
		l.mu.Unlock()
		l.done.Go(func() { l.pipe(in, out) })
		l.done.Go(func() { l.pipe(out, in) })
	}
}

func (l *line) pipe(to, from net.Conn) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			l.still.RLock()
			_, err := to.Write(buf[:n])
			l.still.RUnlock()
			if err != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	_, _ = to.Close(), from.Close()
}

// freeze has the line carry nothing until the end that it returns.
func (l *line) freeze() (end func()) {
	l.still.Lock()
	return sync.OnceFunc(l.still.Unlock)
}

// cut ends the line at once and for good.
func (l *line) cut() {
	l.mu.Lock()
	l.isCut = true
	for _, c := range l.conns {
		_ = c.Close()
	}
	l.mu.Unlock()
	_ = l.ln.Close()
	l.done.Wait()
}
