package pagekit

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
)

// OnceInput is the input that distinguishes one sending of a form from a repeat of it: each form of each page has
// another value.
const OnceInput = "once"

// Once returns a value for it.
func (Page) Once() string { return rand.Text() }

// Sending names what a browser sent by a form of a session. A browser that repeats the request, as it does when the
// page of its answer is loaded again, sends the same; a form with other inputs or files is another sending. False for a
// form without OnceInput, or with a file that cannot be read.
func Sending(r *http.Request, session string) (name string, ok bool) {
	parts := []string{session, r.URL.RequestURI(), r.PostForm.Encode()}
	if form := r.MultipartForm; form != nil {
		for _, input := range slices.Sorted(maps.Keys(form.File)) {
			for _, file := range form.File[input] {
				content, err := digest(file)
				if err != nil {
					return "", false
				}
				parts = append(parts, input, file.Filename, content)
			}
		}
	}
	h := sha256.New()
	for _, p := range parts {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(p))))
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil)), r.PostForm.Get(OnceInput) != ""
}

// digest is that of the content of a file.
func digest(file *multipart.FileHeader) (string, error) {
	f, err := file.Open()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(h, f)
	return string(h.Sum(nil)), errors.Join(err, f.Close())
}
