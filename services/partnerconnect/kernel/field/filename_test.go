package field

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestCleanFilename(t *testing.T) {
	for _, c := range []struct{ name, sent, want string }{
		{"as it is", "Umowa spółki (2).pdf", "Umowa spółki (2).pdf"},
		{"a path", "/etc/../home/anna/poa.pdf", "poa.pdf"},
		{"a path of Windows", `C:\Users\anna\poa.pdf`, "poa.pdf"},
		{"a path that hides in an override", "a\u202e/b.pdf", "b.pdf"},
		{"control characters", "p\x00o\x1ba\r\n.pdf\x7f", "poa.pdf"},
		{"text direction", "invoice\u202efdp.exe.pdf", "invoicefdp.exe.pdf"},
		{"isolates and marks", "\u2066a\u2069\u200e\u061c.pdf", "a.pdf"},
		{"zero width", "a\u200b\ufeff.pdf", "a.pdf"},
		{"decomposed", "spo\u0301łka.pdf", "spółka.pdf"},
		{"blanks around", "  a.pdf ", "a.pdf"},
		{"not UTF-8", "a\xff.pdf", "a\ufffd.pdf"},
		{"a folder", "a/", ""},
		{"dots", "..", ""},
		{"nothing that is shown", "\u202e\u200b", ""},
		{"too long", strings.Repeat("ż", 300) + ".pdf", strings.Repeat("ż", 251) + ".pdf"},
		{"too long an extension", "a." + strings.Repeat("x", 300), "a." + strings.Repeat("x", 253)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := CleanFilename(c.sent); got != c.want {
				t.Errorf("%q became %q, want %q", c.sent, got, c.want)
			}
		})
	}
}

// Whatever is sent, what is kept is one part of a path, shows all of itself, is bounded, and stays what it is.
func FuzzCleanFilename(f *testing.F) {
	for _, s := range []string{"a.pdf", `..\..\x`, "\u202e\u0301/\u0301", "a\u0301\u200b\u0301.pdf",
		strings.Repeat("x", 256) + ".tiff", "\xff/\xfe", " . "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		got := CleanFilename(sent)
		if strings.ContainsAny(got, `/\`) || strings.ContainsFunc(got, Misleads) ||
			strings.ContainsFunc(got, func(r rune) bool { return unicode.Is(unicode.Cf, r) }) ||
			utf8.RuneCountInString(got) > maxFilename || !utf8.ValidString(got) || !norm.NFC.IsNormalString(got) ||
			got == "." || got == ".." {
			t.Fatalf("%q became %q", sent, got)
		}
		if again := CleanFilename(got); again != got {
			t.Fatalf("%q became %q, and that %q", sent, got, again)
		}
	})
}
