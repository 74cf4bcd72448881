package gateway

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// flood sends events for as long as the reader accepts them, and then reports how many bytes those were.
type flood struct {
	eventsv1.UnimplementedEventLogServiceServer
	ended chan int
}

func (f flood) StreamEvents(_ *eventsv1.StreamEventsRequest,
	stream grpc.ServerStreamingServer[eventsv1.StreamEventsResponse]) error {
	envelope := bytes.Repeat([]byte("1"), 16<<10)
	for sent := 0; ; sent += len(envelope) {
		if err := stream.Send(&eventsv1.StreamEventsResponse{Id: "evt_1", Envelope: envelope}); err != nil {
			f.ended <- sent
			return err
		}
	}
}

// quiet fails the test when something is logged.
type quiet struct{ t *testing.T }

func (q quiet) Write(b []byte) (int, error) {
	q.t.Errorf("logged: %s", b)
	return len(b), nil
}

// A client that does not read loses its connection, which is no error of ours. What is kept for it until then is
// bounded by the buffers of the connection.
func TestStreamEndsForAClientThatDoesNotRead(t *testing.T) {
	tel, err := telemetry.New(t.Context(), telemetry.Config{}, "test")
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(quiet{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	server, err := grpcserver.New(grpcserver.Options{
		Log: log, Telemetry: tel, SendTimeout: 100 * time.Millisecond,
		Authenticate: func(ctx context.Context, _ *optionsv1.Access, _ string) (context.Context,
			grpcserver.Principal, error) {
			return ctx, grpcserver.Principal{}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	f := flood{ended: make(chan int, 1)}
	eventsv1.RegisterEventLogServiceServer(server, f)
	g, err := New(server, Options{Log: log}, "events.v1.EventLogService")
	if err != nil {
		t.Fatal(err)
	}
	public := httptest.NewServer(g)
	t.Cleanup(public.Close)
	for _, accept := range []string{eventStream, jsonLines} {
		t.Run(accept, func(t *testing.T) {
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", public.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			if _, err := fmt.Fprintf(conn,
				"GET /api/v1/events/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key\r\nAccept: %s\r\n\r\n",
				accept); err != nil {
				t.Fatal(err)
			}
			if sent := <-f.ended; sent == 0 || sent > 16<<20 {
				t.Errorf("%d bytes were accepted for a client that reads nothing", sent)
			}
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, resp.Body); resp.StatusCode != http.StatusOK || err == nil {
				t.Errorf("status %d, and the stream ends as if it were complete", resp.StatusCode)
			}
			_ = resp.Body.Close()
		})
	}
}
