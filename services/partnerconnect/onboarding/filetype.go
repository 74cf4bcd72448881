package onboarding

import (
	"bytes"
	"path"
	"strings"
)

// fileTypes are the formats that are accepted: by the extension of the name, and by how the content begins.
var fileTypes = []struct {
	contentType string
	extensions  []string
	magic       [][]byte
}{
	{"application/pdf", []string{".pdf"}, [][]byte{[]byte("%PDF-")}},
	{"image/png", []string{".png"}, [][]byte{[]byte("\x89PNG\r\n\x1a\n")}},
	{"image/jpeg", []string{".jpg", ".jpeg"}, [][]byte{[]byte("\xff\xd8\xff")}},
	{"image/tiff", []string{".tiff"}, [][]byte{[]byte("II*\x00"), []byte("MM\x00*")}},
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
				if bytes.HasPrefix(f.Head, m) {
					return t.contentType, nil
				}
			}
			return "", ErrFileFormat.WithField("/file", "content_mismatch", "the content must be what the extension says")
		}
	}
	return "", ErrFileFormat.WithField("/filename", "extension", "must end in .pdf, .png, .jpg, .jpeg or .tiff")
}
