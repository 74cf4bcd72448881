package screen

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/services/console/internal/operators"
)

// A Change is what a form of a page does. One that has answered by itself, as when it shows a secret once, returns
// ErrAnswered.
type Change func(ctx context.Context, x *Exchange) error

// What a change and a page return.
var (
	ErrNotFound = errors.New("not found")
	ErrAnswered = errors.New("the exchange has its answer")
)

// Submit begins a page that has forms. A form that was sent does one of changes, which its input "do" names, for the
// reason in its input "reason"; afterwards the browser loads the page again, with the text done_<do>. A repeat of a
// form, as when the page of its answer is loaded again, does nothing and loads the page, too. A form that a service
// refuses is shown again with what was entered: the page is rendered with the status. It is not when Submit returns
// false, for the exchange then has its answer.
func (x *Exchange) Submit(changes map[string]Change) (code int, render bool) {
	if x.R.Method != http.MethodPost {
		if done := x.R.URL.Query().Get("done"); (changes[done] != nil || done == repeated) && x.Page.Note == "" {
			x.Page.Note = x.Page.T("done_" + done)
		}
		return http.StatusOK, true
	}
	do := x.Input("do")
	f := changes[do]
	if f == nil {
		x.Missing(ErrNotFound)
		return 0, false
	}
	err := f(operators.Sending(x.Because(x.Input("reason")), x.Sending.Name, x.Sending.Until), x)
	switch s := StateOf(err); {
	case err == nil:
		x.Redirect((&url.URL{Path: x.Path(), RawQuery: url.Values{"done": {do}}.Encode()}).String())
		return 0, false
	case spent(err):
		q := x.R.URL.Query()
		q.Set("done", repeated)
		x.Redirect((&url.URL{Path: x.Path(), RawQuery: q.Encode()}).String())
		return 0, false
	case errors.Is(err, ErrAnswered):
		return 0, false
	case s == Away, s == Denied && !aboutTheCall(err):
		x.Missing(err)
		return 0, false
	}
	x.Page.Error, x.Page.Sent = x.Refusal(err), x.R.PostForm
	return http.StatusUnprocessableEntity, true
}

// Each does something with each of values, and returns why it was refused for which, by their names. A repeat of the
// form, and a service that is away, end it with an error.
func (x *Exchange) Each(values []string, do func(value string) error) (refused []Fact, _ error) {
	for _, value := range values {
		err := do(value)
		switch s := StateOf(err); {
		case err == nil:
		case spent(err), s == Away, s == Denied && !aboutTheCall(err):
			return refused, err
		default:
			refused = append(refused, Fact{value, x.Refusal(err)})
		}
	}
	return refused, nil
}

// repeated is what a page says to a form that was sent before.
const repeated = "repeated"

// spent reports whether a call was made before, for the same sending.
func spent(err error) bool {
	e, ok := grpcserver.FromStatus(status.Convert(err))
	return err != nil && ok && e.Reason == fault.TokenUsed
}

// aboutTheCall reports whether a person whose roles allow a call was refused because of what it is about, such as an
// own proposal.
func aboutTheCall(err error) bool {
	e, ok := grpcserver.FromStatus(status.Convert(err))
	return ok && status.Code(err) == codes.PermissionDenied && e.Reason != fault.InsufficientRole
}

// Input is what the form holds, without blanks around it.
func (x *Exchange) Input(name string) string { return strings.TrimSpace(x.R.PostForm.Get(name)) }

// choice is what a form says, of the choices that it offers: none of them is taken for another value.
func (x *Exchange) choice(name string, offered ...string) (string, error) {
	value := x.Input(name)
	if !slices.Contains(offered, value) {
		return "", errors.New(x.Page.T("choice_unknown") + " " + name)
	}
	return value, nil
}

// Livemode is whether a form is about live mode, by its input "mode".
func (x *Exchange) Livemode() (bool, error) {
	mode, err := x.choice("mode", "live", "test")
	return mode == "live", err
}

// Span is how long a form says that something lasts: one of the choices that it offers, each as Go writes durations.
func (x *Exchange) Span(name string, offered []string) (time.Duration, error) {
	value, err := x.choice(name, offered...)
	if err != nil {
		return 0, err
	}
	return time.ParseDuration(value)
}

// File is the file that an input of the form has; nil: none was chosen.
func (x *Exchange) File(name string) ([]byte, error) {
	file, _, err := x.R.FormFile(name)
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(file)
}

// Refusal is what a service says against a form: each thing that is wrong with a field, else its message.
func (x *Exchange) Refusal(err error) string {
	if errors.Is(err, ErrNotFound) {
		return x.Page.T("form_gone")
	}
	e, ok := grpcserver.FromStatus(status.Convert(err))
	if !ok {
		return x.Page.T("refused_by_service") + " " + status.Convert(err).Message()
	}
	if e.Reason == fault.ReasonRequired {
		return x.Page.T("reason_missing")
	}
	said := []string{e.Message}
	if len(e.Violations) > 0 {
		said = nil
		for _, v := range e.Violations {
			said = append(said, v.Field+" "+v.Message)
		}
	}
	return x.Page.T("refused_by_service") + " " + strings.Join(said, "; ")
}

// Missing answers for a page whose data could not be read.
func (x *Exchange) Missing(err error) {
	switch StateOf(err) {
	case Away:
		x.Failed(err)
		x.Show("serviceaway", http.StatusServiceUnavailable)
	case Denied:
		x.Show("denied", http.StatusForbidden)
	default:
		if errors.Is(err, ErrNotFound) || status.Code(err) == codes.NotFound {
			x.Show("notfound", http.StatusNotFound)
			return
		}
		x.Failed(err)
		x.Show("failed", http.StatusServiceUnavailable)
	}
}
