// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

import { Core, type CallOptions, type ClientOptions } from './core.js'
import type * as models from './models.gen.js'
import { list, type List, type Page } from './page.js'

/** Calls both public APIs. Each resource has its calls. */
export class Partnerline {
  /** Whether the keys are for live mode. */
  readonly livemode: boolean
  readonly onboardings: OnboardingsResource
  readonly documents: DocumentsResource
  readonly invitations: InvitationsResource
  readonly merchants: MerchantsResource
  readonly payments: PaymentsResource
  readonly accounts: AccountsResource
  readonly payouts: PayoutsResource
  readonly feed: FeedResource
  readonly webhooks: WebhooksResource
  readonly me: MeResource
  readonly sandbox: SandboxResource
  readonly endpoints: EndpointsResource
  readonly deliveries: DeliveriesResource
  readonly recoveries: RecoveriesResource
  readonly portalSessions: PortalSessionsResource
  readonly eventTypes: EventTypesResource
  readonly events: EventsResource
  readonly verifications: VerificationsResource

  /**
   * The prefix of a key decides which API it is for: `pk_` and `mk_` partner connect, `vk_` webhooks. A client may have one for each.
   */
  constructor(key: string | readonly string[], options: ClientOptions = {}) {
    const core = new Core(key, options)
    this.livemode = core.livemode
    this.onboardings = new OnboardingsResource(core)
    this.documents = new DocumentsResource(core)
    this.invitations = new InvitationsResource(core)
    this.merchants = new MerchantsResource(core)
    this.payments = new PaymentsResource(core)
    this.accounts = new AccountsResource(core)
    this.payouts = new PayoutsResource(core)
    this.feed = new FeedResource(core)
    this.webhooks = new WebhooksResource(core)
    this.me = new MeResource(core)
    this.sandbox = new SandboxResource(core)
    this.endpoints = new EndpointsResource(core)
    this.deliveries = new DeliveriesResource(core)
    this.recoveries = new RecoveriesResource(core)
    this.portalSessions = new PortalSessionsResource(core)
    this.eventTypes = new EventTypesResource(core)
    this.events = new EventsResource(core)
    this.verifications = new VerificationsResource(core)
  }
}

/** Calls of Partner connect that concern onboardings. */
export class OnboardingsResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Makes a draft: 201. `partner_external_ref` is its idempotency key within the channel: a repeated call gets the
   * existing onboarding with 200 and `Idempotency-Replayed: true`, whatever else its body says. The header
   * `Idempotency-Key` is ignored.
   */
  create(params: models.CreateOnboardingParams, options: CallOptions = {}): Promise<models.CreateOnboardingResult> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/onboarding', body: params  }, options)
  }

  /**
   * Lists the onboardings of the key's channels, newest first; with `updated_from`, those that changed since then, in
   * the order of their changes. No answer of it leads to the hosted flow.
   *
   * It reads page after page.
   */
  list(params: models.ListOnboardingsParams = {}, options: CallOptions = {}): List<models.OnboardingSummary> {
    return list((token) => this.listPage(token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `list`.
   */
  listPage(params: models.ListOnboardingsParams = {}, options: CallOptions = {}): Promise<Page<models.OnboardingSummary>> {
    return this.#core.page({ api: 'partner connect', method: 'GET', path: '/onboarding', query: params  }, options)
  }

  /**
   * Returns an onboarding with a fresh link to the hosted flow.
   */
  get(ref: string, options: CallOptions = {}): Promise<models.Onboarding> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/onboarding/{ref}', args: [ref]  }, options)
  }

  /**
   * Changes the partner's data about the merchant. In `applicant`, `business`, `company` and `payout_account` a member
   * that is present replaces the stored one, null clears it, and one that is absent is kept; `metadata` is replaced
   * whole. A company's register is asked, and what it says decides `company_structure`. What the merchant confirmed in
   * the hosted flow is `segment_locked`.
   *
   * Takes the option ifMatch.
   */
  update(ref: string, params: models.UpdateOnboardingParams = {}, options: CallOptions = {}): Promise<models.UpdateOnboardingResult> {
    return this.#core.call({ api: 'partner connect', method: 'PATCH', path: '/onboarding/{ref}', args: [ref], body: params  }, options)
  }

  /**
   * Stores identity data of the main applicant; it verifies nothing, and no answer ever shows it again. A member that
   * is present replaces the stored one whole, null clears it, and one that is absent is kept. `prefill_not_applicable`
   * for a company of several representatives: each of them identifies in the hosted flow.
   *
   * Takes the option ifMatch.
   */
  prefillIdentity(ref: string, params: models.PrefillIdentityParams = {}, options: CallOptions = {}): Promise<models.PrefillIdentityResult> {
    return this.#core.call({ api: 'partner connect', method: 'PATCH', path: '/onboarding/{ref}/identity', args: [ref], body: params  }, options)
  }

  /**
   * Records whether the person who opens the account represents the company, and derives how from the company's
   * register (docs/representation.md). A repeated call takes the place of the earlier one.
   * `representation_not_applicable` for sole traders and natural persons.
   *
   * Takes the option ifMatch.
   */
  setRepresentation(ref: string, params: models.SetRepresentationParams, options: CallOptions = {}): Promise<models.SetRepresentationResult> {
    return this.#core.call({ api: 'partner connect', method: 'PUT', path: '/onboarding/{ref}/representation', args: [ref], body: params  }, options)
  }

  /**
   * Ends an onboarding that the merchant has not signed: its links and invitations stop working. One that is cancelled
   * already stays so.
   *
   * Takes the option ifMatch.
   */
  cancel(ref: string, options: CallOptions = {}): Promise<models.CancelOnboardingResult> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/onboarding/{ref}/cancel', args: [ref], keyed: true  }, options)
  }

  /**
   * Explains every code that `missing` can hold: whom it is asked of and which call resolves it.
   */
  listRequirements(params: models.ListRequirementsParams = {}, options: CallOptions = {}): Promise<models.Requirement[]> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/requirements', query: params  }, options)
  }

  /**
   * Reports what is missing and hands the merchant over. It changes nothing and always answers 200; a body is ignored.
   */
  finalize(ref: string, options: CallOptions = {}): Promise<models.FinalizeOnboardingResult> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/onboarding/{ref}/finalize', args: [ref]  }, options)
  }
}

/** Calls of Partner connect that concern documents. */
export class DocumentsResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Stores one file of at most 5 242 880 bytes: pdf, png, jpg, jpeg or tiff, by name and by content. The body is
   * multipart/form-data with a part `file`, or JSON with `content_base64` and `filename`; `document_type` and
   * `subject`, or `document_id` of a required document, identify it. 201.
   *
   * Takes the option ifMatch.
   */
  upload(ref: string, params: models.UploadDocumentParams, options: CallOptions = {}): Promise<models.UploadDocumentResult> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/onboarding/{ref}/documents', args: [ref], body: params, upload: true, keyed: true  }, options)
  }

  /**
   * Lists what was uploaded, oldest first.
   */
  list(ref: string, options: CallOptions = {}): Promise<models.Document[]> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/onboarding/{ref}/documents', args: [ref]  }, options)
  }

  /**
   * Describes one document; its content cannot be downloaded.
   */
  get(ref: string, documentId: string, options: CallOptions = {}): Promise<models.Document> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/onboarding/{ref}/documents/{document_id}', args: [ref, documentId]  }, options)
  }

  /**
   * Erases a document that is not accepted and not attached to a live invitation: 204.
   *
   * Takes the option ifMatch.
   */
  delete(ref: string, documentId: string, options: CallOptions = {}): Promise<void> {
    return this.#core.nothing({ api: 'partner connect', method: 'DELETE', path: '/onboarding/{ref}/documents/{document_id}', args: [ref, documentId]  }, options)
  }
}

/** Calls of Partner connect that concern invitations. */
export class InvitationsResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Invites someone: 201. `invitation_not_applicable` unless the representation decision asks for more people.
   *
   * Takes the option ifMatch.
   */
  create(ref: string, params: models.CreateInvitationParams, options: CallOptions = {}): Promise<models.CreateInvitationResult> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/onboarding/{ref}/invitations', args: [ref], body: params, keyed: true  }, options)
  }

  /**
   * Lists them, oldest first.
   */
  list(ref: string, options: CallOptions = {}): Promise<models.Invitation[]> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/onboarding/{ref}/invitations', args: [ref]  }, options)
  }

  /**
   * Returns one.
   */
  get(ref: string, invitationId: string, options: CallOptions = {}): Promise<models.Invitation> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/onboarding/{ref}/invitations/{invitation_id}', args: [ref, invitationId]  }, options)
  }

  /**
   * Takes a pending invitation back; its link stops working. 204.
   *
   * Takes the option ifMatch.
   */
  revoke(ref: string, invitationId: string, options: CallOptions = {}): Promise<void> {
    return this.#core.nothing({ api: 'partner connect', method: 'DELETE', path: '/onboarding/{ref}/invitations/{invitation_id}', args: [ref, invitationId]  }, options)
  }

  /**
   * Sends a pending invitation again, every 10 minutes at most and 5 times in all.
   *
   * Takes the option ifMatch.
   */
  resend(ref: string, invitationId: string, options: CallOptions = {}): Promise<models.ResendInvitationResult> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/onboarding/{ref}/invitations/{invitation_id}/resend', args: [ref, invitationId], keyed: true  }, options)
  }
}

/** Calls of Partner connect that concern merchants. */
export class MerchantsResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Lists the merchants of the key's channels, newest first.
   *
   * It reads page after page.
   */
  list(params: models.ListMerchantsParams = {}, options: CallOptions = {}): List<models.Merchant> {
    return list((token) => this.listPage(token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `list`.
   */
  listPage(params: models.ListMerchantsParams = {}, options: CallOptions = {}): Promise<Page<models.Merchant>> {
    return this.#core.page({ api: 'partner connect', method: 'GET', path: '/merchants', query: params  }, options)
  }

  /**
   * Returns a merchant.
   */
  get(ref: string, options: CallOptions = {}): Promise<models.Merchant> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/merchants/{ref}', args: [ref]  }, options)
  }

  /**
   * Returns what the merchant lets the partner do. Its status is `none` until the channel agreement is signed.
   */
  getDelegation(ref: string, options: CallOptions = {}): Promise<models.Delegation> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/merchants/{ref}/delegation', args: [ref]  }, options)
  }
}

/** Calls of Partner connect that concern payments. */
export class PaymentsResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Registers a payment: 201, and `next_action.url` for the customer. `external_ref` is its idempotency key per
   * merchant: the same content again gets the existing payment with 200 and `Idempotency-Replayed: true`, another
   * `external_ref_conflict`. In live mode the payment engine opens it afterwards; without one it is
   * `live_mode_unavailable`.
   *
   * Takes the option onBehalfOf.
   */
  register(params: models.RegisterPaymentParams, options: CallOptions = {}): Promise<models.Payment> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/payments', body: params, keyed: true  }, options)
  }

  /**
   * Lists the payments of the merchant, newest first.
   *
   * It reads page after page.
   *
   * Takes the option onBehalfOf.
   */
  list(params: models.ListPaymentsParams = {}, options: CallOptions = {}): List<models.Payment> {
    return list((token) => this.listPage(token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `list`.
   *
   * Takes the option onBehalfOf.
   */
  listPage(params: models.ListPaymentsParams = {}, options: CallOptions = {}): Promise<Page<models.Payment>> {
    return this.#core.page({ api: 'partner connect', method: 'GET', path: '/payments', query: params  }, options)
  }

  /**
   * Returns a payment of the merchant.
   *
   * Takes the option onBehalfOf.
   */
  get(paymentId: string, options: CallOptions = {}): Promise<models.Payment> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/payments/{payment_id}', args: [paymentId]  }, options)
  }

  /**
   * Withdraws a payment that is not paid. One that is cancelled already stays so.
   *
   * Takes the option onBehalfOf.
   */
  cancel(paymentId: string, options: CallOptions = {}): Promise<models.Payment> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/payments/{payment_id}/cancel', args: [paymentId], keyed: true  }, options)
  }

  /**
   * Gives a part of a payment back to its customer, or all that is left of it: 201. The header `Idempotency-Key` is
   * required. The amount leaves the balance at once, and returns should the refund fail. The same `external_ref` and
   * content again get the existing refund with 200 and `Idempotency-Replayed: true`. In test mode a refund succeeds at
   * once; one whose amount ends in 13 fails.
   *
   * Takes the option onBehalfOf.
   */
  createRefund(paymentId: string, params: models.CreateRefundParams, options: CallOptions = {}): Promise<models.Refund> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/payments/{payment_id}/refunds', args: [paymentId], body: params, keyed: true  }, options)
  }

  /**
   * Lists the refunds of a payment, newest first.
   *
   * It reads page after page.
   *
   * Takes the option onBehalfOf.
   */
  listRefunds(paymentId: string, params: models.ListRefundsParams = {}, options: CallOptions = {}): List<models.Refund> {
    return list((token) => this.listRefundsPage(paymentId, token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `listRefunds`.
   *
   * Takes the option onBehalfOf.
   */
  listRefundsPage(paymentId: string, params: models.ListRefundsParams = {}, options: CallOptions = {}): Promise<Page<models.Refund>> {
    return this.#core.page({ api: 'partner connect', method: 'GET', path: '/payments/{payment_id}/refunds', args: [paymentId], query: params  }, options)
  }

  /**
   * Returns a refund of a payment.
   *
   * Takes the option onBehalfOf.
   */
  getRefund(paymentId: string, refundId: string, options: CallOptions = {}): Promise<models.Refund> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/payments/{payment_id}/refunds/{refund_id}', args: [paymentId, refundId]  }, options)
  }

  /**
   * Lists the chargebacks of a payment, newest first. There are no calls that make one: the payment engine reports
   * them.
   *
   * It reads page after page.
   *
   * Takes the option onBehalfOf.
   */
  listChargebacks(paymentId: string, params: models.ListChargebacksParams = {}, options: CallOptions = {}): List<models.Chargeback> {
    return list((token) => this.listChargebacksPage(paymentId, token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `listChargebacks`.
   *
   * Takes the option onBehalfOf.
   */
  listChargebacksPage(paymentId: string, params: models.ListChargebacksParams = {}, options: CallOptions = {}): Promise<Page<models.Chargeback>> {
    return this.#core.page({ api: 'partner connect', method: 'GET', path: '/payments/{payment_id}/chargebacks', args: [paymentId], query: params  }, options)
  }

  /**
   * Returns a chargeback of a payment.
   *
   * Takes the option onBehalfOf.
   */
  getChargeback(paymentId: string, chargebackId: string, options: CallOptions = {}): Promise<models.Chargeback> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/payments/{payment_id}/chargebacks/{chargeback_id}', args: [paymentId, chargebackId]  }, options)
  }
}

/** Calls of Partner connect that concern accounts. */
export class AccountsResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Returns what the merchant has, by currency.
   *
   * Takes the option onBehalfOf.
   */
  getBalance(ref: string, options: CallOptions = {}): Promise<models.AccountBalance> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/merchants/{ref}/balance', args: [ref]  }, options)
  }

  /**
   * Lists every change of what the merchant has, newest first.
   *
   * It reads page after page.
   *
   * Takes the option onBehalfOf.
   */
  listTransactions(ref: string, params: models.ListTransactionsParams = {}, options: CallOptions = {}): List<models.Transaction> {
    return list((token) => this.listTransactionsPage(ref, token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `listTransactions`.
   *
   * Takes the option onBehalfOf.
   */
  listTransactionsPage(ref: string, params: models.ListTransactionsParams = {}, options: CallOptions = {}): Promise<Page<models.Transaction>> {
    return this.#core.page({ api: 'partner connect', method: 'GET', path: '/merchants/{ref}/transactions', args: [ref], query: params  }, options)
  }

  /**
   * Returns a transaction.
   *
   * Takes the option onBehalfOf.
   */
  getTransaction(ref: string, transactionId: string, options: CallOptions = {}): Promise<models.Transaction> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/merchants/{ref}/transactions/{transaction_id}', args: [ref, transactionId]  }, options)
  }

  /**
   * Lists settlements, newest first.
   *
   * It reads page after page.
   *
   * Takes the option onBehalfOf.
   */
  listSettlements(ref: string, params: models.ListSettlementsParams = {}, options: CallOptions = {}): List<models.Settlement> {
    return list((token) => this.listSettlementsPage(ref, token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `listSettlements`.
   *
   * Takes the option onBehalfOf.
   */
  listSettlementsPage(ref: string, params: models.ListSettlementsParams = {}, options: CallOptions = {}): Promise<Page<models.Settlement>> {
    return this.#core.page({ api: 'partner connect', method: 'GET', path: '/merchants/{ref}/settlements', args: [ref], query: params  }, options)
  }

  /**
   * Returns a settlement.
   *
   * Takes the option onBehalfOf.
   */
  getSettlement(ref: string, settlementId: string, options: CallOptions = {}): Promise<models.Settlement> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/merchants/{ref}/settlements/{settlement_id}', args: [ref, settlementId]  }, options)
  }

  /**
   * Returns links to the statement of a settlement: a page to read and print, and the same as a CSV file. Whoever has a
   * link may read the statement, for 15 minutes; ask again for new ones.
   *
   * Takes the option onBehalfOf.
   */
  getSettlementStatement(ref: string, settlementId: string, options: CallOptions = {}): Promise<models.SettlementStatement> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/merchants/{ref}/settlements/{settlement_id}/statement', args: [ref, settlementId]  }, options)
  }

  /**
   * Lists the transactions of a settlement, newest first. Their net amounts sum to the settlement's.
   *
   * It reads page after page.
   *
   * Takes the option onBehalfOf.
   */
  listSettlementTransactions(ref: string, settlementId: string, params: models.ListSettlementTransactionsParams = {}, options: CallOptions = {}): List<models.Transaction> {
    return list((token) => this.listSettlementTransactionsPage(ref, settlementId, token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `listSettlementTransactions`.
   *
   * Takes the option onBehalfOf.
   */
  listSettlementTransactionsPage(ref: string, settlementId: string, params: models.ListSettlementTransactionsParams = {}, options: CallOptions = {}): Promise<Page<models.Transaction>> {
    return this.#core.page({ api: 'partner connect', method: 'GET', path: '/merchants/{ref}/settlements/{settlement_id}/transactions', args: [ref, settlementId], query: params  }, options)
  }
}

/** Calls of Partner connect that concern payouts. */
export class PayoutsResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Asks the merchant to allow payouts: 201, and `next_action.url` for the merchant. Where the merchant was asked
   * before, or has allowed it: 200.
   *
   * Takes the option onBehalfOf.
   */
  requestOptIn(ref: string, options: CallOptions = {}): Promise<models.RequestPayoutsOptInResult> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/merchants/{ref}/payouts-opt-in-requests', args: [ref], keyed: true  }, options)
  }

  /**
   * Requests a payout and reserves its money: 201. The header `Idempotency-Key` is required. The same `external_ref`
   * and content again get the existing payout with 200 and `Idempotency-Replayed: true`.
   *
   * Takes the option onBehalfOf.
   */
  create(ref: string, params: models.CreatePayoutParams, options: CallOptions = {}): Promise<models.Payout> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/merchants/{ref}/payouts', args: [ref], body: params, keyed: true  }, options)
  }

  /**
   * Lists payouts, newest first.
   *
   * It reads page after page.
   *
   * Takes the option onBehalfOf.
   */
  list(ref: string, params: models.ListPayoutsParams = {}, options: CallOptions = {}): List<models.Payout> {
    return list((token) => this.listPage(ref, token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `list`.
   *
   * Takes the option onBehalfOf.
   */
  listPage(ref: string, params: models.ListPayoutsParams = {}, options: CallOptions = {}): Promise<Page<models.Payout>> {
    return this.#core.page({ api: 'partner connect', method: 'GET', path: '/merchants/{ref}/payouts', args: [ref], query: params  }, options)
  }

  /**
   * Returns a payout.
   *
   * Takes the option onBehalfOf.
   */
  get(ref: string, payoutId: string, options: CallOptions = {}): Promise<models.Payout> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/merchants/{ref}/payouts/{payout_id}', args: [ref, payoutId]  }, options)
  }

  /**
   * Withdraws a payout that is not under way, and releases its money. One that is cancelled already stays so.
   *
   * Takes the option onBehalfOf.
   */
  cancel(ref: string, payoutId: string, options: CallOptions = {}): Promise<models.Payout> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/merchants/{ref}/payouts/{payout_id}/cancel', args: [ref, payoutId], keyed: true  }, options)
  }
}

/** Calls of Partner connect that concern feed. */
export class FeedResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Returns the events after one that the reader has seen.
   *
   * It reads page after page.
   */
  list(params: models.ListFeedParams = {}, options: CallOptions = {}): List<models.FeedEvent> {
    return list((token) => this.listPage(token ? { ...params, after: token } : params, options))
  }

  /**
   * One page of `list`.
   */
  listPage(params: models.ListFeedParams = {}, options: CallOptions = {}): Promise<Page<models.FeedEvent>> {
    return this.#core.page({ api: 'partner connect', method: 'GET', path: '/events', query: params  }, options)
  }

  /**
   * Returns every type of events with its meaning, the JSON Schema of its data and an example.
   */
  listTypes(options: CallOptions = {}): Promise<models.FeedEventType[]> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/event-types'  }, options)
  }
}

/** Calls of Partner connect that concern webhooks. */
export class WebhooksResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Registers an endpoint. The signing secret is in this response and in no later one.
   */
  createEndpoint(params: models.CreateEndpointParams, options: CallOptions = {}): Promise<models.CreatedEndpoint> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/webhooks', body: params, keyed: true, secrets: [['meta', 'secret']]  }, options)
  }

  /**
   * Returns all endpoints of the partner and mode, newest first.
   */
  listEndpoints(options: CallOptions = {}): Promise<models.Endpoint[]> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/webhooks'  }, options)
  }

  /**
   * Returns one endpoint.
   */
  getEndpoint(id: string, options: CallOptions = {}): Promise<models.Endpoint> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/webhooks/{id}', args: [id]  }, options)
  }

  /**
   * Changes the fields that are present. `is_active` true on an inactive or deactivated endpoint resets `failure_count`
   * and `disabled_at`. Where the operator requires proof of ownership, it is `ownership_unproven` in live mode until
   * VerifyEndpoint has proven it, and another `url` makes the endpoint inactive.
   *
   * Takes the option ifMatch.
   */
  updateEndpoint(id: string, params: models.UpdateEndpointParams = {}, options: CallOptions = {}): Promise<models.Endpoint> {
    return this.#core.data({ api: 'partner connect', method: 'PATCH', path: '/webhooks/{id}', args: [id], body: params  }, options)
  }

  /**
   * Removes an endpoint. No attempt starts later than one second after the answer.
   */
  deleteEndpoint(id: string, options: CallOptions = {}): Promise<void> {
    return this.#core.nothing({ api: 'partner connect', method: 'DELETE', path: '/webhooks/{id}', args: [id]  }, options)
  }

  /**
   * Sends a `webhook.test` event to this endpoint only, through the pipeline that all events take. `endpoint_inactive`
   * when it is not active. The delivery and the event that the answer names can be read at once.
   */
  testEndpoint(id: string, options: CallOptions = {}): Promise<models.TestDelivery> {
    return this.#core.data({ api: 'partner connect', method: 'POST', path: '/webhooks/{id}/test', args: [id], keyed: true  }, options)
  }

  /**
   * Sends a `webhook.challenge` event to this endpoint only, whether or not it is active, through the pipeline that all
   * events take. A receiver that answers 2xx with `data.challenge`, as text or as `{"challenge": "..."}`, within an
   * hour proves that the endpoint's owner controls it: `ownership` is `proven` until the URL changes. A later challenge
   * replaces an earlier one. `invalid_state` for 5 seconds after a change of the endpoint, and `rate_limited` after 60
   * challenges of the partner and mode in an hour.
   */
  verifyEndpoint(id: string, options: CallOptions = {}): Promise<models.TestDelivery> {
    return this.#core.data({ api: 'partner connect', method: 'POST', path: '/webhooks/{id}/verify', args: [id], keyed: true  }, options)
  }

  /**
   * Makes a new signing secret, shown in this response and in no later one. Until the overlap ends, both secrets sign
   * every delivery, the newest first. At most three secrets are valid at once: a rotation that would make a fourth is
   * `secret_limit_reached` and changes nothing, since ending the oldest early could cut off receivers that know no
   * other. A rotation with `overlap_seconds` 0 ends all older secrets at once and is never refused for their number.
   */
  rotateSecret(id: string, params: models.RotateSecretParams = {}, options: CallOptions = {}): Promise<models.RotatedSecret> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/webhooks/{id}/rotate-secret', args: [id], body: params, keyed: true, secrets: [['meta', 'secret']]  }, options)
  }

  /**
   * Returns the public keys of the partner and mode that are published, newest first: those of the signatures `ed25519`
   * and `http_message`. There are none before the first endpoint asks for one of these, or RotateSigningKey is called.
   */
  listSigningKeys(options: CallOptions = {}): Promise<models.SigningKeys> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/signing-keys'  }, options)
  }

  /**
   * Makes a new key of the partner and mode. It is published for `overlap_seconds` before it signs, and the key so far
   * is published for as long after it signed last, so that receivers that read the JWKS miss nothing. With
   * `overlap_seconds` 0 the new key signs at once and all others are no longer published: for a key that others may
   * have. Without a key so far, the first one is made and signs at once. `invalid_state` while the key of an earlier
   * rotation does not sign yet, and when five keys are published.
   */
  rotateSigningKey(params: models.RotateSigningKeyParams = {}, options: CallOptions = {}): Promise<models.SigningKeys> {
    return this.#core.data({ api: 'partner connect', method: 'POST', path: '/signing-keys/rotate', body: params, keyed: true  }, options)
  }

  /**
   * Shows what requests with a shape would have, of recent events of the partner and mode; nothing is sent and nothing
   * changes. The events are those that the partner's newest key may read, as in a portal session. The key needs
   * `onboarding:read`, too.
   */
  previewBody(params: models.PreviewBodyParams, options: CallOptions = {}): Promise<models.BodyPreview[]> {
    return this.#core.data({ api: 'partner connect', method: 'POST', path: '/body-preview', body: params  }, options)
  }

  /**
   * Counts the deliveries to an endpoint that ended, by the hour or by the day. An interval in which none ended is
   * there with zeros. A delivery counts when it ends, and once more for each later run; a cancelled one does not count.
   * Hours are kept for 31 days.
   */
  getEndpointStatistics(id: string, params: models.GetEndpointStatisticsParams = {}, options: CallOptions = {}): Promise<models.EndpointStatistics> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/webhooks/{id}/statistics', args: [id], query: params  }, options)
  }

  /**
   * Returns from which addresses requests to endpoints come, as for a rule of a firewall, and which are announced to
   * follow. `source_addresses.changed` announces them, to endpoints that list it. The `ETag` changes with what the
   * answer says.
   */
  getSourceAddresses(options: CallOptions = {}): Promise<models.SourceAddresses> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/source-addresses'  }, options)
  }

  /**
   * Returns a page of an endpoint's deliveries, newest event first.
   *
   * It reads page after page.
   */
  listDeliveries(id: string, params: models.ListDeliveriesParams = {}, options: CallOptions = {}): List<models.Delivery> {
    return list((token) => this.listDeliveriesPage(id, token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `listDeliveries`.
   */
  listDeliveriesPage(id: string, params: models.ListDeliveriesParams = {}, options: CallOptions = {}): Promise<Page<models.Delivery>> {
    return this.#core.page({ api: 'partner connect', method: 'GET', path: '/webhooks/{id}/deliveries', args: [id], query: params  }, options)
  }

  /**
   * Returns one delivery with all its attempts.
   */
  getDelivery(id: string, options: CallOptions = {}): Promise<models.DeliveryDetail> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/deliveries/{id}', args: [id]  }, options)
  }

  /**
   * Sends a delivery now, under the same id. One that has ended begins one more run of the schedule; a run that fails
   * so does not count against the endpoint. One that waits for a retry makes its next attempt now, which keeps its
   * number, and goes on by the schedule. `invalid_state` while an attempt is due or under way, `endpoint_inactive` when
   * the endpoint is.
   */
  resendDelivery(id: string, options: CallOptions = {}): Promise<models.Delivery> {
    return this.#core.data({ api: 'partner connect', method: 'POST', path: '/deliveries/{id}/resend', args: [id], keyed: true  }, options)
  }

  /**
   * Lets the other events of a key go on. A delivery that waits, for its retry or behind another one of its key, ends
   * as `cancelled` with the reason `skipped`. One that has failed and stops its key stays `failed`. `invalid_state`
   * while an attempt is due or under way, and for a delivery that has ended and holds back nothing.
   */
  skipDelivery(id: string, options: CallOptions = {}): Promise<models.Delivery> {
    return this.#core.data({ api: 'partner connect', method: 'POST', path: '/deliveries/{id}/skip', args: [id], keyed: true  }, options)
  }

  /**
   * Starts a job that sends the events of a span of time that did not reach the endpoint: deliveries that failed or
   * were cancelled, events for which it had no delivery, as while it was inactive, and deliveries that wait for a
   * retry, whose next attempt is made now. With `pending` and no other it makes all retries that wait. The job survives
   * restarts and has no ceiling. Five of an endpoint may run at once; one more is `recovery_limit_reached`.
   */
  recoverEndpoint(id: string, params: models.RecoverEndpointParams, options: CallOptions = {}): Promise<models.Recovery> {
    return this.#core.data({ api: 'partner connect', method: 'POST', path: '/webhooks/{id}/recover', args: [id], body: params, keyed: true  }, options)
  }

  /**
   * Shows the progress of a job.
   */
  getRecovery(id: string, options: CallOptions = {}): Promise<models.Recovery> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/recoveries/{id}', args: [id]  }, options)
  }

  /**
   * Stops a job; what it sent on its way stays there. 204 over JSON, also for a job that has ended.
   */
  cancelRecovery(id: string, options: CallOptions = {}): Promise<void> {
    return this.#core.nothing({ api: 'partner connect', method: 'DELETE', path: '/recoveries/{id}', args: [id]  }, options)
  }

  /**
   * Returns a URL that opens a session of the portal once, within 5 minutes: pages where people of the partner see and
   * manage its endpoints, in the mode of the key. Send a signed-in person of yours there at once, or load it in a frame
   * of a page whose origin the operator has allowed. The session ends an hour after it is opened, or as long as the
   * operator has set, and at once when it or the key that made it is revoked. The key needs `onboarding:read`, too: the
   * portal shows events.
   */
  createPortalSession(params: models.CreatePortalSessionParams = {}, options: CallOptions = {}): Promise<models.PortalSession> {
    return this.#core.data({ api: 'partner connect', method: 'POST', path: '/portal-sessions', body: params, keyed: true  }, options)
  }

  /**
   * Ends a session at once, whether or not it was opened. 204 over JSON, also for one that has ended.
   */
  revokePortalSession(id: string, options: CallOptions = {}): Promise<void> {
    return this.#core.nothing({ api: 'partner connect', method: 'DELETE', path: '/portal-sessions/{id}', args: [id]  }, options)
  }
}

/** Calls of Partner connect that concern me. */
export class MeResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Describes the calling key.
   */
  get(options: CallOptions = {}): Promise<models.Me> {
    return this.#core.call({ api: 'partner connect', method: 'GET', path: '/me'  }, options)
  }
}

/** Calls of Partner connect that concern sandbox. */
export class SandboxResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Walks the shortest legal way to a status as the merchant and the operator would; data that the way needs is filled
   * with fictitious values. `invalid_state` when there is no such way.
   */
  advanceOnboarding(ref: string, params: models.AdvanceOnboardingParams, options: CallOptions = {}): Promise<models.AdvanceOnboardingResult> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/sandbox/onboarding/{ref}/advance', args: [ref], body: params, keyed: true  }, options)
  }

  /**
   * Lets happen now what time alone would do, within a span from now, to the test data of the key's channels:
   * onboardings without activity expire, invitations and payments lapse, and what is pending settles. No clock is
   * turned: times in answers stay those of the world, and the next call counts from the present again.
   */
  advanceClock(params: models.AdvanceClockParams, options: CallOptions = {}): Promise<models.AdvanceClockResult> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/sandbox/clock', body: params, keyed: true  }, options)
  }

  /**
   * Lists the messages to the people of an onboarding, oldest first: the sandbox sends none to a real address. Their
   * texts have the links of invited people and the one-time codes.
   */
  listMessages(ref: string, options: CallOptions = {}): Promise<models.SandboxMessage[]> {
    return this.#core.data({ api: 'partner connect', method: 'GET', path: '/sandbox/onboarding/{ref}/messages', args: [ref]  }, options)
  }

  /**
   * Takes a payment to a status by the shortest legal way, each step with its events and postings; `invalid_state` when
   * no way leads there. `partially_refunded` gives half of it back.
   */
  advancePayment(paymentId: string, params: models.AdvancePaymentParams, options: CallOptions = {}): Promise<models.Payment> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/sandbox/payments/{payment_id}/advance', args: [paymentId], body: params, keyed: true  }, options)
  }

  /**
   * Takes a part of a paid payment back, or all that is left of it, as the payer's bank would: 201.
   */
  chargeBackPayment(paymentId: string, params: models.ChargeBackPaymentParams = {}, options: CallOptions = {}): Promise<models.Chargeback> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/sandbox/payments/{payment_id}/chargebacks', args: [paymentId], body: params, keyed: true  }, options)
  }

  /**
   * Decides a chargeback for the merchant, which has the amount again. One that is reversed already stays so.
   */
  reverseChargeback(paymentId: string, chargebackId: string, options: CallOptions = {}): Promise<models.Chargeback> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/sandbox/payments/{payment_id}/chargebacks/{chargeback_id}/reverse', args: [paymentId, chargebackId], keyed: true  }, options)
  }

  /**
   * Takes a payout to a status by the shortest legal way; `invalid_state` when no way leads there.
   */
  advancePayout(payoutId: string, params: models.AdvancePayoutParams, options: CallOptions = {}): Promise<models.Payout> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/sandbox/payouts/{payout_id}/advance', args: [payoutId], body: params, keyed: true  }, options)
  }

  /**
   * Settles now what is pending, also what is not due: 200.
   */
  settleMerchant(ref: string, options: CallOptions = {}): Promise<models.SettleMerchantResult> {
    return this.#core.call({ api: 'partner connect', method: 'POST', path: '/sandbox/merchants/{ref}/settle', args: [ref], keyed: true  }, options)
  }
}

/** Calls of Webhooks that concern endpoints. */
export class EndpointsResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Registers an endpoint. The signing secret is in this response and in no later one.
   */
  create(params: models.CreateEndpointParams, options: CallOptions = {}): Promise<models.CreatedEndpoint> {
    return this.#core.call({ api: 'webhooks', method: 'POST', path: '/api/v1/webhooks', body: params, keyed: true, secrets: [['meta', 'secret']]  }, options)
  }

  /**
   * Returns all endpoints of the tenant and mode, newest first.
   */
  list(options: CallOptions = {}): Promise<models.Endpoint[]> {
    return this.#core.data({ api: 'webhooks', method: 'GET', path: '/api/v1/webhooks'  }, options)
  }

  /**
   * Returns one endpoint.
   */
  get(id: string, options: CallOptions = {}): Promise<models.Endpoint> {
    return this.#core.data({ api: 'webhooks', method: 'GET', path: '/api/v1/webhooks/{id}', args: [id]  }, options)
  }

  /**
   * Changes the fields that are present. `is_active` true on an inactive or deactivated endpoint resets `failure_count`
   * and `disabled_at`. Where the operator requires proof of ownership, it is `ownership_unproven` in live mode until
   * VerifyEndpoint has proven it, and another `url` makes the endpoint inactive.
   *
   * Takes the option ifMatch.
   */
  update(id: string, params: models.UpdateEndpointParams = {}, options: CallOptions = {}): Promise<models.Endpoint> {
    return this.#core.data({ api: 'webhooks', method: 'PATCH', path: '/api/v1/webhooks/{id}', args: [id], body: params  }, options)
  }

  /**
   * Removes an endpoint. No attempt starts later than one second after the answer.
   */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.#core.nothing({ api: 'webhooks', method: 'DELETE', path: '/api/v1/webhooks/{id}', args: [id]  }, options)
  }

  /**
   * Sends a `verification.test` event to this endpoint only, through the pipeline that all events take.
   * `endpoint_inactive` when it is not active. The delivery and the event that the answer names can be read at once.
   */
  test(id: string, options: CallOptions = {}): Promise<models.TestDelivery> {
    return this.#core.data({ api: 'webhooks', method: 'POST', path: '/api/v1/webhooks/{id}/test', args: [id], keyed: true  }, options)
  }

  /**
   * Sends a `webhook.challenge` event to this endpoint only, whether or not it is active, through the pipeline that all
   * events take. A receiver that answers 2xx with `data.challenge`, as text or as `{"challenge": "..."}`, within an
   * hour proves that the endpoint's owner controls it: `ownership` is `proven` until the URL changes. A later challenge
   * replaces an earlier one. `invalid_state` for 5 seconds after a change of the endpoint, and `rate_limited` after 60
   * challenges of the tenant and mode in an hour.
   */
  verify(id: string, options: CallOptions = {}): Promise<models.TestDelivery> {
    return this.#core.data({ api: 'webhooks', method: 'POST', path: '/api/v1/webhooks/{id}/verify', args: [id], keyed: true  }, options)
  }

  /**
   * Makes a new signing secret, shown in this response and in no later one. Until the overlap ends, both secrets sign
   * every delivery, the newest first. At most three secrets are valid at once: a rotation that would make a fourth is
   * `secret_limit_reached` and changes nothing, since ending the oldest early could cut off receivers that know no
   * other. A rotation with `overlap_seconds` 0 ends all older secrets at once and is never refused for their number.
   */
  rotateSecret(id: string, params: models.RotateSecretParams = {}, options: CallOptions = {}): Promise<models.RotatedSecret> {
    return this.#core.call({ api: 'webhooks', method: 'POST', path: '/api/v1/webhooks/{id}/rotate-secret', args: [id], body: params, keyed: true, secrets: [['meta', 'secret']]  }, options)
  }

  /**
   * Returns the public keys of the tenant and mode that are published, newest first: those of the signatures `ed25519`
   * and `http_message`. There are none before the first endpoint asks for one of these, or RotateSigningKey is called.
   */
  listSigningKeys(options: CallOptions = {}): Promise<models.SigningKeys> {
    return this.#core.data({ api: 'webhooks', method: 'GET', path: '/api/v1/signing-keys'  }, options)
  }

  /**
   * Makes a new key of the tenant and mode. It is published for `overlap_seconds` before it signs, and the key so far
   * is published for as long after it signed last, so that receivers that read the JWKS miss nothing. With
   * `overlap_seconds` 0 the new key signs at once and all others are no longer published: for a key that others may
   * have. Without a key so far, the first one is made and signs at once. `invalid_state` while the key of an earlier
   * rotation does not sign yet, and when five keys are published.
   */
  rotateSigningKey(params: models.RotateSigningKeyParams = {}, options: CallOptions = {}): Promise<models.SigningKeys> {
    return this.#core.data({ api: 'webhooks', method: 'POST', path: '/api/v1/signing-keys/rotate', body: params, keyed: true  }, options)
  }

  /**
   * Shows what requests with a shape would have, of recent events of the tenant and mode; nothing is sent and nothing
   * changes.
   */
  previewBody(params: models.PreviewBodyParams, options: CallOptions = {}): Promise<models.BodyPreview[]> {
    return this.#core.data({ api: 'webhooks', method: 'POST', path: '/api/v1/body-preview', body: params  }, options)
  }

  /**
   * Counts the deliveries to an endpoint that ended, by the hour or by the day. An interval in which none ended is
   * there with zeros. A delivery counts when it ends, and once more for each later run; a cancelled one does not count.
   * Hours are kept for 31 days.
   */
  getStatistics(id: string, params: models.GetEndpointStatisticsParams = {}, options: CallOptions = {}): Promise<models.EndpointStatistics> {
    return this.#core.data({ api: 'webhooks', method: 'GET', path: '/api/v1/webhooks/{id}/statistics', args: [id], query: params  }, options)
  }

  /**
   * Returns from which addresses requests to endpoints come, as for a rule of a firewall, and which are announced to
   * follow. `source_addresses.changed` announces them, to endpoints that list it. The `ETag` changes with what the
   * answer says.
   */
  getSourceAddresses(options: CallOptions = {}): Promise<models.SourceAddresses> {
    return this.#core.data({ api: 'webhooks', method: 'GET', path: '/api/v1/source-addresses'  }, options)
  }

  /**
   * Starts a job that sends the events of a span of time that did not reach the endpoint: deliveries that failed or
   * were cancelled, events for which it had no delivery, as while it was inactive, and deliveries that wait for a
   * retry, whose next attempt is made now. With `pending` and no other it makes all retries that wait. The job survives
   * restarts and has no ceiling. Five of an endpoint may run at once; one more is `recovery_limit_reached`.
   */
  recover(id: string, params: models.RecoverEndpointParams, options: CallOptions = {}): Promise<models.Recovery> {
    return this.#core.data({ api: 'webhooks', method: 'POST', path: '/api/v1/webhooks/{id}/recover', args: [id], body: params, keyed: true  }, options)
  }
}

/** Calls of Webhooks that concern deliveries. */
export class DeliveriesResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Returns a page of an endpoint's deliveries, newest event first.
   *
   * It reads page after page.
   */
  list(id: string, params: models.ListDeliveriesParams = {}, options: CallOptions = {}): List<models.Delivery> {
    return list((token) => this.listPage(id, token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `list`.
   */
  listPage(id: string, params: models.ListDeliveriesParams = {}, options: CallOptions = {}): Promise<Page<models.Delivery>> {
    return this.#core.page({ api: 'webhooks', method: 'GET', path: '/api/v1/webhooks/{id}/deliveries', args: [id], query: params  }, options)
  }

  /**
   * Returns one delivery with all its attempts.
   */
  get(id: string, options: CallOptions = {}): Promise<models.DeliveryDetail> {
    return this.#core.data({ api: 'webhooks', method: 'GET', path: '/api/v1/deliveries/{id}', args: [id]  }, options)
  }

  /**
   * Sends a delivery now, under the same id. One that has ended begins one more run of the schedule; a run that fails
   * so does not count against the endpoint. One that waits for a retry makes its next attempt now, which keeps its
   * number, and goes on by the schedule. `invalid_state` while an attempt is due or under way, `endpoint_inactive` when
   * the endpoint is.
   */
  resend(id: string, options: CallOptions = {}): Promise<models.Delivery> {
    return this.#core.data({ api: 'webhooks', method: 'POST', path: '/api/v1/deliveries/{id}/resend', args: [id], keyed: true  }, options)
  }

  /**
   * Lets the other events of a key go on. A delivery that waits, for its retry or behind another one of its key, ends
   * as `cancelled` with the reason `skipped`. One that has failed and stops its key stays `failed`. `invalid_state`
   * while an attempt is due or under way, and for a delivery that has ended and holds back nothing.
   */
  skip(id: string, options: CallOptions = {}): Promise<models.Delivery> {
    return this.#core.data({ api: 'webhooks', method: 'POST', path: '/api/v1/deliveries/{id}/skip', args: [id], keyed: true  }, options)
  }
}

/** Calls of Webhooks that concern recoveries. */
export class RecoveriesResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Shows the progress of a job.
   */
  get(id: string, options: CallOptions = {}): Promise<models.Recovery> {
    return this.#core.data({ api: 'webhooks', method: 'GET', path: '/api/v1/recoveries/{id}', args: [id]  }, options)
  }

  /**
   * Stops a job; what it sent on its way stays there. 204 over JSON, also for a job that has ended.
   */
  cancel(id: string, options: CallOptions = {}): Promise<void> {
    return this.#core.nothing({ api: 'webhooks', method: 'DELETE', path: '/api/v1/recoveries/{id}', args: [id]  }, options)
  }
}

/** Calls of Webhooks that concern portal-sessions. */
export class PortalSessionsResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Returns a URL that opens a session of the portal once, within 5 minutes. Send a signed-in person of yours there at
   * once, or load it in a frame of a page whose origin the operator has allowed. The session ends an hour after it is
   * opened, or as long as the operator has set, and at once when it or the key that made it is revoked.
   */
  create(params: models.CreatePortalSessionParams = {}, options: CallOptions = {}): Promise<models.PortalSession> {
    return this.#core.data({ api: 'webhooks', method: 'POST', path: '/api/v1/portal-sessions', body: params, keyed: true  }, options)
  }

  /**
   * Ends a session at once, whether or not it was opened. 204 over JSON, also for one that has ended.
   */
  revoke(id: string, options: CallOptions = {}): Promise<void> {
    return this.#core.nothing({ api: 'webhooks', method: 'DELETE', path: '/api/v1/portal-sessions/{id}', args: [id]  }, options)
  }
}

/** Calls of Webhooks that concern event-types. */
export class EventTypesResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Returns every event type with its meaning, the JSON Schema of its data and an example.
   */
  list(options: CallOptions = {}): Promise<models.EventType[]> {
    return this.#core.data({ api: 'webhooks', method: 'GET', path: '/api/v1/event-types'  }, options)
  }
}

/** Calls of Webhooks that concern events. */
export class EventsResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Returns a page of events, newest first.
   *
   * It reads page after page.
   */
  list(params: models.ListEventsParams = {}, options: CallOptions = {}): List<models.Event> {
    return list((token) => this.listPage(token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `list`.
   */
  listPage(params: models.ListEventsParams = {}, options: CallOptions = {}): Promise<Page<models.Event>> {
    return this.#core.page({ api: 'webhooks', method: 'GET', path: '/api/v1/events', query: params  }, options)
  }

  /**
   * Returns one event as its envelope.
   */
  get(id: string, options: CallOptions = {}): Promise<models.Event> {
    return this.#core.data({ api: 'webhooks', method: 'GET', path: '/api/v1/events/{id}', args: [id]  }, options)
  }
}

/** Calls of Webhooks that concern verifications. */
export class VerificationsResource {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Returns a page of sessions. With `order=updated_at` and `updated_from` a client finds what it missed, by comparing
   * the list with its own data.
   *
   * It reads page after page.
   */
  list(params: models.ListVerificationsParams = {}, options: CallOptions = {}): List<models.Verification> {
    return list((token) => this.listPage(token ? { ...params, page_token: token } : params, options))
  }

  /**
   * One page of `list`.
   */
  listPage(params: models.ListVerificationsParams = {}, options: CallOptions = {}): Promise<Page<models.Verification>> {
    return this.#core.page({ api: 'webhooks', method: 'GET', path: '/api/v1/verifications', query: params  }, options)
  }

  /**
   * Makes a test session.
   */
  create(params: models.CreateVerificationParams, options: CallOptions = {}): Promise<models.Verification> {
    return this.#core.data({ api: 'webhooks', method: 'POST', path: '/api/v1/verifications', body: params, keyed: true  }, options)
  }

  /**
   * Returns one session.
   */
  get(id: string, options: CallOptions = {}): Promise<models.Verification> {
    return this.#core.data({ api: 'webhooks', method: 'GET', path: '/api/v1/verifications/{id}', args: [id]  }, options)
  }

  /**
   * Moves a test session to a status, by one legal step or the shortest legal path; each step emits its event.
   * `invalid_state` when there is no path. The caller plays the provider: `checks` are the results that it reports.
   */
  advance(id: string, params: models.AdvanceVerificationParams, options: CallOptions = {}): Promise<models.Verification> {
    return this.#core.data({ api: 'webhooks', method: 'POST', path: '/api/v1/verifications/{id}/advance', args: [id], body: params, keyed: true  }, options)
  }
}

