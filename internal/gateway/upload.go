package gateway

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/semaphore"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
)

// A TakeFile takes a file in while it comes, and returns what the handler of the call knows it by. What it returns as an error the
// handler tells the client in its own time.
type TakeFile func(ctx context.Context, file io.Reader) (any, error)

const (
	// jsonUploads bounds what all uploads that come as JSON hold in memory: a text cannot be decoded before its end is there. Files
	// in a form are taken while they come.
	jsonUploads = 64 << 20
	contentName = "content_base64"
	maxParts    = 20
	maxTextPart = 4 << 10
	// uploadRetry is when to try again an upload for which there was no room.
	uploadRetry = 5 * time.Second
)

// uploads takes the files of calls.
type uploads struct {
	take   TakeFile
	memory *semaphore.Weighted
}

// receive has a file taken, and sums it up for the idempotency key of the call.
func (u uploads) receive(ctx context.Context, content io.Reader) grpcserver.Upload {
	sum := sha256.New()
	file, err := u.take(ctx, io.TeeReader(content, sum))
	return grpcserver.Upload{File: file, Err: err, Sum: sum.Sum(nil)}
}

// readJSONUpload takes the file out of a JSON body and leaves the rest of it.
func (g *Gateway) readJSONUpload(ctx context.Context, r *http.Request, rt *route, vars []string) (context.Context, error) {
	size := int64(MaxUpload)
	if r.ContentLength >= 0 && r.ContentLength < size {
		size = r.ContentLength
	}
	if err := g.uploads.memory.Acquire(ctx, size); err != nil {
		return nil, &fault.Error{Reason: fault.Overloaded, Message: "too many uploads at once; repeat", RetryAfter: uploadRetry}
	}
	defer g.uploads.memory.Release(size)
	b := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	if _, err := b.ReadFrom(r.Body); err != nil {
		return nil, unreadable(err, true)
	}
	content, rest, ok := cutString(b.Bytes(), contentName)
	if ok {
		ctx = grpcserver.WithUpload(ctx, g.uploads.receive(ctx, decoded(content)))
	}
	return takeBody(ctx, r, rt, vars, rest)
}

// ErrInvalidBase64 is what a reader of decoded content returns for what is not base64.
var ErrInvalidBase64 = fault.New(fault.InvalidBase64, "content_base64 is not standard or URL-safe base64").
	WithField("/"+contentName, "invalid_base64", "must be standard or URL-safe base64")

// Decoded reads what a text spells in standard or URL-safe base64, with or without padding.
func Decoded(text string) io.Reader { return decoded([]byte(text)) }

func decoded(text []byte) io.Reader {
	if bytes.IndexByte(text, '\\') >= 0 {
		text = unescaped(text)
	}
	text = bytes.TrimRight(text, "=")
	encoding := base64.RawStdEncoding
	if bytes.ContainsAny(text, "-_") {
		encoding = base64.RawURLEncoding
	}
	if bytes.ContainsAny(text, "\r\n") { // which decoders skip
		return failing{ErrInvalidBase64}
	}
	return base64Reader{base64.NewDecoder(encoding, bytes.NewReader(text))}
}

// unescaped resolves what encoders of JSON write for the signs of base64: \/ for a slash, \u002B for a plus. Any other escape stays
// and is no base64.
func unescaped(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		if rest := text[i:]; c == '\\' && len(rest) >= 2 && rest[1] == '/' {
			c = '/'
			i++
		} else if c == '\\' && len(rest) >= 6 && rest[1] == 'u' {
			if n, err := strconv.ParseUint(string(rest[2:6]), 16, 16); err == nil && n < utf8.RuneSelf {
				c = byte(n)
				i += 5
			}
		}
		out = append(out, c)
	}
	return out
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

type base64Reader struct{ r io.Reader }

func (b base64Reader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	var corrupt base64.CorruptInputError
	if errors.As(err, &corrupt) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = ErrInvalidBase64
	}
	return n, err
}

// readForm makes the body of the call from multipart/form-data (RFC 7578): the file of the part `file` is taken, its filename
// becomes the field filename, and the other parts become text fields. What JSON would be refused for, a form is too.
func (g *Gateway) readForm(ctx context.Context, r *http.Request, rt *route, vars []string, boundary string) (context.Context, error) {
	if boundary == "" {
		return nil, fault.New(fault.InvalidParameter, "the Content-Type has no boundary").
			WithField("Content-Type", "boundary", "must name the boundary of the parts")
	}
	f := form{fields: map[string]string{}, uploads: g.uploads}
	whole := &ending{r: r.Body, mark: []byte("\n--" + boundary + "--"), tail: []byte("\n")}
	parts := multipart.NewReader(whole, boundary)
	for n := 0; ; n++ {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			//nolint:errorlint // of a form that breaks off between parts it wraps EOF, and in the head of one it says it bare
			if err != io.EOF || !whole.seen {
				return nil, malformed(io.ErrUnexpectedEOF)
			}
			break
		}
		if err == nil && n == maxParts {
			err = fault.New(fault.InvalidParameter, "the form has too many parts")
		}
		if err == nil {
			err = f.read(ctx, part)
		}
		switch {
		case f.upload != nil && f.upload.Err != nil:
			// The file was refused, and the rest of the body may never come.
		case err != nil:
			return nil, malformed(err)
		default:
			continue
		}
		break
	}
	if f.upload != nil {
		ctx = grpcserver.WithUpload(ctx, *f.upload)
	}
	body, err := json.Marshal(f.fields)
	if err != nil {
		return nil, err
	}
	return takeBody(ctx, r, rt, vars, body)
}

type form struct {
	fields  map[string]string
	upload  *grpcserver.Upload
	uploads uploads
}

func (f *form) read(ctx context.Context, part *multipart.Part) error {
	name := part.FormName()
	if name == "file" {
		if err := f.put(contentName, ""); err != nil {
			return err
		}
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
	text, err := io.ReadAll(io.LimitReader(part, maxTextPart+1))
	switch {
	case err != nil:
		return err
	case len(text) > maxTextPart:
		return fault.Field("/"+shorten(name), "too_long", "a text part may have at most 4096 bytes")
	case !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0:
		return fault.Field("/"+shorten(name), "encoding", "must be UTF-8 without NUL")
	}
	return f.put(name, string(text))
}

func (f *form) put(name, value string) error {
	if _, twice := f.fields[name]; twice {
		return fault.Field("/"+strings.ToValidUTF8(shorten(name), "?"), "repeated", "must be sent once")
	}
	f.fields[name] = value
	return nil
}

// ending notes whether the last boundary of a form has come by.
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

// watched remembers why reading failed, which is the sender's fault and not the taker's.
type watched struct {
	r   io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}

// errFileTooLarge is said of a body that is larger than any file may make it.
var errFileTooLarge = fault.New(fault.FileTooLarge, "a file may have at most 5242880 bytes")

func malformed(err error) error {
	var tooLarge *http.MaxBytesError
	var known *fault.Error
	switch {
	case errors.As(err, &tooLarge):
		return errFileTooLarge
	case errors.As(err, &known):
		return known
	}
	return fault.New(fault.InvalidParameter, "the multipart body cannot be read: check its boundary and that it is complete")
}
