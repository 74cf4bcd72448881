package attack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/e2e/adversary"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// costlyFilters gives a tenant endpoints whose filters cost as much as is accepted, and publishes large events to
// them, while another tenant's events are timed.
var costlyFilters = Attack{
	Name:  "costly-filters",
	About: "give one tenant the costliest filters and publish large events to it, while another waits for its own",
	Run: func(ctx context.Context, t *Target) ([]Figure, error) {
		options := make([]any, len(adversary.Filters()))
		for i, f := range adversary.Filters() {
			options[i] = f
		}
		return evaluateEndlessly(ctx, t, "filter", options)
	},
}

// costlyShapes is costlyFilters with the shapes of bodies, which dispatchers evaluate.
var costlyShapes = Attack{
	Name:  "costly-shapes",
	About: "give one tenant the costliest shapes of bodies and publish large events to it, while another waits",
	Run: func(ctx context.Context, t *Target) ([]Figure, error) {
		options := make([]any, len(adversary.Shapes()))
		for i, s := range adversary.Shapes() {
			options[i] = map[string]string{"expression": s}
		}
		return evaluateEndlessly(ctx, t, "body", options)
	},
}

// evaluateEndlessly has endpoints of a tenant evaluate expressions, each the value of a member.
func evaluateEndlessly(ctx context.Context, t *Target, member string, options []any) (_ []Figure, err error) {
	env := t.Stack.Env
	conn, err := grpc.NewClient(env.VerificationGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+env.InternalToken)
	events := eventsv1.NewEventServiceClient(conn)
	victim, attacked, err := receivers()
	if err != nil {
		return nil, err
	}
	defer victim.Close()
	defer attacked.Close()
	create := func(key, body string) (int, error) {
		return tenantAPI{env.VerificationBaseURL + "/api/v1/webhooks", key}.post(ctx, "", body, nil)
	}
	status, err := create(env.VerificationAPIKeyOther, fmt.Sprintf(`{"url":%q,"events":["*"]}`, victim.URL()))
	if err != nil || status != http.StatusCreated {
		return nil, fmt.Errorf("create the endpoint of the other tenant: status %d, %w", status, err)
	}
	accepted := 0
	for _, o := range options {
		body, err := json.Marshal(map[string]any{"url": attacked.URL(), "events": []string{"*"}, member: o})
		if err != nil {
			return nil, err
		}
		status, err := create(env.VerificationAPIKey, string(body))
		if err != nil {
			return nil, err
		}
		if status == http.StatusCreated {
			accepted++
		}
	}
	t.Logf("%d of %d expressions are accepted", accepted, len(options))
	samples := 100
	if t.Small {
		samples = 20
	}
	quiet, err := inTurn(ctx, events, env.TenantIDOther, victim, samples)
	if err != nil {
		return nil, err
	}
	attack, end := context.WithCancel(ctx)
	var publishing sync.WaitGroup
	publishing.Go(func() { publishLarge(attack, events, env.TenantID) })
	loud, err := inTurn(ctx, events, env.TenantIDOther, victim, samples)
	end()
	publishing.Wait()
	if err != nil {
		return nil, err
	}
	p99 := func(list []time.Duration) time.Duration { return list[len(list)*99/100] }
	return []Figure{
		{Name: "the other tenant's p99 without the attack", Value: ms(p99(quiet)), Unit: "ms", Bar: 1000},
		{
			Name: "the other tenant's p99 under attack", Value: ms(p99(loud)), Unit: "ms",
			Bar: ms(adversary.MostDisturbed(p99(quiet))),
		},
		{Name: "its longest wait", Value: loud[len(loud)-1].Seconds(), Unit: "s", Bar: adversary.LongestGap.Seconds()},
	}, nil
}

func receivers() (victim, attacked *receiver.Receiver, err error) {
	if victim, err = receiver.Listen(); err != nil {
		return nil, nil, err
	}
	if attacked, err = receiver.Listen(); err != nil {
		victim.Close()
	}
	return victim, attacked, err
}

// inTurn publishes events one after the other and returns how long each took to its receiver, the shortest first.
func inTurn(
	ctx context.Context, events eventsv1.EventServiceClient, tenant string, r *receiver.Receiver, n int,
) ([]time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	req, err := event(tenant, nil)
	if err != nil {
		return nil, err
	}
	before := len(r.Requests())
	list := make([]time.Duration, n)
	for i := range list {
		began := time.Now()
		if _, err := events.Publish(ctx, req); err != nil {
			return nil, err
		}
		got, err := r.Wait(ctx, before+i+1)
		if err != nil {
			return nil, err
		}
		list[i] = got[before+i].At.Sub(began)
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	slices.Sort(list)
	return list, nil
}

// publishLarge publishes five events of 60 KB at a time until ctx ends.
func publishLarge(ctx context.Context, events eventsv1.EventServiceClient, tenant string) {
	req, err := event(tenant, adversary.DataForFilters())
	if err != nil {
		return
	}
	for ctx.Err() == nil {
		batch := &eventsv1.PublishBatchRequest{Events: []*eventsv1.PublishRequest{req, req, req, req, req}}
		_, _ = events.PublishBatch(ctx, batch) // one that is refused is no attack
		select {
		case <-time.After(500 * time.Millisecond): // as 120 writes a minute of a key
		case <-ctx.Done():
		}
	}
}

func event(tenant string, more map[string]any) (*eventsv1.PublishRequest, error) {
	members := map[string]any{"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed"}
	for k, v := range more {
		members[k] = v
	}
	data, err := structpb.NewStruct(members)
	return &eventsv1.PublishRequest{Tenant: tenant, Type: "verification.completed", Data: data}, err
}
