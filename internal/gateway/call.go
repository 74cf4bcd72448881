package gateway

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/idempotency"
)

// statusKey is the response metadata by which a handler names its HTTP status.
const statusKey = "x-http-code"

// SetHTTPStatus lets a handler choose the HTTP status of its success; over gRPC it has no effect.
func SetHTTPStatus(ctx context.Context, code int) {
	_ = grpc.SetHeader(ctx, metadata.Pairs(statusKey, strconv.Itoa(code)))
}

// SetHeader lets a handler set one of the response headers that responseHeaders lists.
func SetHeader(ctx context.Context, name, value string) {
	_ = grpc.SetHeader(ctx, metadata.Pairs(strings.ToLower(name), value))
}

// Forward answers with the status and the headers of the response of another service, whose answer is this one's.
func Forward(ctx context.Context, answered metadata.MD) {
	md := metadata.MD{}
	for _, name := range append([]string{statusKey}, responseHeaders...) {
		if values := answered.Get(name); len(values) > 0 {
			md.Set(name, values...)
		}
	}
	_ = grpc.SetHeader(ctx, md)
}

// RequestHeader returns all values of a request header that requestHeaders lists.
func RequestHeader(ctx context.Context, name string) []string {
	md, _ := metadata.FromIncomingContext(ctx)
	return md.Get(name)
}

// setStatus sends the status that the handler chose.
func setStatus(ctx context.Context, w http.ResponseWriter, _ proto.Message) error {
	md, _ := runtime.ServerMetadataFromContext(ctx)
	if v := md.HeaderMD.Get(statusKey); len(v) > 0 {
		code, err := strconv.Atoi(v[len(v)-1])
		if err != nil {
			return err
		}
		w.WriteHeader(code)
	}
	return nil
}

// A recorder keeps the response of a call, or the error that it failed with.
type recorder struct {
	answer idempotency.Answer
	body   bytes.Buffer
	err    error
}

// Header implements http.ResponseWriter.
func (r *recorder) Header() http.Header { return r.answer.Header }

// WriteHeader implements http.ResponseWriter.
func (r *recorder) WriteHeader(status int) { r.answer.Status = status }

// Write implements http.ResponseWriter. After a 204 there is no body.
func (r *recorder) Write(b []byte) (int, error) {
	if r.answer.Status == http.StatusNoContent {
		return len(b), nil
	}
	return r.body.Write(b)
}

// keepError is the error handler of grpc-gateway.
func keepError(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, _ *http.Request, err error) {
	if r, ok := w.(*recorder); ok {
		r.err = err
	}
}

// call calls the method and returns the response to the client.
func (x *exchange) call() idempotency.Answer {
	rec := &recorder{answer: idempotency.Answer{Status: http.StatusOK, Header: http.Header{}}}
	x.r.Body = &parsedBody{message: x.message}
	x.r.Header.Set("Content-Type", "application/json") // selects the marshaler, whatever the client sent
	x.handler(rec, x.r, x.vars)
	if rec.err != nil {
		return x.failure(rec.err)
	}
	if rec.answer.Status == http.StatusNoContent {
		rec.answer.Header.Del("Content-Type")
	}
	rec.answer.Body = rec.body.Bytes()
	return rec.answer
}

// failure is the response to a call that failed. Its error is that of the server's chain, which has logged it.
func (x *exchange) failure(err error) idempotency.Answer {
	st := status.Convert(err)
	e, ok := grpcserver.FromStatus(st)
	if !ok {
		x.log.LogAttrs(x.context(), slog.LevelError, "request failed", slog.String("cause", st.Message()))
		e = fault.As(err)
	}
	return problem(x.r, x.route.locate(e))
}

// write sends a response.
func write(w http.ResponseWriter, a idempotency.Answer) {
	maps.Copy(w.Header(), a.Header)
	w.WriteHeader(a.Status)
	_, _ = w.Write(a.Body)
}
