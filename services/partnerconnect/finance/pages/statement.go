package pages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/publicpage"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// StatementPrefix begins every path of statements.
const StatementPrefix = "/statements/"

// Statements serves everything below StatementPrefix: the statement of a link as a page that can be printed, and as a
// file behind it.
type Statements struct {
	site       *pagekit.Site
	statements *usecase.Statements
	keys       *signedlink.LinkKeys
	visits     *publicpage.Limiter
	now        func() time.Time
}

// NewStatements returns the pages; keys verify the links, visits limits the requests.
func NewStatements(
	statements *usecase.Statements, keys *signedlink.LinkKeys, visits *publicpage.Limiter, log *slog.Logger,
	now func() time.Time,
) (*Statements, error) {
	site, err := pagekit.New(pagekit.Options{
		Name: "statement", Prefix: StatementPrefix, Assets: assets, Texts: statementTexts, Vary: "Accept-Language",
		Timeout: 10 * time.Second, MaxForm: 1, Log: log,
	})
	return &Statements{site, statements, keys, visits, now}, err
}

// ServeHTTP answers one request.
func (h *Statements) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.site.Serve(w, r, h.answer)
}

// answer shows the statement of a link. It changes nothing, whatever the method.
func (h *Statements) answer(x *pagekit.Exchange) {
	ctx := x.Context()
	token, file, _ := strings.Cut(x.Path(), "/")
	wait := h.visits.Network(clientaddr.NetworkText(ctx), h.now())
	link, err := h.keys.Verify(token, h.now())
	ours := link.Purpose == ledger.PurposeStatement
	if wait == 0 && ours {
		wait = h.visits.Link(link.ID, h.now())
	}
	switch {
	case wait > 0:
		x.RetryAfter(wait)
		h.outcome(x, http.StatusTooManyRequests, "limited")
		return
	case ours && errors.Is(err, signedlink.ErrLinkExpired):
		h.outcome(x, http.StatusGone, "expired")
		return
	case err != nil || !ours || file != "" && file != ledger.StatementFile:
		h.outcome(x, http.StatusNotFound, "invalid")
		return
	}
	op := delegation.SystemOperation(audit.SystemActor, "", h.now().UTC().Truncate(time.Millisecond))
	op.Merchant, op.Audit.RequestID = link.Ref, telemetry.RequestID(ctx)
	s, err := h.statements.Statement(ctx, op, ledger.SettlementID(link.ID))
	switch {
	case errors.Is(err, ledger.ErrSettlementNotFound), errors.Is(err, pc.ErrMerchantNotFound):
		h.outcome(x, http.StatusNotFound, "invalid")
	case err != nil:
		x.Failed(err)
		h.outcome(x, http.StatusServiceUnavailable, "failed")
	case file != "":
		x.Stream("statement_csv", "text/csv; charset=utf-8", string(s.ID)+".csv",
			func(ctx context.Context, w io.Writer) error {
				return s.WriteCSV(w, h.statements.Transactions(ctx, op, s.ID))
			})
	default:
		h.render(x, s)
	}
}

// statementPage is what the template shows.
type statementPage struct {
	pagekit.Page
	Title, Note string
	Statement   *ledger.Statement // nil for an outcome
	From, Paid  string
	Rows        []statementRow
	Total       statementRow
	Sums        []statementSum
	File        string
	Shortened   string // says that not all transactions are shown
}

// A statementRow is a transaction as people read it.
type statementRow struct{ At, Type, Ref, Amount, Fee, Net string }

// A statementSum is one of the settlement's.
type statementSum struct{ Key, Amount string }

func (h *Statements) page(x *pagekit.Exchange) statementPage {
	return statementPage{Page: x.NewPage(pagekit.Language(x.R.URL.Query().Get("lang"), x.R.Header.Get("Accept-Language")))}
}

// outcome shows a page that says nothing but an outcome.
func (h *Statements) outcome(x *pagekit.Exchange, status int, key string) {
	p := h.page(x)
	p.Title, p.Note = p.T(key+"_title"), p.T(key)
	x.Render(status, "statement", p.Lang, p)
}

func (h *Statements) render(x *pagekit.Exchange, s ledger.Statement) {
	p := h.page(x)
	p.Title, p.Test, p.Statement, p.From, p.Paid = p.T(
		"title",
	), !s.Livemode, &s, string(ledger.DayOf(s.PeriodFrom)), p.When(s.PaidAt)
	token, _, _ := strings.Cut(x.Path(), "/")
	p.File = x.Up() + token + "/" + ledger.StatementFile
	decimal := func(amount int64) string { return iso4217.Decimal(amount, s.Currency, p.T("separator")) }
	for _, sum := range []struct {
		key    string
		amount int64
	}{{"gross", s.Gross}, {"fees", -s.Fees}, {"refunds", -s.Refunds}, {"chargebacks", -s.Chargebacks}, {"net", s.Net()}} {
		p.Sums = append(p.Sums, statementSum{sum.key, decimal(sum.amount)})
	}
	for _, t := range s.Transactions {
		p.Rows = append(p.Rows,
			statementRow{
				p.When(t.OccurredAt), p.T("type_" + string(t.Type)), t.ExternalRef, decimal(t.Amount), decimal(t.Fee),
				decimal(t.Net()),
			})
	}
	if len(s.Transactions) < s.Count {
		p.Shortened = fmt.Sprintf(p.T("shortened"), len(s.Transactions), s.Count)
	}
	amount, fee, net := s.Totals()
	p.Total = statementRow{Amount: decimal(amount), Fee: decimal(fee), Net: decimal(net)}
	x.Render(http.StatusOK, "statement", p.Lang, p)
}
