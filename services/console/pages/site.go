package pages

import (
	"embed"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/internal/person"
	"github.com/partnerline/partnerline/services/console"
	"github.com/partnerline/partnerline/services/console/internal/figures"
	"github.com/partnerline/partnerline/services/console/internal/operators"
	"github.com/partnerline/partnerline/services/console/internal/screen"
	"github.com/partnerline/partnerline/services/console/internal/signin"
	"github.com/partnerline/partnerline/services/console/internal/waiting"
	"github.com/partnerline/partnerline/services/console/pages/approvals"
	"github.com/partnerline/partnerline/services/console/pages/audit"
	"github.com/partnerline/partnerline/services/console/pages/find"
	"github.com/partnerline/partnerline/services/console/pages/jobs"
	"github.com/partnerline/partnerline/services/console/pages/money"
	"github.com/partnerline/partnerline/services/console/pages/onboardings"
	"github.com/partnerline/partnerline/services/console/pages/overview"
	"github.com/partnerline/partnerline/services/console/pages/partners"
	"github.com/partnerline/partnerline/services/console/pages/review"
	"github.com/partnerline/partnerline/services/console/pages/webhooks"
)

//go:embed assets
var assets embed.FS

// maxForm is how large a form may be: one with a logo that is too large for a branding is refused by the service, which
// says so.
const maxForm = 1 << 20

// screens are those of the console, in the order of the menu.
var screens = []screen.Screen{
	overview.Screen,
	review.Screen,
	approvals.Screen,
	onboardings.Screen,
	money.Screen,
	partners.Screen,
	webhooks.Screen,
	jobs.Screen,
	audit.Screen,
	find.Screen,
}

// templates are those of the screens.
func templates() []fs.FS {
	var out []fs.FS
	for _, s := range screens {
		out = append(out, s.Assets)
	}
	return out
}

// catalogue collects the texts of the frame and of all screens.
func catalogue() pagekit.Texts {
	out := pagekit.Texts{pagekit.English: {}, pagekit.Polish: {}}
	add := func(t screen.Texts) {
		for key, text := range t {
			out[pagekit.English][key], out[pagekit.Polish][key] = text[0], text[1]
		}
	}
	add(commonTexts)
	for _, s := range screens {
		add(s.Texts)
	}
	return out
}

// Options are what the pages need.
type Options struct {
	Base     *url.URL // as browsers call the console
	Keys     *keyring.Keyring
	Limits   console.Limits
	Provider *signin.Provider
	Services *operators.Clients
	Figures  *figures.Reader // nil: pages show the services' own figures alone
	Waiting  *waiting.Reader // nil: the navigation has no counts
	Signer   *person.Signer
	Sample   bool   // there is a page of all parts that pages share
	Runbooks string // URL of the document with the runbooks; empty: pages show their names
	Log      *slog.Logger
	Now      func() time.Time
}

// Handler serves the console.
type Handler struct {
	Options
	site    *pagekit.Site
	cookies pagekit.Cookies
	origins *http.CrossOriginProtection
	ended   console.EndedSessions
}

// New returns what serves the console: its pages, the keys that services check persons' tokens with, the tokens of the
// command line, and the identity provider's back channel.
func New(o Options) (http.Handler, error) {
	site, err := pagekit.New(pagekit.Options{
		Name: "console", Prefix: "/", Assets: assets, Templates: templates(), Desk: true, Texts: catalogue(),
		Vary: "Accept-Language, Cookie", Timeout: 15 * time.Second, MaxForm: maxForm, Log: o.Log,
	})
	if err != nil {
		return nil, err
	}
	h := &Handler{
		Options: o, site: site, cookies: pagekit.Cookies{Secure: o.Base.Scheme == "https"},
		origins: http.NewCrossOriginProtection(),
	}
	mux := http.NewServeMux()
	mux.Handle("GET "+person.JWKSPath, o.Signer.JWKS())
	mux.HandleFunc("POST /api/tokens", h.token)
	mux.HandleFunc("POST /sign-out/back-channel", h.backChannel)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { site.Serve(w, r, h.answer) })
	return mux, nil
}

// An exchange is one request and its answer.
type exchange struct {
	*screen.Exchange
	h *Handler
}

func (h *Handler) answer(in *pagekit.Exchange) {
	x := &exchange{&screen.Exchange{
		Exchange: in, Now: h.Now().UTC(), Services: h.Services, Figures: h.Figures, Log: h.Log,
	}, h}
	x.Page.Page = in.NewPage(h.cookies.Language(in, "/"))
	x.Page.Now, x.Page.Runbooks = x.Now, h.Runbooks
	if x.R.Method == http.MethodPost && h.origins.Check(x.R) != nil {
		x.Show("refused", http.StatusForbidden)
		return
	}
	switch in.Path() {
	case "sign-in":
		x.signIn()
	case "sign-in/callback":
		x.callback()
	case "signed-out":
		x.Show("signedout", http.StatusOK)
	default:
		if x.resume() {
			x.signedIn()
		}
	}
}

// signedIn answers a person who is signed in.
func (x *exchange) signedIn() {
	x.Page.Who, x.Page.Email, x.Page.Roles, x.Page.Form = x.Session.Name, x.Session.Email, x.Session.Roles, x.Session.Form
	if x.R.Method == http.MethodPost {
		ok := x.ofSession()
		if ok {
			x.Sending.Name, ok = pagekit.Sending(x.R, x.Session.Form)
			x.Sending.Until = x.Session.Began.Add(x.h.Limits.Session)
		}
		if !ok {
			x.Show("refused", http.StatusForbidden)
			return
		}
	}
	part, rest, _ := strings.Cut(x.Path(), "/")
	switch {
	case part == "sign-out" && rest == "" && x.R.Method == http.MethodPost:
		x.signOut()
	case len(x.Session.Roles) == 0:
		x.Show("norole", http.StatusForbidden)
	default:
		x.restore()
		x.Page.Menu = menu(x.Session, part)
		defer x.count()()
		if x.h.Sample && part == "components" && rest == "" {
			x.Page.Title = "Components"
			x.Show("components", http.StatusOK)
			return
		}
		for _, s := range screens {
			if s.Path == part {
				s.Serve(x.Exchange, rest)
				return
			}
		}
		x.Show("notfound", http.StatusNotFound)
	}
}

// count has the page show how much waits for the person. The answer is for when the page was shown: what the person did
// changes the counts.
func (x *exchange) count() (done func()) {
	switch w := x.h.Waiting; {
	case w == nil:
	case x.R.Method == http.MethodPost:
		x.Counts = func() map[string]string { return w.Known(x.Session) }
		return func() { w.Outdate(x.Session) }
	default:
		read := w.Begin(x.As(), x.Session)
		x.Counts = func() map[string]string { return read() }
	}
	return func() {}
}

// menu has the screens that open to a person, in their groups. The one at a path is the current one.
func menu(of console.Session, path string) (groups []screen.MenuGroup) {
	for _, s := range screens {
		if s.Group == "" || s.Roles != nil && !of.Has(s.Roles...) {
			continue
		}
		if n := len(groups); n == 0 || groups[n-1].Name != s.Group {
			groups = append(groups, screen.MenuGroup{Name: s.Group})
		}
		g := &groups[len(groups)-1]
		g.Items = append(g.Items, screen.MenuItem{Name: "menu_" + s.Name, Path: s.Path, Current: s.Path == path})
	}
	return groups
}

// url is where browsers find a path of the console.
func (h *Handler) url(path string) string { return h.Base.JoinPath(path).String() }
