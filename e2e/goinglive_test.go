package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/testkit/repository"
)

// A shell is one in which a person enters one command after another.
type shell struct {
	dir string
	in  io.Writer
	out *bufio.Reader
	n   int
}

// openShell opens bash in a folder; it ends with t, or after the time that a guide may take.
func openShell(t *testing.T, dir string) *shell {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	cmd := exec.CommandContext(ctx, "bash", "-s")
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = in.Close()
		_ = cmd.Wait() // it has been stopped
	})
	s := &shell{dir: dir, in: in, out: bufio.NewReader(out)}
	s.enter(t, `set -euo pipefail; curl() { command curl --fail-with-body "$@"; }`)
	return s
}

// enter enters a command, which must succeed, and returns its output.
func (s *shell) enter(t *testing.T, command string) string {
	t.Helper()
	s.n++
	file := filepath.Join(s.dir, fmt.Sprint("out.", s.n))
	if _, err := fmt.Fprintf(s.in, "{\n%s\n} >%s 2>&1 </dev/null\necho done\n", command, file); err != nil {
		t.Fatal(err)
	}
	_, ended := s.out.ReadString('\n')
	output, err := os.ReadFile(file)
	if ended != nil || err != nil {
		t.Fatalf("%s\n%v %v: %s", command, ended, err, output)
	}
	return string(output)
}

// link is next_action.url of an answer.
func link(t *testing.T, answer string) string {
	t.Helper()
	var a struct {
		NextAction struct{ URL string } `json:"next_action"`
	}
	if err := json.Unmarshal([]byte(answer), &a); err != nil || a.NextAction.URL == "" {
		t.Fatalf("%v: %s", err, answer)
	}
	return a.NextAction.URL
}

// followGoingLive enters the commands of docs/going-live.md as they are, in a folder that has what they name, and is
// the people between them.
func followGoingLive(t *testing.T, s *system, live walk.Live, providers, examples string) {
	t.Helper()
	raw, err := repository.Read("docs/going-live.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, target := range map[string]string{procs.PartnerConnect: programs(t), "bank": examples} {
		if err := os.MkdirAll(filepath.Join(dir, ".bin"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(target, name), filepath.Join(dir, ".bin", name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".devstack"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".devstack", "env"), []byte(s.Env.Shell()+providers), 0o600); err != nil {
		t.Fatal(err)
	}
	bash := openShell(t, dir)
	people := map[string]func(output string) error{ // who act after a command, by what it has
		"/finalize": func(output string) error {
			return live.Merchant(t.Context(), link(t, output), "ada@example.com", "+48600100200")
		},
		"POST /payments -H": func(output string) error { return live.Payer(t.Context(), link(t, output)) },
		"/refunds -H": func(string) error {
			return live.Arrive(t.Context(),
				strings.TrimSpace(bash.enter(t, "echo $REFUND")))
		},
	}
	for _, c := range commands("going-live", string(raw)) {
		output := bash.enter(t, c.shell)
		if c.output != "" {
			c.compare(t, output)
		}
		for part, act := range people {
			if !strings.Contains(c.shell, part) {
				continue
			}
			if err := act(output); err != nil {
				t.Fatalf("after %s: %v", c.name, err)
			}
			delete(people, part)
		}
	}
	for part := range people {
		t.Errorf("no command has %s", part)
	}
	if t.Failed() {
		return
	}
	if got := bash.enter(t, "partner GET /merchants/$REF/balance"); !strings.Contains(got, `"available":0`) {
		t.Errorf("after the payout: %s", got)
	}
}

var (
	shBlock    = regexp.MustCompile("(?s)\n```sh\n(.*?)\n```")
	assignment = regexp.MustCompile(`\b([A-Z][A-Z_]+)=`)
	setting    = regexp.MustCompile("`([A-Z][A-Z_]+)`")
)

// unbounded is a shell loop that ends with its condition only.
var unbounded = regexp.MustCompile(`(?m)\buntil\b.*;\s*do\b`)

// No document waits without a bound. When this guide waits for what does not come, a message names it.
func TestGuidesWaitWithABound(t *testing.T) {
	t.Parallel()
	top, err := repository.Path(".")
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	names, err := fs.Glob(root.FS(), "*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"docs/*.md", "docs/guides/*.md", "sdk/*/README.md", "examples/*/README.md"} {
		more, err := fs.Glob(root.FS(), pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, more...)
	}
	for _, name := range names {
		raw, err := root.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, loop := range unbounded.FindAllString(string(raw), -1) {
			t.Errorf("%s waits without a bound: %s", name, loop)
		}
	}
	raw, err := root.ReadFile("docs/going-live.md")
	if err != nil {
		t.Fatal(err)
	}
	functions := strings.Replace(commands("going-live", string(raw))[0].shell, "source .devstack/env\n", "", 1)
	script := functions + `
sleep() { :; }
first() { echo '{"status":"open"}'; }
wait_for status open first && ! wait_for status paid first`
	out, err := exec.CommandContext(t.Context(), "bash", "-c", script).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "status paid first") {
		t.Errorf("%v: %s", err, out)
	}
}

// What the guide marks as for another shell or other hosts has the form of what there is: targets, folders and
// settings.
func TestGuideNamesWhatThereIs(t *testing.T) {
	read := func(name string) string {
		b, err := repository.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	guide, makefile, operations := read("docs/going-live.md"), read("Makefile"), read("docs/operations.md")
	blocks := shBlock.FindAllStringSubmatch(guide, -1)
	if len(blocks) != 3 {
		t.Fatalf("%d blocks are marked", len(blocks))
	}
	known := func(name string) bool { return strings.Contains(operations, "| `"+name+"` |") }
	for _, block := range blocks {
		for line := range strings.Lines(strings.ReplaceAll(block[1], "\\\n", " ")) {
			switch fields := strings.Fields(line); {
			case fields[0] == "make":
				if !strings.Contains(makefile, "\n"+fields[1]+":") {
					t.Errorf("there is no target %s", fields[1])
				}
			case strings.HasPrefix(line, "go build -o .bin/ "):
				folder, err := repository.Path(fields[4])
				if err == nil {
					_, err = os.Stat(folder)
				}
				if err != nil {
					t.Error(err)
				}
			case strings.HasSuffix(strings.TrimSpace(line), " .bin/partnerconnectd check-config"):
				for _, m := range assignment.FindAllStringSubmatch(line, -1) {
					if !known(strings.TrimSuffix(m[1], "_FILE")) {
						t.Errorf("there is no setting %s", m[1])
					}
				}
			default:
				t.Errorf("not known: %s", line)
			}
		}
	}
	for _, m := range setting.FindAllStringSubmatch(guide[strings.Index(guide, "## With yours"):], -1) {
		if !known(strings.TrimSuffix(m[1], "_FILE")) {
			t.Errorf("there is no setting %s", m[1])
		}
	}
}
