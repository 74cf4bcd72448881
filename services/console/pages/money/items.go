package money

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/iso4217"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

// An item is a refund, a chargeback or a settlement of a list over all merchants.
type item struct {
	ID, Merchant, Payment, Status, Currency string
	Name                                    string // of the merchant; empty: it has none
	Why                                     string // the reason code; empty: there is none
	Amount                                  int64
	At                                      *timestamppb.Timestamp
	Livemode                                bool

	row []string // of the file
}

// A span is the time that a list is limited to.
type span struct{ from, until *timestamppb.Timestamp }

// itemList is a list of items: its page is named as its path below money.
type itemList struct {
	filters []string
	columns []string // of the file
	read    func(
		ctx context.Context, p pcv1.MoneyOperatorServiceClient, q url.Values, s span, size int32, token string,
	) (list []item, next string, err error)
}

var itemLists = map[string]itemList{
	"refunds": {
		[]string{"id", "merchant", "status", "from", "until"},
		[]string{
			"refund_id", "created_at", "merchant_ref", "payment_id", "external_ref", "status", "amount", "currency", "livemode",
			"reason_code",
		},
		readRefunds,
	},
	"chargebacks": {
		[]string{"id", "merchant", "status", "from", "until"},
		[]string{
			"chargeback_id", "created_at", "merchant_ref", "payment_id", "status", "amount", "fee", "currency", "livemode",
			"reason_code", "respond_by",
		},
		readChargebacks,
	},
	"settlements": {
		[]string{"id", "merchant", "currency", "from", "until"},
		[]string{
			"settlement_id", "paid_at", "merchant_ref", "gross", "fees", "refunds", "chargebacks", "net", "currency",
			"transactions", "livemode",
		},
		readSettlements,
	},
}

func readRefunds(
	ctx context.Context, p pcv1.MoneyOperatorServiceClient, q url.Values, s span, size int32, token string,
) (list []item, next string, err error) {
	page, err := p.SearchRefunds(ctx, &pcv1.SearchRefundsRequest{
		Id: q.Get("id"), MerchantRef: q.Get("merchant"), Status: q.Get("status"), From: s.from, Until: s.until,
		PageSize: size, PageToken: token, OldestFirst: oldestFirst(q),
	})
	for _, r := range page.GetData() {
		i := item{
			ID: r.GetRefundId(), Merchant: r.GetMerchantRef(),
			Name: page.GetMerchantNames()[r.GetMerchantRef()], Payment: r.GetPaymentId(), Status: r.GetStatus(),
			Currency: r.GetCurrency(), Why: r.GetReasonCode(),
			Amount: r.GetAmount(), At: r.GetCreatedAt(), Livemode: r.GetLivemode(),
		}
		i.row = []string{
			i.ID, at(i.At), i.Merchant, i.Payment, r.GetExternalRef(), i.Status, decimal(i.Amount, i.Currency), i.Currency,
			strconv.FormatBool(i.Livemode), i.Why,
		}
		list = append(list, i)
	}
	return list, page.GetMeta().GetNextPageToken(), err
}

func readChargebacks(
	ctx context.Context, p pcv1.MoneyOperatorServiceClient, q url.Values, s span, size int32, token string,
) (list []item, next string, err error) {
	page, err := p.SearchChargebacks(ctx, &pcv1.SearchChargebacksRequest{
		Id: q.Get("id"), MerchantRef: q.Get("merchant"), Status: q.Get("status"), From: s.from, Until: s.until,
		PageSize: size, PageToken: token, OldestFirst: oldestFirst(q),
	})
	for _, c := range page.GetData() {
		i := item{
			ID: c.GetChargebackId(), Merchant: c.GetMerchantRef(),
			Name: page.GetMerchantNames()[c.GetMerchantRef()], Payment: c.GetPaymentId(), Status: c.GetStatus(),
			Currency: c.GetCurrency(), Why: c.GetReasonCode(),
			Amount: c.GetAmount(), At: c.GetCreatedAt(), Livemode: c.GetLivemode(),
		}
		i.row = []string{
			i.ID, at(i.At), i.Merchant, i.Payment, i.Status, decimal(i.Amount, i.Currency), decimal(c.GetFee(), i.Currency),
			i.Currency, strconv.FormatBool(i.Livemode), i.Why, at(c.GetRespondBy()),
		}
		list = append(list, i)
	}
	return list, page.GetMeta().GetNextPageToken(), err
}

func readSettlements(
	ctx context.Context, p pcv1.MoneyOperatorServiceClient, q url.Values, s span, size int32, token string,
) (list []item, next string, err error) {
	page, err := p.SearchSettlements(ctx, &pcv1.SearchSettlementsRequest{
		Id: q.Get("id"), MerchantRef: q.Get("merchant"), Currency: strings.ToUpper(q.Get("currency")), From: s.from,
		Until: s.until, PageSize: size, PageToken: token, OldestFirst: oldestFirst(q),
	})
	for _, l := range page.GetData() {
		v := l.GetSettlement()
		i := item{
			ID: v.GetSettlementId(), Merchant: l.GetMerchantRef(),
			Name: page.GetMerchantNames()[l.GetMerchantRef()], Status: v.GetStatus(), Currency: v.GetCurrency(),
			Amount: v.GetNet(), At: v.GetPaidAt(), Livemode: l.GetLivemode(),
		}
		i.row = []string{i.ID, at(i.At), i.Merchant}
		for _, minor := range []int64{v.GetGross(), v.GetFees(), v.GetRefunds(), v.GetChargebacks(), v.GetNet()} {
			i.row = append(i.row, decimal(minor, i.Currency))
		}
		i.row = append(i.row, i.Currency, strconv.Itoa(int(v.GetTransactionCount())), strconv.FormatBool(i.Livemode))
		list = append(list, i)
	}
	return list, page.GetMeta().GetNextPageToken(), err
}

// decimal spells an amount for a file.
func decimal(minor int64, currency string) string { return iso4217.Decimal(minor, currency, ".") }

// at spells a time for a file; empty when it is unset.
func at(t *timestamppb.Timestamp) string {
	if t == nil {
		return ""
	}
	return t.AsTime().Format(time.RFC3339)
}

type itemsView struct {
	list
	Items screen.Part[[]item]
}

func showItems(x *screen.Exchange, name string) {
	of := itemLists[name]
	v, code, next := itemsView{list: newList(x, "money/"+name, of.filters)}, http.StatusOK, ""
	s, err := days(x, v.Query)
	if err != nil {
		x.Page.Error, code = err.Error(), http.StatusUnprocessableEntity
	} else {
		parts := x.Reading()
		screen.Read(parts, name, &v.Items, func(ctx context.Context) (list []item, err error) {
			list, next, err = of.read(ctx, x.Services.PartnerConnect, v.Query, s, 0, x.R.URL.Query().Get("page"))
			return list, err
		})
		parts.Wait()
	}
	v.links("money/"+name, "money/"+name+".csv", next)
	x.Page.Data = v
	x.Show(name, code)
}

func sendItems(x *screen.Exchange, name string) {
	of := itemLists[name]
	q := newList(x, "money/"+name, of.filters).Query
	s, err := days(x, q)
	if err != nil {
		x.Missing(screen.ErrNotFound)
		return
	}
	x.SendList(name, name+".csv", of.columns,
		func(ctx context.Context, token string) (out [][]string, next string, err error) {
			list, next, err := of.read(ctx, x.Services.PartnerConnect, q, s, screen.FilePage, token)
			for _, i := range list {
				out = append(out, i.row)
			}
			return out, next, err
		})
}
