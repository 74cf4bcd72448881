package field

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Limits of documents.
const (
	maxFilename  = 255
	maxExtension = 16 // with its dot; what is longer is no extension
)

// Misleads reports whether a character is invisible and changes how the text around it is shown: control characters,
// and bidirectional formatting characters, by which "fdp.exe" reads as "exe.pdf".
func Misleads(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }

// CleanFilename returns the name of a file as it is stored: the last part of a path, in composed Unicode (NFC), without
// characters that are not shown, of 255 characters at most, with its extension. Empty when nothing is left.
func CleanFilename(sent string) string {
	name := strings.Map(func(r rune) rune {
		if Misleads(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(sent, "\ufffd"))
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = norm.NFC.String(strings.TrimSpace(name))
	if strings.Trim(name, ". ") == "" {
		return ""
	}
	if over := utf8.RuneCountInString(name) - maxFilename; over > 0 {
		extension := []rune(path.Ext(name))
		if len(extension) > maxExtension {
			extension = nil
		}
		stem := []rune(strings.TrimSuffix(name, string(extension)))
		name = strings.TrimSpace(string(stem[:maxFilename-len(extension)]) + string(extension))
	}
	return name
}
