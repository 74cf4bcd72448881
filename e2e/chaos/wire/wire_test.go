package wire_test

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/e2e/chaos/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// echo answers what it hears, after its name.
func echo(t *testing.T, name string) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				_, _ = io.WriteString(c, name)
				_, _ = io.Copy(c, c)
			}()
		}
	}()
	return ln.Addr().String()
}

func proxy(t *testing.T, backends ...string) *wire.Proxy {
	t.Helper()
	p, err := wire.Listen(backends...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func dial(t *testing.T, p *wire.Proxy) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", p.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func read(t *testing.T, c net.Conn, n int, within time.Duration) (string, error) {
	t.Helper()
	b := make([]byte, n)
	if err := c.SetReadDeadline(time.Now().Add(within)); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadFull(c, b)
	return string(b[:got]), err
}

func write(t *testing.T, c net.Conn, s string) {
	t.Helper()
	if _, err := io.WriteString(c, s); err != nil {
		t.Fatal(err)
	}
}

func TestBalancesAndPassesTheDeadBy(t *testing.T) {
	p := proxy(t, echo(t, "a"), "127.0.0.1:1", echo(t, "b"))
	seen := map[string]int{}
	for range 6 {
		got, err := read(t, dial(t, p), 1, 5*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		seen[got]++
	}
	if seen["a"]+seen["b"] != 6 || seen["a"] == 0 || seen["b"] == 0 {
		t.Errorf("connections by backend: %v", seen)
	}
}

// What is held back comes once the line is free again, whole and in order.
func TestHeldBytesArriveInOrder(t *testing.T) {
	p := proxy(t, echo(t, "x"))
	c := dial(t, p)
	if _, err := read(t, c, 1, 5*time.Second); err != nil {
		t.Fatal(err)
	}
	p.Set(wire.Trouble{Hold: true})
	write(t, c, "hello")
	if got, err := read(t, c, 1, 50*time.Millisecond); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("through a silent line came %q, %v", got, err)
	}
	p.Set(wire.Trouble{})
	if got, err := read(t, c, 5, 5*time.Second); err != nil || got != "hello" {
		t.Errorf("afterwards came %q, %v", got, err)
	}
}

func TestCutAndRefuse(t *testing.T) {
	p := proxy(t, echo(t, "x"))
	c := dial(t, p)
	if _, err := read(t, c, 1, 5*time.Second); err != nil {
		t.Fatal(err)
	}
	p.Set(wire.Trouble{Refuse: true})
	if n := p.Cut(); n != 2 {
		t.Errorf("cut %d connections, want both sides of one", n)
	}
	if _, err := read(t, c, 1, 5*time.Second); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a cut connection reads %v", err)
	}
	if refused, err := net.Dial("tcp", p.Addr()); err == nil { // else it was faster than the handshake
		defer func() { _ = refused.Close() }()
		if _, err := read(t, refused, 1, 5*time.Second); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("a refused connection reads %v", err)
		}
	}
	p.Set(wire.Trouble{})
	if got, err := read(t, dial(t, p), 1, 5*time.Second); err != nil || got != "x" {
		t.Errorf("afterwards: %q, %v", got, err)
	}
}

func TestSlowLineDelaysBytes(t *testing.T) {
	p := proxy(t, echo(t, "x"))
	c := dial(t, p)
	if _, err := read(t, c, 1, 5*time.Second); err != nil {
		t.Fatal(err)
	}
	p.Set(wire.Trouble{Delay: 30 * time.Millisecond, BytesPerSecond: 1000})
	start := time.Now()
	write(t, c, "0123456789")
	if got, err := read(t, c, 10, 5*time.Second); err != nil || got != "0123456789" {
		t.Errorf("came %q, %v", got, err)
	}
	if took := time.Since(start); took < 80*time.Millisecond { // 30 ms and 10 ms, there and back
		t.Errorf("there and back in %s", took)
	}
}
