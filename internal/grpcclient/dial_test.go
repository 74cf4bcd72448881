package grpcclient

import (
	"context"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
)

// replica is a server that counts its calls.
type replica struct {
	*health.Server
	calls   atomic.Int64
	address string
	stop    func() // gracefully
}

func (r *replica) Check(ctx context.Context, req *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	r.calls.Add(1)
	return r.Server.Check(ctx, req)
}

// shortLived ends connections as servers do, only sooner.
var shortLived = grpc.KeepaliveParams(keepalive.ServerParameters{
	MaxConnectionAge: 100 * time.Millisecond, MaxConnectionAgeGrace: time.Second,
})

func newReplica(t *testing.T, options ...grpc.ServerOption) *replica {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &replica{Server: health.NewServer(), address: ln.Addr().String()}
	s := grpc.NewServer(options...)
	healthpb.RegisterHealthServer(s, r)
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(ln) }()
	r.stop = s.GracefulStop
	t.Cleanup(func() { s.Stop(); <-done })
	return r
}

func addresses(replicas ...*replica) resolver.State {
	var s resolver.State
	for _, r := range replicas {
		s.Endpoints = append(s.Endpoints, resolver.Endpoint{Addresses: []resolver.Address{{Addr: r.address}}})
	}
	return s
}

// A replica that was added behind a name is found when a server ends a connection, and takes its share of the calls.
func TestCallsSpreadOverReplicasThatWereAdded(t *testing.T) {
	first, second := newReplica(t, shortLived), newReplica(t, shortLived)
	names := manual.NewBuilderWithScheme("names")
	names.InitialState(addresses(first))
	var resolved atomic.Int64
	names.ResolveNowCallback = func(resolver.ResolveNowOptions) {
		if resolved.Add(1) == 1 { // as DNS would from now on
			go names.UpdateState(addresses(first, second))
		}
	}
	conn, err := Dial("names:///replicas", "token", insecure.NewCredentials(), grpc.WithResolvers(names))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for second.calls.Load() < 20 {
		if _, err := healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{}); err != nil {
			t.Fatalf("a call fails while connections are replaced: %v", err)
		}
	}
	if resolved.Load() == 0 || first.calls.Load() == 0 {
		t.Errorf("resolved %d times, %d calls to the first", resolved.Load(), first.calls.Load())
	}
	at := first.calls.Load()
	for range 20 {
		if _, err := healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{}); err != nil {
			t.Fatal(err)
		}
	}
	if first.calls.Load() == at {
		t.Error("the first gets no calls any more")
	}
}
