// Package guides holds the guides for those who build on the APIs. The services serve them beside their reference;
// tests run their commands.
package guides

import "embed"

// Files has a Markdown file for each of the Names.
//
//go:embed *.md
var Files embed.FS

// Names are those of the guides, in the order in which they are read.
var Names = []string{
	"quickstart", "authentication", "idempotency", "errors", "pagination", "signatures", "public-keys", "sandbox",
	"sandbox-data", "going-live",
}
