package pages

import (
	"net/http"
	"time"

	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/publicpage"
)

// page is what the template shows.
type page struct {
	pagekit.Page
	Title    string
	Seller   string
	Amount   string
	Currency string
	What     string
	Until    string
	Methods  []money.PaymentMethod // to choose from; none where the payment names one
	Method   money.PaymentMethod
	Pay      bool   // the customer can pay now
	Note     string // what became of it, or why it cannot be paid
	Back     string // where the customer goes from here; empty: nowhere
	Refresh  int    // seconds after which the page is loaded again; 0: never
}

// newPage is a page in the language of the customer, which they choose on it, or the payment or the browser names.
func newPage(x *pagekit.Exchange, locale string) page {
	return page{Page: x.NewPage(pagekit.Language(x.R.URL.Query().Get("lang"), locale, x.R.Header.Get("Accept-Language")))}
}

// chosenLanguage is the query of a page in the language that the customer chose; empty when they chose none.
func chosenLanguage(x *pagekit.Exchange) string {
	if lang := x.R.URL.Query().Get("lang"); lang == pagekit.English || lang == pagekit.Polish {
		return "?lang=" + lang
	}
	return ""
}

// outcome gives the page the title and the note of an outcome.
func (p *page) outcome(key string) { p.Title, p.Note = p.T(key+"_title"), p.T(key) }

// renderOutcome shows a page that says nothing but an outcome.
func renderOutcome(x *pagekit.Exchange, status int, key string) {
	p := newPage(x, "")
	p.outcome(key)
	x.Render(status, "page", p.Lang, p)
}

// Preview returns the page of a payment as the customers of a channel's merchants would see it with a branding. The
// payment is fictitious.
func (h *Handler) Preview(b access.Branding, _ access.Owner, lang string) (string, error) {
	const amount, currency, validFor = 12_345, "PLN", time.Hour
	p := page{Page: h.site.NewPreview(lang), Pay: true, Methods: money.PaymentMethods, Currency: currency}
	p.Zone, p.Brand = pagekit.Zone("PL"), publicpage.PreviewBranding(b)
	p.Title, p.Seller, p.What, p.Amount = p.T("title"), p.T("preview_seller"), p.T("preview_what"), iso4217.Decimal(amount,
		currency, p.T("separator"))
	p.Until = p.When(h.now().Add(validFor))
	return h.site.Document("page", p)
}

// outcomes are those of payments that cannot be paid any more.
var outcomes = map[money.PaymentStatus]string{
	money.PaymentPaid: "paid", money.PaymentPartiallyRefunded: "refunded", money.PaymentRefunded: "refunded",
	money.PaymentRejected:  "rejected",
	money.PaymentCancelled: "cancelled", money.PaymentExpired: "expired",
}

// refreshEvery is how often the page of a payment that the engine has not opened yet is loaded again.
const refreshEvery = 2 * time.Second

// renderPayment shows the page of a payment.
func (h *Handler) renderPayment(x *pagekit.Exchange, found money.PaymentPage, b access.Branding) {
	y, now := found.Payment, h.now()
	p := newPage(x, y.Customer.Locale)
	p.Zone, p.Brand = pagekit.Zone(found.Country), publicpage.ShowBranding(x, b)
	p.Title, p.Test, p.Seller, p.Currency, p.What = p.T("title"), !y.Livemode, found.Seller, y.Currency, y.Description
	p.Amount = iso4217.Decimal(y.Amount, y.Currency, p.T("separator"))
	p.Until = p.When(y.ValidUntil)
	waits := y.Status == money.PaymentRegistered || y.Status == money.PaymentPending
	switch {
	case waits && !y.Open(now):
		p.outcome("expired")
		p.Back = y.ReturnPage(money.PaymentExpired)
	case waits && !found.Active:
		p.outcome("stopped")
		p.Back = y.ReturnPage(money.PaymentCancelled)
	case waits && y.Livemode && found.Engine.Page != "":
		x.Leave(found.Engine.Page)
		return
	case waits && y.Livemode && found.Connected:
		p.outcome("opening")
		p.Refresh = int(refreshEvery.Seconds())
	case waits && y.Livemode:
		p.Note = p.T("no_method")
	case waits:
		p.Pay, p.Method = true, y.Method
		if y.Method == "" {
			p.Methods = money.PaymentMethods
		}
	case y.EndedByMerchant():
		p.outcome("stopped")
		p.Back = y.ReturnPage(y.Status)
	default:
		p.outcome(outcomes[y.Status])
		p.Back = y.ReturnPage(y.Status)
	}
	x.Render(http.StatusOK, "page", p.Lang, p)
}
