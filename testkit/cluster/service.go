package cluster

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"sync"
)

// A Service is one address in front of replicas. New connections go to those that are ready, in turn.
type Service struct {
	ln  net.Listener
	end context.CancelFunc
	all sync.WaitGroup

	mu       sync.Mutex // guards all below
	ready    []string
	next     int
	vanished []string
	open     map[string]int // connections by replica
}

// Serve opens a Service at an address such as 127.0.0.1:0, in front of the replicas that are ready. The caller closes
// it.
func Serve(address string, ready ...string) (*Service, error) {
	ln, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(context.Background())
	s := &Service{ln: ln, end: end, ready: ready, open: map[string]int{}}
	s.all.Go(func() {
		for {
			in, err := ln.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err == nil {
				s.all.Go(func() { s.pass(ctx, in) })
			}
		}
	})
	return s, nil
}

// Addr is where clients connect.
func (s *Service) Addr() string { return s.ln.Addr().String() }

// Close ends the Service and its connections.
func (s *Service) Close() {
	_ = s.ln.Close()
	s.end()
	s.all.Wait()
}

// Ready sets the replicas that get new connections. Connections to others stay.
func (s *Service) Ready(replicas ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ready = replicas
}

// Vanish drops what goes to and comes from a replica, silently, as when its machine is gone.
func (s *Service) Vanish(replica string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.vanished = append(s.vanished, replica)
}

// Connections are how many are open to a replica.
func (s *Service) Connections(replica string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[replica]
}

func (s *Service) pick() (replica string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.ready) == 0 {
		return "", false
	}
	s.next++
	return s.ready[s.next%len(s.ready)], true
}

func (s *Service) count(replica string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[replica] += n
}

func (s *Service) isVanished(replica string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.vanished, replica)
}

func (s *Service) pass(ctx context.Context, in net.Conn) {
	defer func() { _ = in.Close() }()
	replica, ok := s.pick()
	if !ok {
		return
	}
	out, err := (&net.Dialer{}).DialContext(ctx, "tcp", replica)
	if err != nil {
		return
	}
	defer func() { _ = out.Close() }()
	s.count(replica, 1)
	defer s.count(replica, -1)
	defer context.AfterFunc(ctx, func() { _, _ = in.Close(), out.Close() })()
	var both sync.WaitGroup
	both.Go(func() { s.copy(in, out, replica) })
	both.Go(func() { s.copy(out, in, replica) })
	both.Wait()
}

// copy passes on what is read until the end of it, which closes the other side too, unless the replica has vanished.
func (s *Service) copy(to net.Conn, from io.Reader, replica string) {
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		switch {
		case err != nil:
			_ = to.Close()
			return
		case s.isVanished(replica):
			continue
		}
		if _, err := to.Write(piece[:n]); err != nil {
			return
		}
	}
}
