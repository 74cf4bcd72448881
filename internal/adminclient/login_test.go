package adminclient

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/mtls"
)

// A world is an identity provider and a console, which answer as a test sets.
type world struct {
	*httptest.Server
	fault   string        // of the provider's token endpoint; empty: it gives tokens
	lives   time.Duration // of an ID token
	expires int           // of a code, in seconds
	console int           // status of the console
	grants  []string      // asked for
	asked   string        // of the console
	bearer  string        // likewise
}

func newWorld(t *testing.T) (w *world, environ []string) {
	t.Helper()
	w = &world{lives: time.Hour, expires: 60, console: http.StatusOK}
	reply := func(rw http.ResponseWriter, status int, body any) {
		rw.Header().Set("Content-Type", "application/json")
		rw.WriteHeader(status)
		_ = json.NewEncoder(rw).Encode(body)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(rw http.ResponseWriter, _ *http.Request) {
		reply(rw, http.StatusOK, map[string]string{"issuer": w.URL, "device_authorization_endpoint": w.URL + "/device",
			"token_endpoint": w.URL + "/token"})
	})
	mux.HandleFunc("POST /device", func(rw http.ResponseWriter, _ *http.Request) {
		reply(rw, http.StatusOK, map[string]any{"device_code": "d", "user_code": "ABCD\x1b[2J",
			"verification_uri": w.URL + "/enter", "interval": 1, "expires_in": w.expires})
	})
	mux.HandleFunc("POST /token", func(rw http.ResponseWriter, r *http.Request) {
		w.grants = append(w.grants, r.FormValue("grant_type"))
		if w.fault != "" {
			reply(rw, http.StatusBadRequest, map[string]string{"error": w.fault})
			return
		}
		claims := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"exp":%d}`, time.Now().Add(w.lives).Unix()))
		reply(rw, http.StatusOK, map[string]string{"access_token": "a", "token_type": "bearer", "refresh_token": "r",
			"id_token": "h." + claims + ".s"})
	})
	mux.HandleFunc("POST /api/tokens", func(rw http.ResponseWriter, r *http.Request) {
		var in map[string]string
		_ = json.NewDecoder(r.Body).Decode(&in)
		w.asked, w.bearer = in["audience"]+in["method"], r.Header.Get("Authorization")
		reply(rw, w.console, map[string]string{"token": token, "detail": "sign in again"})
	})
	w.Server = httptest.NewServer(mux)
	t.Cleanup(w.Close)
	return w, []string{"OIDC_ISSUER=" + w.URL, "OIDC_CLI_CLIENT_ID=cli", "CONSOLE_URL=" + w.URL,
		"LOGIN_CACHE=" + filepath.Join(t.TempDir(), "partnerline", "login.json")}
}

func cacheOf(environ []string) string { return strings.TrimPrefix(environ[3], "LOGIN_CACHE=") }

func TestLogin(t *testing.T) {
	_, addr := serve(t, mtls.Config{})
	w, environ := newWorld(t)
	call := func() (string, error) {
		return admin(t, environ, "create-tenant", "--address", addr, "--id", "ten_x", "--name", "X", "--reason",
			"a new customer")
	}
	_, err := call()
	wantParts(t, err, "run admin login")
	out, err := admin(t, environ, "login")
	if err != nil || !strings.Contains(out, "Open "+w.URL+`/enter and enter the code ABCD\x1b[2J`) ||
		!strings.Contains(out, "signed in") {
		t.Fatalf("%q, %v", out, err)
	}
	if info, err := os.Stat(cacheOf(environ)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if out, err := call(); err != nil || !strings.Contains(out, `"ten_x"`) {
		t.Errorf("%s, %v", out, err)
	}
	if w.asked != "webhooks/webhooks.v1.OperatorService/CreateTenant" || !strings.HasPrefix(w.bearer, "Bearer h.") ||
		len(w.grants) != 1 {
		t.Errorf("asked for %q by %q, grants %q", w.asked, w.bearer, w.grants)
	}
	w.console = http.StatusUnauthorized
	_, err = call()
	wantParts(t, err, "CONSOLE_URL", "401", "sign in again")
	if err := os.Chmod(cacheOf(environ), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = call()
	wantParts(t, err, "others can read it")
	for range 2 {
		if out, err := admin(t, environ, "logout"); err != nil || !strings.Contains(out, "signed out") {
			t.Errorf("%s, %v", out, err)
		}
	}
	_, err = call()
	wantParts(t, err, "run admin login")
}

func TestLoginIsRenewed(t *testing.T) {
	_, addr := serve(t, mtls.Config{})
	w, environ := newWorld(t)
	w.lives = time.Second
	if _, err := admin(t, environ, "login"); err != nil {
		t.Fatal(err)
	}
	call := func() error {
		_, err := admin(t, environ, "create-tenant", "--address", addr, "--id", "ten_x", "--name", "X")
		return err
	}
	if err := call(); err != nil || len(w.grants) != 2 || w.grants[1] != "refresh_token" {
		t.Errorf("%v, grants %q", err, w.grants)
	}
	w.fault = "invalid_grant"
	wantParts(t, call(), "session at the identity provider has ended")
	w.Close()
	wantParts(t, call(), "cannot reach the identity provider")
}

func TestLoginFails(t *testing.T) {
	for name, c := range map[string]struct {
		fault   string
		expires int
		want    string
	}{
		"denied":            {"access_denied", 60, "denied"},
		"expired there":     {"expired_token", 60, "the code has expired"},
		"expired here":      {"authorization_pending", 1, "the code has expired"},
		"an unknown client": {"invalid_client", 60, "invalid_client"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, environ := newWorld(t)
			w.fault, w.expires = c.fault, c.expires
			_, err := admin(t, environ, "login")
			wantParts(t, err, c.want)
			if _, err := os.Stat(cacheOf(environ)); err == nil {
				t.Error("a login is stored")
			}
		})
	}
	for name, c := range map[string]struct{ change, want string }{
		"no issuer":            {"OIDC_ISSUER=", "OIDC_ISSUER"},
		"an issuer in clear":   {"OIDC_ISSUER=http://id.example.com", "OIDC_ISSUER"},
		"a console in clear":   {"CONSOLE_URL=http://console.example.com", "CONSOLE_URL"},
		"no client":            {"OIDC_CLI_CLIENT_ID=", "OIDC_CLI_CLIENT_ID"},
		"the provider is away": {"OIDC_ISSUER=http://127.0.0.1:1", "cannot reach the identity provider"},
	} {
		t.Run(name, func(t *testing.T) {
			_, environ := newWorld(t)
			for i := range environ {
				if key, _, _ := strings.Cut(c.change, "="); strings.HasPrefix(environ[i], key+"=") {
					environ[i] = c.change
				}
			}
			_, err := admin(t, environ, "login")
			wantParts(t, err, c.want)
		})
	}
	t.Run("another issuer", func(t *testing.T) {
		w, _ := newWorld(t)
		_, err := signIn{Issuer: w.URL + "/", ClientID: "cli"}.discover(context.Background())
		wantParts(t, err, "OIDC_ISSUER")
	})
}
