// Package peer is what providers that run inside of a test have in common: each call has its effect once the test lets
// it, and its answer once the test lets that.
package peer

import (
	"context"
	"net"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// A Peer is a provider that runs.
type Peer struct {
	Address string

	token  string
	mu     sync.Mutex // guards what follows, and what effects touch
	before func(method, id string) error
	after  func(method, id string)
	calls  map[string]int
	faults []string
}

// Serve serves until t ends what register registers, to calls that carry a token. It fails t for each fault that was
// noted.
func (p *Peer) Serve(t testing.TB, token string, register func(*grpc.Server)) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p.Address, p.token, p.calls = l.Addr().String(), token, map[string]int{}
	s := grpc.NewServer(grpc.Creds(insecure.NewCredentials()))
	register(s)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.Serve(l)
	}()
	t.Cleanup(func() {
		s.Stop()
		<-done
		for _, fault := range p.faults {
			t.Error(fault)
		}
	})
}

// Before sets what is done before a call has an effect; its error is the answer.
func (p *Peer) Before(f func(method, id string) error) { p.Locked(func() { p.before = f }) }

// After sets what is done between the effect of a call and its answer.
func (p *Peer) After(f func(method, id string)) { p.Locked(func() { p.after = f }) }

// Calls returns how often a method was called for a thing of ours.
func (p *Peer) Calls(method, id string) (n int) {
	p.Locked(func() { n = p.calls[method+" "+id] })
	return n
}

// Locked runs f while no call has an effect.
func (p *Peer) Locked(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

// Fault notes what a caller did that it must not. It is for effects.
func (p *Peer) Fault(what string) { p.faults = append(p.faults, what) }

// Call runs the effect of a call.
func (p *Peer) Call(ctx context.Context, method, id string, effect func() error) error {
	if md, _ := metadata.FromIncomingContext(ctx); len(md.Get("authorization")) != 1 ||
		md.Get("authorization")[0] != "Bearer "+p.token {
		return status.Error(codes.Unauthenticated, "wrong token")
	}
	var before func(method, id string) error
	p.Locked(func() {
		p.calls[method+" "+id]++
		before = p.before
	})
	if before != nil {
		if err := before(method, id); err != nil {
			return err
		}
	}
	var err error
	var after func(method, id string)
	p.Locked(func() { err, after = effect(), p.after })
	if err == nil && after != nil {
		after(method, id)
	}
	return err
}
