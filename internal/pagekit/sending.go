package pagekit

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"maps"
	"net/http"
	"slices"
	"strconv"
)

// OnceInput is the input that distinguishes one sending of a form from a repeat of it: each form of each page has
// another value.
const OnceInput = "once"

// Once returns a value for it.
func (Page) Once() string { return rand.Text() }

// Sending names what a browser sent by a form of a session. A browser that repeats the request, as it does when the
// page of its answer is loaded again, sends the same; a form that is sent with other inputs is another sending. False
// for a form without OnceInput.
func Sending(r *http.Request, session string) (name string, ok bool) {
	parts := []string{session, r.URL.RequestURI(), r.PostForm.Encode()}
	if form := r.MultipartForm; form != nil {
		for _, input := range slices.Sorted(maps.Keys(form.File)) {
			for _, file := range form.File[input] {
				parts = append(parts, input, file.Filename, strconv.FormatInt(file.Size, 10))
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
