package grpcclient

import (
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/resolver/dns"
)

// balanced spreads calls over all addresses of a name; the default would use only the first.
const balanced = `{"loadBalancingConfig":[{"round_robin":{}}]}`

const (
	// resolveEvery is how often a name is resolved at most, while connections fail. The default of gRPC is 30 s, in which
	// a client would know only addresses that are gone.
	resolveEvery = time.Second
	// pingEvery finds peers that vanished without closing an idle connection; gRPC allows no shorter time. pingTimeout is
	// also how long what was sent may go without an acknowledgement of the network.
	pingEvery   = 10 * time.Second
	pingTimeout = 2 * time.Second
)

func init() { dns.SetMinResolutionInterval(resolveEvery) }

// Dial returns a connection to all replicas behind an address, with the token of internal callers. It connects on first
// use, and reconnects within a second. A connection that a server ends, which servers do regularly
// (GRPC_MAX_CONNECTION_AGE), is replaced at once: within that time a new replica gets its share.
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
		grpc.WithDisableServiceConfig(), // that of DNS: one more question each time
		grpc.WithResolvers(several{}),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.Config{
				BaseDelay: 50 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second,
			},
			MinConnectTimeout: 2 * time.Second,
		}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: pingEvery, Timeout: pingTimeout}),
	}, more...)...)
}
