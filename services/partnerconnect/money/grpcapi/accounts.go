package grpcapi

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	delegationgrpc "github.com/partnerline/partnerline/services/partnerconnect/delegation/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
)

// Accounts answers AccountService.
type Accounts struct {
	pcv1.UnimplementedAccountServiceServer
	accounts *usecase.Accounts
	tokens   *keyring.Keyring
	now      func() time.Time
}

// NewAccounts returns the service; tokens seals page tokens.
func NewAccounts(accounts *usecase.Accounts, tokens *keyring.Keyring, now func() time.Time) *Accounts {
	return &Accounts{accounts: accounts, tokens: tokens, now: now}
}

// GetBalance answers with the balance of each currency.
func (s *Accounts) GetBalance(ctx context.Context, req *pcv1.GetBalanceRequest) (*pcv1.GetBalanceResponse, error) {
	op, err := delegationgrpc.OperationByPath(ctx, req.GetRef(), transport.Present(s.now))
	if err != nil {
		return nil, err
	}
	balances, err := s.accounts.GetBalance(ctx, op)
	if err != nil {
		return nil, err
	}
	out := &pcv1.GetBalanceResponse{MerchantRef: string(op.Merchant), AsOf: timestamppb.New(op.Now)}
	for _, c := range slices.Sorted(maps.Keys(balances)) {
		b := balances[c]
		out.Balances = append(out.Balances, &pcv1.Balance{Currency: c, Available: b.Available, Pending: b.Pending, Reserved: b.Reserved})
	}
	return out, nil
}

// A listing is what lists of one merchant have in common: who reads, and the query that page tokens belong to.
type listing struct {
	op    delegation.Operation
	query string
	q     ledger.Query
	size  int
}

// filters are the parameters that lists of transactions and settlements share.
type filters interface {
	GetRef() string
	GetPageSize() int32
	GetPageToken() string
}

// list reads the parameters of a page. A token belongs to the merchant, the list and all filters.
func (s *Accounts) list(ctx context.Context, name string, req filters, q ledger.Query) (listing, error) {
	l := listing{q: q}
	var err error
	if l.op, err = delegationgrpc.OperationByPath(ctx, req.GetRef(), transport.Present(s.now)); err != nil {
		return l, err
	}
	if l.size, err = transport.PageSize(req.GetPageSize()); err != nil {
		return l, err
	}
	l.q.Limit = l.size + 1 // one more tells whether there is another page
	l.query = fmt.Sprintf("%s/%s/%v/%v/%s/%s/%s/%s", name, req.GetRef(), moment(q.From), moment(q.To), q.Type, q.Status, q.Currency, q.Settlement)
	if token := req.GetPageToken(); token != "" {
		err = cursor.Decode(s.tokens, l.query, token, &l.q.After)
	}
	return l, err
}

// next is the token of the page behind the last row of this one.
func (s *Accounts) next(l listing, at time.Time, id string) (string, error) {
	return cursor.Encode(s.tokens, l.query, ledger.Position{At: at, ID: id})
}

func moment(t *time.Time) int64 {
	if t == nil {
		return -1
	}
	return t.UnixNano()
}

func optionalTime(t *timestamppb.Timestamp) *time.Time {
	if t == nil {
		return nil
	}
	at := t.AsTime()
	return &at
}

// ListTransactions answers with a page of transactions, newest first.
func (s *Accounts) ListTransactions(ctx context.Context, req *pcv1.ListTransactionsRequest) (*pcv1.ListTransactionsResponse, error) {
	l, err := s.list(ctx, "transactions", req, ledger.Query{
		From: optionalTime(req.GetFrom()), To: optionalTime(req.GetTo()), Type: ledger.TransactionType(req.GetType()), Status: req.GetStatus(),
		Currency: req.GetCurrency(), Settlement: ledger.SettlementID(req.GetSettlementId()),
	})
	if err != nil {
		return nil, err
	}
	if err := transport.OneOfParameter("type", req.Type, ledger.TransactionTypes); err != nil {
		return nil, err
	}
	if err := transport.OneOfParameter("status", req.Status, ledger.TransactionStatuses); err != nil {
		return nil, err
	}
	list, err := s.accounts.ListTransactions(ctx, l.op, l.q)
	if err != nil {
		return nil, err
	}
	data, token, err := s.transactions(l, list)
	return &pcv1.ListTransactionsResponse{Data: data, NextPageToken: token}, err
}

// ListSettlementTransactions answers with a page of the transactions of a settlement, newest first.
func (s *Accounts) ListSettlementTransactions(ctx context.Context, req *pcv1.ListSettlementTransactionsRequest) (*pcv1.ListSettlementTransactionsResponse, error) {
	l, err := s.list(ctx, "settlement", req, ledger.Query{Settlement: ledger.SettlementID(req.GetSettlementId())})
	if err != nil {
		return nil, err
	}
	list, err := s.accounts.ListSettlementTransactions(ctx, l.op, l.q)
	if err != nil {
		return nil, err
	}
	data, token, err := s.transactions(l, list)
	return &pcv1.ListSettlementTransactionsResponse{Data: data, NextPageToken: token}, err
}

// transactions is a page of transactions, and the token of the next one.
func (s *Accounts) transactions(l listing, list []ledger.Transaction) (out []*pcv1.Transaction, token string, err error) {
	if len(list) > l.size {
		list = list[:l.size]
		last := list[l.size-1]
		if token, err = s.next(l, last.OccurredAt, string(last.ID)); err != nil {
			return nil, "", err
		}
	}
	for _, t := range list {
		out = append(out, transactionMessage(t))
	}
	return out, token, nil
}

// GetTransaction answers with a transaction of the merchant.
func (s *Accounts) GetTransaction(ctx context.Context, req *pcv1.GetTransactionRequest) (*pcv1.GetTransactionResponse, error) {
	op, err := delegationgrpc.OperationByPath(ctx, req.GetRef(), transport.Present(s.now))
	if err != nil {
		return nil, err
	}
	t, err := s.accounts.GetTransaction(ctx, op, ledger.TransactionID(req.GetTransactionId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetTransactionResponse{Transaction: transactionMessage(t)}, nil
}

// ListSettlements answers with a page of settlements, newest first.
func (s *Accounts) ListSettlements(ctx context.Context, req *pcv1.ListSettlementsRequest) (*pcv1.ListSettlementsResponse, error) {
	l, err := s.list(ctx, "settlements", req, ledger.Query{
		From: optionalTime(req.GetFrom()), To: optionalTime(req.GetTo()), Status: req.GetStatus(), Currency: req.GetCurrency(),
	})
	if err != nil {
		return nil, err
	}
	if err := transport.OneOfParameter("status", req.Status, ledger.SettlementStatuses); err != nil {
		return nil, err
	}
	list, err := s.accounts.ListSettlements(ctx, l.op, l.q)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListSettlementsResponse{}
	if len(list) > l.size {
		list = list[:l.size]
		last := list[l.size-1]
		if out.NextPageToken, err = s.next(l, last.PaidAt, string(last.ID)); err != nil {
			return nil, err
		}
	}
	for _, v := range list {
		out.Data = append(out.Data, settlementMessage(v))
	}
	return out, nil
}

// GetSettlement answers with a settlement of the merchant.
func (s *Accounts) GetSettlement(ctx context.Context, req *pcv1.GetSettlementRequest) (*pcv1.GetSettlementResponse, error) {
	op, err := delegationgrpc.OperationByPath(ctx, req.GetRef(), transport.Present(s.now))
	if err != nil {
		return nil, err
	}
	v, err := s.accounts.GetSettlement(ctx, op, ledger.SettlementID(req.GetSettlementId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetSettlementResponse{Settlement: settlementMessage(v)}, nil
}

func transactionMessage(t ledger.Transaction) *pcv1.Transaction {
	return &pcv1.Transaction{
		TransactionId: string(t.ID), Type: string(t.Type), Amount: t.Amount, Fee: t.Fee, Net: t.Net(), Currency: t.Currency,
		Status: string(t.Status), PaymentId: transport.Optional(t.Payment), PayoutId: transport.Optional(t.Payout), SettlementId: transport.Optional(t.Settlement),
		ExternalRef: t.ExternalRef, OccurredAt: timestamppb.New(t.OccurredAt), AvailableOn: string(t.AvailableOn),
	}
}

func settlementMessage(v ledger.Settlement) *pcv1.Settlement {
	return &pcv1.Settlement{
		SettlementId: string(v.ID), Status: string(v.Status), Currency: v.Currency, Gross: v.Gross, Fees: v.Fees, Refunds: v.Refunds, Net: v.Net(),
		TransactionCount: int32(v.Count), PeriodFrom: timestamppb.New(v.PeriodFrom), PeriodTo: timestamppb.New(v.PeriodTo),
		PaidAt: timestamppb.New(v.PaidAt), IbanMasked: v.IBANMasked,
	}
}
