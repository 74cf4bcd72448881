package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"syscall"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
)

// A client that repeats its calls may see these errors, and no others.
func TestWhichErrorsAClientMaySee(t *testing.T) {
	advised, err := status.New(codes.Unavailable,
		"later").WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		err               error
		fault, unanswered bool
	}{
		"503 with advice":      {&statusError{status: http.StatusServiceUnavailable, retryAfter: "1"}, false, false},
		"503 without":          {&statusError{status: http.StatusServiceUnavailable}, true, false},
		"500":                  {&statusError{status: http.StatusInternalServerError, retryAfter: "1"}, true, false},
		"422":                  {&statusError{status: http.StatusUnprocessableEntity}, true, false},
		"refused":              {&url.Error{Op: "Post", Err: syscall.ECONNREFUSED}, false, false},
		"reset":                {&url.Error{Op: "Post", Err: syscall.ECONNRESET}, false, true},
		"cut in the answer":    {io.ErrUnexpectedEOF, false, true},
		"no answer in time":    {context.DeadlineExceeded, false, true},
		"gRPC, advised":        {advised.Err(), false, false},
		"gRPC, broken":         {status.Error(codes.Unavailable, "connection closed"), false, true},
		"gRPC, out of time":    {status.Error(codes.DeadlineExceeded, ""), false, true},
		"gRPC, internal":       {status.Error(codes.Internal, ""), true, false},
		"gRPC, not understood": {status.Error(codes.InvalidArgument, ""), true, false},
		"anything else":        {errors.New("?"), true, false},
	} {
		t.Run(name, func(t *testing.T) {
			if fault, unanswered := checkError(c.err); (fault != nil) != c.fault || unanswered != c.unanswered {
				t.Errorf("fault %v, unanswered %t", fault, unanswered)
			}
		})
	}
}
