package pages

import (
	"context"
	"embed"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagelimit"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// Prefix begins every path of the hosted flow.
const Prefix = "/connect/"

const flowPrefix = "flow"

//go:embed assets
var assets embed.FS

// Store is what the pages know and change.
type Store interface {
	Landing(ctx context.Context, ref pc.Ref) (hostedflow.Landing, error)
	InvitationStatus(ctx context.Context, ref pc.Ref, id pc.InvitationID) (onboarding.InvitationStatus, error)
	Onboarding(ctx context.Context, v access.View, ref pc.Ref) (onboarding.Onboarding, error)
	ChangeOnboarding(ctx context.Context, v access.View, ref pc.Ref, now time.Time, by audit.Entry, f func(*onboarding.Onboarding) error) (onboarding.Onboarding, error)
	PartnerAccess(ctx context.Context, ref pc.Ref, partner pc.PartnerID, limit int) ([]audit.Entry, error)

	OpenSession(ctx context.Context, x hostedflow.Session) (first bool, err error)
	LinkSpent(ctx context.Context, id string) (bool, error)
	UseSession(ctx context.Context, id hostedflow.SessionID, now time.Time) (hostedflow.Session, error)
	FindSession(ctx context.Context, id hostedflow.SessionID, now time.Time) (hostedflow.Session, error)
	EndSession(ctx context.Context, id hostedflow.SessionID) error
	SendCode(ctx context.Context, r hostedflow.CodeRequest, now time.Time) error
	TryCode(ctx context.Context, id hostedflow.SessionID, use hostedflow.CodeUse, hash []byte, now time.Time) error
	SentCode(ctx context.Context, id hostedflow.SessionID, use hostedflow.CodeUse, now time.Time) (hash []byte, err error)
	ShownCode(ctx context.Context, ref pc.Ref, fits func(code string) bool) (string, error)
	RenewLink(ctx context.Context, ref pc.Ref, m message.Message, origin hostedflow.CodeOrigin, network string, now time.Time) error
}

// WithdrawalStore takes access away. It answers whatever load there is.
type WithdrawalStore interface {
	ChangeOnboarding(ctx context.Context, v access.View, ref pc.Ref, now time.Time, by audit.Entry, f func(*onboarding.Onboarding) error) (onboarding.Onboarding, error)
}

// Identity verifies who a signatory is, by sessions of the verification service.
type Identity interface {
	// Start opens a session for an invited person, or the applicant for no invitation, and returns its id.
	Start(ctx context.Context, o onboarding.Onboarding, invited pc.InvitationID) (session string, err error)
	// Decide is the sandbox's provider: a person chooses the outcome of a check.
	Decide(ctx context.Context, o onboarding.Onboarding, session string, verified bool) error
	// PageView brings the open sessions of a merchant up to date, unless that was done a moment ago, and reports whether any moved.
	PageView(ctx context.Context, ref pc.Ref) (moved bool, err error)
}

// Handler serves everything below Prefix.
type Handler struct {
	site     *pagekit.Site
	store    Store
	withdraw WithdrawalStore
	identity Identity // nil: the verification service is not connected
	keys     *signedlink.LinkKeys
	base     *url.URL // of the public port
	visits   *pagelimit.Limiter
	log      *slog.Logger
	now      func() time.Time
}

// New returns the pages; what takes access away goes to withdraw, keys verify the links, base is what browsers call the public port,
// visits limits the requests.
func New(store Store, withdraw WithdrawalStore, identity Identity, keys *signedlink.LinkKeys, base string, visits *pagelimit.Limiter, log *slog.Logger, now func() time.Time) (*Handler, error) {
	u, err := url.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("hosted pages: %w", err)
	}
	site, err := pagekit.New(pagekit.Options{
		Name: "hosted", Prefix: Prefix, Assets: assets, Texts: texts, Vary: "Accept-Language, Cookie", Timeout: 15 * time.Second, MaxForm: 16 << 10, Log: log,
	})
	return &Handler{site: site, store: store, withdraw: withdraw, identity: identity, keys: keys, base: u, visits: visits, log: log, now: now}, err
}

// ServeHTTP answers one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.site.Serve(w, r, h.answer) }

func (h *Handler) answer(in *pagekit.Exchange) {
	x := &exchange{Exchange: in, h: h, now: h.now().UTC().Truncate(time.Millisecond)}
	x.page = h.newPage(in)
	if wait := x.visit(); wait > 0 {
		x.limited(wait)
	} else if first, rest, _ := strings.Cut(x.Path(), "/"); first == flowPrefix {
		x.flow(rest)
	} else {
		x.link(x.Path())
	}
}

// An exchange is one request and its answer.
type exchange struct {
	*pagekit.Exchange
	h    *Handler
	now  time.Time
	page page

	secret  hostedflow.SessionSecret
	session hostedflow.Session
	o       onboarding.Onboarding

	known bool // the browser is, of some merchant
}

// failed is what a person sees of an error that is ours.
func (x *exchange) failed(err error) {
	x.Failed(err)
	x.render("failed", http.StatusServiceUnavailable)
}

// render shows a page; its title is the text <name>_title.
func (x *exchange) render(name string, status int) {
	p := x.page
	p.Name = name
	p.Title = p.T(name + "_title")
	x.Render(status, name, p.Lang, p)
}
