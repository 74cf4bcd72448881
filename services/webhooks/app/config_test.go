package app

import (
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/ratelimit"
)

// A deployment that sets only what it must has the documented limits and trusts no proxy.
func TestDefaults(t *testing.T) {
	t.Parallel()
	var c Config
	err := envconfig.Load(&c, []string{
		"DATABASE_URL=postgres://localhost/webhooks", "INTERNAL_TOKEN=" + internalToken,
		"ENCRYPTION_KEYS=" + keyring.NewKey("k1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := (ratelimit.Config{Key: 600, Writes: 120, Uploads: 60, Failures: 30}); c.RateLimit != want ||
		c.TrustedProxies != "" {
		t.Errorf("%+v, trusted proxies %q", c.RateLimit, c.TrustedProxies)
	}
}

func TestFaultsAreReportedAllAtOnce(t *testing.T) {
	t.Parallel()
	err := envconfig.Load(&Config{}, []string{
		"DATABASE_URL=postgres://localhost/webhooks", "INTERNAL_TOKEN=short", "ENCRYPTION_KEYS=none",
		"EGRESS_ALLOW=everything",
		"TRUSTED_PROXIES=0.0.0.0/0", "RATE_LIMIT_KEY=-1", "RATE_LIMIT_UPLOADS=-1", "ENDPOINT_LIMIT=0",
		"FAILING_NOTICE_AFTER=50",
	})
	for _, name := range []string{"INTERNAL_TOKEN", "ENCRYPTION_KEYS", "EGRESS_ALLOW", "TRUSTED_PROXIES", "RATE_LIMIT_KEY",
		"RATE_LIMIT_UPLOADS", "ENDPOINT_LIMIT", "FAILING_NOTICE_AFTER"} {
		if err == nil || !strings.Contains(err.Error(), name+": ") {
			t.Errorf("%s is not in: %v", name, err)
		}
	}
}

// What anybody could guess is refused, unless the setting for development accepts it.
func TestGuessableConfigurationIsRefused(t *testing.T) {
	t.Parallel()
	environ := []string{
		"DATABASE_URL=postgres://localhost/webhooks", "INTERNAL_TOKEN=changemechangeme",
		"ENCRYPTION_KEYS=k1:" + strings.Repeat("A", 43) + "=",
	}
	err := envconfig.Load(&Config{}, environ)
	for _, name := range []string{"INTERNAL_TOKEN: ", "ENCRYPTION_KEYS: "} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not reported: %v", name, err)
		}
	}
	if err := envconfig.Load(&Config{}, append(environ, "DEVELOPMENT=true")); err != nil {
		t.Errorf("in development: %v", err)
	}
}
