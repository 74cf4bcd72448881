package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/e2e/procs"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/kmsserver"
	"github.com/partnerline/partnerline/testkit/receiver"
	"github.com/partnerline/partnerline/testkit/wait"
)

// A pool sends calls to any replica but the one that is being replaced, as a load balancer does.
type pool struct {
	replicas []*procs.Program
	busy     []sync.RWMutex // held for reading by calls, for writing by a replacement
	failed   atomic.Int64
	calls    atomic.Int64
}

func newPool(replicas []*procs.Program) *pool {
	return &pool{replicas: replicas, busy: make([]sync.RWMutex, len(replicas))}
}

// mixed is how many calls are sent to old and new replicas between two replacements.
const mixed = 60

// replace restarts the replicas one by one, each when calls were made of those that are replaced and those that are
// not.
func (p *pool) replace(ctx context.Context) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for i, r := range p.replicas {
		p.busy[i].Lock()
		err := r.Restart(ctx)
		p.busy[i].Unlock()
		if err != nil {
			return err
		}
		for until := p.calls.Load() + mixed; p.calls.Load() < until && p.failed.Load() == 0; <-tick.C {
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	return nil
}

// call makes one call of some replica; path may be a whole URL, whose path is then called.
func (p *pool) call(ctx context.Context, method, path, key, body string, header ...string) (map[string]any, error) {
	for i := rand.IntN(len(p.replicas)); ; i = (i + 1) % len(p.replicas) {
		if !p.busy[i].TryRLock() {
			continue
		}
		defer p.busy[i].RUnlock()
		if u, err := url.Parse(path); err == nil && u.IsAbs() {
			path = u.RequestURI()
		}
		p.calls.Add(1)
		a, err := apicall.Do(ctx, http.DefaultClient, method, p.replicas[i].URL("HTTP_ADDR")+path, key, body, header...)
		if err == nil && a.Status >= 400 {
			err = fmt.Errorf("%s %s: %d %s", method, path, a.Status, a.Raw)
		}
		if err != nil {
			p.failed.Add(1)
		}
		return a.Body, err
	}
}

func at(v map[string]any, path ...string) string {
	for _, p := range path[:len(path)-1] {
		v, _ = v[p].(map[string]any)
	}
	s, _ := v[path[len(path)-1]].(string)
	return s
}

// useEndpoints seals at one replica what another opens: an endpoint's secret, the answer of a repeated call, a page
// token.
func useEndpoints(ctx context.Context, p *pool, key, target, id string) error {
	const collection = "/api/v1/webhooks"
	body := `{"url":"` + target + `","events":["*"]}`
	made, err := p.call(ctx, "POST", collection, key, body, "Idempotency-Key", id)
	if err != nil {
		return err
	}
	again, err := p.call(ctx, "POST", collection, key, body, "Idempotency-Key", id)
	if err != nil {
		return err
	}
	endpoint := at(made, "data", "id")
	if at(again, "data", "id") != endpoint {
		p.failed.Add(1)
		return fmt.Errorf("a repeated call made another endpoint: %v", again)
	}
	if _, err := p.call(ctx, "POST", collection+"/"+endpoint+"/test", key, ""); err != nil {
		return err
	}
	page, err := p.call(ctx, "GET", "/api/v1/events?page_size=1", key, "")
	if err != nil {
		return err
	}
	if token := at(page, "meta", "next_page_token"); token != "" {
		if _, err := p.call(ctx, "GET", "/api/v1/events?page_size=1&page_token="+url.QueryEscape(token), key,
			""); err != nil {
			return err
		}
	}
	_, err = p.call(ctx, "DELETE", collection+"/"+endpoint, key, "")
	return err
}

// useOnboardings has one replica open the data and the link that another made. It returns the merchant.
func useOnboardings(ctx context.Context, p *pool, key, id string) (string, error) {
	made, err := p.call(ctx, "POST", "/onboarding", key,
		`{"partner_external_ref":"`+id+`","applicant":{"given_names":"Anna","email":"anna@example.com"}}`)
	if err != nil {
		return "", err
	}
	ref := at(made, "ref")
	read, err := p.call(ctx, "GET", "/onboarding/"+ref, key, "")
	if err != nil {
		return "", err
	}
	_, err = p.call(ctx, "GET", at(read, "next_action", "url"), "", "")
	return ref, err
}

// keysCommand runs the subcommand that makes and checks keys.
func keysCommand(t *testing.T, environ []string, args ...string) (string, error) {
	t.Helper()
	program := filepath.Join(programs(t), "partnerconnectd")
	cmd := exec.CommandContext(t.Context(), program, append([]string{"keys"}, args...)...)
	cmd.Env = environ
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// Keys that were in clear are replaced by keys that a KMS wraps, in three steps, each a rolling restart of two
// replicas of each service under load, and no call fails: in the first all replicas learn the new key, in the second it
// seals and signs, in the third the old one is gone. The KMS is away between the steps, which only a program that
// starts notices.
func TestRotatingServiceKeys(t *testing.T) {
	t.Parallel()
	defer http.DefaultClient.CloseIdleConnections()
	dir := t.TempDir()
	kms := kmsserver.Start(t)
	environ := append(kmsserver.Environ(), "KEYS_KMS="+kms.NewKey())
	s, err := procs.Start(t.Context(), procs.Options{
		Dir: filepath.Join(dir, "system"), Bin: programs(t), Webhooks: 2, PartnerConnects: 2,
		Environ: map[string][]string{procs.Webhooks: environ, procs.PartnerConnect: environ},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	r := receiver.New(t)
	r.Keep(1)
	key, err := s.CreateTenant(t.Context(), "ten_rotation")
	if err != nil {
		t.Fatal(err)
	}
	partner, err := s.CreatePartner(t.Context(), "ptn_rotation", "chn_rotation", "ten_rotation")
	if err != nil {
		t.Fatal(err)
	}
	webhooks, connect := newPool(s.Webhooks), newPool(s.PartnerConnects)
	early, err := useOnboardings(t.Context(), connect, partner, "early")
	if err != nil {
		t.Fatal(err)
	}

	var pair sync.RWMutex // held for reading by a round of calls: a link or a page token need not outlive a step
	ctx, stop := context.WithCancel(t.Context())
	var load errgroup.Group
	for w := range 4 {
		load.Go(func() error {
			for n := 0; ctx.Err() == nil; n++ {
				pair.RLock()
				id := fmt.Sprintf("rotation-%d-%d", w, n)
				err := useEndpoints(t.Context(), webhooks, key, r.URL(), id)
				if err == nil {
					_, err = useOnboardings(t.Context(), connect, partner, id)
				}
				pair.RUnlock()
				if err != nil {
					return err
				}
				time.Sleep(20 * time.Millisecond) // in which programs that start have the processors
			}
			return nil
		})
	}
	olds, news := map[string]string{}, map[string]string{}
	for _, name := range []string{"ENCRYPTION_KEYS", "LINK_KEYS", "IDENTITY_HASH_KEY"} {
		if olds[name], err = s.Secret(name); err != nil {
			t.Fatal(err)
		}
		if news[name], err = keysCommand(t, environ, "new", name, "k2"); err != nil {
			t.Fatal(news[name], err)
		}
	}
	kms.Stop()
	for step, spell := range []func(before, after string) string{
		func(before, after string) string { return before + "," + after },
		func(before, after string) string { return after + "," + before },
		func(_, after string) string { return after },
	} {
		for name := range olds {
			if err := s.SetSecret(name, spell(olds[name], news[name])); err != nil {
				t.Fatal(err)
			}
		}
		kms.Resume()
		var roll errgroup.Group
		for _, p := range []*pool{webhooks, connect} {
			roll.Go(func() error { return p.replace(ctx) })
		}
		if err := roll.Wait(); err != nil {
			t.Fatal(err)
		}
		kms.Stop()
		calls := func() int64 { return webhooks.calls.Load() + connect.calls.Load() }
		until := calls() + 2*mixed
		wait.Until(t, "calls are made with the keys of this step", func() bool {
			return calls() >= until || webhooks.failed.Load()+connect.failed.Load() > 0
		})
		pair.Lock() // the rounds that began before the step have ended
		t.Logf("step %d: %d calls, %d failed", step+1, webhooks.calls.Load()+connect.calls.Load(),
			webhooks.failed.Load()+connect.failed.Load())
		pair.Unlock()
		if step == 1 {
			conn, err := s.Dial(s.PartnerConnects[0].Addr("GRPC_ADDR"))
			if err != nil {
				t.Fatal(err)
			}
			operator := partnerconnectv1.NewMerchantOperatorServiceClient(conn)
			sealed, err := operator.ResealKeys(s.Internal(t.Context()), &partnerconnectv1.ResealKeysRequest{})
			if err != nil || sealed.GetChanged() == 0 {
				t.Fatalf("reseal-keys: %v, %v", sealed, err)
			}
			used, err := operator.ListEncryptionKeys(s.Internal(t.Context()), &partnerconnectv1.ListEncryptionKeysRequest{})
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range append(used.GetData(), used.GetIdentityHashKeys()...) {
				if k.GetFirst() != (k.GetValues() > 0) {
					t.Errorf("key %q after the reseal: %v", k.GetId(), k)
				}
			}
		}
	}
	if _, err := connect.call(t.Context(), "GET", "/onboarding/"+early, partner, ""); err != nil {
		t.Errorf("what was sealed with the old key: %v", err)
	}
	sealed, err := s.Secret("ENCRYPTION_KEYS")
	if err != nil {
		t.Fatal(err)
	}
	out, err := keysCommand(t, append(environ, "ENCRYPTION_KEYS="+sealed), "check")
	if err == nil || !strings.Contains(out, "ENCRYPTION_KEYS: key k2 cannot be unwrapped by awskms:///") {
		t.Errorf("what starts without the KMS: %v, %s", err, out)
	}
	stop()
	if err := load.Wait(); err != nil {
		t.Error(err)
	}
	if webhooks.failed.Load()+connect.failed.Load() > 0 {
		t.Errorf("%d and %d calls, %d and %d failed", webhooks.calls.Load(), connect.calls.Load(), webhooks.failed.Load(),
			connect.failed.Load())
	}
	if r.Count() == 0 {
		t.Error("no delivery was made")
	}
}
