package pages_test

import (
	"crypto/rand"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/console/consoletest"
)

// A world is a mode, and answers by which pages offer all that they can, or not. Its walk is made once for all tests.
type world struct {
	live, full bool

	mu    sync.Mutex // guards all below
	known *known
}

// known is what a person who has all roles meets in a world.
type known struct {
	walk

	sent map[string]sent // what each form does, by its name
}

// sent is the answer to a form.
type sent struct {
	status int
	header http.Header
	calls  []string // as those of a page
}

// done reports whether the console did what the form asks for.
func (s sent) done() bool { return s.status == http.StatusOK || s.status == http.StatusSeeOther }

var worlds = []*world{{}, {full: true}, {live: true}, {live: true, full: true}}

// inWorlds runs a test in each world, with a console of its own.
func inWorlds(t *testing.T, in func(t *testing.T, w *world, s *consoletest.Site)) {
	t.Helper()
	for _, w := range worlds {
		t.Run(w.String(), func(t *testing.T) {
			t.Parallel()
			in(t, w, w.start(t))
		})
	}
}

func (w *world) String() string { return fmt.Sprintf("live %t, full %t", w.live, w.full) }

// start starts a console before the planes of the world.
func (w *world) start(t *testing.T) *consoletest.Site {
	t.Helper()
	return consoletest.Start(t, consoletest.Planes{Contract: contract(w.live, w.full, marked)})
}

// walked is what is known of the world; the first call walks it, and sends each form.
func (w *world) walked(t *testing.T) *known {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.known != nil {
		return w.known
	}
	s := w.start(t)
	k := &known{crawl(t, s, w.live), map[string]sent{}}
	names := slices.SortedFunc(maps.Keys(k.forms), func(a, b string) int { // the form that ends the session is last
		return strings.Compare(strings.ReplaceAll(a, " /sign-out", "~"), strings.ReplaceAll(b, " /sign-out", "~"))
	})
	for _, name := range names {
		k.sent[name] = send(s, k.forms[name], s.SignedIn(everyone...))
	}
	w.known = k
	return k
}

// send sends a form, as that of a page that was made for it.
func send(s *consoletest.Site, f form, cookies []*http.Cookie) sent {
	values := maps.Clone(f.values)
	values.Set(pagekit.OnceInput, rand.Text())
	return sendAgain(s, form{f.method, f.path, values, f.modes, f.seen}, cookies)
}

// sendAgain sends a form as it is; that of an act without undo as the page sends it that asks for the confirmation.
func sendAgain(s *consoletest.Site, f form, cookies []*http.Cookie) sent {
	values := maps.Clone(f.values)
	if withoutUndo[values.Get("do")] {
		values.Set("confirmed", "yes")
		values.Set("reason", marker)
	}
	return sendAsItIs(s, form{f.method, f.path, values, f.modes, f.seen}, cookies)
}

func sendAsItIs(s *consoletest.Site, f form, cookies []*http.Cookie) sent {
	before := len(s.Calls())
	resp, _ := s.Call(f.method, f.path, f.values, cookies)
	return sent{resp.StatusCode, resp.Header, allowedCalls(s.Calls()[before:])}
}

// chance is what differs between two answers that say the same: keys that forms are repeated by, and the address of the
// console.
var chance = regexp.MustCompile(`\b[A-Z2-7]{26}\b|127\.0\.0\.1:[0-9]+`)

// said is what a page says without that.
func (p *page) said() string { return chance.ReplaceAllString(p.body, "") }
