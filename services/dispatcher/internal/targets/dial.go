package targets

import (
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	"github.com/partnerline/partnerline/internal/grpcclient"
)

// Dial opens a connection to webhooks.
func Dial(
	address, token string, creds credentials.TransportCredentials, more ...grpc.DialOption,
) (*grpc.ClientConn, error) {
	conn, err := grpcclient.Dial(address, token, creds, more...)
	if err != nil {
		return nil, fmt.Errorf("webhooks at %s: %w", address, err)
	}
	return conn, nil
}
