package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// crashing is a system whose programs are killed while a partner works.
type crashing struct {
	*procs.System
	t   *testing.T
	key string
}

// call calls the partner API of a replica that answers; an error of the network, or of a program that starts, is
// answered by trying the next, after a while once all have been tried: programs that start need the processors.
func (s *crashing) call(method, path, body string) (answer map[string]any) {
	s.t.Helper()
	for n := 0; ; n++ {
		if n >= len(s.PartnerConnects) {
			time.Sleep(20 * time.Millisecond)
		}
		p := s.PartnerConnects[n%len(s.PartnerConnects)]
		req, err := http.NewRequestWithContext(s.t.Context(), method, p.URL("HTTP_ADDR")+path, strings.NewReader(body))
		if err != nil {
			s.t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+s.key)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			if s.t.Context().Err() != nil {
				s.t.Fatal(err)
			}
			continue
		}
		answer = nil
		err = json.NewDecoder(resp.Body).Decode(&answer)
		_ = resp.Body.Close()
		if err == nil && resp.StatusCode < 300 {
			return answer
		}
		if resp.StatusCode < 500 {
			s.t.Fatalf("%s %s: %d %v", method, path, resp.StatusCode, answer)
		}
	}
}

// Every event is delivered, under one delivery id, whatever is killed between the change that it is about and the
// receiver.
func TestPushSurvivesKills(t *testing.T) {
	t.Parallel()
	defer http.DefaultClient.CloseIdleConnections()
	system, err := procs.Start(t.Context(), procs.Options{
		Dir: filepath.Join(t.TempDir(), "system"), Bin: programs(t), PartnerConnects: 2, RetrySchedule: "1s,1s,1s,1s",
		Environ: map[string][]string{procs.PartnerConnect: {"RATE_LIMIT_KEY=0", "RATE_LIMIT_WRITES=0"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := system.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	s := &crashing{System: system, t: t}
	if s.key, err = s.CreatePartner(t.Context(), "ptn_crash", "chn_crash", "ten_crash"); err != nil {
		t.Fatal(err)
	}
	r := receiver.New(t)
	s.call("POST", "/webhooks", fmt.Sprintf(`{"url":%q,"events":["*"]}`, r.URL()))

	var made atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var load errgroup.Group
	load.Go(func() error {
		for n := 0; ctx.Err() == nil; n++ {
			s.call("POST", "/onboarding", fmt.Sprintf(`{"partner_external_ref":"crash-%d"}`, n))
			made.Add(1)
		}
		return nil
	})
	more := func() {
		t.Helper()
		at := made.Load()
		eventually(t, "the partner goes on", func() bool { return made.Load() >= at+30 })
	}
	soon := func() { // what a killed dispatcher held
		t.Helper()
		nc, err := s.ConnectNATS()
		if err != nil {
			t.Fatal(err)
		}
		redeliverAfter(t, nc, time.Second)
	}
	for _, p := range []*procs.Program{s.PartnerConnects[0], s.Webhooks[0], s.NATS[0], s.PartnerConnects[1], s.Webhooks[0],
		s.Dispatchers[0]} {
		more()
		if p == s.Dispatchers[0] {
			soon()
		}
		p.Kill()
		more()
		if err := p.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	soon()
	more()
	stop()
	_ = load.Wait()

	feed := func() map[string]bool {
		ids := map[string]bool{}
		for after := ""; ; {
			page := s.call("GET", "/events?page_size=200&after="+after, "")
			for _, e := range page["data"].([]any) {
				after = e.(map[string]any)["id"].(string)
				ids[after] = true
			}
			if page["next_page_token"] == "" {
				return ids
			}
		}
	}
	received := func() map[string]bool {
		deliveries, ids := map[string]string{}, map[string]bool{}
		for i, e := range pushed(t, r.Requests()) {
			delivery := r.Requests()[i].Header.Get("X-Webhook-Id")
			if other, seen := deliveries[e.ID]; seen && other != delivery {
				t.Fatalf("event %s came as %s and as %s", e.ID, delivery, other)
			}
			deliveries[e.ID], ids[e.ID] = delivery, true
		}
		return ids
	}
	// The feed ends before the oldest transaction that is open, also one of another test on the same server. It is not
	// read before each onboarding, which makes an event at least, has caused a request.
	eventually(t, "what was pushed is what is in the feed", func() bool {
		return r.Count() >= int(made.Load()) && maps.Equal(feed(), received())
	})
	n := len(received())
	if n < 300 {
		t.Errorf("only %d events", n)
	}
	t.Logf("%d events, %d requests", n, r.Count())
}
