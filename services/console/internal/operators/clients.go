// Package operators calls the operator planes of the services for people: each call presents a token of its own that
// names the person.
package operators

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/grpcclient"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/operatorclient"
	"github.com/partnerline/partnerline/internal/person"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// Audiences are the services, as tokens name them.
var Audiences = []string{webhooks, partnerconnect}

const (
	webhooks       = "webhooks"
	partnerconnect = "partnerconnect"
)

// Clients are those of the operator planes.
type Clients struct {
	Webhooks       webhooksv1.OperatorServiceClient
	PartnerConnect operatorclient.PartnerConnect

	open []*grpc.ClientConn
}

// Dial returns the clients of the services at the addresses. They connect on first use.
func Dial(
	webhooksAddress, partnerconnectAddress string, creds credentials.TransportCredentials, signer *person.Signer,
	now func() time.Time,
) (*Clients, error) {
	w, err1 := dial(webhooksAddress, caller{signer, webhooks, now}, creds)
	p, err2 := dial(partnerconnectAddress, caller{signer, partnerconnect, now}, creds)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	return &Clients{webhooksv1.NewOperatorServiceClient(w), operatorclient.NewPartnerConnect(p), []*grpc.ClientConn{w, p}},
		nil
}

func dial(address string, as caller, creds credentials.TransportCredentials, more ...grpc.DialOption) (
	*grpc.ClientConn, error,
) {
	return grpcclient.DialAs(address, as, creds, append(more,
		grpc.WithChainUnaryInterceptor(grpcclient.Propagate, identifyCall),
		grpc.WithChainStreamInterceptor(identifyStream))...)
}

// Close ends the connections.
func (c *Clients) Close() {
	for _, conn := range c.open {
		_ = conn.Close()
	}
}

type (
	personKey  struct{}
	sendingKey struct{}
	onceKey    struct{}
)

// A sending is what a person sent once: each of its calls has an id of its own, by its place.
type sending struct {
	name  string
	until time.Time
	calls atomic.Int64
}

// As returns a context whose calls are the person's.
func As(ctx context.Context, p person.Person) context.Context {
	return context.WithValue(ctx, personKey{}, p)
}

// Because returns a context whose calls state the person's reason.
func Because(ctx context.Context, reason string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, grpcserver.ReasonHeader, reason)
}

// Sending returns a context whose calls are made once for what a person sent: services refuse those of a repeat with
// fault.TokenUsed until a time.
func Sending(ctx context.Context, name string, until time.Time) context.Context {
	return context.WithValue(ctx, sendingKey{}, &sending{name: name, until: until})
}

// identified returns the context of one call, with the id of its token. All attempts of the call share it: gRPC makes
// another one by itself when a server ends the connection, and a repeat of the sending must have the id of each.
func identified(ctx context.Context) context.Context {
	once := person.Once{ID: ids.New("jti_")}
	if s, ok := ctx.Value(sendingKey{}).(*sending); ok {
		once = person.Once{ID: fmt.Sprintf("snd_%s_%d", s.name, s.calls.Add(1)), Until: s.until}
	}
	return context.WithValue(ctx, onceKey{}, once)
}

// identifyCall is an interceptor that gives each call its id.
//
//nolint:revive // the parameters are those of grpc.UnaryClientInterceptor
func identifyCall(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker,
	opts ...grpc.CallOption,
) error {
	return invoke(identified(ctx), method, req, reply, conn, opts...)
}

// identifyStream is identifyCall for streams.
func identifyStream(ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string,
	open grpc.Streamer, opts ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return open(identified(ctx), desc, conn, method, opts...)
}

// caller signs a token for each attempt of a call.
type caller struct {
	signer   *person.Signer
	audience string
	now      func() time.Time
}

// GetRequestMetadata implements credentials.PerRPCCredentials.
func (c caller) GetRequestMetadata(ctx context.Context, _ ...string) (map[string]string, error) {
	p, ok := ctx.Value(personKey{}).(person.Person)
	info, known := credentials.RequestInfoFromContext(ctx)
	once, numbered := ctx.Value(onceKey{}).(person.Once)
	if !ok || !known || !numbered {
		return nil, status.Error(codes.Unauthenticated, "the call is no person's")
	}
	token, _, err := c.signer.SignOnce(p, c.audience, info.Method, once, c.now())
	if err != nil {
		return nil, status.Error(codes.Unauthenticated, err.Error())
	}
	return map[string]string{"authorization": "Bearer " + token}, nil
}

// RequireTransportSecurity implements credentials.PerRPCCredentials: encryption is that of the connection, see package
// mtls.
func (caller) RequireTransportSecurity() bool { return false }
