package pages

import (
	"context"
	"embed"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagelimit"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// Prefix begins every path of payment pages.
const Prefix = "/pay/"

//go:embed assets
var assets embed.FS

// Store knows payments.
type Store interface {
	PaymentPage(ctx context.Context, ref pc.Ref, id money.PaymentID) (money.PaymentPage, error)
	ChangePayment(ctx context.Context, a delegation.Operation, id money.PaymentID, f func(p *money.Payment) error) (delegation.Merchant, money.Payment, error)
}

// Handler serves everything below Prefix.
type Handler struct {
	site   *pagekit.Site
	store  Store
	keys   *signedlink.LinkKeys
	visits *pagelimit.Limiter
	now    func() time.Time
}

// New returns the pages; keys verify the links, visits limits the requests.
func New(store Store, keys *signedlink.LinkKeys, visits *pagelimit.Limiter, log *slog.Logger, now func() time.Time) (*Handler, error) {
	site, err := pagekit.New(pagekit.Options{
		Name: "pay", Prefix: Prefix, Assets: assets, Texts: texts, Vary: "Accept-Language", Timeout: 10 * time.Second, MaxForm: 4 << 10, Log: log,
	})
	return &Handler{site, store, keys, visits, now}, err
}

// ServeHTTP answers one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.site.Serve(w, r, h.answer) }

// answer shows the payment of a link, or takes what the customer chose.
func (h *Handler) answer(x *pagekit.Exchange) {
	ctx, token := x.Context(), x.Path()
	wait := h.visits.Network(clientaddr.NetworkText(ctx), h.now())
	link, err := h.keys.Verify(token, h.now())
	if wait == 0 && link.Purpose == money.PurposePayment {
		wait = h.visits.Link(link.ID, h.now())
	}
	switch {
	case wait > 0:
		x.RetryAfter(wait)
		renderOutcome(x, http.StatusTooManyRequests, "limited")
	case err != nil && !errors.Is(err, signedlink.ErrLinkExpired) || link.Purpose != money.PurposePayment:
		renderOutcome(x, http.StatusNotFound, "invalid")
	case x.R.Method == http.MethodPost:
		if err := h.decide(ctx, x.R, link); err != nil {
			fail(x, err)
			return
		}
		x.Redirect(token) // a reload of the page that GET shows repeats nothing
	default:
		found, err := h.store.PaymentPage(ctx, link.Ref, money.PaymentID(link.ID))
		if err != nil {
			fail(x, err)
			return
		}
		h.renderPayment(x, found)
	}
}

// decide is what the customer chose. What cannot be chosen any more is no error: the page shows what became of the payment. Only a
// payment that can still be paid is locked; a form for a finished one costs no more than a look at its page, however often it is sent.
func (h *Handler) decide(ctx context.Context, r *http.Request, link signedlink.Link) error {
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

func fail(x *pagekit.Exchange, err error) {
	if errors.Is(err, money.ErrPaymentNotFound) || errors.Is(err, pc.ErrMerchantNotFound) {
		renderOutcome(x, http.StatusNotFound, "invalid")
		return
	}
	x.Failed(err)
	renderOutcome(x, http.StatusServiceUnavailable, "failed")
}
