// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.Delegation;
import io.github.partnerline.model.ListMerchantsParams;
import io.github.partnerline.model.Merchant;

/** Calls of Partner connect that concern merchants. */
public final class MerchantsResource {
  private final Transport transport;

  MerchantsResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Lists the merchants of the key's channels, newest first.
   *
   * <p>It reads page after page.
   */
  public Pages<Merchant> list(ListMerchantsParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants").query(params).unwrapped().page("page_token", token), options, Merchant.class));
  }

  /** {@link #list}, as the client has it. */
  public Pages<Merchant> list(ListMerchantsParams params) {
    return list(params, Options.none());
  }

  /** {@link #list}, without parameters. */
  public Pages<Merchant> list() {
    return list(ListMerchantsParams.builder().build(), Options.none());
  }

  /** One page of {@link #list}. */
  public Page<Merchant> listPage(ListMerchantsParams params, Options options) {
    return transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants").query(params).unwrapped(), options, Merchant.class);
  }

  /** {@link #listPage}, as the client has it. */
  public Page<Merchant> listPage(ListMerchantsParams params) {
    return listPage(params, Options.none());
  }

  /** {@link #listPage}, without parameters. */
  public Page<Merchant> listPage() {
    return listPage(ListMerchantsParams.builder().build(), Options.none());
  }

  /**
   * Returns a merchant.
   */
  public Merchant get(String ref, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}", ref), options, Merchant.class);
  }

  /** {@link #get}, as the client has it. */
  public Merchant get(String ref) {
    return get(ref, Options.none());
  }

  /**
   * Returns what the merchant lets the partner do. Its status is {@code none} until the channel agreement is signed.
   */
  public Delegation getDelegation(String ref, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/delegation", ref), options, Delegation.class);
  }

  /** {@link #getDelegation}, as the client has it. */
  public Delegation getDelegation(String ref) {
    return getDelegation(ref, Options.none());
  }
}
