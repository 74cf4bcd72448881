package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/testkit/idp"
)

// outage is receivers of which two fail until up, and what each has taken.
type outage struct {
	up    atomic.Bool
	mu    sync.Mutex // guards taken
	taken map[string][]string
}

func (o *outage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/well" && !o.up.Load() {
		http.Error(w, "down", http.StatusInternalServerError)
		return
	}
	body, _ := io.ReadAll(r.Body)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.taken[r.URL.Path] = append(o.taken[r.URL.Path], string(body))
}

// lacks returns the first event that a receiver has not taken; empty when it has all.
func (o *outage) lacks(path string, events []string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := strings.Join(o.taken[path], "\n")
	for _, e := range events {
		if !strings.Contains(all, e) {
			return e
		}
	}
	return ""
}

// Two customers' receivers failed, and were switched off for a while: support recovers both by one job, pauses it, lets
// it go on, and cancels it; another job recovers the rest to the end.
func TestConsoleBulkRecovery(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	program, err := idp.Find()
	if err != nil {
		t.Fatal(err)
	}
	// So few a second that the job runs for as long as a person needs.
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"),
		func(o *stack.Options) { o.IdentityProvider, o.RecoveryRate = program, 5 })
	o := &outage{taken: map[string][]string{}}
	receiver := httptest.NewServer(o)
	t.Cleanup(receiver.Close)
	began := time.Now().UTC()
	s.endpoint(receiver.URL + "/well")
	first, _ := s.endpoint(receiver.URL + "/first")
	second, _ := s.endpoint(receiver.URL + "/second")
	ids := []string{first, second}
	const failed, each = 3, 60
	var events []string
	for range failed {
		events = append(events, s.publish())
	}
	for _, id := range ids {
		s.eventually("the deliveries have failed for good", func() bool {
			_, body := s.api("GET", "/api/v1/webhooks/"+id+"/deliveries?status=failed", nil)
			list, _ := body["data"].([]any)
			return len(list) == failed
		})
	}
	active := func(yes bool) {
		t.Helper()
		for _, id := range ids {
			if status, body := s.api("PATCH", "/api/v1/webhooks/"+id,
				map[string]any{"is_active": yes}); status != http.StatusOK {
				t.Fatalf("status %d: %v", status, body)
			}
		}
	}
	active(false)
	for len(events) < each {
		events = append(events, s.publish())
	}
	s.eventually("all events have been fanned out", func() bool { return o.lacks("/well", events) == "" })
	o.up.Store(true)
	active(true)

	v := newVisitor(t, browser, false)
	console := s.Env.ConsoleURL
	v.open(console + "/webhooks/" + s.Env.TenantID + "/" + first + "?lang=en")
	v.signIn("support")
	v.click(`section[aria-labelledby="recover"] form[method="get"] button`)
	v.says(fmt.Sprintf(`data-preview="deliveries">%d<`, each))
	v.accessible()
	v.open(console + "/jobs")
	v.says("There are none.")
	v.accessible()
	minute := func(at time.Time) string { return at.Format("2006-01-02T15:04") }
	v.open(console + "/jobs/new?" +
		url.Values{"failing_from": {minute(began)}, "failing_until": {minute(began.Add(time.Hour))}}.Encode())
	v.accessible()
	v.click(`section[aria-labelledby="selection"] button`)
	v.says(`data-preview="endpoints">2<`, fmt.Sprintf(`data-preview="deliveries">%d<`, 2*each))
	v.accessible()
	if picturesWanted() {
		v.atWork("console-bulk.en")
	}
	v.press("bulk_start")
	v.refused("Give the reason.")

	job := s.startsBulk(v)
	steer := func(do string) {
		t.Helper()
		v.open(job + "?steer=yes")
		v.fill("reason", "the receivers are slow")
		v.press(do)
	}
	steer("bulk_pause")
	v.says("is paused", `data-job="paused"`)
	sent := bulkSent(v)
	v.accessible()
	if picturesWanted() {
		v.atWork("console-job.en")
	}
	v.open(job + "?lang=pl")
	v.says("Odzyskiwanie zbiorcze", "wstrzymane")
	v.accessible()
	v.open(job + "?lang=en")
	if again := bulkSent(v); again != sent {
		t.Errorf("%s sent while paused, %s before", again, sent)
	}
	steer("bulk_resume")
	v.says("goes on", `data-job="running"`)
	steer("bulk_cancel")
	v.says("is cancelled", `data-job="cancelled"`, "the job was cancelled")
	v.accessible()

	v.open(console + "/jobs/new?" + url.Values{"endpoints": {first + ", " + second}}.Encode())
	v.click(`section[aria-labelledby="selection"] button`)
	job = s.startsBulk(v)
	for _, path := range []string{"/first", "/second"} {
		s.eventually("all has arrived", func() bool { return o.lacks(path, events) == "" })
	}
	s.eventually("the page shows the job as completed", func() bool {
		v.open(job)
		return strings.Contains(v.html, `data-job="completed"`)
	})
	v.accessible()
	if n := strings.Count(v.html, `data-endpoint="completed"`); n != len(ids) {
		t.Errorf("%d endpoints are completed", n)
	}
	v.open(console + "/jobs")
	v.says("completed", "cancelled", "the outage of today", "Demo support")
	v.accessible()
}

// startsBulk starts the job of the form that is shown, and returns its page.
func (s *system) startsBulk(v *visitor) string {
	v.t.Helper()
	v.fill("reason", "the outage of today")
	v.press("bulk_start")
	v.arrivesBelow(s.Env.ConsoleURL + "/jobs/blk_")
	page, _, _ := strings.Cut(v.url, "?")
	v.says("has begun", `http-equiv="refresh"`)
	return page
}

var sentOf = regexp.MustCompile(`sent (\d+ of \d+)`)

// bulkSent is what the page of a job says of its deliveries.
func bulkSent(v *visitor) string {
	v.t.Helper()
	found := sentOf.FindStringSubmatch(v.html)
	if found == nil {
		v.t.Fatalf("%s does not say what was sent: %s", v.url, v.html)
	}
	return found[1]
}
