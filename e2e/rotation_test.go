package e2e

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/sdk/go/verify"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// With -short there are two fifths of the endpoints, for half as long. The whole size is
//
//	go test -timeout 10m -run TestRotatingSecrets ./e2e -rotation.endpoints 10000 -rotation.rate 500 -rotation.for 60s -v
var (
	rotationEndpoints = flag.Int("rotation.endpoints", 1000, "endpoints whose secrets are rotated, each about once")
	rotationRate      = flag.Int("rotation.rate", 200, "events a second")
	rotationFor       = flag.Duration("rotation.for", 8*time.Second, "how long events are sent")
)

// A rotated key is known by the receiver from the answer that made it on. Its end is known as well as the receiver can
// know it: between that of the call and that of the answer.
type rotatedKey struct {
	verifier *verify.Verifier
	known    time.Time
	ends     [2]time.Time // zero: it is the newest
}

// keyedReceiver is a receiver's view of its secret.
type keyedReceiver struct {
	mu   sync.Mutex // guards keys
	keys []rotatedKey
}

func (k *keyedReceiver) add(secret string, known time.Time) error {
	v, err := verify.New(secret)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keys = append(k.keys, rotatedKey{verifier: v, known: known})
	return nil
}

// expire lets all keys end at the latest between two times.
func (k *keyedReceiver) expire(earliest, latest time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i := range k.keys {
		if e := &k.keys[i].ends; e[0].IsZero() || e[0].After(earliest) {
			*e = [2]time.Time{earliest, latest}
		}
	}
}

// changeWithin is how soon a change of an endpoint must reach every attempt.
const changeWithin = time.Second

// check verifies a delivery as a receiver does, with the keys that are good at the time of the signature. Beyond that,
// a key that surely signs must do so by itself: a receiver that holds only the old or only the new one is served as
// well.
func (k *keyedReceiver) check(x receiver.Request) error {
	stamp, _, _ := strings.Cut(strings.TrimPrefix(x.Header.Get("X-Signature"), "t="), ",")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return fmt.Errorf("X-Signature %q", x.Header.Get("X-Signature"))
	}
	from, to := time.Unix(seconds, 0), time.Unix(seconds+1, 0) // it was signed between
	k.mu.Lock()
	defer k.mu.Unlock()
	good := false
	for i, key := range k.keys {
		if !key.ends[1].IsZero() && key.ends[1].Before(from) {
			continue
		}
		err := key.verifier.Request(x.Header, x.Body)
		good = good || err == nil
		surely := key.known.Add(changeWithin).Before(from) && (key.ends[0].IsZero() || key.ends[0].After(to))
		if surely && err != nil {
			return fmt.Errorf("key %d of %d alone: %w", i+1, len(k.keys), err)
		}
	}
	if !good {
		return fmt.Errorf("none of %d keys verifies", len(k.keys))
	}
	return nil
}

// While secrets are rotated at random under load, every delivery verifies with the old secret inside of its overlap and
// with the new one.
func TestRotatingSecrets(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"))
	conn, err := grpc.NewClient(s.Env.VerificationGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	client := webhooksv1.NewEndpointServiceClient(conn)
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.Env.VerificationAPIKey)

	n, lasts := *rotationEndpoints, *rotationFor
	if testing.Short() {
		n, lasts = n*2/5, lasts/2
	}
	ids, keys := make([]string, n), make([]keyedReceiver, n)
	r := receiver.New(t)
	r.Keep(1)
	var mu sync.Mutex // guards the three below
	arrived := map[string]bool{}
	var faults []error
	verified := 0
	r.Respond(func(_ int, x receiver.Request) receiver.Response {
		i, err := strconv.Atoi(strings.TrimPrefix(x.Path, "/"))
		if err == nil {
			err = keys[i].check(x)
		}
		mu.Lock()
		defer mu.Unlock()
		arrived[x.Header.Get("X-Webhook-Id")] = true
		if verified++; err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", x.Path, err))
			return receiver.Response{Status: http.StatusUnauthorized}
		}
		return receiver.Response{}
	})
	err = atOnce(ctx, n, 8, func(ctx context.Context, i int) error {
		e, err := client.CreateEndpoint(ctx,
			&webhooksv1.CreateEndpointRequest{Url: r.URL() + "/" + strconv.Itoa(i), Events: []string{"verification.test"}})
		if err != nil {
			return err
		}
		ids[i] = e.GetData().GetId()
		return keys[i].add(e.GetMeta().GetSecret(), time.Now())
	})
	if err != nil {
		t.Fatal(err)
	}

	began := time.Now()
	events := int(lasts.Seconds() * float64(*rotationRate))
	rotations := n
	fresh := make([]int, 0, n) // rotated already, the last one at the end
	var freshMu sync.Mutex     // guards fresh
	g, running := errgroup.WithContext(ctx)
	g.Go(func() error { // every second event goes to an endpoint that was rotated lately
		return paced(running, events, lasts, func(ctx context.Context, _ int) error {
			i := rand.IntN(n)
			freshMu.Lock()
			if have := len(fresh); have > 0 && rand.IntN(2) == 0 {
				i = fresh[have-1-rand.IntN(min(have, 200))]
			}
			freshMu.Unlock()
			_, err := client.TestEndpoint(ctx, &webhooksv1.TestEndpointRequest{Id: ids[i]})
			return err
		})
	})
	g.Go(func() error {
		order := rand.Perm(n)
		return paced(running, rotations, lasts, func(ctx context.Context, k int) error {
			i, overlap := order[k], []int32{2, 3600}[rand.IntN(2)]
			called := time.Now()
			resp, err := client.RotateSecret(ctx, &webhooksv1.RotateSecretRequest{Id: ids[i], OverlapSeconds: &overlap})
			if err != nil {
				return err
			}
			answered := time.Now()
			keys[i].expire(called.Add(time.Duration(overlap)*time.Second), answered.Add(time.Duration(overlap)*time.Second))
			if err := keys[i].add(resp.GetMeta().GetSecret(), answered); err != nil {
				return err
			}
			freshMu.Lock()
			fresh = append(fresh, i)
			freshMu.Unlock()
			return nil
		})
	})
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	s.eventually("all deliveries arrived", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(arrived) >= events
	})
	mu.Lock()
	defer mu.Unlock()
	for _, f := range faults[:min(len(faults), 10)] {
		t.Error(f)
	}
	t.Logf("%d endpoints, %d rotations and %d events in %.1f s (%.0f events/s): %d requests verified, %d failures",
		n, rotations, events, took.Seconds(), float64(events)/took.Seconds(), verified, len(faults))
}

// atOnce calls f for 0 to n-1 from a number of callers.
func atOnce(ctx context.Context, n, callers int, f func(context.Context, int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(callers)
	for i := range n {
		g.Go(func() error { return f(ctx, i) })
	}
	return g.Wait()
}

// paced calls f n times, evenly over a while, with up to 32 calls at once; it takes longer when they do.
func paced(ctx context.Context, n int, over time.Duration, f func(context.Context, int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(32)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	start := time.Now()
	for done := 0; done < n && ctx.Err() == nil; <-tick.C {
		for due := min(n, int(float64(n)*float64(time.Since(start))/float64(over))); done < due; done++ {
			k := done
			g.Go(func() error { return f(ctx, k) })
		}
	}
	return g.Wait()
}
