package app_test

import (
	"encoding/base64"
	"log/slog"
	"net"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
	"github.com/partnerline/partnerline/testkit/pgtest"
	"github.com/partnerline/partnerline/testkit/wait"
)

func mint() string { return apikey.Mint("pk_test_") }

// A program that migrates for itself starts on an empty database.
func TestMigrateAtStart(t *testing.T) {
	t.Parallel()
	cfg := config(t, pgtest.New(t))
	cfg.Migrate = true
	s := startWith(t, cfg)
	// Before gRPC gives up connecting.
	wait.Until(t, "it is ready", func() bool { return s.call("GET", s.admin+"/readyz", "", "").status == 200 })
	if a := s.call("GET", "/me", s.simple("a"), ""); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := s.call("GET", s.admin+"/readyz", "", ""); a.status != 200 {
		t.Errorf("ready: %d %s", a.status, a.body)
	}
	if a := s.call("GET", s.admin+"/metrics", "", ""); a.status != 200 ||
		!strings.Contains(a.body, "rpc_server_duration") {
		t.Errorf("metrics: %d", a.status)
	}
}

// The end of the context is a clean end, and all ports are closed after it.
func TestStopClosesAllPorts(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	if a := s.call("GET", "/me", key, ""); a.status != 200 {
		t.Fatalf("%d", a.status)
	}
	if err := s.stop(); err != nil {
		t.Errorf("ended with %v", err)
	}
	for _, url := range []string{s.url, s.admin} {
		if _, err := s.try("GET", url+"/", "", ""); err == nil {
			t.Errorf("%s still answers", url)
		}
	}
}

// A port that is taken is reported, and the ports that were open already are closed.
func TestPortTaken(t *testing.T) {
	t.Parallel()
	taken := listener(t)
	defer func() { _ = taken.Close() }()
	cfg := config(t, "postgres://localhost/x")
	_ = cfg.AdminListener.Close()
	cfg.AdminListener, cfg.AdminAddr = nil, taken.Addr().String()
	if err := app.Run(t.Context(), cfg, slog.New(slog.DiscardHandler)); err == nil ||
		!strings.Contains(err.Error(), cfg.AdminAddr) {
		t.Errorf("%v", err)
	}
	for _, l := range []net.Listener{cfg.HTTPListener, cfg.GRPCListener} {
		if err := l.Close(); err == nil {
			t.Errorf("%s was left open", l.Addr())
		}
	}
}

// What is known of a person is in no log, whether a call succeeds or fails.
func TestNoPersonalDataInLogs(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	s.call("POST", "/onboarding", key, strings.Replace(fullBody, "shop-1", "shop-2", 1)+"x")
	s.call("POST", "/onboarding", key,
		strings.Replace(strings.Replace(fullBody, "shop-1", "shop-3", 1), "kanarek@", "kanarek", 1))
	s.call("GET", "/onboarding/"+ref, key, "")
	s.exec(`UPDATE onboardings SET applicant = payout_account`)
	if a := s.call("GET", "/onboarding/"+ref, key, ""); a.status != 500 || a.text(t, "code") != "internal_error" ||
		strings.Contains(a.body, "keyring") {
		t.Errorf("a row that does not open: %d %s", a.status, a.body)
	}
	log := s.log.String()
	for _, canary := range []string{"anarek", "anarina", "600100200", "0000 0712", "109010140000071219812874",
		"1234563218", "anarkow", key} {
		if strings.Contains(log, canary) {
			t.Errorf("the log holds %s", canary)
		}
	}
	if !strings.Contains(log, `"level":"ERROR"`) || !strings.Contains(log, "keyring: cannot open") {
		t.Error("the cause of the 500 is not logged")
	}
}

// All faults are reported at once, and no secret with them.
func TestConfigFaults(t *testing.T) {
	t.Parallel()
	var cfg app.Config
	err := envconfig.Load(&cfg, []string{
		"DATABASE_URL=postgres://u:hunter2@host:port/x", "PUBLIC_BASE_URL=connect.example", "INTERNAL_TOKEN=short",
		"ENCRYPTION_KEYS=e1:c2hvcnQ=", "LINK_KEYS=l1", "IDENTITY_HASH_KEY=short", "SHUTDOWN_GRACE=-1s",
		"TRACE_SAMPLE_RATIO=2",
		"PAYMENT_ENGINE_GRPC=engine", "PAYMENT_ENGINE_TOKEN=short", "COMPANY_REGISTER_GRPC=register",
		"COMPANY_REGISTER_TOKEN=short", "CEIDG_URL=dane.example", "KRS_URL=krs.example",
		"BANK_RAIL_GRPC=rail", "BANK_RAIL_TOKEN=short", "BANK_DIR=/bank", "BANK_S3_ENDPOINT=http://s3.example",
		"IDENTITY_PROVIDER_GRPC=people", "IDENTITY_PROVIDER_TOKEN=short",
	})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{
		"DATABASE_URL", "PUBLIC_BASE_URL", "INTERNAL_TOKEN", "ENCRYPTION_KEYS", "LINK_KEYS", "IDENTITY_HASH_KEY",
		"SHUTDOWN_GRACE", "TRACE_SAMPLE_RATIO", "PAYMENT_ENGINE_GRPC", "PAYMENT_ENGINE_TOKEN",
		"IDENTITY_PROVIDER_GRPC: want", "IDENTITY_PROVIDER_TOKEN", "IDENTITY_PROVIDER_GRPC: needs WEBHOOKS_GRPC",
		"BANK_RAIL_GRPC: want", "BANK_RAIL_TOKEN", "BANK_DIR, BANK_S3_ENDPOINT, BANK_RAIL_GRPC: set one of them",
		"BANK_DIR, BANK_S3_ENDPOINT: set", "BANK_S3_BUCKET",
		"COMPANY_REGISTER_GRPC", "COMPANY_REGISTER_TOKEN", "CEIDG_URL", "CEIDG_TOKEN", "KRS_URL",
	} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named in: %v", name, err)
		}
	}
	for _, secret := range []string{"hunter2", "short", "c2hvcnQ="} {
		if strings.Contains(strings.ReplaceAll(err.Error(), "short key", ""), secret) {
			t.Errorf("%s is shown in: %v", secret, err)
		}
	}
	err = envconfig.Load(&app.Config{}, nil)
	for _, name := range []string{"DATABASE_URL", "PUBLIC_BASE_URL", "INTERNAL_TOKEN", "ENCRYPTION_KEYS", "LINK_KEYS",
		"IDENTITY_HASH_KEY"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named in: %v", name, err)
		}
	}
	for _, base := range []string{"https://a.example?x=1", "https://a.example#x", "https://u@a.example", "ftp://a.example",
		"https://", "a"} {
		cfg := app.Config{PublicBaseURL: base}
		if err := cfg.Validate(); !strings.Contains(err.Error(), "PUBLIC_BASE_URL") {
			t.Errorf("%s is accepted", base)
		}
	}
}

// What anybody could guess, and pages that anybody on the way could read, are refused all at once, unless the setting
// for development accepts them.
func TestGuessableConfigurationIsRefused(t *testing.T) {
	t.Parallel()
	zeros := base64.StdEncoding.EncodeToString(make([]byte, 32))
	environ := []string{
		"DATABASE_URL=postgres://u:p@localhost/x", "PUBLIC_BASE_URL=http://connect.example.org",
		"INTERNAL_TOKEN=changemechangeme",
		"ENCRYPTION_KEYS=e1:" + zeros, "LINK_KEYS=l1:" + zeros, "IDENTITY_HASH_KEY=" + zeros,
	}
	err := envconfig.Load(&app.Config{}, environ)
	for _, name := range []string{"PUBLIC_BASE_URL", "INTERNAL_TOKEN", "ENCRYPTION_KEYS", "LINK_KEYS",
		"IDENTITY_HASH_KEY"} {
		if err == nil || !strings.Contains(err.Error(), name+": ") {
			t.Errorf("%s is not reported: %v", name, err)
		}
	}
	if err := envconfig.Load(&app.Config{}, append(environ, "DEVELOPMENT=true")); err != nil {
		t.Errorf("in development: %v", err)
	}
	for _, base := range []string{"http://localhost:8080", "http://127.0.0.1", "http://[::1]:8080",
		"https://connect.example.org"} {
		err := envconfig.Load(&app.Config{}, append(environ, "PUBLIC_BASE_URL="+base))
		if err == nil || strings.Contains(err.Error(), "PUBLIC_BASE_URL") {
			t.Errorf("%s: %v", base, err)
		}
	}
}
