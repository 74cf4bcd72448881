package lifecycle

import (
	"context"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
)

// visit opens a connection from a loopback address and reports whether it was admitted: the server greets and keeps it.
func visit(t *testing.T, to, from string) (net.Conn, bool) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := d.DialContext(t.Context(), "tcp", to)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	_, err = io.ReadFull(conn, make([]byte, 1))
	return conn, err == nil
}

// greet serves a listener: one byte to each connection, then what it says until it closes.
func greet(t *testing.T, ln net.Listener) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Write([]byte{1})
			go func() {
				_, _ = io.Copy(io.Discard, conn)
				_ = conn.Close()
				_ = conn.Close() // servers close twice
			}()
		}
	}()
	t.Cleanup(func() { _ = ln.Close(); <-done })
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	ln, err := Listen(t.Context(), nil, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return ln
}

func TestConnectionsAreBounded(t *testing.T) {
	var logged strings.Builder
	proxies, err := clientaddr.ParseProxies("127.0.0.9")
	if err != nil {
		t.Fatal(err)
	}
	ln := limit(listen(t), bound{"ALL", 5}, bound{"EACH", 2}, proxies, slog.New(slog.NewTextHandler(&logged, nil)))
	greet(t, ln)
	to := ln.Addr().String()
	first, _ := visit(t, to, "127.0.0.1")
	for _, v := range []struct {
		name, from string
		admitted   bool
	}{
		{"the second of an address", "127.0.0.1", true},
		{"the third of an address", "127.0.0.1", false},
		{"another address", "127.0.0.2", true},
		{"a proxy", "127.0.0.9", true},
		{"a proxy counts towards the total alone", "127.0.0.9", true},
		{"the sixth in all", "127.0.0.3", false},
		{"the sixth in all, of a proxy", "127.0.0.9", false},
	} {
		if _, ok := visit(t, to, v.from); ok != v.admitted {
			t.Errorf("%s: admitted %t", v.name, ok)
		}
	}
	_ = first.Close()
	for { // the server notices the end in its own time
		if _, ok := visit(t, to, "127.0.0.1"); ok {
			break
		}
	}
	if got := logged.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "setting=EACH") {
		t.Errorf("logged:\n%s", got)
	}
}

// Both ports of a service are bounded by their own settings.
func TestServiceBoundsItsPorts(t *testing.T) {
	l, err := Listeners{}.Open(context.Background(), "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l = ConnectionLimits{HTTP: 1, GRPCPerAddress: 1}.Limit(l, nil, slog.New(slog.DiscardHandler))
	for name, ln := range map[string]net.Listener{"HTTP": l.HTTP, "gRPC": l.GRPC} {
		t.Run(name, func(t *testing.T) {
			greet(t, ln)
			if _, ok := visit(t, ln.Addr().String(), "127.0.0.1"); !ok {
				t.Error("the first is refused")
			}
			if _, ok := visit(t, ln.Addr().String(), "127.0.0.1"); ok {
				t.Error("the second is admitted")
			}
		})
	}
	_ = l.Admin.Close()
}

func TestConnectionLimitsMustNotBeNegative(t *testing.T) {
	err := ConnectionLimits{HTTP: -1, HTTPPerAddress: -1, GRPC: -1, GRPCPerAddress: -1}.Validate()
	for _, name := range []string{"HTTP_MAX_CONNECTIONS:", "HTTP_MAX_CONNECTIONS_PER_ADDRESS:", "GRPC_MAX_CONNECTIONS:",
		"GRPC_MAX_CONNECTIONS_PER_ADDRESS:"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not reported: %v", name, err)
		}
	}
	if err := (ConnectionLimits{}).Validate(); err != nil {
		t.Error(err)
	}
}
