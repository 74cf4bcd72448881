package grpcserver

import (
	"context"
	"encoding/json"
	"errors"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/partnerline/partnerline/internal/fault"
)

// Domain is the ErrorInfo domain of our reasons.
const Domain = "partnerline"

var kindCodes = map[fault.Kind]codes.Code{
	fault.KindInternal:        codes.Internal,
	fault.KindInvalid:         codes.InvalidArgument,
	fault.KindUnauthenticated: codes.Unauthenticated,
	fault.KindForbidden:       codes.PermissionDenied,
	fault.KindNotFound:        codes.NotFound,
	fault.KindExists:          codes.AlreadyExists,
	fault.KindStale:           codes.Aborted,
	fault.KindPrecondition:    codes.FailedPrecondition,
	fault.KindLimited:         codes.ResourceExhausted,
	fault.KindUnavailable:     codes.Unavailable,
	fault.KindCancelled:       codes.Canceled,
	fault.KindDeadline:        codes.DeadlineExceeded,
	fault.KindUnimplemented:   codes.Unimplemented,
}

// Status is the response to err: code, message, and the details ErrorInfo (reason; extensions as JSON in the metadata),
// BadRequest (fields) and RetryInfo. The text of an error that is not a fault is not part of it.
func Status(ctx context.Context, err error) *status.Status {
	if err == nil {
		return status.New(codes.OK, "")
	}
	var e *fault.Error
	switch {
	case errors.As(err, &e):
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		e = fault.New(fault.RequestCancelled, "the client ended the request")
	case errors.Is(err, context.DeadlineExceeded):
		e = fault.New(fault.Timeout, "the request took too long")
	default:
		e = fault.As(err)
	}
	entry := fault.Lookup(e.Reason)
	info := &errdetails.ErrorInfo{Reason: string(entry.Reason), Domain: Domain, Metadata: map[string]string{}}
	for k, v := range e.Extensions {
		if b, err := json.Marshal(v); err == nil {
			info.Metadata[k] = string(b)
		}
	}
	details := []protoadapt.MessageV1{protoadapt.MessageV1Of(info)}
	if len(e.Violations) > 0 {
		bad := &errdetails.BadRequest{}
		for _, v := range e.Violations {
			bad.FieldViolations = append(bad.FieldViolations,
				&errdetails.BadRequest_FieldViolation{Field: v.Field, Reason: v.Code, Description: v.Message})
		}
		details = append(details, protoadapt.MessageV1Of(bad))
	}
	if e.RetryAfter > 0 {
		details = append(details, protoadapt.MessageV1Of(&errdetails.RetryInfo{RetryDelay: durationpb.New(e.RetryAfter)}))
	}
	st := status.New(kindCodes[entry.Kind], e.Message)
	with, err := st.WithDetails(details...)
	if err != nil {
		return st
	}
	return with
}

// FromStatus is the reverse of Status, for the gateway and for clients of other programs.
func FromStatus(st *status.Status) (*fault.Error, bool) {
	var e *fault.Error
	for _, d := range st.Details() {
		if info, ok := d.(*errdetails.ErrorInfo); ok && info.GetDomain() == Domain {
			e = fault.New(fault.Reason(info.GetReason()), st.Message())
			for k, v := range info.GetMetadata() {
				e = e.WithExtension(k, json.RawMessage(v))
			}
		}
	}
	if e == nil {
		return nil, false
	}
	for _, d := range st.Details() {
		switch d := d.(type) {
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				e.Violations = append(e.Violations,
					fault.Violation{Field: v.GetField(), Code: v.GetReason(), Message: v.GetDescription()})
			}
		case *errdetails.RetryInfo:
			e.RetryAfter = d.GetRetryDelay().AsDuration()
		}
	}
	return e, true
}
