package grpcapi

import (
	"context"
	"maps"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
)

// SearchPayments answers with a page of payments of all merchants, newest first.
func (s *MoneyOperator) SearchPayments(
	ctx context.Context, req *pcv1.SearchPaymentsRequest,
) (*pcv1.SearchPaymentsResponse, error) {
	q := money.Search{
		ID: req.GetId(), Merchant: pc.Ref(req.GetMerchantRef()), Partner: req.GetPartnerId(), Status: req.GetStatus(),
		Currency:    req.GetCurrency(),
		CreatedFrom: kernelgrpc.OptionalTime(req.GetFrom()), CreatedTo: kernelgrpc.OptionalTime(req.GetUntil()),
		OldestFirst: req.GetOldestFirst(),
	}
	page, err := searched(s, req, "all payments", q,
		func(q money.Search) ([]money.Payment, error) { return s.Searches.SearchPayments(ctx, q) }, money.Payment.Position)
	if err != nil {
		return nil, err
	}
	names, err := merchantgrpc.Names(ctx, s.Labels, page.Rows, func(p money.Payment) pc.Ref { return p.Merchant })
	if err != nil {
		return nil, err
	}
	out := &pcv1.SearchPaymentsResponse{
		Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}, MerchantNames: names,
	}
	for _, p := range page.Rows {
		out.Data = append(out.Data, s.listedPayment(p))
	}
	return out, nil
}

// listedPayment is what operators see of a payment: metadata is the partner's own, and may describe a person.
func (s *MoneyOperator) listedPayment(p money.Payment) *pcv1.Payment {
	p.Metadata = nil
	return PaymentMessage(signedlink.Links{}, delegation.Merchant{}, p, kernelgrpc.Now(s.Now))
}

// InspectPayment answers with a payment of any merchant and what became of it.
func (s *MoneyOperator) InspectPayment(
	ctx context.Context, req *pcv1.InspectPaymentRequest,
) (*pcv1.InspectPaymentResponse, error) {
	p, err := s.Searches.InspectPayment(ctx, money.PaymentID(req.GetId()))
	if err != nil {
		return nil, err
	}
	labels, err := s.Labels(ctx, []pc.Ref{p.Merchant})
	if err != nil {
		return nil, err
	}
	out := &pcv1.InspectPaymentResponse{Data: s.listedPayment(p.Payment), MerchantName: labels[p.Merchant].Name}
	for _, r := range p.Refunds {
		out.Refunds = append(out.Refunds, RefundMessage(r))
	}
	for _, c := range p.Chargebacks {
		out.Chargebacks = append(out.Chargebacks, ChargebackMessage(c))
	}
	for _, l := range p.Lines {
		out.Lines = append(out.Lines, lineMessage(l))
	}
	return out, nil
}

// SearchPayouts answers with a page of payouts of all merchants, newest first.
func (s *MoneyOperator) SearchPayouts(
	ctx context.Context, req *pcv1.SearchPayoutsRequest,
) (*pcv1.SearchPayoutsResponse, error) {
	q := money.Search{
		ID: req.GetId(), Merchant: pc.Ref(req.GetMerchantRef()), Status: req.GetStatus(), OldestFirst: req.GetOldestFirst(),
	}
	page, err := searched(s, req, "all payouts", q,
		func(q money.Search) ([]money.ListedPayout, error) { return s.Searches.SearchPayouts(ctx, q) },
		func(l money.ListedPayout) money.Position { return l.Position() })
	if err != nil {
		return nil, err
	}
	names, err := merchantgrpc.Names(ctx, s.Labels, page.Rows, func(l money.ListedPayout) pc.Ref { return l.Merchant })
	if err != nil {
		return nil, err
	}
	out := &pcv1.SearchPayoutsResponse{
		Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}, MerchantNames: names,
	}
	for _, l := range page.Rows {
		m := PayoutMessage(l.Payout)
		m.IbanMasked = l.MaskedIBAN
		out.Data = append(out.Data, m)
	}
	return out, nil
}

// searched answers with a page of a search over all merchants, newest first; list names it for its page tokens.
func searched[T any](
	s *MoneyOperator, req kernelgrpc.PageRequest, list string, q money.Search, find func(money.Search) ([]T, error),
	at func(T) money.Position,
) (cursor.Page[T], error) {
	asked, err := kernelgrpc.Page(s.Tokens, req, list, "", q)
	if err != nil {
		return cursor.Page[T]{}, err
	}
	return cursor.Fetch(asked, func(after *money.Position, limit int) ([]T, error) {
		q.After, q.Limit = after, limit
		return find(q)
	}, at)
}

// SearchRefunds answers with a page of refunds of all merchants, newest first.
func (s *MoneyOperator) SearchRefunds(
	ctx context.Context, req *pcv1.SearchRefundsRequest,
) (*pcv1.SearchRefundsResponse, error) {
	q := money.Search{
		ID: req.GetId(), Merchant: pc.Ref(req.GetMerchantRef()), Status: req.GetStatus(),
		CreatedFrom: kernelgrpc.OptionalTime(req.GetFrom()), CreatedTo: kernelgrpc.OptionalTime(req.GetUntil()),
		OldestFirst: req.GetOldestFirst(),
	}
	page, err := searched(s, req, "all refunds", q,
		func(q money.Search) ([]money.Refund, error) { return s.Searches.SearchRefunds(ctx, q) }, money.Refund.Position)
	if err != nil {
		return nil, err
	}
	names, err := merchantgrpc.Names(ctx, s.Labels, page.Rows, func(r money.Refund) pc.Ref { return r.Merchant })
	if err != nil {
		return nil, err
	}
	out := &pcv1.SearchRefundsResponse{
		Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}, MerchantNames: names,
	}
	for _, r := range page.Rows {
		out.Data = append(out.Data, RefundMessage(r))
	}
	return out, nil
}

// SearchChargebacks answers with a page of chargebacks of all merchants, newest first.
func (s *MoneyOperator) SearchChargebacks(
	ctx context.Context, req *pcv1.SearchChargebacksRequest,
) (*pcv1.SearchChargebacksResponse, error) {
	q := money.Search{
		ID: req.GetId(), Merchant: pc.Ref(req.GetMerchantRef()), Status: req.GetStatus(),
		CreatedFrom: kernelgrpc.OptionalTime(req.GetFrom()), CreatedTo: kernelgrpc.OptionalTime(req.GetUntil()),
		OldestFirst: req.GetOldestFirst(),
	}
	page, err := searched(s, req, "all chargebacks", q,
		func(q money.Search) ([]money.Chargeback, error) { return s.Searches.SearchChargebacks(ctx, q) },
		money.Chargeback.Position)
	if err != nil {
		return nil, err
	}
	names, err := merchantgrpc.Names(ctx, s.Labels, page.Rows, func(c money.Chargeback) pc.Ref { return c.Merchant })
	if err != nil {
		return nil, err
	}
	out := &pcv1.SearchChargebacksResponse{
		Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}, MerchantNames: names,
	}
	for _, c := range page.Rows {
		out.Data = append(out.Data, ChargebackMessage(c))
	}
	return out, nil
}

// SearchSettlements answers with a page of settlements of all merchants, newest first.
func (s *MoneyOperator) SearchSettlements(
	ctx context.Context, req *pcv1.SearchSettlementsRequest,
) (*pcv1.SearchSettlementsResponse, error) {
	q := money.Search{
		ID: req.GetId(), Merchant: pc.Ref(req.GetMerchantRef()), Currency: req.GetCurrency(),
		CreatedFrom: kernelgrpc.OptionalTime(req.GetFrom()), CreatedTo: kernelgrpc.OptionalTime(req.GetUntil()),
		OldestFirst: req.GetOldestFirst(),
	}
	page, err := searched(s, req, "all settlements", q,
		func(q money.Search) ([]ledger.ListedSettlement, error) { return s.Searches.SearchSettlements(ctx, q) },
		func(l ledger.ListedSettlement) money.Position { return l.Position() })
	if err != nil {
		return nil, err
	}
	names, err := merchantgrpc.Names(ctx, s.Labels, page.Rows,
		func(l ledger.ListedSettlement) pc.Ref { return l.Merchant })
	if err != nil {
		return nil, err
	}
	out := &pcv1.SearchSettlementsResponse{
		Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}, MerchantNames: names,
	}
	for _, l := range page.Rows {
		out.Data = append(out.Data,
			&pcv1.SettlementOfMerchant{
				MerchantRef: string(l.Merchant), Livemode: l.Livemode, Settlement: SettlementMessage(l.Settlement),
			})
	}
	return out, nil
}

// ListLedgerLines answers with a page of what was posted to accounts of a merchant, and what is on them.
func (s *MoneyOperator) ListLedgerLines(
	ctx context.Context, req *pcv1.ListLedgerLinesRequest,
) (*pcv1.ListLedgerLinesResponse, error) {
	accounts := ledger.Accounts
	if a := req.GetAccount(); a != "" {
		accounts = []ledger.Account{ledger.Account(a)}
	}
	asked, err := kernelgrpc.Page(s.Tokens, req, "ledger lines", req.GetMerchantRef(), req.GetAccount())
	if err != nil {
		return nil, err
	}
	var books map[string]ledger.Balance
	page, err := cursor.Fetch(asked, func(after *ledger.BookLine, limit int) (lines []ledger.BookLine, err error) {
		if after == nil {
			after = &ledger.BookLine{}
		}
		lines, books, err = s.Accounts.ListLines(ctx, pc.Ref(req.GetMerchantRef()), accounts, *after, limit)
		return lines, err
	}, ledger.BookLine.Position)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListLedgerLinesResponse{Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}}
	for _, l := range page.Rows {
		out.Data = append(out.Data, lineMessage(l))
	}
	for _, currency := range slices.Sorted(maps.Keys(books)) {
		book := books[currency]
		for _, a := range ledger.Accounts {
			out.Accounts = append(out.Accounts,
				&pcv1.LedgerAccount{Currency: currency, Account: string(a), Balance: *book.Of(a)})
		}
	}
	return out, nil
}

func lineMessage(l ledger.BookLine) *pcv1.LedgerLine {
	return &pcv1.LedgerLine{
		Entry: l.Entry, Kind: string(l.Kind), Account: string(l.Account), Currency: l.Currency, Amount: l.Amount,
		Balance:   l.Balance,
		PaymentId: string(l.Payment), RefundId: string(l.Refund), ChargebackId: string(l.Chargeback),
		PayoutId:     string(l.Payout),
		SettlementId: string(l.Settlement), PostedAt: timestamppb.New(l.At),
	}
}
