package targets

import (
	"context"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// shortFeed is a replica of webhooks whose streams end after a message.
type shortFeed struct {
	webhooksv1.UnimplementedEndpointFeedServiceServer
	streams atomic.Int64
}

func (f *shortFeed) WatchEndpoints(_ *webhooksv1.WatchEndpointsRequest,
	stream grpc.ServerStreamingServer[webhooksv1.WatchEndpointsResponse]) error {
	f.streams.Add(1)
	return stream.Send(&webhooksv1.WatchEndpointsResponse{Reset_: true})
}

// A stream that the server ends is reopened at once, also at a replica that was added; that is no failure.
func TestFeedSpreadsOverReplicas(t *testing.T) {
	feeds := []*shortFeed{{}, {}}
	var endpoints []resolver.Endpoint
	for _, f := range feeds {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		s := grpc.NewServer()
		webhooksv1.RegisterEndpointFeedServiceServer(s, f)
		done := make(chan struct{})
		go func() { defer close(done); _ = s.Serve(ln) }()
		t.Cleanup(func() { s.Stop(); <-done })
		endpoints = append(endpoints, resolver.Endpoint{Addresses: []resolver.Address{{Addr: ln.Addr().String()}}})
	}
	names := manual.NewBuilderWithScheme("names")
	names.InitialState(resolver.State{Endpoints: endpoints[:1]})
	conn, err := Dial("names:///webhooks", "token", insecure.NewCredentials(), grpc.WithResolvers(names))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	var logged strings.Builder
	cache := New(webhooksv1.NewEndpointFeedServiceClient(conn),
		Options{Size: 10, Log: slog.New(slog.NewTextHandler(&logged, nil))})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- cache.Run(ctx) }()
	reached := func(f *shortFeed, more int64) {
		t.Helper()
		from := f.streams.Load()
		for deadline := time.Now().Add(20 * time.Second); f.streams.Load() < from+more; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("a replica gets no stream")
			}
		}
	}
	reached(feeds[0], 2)
	names.UpdateState(resolver.State{Endpoints: endpoints})
	reached(feeds[1], 2)
	reached(feeds[0], 2)
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if logged.Len() > 0 {
		t.Errorf("logged:\n%s", &logged)
	}
}
