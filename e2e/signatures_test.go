package e2e

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/partnerline/partnerline/docs/guides"
	"github.com/partnerline/partnerline/internal/signature"
	"github.com/partnerline/partnerline/testkit/toolchain"
)

// snippets are the functions of the guide to signatures. Those of languages that the tests need anyway are always run,
// others where their toolchain is; the rest are checked by eye, for the reason given.
var snippets = []struct {
	language string
	driver   string   // in testdata/signatures; the snippet replaces its line `snippet`
	as       string   // name of the file that is run; empty: the driver's
	build    []string // before it is run
	run      []string
	optional bool
	byEye    string
}{
	{language: "go", driver: "driver.go.txt", as: "driver.go", build: []string{"go", "build", "-o", "driver", "driver.go"},
		run: []string{"./driver"}},
	{language: "javascript", driver: "driver.mjs", run: []string{"node", "driver.mjs"}},
	{language: "python", driver: "driver.py", run: []string{"python3", "driver.py"}, optional: true},
	{language: "bash", driver: "driver.sh", run: []string{"bash", "driver.sh"}},
	{language: "java", driver: "Driver.java", build: []string{"javac", "Driver.java"},
		run: []string{"java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "Driver"}, optional: true},
	{language: "ruby", driver: "driver.rb", run: []string{"ruby", "driver.rb"}, optional: true},
	{language: "php", driver: "driver.php", run: []string{"php", "driver.php"}, optional: true},
	{language: "rust", byEye: "its crates would have to be fetched and built"},
	{language: "csharp", byEye: "its toolchain is larger than all the others together"},
}

// publicSnippets are the functions for the forms with a public key, which are behind those of hmac: the second and the
// third of each language. They verify what the sender's own code signs, which other people's libraries verify in
// TestOtherLibrariesVerifyPublicKeySignatures.
var publicSnippets = []struct {
	language, driver, message string // in testdata/signatures
	as                        string // name of the file that is run
	build                     []string
	run                       []string
	optional                  bool
}{
	{
		language: "go", driver: "ed25519.go.txt", message: "message.go.txt", as: "driver.go",
		build: []string{"go", "build", "-o", "driver", "driver.go"}, run: []string{"./driver"},
	},
	{
		language: "javascript", driver: "driver.mjs", message: "message.mjs", as: "driver.mjs",
		run: []string{"node", "driver.mjs"},
	},
	{language: "python", driver: "driver.py", message: "message.py", as: "driver.py"}, // with the Python of newPython
	{
		language: "java", driver: "Driver.java", message: "Message.java", as: "Driver.java",
		build: []string{"javac", "Driver.java"}, optional: true,
		run: []string{"java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "Driver"},
	},
}

func TestSnippetsVerifyPublicKeySignatures(t *testing.T) {
	t.Parallel()
	guide, err := guides.Files.ReadFile("public-keys.md")
	if err != nil {
		t.Fatal(err)
	}
	python := newPython(t)
	for _, s := range publicSnippets {
		if s.run != nil {
			if _, err := exec.LookPath(s.run[0]); err != nil && s.optional {
				t.Logf("%s: there is no %s here, so its snippets are not run", s.language, s.run[0])
				continue
			}
		} else {
			s.run = []string{filepath.Join(python.dir, "venv/bin/python"), s.as}
		}
		code := blocks(string(guide), s.language)
		if len(code) != 2 {
			t.Errorf("the guide has %d functions in %s, want one for each form", len(code), s.language)
			continue
		}
		for i, form := range []struct {
			name, driver string
			check        func(t *testing.T, verify func(args ...string) string)
		}{{"ed25519", s.driver, checkEd25519Snippet}, {"http_message", s.message, checkMessageSnippet}} {
			t.Run(s.language+"/"+form.name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				driver, err := os.ReadFile(filepath.Join("testdata", "signatures", form.driver))
				if err != nil {
					t.Fatal(err)
				}
				source := regexp.MustCompile(`(?m)^[ /#]*snippet$`).ReplaceAllLiteralString(string(driver), code[i])
				if err := os.WriteFile(filepath.Join(dir, s.as), []byte(source), 0o600); err != nil {
					t.Fatal(err)
				}
				if s.build != nil {
					runIn(t, dir, s.build...)
				}
				form.check(t, func(args ...string) string { return runIn(t, dir, append(slices.Clone(s.run), args...)...) })
			})
		}
	}
}

// snippetPair is a key pair, with its public key as texts have it.
func snippetPair(t *testing.T, fill byte) (pair *signature.Pair, public string) {
	t.Helper()
	seed := bytes.Repeat([]byte{fill}, ed25519.SeedSize)
	pair, err := signature.NewPair("sgk_1", seed, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	key := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	return pair, "whpk_" + base64.StdEncoding.EncodeToString(key)
}

func checkEd25519Snippet(t *testing.T, verify func(args ...string) string) {
	t.Helper()
	const id, body = "dlv_01kf3m8x7q9c4r5t6v7w8y9z0a", `{"city":"Łódź","n":1}`
	pair, public := snippetPair(t, 1)
	other, _ := snippetPair(t, 2)
	now := time.Now().Unix()
	good, foreign := pair.Sign(id, now, []byte(body)), other.Sign(id, now, []byte(body))
	for _, c := range []struct {
		name, signatures, body string
		at                     int64
		want                   string
	}{
		{"valid", good, body, now, "true"},
		{"behind others", "v1,AAAA " + foreign + " " + good, body, now, "true"},
		{"another body", good, body + " ", now, "false"},
		{"another key", foreign, body, now, "false"},
		{"an HMAC only", "v1,AAAA", body, now, "false"},
		{"ten minutes old", pair.Sign(id, now-600, []byte(body)), body, now - 600, "false"},
		{"ten minutes ahead", pair.Sign(id, now+600, []byte(body)), body, now + 600, "false"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := verify(public, id, strconv.FormatInt(c.at, 10), c.signatures, c.body); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// A sentMessage is a request with an HTTP message signature.
type sentMessage struct {
	method, host, target, body string
	headers                    map[string]string
}

func checkMessageSnippet(t *testing.T, verify func(args ...string) string) {
	t.Helper()
	const body = `{"city":"Łódź","n":1}`
	pair, public := snippetPair(t, 1)
	other, _ := snippetPair(t, 2)
	now := time.Now()
	u, err := url.Parse("https://Shop.example.com/hooks%2Fa?shop=7&x=%20")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		pair   *signature.Pair
		at     time.Time
		omit   string // a component that is not covered
		shaped bool   // with a header that a shape adds
		change func(*sentMessage)
		want   string
	}{
		{name: "valid", want: "true"},
		{name: "with a header of a shape", shaped: true, want: "true"},
		{name: "another header of a shape", shaped: true, want: "false",
			change: func(m *sentMessage) { m.headers["ce-id"] = "evt_2" }},
		{name: "another key", pair: other, want: "false"},
		{name: "ten minutes old", at: now.Add(-10 * time.Minute), want: "false"},
		{name: "ten minutes ahead", at: now.Add(10 * time.Minute), want: "false"},
		{name: "the digest is not covered", omit: "content-digest", want: "false"},
		{name: "the id is not covered", omit: "x-webhook-id", want: "false"},
		{name: "another body", change: func(m *sentMessage) { m.body += " " }, want: "false"},
		{name: "another method", change: func(m *sentMessage) { m.method = "PUT" }, want: "false"},
		{name: "another host", change: func(m *sentMessage) { m.host = "other.example.com" }, want: "false"},
		{name: "another query", change: func(m *sentMessage) { m.target = "/hooks%2Fa?shop=8" }, want: "false"},
		{name: "another id", change: func(m *sentMessage) { m.headers["x-webhook-id"] = "dlv_2" }, want: "false"},
	} {
		t.Run(c.name, func(t *testing.T) {
			headers := map[string]string{
				"content-digest": signature.ContentDigest([]byte(body)), "content-type": "application/json",
				"x-webhook-id": "dlv_1", "x-webhook-event": "verification.test", "x-webhook-attempt": "1",
			}
			if c.shaped {
				headers["ce-id"] = "evt_1"
			}
			components := signature.Derived(u)
			for _, name := range slices.Sorted(maps.Keys(headers)) {
				if name != c.omit {
					components = append(components, signature.Component{Name: name, Value: headers[name]})
				}
			}
			signer, at := pair, now
			if c.pair != nil {
				signer = c.pair
			}
			if !c.at.IsZero() {
				at = c.at
			}
			headers["signature-input"], headers["signature"] = signer.SignMessage(components, at.Unix())
			m := &sentMessage{"POST", u.Host, u.RequestURI(), body, headers}
			if c.change != nil {
				c.change(m)
			}
			args := []string{public, m.method, m.host, m.target, m.body}
			for _, name := range slices.Sorted(maps.Keys(headers)) {
				args = append(args, name, headers[name])
			}
			if got := verify(args...); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// blocks are the blocks of code in a language.
func blocks(markdown, language string) (list []string) {
	for {
		_, rest, found := strings.Cut(markdown, "```"+language+"\n")
		if !found {
			return list
		}
		code, after, _ := strings.Cut(rest, "\n```")
		list, markdown = append(list, code), after
	}
}

func TestSnippetsVerifySignatures(t *testing.T) {
	t.Parallel()
	guide, err := guides.Files.ReadFile("signatures.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range snippets {
		all := blocks(string(guide), s.language)
		if len(all) == 0 {
			t.Errorf("the guide has nothing in %s", s.language)
			continue
		}
		code := all[0]
		if s.byEye != "" {
			t.Logf("%s: checked by eye: %s", s.language, s.byEye)
			continue
		}
		if _, err := exec.LookPath(s.run[0]); err != nil && s.optional {
			t.Logf("%s: there is no %s here, so its snippet is not run", s.language, s.run[0])
			continue
		}
		t.Run(s.language, func(t *testing.T) {
			t.Parallel()
			if s.language != "go" && s.language != "bash" {
				toolchain.Needs(t, s.run[0])
			}
			dir := t.TempDir()
			driver, err := os.ReadFile(filepath.Join("testdata", "signatures", s.driver))
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(driver), "\n")
			for i, line := range lines {
				if strings.TrimLeft(line, " /#") == "snippet" {
					lines[i] = code
				}
			}
			name := s.driver
			if s.as != "" {
				name = s.as
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(lines, "\n")), 0o600); err != nil {
				t.Fatal(err)
			}
			if s.build != nil {
				runIn(t, dir, s.build...)
			}
			checkSnippet(t, func(args ...string) string { return runIn(t, dir, append(s.run, args...)...) })
		})
	}
}

// checkSnippet compares a function with what the official library signs.
func checkSnippet(t *testing.T, verify func(args ...string) string) {
	t.Helper()
	const id, body = "dlv_01kf3m8x7q9c4r5t6v7w8y9z0a", `{"city":"Łódź","n":1}`
	secret, other := newSecret(1), newSecret(2)
	sign := func(secret string, at time.Time) string {
		w, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		s, err := w.Sign(id, at, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	now := time.Now()
	for _, c := range []struct {
		name       string
		at         time.Time
		signatures string
		body       string
		want       string
	}{
		{"valid", now, sign(secret, now), body, "true"},
		{"during a rotation", now, sign(other, now) + " " + sign(secret, now), body, "true"},
		{"another body", now, sign(secret, now), body + " ", "false"},
		{"another secret", now, sign(other, now), body, "false"},
		{"ten minutes old", now.Add(-10 * time.Minute), sign(secret, now.Add(-10*time.Minute)), body, "false"},
		{"ten minutes ahead", now.Add(10 * time.Minute), sign(secret, now.Add(10*time.Minute)), body, "false"},
		{"no signature", now, "", body, "false"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := verify(secret, id, strconv.FormatInt(c.at.Unix(), 10), c.signatures, c.body); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	t.Run("a timestamp that is none", func(t *testing.T) {
		if got := verify(secret, id, "x", sign(secret, now), body); got != "false" {
			t.Errorf("%s, want false", got)
		}
	})
}

func newSecret(fill byte) string {
	return "whsec_" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat(string('a'+rune(fill)), 32)))
}

func runIn(t *testing.T, dir string, command ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var errors strings.Builder
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", command[:1], err, errors.String())
	}
	return string(out)
}
