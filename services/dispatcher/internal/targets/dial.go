package targets

import (
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"

	"github.com/partnerline/partnerline/internal/grpcclient"
)

// Dial opens a connection to webhooks that presents the token of internal callers. It connects on first use and again
// within a second after a break, since attempts wait for it.
func Dial(address, token string, creds credentials.TransportCredentials) (*grpc.ClientConn, error) {
	conn, err := grpc.NewClient(address,
		grpc.WithTransportCredentials(creds),
		grpc.WithPerRPCCredentials(grpcclient.Bearer(token)),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: 50 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second},
			MinConnectTimeout: 2 * time.Second,
		}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 20 * time.Second, Timeout: 5 * time.Second}),
	)
	if err != nil {
		return nil, fmt.Errorf("webhooks at %s: %w", address, err)
	}
	return conn, nil
}
