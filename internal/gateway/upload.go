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
	"sync"
	"time"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
)

// A TakeFile takes a file in while it comes, and returns what the handler of the call knows it by. What it returns as an error the
// handler tells the client in its own time.
type TakeFile func(ctx context.Context, file io.Reader) (any, error)

const (
	contentName = "content_base64"
	maxParts    = 20
	maxTextPart = 4 << 10
	// uploadsEach is how many uploads one caller may have under way: others' are not held up by however many it begins.
	uploadsEach = 32
	// uploadRetry is when to try again an upload beyond those.
	uploadRetry = 5 * time.Second
	// uploadGrace is what an upload may take before its pace matters; from there on it must arrive at the pace that brings the
	// largest one in time.
	uploadGrace = 10 * time.Second
)

// uploads takes the files of calls while they come. Nothing of a file is kept, so however many come memory is bounded by their
// number.
type uploads struct {
	take     TakeFile
	underWay *shares
}

// shares counts what callers have under way.
type shares struct {
	mu   sync.Mutex // guards by
	by   map[string]int
	each int
}

func newShares(each int) *shares { return &shares{by: map[string]int{}, each: each} }

// begin counts one more of a caller, until end is called; false when it has its share under way.
func (s *shares) begin(caller string) (end func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by[caller] >= s.each {
		return nil, false
	}
	s.by[caller]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.by[caller]--; s.by[caller] == 0 {
			delete(s.by, caller)
		}
	}, true
}

// paced is a body that must arrive at the pace of uploads.
type paced struct {
	io.ReadCloser
	w     *http.ResponseController
	start time.Time
	n     int64
}

func (p *paced) Read(b []byte) (int, error) {
	_ = p.w.SetReadDeadline(p.start.Add(uploadDeadline(p.n))) // a body that is not of a network needs none
	n, err := p.ReadCloser.Read(b)
	p.n += int64(n)
	return n, err
}

// uploadDeadline is how long an upload may take of which n bytes have come.
func uploadDeadline(n int64) time.Duration {
	return uploadGrace + time.Duration(float64(requestTimeout-uploadGrace)*min(float64(n)/MaxUpload, 1))
}

// receive has a file taken, and sums it up for the idempotency key of the call.
func (u uploads) receive(ctx context.Context, content io.Reader) grpcserver.Upload {
	sum := sha256.New()
	file, err := u.take(ctx, io.TeeReader(content, sum))
	return grpcserver.Upload{File: file, Err: err, Sum: sum.Sum(nil)}
}

// readUpload reads the body of a call that may carry a file.
func (g *Gateway) readUpload(ctx context.Context, w http.ResponseWriter, r *http.Request, rt *route, vars []string, contentType, boundary string) (context.Context, error) {
	end, ok := g.uploads.underWay.begin(grpcserver.PrincipalOf(ctx).Holder)
	if !ok {
		e := fault.New(fault.RateLimited, "too many uploads at once: let one of the "+strconv.Itoa(uploadsEach)+" under way end").
			WithExtension("violated-policies", []string{"uploads_at_once"})
		e.RetryAfter = uploadRetry
		return nil, e
	}
	defer end()
	r.Body = &paced{ReadCloser: r.Body, w: http.NewResponseController(w), start: time.Now()}
	if contentType == "multipart/form-data" {
		return g.readForm(ctx, r, rt, vars, boundary)
	}
	return g.readJSONUpload(ctx, r, rt, vars)
}

// readJSONUpload takes the file out of a JSON body and leaves the rest of it.
func (g *Gateway) readJSONUpload(ctx context.Context, r *http.Request, rt *route, vars []string) (context.Context, error) {
	var upload *grpcserver.Upload
	var broken error
	rest, err := extractString(r.Body, contentName, MaxBody, func(text io.Reader) {
		content := &watched{r: text}
		u := g.uploads.receive(ctx, decoded(content))
		upload, broken = &u, content.err
	})
	switch {
	case errors.Is(err, errTooMuch):
		return nil, fault.New(fault.BodyTooLarge, "beside the file the body may have at most "+strconv.Itoa(MaxBody)+" bytes")
	case err != nil:
		return nil, unreadable(err, true)
	}
	if upload != nil && broken == nil { // else the body is not whole, which is said of the rest
		ctx = grpcserver.WithUpload(ctx, *upload)
	}
	return takeBody(ctx, r, rt, vars, rest)
}

// ErrInvalidBase64 is what a reader of decoded content returns for what is not base64.
var ErrInvalidBase64 = fault.New(fault.InvalidBase64, "content_base64 is not standard or URL-safe base64").
	WithField("/"+contentName, "invalid_base64", "must be standard or URL-safe base64")

// Decoded reads what a text spells in standard or URL-safe base64, with or without padding.
func Decoded(text string) io.Reader { return decoded(strings.NewReader(text)) }

func decoded(text io.Reader) io.Reader {
	return base64Reader{base64.NewDecoder(base64.RawStdEncoding, &base64Text{r: text})}
}

// base64Text spells a text in the standard alphabet without padding. It resolves what encoders of JSON write for the signs of
// base64: \/ for a slash, \u002B for a plus. Any other escape is no base64.
type base64Text struct {
	r             io.Reader
	escape        []byte // an escape that has begun
	standard, url bool   // which alphabet the text is in, once a sign shows it
	padded        bool   // padding has begun: nothing else may come
}

func (t *base64Text) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	kept := 0
	for _, c := range p[:n] {
		sign, whole := t.sign(c)
		if !whole {
			continue
		}
		switch sign {
		case '=':
			t.padded = true
			continue
		case '+', '/':
			t.standard = true
		case '-':
			t.url, sign = true, '+'
		case '_':
			t.url, sign = true, '/'
		}
		// Decoders skip the ends of lines.
		if t.padded || t.standard && t.url || sign == '\r' || sign == '\n' || sign >= utf8.RuneSelf {
			return 0, ErrInvalidBase64
		}
		p[kept] = sign
		kept++
	}
	if errors.Is(err, io.EOF) && len(t.escape) > 0 {
		return 0, ErrInvalidBase64
	}
	return kept, err
}

// sign resolves escapes: it returns what the text means, or false while an escape is not whole. A false one means no sign.
func (t *base64Text) sign(c byte) (byte, bool) {
	if len(t.escape) == 0 && c != '\\' {
		return c, true
	}
	t.escape = append(t.escape, c)
	switch n := len(t.escape); {
	case n == 1, n < 6 && t.escape[1] == 'u':
		return 0, false
	case n == 2 && c == '/':
		t.escape = t.escape[:0]
		return '/', true
	case n == 6:
		if v, err := strconv.ParseUint(string(t.escape[2:]), 16, 16); err == nil && v < utf8.RuneSelf {
			t.escape = t.escape[:0]
			return byte(v), true
		}
	}
	return utf8.RuneSelf, true
}

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
