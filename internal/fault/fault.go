// Package fault is the one error type that a client may see. A Reason is a stable code; the catalogue gives each its
// HTTP status, gRPC code and title (docs/errors.md). Everything that is not a *Error is opaque to clients: they get
// internal_error and the log gets the cause. The package depends only on the standard library, so that domain packages
// can use it.
package fault

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Error is a refusal or failure that is reported to a client.
type Error struct {
	Reason     Reason
	Message    string      // for the client: what is wrong and the remedy; never contains submitted values
	Violations []Violation // the fields at fault, if any
	Extensions map[string]any
	RetryAfter time.Duration // when a repeat may succeed; 0: unknown
	Cause      error         // for the log only
}

// Violation names one field that was refused.
type Violation struct {
	Field   string `json:"field"` // JSON pointer into the request body, or the name of a parameter
	Code    string `json:"code"`
	Message string `json:"message"`
}

// New makes an Error of a reason with a message for the client.
func New(r Reason, message string) *Error { return &Error{Reason: r, Message: message} }

// PointerToken escapes a name for a Violation's Field, which is a JSON pointer (RFC 6901).
func PointerToken(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// Field makes the validation_failed error of a single field.
func Field(pointer, code, message string) *Error {
	return Fields(Violation{Field: pointer, Code: code, Message: message})
}

// Fields makes the validation_failed error of several fields.
func Fields(v ...Violation) *Error {
	return &Error{Reason: ValidationFailed, Message: "some fields are not acceptable; see errors", Violations: v}
}

// WithCause returns a copy that carries the cause for the log.
func (e *Error) WithCause(err error) *Error {
	c := *e
	c.Cause = err
	return &c
}

// WithField returns a copy with the field at fault.
func (e *Error) WithField(pointer, code, message string) *Error {
	c := *e
	c.Violations = append(append([]Violation{}, e.Violations...), Violation{pointer, code, message})
	return &c
}

// WithExtension returns a copy with another member of the problem document.
func (e *Error) WithExtension(name string, value any) *Error {
	c := *e
	c.Extensions = map[string]any{name: value}
	for k, v := range e.Extensions {
		if k != name {
			c.Extensions[k] = v
		}
	}
	return &c
}

// Error is the reason, message and cause, for logs.
func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Reason, e.Message, e.Cause)
	}
	return fmt.Sprintf("%s: %s", e.Reason, e.Message)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is reports whether target is an Error of the same reason.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Reason == e.Reason
}

// As returns the *Error inside err, or an opaque internal_error that has err as its cause.
func As(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{
		Reason: InternalError, Message: "an internal error occurred; it has been logged under the request id", Cause: err,
	}
}
