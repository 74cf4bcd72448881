package gateway

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

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

// RequestHeader returns all values of a request header that requestHeaders lists.
func RequestHeader(ctx context.Context, name string) []string {
	md, _ := metadata.FromIncomingContext(ctx)
	return md.Get(name)
}

// call calls the method and returns the response to the client.
func (x *exchange) call() idempotency.Answer {
	ctx := metadata.NewOutgoingContext(x.context(), x.requestMetadata())
	resp := x.route.output.New()
	var header metadata.MD
	err := x.conn.Invoke(ctx, x.route.fullMethod, x.message.Interface(), resp.Interface(), grpc.Header(&header))
	if err != nil {
		return x.failure(err)
	}
	a := idempotency.Answer{Status: http.StatusOK, Header: responseHeader(header)}
	if v := header.Get(statusKey); len(v) > 0 {
		if a.Status, err = strconv.Atoi(v[len(v)-1]); err != nil {
			return x.failure(err)
		}
	}
	if a.Status == http.StatusNoContent {
		return a
	}
	if f := x.route.responseField; f != nil {
		resp = resp.Get(f).Message()
	}
	body, err := appendMessage(nil, resp)
	if err != nil {
		return x.failure(err)
	}
	a.Header.Set("Content-Type", "application/json")
	a.Body = body
	return a
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
	for name, values := range a.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(a.Status)
	_, _ = w.Write(a.Body)
}
