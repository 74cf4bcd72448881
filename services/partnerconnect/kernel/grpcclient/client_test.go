package grpcclient

import (
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

func TestFailure(t *testing.T) {
	because := func(code codes.Code, reason string) error {
		s, err := status.New(code, "a person's name").WithDetails(&errdetails.ErrorInfo{Reason: reason})
		if err != nil {
			t.Fatal(err)
		}
		return s.Err()
	}
	for name, c := range map[string]struct {
		err          error
		code, reason string
		final        bool
	}{
		"refused": {because(codes.FailedPrecondition, "MERCHANT_BLOCKED"), "failed_precondition",
			"merchant_blocked", true},
		"a reason that is a text": {because(codes.InvalidArgument, "Jan Kowalski is blocked"), "invalid_argument",
			DefaultReason, true},
		"no reason":         {status.Error(codes.OutOfRange, ""), "out_of_range", DefaultReason, true},
		"unavailable":       {status.Error(codes.Unavailable, ""), "unavailable", DefaultReason, false},
		"not found":         {status.Error(codes.NotFound, ""), "not_found", DefaultReason, true},
		"wrong token":       {status.Error(codes.Unauthenticated, ""), "unauthenticated", DefaultReason, false},
		"no answer in time": {status.Error(codes.DeadlineExceeded, ""), "deadline_exceeded", DefaultReason, false},
	} {
		t.Run(name, func(t *testing.T) {
			f, ok := Failure(c.err, codes.NotFound).(*provider.Failure) //nolint:errorlint // it is not wrapped
			if !ok || f.Code != c.code || f.Reason != c.reason || f.Final != c.final {
				t.Fatalf("%+v", f)
			}
			if got, want := f.Error(), "provider: "+c.code+": the provider answered "+status.Code(c.err).String(); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
	if Failure(nil) != nil {
		t.Error("a call that succeeded failed")
	}
}

func TestCheckPage(t *testing.T) {
	for page, ok := range map[string]bool{
		"https://engine.example/pay/1": true, "http://127.0.0.1:8200/pay/1": true, "http://localhost/pay/1": true,
		"http://[::1]:1/":             true,
		"http://engine.example/pay/1": false, "http://localhost.example/": false, "ftp://localhost/": false,
		"/pay/1": false, "": false,
	} {
		t.Run(page, func(t *testing.T) {
			if err := CheckPage(page); (err == nil) != ok {
				t.Error(err)
			}
		})
	}
}
