// Command release writes the SBOM of a binary: `release BINARY VERSION FILE`. GoReleaser calls it for each one
// (.goreleaser.yaml).
package main
