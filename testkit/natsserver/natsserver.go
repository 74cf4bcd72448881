// Package natsserver runs a NATS server with JetStream inside this process, for development and tests.
//
// It promises that a server stopped and restarted has the same address and the same streams. It does not promise what
// a cluster does: there is one server, and by default a crash of the machine may lose what was written in the last
// two minutes (see [Options].SyncAlways). It listens on a loopback address, and requires no credentials unless a
// configuration file says so.
package natsserver

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/partnerline/partnerline/testkit/freeport"
)

const (
	startTimeout   = 30 * time.Second // reading back a big store takes seconds
	requestTimeout = 5 * time.Second  // of requests in progress when the server is stopped
	maxTries       = 8                // of ports that others took first
)

// Options say what server to start. Only StoreDir is needed.
type Options struct {
	StoreDir string // holds the streams; made if missing, used by one server at a time
	Name     string // in logs and server info; empty means "partnerline"
	Host     string // empty means 127.0.0.1
	Port     int    // 0 means a free one, which the Server then keeps for its restarts
	// SyncAlways has every publish reach the disk before it is acknowledged; it costs about nine tenths of the rate.
	SyncAlways   bool
	SyncInterval time.Duration // how often files reach the disk otherwise; 0 means the server's default, 2 minutes
	// a server configuration to begin with, for example its users; address, store and name are as said here
	ConfigFile string
	MaxStore   int64        // bytes of file storage; 0 means the server's default, a share of the disk
	MaxMemory  int64        // bytes of memory storage; 0 means the server's default, a share of the memory
	Log        *slog.Logger // nil is silent
}

// A Server is a NATS server in this process. Its methods may be called at the same time.
type Server struct {
	mu   sync.Mutex // guards all below
	opts Options    // as in force: Host and Port are filled in
	ns   *server.Server
	up   bool
}

// Start starts a server and returns once it takes connections and has read back its streams.
func Start(opts Options) (*Server, error) {
	if opts.StoreDir == "" {
		return nil, errors.New("start nats: Options.StoreDir is empty; name the directory of its streams")
	}
	if opts.Host == "" {
		opts.Host = "127.0.0.1"
	}
	if opts.Name == "" {
		opts.Name = "partnerline"
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{opts: opts}
	if err := s.Restart(); err != nil {
		return nil, err
	}
	return s, nil
}

// Restart starts the server again after Stop, with the same store and address.
func (s *Server) Restart() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.up {
		return errors.New("restart nats: it is running; Stop it first")
	}
	if s.opts.Port != 0 {
		return s.launch(s.opts.Port)
	}
	for try := 1; ; try++ {
		port, err := freeport.Pick(s.opts.Host)
		if err != nil {
			return fmt.Errorf("start nats: %w", err)
		}
		err = s.launch(port)
		if err == nil {
			s.opts.Port = port
		}
		if !errors.Is(err, syscall.EADDRINUSE) || try == maxTries {
			return err
		}
	}
}

// launch runs a server on port and waits until it takes connections. The caller holds mu.
func (s *Server) launch(port int) error {
	opts := &server.Options{}
	if s.opts.ConfigFile != "" {
		var err error
		if opts, err = server.ProcessConfigFile(s.opts.ConfigFile); err != nil {
			return fmt.Errorf("start nats: %w", err)
		}
		opts.HTTPPort = 0
	}
	opts.ServerName, opts.Host, opts.Port = s.opts.Name, s.opts.Host, port
	opts.JetStream, opts.StoreDir = true, s.opts.StoreDir
	opts.SyncAlways, opts.SyncInterval = s.opts.SyncAlways, s.opts.SyncInterval
	opts.JetStreamMaxStore, opts.JetStreamMaxMemory = s.opts.MaxStore, s.opts.MaxMemory
	opts.NoSigs = true // signals are the business of main
	ns, err := server.NewServer(opts)
	if err != nil {
		return fmt.Errorf("start nats: %w", err)
	}
	l := &logger{log: s.opts.Log}
	ns.SetLoggerV2(l, false, false, false)
	ns.Start()
	if err := l.fatal(); err != nil || !ns.ReadyForConnections(startTimeout) {
		ns.Shutdown()
		ns.WaitForShutdown()
		if err == nil {
			err = fmt.Errorf("it took no connections within %s", startTimeout)
		}
		return fmt.Errorf("start nats on %s, port %d, store %s: %w", s.opts.Host, port, s.opts.StoreDir, err)
	}
	s.ns, s.up = ns, true
	return nil
}

// URL is the address clients connect to; it stays the same over restarts.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("nats://%s", net.JoinHostPort(s.opts.Host, fmt.Sprint(s.opts.Port)))
}

// InProcess connects a client without a socket. Unlike a connection to URL, it does not come back after a restart.
func (s *Server) InProcess() nats.Option {
	s.mu.Lock()
	defer s.mu.Unlock()
	return nats.InProcessServer(s.ns)
}

// Stop ends the server and its connections, and waits until the store is closed. Stopping twice is allowed.
func (s *Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.up {
		return
	}
	s.waitForRequests()
	s.ns.Shutdown()
	s.ns.WaitForShutdown()
	s.up = false
}

// waitForRequests waits until no request to JetStream is in progress, or requestTimeout has passed: a stream that is
// made while the server shuts down leaves goroutines behind.
func (s *Server) waitForRequests() {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(requestTimeout); time.Now().Before(end); <-tick.C {
		if info, err := s.ns.Jsz(nil); err != nil || info.API.Inflight == 0 {
			return
		}
	}
}
