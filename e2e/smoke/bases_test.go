package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/testkit/repository"
)

// Every image that is pulled has a substitute of its version, but for those that are left out.
func TestSubstitutesAreThoseThatAreNeeded(t *testing.T) {
	t.Parallel()
	have, err := images()
	if err != nil {
		t.Fatal(err)
	}
	for file, pattern := range map[string]string{
		"docker-compose.yml":       `(?m)^  (\w+):\n(?:    .*\n)*?    image: ([^$\s]+)$`,
		"deploy/docker/Dockerfile": `(?m)^(FROM) (?:--platform=\S+ )?(\S+:\S+)`,
		"deploy/nats/Dockerfile":   `(?m)^(FROM) (\S+:\S+)`,
		"tools/dex/Dockerfile":     `(?m)^(FROM) (\S+:\S+)`,
		"tools/mail/Dockerfile":    `(?m)^(FROM) (\S+:\S+)`,
	} {
		path, err := repository.Path(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s names no image", file)
		}
		for _, m := range found {
			name, _, _ := strings.Cut(m[2], ":")
			if have[name] != m[2] && !slices.Contains(missing, m[1]) {
				t.Errorf("%s: %s: the substitute is %q", file, m[2], have[name])
			}
		}
	}
}
