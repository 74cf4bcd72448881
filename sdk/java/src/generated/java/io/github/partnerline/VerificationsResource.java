// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.AdvanceVerificationParams;
import io.github.partnerline.model.CreateVerificationParams;
import io.github.partnerline.model.ListVerificationsParams;
import io.github.partnerline.model.Verification;

/** Calls of Webhooks that concern verifications. */
public final class VerificationsResource {
  private final Transport transport;

  VerificationsResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns a page of sessions. With {@code order=updated_at} and {@code updated_from} a client finds what it missed,
   * by comparing the list with its own data.
   *
   * <p>It reads page after page.
   */
  public Pages<Verification> list(ListVerificationsParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.WEBHOOKS, "GET", "/api/v1/verifications").query(params).unwrapped().page("page_token", token), options, Verification.class));
  }

  /** {@link #list}, as the client has it. */
  public Pages<Verification> list(ListVerificationsParams params) {
    return list(params, Options.none());
  }

  /** {@link #list}, without parameters. */
  public Pages<Verification> list() {
    return list(ListVerificationsParams.builder().build(), Options.none());
  }

  /** One page of {@link #list}. */
  public Page<Verification> listPage(ListVerificationsParams params, Options options) {
    return transport.callPage(Request.of(Api.WEBHOOKS, "GET", "/api/v1/verifications").query(params).unwrapped(), options, Verification.class);
  }

  /** {@link #listPage}, as the client has it. */
  public Page<Verification> listPage(ListVerificationsParams params) {
    return listPage(params, Options.none());
  }

  /** {@link #listPage}, without parameters. */
  public Page<Verification> listPage() {
    return listPage(ListVerificationsParams.builder().build(), Options.none());
  }

  /**
   * Makes a test session.
   */
  public Verification create(CreateVerificationParams params, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "POST", "/api/v1/verifications").body(params).withKey().unwrapped(), options, Verification.class);
  }

  /** {@link #create}, as the client has it. */
  public Verification create(CreateVerificationParams params) {
    return create(params, Options.none());
  }

  /**
   * Returns one session.
   */
  public Verification get(String id, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "GET", "/api/v1/verifications/{id}", id).unwrapped(), options, Verification.class);
  }

  /** {@link #get}, as the client has it. */
  public Verification get(String id) {
    return get(id, Options.none());
  }

  /**
   * Moves a test session to a status, by one legal step or the shortest legal path; each step emits its event. {@code
   * invalid_state} when there is no path. The caller plays the provider: {@code checks} are the results that it
   * reports.
   */
  public Verification advance(String id, AdvanceVerificationParams params, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "POST", "/api/v1/verifications/{id}/advance", id).body(params).withKey().unwrapped(), options, Verification.class);
  }

  /** {@link #advance}, as the client has it. */
  public Verification advance(String id, AdvanceVerificationParams params) {
    return advance(id, params, Options.none());
  }
}
