package openapi

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// comment is the leading comment of a declaration, its lines joined where they only wrap.
func (d *document) comment(of protoreflect.Descriptor) string {
	text := of.ParentFile().SourceLocations().ByDescriptor(of).LeadingComments
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.TrimSpace(line)
		item := strings.HasPrefix(line, "- ")
		switch {
		case b.Len() == 0:
		case line == "", item && !strings.HasSuffix(b.String(), "\n"):
			b.WriteString("\n")
		case !strings.HasSuffix(b.String(), "\n"):
			b.WriteString(" ")
		}
		b.WriteString(line)
		if line == "" {
			b.WriteString("\n")
		}
	}
	return withoutName(string(of.Name()), strings.TrimSpace(b.String()))
}

// withoutName is a comment that begins with the name of what it is about, as a text without it: "GetPayment returns a
// payment." becomes "Returns a payment.", "Payment is money." becomes "Money.".
func withoutName(name, text string) string {
	rest, ok := strings.CutPrefix(text, name+" ")
	if !ok {
		return text
	}
	rest = strings.TrimPrefix(rest, "is ")
	return strings.ToUpper(rest[:1]) + rest[1:]
}

// spaced is a name in camel case as words: "RegisterPayment" becomes "Register payment".
func spaced(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// camel is a name of words that dots and underscores separate: "verification.completed" becomes
// "VerificationCompleted".
func camel(name string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '.' || r == '_' || r == '-' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

func indent(doc []byte) ([]byte, error) {
	var b bytes.Buffer
	err := json.Indent(&b, doc, "", " ")
	b.WriteByte('\n')
	return b.Bytes(), err
}
