package gateway

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
)

const (
	maxParts    = 20
	maxTextPart = 4 << 10
)

// readForm reads multipart/form-data (RFC 7578) as the body: the file of the part `file` is consumed, its filename
// becomes the field filename, and the other parts become text fields. The same rules hold as for JSON.
func (x *exchange) readForm(boundary string) error {
	if boundary == "" {
		return fault.New(fault.InvalidParameter, "the Content-Type has no boundary").
			WithField("Content-Type", "boundary", "must name the boundary of the parts")
	}
	f := form{fields: map[string]any{}, uploads: x.uploads}
	if err := f.readParts(x.context(), x.r.Body, boundary); err != nil {
		return malformed(err)
	}
	if f.upload != nil {
		x.setContext(grpcserver.WithUpload(x.context(), *f.upload))
	}
	x.takeBody(f.fields)
	return nil
}

type form struct {
	fields  map[string]any // texts
	upload  *grpcserver.Upload
	uploads uploads
}

// readParts reads to the end of the form, or to a file that is refused: the rest of the body may never come.
func (f *form) readParts(ctx context.Context, body io.Reader, boundary string) error {
	whole := &ending{r: body, mark: []byte("\n--" + boundary + "--"), tail: []byte("\n")}
	parts := multipart.NewReader(whole, boundary)
	for n := 0; f.upload == nil || f.upload.Err == nil; n++ {
		part, err := parts.NextRawPart()
		switch {
		case err == io.EOF && whole.seen: // the error of a form that breaks off between parts wraps EOF
			return nil
		case errors.Is(err, io.EOF): // also of one that breaks off in the header of a part
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		case n == maxParts:
			return fault.New(fault.InvalidParameter, "the form has too many parts")
		}
		if err := f.readPart(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

func (f *form) readPart(ctx context.Context, part *multipart.Part) error {
	name := strings.ToValidUTF8(part.FormName(), "\ufffd")
	if name == "file" {
		return f.readFile(ctx, part)
	}
	text, err := io.ReadAll(io.LimitReader(part, maxTextPart+1))
	switch {
	case err != nil:
		return err
	case len(text) > maxTextPart:
		return fault.Field("/"+shorten(name), "too_long", "a text part may have at most 4096 bytes")
	}
	return f.put(name, string(text))
}

func (f *form) readFile(ctx context.Context, part *multipart.Part) error {
	if _, twice := f.fields[contentName]; twice { // as a file, or as text
		return fault.Field("/file", "repeated", "must be sent once, as the part file or content_base64")
	}
	f.fields[contentName] = ""
	if file := part.FileName(); file != "" {
		if err := f.put("filename", strings.ToValidUTF8(file, "\ufffd")); err != nil {
			return err
		}
	}
	content := &watched{r: part}
	upload := f.uploads.receive(ctx, content)
	if content.err != nil {
		return content.err // the body broke off
	}
	f.upload = &upload
	return nil
}

func (f *form) put(name, text string) error {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return fault.Field("/"+shorten(name), "encoding", "must be UTF-8 without NUL")
	}
	if _, twice := f.fields[name]; twice {
		return fault.Field("/"+shorten(name), "repeated", "must be sent once")
	}
	f.fields[name] = text
	return nil
}

// ending notes whether the last boundary of a form has been read.
type ending struct {
	r    io.Reader
	mark []byte
	tail []byte // the last bytes, in which a mark may have begun
	seen bool
}

func (e *ending) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	if !e.seen {
		some := len(e.mark) - 1
		joint := append(e.tail, p[:min(n, some)]...)
		e.seen = bytes.Contains(joint, e.mark) || bytes.Contains(p[:n], e.mark)
		if n >= some {
			joint = p[:n]
		}
		e.tail = bytes.Clone(joint[max(0, len(joint)-some):])
	}
	return n, err
}

func malformed(err error) error {
	var tooLarge *http.MaxBytesError
	var known *fault.Error
	switch {
	case errors.As(err, &tooLarge):
		return errFileTooLarge
	case errors.As(err, &known):
		return known
	}
	return fault.New(fault.InvalidParameter,
		"the multipart body cannot be read: check its boundary and that it is complete")
}
