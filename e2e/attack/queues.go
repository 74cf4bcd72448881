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
	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/stack"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/testkit/receiver"
)

var queues = Attack{
	Name: "queues",
	About: "with a key: register endpoints that take one request a second, and fill the streams with events of 60 KB, " +
		"so that the deliveries of another tenant stop",
	Configure: func(o *stack.Options) { o.StreamMaxBytes = 64 << 20 },
	Run:       runQueues,
}

// queuesEvery is the pause between two events of the victim.
const queuesEvery = 25 * time.Millisecond

func runQueues(ctx context.Context, t *Target) ([]Figure, error) {
	endpoints, events, quietFor, loudFor := 100, 40, 10*time.Second, 30*time.Second // 240 MB
	if t.Small {
		endpoints, events, quietFor, loudFor = 60, 30, 3*time.Second, 10*time.Second
	}
	conn, err := grpc.NewClient(t.Stack.Env.VerificationGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+t.Stack.Env.InternalToken)
	victim, err := receiver.Listen()
	if err != nil {
		return nil, err
	}
	defer victim.Close()
	sink, err := receiver.Listen()
	if err != nil {
		return nil, err
	}
	defer sink.Close()
	sink.Keep(1)
	c, closeClient := client("127.0.0.1", 4)
	defer closeClient()
	env := t.Stack.Env
	if err := register(ctx, &api{c, env.VerificationBaseURL, env.VerificationAPIKeyOther}, victim.URL(), 0); err != nil {
		return nil, err
	}
	for i := range endpoints {
		attacker := &api{c, env.VerificationBaseURL, env.VerificationAPIKey}
		if err := register(ctx, attacker, fmt.Sprintf("%s/%d", sink.URL(), i), 1); err != nil {
			return nil, err
		}
	}
	p := &publisher{client: eventsv1.NewEventServiceClient(conn), tenant: env.TenantIDOther}
	quiet, err := p.measure(ctx, victim, quietFor)
	if err != nil {
		return nil, err
	}
	var attack sync.WaitGroup
	attacker := &publisher{client: p.client, tenant: env.TenantID, padding: adversary.Padding}
	var failed error
	attack.Go(func() {
		for range events {
			if _, failed = attacker.publish(ctx); failed != nil {
				return
			}
		}
	})
	loud, err := p.measure(ctx, victim, loudFor)
	attack.Wait()
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	returned, err := procs.ReadMetric(ctx, env.DispatcherAdminURL, "dispatcher_returned_total")
	if err != nil {
		return nil, err
	}
	t.Logf("quiet: %s; during the attack: %s", quiet, loud)
	return []Figure{
		{Name: "p99 of the victim's deliveries", Value: ms(loud.p99), Unit: "ms",
			Bar: ms(adversary.MostDisturbed(quiet.p99))},
		{Name: "longest of them", Value: loud.longest.Seconds(), Unit: "s", Bar: adversary.LongestGap.Seconds()},
		{Name: "lost of them", Value: float64(loud.lost), Unit: "count", Bar: 0},
		{Name: "attempts that no stream had room for", Value: returned, Unit: "count", Bar: 1, AtLeast: true},
	}, nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// register registers an endpoint for all events; rate 0 is any number of requests a second.
func register(ctx context.Context, a *api, url string, rate int) error {
	limit := ""
	if rate > 0 {
		limit = fmt.Sprintf(`, "rate_limit": %d`, rate)
	}
	request := fmt.Sprintf(`{"url": %q, "events": ["*"]%s}`, url, limit)
	status, body, err := a.try(ctx, http.MethodPost, "/api/v1/webhooks", request)
	if err == nil && status != http.StatusCreated {
		err = fmt.Errorf("register an endpoint: %d %s", status, body)
	}
	return err
}

// A publisher publishes events of a tenant.
type publisher struct {
	client  eventsv1.EventServiceClient
	tenant  string
	padding string
}

func (p *publisher) publish(ctx context.Context) (id string, err error) {
	data, err := structpb.NewStruct(map[string]any{
		"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed", "padding": p.padding,
	})
	if err != nil {
		return "", err
	}
	request := &eventsv1.PublishRequest{Tenant: p.tenant, Type: "verification.completed", Data: data}
	answer, err := p.client.Publish(ctx, request)
	return answer.GetEventId(), err
}

// latencies are how long deliveries took from the call that published their events.
type latencies struct {
	p50, p99, longest time.Duration
	lost              int
}

func (l latencies) String() string {
	return fmt.Sprintf("p50 %s, p99 %s, longest %s", l.p50, l.p99, l.longest)
}

// lateBy is how long is waited for the last deliveries.
const lateBy = 20 * time.Second

// measure publishes events at a steady rate for a time and waits for their deliveries.
func (p *publisher) measure(ctx context.Context, r *receiver.Receiver, during time.Duration) (latencies, error) {
	before, published := r.Count(), map[string]time.Time{}
	for next, end := time.Now(), time.Now().Add(during); next.Before(end); next = next.Add(queuesEvery) {
		time.Sleep(time.Until(next))
		at := time.Now()
		id, err := p.publish(ctx)
		if err != nil {
			return latencies{}, err
		}
		published[id] = at
	}
	late, cancel := context.WithTimeout(ctx, lateBy)
	defer cancel()
	requests, err := r.Wait(late, before+len(published))
	if err != nil && ctx.Err() == nil {
		requests = r.Requests() // some are lost
	}
	var took []time.Duration
	for _, request := range requests {
		var event struct{ ID string }
		if err := json.Unmarshal(request.Body, &event); err != nil {
			return latencies{}, err
		}
		if at, ok := published[event.ID]; ok {
			took = append(took, request.At.Sub(at))
			delete(published, event.ID)
		}
	}
	l := latencies{lost: len(published)}
	if len(took) > 0 {
		slices.Sort(took)
		l.p50, l.p99, l.longest = took[len(took)/2], took[len(took)*99/100], took[len(took)-1]
	}
	return l, ctx.Err()
}
