package grpcclient

import (
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
)

// balanced spreads calls over all addresses of a name; the default would use only the first.
const balanced = `{"loadBalancingConfig":[{"round_robin":{}}]}`

// Dial returns a connection to all replicas behind an address, with the token of internal callers. The name is resolved
// again whenever a server ends a connection, which servers do regularly (GRPC_MAX_CONNECTION_AGE): within that time a
// new replica gets its share. It connects on first use, and reconnects within a second.
func Dial(
	address, token string, creds credentials.TransportCredentials, more ...grpc.DialOption,
) (*grpc.ClientConn, error) {
	return DialAs(address, Bearer(token), creds, more...)
}

// DialAs is Dial for callers with other credentials than a token.
func DialAs(
	address string, caller credentials.PerRPCCredentials, creds credentials.TransportCredentials, more ...grpc.DialOption,
) (*grpc.ClientConn, error) {
	return grpc.NewClient(address, append([]grpc.DialOption{
		grpc.WithTransportCredentials(creds),
		grpc.WithPerRPCCredentials(caller),
		grpc.WithDefaultServiceConfig(balanced),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.Config{
				BaseDelay: 50 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second,
			},
			MinConnectTimeout: 2 * time.Second,
		}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 20 * time.Second, Timeout: 5 * time.Second}),
	}, more...)...)
}
