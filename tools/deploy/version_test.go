package deploy

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The file VERSION names the next release. What cannot read it has the same version; make generate writes what it
// generates.
func TestVersion(t *testing.T) {
	version := strings.TrimSpace(string(read(t, "VERSION")))
	if !regexp.MustCompile(`^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$`).MatchString(version) {
		t.Fatalf("VERSION is %q", version)
	}
	same := map[string]string{
		"sdk/typescript/package.json":       `(?m)^  "version": "(.*)",`,
		"sdk/typescript/package-lock.json":  `(?m)^  "version": "(.*)",`,
		"sdk/java/pom.xml":                  `(?m)^  <version>(.*)</version>`,
		"sdk/java/README.md":                `(?m)^  <version>(.*)</version>`,
		"proto/openapi/partnerconnect.json": `(?m)^  "version": "(.*)",`,
		"proto/openapi/webhooks.json":       `(?m)^  "version": "(.*)",`,
		chartDir + "/Chart.yaml":            `(?m)^version: (.*)\nappVersion: (.*)`, // the latter is the tag of the images
	}
	for file, where := range same {
		m := regexp.MustCompile(where).FindStringSubmatch(string(read(t, file)))
		if m == nil || slices.ContainsFunc(m[1:], func(have string) bool { return have != version }) {
			t.Errorf("%s has version %q, VERSION is %s", file, m, version)
		}
	}
}
