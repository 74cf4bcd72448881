package grpcserver

import (
	"bytes"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ratelimit"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
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

// A client that does not read loses its stream, and what is kept for it until then is bounded by the window of the
// stream.
func TestStreamEndsForAClientThatDoesNotRead(t *testing.T) {
	s, _ := newServer(t, ratelimit.Config{})
	s.opts.SendTimeout = 100 * time.Millisecond
	f := flood{ended: make(chan int, 1)}
	eventsv1.RegisterEventLogServiceServer(s, f)
	conn, ctx := overNetwork(t, s)
	stream, err := eventsv1.NewEventLogServiceClient(conn).StreamEvents(metadata.AppendToOutgoingContext(ctx,
		"authorization", "Bearer good"), &eventsv1.StreamEventsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if sent := <-f.ended; sent == 0 || sent > 1<<20 {
		t.Errorf("%d bytes were accepted for a client that reads nothing", sent)
	}
	for err == nil {
		_, err = stream.Recv()
	}
	if e, ok := FromStatus(status.Convert(err)); !ok || e.Reason != fault.Timeout {
		t.Errorf("ended with %v", err)
	}
}
