// Package screen is what the screens of the console share: the exchange with a person who is signed in, forms, and
// parts that are read together.
package screen

import (
	"context"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/internal/person"
	"github.com/partnerline/partnerline/services/console"
	"github.com/partnerline/partnerline/services/console/internal/figures"
	"github.com/partnerline/partnerline/services/console/internal/operators"
)

// A Screen is a part of the console. Its pages are below its path.
type Screen struct {
	Name   string   // in the menu by the text menu_<name>
	Group  string   // of the menu, by the text group_<group>; empty: it is not in the menu
	Path   string   // the first segment; empty: the first page
	Roles  []string // of those whom it opens to; nil: everyone
	Texts  Texts
	Assets fs.FS                          // its templates, assets/*.html
	Serve  func(x *Exchange, rest string) // rest is what follows the first segment
}

// Texts are what pages say, by key: in English and in Polish.
type Texts map[string][2]string

// An Exchange is one request of a person who is signed in, and its answer.
type Exchange struct {
	*pagekit.Exchange
	Page     Page
	Session  console.Session
	Now      time.Time
	Sending  Sending // of a form
	Services *operators.Clients
	Figures  *figures.Reader          // nil: there is no Prometheus
	Counts   func() map[string]string // how much waits, by the item of a menu; nil: the page shows none
	Log      *slog.Logger
}

// A Sending names what the person sent by a form; until its end a repeat is recognised by it.
type Sending struct {
	Name  string
	Until time.Time
}

// As is the context of calls for the person.
func (x *Exchange) As() context.Context {
	return operators.As(x.Context(), person.Person{
		Subject: x.Session.Subject, Name: x.Session.Name, Email: x.Session.Email, Roles: person.ParseRoles(x.Session.Roles),
	})
}

// Because is As with a reason.
func (x *Exchange) Because(reason string) context.Context { return operators.Because(x.As(), reason) }

// Show renders a page; its title is the text <name>_title unless it has another.
func (x *Exchange) Show(name string, status int) {
	p := x.Page
	p.Script = x.Script()
	if x.Counts != nil {
		p.Counts = x.Counts()
	}
	if p.Title == "" {
		p.Title = p.T(name + "_title")
	}
	x.Render(status, name, p.Lang, p)
}

// partTimeout bounds what a part of a page waits for its service: the others are shown meanwhile.
const partTimeout = 3 * time.Second

// A State says whether a part of a page could be read.
type State string

// The states.
const (
	Shown  State = ""
	Away   State = "away"   // the service cannot be reached
	Denied State = "denied" // the person's roles do not allow it
	Failed State = "failed"
)

// StateOf reads it from the error of a call.
func StateOf(err error) State {
	switch status.Code(err) {
	case codes.OK:
		return Shown
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled:
		return Away
	case codes.PermissionDenied, codes.Unauthenticated:
		return Denied
	}
	return Failed
}

// A Part of a page is what one call of one service says.
type Part[T any] struct {
	State State
	Data  T
}

// A Reading reads the parts of a page, all at the same time.
type Reading struct {
	x   *Exchange
	all sync.WaitGroup
}

// Reading begins to read parts of the page.
func (x *Exchange) Reading() *Reading { return &Reading{x: x} }

// Wait returns when all parts have been read, or could not be.
func (r *Reading) Wait() { r.all.Wait() }

// Read has the reading read a part by the call f. The part is there when the reading's Wait has returned.
func Read[T any](r *Reading, name string, into *Part[T], f func(context.Context) (T, error)) {
	r.all.Go(func() {
		ctx, cancel := context.WithTimeout(r.x.As(), partTimeout)
		defer cancel()
		data, err := f(ctx)
		into.Data, into.State = data, StateOf(err)
		if into.State == Failed || into.State == Away {
			r.x.Log.LogAttrs(ctx, slog.LevelWarn, "a part of a page is missing", slog.String("part", name),
				slog.String("cause", err.Error()))
		}
	})
}
