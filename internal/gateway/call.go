package gateway

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"github.com/grpc-ecosystem/grpc-gateway/v2/utilities"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

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
	return metadata.ValueFromIncomingContext(ctx, name)
}

// call calls the method and returns the response to the client.
func (x *exchange) call() idempotency.Answer {
	req, err := x.request()
	if err != nil {
		return x.failure(err)
	}
	resp, header, err := x.server.Call(x.context(), x.route.fullMethod, metadataOf(x.r.Header), req)
	if err != nil {
		return x.failure(err)
	}
	a, err := x.route.answer(resp, header)
	if err != nil {
		return x.failure(err)
	}
	if path := a.Header.Get("Location"); path != "" {
		a.Header.Set("Location", x.base+path)
	}
	return a
}

// answer is the response to a call that succeeded.
func (r *route) answer(resp proto.Message, header metadata.MD) (a idempotency.Answer, err error) {
	a = idempotency.Answer{Status: http.StatusOK, Header: http.Header{}}
	for _, name := range responseHeaders {
		for _, v := range header.Get(name) {
			a.Header.Add(name, v)
		}
	}
	if v := header.Get(statusKey); len(v) > 0 {
		if a.Status, err = strconv.Atoi(v[len(v)-1]); err != nil {
			return a, err
		}
	}
	if a.Status == http.StatusNoContent {
		return a, nil
	}
	a.Header.Set("Content-Type", "application/json")
	content := resp.ProtoReflect()
	if r.content != nil {
		content = content.Get(r.content).Message()
	}
	a.Body, err = appendMessage(nil, content)
	return a, err
}

// request is the message of the method: the body, or a message that has it as a field, with the variables of the path
// and the parameters.
func (x *exchange) request() (proto.Message, error) {
	m := x.message
	if m == nil || x.route.bodyField != nil {
		m = x.route.request.New()
	}
	if x.message != nil && x.route.bodyField != nil {
		m.Set(x.route.bodyField, protoreflect.ValueOfMessage(x.message))
		if x.route.mask != nil {
			m.Set(x.route.mask, protoreflect.ValueOfMessage(maskOf(x.message.Descriptor(), x.body).ProtoReflect()))
		}
	}
	for _, f := range x.route.variables {
		m.Set(f, protoreflect.ValueOfString(x.vars[string(f.Name())]))
	}
	if x.r.URL.RawQuery == "" {
		return m.Interface(), nil
	}
	return m.Interface(), runtime.PopulateQueryParameters(m.Interface(), x.r.URL.Query(), utilities.NewDoubleArray(nil))
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
