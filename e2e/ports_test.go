package e2e

import (
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/e2e/stack"
)

// A preferred port that is taken is named, and the one that was chosen then is kept when the preferred one is free
// again: links hold it.
func TestChosenPortIsKept(t *testing.T) {
	t.Parallel()
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := taken.Addr().(*net.TCPAddr).Port
	dir, database := t.TempDir(), cluster.Server(t).URL("postgres")
	prefer := func(o *stack.Options) { o.Ports.PartnerHTTP = port }
	s, err := stack.Start(t.Context(),
		stack.Options{Dir: dir, DatabaseURL: database, Ports: stack.Ports{PartnerHTTP: port}})
	if err != nil {
		t.Fatal(err)
	}
	chosen, moved := s.Env.PartnerBaseURL, s.Moved
	hosted, err := s.DemoHostedURL(t.Context())
	if err != nil || !strings.HasPrefix(hosted, chosen+"/") {
		t.Errorf("the demo merchant's link %s, %v", hosted, err)
	}
	portal, err := s.DemoPortalURL(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	page, err := (&http.Client{Jar: jar}).Get(portal)
	if err != nil {
		t.Fatal(err)
	}
	_ = page.Body.Close()
	if page.StatusCode != http.StatusOK {
		t.Errorf("the demo tenant's portal: %s", page.Status)
	}
	stop(t, s)
	if len(moved) != 1 || !strings.Contains(moved[0], fmt.Sprintf("Port %d is taken", port)) ||
		!strings.Contains(moved[0], chosen[strings.LastIndex(chosen, ":")+1:]) {
		t.Errorf("said: %q", moved)
	}
	if err := taken.Close(); err != nil {
		t.Fatal(err)
	}
	again := start(t, dir, database, prefer)
	if again.Env.PartnerBaseURL != chosen || len(again.Moved) != 0 {
		t.Errorf("at the second start %s, said %q; want %s", again.Env.PartnerBaseURL, again.Moved, chosen)
	}
}
