package e2e

import (
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/partnerline/partnerline/docs/guides"
	"github.com/partnerline/partnerline/testkit/toolchain"
)

// snippets are the functions of the guide to signatures. Those of languages that the tests need anyway are always run, others where their
// toolchain is; the rest are checked by eye, for the reason given.
var snippets = []struct {
	language string
	driver   string   // in testdata/signatures; the snippet replaces its line `snippet`
	as       string   // name of the file that is run; empty: the driver's
	build    []string // before it is run
	run      []string
	optional bool
	byEye    string
}{
	{language: "go", driver: "driver.go.txt", as: "driver.go", build: []string{"go", "build", "-o", "driver", "driver.go"}, run: []string{"./driver"}},
	{language: "javascript", driver: "driver.mjs", run: []string{"node", "driver.mjs"}},
	{language: "python", driver: "driver.py", run: []string{"python3", "driver.py"}, optional: true},
	{language: "bash", driver: "driver.sh", run: []string{"bash", "driver.sh"}},
	{language: "java", driver: "Driver.java", build: []string{"javac", "Driver.java"}, run: []string{"java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "Driver"}, optional: true},
	{language: "ruby", driver: "driver.rb", run: []string{"ruby", "driver.rb"}, optional: true},
	{language: "php", driver: "driver.php", run: []string{"php", "driver.php"}, optional: true},
	{language: "rust", byEye: "its crates would have to be fetched and built"},
	{language: "csharp", byEye: "its toolchain is larger than all the others together"},
}

func TestSnippetsVerifySignatures(t *testing.T) {
	t.Parallel()
	guide, err := guides.Files.ReadFile("signatures.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range snippets {
		code := block(string(guide), s.language)
		if code == "" {
			t.Errorf("the guide has nothing in %s", s.language)
			continue
		}
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

// block is the first block of code in a language.
func block(markdown, language string) string {
	_, rest, _ := strings.Cut(markdown, "```"+language+"\n")
	code, _, _ := strings.Cut(rest, "\n```")
	return code
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
