package partnerconnect

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
)

// violations collects what is wrong with a body. Messages never hold what was sent.
type violations []fault.Violation

func (v *violations) add(field, code, message string) {
	*v = append(*v, fault.Violation{Field: field, Code: code, Message: message})
}

// text checks an optional line of text of most characters at least.
func (v *violations) text(field, s string, least, most int) {
	if s == "" {
		return
	}
	n := utf8.RuneCountInString(s)
	switch {
	case n > most:
		v.add(field, "too_long", "must have at most "+strconv.Itoa(most)+" characters")
	case n < least:
		v.add(field, "too_short", "must have at least "+strconv.Itoa(least)+" characters")
	case strings.ContainsFunc(s, misleads):
		v.add(field, "control_characters", "must not contain control characters, nor such that turn the direction of text")
	case strings.TrimSpace(s) == "":
		v.add(field, "blank", "must not be blank")
	}
}

// required checks that a text is there.
func (v *violations) required(field, s string) {
	if s == "" {
		v.add(field, "required", "must be given")
	}
}

// prose is text that may have line breaks and tabs.
func (v *violations) prose(field, s string, least, most int) {
	v.text(field, strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' {
			return ' '
		}
		return r
	}, s), least, most)
}

// valid checks an optional text by a rule.
func (v *violations) valid(field, s string, rule func(string) bool, code, message string) {
	if s != "" && !rule(s) {
		v.add(field, code, message)
	}
}

// oneOf checks an optional word.
func oneOf[W ~string](v *violations, field string, s W, words ...W) {
	if s == "" {
		return
	}
	list := make([]string, len(words))
	for i, w := range words {
		if w == s {
			return
		}
		list[i] = string(w)
	}
	v.add(field, "unknown_value", "must be one of "+strings.Join(list, ", "))
}
