package pages

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagelimit"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// Prefix begins every path of the hosted flow.
const Prefix = "/connect/"

const (
	assetPrefix = Prefix + "assets/"
	flowPrefix  = Prefix + "flow"
	// A stylesheet's name holds its digest, so it never changes under its name.
	assetAge = "public, max-age=31536000, immutable"
	// pageTimeout ends what hangs.
	pageTimeout = 15 * time.Second
	// maxForm caps what a form may send.
	maxForm = 16 << 10
)

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
	store      Store
	withdraw   WithdrawalStore
	identity   Identity // nil: the verification service is not connected
	keys       *signedlink.LinkKeys
	base       *url.URL // of the public port
	visits     *pagelimit.Limiter
	log        *slog.Logger
	now        func() time.Time
	pages      *template.Template
	stylesheet []byte
	cssName    string
}

// New returns the pages; what takes access away goes to withdraw, keys verify the links, base is what browsers call the public port,
// visits limits the requests.
func New(store Store, withdraw WithdrawalStore, identity Identity, keys *signedlink.LinkKeys, base string, visits *pagelimit.Limiter, log *slog.Logger, now func() time.Time) (*Handler, error) {
	pages, err := template.ParseFS(assets, "assets/*.html")
	if err != nil {
		return nil, fmt.Errorf("hosted pages: %w", err)
	}
	css, err := assets.ReadFile("assets/hosted.css")
	if err != nil {
		return nil, fmt.Errorf("hosted pages: %w", err)
	}
	u, err := url.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("hosted pages: %w", err)
	}
	sum := sha256.Sum256(css)
	return &Handler{
		store: store, withdraw: withdraw, identity: identity, keys: keys, base: u, visits: visits, log: log, now: now, pages: pages, stylesheet: css,
		cssName: "hosted-" + hex.EncodeToString(sum[:6]) + ".css",
	}, nil
}

// ServeHTTP answers one request. Tokens and codes stand in no log.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pageTimeout)
	defer cancel()
	ctx = telemetry.WithRequestID(ctx, grpcserver.NewRequestID(r.Header.Get("X-Request-Id")))
	r = r.WithContext(ctx)
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	start := time.Now()

	head := w.Header()
	head.Set("X-Request-Id", telemetry.RequestID(ctx))
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	head.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	head.Set("Cache-Control", "no-store")

	x := &exchange{h: h, w: w, r: r, now: h.now().UTC().Truncate(time.Millisecond)}
	x.page = h.newPage(w, r)
	if name, ok := strings.CutPrefix(r.URL.Path, assetPrefix); ok {
		x.asset(name)
	} else if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost {
		w.Header().Set("Allow", "GET, HEAD, POST")
		x.plain("refused", http.StatusMethodNotAllowed)
	} else if wait := x.visit(); wait > 0 {
		x.limited(wait)
	} else if r.URL.Path == flowPrefix || strings.HasPrefix(r.URL.Path, flowPrefix+"/") {
		x.flow(strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, flowPrefix), "/"))
	} else {
		x.link(strings.TrimPrefix(r.URL.Path, Prefix))
	}
	h.log.LogAttrs(ctx, slog.LevelInfo, "page served", slog.String("page", x.shown), slog.Int("status", x.status),
		slog.Float64("took_ms", float64(time.Since(start).Microseconds())/1000))
}

// An exchange is one request and its answer.
type exchange struct {
	h    *Handler
	w    http.ResponseWriter
	r    *http.Request
	now  time.Time
	page page

	secret  hostedflow.SessionSecret
	session hostedflow.Session
	o       onboarding.Onboarding

	known  bool   // the browser is, of some merchant
	shown  string // name of the page, for the log
	status int
}

func (x *exchange) ctx() context.Context { return x.r.Context() }

func (x *exchange) asset(name string) {
	x.shown = "asset"
	if name != x.h.cssName || x.r.Method == http.MethodPost {
		x.plain("asset", http.StatusNotFound)
		return
	}
	x.status = http.StatusOK
	x.w.Header().Set("Content-Type", "text/css; charset=utf-8")
	x.w.Header().Set("Cache-Control", assetAge)
	_, _ = x.w.Write(x.h.stylesheet)
}

func (x *exchange) plain(name string, status int) {
	x.shown, x.status = name, status
	http.Error(x.w, http.StatusText(status), status)
}

// redirect leads a browser on after a form was taken. to is seen from Prefix, and the answer from where the browser is, so that the
// pages work below any public path.
func (x *exchange) redirect(to string) {
	x.shown, x.status = "redirect", http.StatusSeeOther
	x.w.Header().Set("Location", up(x.r)+to)
	x.w.WriteHeader(http.StatusSeeOther)
}

// failed is what a person sees of an error that is ours.
func (x *exchange) failed(err error) {
	x.h.log.LogAttrs(x.ctx(), slog.LevelError, "page failed", slog.String("cause", err.Error()))
	x.render("failed", http.StatusServiceUnavailable)
}

// render shows a page; its title is the word <name>_title.
func (x *exchange) render(name string, status int) {
	p := x.page
	p.Name = name
	p.Title = p.T(name + "_title")
	var b bytes.Buffer
	if err := x.h.pages.ExecuteTemplate(&b, name, p); err != nil {
		x.h.log.LogAttrs(x.ctx(), slog.LevelError, "page failed", slog.String("page", name), slog.String("cause", err.Error()))
		x.plain(name, http.StatusInternalServerError)
		return
	}
	x.shown, x.status = name, status
	x.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	x.w.Header().Set("Content-Language", p.Lang)
	x.w.Header().Set("Vary", "Accept-Language, Cookie")
	x.w.WriteHeader(status)
	_, _ = x.w.Write(b.Bytes())
}
