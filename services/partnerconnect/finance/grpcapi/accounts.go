package grpcapi

import (
	"context"
	"maps"
	"slices"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
)

// Accounts answers AccountService.
type Accounts struct {
	pcv1.UnimplementedAccountServiceServer
	accounts *usecase.Accounts
	links    signedlink.Links
	tokens   *keyring.Keyring
	now      func() time.Time
}

// NewAccounts returns the service; links makes the URLs of statements, tokens seals page tokens.
func NewAccounts(
	accounts *usecase.Accounts, links signedlink.Links, tokens *keyring.Keyring, now func() time.Time,
) *Accounts {
	return &Accounts{accounts: accounts, links: links, tokens: tokens, now: now}
}

// GetBalance answers with the balance of each currency.
func (s *Accounts) GetBalance(ctx context.Context, req *pcv1.GetBalanceRequest) (*pcv1.GetBalanceResponse, error) {
	op, err := merchantgrpc.OperationByPath(ctx, req.GetRef(), kernelgrpc.Now(s.now))
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
		out.Balances = append(out.Balances,
			&pcv1.Balance{Currency: c, Available: b.Available, Pending: b.Pending, Reserved: b.Reserved})
	}
	return out, nil
}

// pageOf fetches a page of a list of one merchant.
func pageOf[T interface{ Position() money.Position }](ctx context.Context, s *Accounts, name string, req interface {
	GetRef() string
	GetPageSize() int32
	GetPageToken() string
}, q ledger.Query, list func(context.Context, delegation.Operation, ledger.Query) ([]T, error),
) (cursor.Page[T], error) {
	op, err := merchantgrpc.OperationByPath(ctx, req.GetRef(), kernelgrpc.Now(s.now))
	if err != nil {
		return cursor.Page[T]{}, err
	}
	asked, err := kernelgrpc.Page(s.tokens, req, name, req.GetRef(), q)
	if err != nil {
		return cursor.Page[T]{}, err
	}
	return cursor.Fetch(asked, func(after *money.Position, limit int) ([]T, error) {
		q.After, q.Limit = after, limit
		return list(ctx, op, q)
	}, T.Position)
}

// ListTransactions answers with a page of transactions, newest first.
func (s *Accounts) ListTransactions(
	ctx context.Context, req *pcv1.ListTransactionsRequest,
) (*pcv1.ListTransactionsResponse, error) {
	if err := kernelgrpc.OneOfParameter("type", req.Type, ledger.TransactionTypes); err != nil {
		return nil, err
	}
	if err := kernelgrpc.OneOfParameter("status", req.Status, ledger.TransactionStatuses); err != nil {
		return nil, err
	}
	page, err := pageOf(ctx, s, "transactions", req, ledger.Query{
		From: kernelgrpc.OptionalTime(req.GetFrom()), To: kernelgrpc.OptionalTime(req.GetTo()),
		Type: ledger.TransactionType(req.GetType()), Status: req.GetStatus(),
		Currency: req.GetCurrency(), Settlement: ledger.SettlementID(req.GetSettlementId()),
	}, s.accounts.ListTransactions)
	return &pcv1.ListTransactionsResponse{Data: transactionMessages(page.Rows), NextPageToken: page.Next}, err
}

// ListSettlementTransactions answers with a page of the transactions of a settlement, newest first.
func (s *Accounts) ListSettlementTransactions(
	ctx context.Context, req *pcv1.ListSettlementTransactionsRequest,
) (*pcv1.ListSettlementTransactionsResponse, error) {
	page, err := pageOf(ctx, s, "settlement", req, ledger.Query{Settlement: ledger.SettlementID(req.GetSettlementId())},
		s.accounts.ListSettlementTransactions)
	return &pcv1.ListSettlementTransactionsResponse{Data: transactionMessages(page.Rows), NextPageToken: page.Next}, err
}

// GetTransaction answers with a transaction of the merchant.
func (s *Accounts) GetTransaction(
	ctx context.Context, req *pcv1.GetTransactionRequest,
) (*pcv1.GetTransactionResponse, error) {
	op, err := merchantgrpc.OperationByPath(ctx, req.GetRef(), kernelgrpc.Now(s.now))
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
func (s *Accounts) ListSettlements(
	ctx context.Context, req *pcv1.ListSettlementsRequest,
) (*pcv1.ListSettlementsResponse, error) {
	if err := kernelgrpc.OneOfParameter("status", req.Status, ledger.SettlementStatuses); err != nil {
		return nil, err
	}
	page, err := pageOf(ctx, s, "settlements", req, ledger.Query{
		From: kernelgrpc.OptionalTime(req.GetFrom()), To: kernelgrpc.OptionalTime(req.GetTo()), Status: req.GetStatus(),
		Currency: req.GetCurrency(),
	}, s.accounts.ListSettlements)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListSettlementsResponse{NextPageToken: page.Next}
	for _, v := range page.Rows {
		out.Data = append(out.Data, SettlementMessage(v))
	}
	return out, nil
}

// GetSettlement answers with a settlement of the merchant.
func (s *Accounts) GetSettlement(
	ctx context.Context, req *pcv1.GetSettlementRequest,
) (*pcv1.GetSettlementResponse, error) {
	op, err := merchantgrpc.OperationByPath(ctx, req.GetRef(), kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	v, err := s.accounts.GetSettlement(ctx, op, ledger.SettlementID(req.GetSettlementId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetSettlementResponse{Settlement: SettlementMessage(v)}, nil
}

// GetSettlementStatement answers with links to the statement of a settlement of the merchant.
func (s *Accounts) GetSettlementStatement(
	ctx context.Context, req *pcv1.GetSettlementStatementRequest,
) (*pcv1.GetSettlementStatementResponse, error) {
	op, err := merchantgrpc.OperationByPath(ctx, req.GetRef(), kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	v, err := s.accounts.GetSettlement(ctx, op, ledger.SettlementID(req.GetSettlementId()))
	if err != nil {
		return nil, err
	}
	link := ledger.NewStatementLink(v.Merchant, v.ID, op.Now)
	page := s.links.Base + "/statements/" + s.links.Keys.Token(link)
	return &pcv1.GetSettlementStatementResponse{
		SettlementId: string(v.ID), PageUrl: page, CsvUrl: page + "/" + ledger.StatementFile,
		ExpiresAt: timestamppb.New(link.ExpiresAt),
	}, nil
}

func transactionMessages(list []ledger.Transaction) (out []*pcv1.Transaction) {
	for _, t := range list {
		out = append(out, transactionMessage(t))
	}
	return out
}

func transactionMessage(t ledger.Transaction) *pcv1.Transaction {
	return &pcv1.Transaction{
		TransactionId: string(t.ID), Type: string(t.Type), Amount: t.Amount, Fee: t.Fee, Net: t.Net(), Currency: t.Currency,
		Status: string(t.Status), PaymentId: kernelgrpc.Optional(t.Payment), PayoutId: kernelgrpc.Optional(t.Payout),
		SettlementId: kernelgrpc.Optional(t.Settlement),
		RefundId:     kernelgrpc.Optional(t.Refund), ChargebackId: kernelgrpc.Optional(t.Chargeback),
		ExternalRef: t.ExternalRef,
		OccurredAt:  timestamppb.New(t.OccurredAt), AvailableOn: string(t.AvailableOn),
	}
}

func SettlementMessage(v ledger.Settlement) *pcv1.Settlement {
	return &pcv1.Settlement{
		SettlementId: string(v.ID), Status: string(v.Status), Currency: v.Currency, Gross: v.Gross, Fees: v.Fees,
		Refunds: v.Refunds, Net: v.Net(),
		TransactionCount: int32(v.Count), PeriodFrom: timestamppb.New(v.PeriodFrom), PeriodTo: timestamppb.New(v.PeriodTo),
		PaidAt: timestamppb.New(v.PaidAt), IbanMasked: v.IBANMasked, Chargebacks: v.Chargebacks,
	}
}
