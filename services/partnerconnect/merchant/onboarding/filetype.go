package onboarding

import (
	"bytes"
	"path"
	"strings"
)

// FileHead is how many bytes of a file say what it is. Readers of PDF accept its signature within the first 1024:
// programs that write PDF put a byte order mark or empty lines before it, and gateways their headers.
const FileHead = 1024

// fileTypes are the formats that are accepted: by the extension of the name, and by the signature with which the
// content begins, or which is near its beginning.
var fileTypes = []struct {
	contentType string
	extensions  []string
	near        bool
	magic       [][]byte
}{
	{"application/pdf", []string{".pdf"}, true, [][]byte{[]byte("%PDF-")}},
	{"image/png", []string{".png"}, false, [][]byte{[]byte("\x89PNG\r\n\x1a\n")}},
	{"image/jpeg", []string{".jpg", ".jpeg"}, false, [][]byte{[]byte("\xff\xd8\xff")}},
	{"image/tiff", []string{".tiff", ".tif"}, false, [][]byte{[]byte("II*\x00"), []byte("MM\x00*")}},
}

// CheckFile returns the media type of a file. Name and content must agree; the name is data and never leads anywhere.
func CheckFile(name string, f StoredFile) (contentType string, err error) {
	switch {
	case f.Size == 0:
		return "", ErrFileEmpty
	case f.Size > MaxFile:
		return "", ErrFileTooLarge
	}
	extension := strings.ToLower(path.Ext(name))
	for _, t := range fileTypes {
		for _, e := range t.extensions {
			if e != extension {
				continue
			}
			for _, m := range t.magic {
				if bytes.HasPrefix(f.Head, m) || t.near && bytes.Contains(f.Head, m) {
					return t.contentType, nil
				}
			}
			return "", ErrFileFormat.WithField("/file", "content_mismatch", "the content must be what the extension says")
		}
	}
	return "", ErrFileFormat.WithField("/filename", "extension", "must end in .pdf, .png, .jpg, .jpeg, .tiff or .tif")
}
