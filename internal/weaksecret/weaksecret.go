// Package weaksecret recognizes secrets that were not generated at random: zeros, one repeated character, the
// placeholder of an example. It does not prove strength: a secret that passes may still be guessable.
package weaksecret

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/envconfig"
)

// Development is the setting that accepts such secrets, for programs that only developers can reach.
type Development struct {
	// accept guessable secrets, and a PUBLIC_BASE_URL without encryption that is not a loopback address; only where no one
	// but developers can reach the program
	Development bool `env:"DEVELOPMENT" default:"false"`
}

// minDistinct is the minimum of different bytes: 32 random bytes have about 30, 32 hexadecimal digits about 14. One in
// 3·10¹² of the secrets of 32 hexadecimal digits has fewer than 6, which is never met; one in 300,000 has fewer than 9.
const minDistinct = 6

// minKey is the minimal length that is checked here; a shorter key is refused for its length elsewhere.
const minKey = 16

// placeholders are used in examples instead of a secret, or as part of it. Shorter words occur in random secrets as
// well: they count at the beginning only.
var (
	placeholders = []string{
		"changeme", "change-me", "change_me", "placeholder", "password", "replaceme", "replace-me", "replace_me", "example",
	}
	beginnings = []string{"your-", "your_", "insert-", "insert_"}
)

// check reports what is weak about a secret; its error shows nothing of it.
func check(secret []byte) error {
	var seen [256]bool
	distinct := 0
	for _, b := range secret {
		if !seen[b] {
			seen[b] = true
			distinct++
		}
	}
	lower := strings.ToLower(string(secret))
	begins := func(word string) bool { return strings.HasPrefix(strings.TrimLeft(lower, "<[{$"), word) }
	if slices.ContainsFunc(placeholders, func(word string) bool { return strings.Contains(lower, word) }) ||
		slices.ContainsFunc(beginnings, begins) {
		return errors.New("is a placeholder")
	}
	switch {
	case distinct < minDistinct:
		return fmt.Errorf("has only %d different bytes", distinct)
	case counting(secret):
		return errors.New("is a sequence")
	case bytes.Equal(secret[:len(secret)/2], secret[(len(secret)+1)/2:]):
		return errors.New("repeats its first half")
	}
	return nil
}

// counting reports whether each byte differs from the one before it by the same step.
func counting(secret []byte) bool {
	for i := 2; i < len(secret); i++ {
		if secret[i]-secret[i-1] != secret[1]-secret[0] {
			return false
		}
	}
	return true
}

func weak(setting, which string, err error) error {
	return fmt.Errorf(
		"%s: %s %w: generate one with `openssl rand -base64 32`, or set DEVELOPMENT=true where only developers can reach "+
			"the program", setting, which, err,
	)
}

// Keys checks keys like `id:base64[,id:base64...]`, or one without an id. A key that cannot be read is not checked.
func Keys(setting string, value envconfig.Secret) error {
	var faults []error
	for part := range strings.SplitSeq(value.Reveal(), ",") {
		id, encoded, named := strings.Cut(strings.TrimSpace(part), ":")
		which := "key " + id
		if !named {
			which, encoded = "the key", id
		}
		raw, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil || len(raw) < minKey {
			continue
		}
		if err := check(raw); err != nil {
			faults = append(faults, weak(setting, which, err))
		}
	}
	return errors.Join(faults...)
}

// Tokens checks tokens separated by commas; an empty setting is not checked.
func Tokens(setting string, value envconfig.Secret) error {
	var faults []error
	for token := range strings.SplitSeq(value.Reveal(), ",") {
		if token = strings.TrimSpace(token); token == "" {
			continue
		}
		if err := check([]byte(token)); err != nil {
			faults = append(faults, weak(setting, "the token", err))
		}
	}
	return errors.Join(faults...)
}
