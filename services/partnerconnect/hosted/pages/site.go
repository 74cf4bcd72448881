package pages

import (
	"embed"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/publicpage"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	operationsusecase "github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// Prefix begins every path of the hosted flow.
const Prefix = "/connect/"

//go:embed assets
var assets embed.FS

// Handler serves everything below Prefix.
type Handler struct {
	site     *pagekit.Site
	sessions *usecase.Sessions
	flow     *usecase.Flow
	brands   *kernelusecase.Partners
	account  *usecase.Account
	exports  *operationsusecase.Exports
	keys     *signedlink.LinkKeys
	base     *url.URL // of the public port
	limits   *publicpage.Limiter
	now      func() time.Time
}

// Parts are what the pages show and do.
type Parts struct {
	Sessions *usecase.Sessions
	Flow     *usecase.Flow
	Account  *usecase.Account
	Exports  *operationsusecase.Exports
	Brands   *kernelusecase.Partners
	Links    signedlink.Links
	Visits   *publicpage.Limiter // counts requests
	Log      *slog.Logger
	Now      func() time.Time
}

// New returns the pages.
func New(p Parts) (*Handler, error) {
	base, err := url.Parse(p.Links.Base)
	if err != nil {
		return nil, fmt.Errorf("hosted pages: %w", err)
	}
	site, err := pagekit.New(pagekit.Options{
		Name: "hosted", Prefix: Prefix, Assets: assets, Look: true, Texts: texts, Vary: "Accept-Language, Cookie",
		Timeout: 15 * time.Second,
		MaxForm: 16 << 10, Log: p.Log,
	})
	return &Handler{
		site: site, sessions: p.Sessions, flow: p.Flow, account: p.Account, exports: p.Exports, brands: p.Brands,
		keys: p.Links.Keys, base: base,
		limits: p.Visits, now: p.Now,
	}, err
}

// ServeHTTP answers one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.site.Serve(w, r, h.answer) }

func (h *Handler) answer(in *pagekit.Exchange) {
	x := &exchange{Exchange: in, h: h, page: page{Page: in.NewPage(h.language(in))}}
	x.visit = hostedflow.Visit{
		Now: h.now().UTC().Truncate(time.Millisecond), RequestID: telemetry.RequestID(x.Context()),
		Address: clientaddr.Text(x.Context()),
		Network: clientaddr.NetworkText(x.Context()), UserAgent: x.R.UserAgent(), Language: x.page.Lang,
	}
	if wait := x.count(); wait > 0 {
		x.limited(wait)
	} else if channel, file, ok := x.BrandFile(); ok {
		brandFile(x, pc.ChannelID(channel), file)
	} else if first, rest, _ := strings.Cut(x.Path(), "/"); first == "flow" {
		x.flow(rest)
	} else {
		x.link(x.Path())
	}
}

// An exchange is one request and its answer.
type exchange struct {
	*pagekit.Exchange
	h     *Handler
	page  page
	visit hostedflow.Visit

	counted bool // as a request of a browser that some merchant has signed in in
}

// count counts the request: of a known browser by the browser, of any other by its network. It returns how long to wait
// if there were too many.
func (x *exchange) count() time.Duration {
	for _, c := range x.R.Cookies() {
		if strings.HasPrefix(c.Name, x.h.devicePrefix()) {
			if d, ok := x.device(c); ok {
				x.counted = true
				return x.h.limits.Device(d.ID, x.visit.Now)
			}
		}
	}
	return x.h.limits.Network(x.visit.Network, x.visit.Now)
}

// brandFile answers with a file of a channel's branding.
func brandFile(x *exchange, channel pc.ChannelID, file string) {
	b, err := x.h.brands.Branding(x.Context(), channel)
	if err != nil {
		x.failed(err)
		return
	}
	pagekit.ServeLook(x.Exchange, b.Look, file)
}

// dress gives the page the looks of a channel.
func dress(x *exchange, channel pc.ChannelID) error {
	b, err := x.h.brands.Branding(x.Context(), channel)
	if err == nil {
		x.page.Brand = publicpage.ShowBranding(x.Exchange, b)
	}
	return err
}

// Preview returns the first page as the merchants of a channel would see it with a branding.
func (h *Handler) Preview(b access.Branding, of access.Owner, lang string) (string, error) {
	p := page{Page: h.site.NewPreview(lang), Name: "landing", Partner: of.Partner.Name, Channel: of.Channel.Name}
	p.Title, p.Brand = p.T("landing_title"), publicpage.PreviewBranding(b)
	return h.site.Document("landing", p)
}

// limited refuses a request of which there were too many.
func (x *exchange) limited(wait time.Duration) {
	x.RetryAfter(wait)
	x.page.Data = x.page.fill("limited_what", "{wait}", x.page.wait(wait))
	x.render("limited", http.StatusTooManyRequests)
}

// failed is what a person sees of an error that is ours.
func (x *exchange) failed(err error) {
	x.Failed(err)
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Reason == pc.LiveModeUnavailable {
		x.render("unavailable", http.StatusServiceUnavailable)
		return
	}
	x.render("failed", http.StatusServiceUnavailable)
}

// render shows a page; its title is the text <name>_title.
func (x *exchange) render(name string, status int) {
	p := x.page
	p.Name = name
	p.Title = p.T(name + "_title")
	x.Render(status, name, p.Lang, p)
}

// field returns a text of the form.
func (x *exchange) field(name string) string { return x.R.PostForm.Get(name) }

// trimmed returns all texts of the form by their inputs, without blanks around them.
func (x *exchange) trimmed() map[string]string {
	out := make(map[string]string, len(x.R.PostForm))
	for name := range x.R.PostForm {
		out[name] = strings.TrimSpace(x.field(name))
	}
	return out
}

// fromHere refuses forms of other sites by the headers of the browser. Old browsers send none, and are let through.
func (x *exchange) fromHere() bool {
	if site := x.R.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return false
	}
	origin := x.R.Header.Get("Origin")
	if origin == "" || origin == "null" {
		return true // a page with no-referrer may send null; the form's token decides where there is one
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Host == x.h.base.Host || u.Host == x.R.Host)
}

// ofSession reports whether the form was made by a page of the session.
func (x *exchange) ofSession() bool {
	return x.fromHere() && x.R.ParseForm() == nil && x.visit.Secret.FormTokenFits(x.R.PostForm.Get("form")) &&
		x.R.PostForm.Get(pagekit.OnceInput) != ""
}

// first notes that a form of someone is sent. It is false for a repeat, as when the page of its answer is loaded again.
func first(x *exchange, of string) (bool, error) {
	name, _ := pagekit.Sending(x.R, of)
	return x.h.sessions.SendForm(x.Context(), name, x.visit.Now)
}

// show is what a form carries of the facts that its page shows.
func (x *exchange) show(facts []hostedflow.Fact) hostedflow.Shown {
	return hostedflow.Show(x.h.keys, x.visit.Session.Merchant, facts)
}
