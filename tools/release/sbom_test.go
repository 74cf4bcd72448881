package main

import (
	"bytes"
	"debug/buildinfo"
	"flag"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	spdxjson "github.com/spdx/tools-golang/json"
	"github.com/spdx/tools-golang/spdxlib"
)

// Every module of a binary is in its SBOM, which is a valid document and the same each time. The binary is this test.
func TestEveryModuleIsListed(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(binary)
	if err != nil || len(info.Deps) == 0 {
		t.Fatalf("%v: %d modules", err, len(info.Deps))
	}
	var texts [2][]byte
	for i := range texts {
		file := filepath.Join(t.TempDir(), "sbom.json")
		if err := run(binary, "v1.2.3", file, "1700000000"); err != nil {
			t.Fatal(err)
		}
		if texts[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(texts[0], texts[1]) {
		t.Error("two SBOMs of one binary differ")
	}
	document, err := spdxjson.Read(bytes.NewReader(texts[0]))
	if err != nil {
		t.Fatal(err)
	}
	if err := spdxlib.ValidateDocument(document); err != nil {
		t.Error(err)
	}
	listed := map[string]string{}
	for _, p := range document.Packages {
		listed[p.PackageName] = p.PackageVersion
	}
	for _, m := range info.Deps {
		if listed[m.Path] != m.Version {
			t.Errorf("%s is listed with version %q, not %q", m.Path, listed[m.Path], m.Version)
		}
	}
	if listed["stdlib"] != info.GoVersion[len("go"):] || listed[filepath.Base(binary)] != "v1.2.3" {
		t.Errorf("the program or the standard library is missing: %v", listed)
	}
	if document.CreationInfo.Created != "2023-11-14T22:13:20Z" {
		t.Errorf("created %s", document.CreationInfo.Created)
	}
}

// A module that a folder replaces is listed under its own path, as a part of the release.
func TestReplacedModules(t *testing.T) {
	const path = ours + "internal"
	for name, c := range map[string]struct {
		by            debug.Module
		path, version string
	}{
		"by a folder":                   {debug.Module{Path: "../../internal", Version: "(devel)"}, path, "v1.2.3"},
		"by a folder, without versions": {debug.Module{Path: "../../internal"}, path, "v1.2.3"},
		"by a module": {debug.Module{Path: "example.com/fork", Version: "v2.0.0"},
			"example.com/fork", "v2.0.0"},
	} {
		t.Run(name, func(t *testing.T) {
			p := dependency("Module-1", &debug.Module{Path: path, Version: "v0.0.0", Replace: &c.by}, "v1.2.3")
			if p.PackageName != c.path || p.PackageVersion != c.version {
				t.Errorf("listed as %s %s", p.PackageName, p.PackageVersion)
			}
		})
	}
}

var release = flag.String("release", "", "folder of a release, whose SBOMs are compared with its programs")

// Each program of a release has an SBOM, which lists what is in it: make release-scan.
func TestSBOMsOfARelease(t *testing.T) {
	if *release == "" {
		t.Skip("there is no release to read")
	}
	documents, err := filepath.Glob(filepath.Join(*release, "*.spdx.json"))
	if err != nil || len(documents) != 24 { // six programs for four platforms
		t.Fatalf("%v, %v", documents, err)
	}
	for _, file := range documents {
		parts := strings.Split(strings.TrimSuffix(filepath.Base(file), ".spdx.json"), "_") // name, version, system, processor
		found, err := filepath.Glob(filepath.Join(*release, parts[0]+"_"+parts[2]+"_"+parts[3]+"_*", parts[0]))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: programs %v, %v", file, found, err)
		}
		at, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		document, err := spdxjson.Read(at)
		_ = at.Close()
		if err != nil {
			t.Fatal(err)
		}
		listed := map[string]bool{}
		for _, p := range document.Packages {
			listed[p.PackageName] = true
		}
		info, err := buildinfo.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range info.Deps {
			if !listed[m.Path] {
				t.Errorf("%s does not list %s", file, m.Path)
			}
		}
		t.Logf("%s: %d packages", filepath.Base(file), len(document.Packages))
	}
}

func TestRefusals(t *testing.T) {
	if err := run("main.go", "v1", os.DevNull, "1700000000"); err == nil {
		t.Error("a text has an SBOM")
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, epoch := range []string{"", "now", "-62135596800"} {
		if err := run(binary, "v1", os.DevNull, epoch); err == nil {
			t.Errorf("the time of the commit is %q", epoch)
		}
	}
}
