package partnerline

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// A Code says why a call was refused. It is an error for errors.Is alone.
type Code string

// Error implements error.
func (c Code) Error() string { return string(c) }

// A FieldError is one field that was refused.
type FieldError struct {
	Field   string `json:"field"` // JSON pointer into the body, or the name of a parameter or header
	Code    string `json:"code"`
	Message string `json:"message"`
}

// An Error is an answer that is not a success.
type Error struct {
	Status     int
	Code       Code // empty when the answer is not from the API, but from a proxy for example
	Title      string
	Detail     string
	Fields     []FieldError
	RequestID  string        // to quote to support
	RetryAfter time.Duration // zero: not said
	Body       []byte        // the answer: problems may have further members
}

// Error implements error.
func (e *Error) Error() string {
	text := fmt.Sprintf("partnerline: %d", e.Status)
	if e.Code != "" {
		text += " " + string(e.Code)
	}
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	for _, f := range e.Fields {
		text += fmt.Sprintf("; %s: %s", f.Field, f.Message)
	}
	if e.RequestID != "" {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// Is makes errors.Is(err, CodeRateLimited) work.
func (e *Error) Is(target error) bool {
	var code Code
	return errors.As(target, &code) && e.Code == code
}

// errorOf makes an error of an answer.
func errorOf(status int, h http.Header, body []byte, now time.Time) *Error {
	var p struct {
		Code      Code         `json:"code"`
		Title     string       `json:"title"`
		Detail    string       `json:"detail"`
		RequestID string       `json:"request_id"`
		Errors    []FieldError `json:"errors"`
	}
	e := &Error{Status: status, RequestID: h.Get("X-Request-Id"), Body: body}
	e.RetryAfter, _ = retryAfter(h, now)
	if err := json.Unmarshal(body, &p); err != nil || p.Code == "" {
		e.Detail = "the answer is not a problem document"
		return e
	}
	e.Code, e.Title, e.Detail, e.Fields = p.Code, p.Title, p.Detail, p.Errors
	if p.RequestID != "" {
		e.RequestID = p.RequestID
	}
	return e
}

// retryAfter reads the header Retry-After: seconds, or a time.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	value := h.Get("Retry-After")
	if s, err := strconv.Atoi(value); err == nil && s >= 0 {
		return time.Duration(s) * time.Second, true
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
}
