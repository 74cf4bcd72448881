// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.AccountBalance;
import io.github.partnerline.model.ListSettlementTransactionsParams;
import io.github.partnerline.model.ListSettlementsParams;
import io.github.partnerline.model.ListTransactionsParams;
import io.github.partnerline.model.Settlement;
import io.github.partnerline.model.SettlementStatement;
import io.github.partnerline.model.Transaction;

/** Calls of Partner connect that concern accounts. */
public final class AccountsResource {
  private final Transport transport;

  AccountsResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns what the merchant has, by currency.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public AccountBalance getBalance(String ref, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/balance", ref), options, AccountBalance.class);
  }

  /** {@link #getBalance}, as the client has it. */
  public AccountBalance getBalance(String ref) {
    return getBalance(ref, Options.none());
  }

  /**
   * Lists every change of what the merchant has, newest first.
   *
   * <p>It reads page after page.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Pages<Transaction> listTransactions(String ref, ListTransactionsParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/transactions", ref).query(params).unwrapped().page("page_token", token), options, Transaction.class));
  }

  /** {@link #listTransactions}, as the client has it. */
  public Pages<Transaction> listTransactions(String ref, ListTransactionsParams params) {
    return listTransactions(ref, params, Options.none());
  }

  /** {@link #listTransactions}, without parameters. */
  public Pages<Transaction> listTransactions(String ref) {
    return listTransactions(ref, ListTransactionsParams.builder().build(), Options.none());
  }

  /** One page of {@link #listTransactions}. */
  public Page<Transaction> listTransactionsPage(String ref, ListTransactionsParams params, Options options) {
    return transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/transactions", ref).query(params).unwrapped(), options, Transaction.class);
  }

  /** {@link #listTransactionsPage}, as the client has it. */
  public Page<Transaction> listTransactionsPage(String ref, ListTransactionsParams params) {
    return listTransactionsPage(ref, params, Options.none());
  }

  /** {@link #listTransactionsPage}, without parameters. */
  public Page<Transaction> listTransactionsPage(String ref) {
    return listTransactionsPage(ref, ListTransactionsParams.builder().build(), Options.none());
  }

  /**
   * Returns a transaction.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Transaction getTransaction(String ref, String transactionId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/transactions/{transaction_id}", ref, transactionId), options, Transaction.class);
  }

  /** {@link #getTransaction}, as the client has it. */
  public Transaction getTransaction(String ref, String transactionId) {
    return getTransaction(ref, transactionId, Options.none());
  }

  /**
   * Lists settlements, newest first.
   *
   * <p>It reads page after page.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Pages<Settlement> listSettlements(String ref, ListSettlementsParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/settlements", ref).query(params).unwrapped().page("page_token", token), options, Settlement.class));
  }

  /** {@link #listSettlements}, as the client has it. */
  public Pages<Settlement> listSettlements(String ref, ListSettlementsParams params) {
    return listSettlements(ref, params, Options.none());
  }

  /** {@link #listSettlements}, without parameters. */
  public Pages<Settlement> listSettlements(String ref) {
    return listSettlements(ref, ListSettlementsParams.builder().build(), Options.none());
  }

  /** One page of {@link #listSettlements}. */
  public Page<Settlement> listSettlementsPage(String ref, ListSettlementsParams params, Options options) {
    return transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/settlements", ref).query(params).unwrapped(), options, Settlement.class);
  }

  /** {@link #listSettlementsPage}, as the client has it. */
  public Page<Settlement> listSettlementsPage(String ref, ListSettlementsParams params) {
    return listSettlementsPage(ref, params, Options.none());
  }

  /** {@link #listSettlementsPage}, without parameters. */
  public Page<Settlement> listSettlementsPage(String ref) {
    return listSettlementsPage(ref, ListSettlementsParams.builder().build(), Options.none());
  }

  /**
   * Returns a settlement.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Settlement getSettlement(String ref, String settlementId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/settlements/{settlement_id}", ref, settlementId), options, Settlement.class);
  }

  /** {@link #getSettlement}, as the client has it. */
  public Settlement getSettlement(String ref, String settlementId) {
    return getSettlement(ref, settlementId, Options.none());
  }

  /**
   * Returns links to the statement of a settlement: a page to read and print, and the same as a CSV file. Whoever has a
   * link may read the statement, for 15 minutes; ask again for new ones.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public SettlementStatement getSettlementStatement(String ref, String settlementId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/settlements/{settlement_id}/statement", ref, settlementId), options, SettlementStatement.class);
  }

  /** {@link #getSettlementStatement}, as the client has it. */
  public SettlementStatement getSettlementStatement(String ref, String settlementId) {
    return getSettlementStatement(ref, settlementId, Options.none());
  }

  /**
   * Lists the transactions of a settlement, newest first. Their net amounts sum to the settlement's.
   *
   * <p>It reads page after page.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Pages<Transaction> listSettlementTransactions(String ref, String settlementId, ListSettlementTransactionsParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/settlements/{settlement_id}/transactions", ref, settlementId).query(params).unwrapped().page("page_token", token), options, Transaction.class));
  }

  /** {@link #listSettlementTransactions}, as the client has it. */
  public Pages<Transaction> listSettlementTransactions(String ref, String settlementId, ListSettlementTransactionsParams params) {
    return listSettlementTransactions(ref, settlementId, params, Options.none());
  }

  /** {@link #listSettlementTransactions}, without parameters. */
  public Pages<Transaction> listSettlementTransactions(String ref, String settlementId) {
    return listSettlementTransactions(ref, settlementId, ListSettlementTransactionsParams.builder().build(), Options.none());
  }

  /** One page of {@link #listSettlementTransactions}. */
  public Page<Transaction> listSettlementTransactionsPage(String ref, String settlementId, ListSettlementTransactionsParams params, Options options) {
    return transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/settlements/{settlement_id}/transactions", ref, settlementId).query(params).unwrapped(), options, Transaction.class);
  }

  /** {@link #listSettlementTransactionsPage}, as the client has it. */
  public Page<Transaction> listSettlementTransactionsPage(String ref, String settlementId, ListSettlementTransactionsParams params) {
    return listSettlementTransactionsPage(ref, settlementId, params, Options.none());
  }

  /** {@link #listSettlementTransactionsPage}, without parameters. */
  public Page<Transaction> listSettlementTransactionsPage(String ref, String settlementId) {
    return listSettlementTransactionsPage(ref, settlementId, ListSettlementTransactionsParams.builder().build(), Options.none());
  }
}
