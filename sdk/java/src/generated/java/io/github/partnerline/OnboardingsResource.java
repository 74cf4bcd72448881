// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.CancelOnboardingResult;
import io.github.partnerline.model.CreateOnboardingParams;
import io.github.partnerline.model.CreateOnboardingResult;
import io.github.partnerline.model.FinalizeOnboardingResult;
import io.github.partnerline.model.ListOnboardingsParams;
import io.github.partnerline.model.ListRequirementsParams;
import io.github.partnerline.model.Onboarding;
import io.github.partnerline.model.OnboardingSummary;
import io.github.partnerline.model.PrefillIdentityParams;
import io.github.partnerline.model.PrefillIdentityResult;
import io.github.partnerline.model.Requirement;
import io.github.partnerline.model.SetRepresentationParams;
import io.github.partnerline.model.SetRepresentationResult;
import io.github.partnerline.model.UpdateOnboardingParams;
import io.github.partnerline.model.UpdateOnboardingResult;
import java.util.List;

/** Calls of Partner connect that concern onboardings. */
public final class OnboardingsResource {
  private final Transport transport;

  OnboardingsResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Makes a draft: 201. {@code partner_external_ref} is its idempotency key within the channel: a repeated call gets
   * the existing onboarding with 200 and {@code Idempotency-Replayed: true}, whatever else its body says. The header
   * {@code Idempotency-Key} is ignored.
   */
  public CreateOnboardingResult create(CreateOnboardingParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/onboarding").body(params), options, CreateOnboardingResult.class);
  }

  /** {@link #create}, as the client has it. */
  public CreateOnboardingResult create(CreateOnboardingParams params) {
    return create(params, Options.none());
  }

  /**
   * Lists the onboardings of the key's channels, newest first; with {@code updated_from}, those that changed since
   * then, in the order of their changes. No answer of it leads to the hosted flow.
   *
   * <p>It reads page after page.
   */
  public Pages<OnboardingSummary> list(ListOnboardingsParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/onboarding").query(params).unwrapped().page("page_token", token), options, OnboardingSummary.class));
  }

  /** {@link #list}, as the client has it. */
  public Pages<OnboardingSummary> list(ListOnboardingsParams params) {
    return list(params, Options.none());
  }

  /** {@link #list}, without parameters. */
  public Pages<OnboardingSummary> list() {
    return list(ListOnboardingsParams.builder().build(), Options.none());
  }

  /** One page of {@link #list}. */
  public Page<OnboardingSummary> listPage(ListOnboardingsParams params, Options options) {
    return transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/onboarding").query(params).unwrapped(), options, OnboardingSummary.class);
  }

  /** {@link #listPage}, as the client has it. */
  public Page<OnboardingSummary> listPage(ListOnboardingsParams params) {
    return listPage(params, Options.none());
  }

  /** {@link #listPage}, without parameters. */
  public Page<OnboardingSummary> listPage() {
    return listPage(ListOnboardingsParams.builder().build(), Options.none());
  }

  /**
   * Returns an onboarding with a fresh link to the hosted flow.
   */
  public Onboarding get(String ref, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/onboarding/{ref}", ref), options, Onboarding.class);
  }

  /** {@link #get}, as the client has it. */
  public Onboarding get(String ref) {
    return get(ref, Options.none());
  }

  /**
   * Changes the partner's data about the merchant. In {@code applicant}, {@code business}, {@code company} and {@code
   * payout_account} a member that is present replaces the stored one, null clears it, and one that is absent is kept;
   * {@code metadata} is replaced whole. A company's register is asked, and what it says decides {@code
   * company_structure}. What the merchant confirmed in the hosted flow is {@code segment_locked}.
   *
   * <p>Takes {@link Options#ifMatch}.
   */
  public UpdateOnboardingResult update(String ref, UpdateOnboardingParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "PATCH", "/onboarding/{ref}", ref).body(params), options, UpdateOnboardingResult.class);
  }

  /** {@link #update}, as the client has it. */
  public UpdateOnboardingResult update(String ref, UpdateOnboardingParams params) {
    return update(ref, params, Options.none());
  }

  /** {@link #update}, without parameters. */
  public UpdateOnboardingResult update(String ref) {
    return update(ref, UpdateOnboardingParams.builder().build(), Options.none());
  }

  /**
   * Stores identity data of the main applicant; it verifies nothing, and no answer ever shows it again. A member that
   * is present replaces the stored one whole, null clears it, and one that is absent is kept. {@code
   * prefill_not_applicable} for a company of several representatives: each of them identifies in the hosted flow.
   *
   * <p>Takes {@link Options#ifMatch}.
   */
  public PrefillIdentityResult prefillIdentity(String ref, PrefillIdentityParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "PATCH", "/onboarding/{ref}/identity", ref).body(params), options, PrefillIdentityResult.class);
  }

  /** {@link #prefillIdentity}, as the client has it. */
  public PrefillIdentityResult prefillIdentity(String ref, PrefillIdentityParams params) {
    return prefillIdentity(ref, params, Options.none());
  }

  /** {@link #prefillIdentity}, without parameters. */
  public PrefillIdentityResult prefillIdentity(String ref) {
    return prefillIdentity(ref, PrefillIdentityParams.builder().build(), Options.none());
  }

  /**
   * Records whether the person who opens the account represents the company, and derives how from the company's
   * register (docs/representation.md). A repeated call takes the place of the earlier one. {@code
   * representation_not_applicable} for sole traders and natural persons.
   *
   * <p>Takes {@link Options#ifMatch}.
   */
  public SetRepresentationResult setRepresentation(String ref, SetRepresentationParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "PUT", "/onboarding/{ref}/representation", ref).body(params), options, SetRepresentationResult.class);
  }

  /** {@link #setRepresentation}, as the client has it. */
  public SetRepresentationResult setRepresentation(String ref, SetRepresentationParams params) {
    return setRepresentation(ref, params, Options.none());
  }

  /**
   * Ends an onboarding that the merchant has not signed: its links and invitations stop working. One that is cancelled
   * already stays so.
   *
   * <p>Takes {@link Options#ifMatch}.
   */
  public CancelOnboardingResult cancel(String ref, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/onboarding/{ref}/cancel", ref).withKey(), options, CancelOnboardingResult.class);
  }

  /** {@link #cancel}, as the client has it. */
  public CancelOnboardingResult cancel(String ref) {
    return cancel(ref, Options.none());
  }

  /**
   * Explains every code that {@code missing} can hold: whom it is asked of and which call resolves it.
   */
  public List<Requirement> listRequirements(ListRequirementsParams params, Options options) {
    return transport.callList(Request.of(Api.PARTNER_CONNECT, "GET", "/requirements").query(params).unwrapped(), options, Requirement.class);
  }

  /** {@link #listRequirements}, as the client has it. */
  public List<Requirement> listRequirements(ListRequirementsParams params) {
    return listRequirements(params, Options.none());
  }

  /** {@link #listRequirements}, without parameters. */
  public List<Requirement> listRequirements() {
    return listRequirements(ListRequirementsParams.builder().build(), Options.none());
  }

  /**
   * Reports what is missing and hands the merchant over. It changes nothing and always answers 200; a body is ignored.
   */
  public FinalizeOnboardingResult finalize(String ref, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/onboarding/{ref}/finalize", ref), options, FinalizeOnboardingResult.class);
  }

  /** {@link #finalize}, as the client has it. */
  public FinalizeOnboardingResult finalize(String ref) {
    return finalize(ref, Options.none());
  }
}
