// Command generate writes the generated part of the client libraries, and the collections for Bruno, from the OpenAPI
// documents of both public APIs. It is run from the root of the repository, by `make generate`.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/partnerline/partnerline/sdk/generate/ir"
)

func main() {
	root := flag.String("root", ".", "root of the repository")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintf(os.Stderr, "generate: %v\n", err)
		os.Exit(1)
	}
}

func run(root string) error {
	lib, err := read(root)
	if err != nil {
		return err
	}
	for _, l := range languages {
		if err := l.write(filepath.Join(root, "sdk", l.dir), lib); err != nil {
			return fmt.Errorf("%s: %w", l.dir, err)
		}
	}
	return writeSamples(root, lib)
}

func read(root string) (*ir.Library, error) {
	version, err := os.ReadFile(filepath.Join(root, "VERSION")) //nolint:gosec // of this repository
	if err != nil {
		return nil, err
	}
	var sources []ir.Source
	for _, api := range []string{"partnerconnect", "webhooks"} {
		text, err := os.ReadFile(filepath.Join(root, "proto", "openapi", api+".json")) //nolint:gosec // of this repository
		if err != nil {
			return nil, err
		}
		sources = append(sources, ir.Source{Name: api, JSON: text})
	}
	return ir.Read(strings.TrimSpace(string(version)), sources)
}
