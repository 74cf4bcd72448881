package gateway

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"time"

	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
)

// Media types of a stream. A client that accepts both gets the first.
const (
	eventStream = "text/event-stream"
	jsonLines   = "application/x-ndjson"
)

// A streamer writes the responses of a stream as Server-Sent Events, or as one JSON document per line. A response has
// two fields: `id`, from which a reader resumes, and `envelope`, the JSON as it is; one without an envelope is no
// event.
type streamer struct {
	x    *exchange
	sse  bool
	open bool // the answer has begun
}

// stream answers with the responses of a method as they come. Until the first one an error is a problem document like
// any other; after it, the last thing on the stream.
func (x *exchange) stream() {
	ctx, cancel := lasting(x.context())
	defer cancel()
	_ = http.NewResponseController(x.w).SetReadDeadline(time.Time{}) // the request has been read: nothing more is expected
	req, err := x.request()
	if err != nil {
		x.refuse(err)
		return
	}
	s := &streamer{x: x, sse: x.accepts(eventStream)}
	err = x.server.ServeStream(ctx, x.route.fullMethod, metadataOf(x.r.Header), req, s.send)
	switch {
	case err != nil && !s.open:
		write(x.w, x.failure(err))
	case err != nil && ctx.Err() == nil:
		s.end(err)
	}
}

// lasting is a context that ends with the connection of the client, and not when a request would have timed out.
func lasting(ctx context.Context) (context.Context, context.CancelFunc) {
	connection, _ := ctx.Value(connectionKey{}).(context.Context)
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(connection, cancel)
	return ctx, func() { stop(); cancel() }
}

// connectionKey is of the context of the client's connection.
type connectionKey struct{}

func (s *streamer) send(m proto.Message) error {
	r := m.ProtoReflect()
	fields := r.Descriptor().Fields()
	id, envelope := r.Get(fields.ByName("id")).String(), r.Get(fields.ByName("envelope")).Bytes()
	var b bytes.Buffer
	switch {
	case s.sse && len(envelope) > 0:
		b.WriteString("id: " + id + "\ndata: ")
		b.Write(envelope)
		b.WriteString("\n\n")
	case s.sse && id != "":
		b.WriteString("retry: 1000\nid: " + id + "\n\n")
	case s.sse:
		b.WriteString(": heartbeat\n\n")
	default:
		b.Write(envelope)
		b.WriteString("\n")
	}
	return s.write(b.Bytes())
}

// end sends why the stream ends.
func (s *streamer) end(err error) {
	e, ok := grpcserver.FromStatus(status.Convert(err))
	if !ok {
		e = fault.As(err)
	}
	doc := problem(s.x.r, e).Body
	if s.sse {
		doc = append(append([]byte("event: end\ndata: "), doc...), '\n')
	}
	_ = s.write(doc)
}

// write writes a part of the stream to the client, which has so long to accept it.
func (s *streamer) write(b []byte) error {
	w := http.NewResponseController(s.x.w)
	if err := w.SetWriteDeadline(time.Now().Add(s.x.server.SendTimeout())); err != nil &&
		!errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if !s.open {
		s.open = true
		h := s.x.w.Header()
		h.Set("Content-Type", jsonLines)
		if s.sse {
			h.Set("Content-Type", eventStream)
		}
		h.Set("X-Accel-Buffering", "no") // a proxy that collects the stream would delay it
		s.x.w.WriteHeader(http.StatusOK)
	}
	if _, err := s.x.w.Write(b); err != nil {
		return lost(err)
	}
	if err := w.Flush(); err != nil {
		return lost(err)
	}
	return nil
}

// lost is why a stream ends whose client accepts no more: no fault of ours.
func lost(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fault.New(fault.Timeout, "the client did not read")
	}
	return fault.New(fault.RequestCancelled, "the client ended the request")
}

// streams reports whether a method streams its responses. Then they have the fields that a streamer writes.
func streams(m protoreflect.MethodDescriptor) (bool, error) {
	if !m.IsStreamingServer() {
		return false, nil
	}
	id, envelope := m.Output().Fields().ByName("id"), m.Output().Fields().ByName("envelope")
	if id == nil || id.Kind() != protoreflect.StringKind || envelope == nil || envelope.Kind() != protoreflect.BytesKind {
		return false, errors.New("a stream needs responses of `string id` and `bytes envelope`")
	}
	return true, nil
}
