package deploy

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"testing"
)

var stamps = regexp.MustCompile(`-X (github\.com/partnerline/partnerline/[a-z/]+)\.([A-Za-z]+)=`)

// stamped returns the variables that a file sets at link time, by package.
func stamped(source string) map[string][]string {
	set := map[string][]string{}
	for _, m := range stamps.FindAllStringSubmatch(source, -1) {
		set[m[1]] = append(set[m[1]], m[2])
	}
	return set
}

// The Makefile and the Dockerfile set the same variables, and those exist: the linker ignores others without a word.
func TestStamps(t *testing.T) {
	makefile, image := stamped(string(read(t, "Makefile"))), stamped(string(read(t, "deploy/docker/Dockerfile")))
	const programs = "github.com/partnerline/partnerline/internal/buildinfo"
	if got := fmt.Sprint(image); got != fmt.Sprint(map[string][]string{programs: makefile[programs]}) {
		t.Errorf("the Dockerfile sets %s, the Makefile %v", got, makefile)
	}
	files := map[string]string{
		programs: "internal/buildinfo/buildinfo.go",
		"github.com/partnerline/partnerline/sdk/cli/internal/command": "sdk/cli/internal/command/run.go",
	}
	if !slices.Equal(slices.Sorted(maps.Keys(makefile)), slices.Sorted(maps.Keys(files))) {
		t.Fatalf("the Makefile sets variables of %v", makefile)
	}
	for name, vars := range makefile {
		source := string(read(t, files[name]))
		for _, v := range []string{"version", "commit"} {
			if !slices.Contains(vars, v) || !regexp.MustCompile(`(?m)^\t`+v+` += "`).MatchString(source) {
				t.Errorf("%s: %s is not set, or does not exist", name, v)
			}
		}
	}
}
