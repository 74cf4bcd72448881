package app

import (
	"errors"
	"io"
	"testing"
	"time"

	"google.golang.org/grpc"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// A feed ends in peace at the age of a connection, so that dispatchers spread over replicas that were added.
func TestFeedEndsAtAnAge(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.GRPC.ConnectionAge = time.Second })
	stream, err := webhooksv1.NewEndpointFeedServiceClient(s.grpc).WatchEndpoints(internal(t.Context()),
		&webhooksv1.WatchEndpointsRequest{}, grpc.WaitForReady(true))
	for err == nil {
		_, err = stream.Recv()
	}
	if !errors.Is(err, io.EOF) {
		t.Errorf("the feed ended with %v", err)
	}
}

// The API serves while NATS is away from the start, and readiness names it with its cause.
func TestReadyWithoutNATS(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.NATS.URL = "nats://127.0.0.1:1" })
	s.eventually("NATS is named as degraded", func() bool {
		ready := s.call("GET", s.admin+"/readyz", "", nil).want(t, 200)
		nats, _ := ready.Body["degraded"].(map[string]any)["nats"].(string)
		return nats != "" && ready.Body["ready"] == true && len(nats) > len("NATS_URL")
	})
}
