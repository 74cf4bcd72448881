package pages

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
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/field"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagelimit"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// Prefix begins every path of payment pages.
const Prefix = "/pay/"

const (
	assetPrefix = Prefix + "assets/"
	// A stylesheet's name holds its digest, so it never changes under its name.
	assetAge = "public, max-age=31536000, immutable"
	// pageTimeout ends what hangs.
	pageTimeout = 10 * time.Second
	// maxForm is more than the form of the page has.
	maxForm = 4 << 10
)

//go:embed assets
var assets embed.FS

// Store knows payments.
type Store interface {
	PaymentPage(ctx context.Context, ref pc.Ref, id money.PaymentID) (money.PaymentPage, error)
	ChangePayment(ctx context.Context, a delegation.Operation, id money.PaymentID, f func(p *money.Payment) error) (delegation.Merchant, money.Payment, error)
}

// Handler serves everything below Prefix.
type Handler struct {
	store      Store
	keys       *signedlink.LinkKeys
	visits     *pagelimit.Limiter
	log        *slog.Logger
	now        func() time.Time
	pages      *template.Template
	stylesheet []byte
	cssName    string
}

// New returns the pages; keys verify the links, visits limits the requests.
func New(store Store, keys *signedlink.LinkKeys, visits *pagelimit.Limiter, log *slog.Logger, now func() time.Time) (*Handler, error) {
	pages, err := template.ParseFS(assets, "assets/page.html")
	if err != nil {
		return nil, fmt.Errorf("payment pages: %w", err)
	}
	css, err := assets.ReadFile("assets/pay.css")
	if err != nil {
		return nil, fmt.Errorf("payment pages: %w", err)
	}
	sum := sha256.Sum256(css)
	return &Handler{store: store, keys: keys, visits: visits, log: log, now: now, pages: pages, stylesheet: css, cssName: "pay-" + hex.EncodeToString(sum[:6]) + ".css"}, nil
}

// page is what the template sees.
type page struct {
	Lang       string
	Text       *texts
	Title      string
	Stylesheet string // relative, so that the pages work below any public path
	Test       bool
	Seller     string
	Amount     string
	Currency   string
	What       string
	Until      string
	Methods    []money.PaymentMethod // to choose from; none where the payment names one
	Method     money.PaymentMethod
	Pay        bool   // the customer can pay now
	Note       string // what became of it, or why it cannot be paid
	Back       string // where the customer goes from here; empty: nowhere
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

	var status int
	if asset, ok := strings.CutPrefix(r.URL.Path, assetPrefix); ok {
		status = h.asset(w, r, asset)
	} else {
		status = h.token(ctx, w, r, strings.TrimPrefix(r.URL.Path, Prefix))
	}
	h.log.LogAttrs(ctx, slog.LevelInfo, "payment page served", slog.Int("status", status),
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

// token answers a request for a link.
func (h *Handler) token(ctx context.Context, w http.ResponseWriter, r *http.Request, token string) int {
	accept := r.Header.Get("Accept-Language")
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return http.StatusMethodNotAllowed
	}
	wait := h.visits.Network(clientaddr.NetworkText(ctx), h.now())
	link, err := h.keys.Verify(token, h.now())
	if wait == 0 && link.Purpose == money.PurposePayment {
		wait = h.visits.Link(link.ID, h.now())
	}
	if wait > 0 {
		p := h.page("", accept)
		p.Title, p.Note = p.Text.LimitedTitle, p.Text.LimitedWhat
		w.Header().Set("Retry-After", strconv.Itoa(ratelimit.Seconds(wait)))
		return h.render(ctx, w, http.StatusTooManyRequests, p)
	}
	if err != nil && !errors.Is(err, signedlink.ErrLinkExpired) || link.Purpose != money.PurposePayment {
		p := h.page("", accept)
		p.Title, p.Note = p.Text.InvalidTitle, p.Text.InvalidWhat
		return h.render(ctx, w, http.StatusNotFound, p)
	}
	if r.Method == http.MethodPost {
		if err := h.decide(ctx, w, r, link); err != nil {
			return h.fail(ctx, w, accept, err)
		}
		// What became of it is told by GET, which a reload repeats without harm.
		// The token, which we signed, is the page's own address relative to itself, so it holds below any public path.
		w.Header().Set("Location", token)
		w.WriteHeader(http.StatusSeeOther)
		return http.StatusSeeOther
	}
	found, err := h.store.PaymentPage(ctx, link.Ref, money.PaymentID(link.ID))
	if err != nil {
		return h.fail(ctx, w, accept, err)
	}
	status, p := h.show(found, accept)
	return h.render(ctx, w, status, p)
}

// decide is what the customer chose. What cannot be chosen any more is no error: the page shows what became of the payment. Only a
// payment that can still be paid is locked; a form for a finished one costs no more than a look at its page, however often it is sent.
func (h *Handler) decide(ctx context.Context, w http.ResponseWriter, r *http.Request, link signedlink.Link) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return nil //nolint:nilerr // a form that cannot be read chooses nothing
	}
	now := h.now().UTC().Truncate(time.Millisecond)
	choice, method := r.PostForm.Get("choice"), money.PaymentMethod(r.PostForm.Get("method"))
	if choice != "pay" && choice != "reject" || method != "" && !slices.Contains(money.PaymentMethods, method) {
		return nil
	}
	operation := "PayPayment"
	if choice == "reject" {
		operation = "RejectPayment"
	}
	found, err := h.store.PaymentPage(ctx, link.Ref, money.PaymentID(link.ID))
	if err != nil || !found.Payment.Open(now) || found.Payment.Livemode || !found.Active {
		return err
	}
	a := delegation.SystemOperation(audit.SystemActor, operation, now)
	a.Merchant, a.Audit.RequestID = link.Ref, telemetry.RequestID(ctx)
	_, _, err = h.store.ChangePayment(ctx, a, money.PaymentID(link.ID), func(p *money.Payment) error {
		switch {
		case !p.Open(now) || p.Livemode:
			return pc.ErrUnchanged
		case choice == "reject":
			return p.Reject("declined_by_customer", now)
		case p.Method == "" && method == "":
			method = money.ByTransfer
		}
		return p.Pay(method, now)
	})
	if errors.Is(err, delegation.ErrMerchantNotActive) {
		return nil // suspended in the meantime; the page says so
	}
	return err
}

// page is an empty page in the language of the customer, which the payment or the browser names.
func (h *Handler) page(locale, accept string) page {
	p := page{Lang: "en", Text: english, Stylesheet: "assets/" + h.cssName}
	if _, i := language.MatchStrings(languages, locale, accept); i == 1 {
		p.Lang, p.Text = "pl", polish
	}
	return p
}

// languages are those of the pages, the first when neither is wanted.
var languages = language.NewMatcher([]language.Tag{language.English, language.Polish})

// show is the page of a payment.
func (h *Handler) show(found money.PaymentPage, accept string) (int, page) {
	y, now := found.Payment, h.now()
	p := h.page(y.Customer.Locale, accept)
	p.Title, p.Test, p.Seller, p.Currency, p.What = p.Text.Title, !y.Livemode, found.Seller, y.Currency, y.Description
	p.Amount = field.Decimal(y.Amount, y.Currency, p.Text.separator)
	p.Until = y.ValidUntil.UTC().Format("2006-01-02 15:04 UTC")
	status := y.Status
	if (status == money.PaymentRegistered || status == money.PaymentPending) && !y.Open(now) {
		status = money.PaymentExpired
	}
	switch status {
	case money.PaymentRegistered, money.PaymentPending:
		if !found.Active {
			p.Title, p.Note = p.Text.StoppedTitle, p.Text.Stopped
			p.Back = back(y, money.PaymentCancelled)
			return http.StatusOK, p
		}
		if y.Livemode {
			p.Note = p.Text.NoMethod
			return http.StatusOK, p
		}
		p.Pay, p.Method = true, y.Method
		if y.Method == "" {
			p.Methods = money.PaymentMethods
		}
		return http.StatusOK, p
	case money.PaymentPaid:
		p.Title, p.Note = p.Text.PaidTitle, p.Text.Paid
	case money.PaymentPartiallyRefunded, money.PaymentRefunded:
		p.Title, p.Note = p.Text.RefundedTitle, p.Text.Refunded
	case money.PaymentRejected:
		p.Title, p.Note = p.Text.RejectedTitle, p.Text.Rejected
	case money.PaymentCancelled:
		p.Title, p.Note = p.Text.CancelledTitle, p.Text.Cancelled
		if y.EndedByMerchant() {
			p.Title, p.Note = p.Text.StoppedTitle, p.Text.Stopped
		}
	default:
		p.Title, p.Note = p.Text.ExpiredTitle, p.Text.Expired
	}
	p.Back = back(y, status)
	return http.StatusOK, p
}

// back is where the customer returns to, with what became of the payment. Nobody needs to trust it: GET /payments/{id} tells.
func back(y money.Payment, status money.PaymentStatus) string {
	u, err := url.Parse(y.ReturnURL)
	if err != nil {
		return ""
	}
	q := u.Query()
	q.Set("payment_id", string(y.ID))
	q.Set("status", string(status))
	u.RawQuery = q.Encode()
	return u.String()
}

func (h *Handler) fail(ctx context.Context, w http.ResponseWriter, accept string, err error) int {
	p := h.page("", accept)
	if errors.Is(err, money.ErrPaymentNotFound) || errors.Is(err, pc.ErrMerchantNotFound) {
		p.Title, p.Note = p.Text.InvalidTitle, p.Text.InvalidWhat
		return h.render(ctx, w, http.StatusNotFound, p)
	}
	h.log.LogAttrs(ctx, slog.LevelError, "payment page failed", slog.String("cause", err.Error()))
	p.Title, p.Note = p.Text.FailedTitle, p.Text.FailedWhat
	return h.render(ctx, w, http.StatusServiceUnavailable, p)
}

func (h *Handler) render(ctx context.Context, w http.ResponseWriter, status int, p page) int {
	var b bytes.Buffer
	if err := h.pages.ExecuteTemplate(&b, "page", p); err != nil {
		h.log.LogAttrs(ctx, slog.LevelError, "payment page failed", slog.String("cause", err.Error()))
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return http.StatusInternalServerError
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", p.Lang)
	w.Header().Set("Vary", "Accept-Language")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
	return status
}
