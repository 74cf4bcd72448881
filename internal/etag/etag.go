// Package etag turns versions into entity tags and evaluates If-Match (RFC 9110 section 13.1.1).
package etag

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Of is the entity tag of a version.
func Of(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// OfContent is the tag of an object without a version: it changes with what the object has. It is for gRPC, where tags
// have no quotes.
func OfContent(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		_, _ = fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Match is the tags of an If-Match header. The zero value is of a call without the header.
type Match []string

// Parse reads the values of the header.
func Parse(header []string) Match {
	if len(header) == 0 {
		return nil
	}
	tags := strings.Split(strings.Join(header, ","), ",")
	for i := range tags {
		tags[i] = strings.TrimSpace(tags[i])
	}
	return tags
}

// Holds reports whether a version is one that the caller expects: any without the header or with `*`. A weak tag
// matches none.
func (m Match) Holds(version int64) bool {
	return len(m) == 0 || slices.Contains(m, "*") || slices.Contains(m, Of(version))
}
