package attack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/e2e/adversary"
	"github.com/partnerline/partnerline/e2e/stack"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// causedDeliveries makes two calls of a test key again and again, each of whose events goes to all endpoints of its
// tenant, whose receivers answer with as much as is stored.
var causedDeliveries = Attack{
	Name: "caused-deliveries",
	About: "with a test key: register 500 endpoints that answer with 16 KiB, and open and complete sessions, at the " +
		"cost of what is stored and of another tenant's deliveries",
	Configure: func(o *stack.Options) { o.TestLimits = true },
	Run:       causeDeliveries,
}

func causeDeliveries(ctx context.Context, t *Target) ([]Figure, error) {
	endpoints, quietFor, loudFor := 500, 10*time.Second, 50*time.Second
	if t.Small {
		endpoints, quietFor, loudFor = 100, 3*time.Second, 8*time.Second
	}
	env := t.Stack.Env
	conn, err := grpc.NewClient(env.VerificationGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+env.InternalToken)
	victim, err := receiver.Listen()
	if err != nil {
		return nil, err
	}
	defer victim.Close()
	sink, closeSink, err := wordy(ctx)
	if err != nil {
		return nil, err
	}
	defer closeSink()
	c, closeClient := client("127.0.0.1", 4)
	defer closeClient()
	if err := register(ctx, &api{c, env.VerificationBaseURL, env.VerificationAPIKeyOther}, victim.URL(), 0); err != nil {
		return nil, err
	}
	attacker := &caller{api: &api{c, env.VerificationBaseURL, env.VerificationAPIKey}}
	for i := range endpoints {
		if err := register(ctx, attacker.api, fmt.Sprintf("%s/%d", sink, i), 0); err != nil {
			return nil, err
		}
	}
	p := &publisher{client: eventsv1.NewEventServiceClient(conn), tenant: env.TenantIDOther}
	quiet, err := p.measure(ctx, victim, quietFor)
	if err != nil {
		return nil, err
	}
	attack, end := context.WithCancel(ctx)
	var calling sync.WaitGroup
	var failed error
	calling.Go(func() { failed = attacker.run(attack) })
	loud, err := p.measure(ctx, victim, loudFor)
	end()
	calling.Wait()
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	stored, attempts, err := storedAnswers(ctx, t.Stack, env.TenantID)
	if err != nil {
		return nil, err
	}
	t.Logf("quiet: %s; during the attack: %s", quiet, loud)
	t.Logf("%d calls were made, %d refused; %d answers were recorded", attacker.made, attacker.refused, attempts)
	// The attack may begin within a minute of what it uses up, and end within the next.
	return []Figure{
		{Name: "p99 of the victim's deliveries", Value: ms(loud.p99), Unit: "ms",
			Bar: ms(adversary.MostDisturbed(quiet.p99))},
		{Name: "longest of them", Value: loud.longest.Seconds(), Unit: "s", Bar: adversary.LongestGap.Seconds()},
		{Name: "lost of them", Value: float64(loud.lost), Unit: "count", Bar: 0},
		{Name: "stored of the attacker's answers", Value: float64(stored) / (1 << 20), Unit: "MiB",
			Bar: 2 * stack.TestAnswers},
		{Name: "recorded of them", Value: float64(attempts), Unit: "count", Bar: 2 * stack.TestDeliveries},
	}, nil
}

// wordy serves requests with answers as long as is stored of them, until it is closed.
func wordy(ctx context.Context) (url string, closeAll func(), err error) {
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{
		ReadHeaderTimeout: time.Minute,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(adversary.LongAnswer)
		}),
	}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(ln) })
	return "http://" + ln.Addr().String(), func() { _ = server.Close(); serving.Wait() }, nil
}

// A caller opens sessions and completes them.
type caller struct {
	*api
	made, refused int
}

// pairsEvery is the pause between two pairs of calls: ten times as many as a key may make.
const pairsEvery = 100 * time.Millisecond

// run makes pairs of calls until ctx ends.
func (c *caller) run(ctx context.Context) error {
	for ctx.Err() == nil {
		var opened struct{ Data struct{ ID string } }
		err := c.send(ctx, "/api/v1/verifications", `{"kind":"identity"}`, &opened)
		if err == nil && opened.Data.ID != "" {
			err = c.send(ctx, "/api/v1/verifications/"+opened.Data.ID+"/advance", `{"to":"completed"}`, nil)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-time.After(pairsEvery):
		case <-ctx.Done():
		}
	}
	return nil
}

// send makes a call that may be refused because of its rate.
func (c *caller) send(ctx context.Context, path, body string, into any) error {
	status, raw, err := c.try(ctx, http.MethodPost, path, body)
	if err != nil {
		return err
	}
	c.made++
	switch {
	case status == http.StatusTooManyRequests:
		c.refused++
		return nil
	case status >= http.StatusMultipleChoices:
		return fmt.Errorf("POST %s: status %d: %s", path, status, raw)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(raw, into)
}

// storedAnswers is how many bytes of answers are stored of a tenant, and of how many attempts.
func storedAnswers(ctx context.Context, s *stack.Stack, tenant string) (size int64, attempts int, err error) {
	url, err := s.WebhooksDatabase()
	if err != nil {
		return 0, 0, err
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	err = conn.QueryRow(ctx, `
		SELECT coalesce(sum(length(a.response_body)), 0), count(*)
		FROM   attempts a JOIN deliveries d ON d.event_at = a.event_at AND d.id = a.delivery_id
		WHERE  d.tenant_id = $1`, tenant).Scan(&size, &attempts)
	return size, attempts, err
}
