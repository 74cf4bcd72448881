package gateway

import (
	"bytes"
	"errors"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
)

const (
	// MaxBody is the size limit of a JSON body.
	MaxBody = 64 << 10
	// MaxUpload is the size limit of a body that carries a file of 5120 KB: base64 makes it a third longer.
	MaxUpload = 7<<20 + MaxBody
)

// readBody reads the body into the message of the method. A body that cannot be read is an error now; what is wrong
// with a readable one is kept in the context until existence and state are checked.
func (x *exchange) readBody() error {
	limit := int64(MaxBody)
	if x.route.upload {
		limit = MaxUpload
	}
	x.r.Body = http.MaxBytesReader(x.w, x.r.Body, limit)
	if x.route.body != nil && x.r.ContentLength != 0 && isEncoded(x.r.Header) {
		return fault.New(fault.UnsupportedMediaType, "send the body as it is, without Content-Encoding")
	}
	contentType, boundary := mediaType(x.r.Header.Get("Content-Type"))
	if x.route.upload && (contentType == "multipart/form-data" || contentType == "application/json") {
		return x.readUpload(contentType, boundary)
	}
	text := bodyTexts.Get().(*bytes.Buffer) //nolint:forcetypeassert // the pool has no others
	defer reuse(text)
	_, err := text.ReadFrom(x.r.Body)
	switch {
	case err != nil:
		return unreadable(err, x.route.upload)
	case x.route.body == nil || text.Len() == 0:
		return nil
	case contentType != "application/json":
		return fault.New(fault.UnsupportedMediaType, "send the body as Content-Type: "+x.route.contentTypes())
	}
	return x.takeJSON(text.Bytes())
}

// bodyTexts are buffers for the text of bodies. Parsed values are copies of it.
var bodyTexts = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func reuse(b *bytes.Buffer) {
	if b.Cap() <= 4*MaxBody { // else it was the body of an upload
		b.Reset()
		bodyTexts.Put(b)
	}
}

// mediaType reads a Content-Type.
func mediaType(header string) (name, boundary string) {
	if header == "application/json" { // as nearly all are
		return header, ""
	}
	name, params, _ := mime.ParseMediaType(header)
	return name, params["boundary"]
}

// isEncoded reports whether a body is compressed or encoded otherwise.
func isEncoded(h http.Header) bool {
	return slices.ContainsFunc(h.Values("Content-Encoding"), func(v string) bool {
		return v != "" && !strings.EqualFold(v, "identity")
	})
}

// contentTypes is what the route takes.
func (r *route) contentTypes() string {
	if r.upload {
		return "application/json or multipart/form-data"
	}
	return "application/json"
}

func (x *exchange) takeJSON(text []byte) error {
	body, err := parseObject(text)
	if err != nil {
		return err
	}
	x.takeBody(body)
	return nil
}

// takeBody makes the message of the body. Fields that the path sets are unknown to the body, and so is a field mask:
// the mask lists the members that the body has.
func (x *exchange) takeBody(body map[string]any) {
	lenient := strings.EqualFold(strings.ReplaceAll(x.r.Header.Get("Prefer"), " ", ""), "handling=lenient")
	m, c := x.route.body.New(), &fieldCheck{lenient: lenient}
	if x.route.bodyField == nil {
		for _, f := range append(x.route.variables[:len(x.route.variables):len(x.route.variables)], x.route.mask) {
			if f != nil {
				c.removeMember(body, string(f.Name()))
			}
		}
	}
	c.message(m, body, "")
	if x.route.mask != nil && x.route.bodyField == nil {
		m.Set(x.route.mask, protoreflect.ValueOfMessage(maskOf(m.Descriptor(), body).ProtoReflect()))
	}
	x.body, x.message = body, m
	if e := c.fault(); e != nil {
		x.setContext(grpcserver.WithBodyFault(x.context(), e))
	}
}

func unreadable(err error, upload bool) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge) && upload:
		return errFileTooLarge
	case errors.As(err, &tooLarge):
		return fault.New(fault.BodyTooLarge, "the body may have at most "+strconv.Itoa(MaxBody)+" bytes")
	}
	return fault.New(fault.InvalidJSON, "the body could not be read to its end")
}
