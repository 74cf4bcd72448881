package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/docs/guides"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/repository"
	"github.com/partnerline/partnerline/testkit/toolchain"
)

// A shellCommand is a block of shell in a document, and what the document shows as its output.
type shellCommand struct {
	name   string
	shell  string
	output string // empty: none is shown
	text   bool   // the output is text, and not JSON
}

// commands are those of a document.
func commands(name, document string) []shellCommand {
	var out []shellCommand
	for i, part := range strings.Split(document, "\n```") {
		language, code, _ := strings.Cut(part, "\n")
		switch {
		case i%2 == 0: // text
		case language == "bash":
			out = append(out, shellCommand{name: fmt.Sprintf("%s %d", name, len(out)+1), shell: code})
		case (language == "json" || language == "text") && len(out) > 0 && out[len(out)-1].output == "":
			out[len(out)-1].output, out[len(out)-1].text = code, language == "text"
		}
	}
	return out
}

// The commands of the guides do what the guides say, in the order in which they are read.
func TestCommandsOfTheGuides(t *testing.T) {
	t.Parallel()
	toolchain.Needs(t, "Python")
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"))
	var all []shellCommand
	for _, name := range guides.Names {
		raw, err := guides.Files.ReadFile(name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, commands(name, string(raw))...)
	}
	if len(all) < 25 {
		t.Fatalf("the guides have %d commands", len(all))
	}
	checkCommands(t, s.Env.Shell()+"export PORT="+freePort(t)+"\n", all)
}

// So do those of the README, however long its receiver takes to start: the event comes with the first attempt.
func TestCommandsOfTheReadme(t *testing.T) {
	t.Parallel()
	toolchain.Needs(t, "Python")
	raw, err := repository.Read("README.md")
	if err != nil {
		t.Fatal(err)
	}
	s := share(t, usual)
	all := commands("README", strings.Replace(string(raw), "source .devstack/env\n", "", 1))
	if len(all) != 2 {
		t.Fatalf("the README has %d commands", len(all))
	}
	all = append(all, shellCommand{name: "the event", shell: `until grep X-Signature out.0; do sleep 0.1; done; kill %1`})
	slow := t.TempDir()
	python := "#!/bin/sh\nsleep 2\nPATH=${PATH#*:} exec python3 \"$@\"\n"
	if err := os.WriteFile(filepath.Join(slow, "python3"), []byte(python), 0o700); err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	runCommands(t, s.Env.Shell()+"export PORT="+port+" PATH=\""+slow+":$PATH\"\n", all)
	tenant := func(path string) map[string]any {
		return apicall.Call(t, "GET", s.Env.VerificationBaseURL+path, s.Env.VerificationAPIKey, nil).Body
	}
	for _, e := range tenant("/api/v1/webhooks")["data"].([]any) {
		endpoint := e.(map[string]any)
		if endpoint["url"] != "http://127.0.0.1:"+port+"/" {
			continue
		}
		s.eventually("the attempt is recorded", func() bool {
			delivery := tenant("/api/v1/webhooks/" + endpoint["id"].(string) + "/deliveries")["data"].([]any)[0].(map[string]any)
			if delivery["attempt_count"] == float64(2) {
				t.Fatal("the event came with the second attempt")
			}
			return delivery["status"] == "delivered"
		})
		return
	}
	t.Error("the endpoint of the README is not there")
}

// So do those of the page on gRPC.
func TestCommandsOfGRPC(t *testing.T) {
	t.Parallel()
	folder, err := repository.Path(".bin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "grpcurl")); err != nil {
		t.Fatal("there is no grpcurl: run 'make test-tools'")
	}
	raw, err := repository.Read("docs/grpc.md")
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"))
	all := commands("grpc", string(raw))
	if len(all) < 6 {
		t.Fatalf("the page has %d commands", len(all))
	}
	checkCommands(t, s.Env.Shell()+"PATH=\""+folder+":$PATH\"\n", all)
}

// checkCommands runs commands and compares their outputs with those that are shown.
func checkCommands(t *testing.T, environment string, all []shellCommand) {
	t.Helper()
	outputs := runCommands(t, environment, all)
	for i, c := range all {
		if c.output == "" {
			continue
		}
		t.Run(c.name, func(t *testing.T) { c.compare(t, outputs[i]) })
	}
}

// compare compares the output of a command with the one that is shown.
func (c shellCommand) compare(t *testing.T, output string) {
	t.Helper()
	if c.text {
		if got := strings.TrimSpace(output); got != c.output {
			t.Errorf("%s\nwant %s", got, c.output)
		}
		return
	}
	var want, got any
	if err := json.Unmarshal([]byte(c.output), &want); err != nil {
		t.Fatalf("the output that is shown: %v", err)
	}
	if err := json.Unmarshal([]byte(output), &got); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	for _, fault := range unlike("", want, got) {
		t.Error(fault)
	}
	if t.Failed() {
		t.Logf("got %s", output)
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	ln, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ln.Close() }()
	return strconv.Itoa(ln.Addr().(*net.TCPAddr).Port)
}

// runCommands runs commands in one shell and returns what each of them prints. Where no problem is shown as output, none may come.
func runCommands(t *testing.T, environment string, all []shellCommand) []string {
	t.Helper()
	dir := t.TempDir()
	var script strings.Builder
	script.WriteString(environment + "set -euo pipefail\ncurl() { command curl $EXPECT \"$@\"; }\n")
	for i, c := range all {
		expect := "--fail-with-body"
		if strings.Contains(c.output, `"code"`) {
			expect = ""
		}
		fmt.Fprintf(&script, "EXPECT=%s\necho '%s' >at\n{\n%s\n} >out.%d\n", expect, c.name, c.shell, i)
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-s")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(script.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		at, _ := os.ReadFile(filepath.Join(dir, "at"))
		t.Fatalf("%s: %v\n%s", bytes.TrimSpace(at), err, out)
	}
	outputs := make([]string, len(all))
	for i := range all {
		raw, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("out.%d", i)))
		if err != nil {
			t.Fatal(err)
		}
		outputs[i] = string(raw)
	}
	return outputs
}

// unlike lists what an output lacks of the one that is shown. Texts with digits or an ellipsis are ids, times and the like: any will do.
func unlike(at string, want, got any) (faults []string) {
	switch want := want.(type) {
	case map[string]any:
		members, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s is %v, want an object", at, got)}
		}
		for _, name := range slices.Sorted(maps.Keys(want)) {
			value, there := members[name]
			if !there {
				faults = append(faults, fmt.Sprintf("there is no %s/%s", at, name))
				continue
			}
			faults = append(faults, unlike(at+"/"+name, want[name], value)...)
		}
	case []any:
		items, ok := got.([]any)
		if !ok || len(items) < len(want) || len(want) == 0 && len(items) > 0 {
			return []string{fmt.Sprintf("%s is %v, want %d items, or more than these", at, got, len(want))}
		}
		for i := range want {
			faults = append(faults, unlike(fmt.Sprintf("%s/%d", at, i), want[i], items[i])...)
		}
	case string:
		text, ok := got.(string)
		if !ok || text == "" || text != want && !strings.ContainsAny(want, "0123456789") && !strings.Contains(want, "...") {
			return []string{fmt.Sprintf("%s is %v, want %q", at, got, want)}
		}
	default:
		if got != want {
			return []string{fmt.Sprintf("%s is %v, want %v", at, got, want)}
		}
	}
	return faults
}

func TestOutputsAreCompared(t *testing.T) {
	for name, c := range map[string]struct {
		want, got string
		faults    int
	}{
		"the same":                     {`{"a": "x", "n": [1, true]}`, `{"a": "x", "n": [1, true, 2], "more": null}`, 0},
		"another id":                   {`{"id": "evt_1", "url": "..."}`, `{"id": "evt_2", "url": "http://x"}`, 0},
		"another text":                 {`{"a": "x"}`, `{"a": "y"}`, 1},
		"another number":               {`{"n": 1}`, `{"n": 2}`, 1},
		"a member less":                {`{"a": "x", "b": 1}`, `{"a": "x"}`, 1},
		"an item less":                 {`[1, 2]`, `[1]`, 1},
		"an item for none":             {`[]`, `[1]`, 1},
		"null for an id":               {`{"id": "evt_1"}`, `{"id": null}`, 1},
		"something else for an object": {`{"a": {}}`, `{"a": []}`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var want, got any
			if err := json.Unmarshal([]byte(c.want), &want); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(c.got), &got); err != nil {
				t.Fatal(err)
			}
			if faults := unlike("", want, got); len(faults) != c.faults {
				t.Errorf("%q, want %d", faults, c.faults)
			}
		})
	}
}
