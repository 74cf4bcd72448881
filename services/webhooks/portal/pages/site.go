package pages

import (
	"embed"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
	"github.com/partnerline/partnerline/services/webhooks/portal"
)

//go:embed assets
var assets embed.FS

// Prefix begins all paths of the portal.
const Prefix = "/portal/"

// Options are what the pages need.
type Options struct {
	Base       *url.URL // as browsers call the public port
	Keys       *keyring.Keyring
	Sessions   *usecase.Portal
	Endpoints  *usecase.Endpoints
	Deliveries *usecase.Deliveries
	Recoveries *usecase.Recoveries
	Events     *usecase.Events
	Notices    *usecase.NoticeMails
	Sources    *usecase.Sources
	Requests   int // of a session a minute, and of a network without one; 0: any number
	Log        *slog.Logger
}

// Handler serves the portal.
type Handler struct {
	Options
	site    *pagekit.Site
	cookies pagekit.Cookies
	origins *http.CrossOriginProtection

	// counted apart, so that however many there are of one kind, the other is not forgotten
	sessions, strangers *ratelimit.Limiter
}

// New returns the portal.
func New(o Options) (*Handler, error) {
	site, err := pagekit.New(pagekit.Options{
		Name: "portal", Prefix: Prefix, Assets: assets, Desk: true, Texts: catalogue(), Vary: "Accept-Language, Cookie",
		Timeout: 15 * time.Second,
		MaxForm: 64 << 10, Log: o.Log,
	})
	if err != nil {
		return nil, err
	}
	limiter := func() *ratelimit.Limiter {
		if o.Requests == 0 {
			return ratelimit.New(nil)
		}
		return ratelimit.New([]ratelimit.Policy{{Name: limited, Limit: o.Requests, Window: time.Minute}})
	}
	return &Handler{
		Options: o, site: site, cookies: pagekit.Cookies{Secure: o.Base.Scheme == "https"},
		origins: http.NewCrossOriginProtection(), sessions: limiter(), strangers: limiter(),
	}, nil
}

// Limiters count the requests, by name.
func (h *Handler) Limiters() ratelimit.Limiters {
	return ratelimit.Limiters{"portal_sessions": h.sessions, "portal_networks": h.strangers}
}

// Front serves the paths of the portal with pages, and all others with next.
func Front(pages, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, Prefix):
			pages.ServeHTTP(w, r)
		case r.URL.Path+"/" == Prefix:
			w.Header().Set("Location", "."+Prefix) // relative, since the public path may have more before it
			w.WriteHeader(http.StatusMovedPermanently)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// ServeHTTP answers one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.site.Serve(w, r, h.answer) }

// A route is what a method and a path lead to. A `*` in the pattern is a segment that the handler is given.
type route struct {
	method, pattern string
	changes         bool // only a role that may change anything is let in
	serve           func(*exchange, string)
}

// routes are all that people with a session can do.
var routes = []route{
	{http.MethodGet, "", false, listEndpoints},
	{http.MethodGet, "endpoints/new", true, newEndpoint},
	{http.MethodPost, "endpoints/new", true, createEndpoint},
	{http.MethodGet, "endpoints/*", false, showEndpoint},
	{http.MethodPost, "endpoints/*", true, actOnEndpoint},
	{http.MethodGet, "endpoints/*/edit", true, editEndpoint},
	{http.MethodPost, "endpoints/*/edit", true, updateEndpoint},
	{http.MethodGet, "endpoints/*/rotate", true, confirmRotate},
	{http.MethodPost, "endpoints/*/rotate", true, rotateSecret},
	{http.MethodGet, "endpoints/*/retry", true, confirmRetry},
	{http.MethodPost, "endpoints/*/retry", true, retryEndpoint},
	{http.MethodGet, "endpoints/*/delete", true, confirmDelete},
	{http.MethodPost, "endpoints/*/delete", true, deleteEndpoint},
	{http.MethodGet, "deliveries", false, listDeliveries},
	{http.MethodGet, "deliveries/*", false, showDelivery},
	{http.MethodPost, "deliveries/*", true, resendDelivery},
	{http.MethodGet, "events", false, listEvents},
	{http.MethodGet, "events/*", false, showEvent},
	{http.MethodGet, "types", false, listTypes},
	{http.MethodGet, "types/*", false, showType},
	{http.MethodPost, "types/*", true, sendExample},
	{http.MethodGet, "filter", false, tryFilter},
	{http.MethodGet, "notices", false, showNotices},
	{http.MethodPost, "notices", true, setNoticeAddress},
	{http.MethodGet, "notices/remove", true, confirmRemoval},
	{http.MethodPost, "notices/remove", true, removeNoticeAddress},
	{http.MethodPost, "end", false, endSession},
}

// A Route says what people with a session can ask for.
type Route struct {
	Method, Pattern string // a `*` in the pattern is an id
	Changes         bool   // only for a role that may change anything
}

// Routes lists all of them, for checks of who may do what.
func Routes() []Route {
	out := make([]Route, len(routes))
	for i, r := range routes {
		out[i] = Route{r.method, r.pattern, r.changes}
	}
	return out
}

// find returns the route of a method and path, with what the `*` is.
func find(method, path string) (r route, arg string, ok bool) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	segments := strings.Split(path, "/")
	for _, r := range routes {
		if pattern := strings.Split(r.pattern, "/"); r.method == method && len(pattern) == len(segments) {
			arg, ok = "", true
			for i, p := range pattern {
				if p == "*" && segments[i] != "" {
					arg = segments[i]
				} else if p != segments[i] {
					ok = false
				}
			}
			if ok {
				return r, arg, true
			}
		}
	}
	return route{}, "", false
}

// answer serves one request: a link, or a page of a session.
func (h *Handler) answer(in *pagekit.Exchange) {
	x := &exchange{Exchange: in, h: h}
	x.page.Page = in.NewPage(h.cookies.Language(in, Prefix))
	x.page.Script = in.Script()
	in.AllowUpdates()
	token, link := strings.CutPrefix(in.Path(), "open/")
	if known := x.recognize(); !known && x.tooMany(h.strangers, clientaddr.NetworkText(in.Context())) || known &&
		x.tooMany(h.sessions, x.session.ID) {
		return
	}
	if link {
		x.open(portal.Token(token))
		return
	}
	if token, ok := strings.CutPrefix(in.Path(), "confirm/"); ok {
		x.confirm(portal.Token(token))
		return
	}
	// pages of ended sessions have them, too; who does not know the digest of one gets none
	if tenant, file, ok := in.BrandFile(); ok {
		settings, err := h.Sessions.SettingsOf(in.Context(), webhooks.TenantID(tenant))
		if err != nil {
			x.failed(err)
			return
		}
		pagekit.ServeLook(in, settings.Look, file)
		return
	}
	if !x.resume() {
		return
	}
	r, arg, ok := find(in.R.Method, in.Path())
	sends, sending, fromPage := in.R.Method == http.MethodPost, "", false
	if sends {
		sending, fromPage = x.ofSession()
	}
	switch {
	case sends && !fromPage:
		x.show("refused", http.StatusForbidden, nil)
	case !ok:
		x.show("notfound", http.StatusNotFound, nil)
	case r.changes && !x.session.Role.MayChange():
		x.show("denied", http.StatusForbidden, nil)
	case sends && !x.first(sending): // which has answered
	default:
		r.serve(x, arg)
	}
}

// limited names the limit of requests.
const limited = "portal"

// tooMany counts a request of a caller, and answers when there were too many; such a request is not counted.
func (x *exchange) tooMany(l *ratelimit.Limiter, caller string) bool {
	_, wait := ratelimit.Violated(l.Take(caller, time.Now(), limited))
	if wait == 0 {
		return false
	}
	x.RetryAfter(wait)
	x.show("limited", http.StatusTooManyRequests, nil)
	return true
}

// failed answers what cannot be shown: an object that is not there, or a failure of ours.
func (x *exchange) failed(err error) {
	if isMissing(err) {
		x.show("notfound", http.StatusNotFound, nil)
		return
	}
	if !errors.Is(err, x.Context().Err()) || x.Context().Err() == nil {
		x.Failed(err)
	}
	x.show("away", http.StatusServiceUnavailable, nil)
}
