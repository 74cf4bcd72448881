package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/partnerline/partnerline/sdk/go/verify"
	"github.com/partnerline/partnerline/testkit/receiver"
	"github.com/partnerline/partnerline/testkit/toolchain"
)

// Live deliveries verify with the official libraries for Go and JavaScript, and with our own, before, during and after
// a rotation of the secret.
func TestOfficialLibrariesVerifyDeliveries(t *testing.T) {
	t.Parallel()
	node := newNode(t)
	s := share(t, usual)
	r := receiver.New(t)
	id, first := s.endpoint(r.URL())

	check := func(x receiver.Request, secret string, want bool) {
		t.Helper()
		official, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		own, err := verify.New(secret)
		if err != nil {
			t.Fatal(err)
		}
		for name, got := range map[string]error{
			"the library for Go":         official.Verify(x.Body, x.Header),
			"our own":                    own.Request(x.Header, x.Body),
			"the library for JavaScript": node.verify(secret, x.Header, x.Body),
		} {
			t.Run(name, func(t *testing.T) {
				if (got == nil) != want {
					t.Errorf("%v, want success %t", got, want)
				}
			})
		}
	}
	rotate := func(overlap int) string {
		t.Helper()
		status, body := s.api("POST", "/api/v1/webhooks/"+id+"/rotate-secret", map[string]any{"overlap_seconds": overlap})
		if status != http.StatusOK {
			t.Fatalf("status %d: %v", status, body)
		}
		return body["meta"].(map[string]any)["secret"].(string)
	}

	s.send(id, 1)
	one := r.WaitFor(t, 1)[0]
	check(one, first, true)
	one.Body = append(one.Body, ' ')
	check(one, first, false)

	sent := 1
	signed := func(secret string) (x receiver.Request) { // dispatchers know of a rotation within a second
		own, err := verify.New(secret)
		if err != nil {
			t.Fatal(err)
		}
		s.eventually("a delivery is signed with the new secret", func() bool {
			s.send(id, 1)
			sent++
			x = r.WaitFor(t, sent)[sent-1]
			return own.Request(x.Header, x.Body) == nil
		})
		return x
	}
	second := rotate(3600)
	both := signed(second)
	check(both, first, true)
	check(both, second, true)

	third := rotate(0)
	last := signed(third)
	check(last, third, true)
	check(last, second, false)
	check(last, first, false)
}

// node runs the JavaScript library.
type node struct {
	t   *testing.T
	dir string
}

func newNode(t *testing.T) *node {
	t.Helper()
	toolchain.Needs(t, "Node.js")
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("%s is missing: install Node.js 20 or newer (Debian: apt install nodejs npm; macOS: brew install node)",
				tool)
		}
	}
	n := &node{t, t.TempDir()}
	for _, f := range []string{"package.json", "verify.js", "message.js"} {
		b, err := os.ReadFile(filepath.Join("testdata", "javascript", f))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(n.dir, f), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "npm", "install", "--no-package-lock", "--no-audit", "--no-fund",
		"--ignore-scripts", "--prefer-offline")
	cmd.Dir = n.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("npm install: %v\n%s", err, out)
	}
	return n
}

func (n *node) verify(secret string, h http.Header, body []byte) error {
	n.t.Helper()
	headers := map[string]string{}
	for k := range h {
		headers[strings.ToLower(k)] = h.Get(k)
	}
	in, err := json.Marshal(map[string]any{"secret": secret, "headers": headers, "body": string(body)})
	if err != nil {
		n.t.Fatal(err)
	}
	cmd := exec.CommandContext(n.t.Context(), "node", "verify.js")
	cmd.Dir, cmd.Stdin = n.dir, bytes.NewReader(in)
	out, err := cmd.Output()
	if err == nil && string(out) != "verification.test" {
		n.t.Errorf("the JavaScript library read an event of type %q", out)
	}
	return err
}
