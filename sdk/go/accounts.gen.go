// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
	"iter"
)

// AccountsResource has the calls of Partner connect that concern accounts.
type AccountsResource struct{ core *core }

// GetBalance returns what the merchant has, by currency.
//
// Takes OnBehalfOf.
func (r *AccountsResource) GetBalance(ctx context.Context, ref string, opts ...CallOption) (*AccountBalance, error) {
	return callFor[AccountBalance](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants/{ref}/balance", args: []string{ref}}, opts)
}

// ListTransactions lists every change of what the merchant has, newest first.
// It reads page after page; an error ends it.
//
// Takes OnBehalfOf.
func (r *AccountsResource) ListTransactions(ctx context.Context, ref string, params ListTransactionsParams, opts ...CallOption) iter.Seq2[Transaction, error] {
	return all(func(token string) (*Page[Transaction], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListTransactionsPage(ctx, ref, params, opts...)
	})
}

// ListTransactionsPage is one page of ListTransactions.
//
// Takes OnBehalfOf.
func (r *AccountsResource) ListTransactionsPage(ctx context.Context, ref string, params ListTransactionsParams, opts ...CallOption) (*Page[Transaction], error) {
	return callPage[Transaction](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants/{ref}/transactions", args: []string{ref}, query: params}, opts)
}

// GetTransaction returns a transaction.
//
// Takes OnBehalfOf.
func (r *AccountsResource) GetTransaction(ctx context.Context, ref string, transactionID string, opts ...CallOption) (*Transaction, error) {
	return callFor[Transaction](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants/{ref}/transactions/{transaction_id}", args: []string{ref, transactionID}}, opts)
}

// ListSettlements lists settlements, newest first.
// It reads page after page; an error ends it.
//
// Takes OnBehalfOf.
func (r *AccountsResource) ListSettlements(ctx context.Context, ref string, params ListSettlementsParams, opts ...CallOption) iter.Seq2[Settlement, error] {
	return all(func(token string) (*Page[Settlement], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListSettlementsPage(ctx, ref, params, opts...)
	})
}

// ListSettlementsPage is one page of ListSettlements.
//
// Takes OnBehalfOf.
func (r *AccountsResource) ListSettlementsPage(ctx context.Context, ref string, params ListSettlementsParams, opts ...CallOption) (*Page[Settlement], error) {
	return callPage[Settlement](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants/{ref}/settlements", args: []string{ref}, query: params}, opts)
}

// GetSettlement returns a settlement.
//
// Takes OnBehalfOf.
func (r *AccountsResource) GetSettlement(ctx context.Context, ref string, settlementID string, opts ...CallOption) (*Settlement, error) {
	return callFor[Settlement](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants/{ref}/settlements/{settlement_id}", args: []string{ref, settlementID}}, opts)
}

// GetSettlementStatement returns links to the statement of a settlement: a page to read and print, and the same as a
// CSV file. Whoever has a link may read the statement, for 15 minutes; ask again for new ones.
//
// Takes OnBehalfOf.
func (r *AccountsResource) GetSettlementStatement(ctx context.Context, ref string, settlementID string, opts ...CallOption) (*SettlementStatement, error) {
	return callFor[SettlementStatement](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants/{ref}/settlements/{settlement_id}/statement", args: []string{ref, settlementID}}, opts)
}

// ListSettlementTransactions lists the transactions of a settlement, newest first. Their net amounts sum to the
// settlement's.
// It reads page after page; an error ends it.
//
// Takes OnBehalfOf.
func (r *AccountsResource) ListSettlementTransactions(ctx context.Context, ref string, settlementID string, params ListSettlementTransactionsParams, opts ...CallOption) iter.Seq2[Transaction, error] {
	return all(func(token string) (*Page[Transaction], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListSettlementTransactionsPage(ctx, ref, settlementID, params, opts...)
	})
}

// ListSettlementTransactionsPage is one page of ListSettlementTransactions.
//
// Takes OnBehalfOf.
func (r *AccountsResource) ListSettlementTransactionsPage(ctx context.Context, ref string, settlementID string, params ListSettlementTransactionsParams, opts ...CallOption) (*Page[Transaction], error) {
	return callPage[Transaction](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants/{ref}/settlements/{settlement_id}/transactions", args: []string{ref, settlementID}, query: params}, opts)
}
