package grpcserver

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/ratelimit"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// overNetwork serves s and returns a connection to it, and a context that bounds what hangs.
func overNetwork(t *testing.T, s *Server) (*grpc.ClientConn, context.Context) {
	t.Helper()
	ln, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { defer close(done); _ = s.GRPC().Serve(ln) }()
	t.Cleanup(func() { s.GRPC().Stop(); <-done })
	conn, err := grpc.NewClient(ln.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(cancel)
	return conn, ctx
}

// A call that may not be made is refused before any of its request is read, so a request without a valid credential
// takes no memory.
func TestRefusedBeforeTheRequestIsRead(t *testing.T) {
	s, _ := newServer(t, ratelimit.Config{})
	conn, ctx := overNetwork(t, s)
	for _, c := range []struct{ name, method, key, reason string }{
		{"wrong key", webhooksv1.EndpointService_GetEndpoint_FullMethodName, "wrong", "invalid_credentials"},
		{"no right", webhooksv1.EndpointService_GetEndpoint_FullMethodName, "mute", "insufficient_scope"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+c.key)
			stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true}, c.method) // and nothing is sent
			if err != nil {
				t.Fatal(err)
			}
			err = stream.RecvMsg(&webhooksv1.GetEndpointResponse{})
			e, ok := FromStatus(status.Convert(err))
			if !ok || string(e.Reason) != c.reason {
				t.Errorf("answered %v, want %s", err, c.reason)
			}
		})
	}
}

// Over the network a call is read, checked and answered as in process.
func TestCallOverTheNetwork(t *testing.T) {
	s, _ := newServer(t, ratelimit.Config{Key: 10})
	conn, ctx := overNetwork(t, s)
	client := webhooksv1.NewEndpointServiceClient(conn)
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer good")
	var header metadata.MD
	if _, err := client.GetEndpoint(ctx, &webhooksv1.GetEndpointRequest{Id: "00000000-0000-7000-8000-000000000000"},
		grpc.Header(&header)); err != nil {
		t.Fatal(err)
	}
	if len(header.Get("x-request-id")) != 1 || len(header.Get("ratelimit")) != 1 {
		t.Errorf("header %v", header)
	}
	for _, c := range []struct {
		name string
		call func() error
		code codes.Code
	}{
		{"no message", func() error {
			stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true},
				webhooksv1.EndpointService_GetEndpoint_FullMethodName)
			if err != nil {
				return err
			}
			_ = stream.CloseSend()
			return stream.RecvMsg(&webhooksv1.GetEndpointResponse{})
		}, codes.Internal},
		{"too large", func() error {
			_, err := client.GetEndpoint(ctx, &webhooksv1.GetEndpointRequest{Id: strings.Repeat("x", maxMessage)})
			return err
		}, codes.ResourceExhausted},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.call(); status.Code(err) != c.code {
				t.Errorf("answered %v, want %s", err, c.code)
			}
		})
	}
}

func TestMetadataIsBounded(t *testing.T) {
	s, d := newServer(t, ratelimit.Config{})
	conn, ctx := overNetwork(t, s)
	for _, c := range []struct {
		name string
		size int
		ok   bool
	}{{"within the bound", maxHeaders / 2, true}, {"beyond", maxHeaders + 1, false}} {
		t.Run(c.name, func(t *testing.T) {
			before := d.asked
			ctx := metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer good", "padding", strings.Repeat("x", c.size))
			_, err := webhooksv1.NewEndpointServiceClient(conn).GetEndpoint(ctx,
				&webhooksv1.GetEndpointRequest{Id: "00000000-0000-7000-8000-000000000000"})
			if (err == nil) != c.ok || (d.asked > before) != c.ok {
				t.Errorf("answered %v after %d look-ups", err, d.asked-before)
			}
		})
	}
}

// Health is checked without a credential and without reading a request; it cannot be watched.
func TestHealth(t *testing.T) {
	s, _ := newServer(t, ratelimit.Config{})
	conn, ctx := overNetwork(t, s)
	client := healthpb.NewHealthClient(conn)
	for _, want := range []healthpb.HealthCheckResponse_ServingStatus{healthpb.HealthCheckResponse_SERVING,
		healthpb.HealthCheckResponse_NOT_SERVING} {
		if resp, err := client.Check(ctx, &healthpb.HealthCheckRequest{}); err != nil || resp.GetStatus() != want {
			t.Errorf("%v, %v; want %v", resp.GetStatus(), err, want)
		}
		s.SetReady(false)
	}
	watch, err := client.Watch(ctx, &healthpb.HealthCheckRequest{})
	if err == nil {
		_, err = watch.Recv()
	}
	if status.Code(err) != codes.Unimplemented {
		t.Errorf("a watch got %v", err)
	}
}

func TestLimitsValidate(t *testing.T) {
	for _, c := range []struct {
		name string
		in   Limits
		want string // "" is none
	}{
		{"zero", Limits{}, ""},
		{"default", Limits{Streams: 100, ConnectionAge: 5 * time.Minute}, ""},
		{"negative streams", Limits{Streams: -1}, "GRPC_MAX_STREAMS"},
		{"an age that leaves no time", Limits{ConnectionAge: time.Millisecond}, "GRPC_MAX_CONNECTION_AGE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.in.Validate()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
