package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spdx/tools-golang/spdx"
)

const (
	repository = "https://github.com/partnerline/partnerline"
	ours       = "github.com/partnerline/partnerline/"
	unknown    = "NOASSERTION"
	license    = "Apache-2.0" // of what is ours
)

// Describe returns the SBOM of a Go binary: the program, the standard library and every module that is compiled into
// it, as the linker has recorded them. It depends on the binary, the version and the time alone.
func Describe(binary, version string, at time.Time) (*spdx.Document, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", binary, err)
	}
	content, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	digest, name := hex.EncodeToString(sum[:]), filepath.Base(binary)
	program := module("Program", info.Main.Path, version, "")
	program.PackageName, program.PackageFileName, program.PrimaryPackagePurpose = name, name, "APPLICATION"
	program.PackageChecksums = []spdx.Checksum{{Algorithm: spdx.SHA256, Value: digest}}
	standard := module("Standard-library", "stdlib", strings.TrimPrefix(info.GoVersion, "go"), "")
	document := &spdx.Document{
		SPDXVersion: spdx.Version, DataLicense: spdx.DataLicense, SPDXIdentifier: "DOCUMENT", DocumentName: name,
		DocumentNamespace: repository + "/spdx/" + name + "-" + digest,
		CreationInfo: &spdx.CreationInfo{
			Creators: []spdx.Creator{
				{CreatorType: "Organization", Creator: "Partnerline"},
				{CreatorType: "Tool", Creator: "tools/release"},
			},
			Created: at.Format(time.RFC3339),
		},
		Packages: []*spdx.Package{program, standard},
		Relationships: []*spdx.Relationship{
			related("DOCUMENT", "DESCRIBES", "Program"),
			related("Program", "DEPENDS_ON", "Standard-library"),
		},
	}
	for i, m := range info.Deps {
		id := "Module-" + strconv.Itoa(i+1)
		document.Packages = append(document.Packages, dependency(id, m, version))
		document.Relationships = append(document.Relationships, related("Program", "DEPENDS_ON", id))
	}
	return document, nil
}

// dependency is a module as it is compiled: what replaces it, if something does. Modules of ours are replaced by
// folders, and have the version of the program.
func dependency(id string, m *debug.Module, version string) *spdx.Package {
	switch {
	case m.Replace == nil:
		return module(id, m.Path, m.Version, m.Sum)
	case strings.HasPrefix(m.Replace.Path, "."):
		return module(id, m.Path, version, "")
	}
	return module(id, m.Replace.Path, m.Replace.Version, m.Replace.Sum)
}

func module(id, path, version, sum string) *spdx.Package {
	p := &spdx.Package{
		PackageName: path, PackageSPDXIdentifier: spdx.ElementID(id), PackageVersion: version,
		PrimaryPackagePurpose:   "LIBRARY",
		PackageDownloadLocation: unknown, PackageLicenseConcluded: unknown, PackageLicenseDeclared: unknown,
		PackageCopyrightText: unknown,
		PackageExternalReferences: []*spdx.PackageExternalReference{{
			Category: spdx.CategoryPackageManager, RefType: spdx.PackageManagerPURL,
			Locator: "pkg:golang/" + path + "@" + version,
		}},
	}
	if sum != "" {
		p.PackageSourceInfo = "checksum of the module as in go.sum: " + sum
	}
	if strings.HasPrefix(path, ours) {
		p.PackageDownloadLocation, p.PackageLicenseConcluded, p.PackageLicenseDeclared = "git+"+repository+".git@"+version,
			license, license
	}
	return p
}

func related(from, how, to string) *spdx.Relationship {
	return &spdx.Relationship{
		RefA: spdx.DocElementID{
			ElementRefID: spdx.ElementID(from),
		}, Relationship: how, RefB: spdx.DocElementID{ElementRefID: spdx.ElementID(to)},
	}
}
