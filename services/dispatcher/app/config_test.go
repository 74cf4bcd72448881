package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/services/dispatcher/app"
)

func TestDefaults(t *testing.T) {
	var c app.Config
	if err := envconfig.Load(&c, []string{"WEBHOOKS_GRPC=webhooks:9090", "INTERNAL_TOKEN=0123456789abcdef"}); err != nil {
		t.Fatal(err)
	}
	documented := retry.Schedule{10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute}
	if !slices.Equal(c.Streams.Retry.Schedule, documented) || c.AttemptTimeout != 10*time.Second || c.LaneCap != 8 ||
		c.EgressAllow != "" ||
		c.EgressProxy != "" || c.ShutdownGrace != 20*time.Second {
		t.Errorf("%+v", c)
	}
	d := app.Defaults()
	d.WebhooksGRPC, d.InternalToken = c.WebhooksGRPC, c.InternalToken
	if a, b := fmt.Sprintf("%+v", c), fmt.Sprintf("%+v", d); a != b {
		t.Errorf("Defaults: %s, want %s", b, a)
	}
}

// Every fault is named by its variable, all at once, and no secret is shown.
func TestConfigFaultsAreReportedAllAtOnce(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(bad, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	var c app.Config
	err := envconfig.Load(&c, []string{
		"WEBHOOKS_GRPC=w", "DISPATCHER_TOKEN=short", "RETRY_SCHEDULE=1s,-1s", "ATTEMPT_TIMEOUT=1m", "EGRESS_ALLOW=everything",
		"EGRESS_PROXY=socks5://user:hunter2@proxy", "LANE_CAP=0", "SUSPECT_CAP=99999", "EXTRA_CA=" + bad, "SHUTDOWN_GRACE=0s",
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{"DISPATCHER_TOKEN", "RETRY_SCHEDULE", "ATTEMPT_TIMEOUT", "EGRESS_ALLOW", "EGRESS_PROXY",
		"LANE_CAP", "SUSPECT_CAP", "EXTRA_CA", "SHUTDOWN_GRACE"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not in: %v", name, err)
		}
	}
	if shown := fmt.Sprintf("%v %+v %v", err, c, c); strings.Contains(shown, "hunter2") ||
		strings.Contains(shown, "short") {
		t.Errorf("a secret shows: %s", shown)
	}
}
