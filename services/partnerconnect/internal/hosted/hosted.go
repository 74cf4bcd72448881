package hosted

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Prefix begins every path of the hosted flow.
const Prefix = "/connect/"

const (
	assetPrefix = Prefix + "assets/"
	// A stylesheet's name holds its digest, so it never changes under its name.
	assetAge = "public, max-age=31536000, immutable"
	// pageTimeout ends what hangs.
	pageTimeout = 10 * time.Second
)

//go:embed assets
var assets embed.FS

// Store knows the onboardings that links lead to. Its error for one that does not exist is pc.ErrOnboardingNotFound.
type Store interface {
	Landing(ctx context.Context, ref pc.Ref) (pc.Landing, error)
	// InvitationStatus is where an invitation of the onboarding stands; pc.ErrInvitationNotFound.
	InvitationStatus(ctx context.Context, ref pc.Ref, id pc.InvitationID) (pc.InvitationStatus, error)
}

// Handler serves everything below Prefix.
type Handler struct {
	store      Store
	keys       *pc.LinkKeys
	log        *slog.Logger
	now        func() time.Time
	pages      *template.Template
	stylesheet []byte
	cssName    string
}

// New returns the pages; keys verify the links.
func New(store Store, keys *pc.LinkKeys, log *slog.Logger, now func() time.Time) (*Handler, error) {
	pages, err := template.ParseFS(assets, "assets/page.html")
	if err != nil {
		return nil, fmt.Errorf("hosted pages: %w", err)
	}
	css, err := assets.ReadFile("assets/hosted.css")
	if err != nil {
		return nil, fmt.Errorf("hosted pages: %w", err)
	}
	sum := sha256.Sum256(css)
	return &Handler{
		store: store, keys: keys, log: log, now: now, pages: pages, stylesheet: css,
		cssName: "hosted-" + hex.EncodeToString(sum[:6]) + ".css",
	}, nil
}

// page is what the templates see.
type page struct {
	Lang       string
	Text       *texts
	Title      string
	Stylesheet string // relative, so that the pages work below any public path
	Test       bool
	Partner    string
	Channel    string
	Steps      []pc.HostedStep
}

// ServeHTTP answers one request. The token stands in no log.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pageTimeout)
	defer cancel()
	ctx = telemetry.WithRequestID(ctx, grpcserver.NewRequestID(r.Header.Get("X-Request-Id")))
	start := time.Now()

	head := w.Header()
	head.Set("X-Request-Id", telemetry.RequestID(ctx))
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	head.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	head.Set("Cache-Control", "no-store")

	var name string
	var status int
	if asset, ok := strings.CutPrefix(r.URL.Path, assetPrefix); ok {
		name, status = "asset", h.asset(w, r, asset)
	} else {
		name, status = h.token(ctx, w, r, strings.TrimPrefix(r.URL.Path, Prefix))
	}
	h.log.LogAttrs(ctx, slog.LevelInfo, "page served", slog.String("page", name), slog.Int("status", status),
		slog.Float64("took_ms", float64(time.Since(start).Microseconds())/1000))
}

func (h *Handler) asset(w http.ResponseWriter, r *http.Request, name string) int {
	if name != h.cssName || r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.NotFound(w, r)
		return http.StatusNotFound
	}
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("Cache-Control", assetAge)
	_, _ = w.Write(h.stylesheet)
	return http.StatusOK
}

// token answers a request for a link. GET and HEAD change nothing, and neither does POST in this version, which shows the
// steps ahead; redeeming the link comes with the first step.
func (h *Handler) token(ctx context.Context, w http.ResponseWriter, r *http.Request, token string) (name string, status int) {
	p := page{Lang: language(r.Header.Get("Accept-Language")), Text: english, Stylesheet: "assets/" + h.cssName}
	if p.Lang == "pl" {
		p.Text = polish
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost {
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return "refused", http.StatusMethodNotAllowed
	}
	link, l, err := h.find(ctx, token)
	p.Partner, p.Channel, p.Test = l.PartnerName, l.ChannelName, l.PartnerName != "" && !l.Livemode
	switch {
	case err == nil && link.Purpose == pc.PurposeInvitation:
		p.Title = p.Text.InvitedTitle
		return h.render(ctx, w, "invited", http.StatusOK, p)
	case err == nil && r.Method == http.MethodPost:
		p.Title, p.Steps = p.Text.StepsTitle, nil
		return h.render(ctx, w, "steps", http.StatusOK, p)
	case err == nil:
		p.Title = p.Text.LandingTitle
		return h.render(ctx, w, "landing", http.StatusOK, p)
	case errors.Is(err, pc.ErrLinkExpired):
		p.Title = p.Text.ExpiredTitle
		return h.render(ctx, w, "expired", http.StatusGone, p)
	case errors.Is(err, pc.ErrLinkRevoked):
		p.Title = p.Text.RevokedTitle
		return h.render(ctx, w, "revoked", http.StatusGone, p)
	case errors.Is(err, pc.ErrLinkInvalid):
		p.Title = p.Text.InvalidTitle
		return h.render(ctx, w, "invalid", http.StatusNotFound, p)
	}
	h.log.LogAttrs(ctx, slog.LevelError, "page failed", slog.String("cause", err.Error()))
	p.Title = p.Text.FailedTitle
	return h.render(ctx, w, "failed", http.StatusServiceUnavailable, p)
}

// find returns what a link leads to. With ErrLinkExpired and ErrLinkRevoked it tells at least the partner where it can:
// whoever holds such a link had it from us.
func (h *Handler) find(ctx context.Context, token string) (pc.Link, pc.Landing, error) {
	link, verdict := h.keys.Verify(token, h.now())
	if verdict != nil && !errors.Is(verdict, pc.ErrLinkExpired) {
		return link, pc.Landing{}, verdict
	}
	l, err := h.store.Landing(ctx, link.Ref)
	switch {
	case errors.Is(err, pc.ErrOnboardingNotFound):
		return link, pc.Landing{}, pc.ErrLinkRevoked
	case err != nil:
		return link, pc.Landing{}, err
	case link.Epoch != l.LinkEpoch || l.Status.Ended():
		return link, l, pc.ErrLinkRevoked
	}
	switch link.Purpose {
	case pc.PurposeOnboarding:
		return link, l, verdict
	case pc.PurposeInvitation:
		return link, l, errors.Join(verdict, h.invited(ctx, link))
	}
	return link, pc.Landing{}, pc.ErrLinkInvalid
}

// invited returns why the link of an invitation does not work any more.
func (h *Handler) invited(ctx context.Context, link pc.Link) error {
	status, err := h.store.InvitationStatus(ctx, link.Ref, pc.InvitationID(link.ID))
	switch {
	case errors.Is(err, pc.ErrInvitationNotFound), err == nil && status != pc.PendingInvitation && status != pc.ExpiredInvitation:
		return pc.ErrLinkRevoked
	case status == pc.ExpiredInvitation:
		return pc.ErrLinkExpired
	}
	return err
}

func (h *Handler) render(ctx context.Context, w http.ResponseWriter, name string, status int, p page) (string, int) {
	var b bytes.Buffer
	if err := h.pages.ExecuteTemplate(&b, name, p); err != nil {
		h.log.LogAttrs(ctx, slog.LevelError, "page failed", slog.String("page", name), slog.String("cause", err.Error()))
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return name, http.StatusInternalServerError
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", p.Lang)
	w.Header().Set("Vary", "Accept-Language")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
	return name, status
}
