// Package operators calls the operator planes of the services for people: each call presents a token of its own that names the person.
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
	"github.com/partnerline/partnerline/internal/person"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
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
	PartnerConnect pcv1.OperatorServiceClient

	open []*grpc.ClientConn
}

// Dial returns the clients of the services at the addresses. They connect on first use.
func Dial(webhooksAddress, partnerconnectAddress string, creds credentials.TransportCredentials, signer *person.Signer, now func() time.Time) (*Clients, error) {
	dial := func(address, audience string) (*grpc.ClientConn, error) {
		return grpcclient.DialAs(address, caller{signer, audience, now}, creds, grpc.WithChainUnaryInterceptor(grpcclient.Propagate))
	}
	w, err1 := dial(webhooksAddress, webhooks)
	p, err2 := dial(partnerconnectAddress, partnerconnect)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	return &Clients{webhooksv1.NewOperatorServiceClient(w), pcv1.NewOperatorServiceClient(p), []*grpc.ClientConn{w, p}}, nil
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

// caller signs a token for each call.
type caller struct {
	signer   *person.Signer
	audience string
	now      func() time.Time
}

// GetRequestMetadata implements credentials.PerRPCCredentials.
func (c caller) GetRequestMetadata(ctx context.Context, _ ...string) (map[string]string, error) {
	p, ok := ctx.Value(personKey{}).(person.Person)
	info, known := credentials.RequestInfoFromContext(ctx)
	if !ok || !known {
		return nil, status.Error(codes.Unauthenticated, "the call is no person's")
	}
	once := person.Once{ID: ids.New("jti_")}
	if s, ok := ctx.Value(sendingKey{}).(*sending); ok {
		once = person.Once{ID: fmt.Sprintf("snd_%s_%d", s.name, s.calls.Add(1)), Until: s.until}
	}
	token, _, err := c.signer.SignOnce(p, c.audience, info.Method, once, c.now())
	if err != nil {
		return nil, status.Error(codes.Unauthenticated, err.Error())
	}
	return map[string]string{"authorization": "Bearer " + token}, nil
}

// RequireTransportSecurity implements credentials.PerRPCCredentials: encryption is that of the connection, see package mtls.
func (caller) RequireTransportSecurity() bool { return false }
