package pages

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/portal"
)

// An exchange is one request and its answer.
type exchange struct {
	*pagekit.Exchange
	h        *Handler
	page     page
	token    portal.Token // of the browser's cookie
	session  portal.Session
	unopened error // why there is no open session; nil: there is one
	settings portal.Settings
}

// page is what the templates see.
type page struct {
	pagekit.Page
	Title     string
	Signed    bool   // it is of a session
	May       bool   // the person may change what is shown
	Form      string // token that every form carries
	ReturnURL string // where the person came from; empty: not known
	Menu      []menuItem
	Note      string // what was done
	Error     string // why what was sent is refused
	Refresh   bool   // what is shown changes by itself
	Sent      url.Values
	Data      any // of the page's own
}

type menuItem struct {
	Text, Path string
	Current    bool
}

// parts are those of the menu, by the first segment of their paths.
var parts = []struct{ first, text string }{
	{"", "endpoints_title"}, {"deliveries", "deliveries_title"}, {"events", "events_title"}, {"types", "types_title"},
	{"filter", "filter_title"}, {"keys", "keys_title"}, {"body", "body_title"}, {"notices", "notices_title"},
}

// done are what a form may have done, as the page that follows says it.
var done = []string{"updated", "deleted", "paused", "resumed", "tested", "recovering", "retrying", "resent", "sent",
	"asked", "removed", "repeated", "keyrotated", "challenged", "skipped"}

// show shows the page of a template.
func (x *exchange) show(name string, status int, data any) {
	p := &x.page
	p.Data = data
	if p.Title == "" {
		p.Title = p.T(name + "_title")
	}
	if p.Signed {
		first, _, _ := strings.Cut(x.Path(), "/")
		for _, part := range parts {
			current := part.first == first || part.first == "" && first == "endpoints"
			p.Menu = append(p.Menu, menuItem{p.T(part.text), part.first, current})
		}
	}
	if d := x.R.URL.Query().Get("done"); p.Note == "" && slices.Contains(done, d) {
		p.Note = p.T("done_" + d)
	}
	x.Render(status, name, p.Lang, p)
}

// Was is what an input held when the form was sent, else another text.
func (p *page) Was(input, otherwise string) string {
	if p.Sent != nil {
		return p.Sent.Get(input)
	}
	return otherwise
}

// At is a time as the page shows it; nil for none.
func (p *page) At(t any) *pagekit.Moment {
	var at time.Time
	switch t := t.(type) {
	case time.Time:
		at = t
	case *time.Time:
		if t == nil {
			return nil
		}
		at = *t
	}
	return p.Moment(at)
}

// State is that of a delivery.
func (p *page) State(s webhooks.DeliveryStatus) pagekit.Badge {
	return p.Status("delivery_", string(s))
}

// Health is the state of an endpoint.
func (p *page) Health(state webhooks.HealthState) pagekit.Badge {
	return p.Status("health_", string(state))
}

// Chip is an id that leads nowhere.
func (p *page) Chip(id any) pagekit.ID { return p.ID(fmt.Sprint(id), "") }

// Number is a number with one digit after the separator of the language.
func (p *page) Number(n float64) string {
	return strings.Replace(strconv.FormatFloat(n, 'f', 1, 64), ".", p.T("separator"), 1)
}

// Percent is a share.
func (p *page) Percent(share float64) string { return p.Number(100*share) + " %" }

// Milliseconds is a duration.
func (p *page) Milliseconds(d time.Duration) string {
	return p.Number(float64(d.Microseconds())/1000) + " ms"
}

// AtRate says that events wait for the rate.
func (p *page) AtRate(w webhooks.WaitingEvents) string {
	return fmt.Sprintf(p.T("at_rate"), w.PerMinute)
}

// Counted is a number that goes on where counting ended.
func (p *page) Counted(w webhooks.Waiting) string {
	if w.More {
		return strconv.Itoa(w.Count) + "+"
	}
	return strconv.Itoa(w.Count)
}

// Cause is why an attempt failed, by its code.
func (p *page) Cause(code string) string { return cmp.Or(p.T("cause_"+code), code) }

// A failure is why an attempt failed, and the usual remedy; empty: there is none.
type failure struct{ Code, Cause, Remedy string }

// Failure explains the code of a failure.
func (p *page) Failure(code string) failure {
	return failure{code, p.Cause(code), p.T("remedy_" + code)}
}

// maxIndented is how deep JSON may be nested to be shown with line breaks: each has the blanks of its depth before it.
const maxIndented = 32

// pretty is JSON with line breaks, unless it is nested so deeply that it would be many times as long.
func pretty(body []byte) string {
	var b bytes.Buffer
	if nesting(body) > maxIndented || json.Indent(&b, body, "", "  ") != nil {
		return string(body)
	}
	return b.String()
}

// nesting is the depth of JSON.
func nesting(body []byte) (deepest int) {
	depth, text := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '[' || c == '{':
			depth++
			deepest = max(deepest, depth)
		case c == ']' || c == '}':
			depth--
		}
	}
	return deepest
}

// isMissing reports whether an error says that there is no such object.
func isMissing(err error) bool {
	e, ok := errors.AsType[*fault.Error](err)
	return ok && fault.Lookup(e.Reason).Kind == fault.KindNotFound
}

// refusal says why what was sent is refused; false for an error that is no refusal.
func (x *exchange) refusal(err error) (string, bool) {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok || isMissing(err) {
		return "", false
	}
	if len(e.Violations) == 0 {
		return x.say("reason_"+string(e.Reason), e.Message), true
	}
	var lines []string
	for _, v := range e.Violations {
		name, rest, _ := strings.Cut(strings.TrimPrefix(v.Field, "/"), "/")
		field := x.say("field_"+name, name)
		if rest != "" && name == "headers" {
			field += " " + rest
		}
		if member, _, _ := strings.Cut(rest, "/"); name == "authentication" && member != "" {
			field += ", " + x.say("field_"+member, member)
		}
		lines = append(lines, field+": "+x.say("code_"+v.Code, v.Message))
	}
	return strings.Join(lines, "; "), true
}

// say is the text of a key; another one when the page's language needs none of its own, or has none.
func (x *exchange) say(key, otherwise string) string {
	if text := x.page.T(key); text != "" {
		return text
	}
	return otherwise
}

// submitted answers a form: it leads on when it was accepted, and again shows what was sent when it was not.
func (x *exchange) submitted(err error, to string, again func(status int)) {
	text, refused := x.refusal(err)
	switch {
	case err == nil:
		x.Redirect(to)
	case refused:
		x.page.Error, x.page.Sent = text, x.R.PostForm
		again(http.StatusUnprocessableEntity)
	default:
		x.failed(err)
	}
}

// list are the texts of an input, one a line or between commas.
func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == ',' || r == ' ' })
}

// statuses are those that lists of deliveries can be limited to.
var statuses = []webhooks.DeliveryStatus{
	webhooks.DeliveryPending, webhooks.DeliveryDelivered, webhooks.DeliveryFailed, webhooks.DeliveryCancelled,
}
