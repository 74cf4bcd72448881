package onboarding

import (
	"strings"
	"testing"
)

// A file is accepted only if its name and its first bytes are of the same format; the name has no path.
func FuzzFile(f *testing.F) {
	for name, head := range map[string]string{"a.pdf": "%PDF-1.7", "A.PNG": "\x89PNG\r\n\x1a\n",
		"a.jpg.pdf": "\xff\xd8\xff", "../../a.tiff": "MM\x00*", "a.tif": "II*\x00", ".pdf": "%PDF-", "a.pdf\x00.exe": "%PDF-",
		"a.jpeg/": "\xff\xd8\xff"} {
		f.Add(name, []byte(head), uint32(100))
	}
	begins := map[string][]string{
		"application/pdf": {"%PDF-"}, "image/png": {"\x89PNG\r\n\x1a\n"}, "image/jpeg": {"\xff\xd8\xff"},
		"image/tiff": {"II*\x00", "MM\x00*"},
	}
	f.Fuzz(func(t *testing.T, name string, head []byte, size uint32) {
		got, err := CheckFile(name, StoredFile{Size: int(size), Head: head})
		if err != nil {
			return
		}
		fits := false
		for _, b := range begins[got] {
			fits = fits || strings.HasPrefix(string(head), b) || got == "application/pdf" && strings.Contains(string(head), b)
		}
		if !fits || size < 1 || size > MaxFile || !strings.Contains(strings.ToLower(name), ".") {
			t.Fatalf("%q of %d bytes, %q, passes as %q", name, size, head, got)
		}
	})
}
