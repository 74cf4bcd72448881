package e2e

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/e2e/collector"
	"github.com/partnerline/partnerline/e2e/livedemo"
	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/repository"
)

// The main job in live mode, with an SMTP server, the example provider and the example bank as processes: what
// make run ARGS="--live-demo --once" shows.
func TestMainJobInLiveMode(t *testing.T) {
	long(t)
	t.Parallel()
	examples := t.TempDir()
	if err := livedemo.Build(t.Context(), examples); err != nil {
		t.Fatal(err)
	}
	tools, err := repository.Path("tools/mail")
	if err != nil {
		t.Fatal(err)
	}
	demo, err := livedemo.Start(t.Context(), livedemo.Options{
		Dir: filepath.Join(t.TempDir(), "live"), Bin: examples, Tools: tools,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := demo.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	exported := collector.New(t)
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"), func(o *stack.Options) {
		o.Configure, o.Collector = demo.Configure, exported.URL()
		o.Log = telemetry.NewLogger(io.Discard, slog.LevelDebug) // exported, too
	})
	secrets := secretsOf(t, s)
	live := demo.Live()
	live.Browsers = secrets
	var steps []string
	for range 2 { // the second finds what the first left
		if err := walk.RunLive(t.Context(), s.Env, live,
			func(step, detail string) { steps = append(steps, step+": "+detail) }); err != nil {
			t.Fatalf("%v\nafter\n%s", err, strings.Join(steps, "\n"))
		}
	}
	t.Run("guide", func(t *testing.T) { followGoingLive(t, s, live, demo.Shell(), examples) })
	t.Run("the engine's page in a browser", func(t *testing.T) {
		(&system{s.Stack, t}).paysAtEngine(newVisitor(t, startBrowser(t), true), live.ProviderURL)
	})
	alertsSeeTheirMetrics(t, s)
	secrets.received(t, live.MailURL+"/api/email", live.ProviderURL+"/")
	secrets.search(t, s, exported)
}

// Without providers, live mode refuses what needs one, names the part, and stores nothing.
func TestLiveModeWithoutProviders(t *testing.T) {
	t.Parallel()
	s := share(t, usual)
	key := s.Env.PartnerKeyLive
	refused := apicall.Call(t, "POST", s.Env.PartnerBaseURL+"/onboarding", key,
		object{"partner_external_ref": "live"}).Want(t, http.StatusServiceUnavailable)
	if refused.Body["code"] != "live_mode_unavailable" || refused.Body["part"] != "message_sender" {
		t.Errorf("%v", refused.Body)
	}
	if list := apicall.Call(t, "GET", s.Env.PartnerBaseURL+"/onboarding", key, nil).Want(t,
		http.StatusOK).Body["data"].([]any); len(list) != 0 {
		t.Errorf("stored: %v", list)
	}
}
