package gateway

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
)

// A TakeFile consumes a file as it arrives, and returns what the handler of the call knows it by. The handler reports
// its error, once existence and state are checked.
type TakeFile func(ctx context.Context, file io.Reader) (any, error)

const (
	// contentName is the member of a JSON body that holds the file.
	contentName = "content_base64"
	// uploadsEach is how many uploads one caller may have in flight, so that it cannot block those of others.
	uploadsEach = 32
	// uploadRetry is when to retry an upload beyond those.
	uploadRetry = 5 * time.Second
	// uploadGrace is how long an upload may take before its rate matters; then it must keep the rate at which the largest
	// one arrives within requestTimeout.
	uploadGrace = 10 * time.Second
)

// uploads consumes the files of calls as they arrive. Nothing of a file is buffered, so memory is bounded by the number
// of uploads.
type uploads struct {
	take     TakeFile
	inFlight *shares
}

// shares counts what each caller has in flight.
type shares struct {
	mu   sync.Mutex // guards by
	by   map[string]int
	each int
}

func newShares(each int) *shares { return &shares{by: map[string]int{}, each: each} }

// begin counts one more of a caller, until end is called; false when its share is used up.
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

// paced is a body that must arrive at the rate of uploads.
type paced struct {
	io.ReadCloser
	w     *http.ResponseController
	start time.Time
	n     int64
}

func (p *paced) Read(b []byte) (int, error) {
	_ = p.w.SetReadDeadline(p.start.Add(uploadDeadline(p.n))) // fails without a connection, which needs no deadline
	n, err := p.ReadCloser.Read(b)
	p.n += int64(n)
	return n, err
}

// uploadDeadline is how long an upload may take of which n bytes have arrived.
func uploadDeadline(n int64) time.Duration {
	return uploadGrace + time.Duration(float64(requestTimeout-uploadGrace)*min(float64(n)/MaxUpload, 1))
}

// receive consumes a file, and computes its checksum for the idempotency key of the call.
func (u uploads) receive(ctx context.Context, content io.Reader) grpcserver.Upload {
	sum := sha256.New()
	file, err := u.take(ctx, io.TeeReader(content, sum))
	return grpcserver.Upload{File: file, Err: err, Sum: sum.Sum(nil)}
}

// readUpload reads the body of a call that may carry a file.
func (x *exchange) readUpload(contentType, boundary string) error {
	end, ok := x.uploads.inFlight.begin(grpcserver.PrincipalOf(x.context()).Holder)
	if !ok {
		e := fault.New(fault.RateLimited, "too many uploads at once: let one of the "+strconv.Itoa(uploadsEach)+
			" in flight end").
			WithExtension("violated-policies", []string{"uploads_at_once"})
		e.RetryAfter = uploadRetry
		return e
	}
	defer end()
	x.r.Body = &paced{ReadCloser: x.r.Body, w: http.NewResponseController(x.w), start: time.Now()}
	if contentType == "multipart/form-data" {
		return x.readForm(boundary)
	}
	return x.readJSONUpload()
}

// readJSONUpload extracts the file from a JSON body and parses the rest.
func (x *exchange) readJSONUpload() error {
	var upload *grpcserver.Upload
	var broken error
	rest, err := extractString(x.r.Body, contentName, MaxBody, func(text io.Reader) {
		content := &watched{r: text}
		u := x.uploads.receive(x.context(), decoded(content))
		upload, broken = &u, content.err
	})
	switch {
	case errors.Is(err, errTooMuch):
		return fault.New(fault.BodyTooLarge, "without the file the body may have at most "+strconv.Itoa(MaxBody)+" bytes")
	case err != nil:
		return unreadable(err, true)
	}
	if upload != nil && broken == nil { // else the body is incomplete, and parsing the rest says so
		x.setContext(grpcserver.WithUpload(x.context(), *upload))
	}
	if len(rest) == 0 {
		return nil
	}
	return x.takeJSON(rest)
}

// watched remembers why reading failed: that is an error of the sender, not of TakeFile.
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

// errFileTooLarge refuses a body that is larger than one with the largest file.
var errFileTooLarge = fault.New(fault.FileTooLarge, "a file has at most 5 MiB")
