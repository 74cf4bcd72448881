// Package natstest gives each test a NATS server of its own, with JetStream, inside the test's process.
//
// The server listens on a free port of 127.0.0.1, keeps its streams under the test's temporary directory, and ends
// with the test.
package natstest

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/testkit/natsserver"
)

// A Server is the NATS server of one test.
type Server struct {
	srv *natsserver.Server
	dir string
}

// New starts a server for t. An option may change what is started; the store always is t's own.
func New(t testing.TB, options ...func(*natsserver.Options)) *Server {
	t.Helper()
	opts := natsserver.Options{Name: "natstest"}
	for _, set := range options {
		set(&opts)
	}
	opts.StoreDir = t.TempDir()
	srv, err := natsserver.Start(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Stop)
	return &Server{srv, opts.StoreDir}
}

// URL is where clients connect; it stays the same over restarts.
func (s *Server) URL() string { return s.srv.URL() }

// Conn connects a client, which comes back after a Restart and is closed when t ends.
func (s *Server) Conn(t testing.TB, options ...nats.Option) *nats.Conn {
	t.Helper()
	// Fast and unlimited reconnects: a test that restarts the server waits for milliseconds, and never gives up.
	all := append([]nats.Option{
		nats.Name(t.Name()), nats.MaxReconnects(-1), nats.ReconnectWait(10 * time.Millisecond), nats.ReconnectJitter(0, 0),
	}, options...)
	nc, err := nats.Connect(s.URL(), all...)
	if err != nil {
		t.Fatalf("connect to the test's NATS server: %v", err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// JetStream is a client's view of the streams, on a connection of its own.
func (s *Server) JetStream(t testing.TB) jetstream.JetStream {
	t.Helper()
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatalf("open JetStream: %v", err)
	}
	return js
}

// StoreDir is where the server keeps its streams.
func (s *Server) StoreDir() string { return s.dir }

// Stop ends the server; the streams stay for a Restart.
func (s *Server) Stop() { s.srv.Stop() }

// Shutdown is Stop by the name that NATS gives it.
func (s *Server) Shutdown() { s.srv.Stop() }

// Restart stops the server, if it runs, and starts it with the same streams on the same port.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	s.srv.Stop()
	if err := s.srv.Restart(); err != nil {
		t.Fatal(err)
	}
}
