package adversary

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/e2e/procs"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// What a tenant may cause by the defaults of the programs, in deliveries a minute.
const (
	DeliveriesAMinute     = 30_000 // of test mode
	LiveDeliveriesAMinute = 300_000
)

// Batch is how many events a call publishes at most.
const Batch = 100

// A Tenant is one that is at its limits of what tenants share.
type Tenant struct {
	ID    string
	Conn  grpc.ClientConnInterface // to webhooks
	Key   string                   // an API key of the tenant
	Token string                   // publishes

	// Keys is what the idempotency keys of its events begin with, so that a call that failed can be repeated; empty: none
	// have any.
	Keys      string
	published int
}

// EndpointsAt are n endpoints for all events, with the paths of as many receivers in turn.
func EndpointsAt(url string, n, receivers int) []*webhooksv1.CreateEndpointRequest {
	list := make([]*webhooksv1.CreateEndpointRequest, n)
	for i := range list {
		list[i] = &webhooksv1.CreateEndpointRequest{Url: fmt.Sprintf("%s/%d", url, i%receivers), Events: []string{"*"}}
	}
	return list
}

// Padding in the data of an event makes its deliveries nearly as large as they may be.
var Padding = strings.Repeat("x", 60_000)

// LargeData is the data of such an event.
func LargeData() map[string]any { return map[string]any{"padding": Padding} }

func (t *Tenant) endpoints(ctx context.Context) (webhooksv1.EndpointServiceClient, context.Context) {
	return webhooksv1.NewEndpointServiceClient(t.Conn), procs.WithKey(ctx, t.Key)
}

// Register gives the tenant endpoints.
func (t *Tenant) Register(ctx context.Context, list []*webhooksv1.CreateEndpointRequest) error {
	client, ctx := t.endpoints(ctx)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(16)
	for _, e := range list {
		g.Go(func() error {
			_, err := client.CreateEndpoint(ctx, e)
			return err
		})
	}
	return g.Wait()
}

// RegisterFilters gives the tenant endpoints with the costliest filters that are accepted, each of them n times.
func (t *Tenant) RegisterFilters(ctx context.Context, url string, n int) error {
	accepted := 0
	for _, filter := range Filters() {
		list := EndpointsAt(url, n, 1)
		for _, e := range list {
			e.Filter = &filter
		}
		switch err := t.Register(ctx, list); status.Code(err) {
		case codes.OK:
			accepted++
		case codes.InvalidArgument: // the costliest are refused
		default:
			return err
		}
	}
	if accepted == 0 {
		return fmt.Errorf("none of %d filters was accepted", len(Filters()))
	}
	return nil
}

// Endpoints are the ids of its endpoints.
func (t *Tenant) Endpoints(ctx context.Context) (ids []string, err error) {
	client, ctx := t.endpoints(ctx)
	list, err := client.ListEndpoints(ctx, &webhooksv1.ListEndpointsRequest{})
	for _, e := range list.GetData() {
		ids = append(ids, e.GetId())
	}
	return ids, err
}

// each calls f for each of its endpoints.
func (t *Tenant) each(ctx context.Context, f func(id string) error) error {
	ids, err := t.Endpoints(ctx)
	for _, id := range ids {
		if err != nil {
			break
		}
		err = f(id)
	}
	return err
}

// Change changes these fields of all of its endpoints.
func (t *Tenant) Change(ctx context.Context, changes *webhooksv1.EndpointChanges, fields ...string) error {
	client, own := t.endpoints(ctx)
	return t.each(ctx, func(id string) error {
		_, err := client.UpdateEndpoint(own, &webhooksv1.UpdateEndpointRequest{
			Id: id, Changes: changes, UpdateMask: &fieldmaskpb.FieldMask{Paths: fields},
		})
		return err
	})
}

// Activate activates all of its endpoints, or deactivates them.
func (t *Tenant) Activate(ctx context.Context, on bool) error {
	return t.Change(ctx, &webhooksv1.EndpointChanges{IsActive: &on}, "is_active")
}

// Delete deletes all of its endpoints.
func (t *Tenant) Delete(ctx context.Context) error {
	client, own := t.endpoints(ctx)
	return t.each(ctx, func(id string) error {
		_, err := client.DeleteEndpoint(own, &webhooksv1.DeleteEndpointRequest{Id: id})
		return err
	})
}

// Recover starts a recovery of each endpoint, of all that it missed or of deliveries with these statuses.
func (t *Tenant) Recover(ctx context.Context, statuses ...string) error {
	client, own := webhooksv1.NewRecoveryServiceClient(t.Conn), procs.WithKey(ctx, t.Key)
	return t.each(ctx, func(id string) error {
		_, err := client.RecoverEndpoint(own, &webhooksv1.RecoverEndpointRequest{
			Id: id, Since: timestamppb.New(time.Now().Add(-time.Hour)), Statuses: statuses,
		})
		return err
	})
}

// Publish publishes n events with more data than usual, in as few calls as possible.
func (t *Tenant) Publish(ctx context.Context, n int, more map[string]any) error {
	members := map[string]any{"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed"}
	maps.Copy(members, more)
	data, err := structpb.NewStruct(members)
	if err != nil {
		return err
	}
	event := &eventsv1.PublishRequest{Tenant: t.ID, Type: "verification.completed", Data: data}
	client, internal := eventsv1.NewEventServiceClient(t.Conn), procs.WithKey(ctx, t.Token)
	for ; n > 0; n -= Batch {
		events := slices.Repeat([]*eventsv1.PublishRequest{event}, min(n, Batch))
		if t.Keys != "" {
			for i := range events {
				events[i] = &eventsv1.PublishRequest{
					Tenant: t.ID, Type: event.GetType(), Data: data, IdempotencyKey: fmt.Sprintf("%s-%d", t.Keys, t.published+i),
				}
			}
		}
		if _, err := client.PublishBatch(internal, &eventsv1.PublishBatchRequest{Events: events}); err != nil {
			return err
		}
		t.published += len(events)
	}
	return nil
}
