package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/adminclient"
	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/idp"
)

// A person signs in on the command line by a code that they enter in a browser, and each call has their name and roles.
func TestConsoleCommandLine(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := share(t, consoled)
	cache := filepath.Join(t.TempDir(), "login.json")
	admin := func(out io.Writer, args ...string) error {
		return adminclient.New("webhooks.v1")(t.Context(), command.Invocation{
			Program: "webhooksd", Args: args, Out: out, Environ: []string{
				"GRPC_ADDR=" + s.Env.VerificationGRPC, "OIDC_ISSUER=" + s.Identity.Issuer, "OIDC_CLI_CLIENT_ID=" + idp.CLIClientID,
				"CONSOLE_URL=" + s.Env.ConsoleURL, "LOGIN_CACHE=" + cache,
			},
		})
	}
	read, write := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := admin(write, "login")
		_ = write.CloseWithError(err)
		done <- err
	}()
	shown := make([]byte, 500)
	n, err := read.Read(shown)
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, read) }()
	found := regexp.MustCompile(`^Open (\S+) and enter the code (\S+)\n$`).FindStringSubmatch(string(shown[:n]))
	if found == nil {
		t.Fatalf("%q", shown[:n])
	}
	v := newVisitor(t, browser, false)
	v.open(found[1])
	v.fill("user_code", found[2])
	v.click("#submit-login")
	v.signIn("support")
	v.says("Login Successful for Command line")
	if err := <-done; err != nil {
		t.Fatal(err)
	}

	allowed := func(t *testing.T) {
		t.Helper()
		var out strings.Builder
		if err := admin(&out, "get-backlog"); err != nil || !strings.Contains(out.String(), `"data"`) {
			t.Errorf("%s, %v", out.String(), err)
		}
	}
	load := func(t *testing.T) (stored map[string]any) {
		t.Helper()
		content, err := os.ReadFile(cache)
		if err == nil {
			err = json.Unmarshal(content, &stored)
		}
		if err != nil {
			t.Fatal(err)
		}
		return stored
	}
	t.Run("a method of the person's role", allowed)
	t.Run("a method of another role", func(t *testing.T) {
		err := admin(io.Discard, "create-tenant", "--id", "ten_cli", "--name", "By command", "--reason", "a new customer")
		if err == nil || !strings.Contains(err.Error(), "insufficient_role") {
			t.Error(err)
		}
	})
	t.Run("an ID token that ends is renewed", func(t *testing.T) {
		stored := load(t)
		stored["expires"] = time.Unix(0, 0).UTC()
		content, err := json.Marshal(stored)
		if err == nil {
			err = os.WriteFile(cache, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		allowed(t)
		if ends, _ := load(t)["expires"].(string); ends < time.Now().UTC().Format(time.RFC3339) {
			t.Errorf("nothing was renewed: the login ends at %s", ends)
		}
	})
	t.Run("tokens that the console refuses", func(t *testing.T) {
		id, _ := load(t)["id_token"].(string)
		parts := strings.Split(id, ".")
		call := map[string]any{"audience": "webhooks", "method": "/webhooks.v1.OperatorService/GetBacklog"}
		ask := func(bearer string, body any, want int) {
			t.Helper()
			apicall.Call(t, "POST", s.Env.ConsoleURL+"/api/tokens", bearer, body).Want(t, want)
		}
		ask(id, call, http.StatusOK)
		ask("", call, http.StatusUnauthorized)
		ask(parts[0]+"."+parts[1]+"."+strings.Repeat("A", len(parts[2])), call, http.StatusUnauthorized)
		ask(parts[0]+"."+parts[1]+".", call, http.StatusUnauthorized)
		ask(s.Env.InternalToken, call, http.StatusUnauthorized)
		ask(id, map[string]any{"audience": "elsewhere", "method": call["method"]}, http.StatusUnprocessableEntity)
		ask(id, map[string]any{"audience": "webhooks", "method": "GetBacklog"}, http.StatusUnprocessableEntity)
	})
	t.Run("after signing out", func(t *testing.T) {
		if err := admin(io.Discard, "logout"); err != nil {
			t.Fatal(err)
		}
		if err := admin(io.Discard, "get-backlog"); err == nil || !strings.Contains(err.Error(), "run admin login") {
			t.Error(err)
		}
	})
}
