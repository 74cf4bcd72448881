// Package money is the screen of payments, payouts, the ledger and what is reconciled.
package money

import (
	"context"
	"embed"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/internal/pagekit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

//go:embed assets
var assets embed.FS

// Screen is that of money.
var Screen = screen.Screen{
	Name: "money", Group: "merchants", Path: "money",
	Roles: []string{"viewer", "support", "finance"},
	Texts: texts, Assets: assets, Serve: serve,
}

func serve(x *screen.Exchange, rest string) {
	part, id, _ := strings.Cut(rest, "/")
	file, csv := strings.CutSuffix(rest, ".csv")
	_, items := itemLists[file]
	switch {
	case items && csv:
		sendItems(x, file)
	case items:
		showItems(x, rest)
	case rest == "":
		showPayments(x)
	case rest == "payments.csv":
		sendPayments(x)
	case part == "payments" && id != "":
		showPayment(x, id)
	case rest == "payouts":
		showPayouts(x)
	case rest == "payouts.csv":
		sendPayouts(x)
	case rest == "ledger":
		showLedger(x)
	case rest == "reconcile":
		showReconciliation(x)
	default:
		x.Missing(screen.ErrNotFound)
	}
}

// common is what the pages of this screen share.
type common struct {
	separator string
	MayAct    bool
	Parts     []screen.MenuItem // of the screen
}

// parts are those of the screen, by the last segment of their paths.
var parts = []string{"payments", "payouts", "refunds", "chargebacks", "settlements", "ledger", "reconcile"}

func newCommon(x *screen.Exchange) common {
	c := common{separator: x.Page.T("separator"), MayAct: x.Session.Has("finance")}
	_, rest, _ := strings.Cut(x.Path(), "/")
	current, _, _ := strings.Cut(rest, "/")
	for _, part := range parts {
		item := screen.MenuItem{Name: "money_" + part, Path: "money/" + part, Current: part == current}
		if part == "payments" {
			item.Path, item.Current = "money", current == "" || current == part
		}
		c.Parts = append(c.Parts, item)
	}
	return c
}

// Amount spells an amount of minor units, with its currency.
func (c common) Amount(minor int64, currency string) string {
	return iso4217.Decimal(minor, currency, c.separator) + " " + currency
}

// A list is a page of one, with the filters that the person chose.
type list struct {
	common
	Filters  pagekit.Filters
	Sort     pagekit.Sort
	Query    url.Values
	NextPage string // leads to it; empty: there is none
	CSV      string // leads to the list as a file
}

// sortedBy are the texts of the column by which lists are sorted, by their paths.
var sortedBy = map[string]string{
	"money": "created", "money/payouts": "created",
	"money/refunds": "money_at", "money/chargebacks": "money_at", "money/settlements": "money_at",
}

// oldestFirst reports whether a list is sorted so.
func oldestFirst(q url.Values) bool { return pagekit.Order(q, pagekit.Descending) == pagekit.Ascending }

// newList is the page of the list at a path, with the filters that it has.
func newList(x *screen.Exchange, path string, filters []string) list {
	l := list{common: newCommon(x), Query: url.Values{}}
	asked := x.R.URL.Query()
	var fields []pagekit.Field
	for _, name := range filters {
		if value := strings.TrimSpace(asked.Get(name)); value != "" {
			l.Query.Set(name, value)
		}
		f := pagekit.Field{Name: name, Label: x.Page.T("money_" + name)}
		if name == "from" || name == "until" {
			f.Type = "date"
		}
		f.Rare = name == "partner" || name == "currency" && slices.Contains(filters, "status")
		fields = append(fields, f)
	}
	if order := asked.Get("order"); order != "" {
		l.Query.Set("order", order)
	}
	l.Filters = x.Page.Filters(path, l.Query, fields...)
	l.Sort = x.Page.Sort(path, l.Query, x.Page.T(sortedBy[path]), pagekit.Descending)
	return l
}

// links notes where the list is as a file, and the page behind this one.
func (l *list) links(path, file, token string) {
	l.CSV = file + "?" + l.Query.Encode()
	if token == "" {
		return
	}
	q := url.Values{"page": {token}}
	for name, value := range l.Query {
		q[name] = value
	}
	l.NextPage = path + "?" + q.Encode()
}

var paymentFilters = []string{"id", "merchant", "partner", "status", "currency", "from", "until"}

type paymentsView struct {
	list
	Payments screen.Part[*pcv1.SearchPaymentsResponse]
}

func showPayments(x *screen.Exchange) {
	v, code := paymentsView{list: newList(x, "money", paymentFilters)}, http.StatusOK
	req, err := paymentsRequest(x, v.Query)
	if err != nil {
		x.Page.Error, code = err.Error(), http.StatusUnprocessableEntity
	} else {
		req.PageToken = x.R.URL.Query().Get("page")
		parts := x.Reading()
		screen.Read(parts, "payments", &v.Payments, func(ctx context.Context) (*pcv1.SearchPaymentsResponse, error) {
			return x.Services.PartnerConnect.SearchPayments(ctx, req)
		})
		parts.Wait()
	}
	v.links("money", "money/payments.csv", v.Payments.Data.GetMeta().GetNextPageToken())
	x.Page.Data = v
	x.Show("money", code)
}

// paymentsRequest is what the list is read with.
func paymentsRequest(x *screen.Exchange, q url.Values) (*pcv1.SearchPaymentsRequest, error) {
	s, err := days(x, q)
	return &pcv1.SearchPaymentsRequest{
		Id: q.Get("id"), MerchantRef: q.Get("merchant"), PartnerId: q.Get("partner"), Status: q.Get("status"),
		Currency: strings.ToUpper(q.Get("currency")),
		From:     s.from, Until: s.until, OldestFirst: oldestFirst(q),
	}, err
}

// days is the time that a list is limited to; both days are included.
func days(x *screen.Exchange, q url.Values) (s span, err error) {
	for _, day := range []struct {
		name string
		add  int
		to   **timestamppb.Timestamp
	}{{"from", 0, &s.from}, {"until", 1, &s.until}} {
		if q.Get(day.name) == "" {
			continue
		}
		t, err := time.Parse(time.DateOnly, q.Get(day.name))
		if err != nil {
			return s, errors.New(x.Page.T("money_day"))
		}
		*day.to = timestamppb.New(t.AddDate(0, 0, day.add))
	}
	return s, nil
}

func sendPayments(x *screen.Exchange) {
	req, err := paymentsRequest(x, newList(x, "money", paymentFilters).Query)
	if err != nil {
		x.Missing(screen.ErrNotFound)
		return
	}
	req.PageSize = screen.FilePage
	columns := []string{
		"payment_id", "created_at", "merchant_ref", "partner_id", "external_ref", "status", "amount", "refunded",
		"charged_back", "fee", "currency", "livemode", "reason_code",
	}
	x.SendList("payments", "payments.csv", columns,
		func(ctx context.Context, token string) (out [][]string, next string, err error) {
			req := proto.CloneOf(req)
			req.PageToken = token
			page, err := x.Services.PartnerConnect.SearchPayments(ctx, req)
			for _, p := range page.GetData() {
				out = append(out, []string{
					p.GetPaymentId(), at(p.GetCreatedAt()), p.GetMerchantRef(), p.GetActedBy().GetPartnerId(), p.GetExternalRef(),
					p.GetStatus(),
					decimal(p.GetAmount(), p.GetCurrency()), decimal(p.GetRefundedAmount(), p.GetCurrency()),
					decimal(p.GetChargedBackAmount(), p.GetCurrency()),
					decimal(p.GetFee(), p.GetCurrency()), p.GetCurrency(),
					strconv.FormatBool(p.GetLivemode()), p.GetReasonCode(),
				})
			}
			return out, page.GetMeta().GetNextPageToken(), err
		})
}

var payoutFilters = []string{"id", "merchant", "status"}

type payoutsView struct {
	list
	Payouts screen.Part[*pcv1.SearchPayoutsResponse]
}

func payoutsRequest(q url.Values) *pcv1.SearchPayoutsRequest {
	return &pcv1.SearchPayoutsRequest{
		Id: q.Get("id"), MerchantRef: q.Get("merchant"), Status: q.Get("status"), OldestFirst: oldestFirst(q),
	}
}

// showPayouts shows payouts, or withdraws one.
func showPayouts(x *screen.Exchange) {
	code, render := x.Submit(map[string]screen.Change{
		"money_withdraw": screen.Final(screen.Entered("payout", "payout_id"), withdrawPayout),
	})
	if !render {
		return
	}
	v := payoutsView{list: newList(x, "money/payouts", payoutFilters)}
	req := payoutsRequest(v.Query)
	req.PageToken = x.R.URL.Query().Get("page")
	parts := x.Reading()
	screen.Read(parts, "payouts", &v.Payouts, func(ctx context.Context) (*pcv1.SearchPayoutsResponse, error) {
		return x.Services.PartnerConnect.SearchPayouts(ctx, req)
	})
	parts.Wait()
	v.links("money/payouts", "money/payouts.csv", v.Payouts.Data.GetMeta().GetNextPageToken())
	x.Page.Data = v
	x.Show("payouts", code)
}

func withdrawPayout(ctx context.Context, x *screen.Exchange) error {
	_, err := x.Services.PartnerConnect.WithdrawPayout(ctx, &pcv1.WithdrawPayoutRequest{PayoutId: x.Input("payout")})
	return err
}

func sendPayouts(x *screen.Exchange) {
	req := payoutsRequest(newList(x, "money/payouts", payoutFilters).Query)
	req.PageSize = screen.FilePage
	columns := []string{
		"payout_id", "created_at", "merchant_ref", "external_ref", "status", "amount", "currency", "account", "livemode",
		"reason_code",
	}
	x.SendList("payouts", "payouts.csv", columns,
		func(ctx context.Context, token string) (out [][]string, next string, err error) {
			req := proto.CloneOf(req)
			req.PageToken = token
			page, err := x.Services.PartnerConnect.SearchPayouts(ctx, req)
			for _, p := range page.GetData() {
				out = append(out, []string{
					p.GetPayoutId(), at(p.GetCreatedAt()), p.GetMerchantRef(), p.GetExternalRef(), p.GetStatus(),
					decimal(p.GetAmount(), p.GetCurrency()), p.GetCurrency(), p.GetIbanMasked(), strconv.FormatBool(p.GetLivemode()),
					p.GetReasonCode(),
				})
			}
			return out, page.GetMeta().GetNextPageToken(), err
		})
}
