package e2e

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/remitly-oss/httpsig-go"
	"github.com/remitly-oss/httpsig-go/keyman"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/partnerline/partnerline/sdk/go/verify"
	"github.com/partnerline/partnerline/testkit/receiver"
	"github.com/partnerline/partnerline/testkit/toolchain"
)

// A delivered is a request as a receiver got it, with what verifies it.
type delivered struct {
	receiver.Request
	URL, Secret string
	JWKS        []byte
}

// request is the request as net/http has it in a server.
func (d delivered) request(t *testing.T, change func(*http.Request)) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), d.Method, d.URL, bytes.NewReader(d.Body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = d.Header.Clone()
	if change != nil {
		change(r)
	}
	return r
}

// Live deliveries with all forms of signatures verify with other people's libraries for Go, JavaScript and Python and
// with our own, with the keys that are published; what was changed does not. Requests with both `v1` and `v1a` are read
// by the libraries of Standard Webhooks, which know `v1` only.
func TestOtherLibrariesVerifyPublicKeySignatures(t *testing.T) {
	t.Parallel()
	node, python := newNode(t), newPython(t)
	s := share(t, usual)
	r := receiver.New(t)
	const query = "?shop=7&name=%C5%81"
	url := r.URL() + "/hooks" + query
	status, body := s.api("POST", "/api/v1/webhooks", map[string]any{
		"url": url, "events": []string{"*"}, "signatures": []string{"hmac", "ed25519", "http_message"},
	})
	if status != http.StatusCreated {
		t.Fatalf("status %d: %v", status, body)
	}
	id := body["data"].(map[string]any)["id"].(string)
	d := delivered{URL: url, Secret: body["meta"].(map[string]any)["secret"].(string)}
	_, keys := s.api("GET", "/api/v1/signing-keys", nil)
	d.JWKS = []byte(get(t, keys["data"].(map[string]any)["jwks_url"].(string)))
	s.send(id, 1)
	d.Request = r.WaitFor(t, 1)[0]

	for _, c := range []struct {
		name   string
		change func(*delivered)
		valid  bool
	}{
		{"as it came", func(*delivered) {}, true},
		{"another body", func(d *delivered) { d.Body = append(bytes.Clone(d.Body), ' ') }, false},
		{"another path", func(d *delivered) { d.URL = r.URL() + "/other" + query }, false},
		{"another query", func(d *delivered) { d.URL = r.URL() + "/hooks?shop=8" }, false},
		{"another id", func(d *delivered) {
			d.Header = d.Header.Clone()
			d.Header.Set("X-Webhook-Id", "dlv_1")
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := d
			c.change(&d)
			for name, err := range map[string]error{
				"our library": ownMessage(t, d), "httpsig-go": httpsigGo(t, d),
				"http-message-signatures of Python": python.message(t, d),
			} {
				if (err == nil) != c.valid {
					t.Errorf("%s: %v, want success %t", name, err, c.valid)
				}
			}
			// The library for JavaScript leaves the digest of the body to its caller.
			if err := node.message(t, d); (err == nil) != (c.valid || c.name == "another body") {
				t.Errorf("http-message-signatures of JavaScript: %v", err)
			}
			if c.name == "as it came" || c.name == "another body" {
				for name, err := range map[string]error{
					"our library, v1a": ownEd25519(t, d), "our library, v1": ownHMAC(t, d), "Standard Webhooks for Go": official(t, d),
					"Standard Webhooks for JavaScript": node.verify(d.Secret, d.Header, d.Body),
					"Standard Webhooks for Python":     python.hmac(t, d),
				} {
					if (err == nil) != c.valid {
						t.Errorf("%s: %v, want success %t", name, err, c.valid)
					}
				}
			}
		})
	}
}

func own(t *testing.T, d delivered) *verify.PublicVerifier {
	t.Helper()
	keys, err := verify.ParseJWKS(d.JWKS)
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.NewPublic(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func ownMessage(t *testing.T, d delivered) error {
	t.Helper()
	return own(t, d).Message(d.request(t, nil), d.Body)
}

func ownEd25519(t *testing.T, d delivered) error {
	t.Helper()
	return own(t, d).Request(d.Header, d.Body)
}

func ownHMAC(t *testing.T, d delivered) error {
	t.Helper()
	v, err := verify.New(d.Secret)
	if err != nil {
		t.Fatal(err)
	}
	return v.Request(d.Header, d.Body)
}

func official(t *testing.T, d delivered) error {
	t.Helper()
	w, err := standardwebhooks.NewWebhook(d.Secret)
	if err != nil {
		t.Fatal(err)
	}
	return w.Verify(d.Body, d.Header)
}

// jwks is what the tests read of a JWKS.
type jwks struct {
	Keys []map[string]string `json:"keys"`
}

func (d delivered) keys(t *testing.T) jwks {
	t.Helper()
	var set jwks
	if err := json.Unmarshal(d.JWKS, &set); err != nil {
		t.Fatal(err)
	}
	return set
}

func httpsigGo(t *testing.T, d delivered) error {
	t.Helper()
	keys := map[string]httpsig.KeySpec{}
	for _, k := range d.keys(t).Keys {
		raw, err := base64.RawURLEncoding.DecodeString(k["x"])
		if err != nil {
			t.Fatal(err)
		}
		keys[k["kid"]] = httpsig.KeySpec{KeyID: k["kid"], Algo: httpsig.Algo_ED25519, PubKey: ed25519.PublicKey(raw)}
	}
	_, err := httpsig.Verify(d.request(t, nil), keyman.NewKeyFetchInMemory(keys), httpsig.VerifyProfile{
		SignatureLabel:    "sig1",
		AllowedAlgorithms: []httpsig.Algorithm{httpsig.Algo_ED25519},
		RequiredFields:    httpsig.Fields("@method", "@authority", "@path", "content-digest", "x-webhook-id"),
		RequiredMetadata:  []httpsig.Metadata{httpsig.MetaCreated, httpsig.MetaKeyID, httpsig.MetaTag},
	})
	return err
}

// lowered are headers by their names in lower case.
func lowered(h http.Header) map[string]string {
	out := map[string]string{}
	for k := range h {
		out[strings.ToLower(k)] = h.Get(k)
	}
	return out
}

// message verifies with the library http-message-signatures for JavaScript.
func (n *node) message(t *testing.T, d delivered) error {
	t.Helper()
	in, err := json.Marshal(map[string]any{
		"keys": d.keys(t).Keys, "method": d.Method, "url": d.URL, "headers": lowered(d.Header),
	})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "message.js")
	cmd.Dir, cmd.Stdin = n.dir, bytes.NewReader(in)
	return cmd.Run()
}

// python runs the libraries for Python.
type python struct{ dir string }

func newPython(t *testing.T) *python {
	t.Helper()
	toolchain.Needs(t, "Python")
	p := &python{t.TempDir()}
	for _, f := range []string{"requirements.txt", "verify.py"} {
		b, err := os.ReadFile(filepath.Join("testdata", "python", f))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(p.dir, f), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range [][]string{
		{"python3", "-m", "venv", "venv"},
		{"venv/bin/pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", "requirements.txt"},
	} {
		cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
		cmd.Dir = p.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s: install Python 3.10 or newer with venv (Debian: apt install python3-venv)", command, err, out)
		}
	}
	return p
}

func (p *python) run(t *testing.T, d delivered) map[string]string {
	t.Helper()
	in, err := json.Marshal(map[string]any{
		"secret": d.Secret, "keys": d.keys(t).Keys, "method": d.Method, "url": d.URL,
		"headers": lowered(d.Header), "body": string(d.Body),
	})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(p.dir, "venv/bin/python"), "verify.py")
	var errors strings.Builder
	cmd.Dir, cmd.Stdin, cmd.Stderr = p.dir, bytes.NewReader(in), &errors
	raw, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errors.String())
	}
	var out map[string]string
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return out
}

// refused is why a library refuses a request.
type refused string

func (r refused) Error() string { return string(r) }

func asError(text string) error {
	if text == "" {
		return nil
	}
	return refused(text)
}

func (p *python) message(t *testing.T, d delivered) error {
	t.Helper()
	return asError(p.run(t, d)["http_message"])
}

func (p *python) hmac(t *testing.T, d delivered) error {
	t.Helper()
	return asError(p.run(t, d)["hmac"])
}
