package field

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
)

// Violations collects what is wrong with a body. Messages never hold what was sent.
type Violations []fault.Violation

func (v *Violations) Add(field, code, message string) {
	*v = append(*v, fault.Violation{Field: field, Code: code, Message: message})
}

// Text checks an optional line of text of most characters at least.
func (v *Violations) Text(field, s string, least, most int) {
	if s == "" {
		return
	}
	n := utf8.RuneCountInString(s)
	switch {
	case n > most:
		v.Add(field, "too_long", "must have at most "+strconv.Itoa(most)+" characters")
	case n < least:
		v.Add(field, "too_short", "must have at least "+strconv.Itoa(least)+" characters")
	case strings.ContainsFunc(s, Misleads):
		v.Add(field, "control_characters", "must not contain control or bidirectional formatting characters")
	case strings.TrimSpace(s) == "":
		v.Add(field, "blank", "must not be blank")
	}
}

// Required checks that a text is there.
func (v *Violations) Required(field, s string) {
	if s == "" {
		v.Add(field, "required", "must be given")
	}
}

// Prose is text that may have line breaks and tabs.
func (v *Violations) Prose(field, s string, least, most int) {
	v.Text(field, strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' {
			return ' '
		}
		return r
	}, s), least, most)
}

// Valid checks an optional text by a rule.
func (v *Violations) Valid(field, s string, rule func(string) bool, code, message string) {
	if s != "" && !rule(s) {
		v.Add(field, code, message)
	}
}

// OneOf checks an optional value.
func OneOf[W ~string](v *Violations, field string, s W, allowed ...W) {
	if s == "" {
		return
	}
	if !slices.Contains(allowed, s) {
		v.Add(field, "unknown_value", fault.OneOf(allowed))
	}
}
