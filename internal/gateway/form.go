package gateway

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
)

// Parts of a form.
const (
	filePart     = "file"
	contentField = "content_base64"
	nameField    = "filename"
	maxParts     = 20
	maxTextPart  = 4 << 10
)

// readForm makes the body of the call from multipart/form-data (RFC 7578): the part `file` becomes content_base64 and, by its own
// filename, filename; the other parts become text fields. What JSON would be refused for, a form is too.
func (g *Gateway) readForm(ctx context.Context, r *http.Request, rt *route, vars []string, boundary string) (context.Context, error) {
	if boundary == "" {
		return nil, fault.New(fault.InvalidParameter, "the Content-Type has no boundary").
			WithField("Content-Type", "boundary", "must name the boundary of the parts")
	}
	fields := map[string]string{}
	parts := multipart.NewReader(r.Body, boundary)
	for n := 0; ; n++ {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, malformed(err)
		}
		if n == maxParts {
			return nil, fault.New(fault.InvalidParameter, "the form has too many parts")
		}
		if err := readPart(part, rt.body, fields); err != nil {
			return nil, err
		}
	}
	body, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	return takeBody(ctx, r, rt, vars, body)
}

func readPart(part *multipart.Part, md protoreflect.MessageDescriptor, fields map[string]string) error {
	name := part.FormName()
	if name == filePart && md.Fields().ByName(contentField) != nil {
		content, err := io.ReadAll(part)
		if err != nil {
			return malformed(err)
		}
		if err := put(fields, contentField, base64.StdEncoding.EncodeToString(content)); err != nil {
			return err
		}
		if file := part.FileName(); file != "" {
			return put(fields, nameField, file)
		}
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(part, maxTextPart+1))
	switch {
	case err != nil:
		return malformed(err)
	case len(text) > maxTextPart:
		return fault.Field("/"+shorten(name), "too_long", "a text part may have at most 4096 bytes")
	case !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0:
		return fault.Field("/"+shorten(name), "encoding", "must be UTF-8 without NUL")
	}
	return put(fields, name, string(text))
}

func put(fields map[string]string, name, value string) error {
	if _, twice := fields[name]; twice {
		return fault.Field("/"+strings.ToValidUTF8(shorten(name), "?"), "repeated", "must be sent once")
	}
	fields[name] = value
	return nil
}

// errFileTooLarge is said of a body that is larger than any file may make it.
var errFileTooLarge = fault.New(fault.FileTooLarge, "a file may have at most 5242880 bytes")

func malformed(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return errFileTooLarge
	}
	return fault.New(fault.InvalidParameter, "the multipart body cannot be read: check its boundary and that it is complete")
}
