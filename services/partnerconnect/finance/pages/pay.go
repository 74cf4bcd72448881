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
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/publicpage"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// Prefix begins every path of payment pages.
const Prefix = "/pay/"

//go:embed assets
var assets embed.FS

// Handler serves everything below Prefix.
type Handler struct {
	site     *pagekit.Site
	payments *usecase.Payments
	brands   *kernelusecase.Partners
	keys     *signedlink.LinkKeys
	visits   *publicpage.Limiter
	now      func() time.Time
}

// New returns the pages; keys verify the links, visits limits the requests.
func New(
	payments *usecase.Payments, brands *kernelusecase.Partners, keys *signedlink.LinkKeys, visits *publicpage.Limiter,
	log *slog.Logger, now func() time.Time,
) (*Handler, error) {
	site, err := pagekit.New(pagekit.Options{
		Name: "pay", Prefix: Prefix, Assets: assets, Texts: texts, Vary: "Accept-Language", Timeout: 10 * time.Second,
		MaxForm: 4 << 10, Log: log,
	})
	return &Handler{site, payments, brands, keys, visits, now}, err
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
	channel, file, ofBrand := x.BrandFile()
	switch {
	case wait > 0:
		x.RetryAfter(wait)
		renderOutcome(x, http.StatusTooManyRequests, "limited")
	case ofBrand:
		b, err := h.brands.Branding(ctx, pc.ChannelID(channel))
		if err != nil {
			fail(x, err)
			return
		}
		pagekit.ServeLook(x, b.Look, file)
	case err != nil && !errors.Is(err, signedlink.ErrLinkExpired) || link.Purpose != money.PurposePayment:
		renderOutcome(x, http.StatusNotFound, "invalid")
	case x.R.Method == http.MethodPost:
		if err := h.decide(ctx, x.R, link); err != nil {
			fail(x, err)
			return
		}
		x.Redirect(token + chosenLanguage(x)) // a reload of the page that GET shows repeats nothing
	default:
		found, err := h.payments.PaymentPage(ctx, h.operation(ctx, link, ""), money.PaymentID(link.ID))
		if err != nil {
			fail(x, err)
			return
		}
		b, err := h.brands.Branding(ctx, found.Channel)
		if err != nil {
			fail(x, err)
			return
		}
		h.renderPayment(x, found, b)
	}
}

// decide takes what the customer chose. A form that chooses nothing is no error: the page shows what became of the
// payment.
func (h *Handler) decide(ctx context.Context, r *http.Request, link signedlink.Link) error {
	if err := r.ParseForm(); err != nil {
		return nil //nolint:nilerr // a form that cannot be read chooses nothing
	}
	id, method := money.PaymentID(link.ID), money.PaymentMethod(r.PostForm.Get("method"))
	if method != "" && !slices.Contains(money.PaymentMethods, method) {
		return nil
	}
	switch r.PostForm.Get("choice") {
	case "pay":
		return h.payments.PayPayment(ctx, h.operation(ctx, link, "PayPayment"), id, method)
	case "reject":
		return h.payments.RejectPayment(ctx, h.operation(ctx, link, "RejectPayment"), id)
	}
	return nil
}

// operation is what the customer does with the payment of a link.
func (h *Handler) operation(ctx context.Context, link signedlink.Link, name string) delegation.Operation {
	op := delegation.SystemOperation(audit.SystemActor, name, h.now().UTC().Truncate(time.Millisecond))
	op.Merchant, op.Audit.RequestID = link.Ref, telemetry.RequestID(ctx)
	return op
}

func fail(x *pagekit.Exchange, err error) {
	if errors.Is(err, money.ErrPaymentNotFound) || errors.Is(err, pc.ErrMerchantNotFound) {
		renderOutcome(x, http.StatusNotFound, "invalid")
		return
	}
	x.Failed(err)
	renderOutcome(x, http.StatusServiceUnavailable, "failed")
}
