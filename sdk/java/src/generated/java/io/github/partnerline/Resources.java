// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

/** The calls, by what they concern. */
public abstract sealed class Resources permits Partnerline {
  private final OnboardingsResource onboardings;
  private final DocumentsResource documents;
  private final InvitationsResource invitations;
  private final MerchantsResource merchants;
  private final PaymentsResource payments;
  private final AccountsResource accounts;
  private final PayoutsResource payouts;
  private final FeedResource feed;
  private final WebhooksResource webhooks;
  private final MeResource me;
  private final SandboxResource sandbox;
  private final EndpointsResource endpoints;
  private final DeliveriesResource deliveries;
  private final RecoveriesResource recoveries;
  private final PortalSessionsResource portalSessions;
  private final EventTypesResource eventTypes;
  private final EventsResource events;
  private final VerificationsResource verifications;

  Resources(Transport transport) {
    onboardings = new OnboardingsResource(transport);
    documents = new DocumentsResource(transport);
    invitations = new InvitationsResource(transport);
    merchants = new MerchantsResource(transport);
    payments = new PaymentsResource(transport);
    accounts = new AccountsResource(transport);
    payouts = new PayoutsResource(transport);
    feed = new FeedResource(transport);
    webhooks = new WebhooksResource(transport);
    me = new MeResource(transport);
    sandbox = new SandboxResource(transport);
    endpoints = new EndpointsResource(transport);
    deliveries = new DeliveriesResource(transport);
    recoveries = new RecoveriesResource(transport);
    portalSessions = new PortalSessionsResource(transport);
    eventTypes = new EventTypesResource(transport);
    events = new EventsResource(transport);
    verifications = new VerificationsResource(transport);
  }

  /** Returns the calls of Partner connect that concern onboardings. */
  public OnboardingsResource onboardings() {
    return onboardings;
  }

  /** Returns the calls of Partner connect that concern documents. */
  public DocumentsResource documents() {
    return documents;
  }

  /** Returns the calls of Partner connect that concern invitations. */
  public InvitationsResource invitations() {
    return invitations;
  }

  /** Returns the calls of Partner connect that concern merchants. */
  public MerchantsResource merchants() {
    return merchants;
  }

  /** Returns the calls of Partner connect that concern payments. */
  public PaymentsResource payments() {
    return payments;
  }

  /** Returns the calls of Partner connect that concern accounts. */
  public AccountsResource accounts() {
    return accounts;
  }

  /** Returns the calls of Partner connect that concern payouts. */
  public PayoutsResource payouts() {
    return payouts;
  }

  /** Returns the calls of Partner connect that concern feed. */
  public FeedResource feed() {
    return feed;
  }

  /** Returns the calls of Partner connect that concern webhooks. */
  public WebhooksResource webhooks() {
    return webhooks;
  }

  /** Returns the calls of Partner connect that concern me. */
  public MeResource me() {
    return me;
  }

  /** Returns the calls of Partner connect that concern sandbox. */
  public SandboxResource sandbox() {
    return sandbox;
  }

  /** Returns the calls of Webhooks that concern endpoints. */
  public EndpointsResource endpoints() {
    return endpoints;
  }

  /** Returns the calls of Webhooks that concern deliveries. */
  public DeliveriesResource deliveries() {
    return deliveries;
  }

  /** Returns the calls of Webhooks that concern recoveries. */
  public RecoveriesResource recoveries() {
    return recoveries;
  }

  /** Returns the calls of Webhooks that concern portal-sessions. */
  public PortalSessionsResource portalSessions() {
    return portalSessions;
  }

  /** Returns the calls of Webhooks that concern event-types. */
  public EventTypesResource eventTypes() {
    return eventTypes;
  }

  /** Returns the calls of Webhooks that concern events. */
  public EventsResource events() {
    return events;
  }

  /** Returns the calls of Webhooks that concern verifications. */
  public VerificationsResource verifications() {
    return verifications;
  }
}
