package workflows

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var section = regexp.MustCompile(`(?m)^## \[(\d+\.\d+\.\d+[^\]]*)\] - (\d{4}-\d{2}-\d{2})$`)

// disagreements are what a tag and the files of its commit say differently. Recorded is the version of the recorded
// databases; empty: there are none.
func disagreements(tag, version, changelog, recorded string) (faults []string) {
	if tag != "v"+version {
		faults = append(faults, fmt.Sprintf("the tag is %s, VERSION has %s", tag, version))
	}
	if strings.Contains(version, "-") {
		return faults // a candidate has no section and no databases
	}
	if newest := section.FindStringSubmatch(changelog); newest == nil || newest[1] != version {
		faults = append(faults, fmt.Sprintf("the newest release of CHANGELOG.md is %q, want ## [%s] - DATE", newest, version))
	}
	if recorded != version {
		faults = append(
			faults,
			fmt.Sprintf("testdata/release of e2e has the databases of %q: make release-databases", recorded),
		)
	}
	return faults
}

func recorded(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "e2e/testdata/release/release.json"))
	if os.IsNotExist(err) {
		return ""
	}
	var about struct{ Version string }
	if err := json.Unmarshal(text, &about); err != nil {
		t.Fatal(err)
	}
	return about.Version
}

// TestTag checks the tag that the variable TAG names: make release-tag.
func TestTag(t *testing.T) {
	tag := os.Getenv("TAG")
	if tag == "" {
		t.Skip("there is no tag to check")
	}
	for _, f := range disagreements(tag, strings.TrimSpace(string(read(t, "VERSION"))),
		string(read(t, "CHANGELOG.md")), recorded(t)) {
		t.Error(f)
	}
}

func TestTagsThatDisagree(t *testing.T) {
	const log = "# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2027-01-02\n\n## [1.0.0] - 2026-12-01\n"
	for name, c := range map[string]struct{ tag, version, changelog, recorded, want string }{
		"all agree":                {"v1.1.0", "1.1.0", log, "1.1.0", ""},
		"a candidate":              {"v1.2.0-rc.1", "1.2.0-rc.1", log, "1.1.0", ""},
		"another version":          {"v1.1.1", "1.1.0", log, "1.1.0", "VERSION has 1.1.0"},
		"no section":               {"v1.2.0", "1.2.0", log, "1.2.0", "CHANGELOG.md"},
		"older databases":          {"v1.1.0", "1.1.0", log, "1.0.0", "make release-databases"},
		"no databases":             {"v1.1.0", "1.1.0", log, "", "make release-databases"},
		"a tag without its letter": {"1.1.0", "1.1.0", log, "1.1.0", "the tag is 1.1.0"},
		"a section without a date": {"v1.1.0", "1.1.0", strings.Replace(log, " - 2027-01-02", "", 1), "1.1.0",
			"CHANGELOG.md"},
		"nothing is released so far": {"v1.0.0", "1.0.0", "## [Unreleased]\n", "", "CHANGELOG.md"},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(disagreements(c.tag, c.version, c.changelog, c.recorded), "; ")
			if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// The notes of a release are its section of the changelog, those of a candidate what is unreleased.
func TestNotes(t *testing.T) {
	const log = "# Changelog\n\n## [Unreleased]\n\n- new\n\n## [1.1.0] - 2027-01-02\n\n- second\n\n### Fixed\n\n- " +
		"third\n\n" +
		"## [1.0.0] - 2026-12-01\n\n- first\n"
	for name, c := range map[string]struct{ version, changelog, want string }{
		"the newest release": {"1.1.0", log, "## [1.1.0] - 2027-01-02\n\n- second\n\n### Fixed\n\n- third\n\n"},
		"the oldest release": {"1.0.0", log, "## [1.0.0] - 2026-12-01\n\n- first\n"},
		"a candidate":        {"1.2.0-rc.1", log, "## [Unreleased]\n\n- new\n\n"},
		"nothing unreleased": {"1.2.0-rc.1", "# Changelog\n\n## [1.1.0] - 2027-01-02\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), filepath.Join(root, "tools/release/notes"), c.version)
			cmd.Stdin = strings.NewReader(c.changelog)
			got, err := cmd.Output()
			if string(got) != c.want || (err == nil) != (c.want != "") {
				t.Errorf("%q, %v, want %q", got, err, c.want)
			}
		})
	}
	// The recipe of the release asks for those of VERSION.
	if !strings.Contains(string(read(t, "Makefile")), "tools/release/notes $$(cat VERSION) <CHANGELOG.md ") {
		t.Error("make release-snapshot takes its notes from elsewhere")
	}
}

// The databases from which the next release must upgrade are those of the newest one.
func TestDatabasesOfTheNewestReleaseAreRecorded(t *testing.T) {
	newest := section.FindStringSubmatch(string(read(t, "CHANGELOG.md")))
	if newest == nil {
		return // nothing has been released
	}
	if got := recorded(t); got != newest[1] {
		t.Errorf(
			"testdata/release of e2e has the databases of %q, CHANGELOG.md's newest release is %s: make release-databases",
			got,
			newest[1],
		)
	}
}
