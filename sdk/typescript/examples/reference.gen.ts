// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
// What the reference shows of this library: that it compiles is its test.
import { Partnerline } from 'partnerline'

export function partnerConnectClient(): Partnerline {
  const client = new Partnerline(process.env.PARTNER_KEY!, {
    partnerConnectURL: process.env.PARTNER_BASE_URL!,
  })
  return client
}

export function webhooksClient(): Partnerline {
  const client = new Partnerline(process.env.VERIFICATION_API_KEY!, {
    webhooksURL: process.env.VERIFICATION_BASE_URL!,
  })
  return client
}

export async function partnerConnectCreateOnboarding(client: Partnerline): Promise<void> {
  const result = await client.onboardings.create({
    partner_external_ref: 'shop-4711',
    applicant_type: 'company',
    applicant: {
      given_names: 'Teodor',
      family_name: 'Wzorcowy',
      email: 'c@example.com',
      phone: '+48600100200',
      locale: 'pl',
    },
    business: {
      name: 'Bell shop',
      website: 'https://shop.example.com/',
      description: 'Bicycle bells, sold online',
      category_code: '5732',
      tax_id: {
        scheme: 'PL_NIP',
        value: '1234563218',
      },
      address: {
        country: 'PL',
        city: 'Warszawa',
        postal_code: '00-950',
        street: 'Prosta',
        building_number: '1',
        unit_number: '2',
        region: 'Mazowieckie',
      },
    },
    company: {
      register: {
        scheme: 'PL_KRS',
        number: '9990000010',
      },
      legal_name: 'Kredowe Koło sp. z o.o.',
      beneficial_owners: [{
        given_names: 'Teodor',
        family_name: 'Wzorcowy',
        date_of_birth: '1944-05-14',
        citizenships: ['PL'],
      }],
    },
    payout_account: {
      iban: 'PL61109010140000071219812874',
      holder_name: 'Kredowe Koło sp. z o.o.',
    },
    metadata: { 'shop': '7' },
  })
  console.log(result)
}

export async function partnerConnectListOnboardings(client: Partnerline): Promise<void> {
  for await (const entry of client.onboardings.list()) console.log(entry)
}

export async function partnerConnectGetOnboarding(client: Partnerline, ref: string): Promise<void> {
  const result = await client.onboardings.get(ref)
  console.log(result)
}

export async function partnerConnectUpdateOnboarding(client: Partnerline, ref: string): Promise<void> {
  const result = await client.onboardings.update(ref, {
    applicant_type: 'company',
    applicant: {
      given_names: 'Teodor',
      family_name: 'Wzorcowy',
      email: 'c@example.com',
      phone: '+48600100200',
      locale: 'pl',
    },
    business: {
      name: 'Bell shop',
      website: 'https://shop.example.com/',
      description: 'Bicycle bells, sold online',
      category_code: '5732',
      tax_id: {
        scheme: 'PL_NIP',
        value: '1234563218',
      },
      address: {
        country: 'PL',
        city: 'Warszawa',
        postal_code: '00-950',
        street: 'Prosta',
        building_number: '1',
        unit_number: '2',
        region: 'Mazowieckie',
      },
    },
    company: {
      register: {
        scheme: 'PL_KRS',
        number: '9990000010',
      },
      legal_name: 'Kredowe Koło sp. z o.o.',
      beneficial_owners: [{
        given_names: 'Teodor',
        family_name: 'Wzorcowy',
        date_of_birth: '1944-05-14',
        citizenships: ['PL'],
      }],
    },
    payout_account: {
      iban: 'PL61109010140000071219812874',
      holder_name: 'Kredowe Koło sp. z o.o.',
    },
    metadata: { 'shop': '7' },
  })
  console.log(result)
}

export async function partnerConnectPrefillIdentity(client: Partnerline, ref: string): Promise<void> {
  const result = await client.onboardings.prefillIdentity(ref, {
    national_id: {
      scheme: 'PL_PESEL',
      value: '44051401359',
    },
    identity_document: {
      type: 'identity_card',
      number: 'ABA300000',
      issuing_country: 'PL',
    },
    residential_address: {
      country: 'PL',
      city: 'Warszawa',
      postal_code: '00-950',
      street: 'Prosta',
      building_number: '1',
      unit_number: '2',
      region: 'Mazowieckie',
    },
    place_of_birth: {
      country: 'PL',
      city: 'Warszawa',
    },
    citizenships: ['PL'],
    date_of_birth: '1944-05-14',
  })
  console.log(result)
}

export async function partnerConnectSetRepresentation(client: Partnerline, ref: string): Promise<void> {
  const result = await client.onboardings.setRepresentation(ref, {
    is_representative: true,
  })
  console.log(result)
}

export async function partnerConnectCancelOnboarding(client: Partnerline, ref: string): Promise<void> {
  const result = await client.onboardings.cancel(ref)
  console.log(result)
}

export async function partnerConnectListRequirements(client: Partnerline): Promise<void> {
  const result = await client.onboardings.listRequirements()
  console.log(result)
}

export async function partnerConnectFinalizeOnboarding(client: Partnerline, ref: string): Promise<void> {
  const result = await client.onboardings.finalize(ref)
  console.log(result)
}

export async function partnerConnectUploadDocument(client: Partnerline, ref: string): Promise<void> {
  const { openAsBlob } = await import('node:fs')
  const result = await client.documents.upload(ref, {
    file: await openAsBlob('poa.pdf'),
    filename: 'poa.pdf',
    document_type: 'power_of_attorney',
    subject: 'board',
  })
  console.log(result)
}

export async function partnerConnectListDocuments(client: Partnerline, ref: string): Promise<void> {
  const result = await client.documents.list(ref)
  console.log(result)
}

export async function partnerConnectGetDocument(client: Partnerline, ref: string, documentId: string): Promise<void> {
  const result = await client.documents.get(ref, documentId)
  console.log(result)
}

export async function partnerConnectDeleteDocument(client: Partnerline, ref: string, documentId: string): Promise<void> {
  await client.documents.delete(ref, documentId)
}

export async function partnerConnectCreateInvitation(client: Partnerline, ref: string): Promise<void> {
  const result = await client.invitations.create(ref, {
    role: 'representative',
    invitee: {
      given_names: 'Teodor',
      family_name: 'Wzorcowy',
      email: 'c@example.com',
      phone: '+48600100200',
    },
    locale: 'pl',
  })
  console.log(result)
}

export async function partnerConnectListInvitations(client: Partnerline, ref: string): Promise<void> {
  const result = await client.invitations.list(ref)
  console.log(result)
}

export async function partnerConnectGetInvitation(client: Partnerline, ref: string, invitationId: string): Promise<void> {
  const result = await client.invitations.get(ref, invitationId)
  console.log(result)
}

export async function partnerConnectRevokeInvitation(client: Partnerline, ref: string, invitationId: string): Promise<void> {
  await client.invitations.revoke(ref, invitationId)
}

export async function partnerConnectResendInvitation(client: Partnerline, ref: string, invitationId: string): Promise<void> {
  const result = await client.invitations.resend(ref, invitationId)
  console.log(result)
}

export async function partnerConnectListMerchants(client: Partnerline): Promise<void> {
  for await (const entry of client.merchants.list()) console.log(entry)
}

export async function partnerConnectGetMerchant(client: Partnerline, ref: string): Promise<void> {
  const result = await client.merchants.get(ref)
  console.log(result)
}

export async function partnerConnectGetDelegation(client: Partnerline, ref: string): Promise<void> {
  const result = await client.merchants.getDelegation(ref)
  console.log(result)
}

export async function partnerConnectRegisterPayment(client: Partnerline, ref: string): Promise<void> {
  const result = await client.payments.register({
    amount: 12300,
    currency: 'PLN',
    external_ref: 'shop-4711',
    description: 'Bicycle bells, sold online',
    customer: {
      email: 'c@example.com',
      name: 'Bell shop',
      locale: 'pl',
    },
    return_url: 'https://shop.example.com/',
    method: 'transfer',
    metadata: { 'shop': '7' },
  }, { onBehalfOf: ref })
  console.log(result)
}

export async function partnerConnectListPayments(client: Partnerline, ref: string): Promise<void> {
  for await (const entry of client.payments.list({}, { onBehalfOf: ref })) console.log(entry)
}

export async function partnerConnectGetPayment(client: Partnerline, paymentId: string, ref: string): Promise<void> {
  const result = await client.payments.get(paymentId, { onBehalfOf: ref })
  console.log(result)
}

export async function partnerConnectCancelPayment(client: Partnerline, paymentId: string, ref: string): Promise<void> {
  const result = await client.payments.cancel(paymentId, { onBehalfOf: ref })
  console.log(result)
}

export async function partnerConnectCreateRefund(client: Partnerline, paymentId: string, ref: string): Promise<void> {
  const result = await client.payments.createRefund(paymentId, {
    amount: 100,
    external_ref: 'shop-4711',
  }, { onBehalfOf: ref })
  console.log(result)
}

export async function partnerConnectListRefunds(client: Partnerline, paymentId: string, ref: string): Promise<void> {
  for await (const entry of client.payments.listRefunds(paymentId, {}, { onBehalfOf: ref })) console.log(entry)
}

export async function partnerConnectGetRefund(client: Partnerline, paymentId: string, refundId: string, ref: string): Promise<void> {
  const result = await client.payments.getRefund(paymentId, refundId, { onBehalfOf: ref })
  console.log(result)
}

export async function partnerConnectListChargebacks(client: Partnerline, paymentId: string, ref: string): Promise<void> {
  for await (const entry of client.payments.listChargebacks(paymentId, {}, { onBehalfOf: ref })) console.log(entry)
}

export async function partnerConnectGetChargeback(client: Partnerline, paymentId: string, chargebackId: string, ref: string): Promise<void> {
  const result = await client.payments.getChargeback(paymentId, chargebackId, { onBehalfOf: ref })
  console.log(result)
}

export async function partnerConnectGetBalance(client: Partnerline, ref: string): Promise<void> {
  const result = await client.accounts.getBalance(ref)
  console.log(result)
}

export async function partnerConnectListTransactions(client: Partnerline, ref: string): Promise<void> {
  for await (const entry of client.accounts.listTransactions(ref)) console.log(entry)
}

export async function partnerConnectGetTransaction(client: Partnerline, ref: string, transactionId: string): Promise<void> {
  const result = await client.accounts.getTransaction(ref, transactionId)
  console.log(result)
}

export async function partnerConnectListSettlements(client: Partnerline, ref: string): Promise<void> {
  for await (const entry of client.accounts.listSettlements(ref)) console.log(entry)
}

export async function partnerConnectGetSettlement(client: Partnerline, ref: string, settlementId: string): Promise<void> {
  const result = await client.accounts.getSettlement(ref, settlementId)
  console.log(result)
}

export async function partnerConnectGetSettlementStatement(client: Partnerline, ref: string, settlementId: string): Promise<void> {
  const result = await client.accounts.getSettlementStatement(ref, settlementId)
  console.log(result)
}

export async function partnerConnectListSettlementTransactions(client: Partnerline, ref: string, settlementId: string): Promise<void> {
  for await (const entry of client.accounts.listSettlementTransactions(ref, settlementId)) console.log(entry)
}

export async function partnerConnectRequestPayoutsOptIn(client: Partnerline, ref: string): Promise<void> {
  const result = await client.payouts.requestOptIn(ref)
  console.log(result)
}

export async function partnerConnectCreatePayout(client: Partnerline, ref: string): Promise<void> {
  const result = await client.payouts.create(ref, {
    amount: 12300,
    currency: 'PLN',
    external_ref: 'shop-4711',
    description: 'Bicycle bells, sold online',
  })
  console.log(result)
}

export async function partnerConnectListPayouts(client: Partnerline, ref: string): Promise<void> {
  for await (const entry of client.payouts.list(ref)) console.log(entry)
}

export async function partnerConnectGetPayout(client: Partnerline, ref: string, payoutId: string): Promise<void> {
  const result = await client.payouts.get(ref, payoutId)
  console.log(result)
}

export async function partnerConnectCancelPayout(client: Partnerline, ref: string, payoutId: string): Promise<void> {
  const result = await client.payouts.cancel(ref, payoutId)
  console.log(result)
}

export async function partnerConnectListEvents(client: Partnerline): Promise<void> {
  for await (const entry of client.feed.list()) console.log(entry)
}

export async function partnerConnectListEventTypes(client: Partnerline): Promise<void> {
  const result = await client.feed.listTypes()
  console.log(result)
}

export async function partnerConnectCreateEndpoint(client: Partnerline): Promise<void> {
  const result = await client.webhooks.createEndpoint({
    url: 'https://shop.example.com/hooks',
    events: ['endpoint.failing'],
    description: 'Bicycle bells, sold online',
    filter: 'event.data.kind == \'identity\'',
    honour_retry_after: true,
    deactivate_on_410: true,
    headers: { 'X-Gateway-Key': 'b7f1c2' },
    rate_limit: 100,
    channels: [],
    signatures: ['hmac'],
    body: {
      preset: 'slack',
    },
    order_by: 'event.data.kind',
    order_on_failure: 'skip',
    authentication: {
      type: 'basic',
      username: 'partnerline',
      password: 'b7f1c2',
    },
  })
  console.log(result)
}

export async function partnerConnectListEndpoints(client: Partnerline): Promise<void> {
  const result = await client.webhooks.listEndpoints()
  console.log(result)
}

export async function partnerConnectGetEndpoint(client: Partnerline, id: string): Promise<void> {
  const result = await client.webhooks.getEndpoint(id)
  console.log(result)
}

export async function partnerConnectUpdateEndpoint(client: Partnerline, id: string): Promise<void> {
  const result = await client.webhooks.updateEndpoint(id, {
    url: 'https://shop.example.com/hooks',
    events: ['endpoint.failing'],
    description: 'Bicycle bells, sold online',
    is_active: true,
    filter: 'event.data.kind == \'identity\'',
    honour_retry_after: true,
    deactivate_on_410: true,
    headers: { 'X-Gateway-Key': 'b7f1c2' },
    rate_limit: 100,
    channels: [],
    signatures: ['hmac'],
    body: {
      preset: 'slack',
    },
    order_by: 'event.data.kind',
    order_on_failure: 'skip',
    authentication: {
      type: 'basic',
      username: 'partnerline',
      password: 'b7f1c2',
    },
  })
  console.log(result)
}

export async function partnerConnectDeleteEndpoint(client: Partnerline, id: string): Promise<void> {
  await client.webhooks.deleteEndpoint(id)
}

export async function partnerConnectTestEndpoint(client: Partnerline, id: string): Promise<void> {
  const result = await client.webhooks.testEndpoint(id)
  console.log(result)
}

export async function partnerConnectVerifyEndpoint(client: Partnerline, id: string): Promise<void> {
  const result = await client.webhooks.verifyEndpoint(id)
  console.log(result)
}

export async function partnerConnectRotateSecret(client: Partnerline, id: string): Promise<void> {
  const result = await client.webhooks.rotateSecret(id, {
    overlap_seconds: 100,
  })
  console.log(result)
}

export async function partnerConnectListSigningKeys(client: Partnerline): Promise<void> {
  const result = await client.webhooks.listSigningKeys()
  console.log(result)
}

export async function partnerConnectRotateSigningKey(client: Partnerline): Promise<void> {
  const result = await client.webhooks.rotateSigningKey()
  console.log(result)
}

export async function partnerConnectPreviewBody(client: Partnerline): Promise<void> {
  const result = await client.webhooks.previewBody({
    body: {
      preset: 'slack',
    },
    type: 'endpoint.reactivated',
  })
  console.log(result)
}

export async function partnerConnectGetEndpointStatistics(client: Partnerline, id: string): Promise<void> {
  const result = await client.webhooks.getEndpointStatistics(id)
  console.log(result)
}

export async function partnerConnectGetSourceAddresses(client: Partnerline): Promise<void> {
  const result = await client.webhooks.getSourceAddresses()
  console.log(result)
}

export async function partnerConnectListDeliveries(client: Partnerline, id: string): Promise<void> {
  for await (const entry of client.webhooks.listDeliveries(id)) console.log(entry)
}

export async function partnerConnectGetDelivery(client: Partnerline, id: string): Promise<void> {
  const result = await client.webhooks.getDelivery(id)
  console.log(result)
}

export async function partnerConnectResendDelivery(client: Partnerline, id: string): Promise<void> {
  const result = await client.webhooks.resendDelivery(id)
  console.log(result)
}

export async function partnerConnectSkipDelivery(client: Partnerline, id: string): Promise<void> {
  const result = await client.webhooks.skipDelivery(id)
  console.log(result)
}

export async function partnerConnectRecoverEndpoint(client: Partnerline, id: string): Promise<void> {
  const result = await client.webhooks.recoverEndpoint(id, {
    since: new Date(Date.now() - 86_400_000).toISOString(),
    statuses: ['failed'],
  })
  console.log(result)
}

export async function partnerConnectGetRecovery(client: Partnerline, id: string): Promise<void> {
  const result = await client.webhooks.getRecovery(id)
  console.log(result)
}

export async function partnerConnectCancelRecovery(client: Partnerline, id: string): Promise<void> {
  await client.webhooks.cancelRecovery(id)
}

export async function partnerConnectCreatePortalSession(client: Partnerline): Promise<void> {
  const result = await client.webhooks.createPortalSession({
    role: 'viewer',
  })
  console.log(result)
}

export async function partnerConnectRevokePortalSession(client: Partnerline, id: string): Promise<void> {
  await client.webhooks.revokePortalSession(id)
}

export async function partnerConnectGetMe(client: Partnerline): Promise<void> {
  const result = await client.me.get()
  console.log(result)
}

export async function partnerConnectAdvanceOnboarding(client: Partnerline, ref: string): Promise<void> {
  const result = await client.sandbox.advanceOnboarding(ref, {
    to: 'in_progress',
  })
  console.log(result)
}

export async function partnerConnectAdvanceClock(client: Partnerline): Promise<void> {
  const result = await client.sandbox.advanceClock({
    advance_s: 100,
  })
  console.log(result)
}

export async function partnerConnectListSandboxMessages(client: Partnerline, ref: string): Promise<void> {
  const result = await client.sandbox.listMessages(ref)
  console.log(result)
}

export async function partnerConnectAdvancePayment(client: Partnerline, paymentId: string): Promise<void> {
  const result = await client.sandbox.advancePayment(paymentId, {
    to: 'paid',
  })
  console.log(result)
}

export async function partnerConnectChargeBackPayment(client: Partnerline, paymentId: string): Promise<void> {
  const result = await client.sandbox.chargeBackPayment(paymentId, {
    amount: 100,
  })
  console.log(result)
}

export async function partnerConnectReverseChargeback(client: Partnerline, paymentId: string, chargebackId: string): Promise<void> {
  const result = await client.sandbox.reverseChargeback(paymentId, chargebackId)
  console.log(result)
}

export async function partnerConnectAdvancePayout(client: Partnerline, payoutId: string): Promise<void> {
  const result = await client.sandbox.advancePayout(payoutId, {
    to: 'processing',
  })
  console.log(result)
}

export async function partnerConnectSettleMerchant(client: Partnerline, ref: string): Promise<void> {
  const result = await client.sandbox.settleMerchant(ref)
  console.log(result)
}

export async function webhooksCreateEndpoint(client: Partnerline): Promise<void> {
  const result = await client.endpoints.create({
    url: 'https://shop.example.com/hooks',
    events: ['endpoint.failing'],
    description: 'Bicycle bells, sold online',
    filter: 'event.data.kind == \'identity\'',
    honour_retry_after: true,
    deactivate_on_410: true,
    headers: { 'X-Gateway-Key': 'b7f1c2' },
    rate_limit: 100,
    channels: [],
    signatures: ['hmac'],
    body: {
      preset: 'slack',
    },
    order_by: 'event.data.kind',
    order_on_failure: 'skip',
    authentication: {
      type: 'basic',
      username: 'partnerline',
      password: 'b7f1c2',
    },
  })
  console.log(result)
}

export async function webhooksListEndpoints(client: Partnerline): Promise<void> {
  const result = await client.endpoints.list()
  console.log(result)
}

export async function webhooksGetEndpoint(client: Partnerline, id: string): Promise<void> {
  const result = await client.endpoints.get(id)
  console.log(result)
}

export async function webhooksUpdateEndpoint(client: Partnerline, id: string): Promise<void> {
  const result = await client.endpoints.update(id, {
    url: 'https://shop.example.com/hooks',
    events: ['endpoint.failing'],
    description: 'Bicycle bells, sold online',
    is_active: true,
    filter: 'event.data.kind == \'identity\'',
    honour_retry_after: true,
    deactivate_on_410: true,
    headers: { 'X-Gateway-Key': 'b7f1c2' },
    rate_limit: 100,
    channels: [],
    signatures: ['hmac'],
    body: {
      preset: 'slack',
    },
    order_by: 'event.data.kind',
    order_on_failure: 'skip',
    authentication: {
      type: 'basic',
      username: 'partnerline',
      password: 'b7f1c2',
    },
  })
  console.log(result)
}

export async function webhooksDeleteEndpoint(client: Partnerline, id: string): Promise<void> {
  await client.endpoints.delete(id)
}

export async function webhooksTestEndpoint(client: Partnerline, id: string): Promise<void> {
  const result = await client.endpoints.test(id)
  console.log(result)
}

export async function webhooksVerifyEndpoint(client: Partnerline, id: string): Promise<void> {
  const result = await client.endpoints.verify(id)
  console.log(result)
}

export async function webhooksRotateSecret(client: Partnerline, id: string): Promise<void> {
  const result = await client.endpoints.rotateSecret(id, {
    overlap_seconds: 100,
  })
  console.log(result)
}

export async function webhooksListSigningKeys(client: Partnerline): Promise<void> {
  const result = await client.endpoints.listSigningKeys()
  console.log(result)
}

export async function webhooksRotateSigningKey(client: Partnerline): Promise<void> {
  const result = await client.endpoints.rotateSigningKey()
  console.log(result)
}

export async function webhooksPreviewBody(client: Partnerline): Promise<void> {
  const result = await client.endpoints.previewBody({
    body: {
      preset: 'slack',
    },
    type: 'endpoint.reactivated',
  })
  console.log(result)
}

export async function webhooksGetEndpointStatistics(client: Partnerline, id: string): Promise<void> {
  const result = await client.endpoints.getStatistics(id)
  console.log(result)
}

export async function webhooksGetSourceAddresses(client: Partnerline): Promise<void> {
  const result = await client.endpoints.getSourceAddresses()
  console.log(result)
}

export async function webhooksRecoverEndpoint(client: Partnerline, id: string): Promise<void> {
  const result = await client.endpoints.recover(id, {
    since: new Date(Date.now() - 86_400_000).toISOString(),
    statuses: ['failed'],
  })
  console.log(result)
}

export async function webhooksListDeliveries(client: Partnerline, id: string): Promise<void> {
  for await (const entry of client.deliveries.list(id)) console.log(entry)
}

export async function webhooksGetDelivery(client: Partnerline, id: string): Promise<void> {
  const result = await client.deliveries.get(id)
  console.log(result)
}

export async function webhooksResendDelivery(client: Partnerline, id: string): Promise<void> {
  const result = await client.deliveries.resend(id)
  console.log(result)
}

export async function webhooksSkipDelivery(client: Partnerline, id: string): Promise<void> {
  const result = await client.deliveries.skip(id)
  console.log(result)
}

export async function webhooksGetRecovery(client: Partnerline, id: string): Promise<void> {
  const result = await client.recoveries.get(id)
  console.log(result)
}

export async function webhooksCancelRecovery(client: Partnerline, id: string): Promise<void> {
  await client.recoveries.cancel(id)
}

export async function webhooksCreatePortalSession(client: Partnerline): Promise<void> {
  const result = await client.portalSessions.create({
    role: 'viewer',
  })
  console.log(result)
}

export async function webhooksRevokePortalSession(client: Partnerline, id: string): Promise<void> {
  await client.portalSessions.revoke(id)
}

export async function webhooksListEventTypes(client: Partnerline): Promise<void> {
  const result = await client.eventTypes.list()
  console.log(result)
}

export async function webhooksListEvents(client: Partnerline): Promise<void> {
  for await (const entry of client.events.list()) console.log(entry)
}

export async function webhooksGetEvent(client: Partnerline, id: string): Promise<void> {
  const result = await client.events.get(id)
  console.log(result)
}

export async function webhooksListVerifications(client: Partnerline): Promise<void> {
  for await (const entry of client.verifications.list()) console.log(entry)
}

export async function webhooksCreateVerification(client: Partnerline): Promise<void> {
  const result = await client.verifications.create({
    kind: 'identity',
    subject: {
      type: 'person',
    },
    metadata: { 'shop': '7' },
  })
  console.log(result)
}

export async function webhooksGetVerification(client: Partnerline, id: string): Promise<void> {
  const result = await client.verifications.get(id)
  console.log(result)
}

export async function webhooksAdvanceVerification(client: Partnerline, id: string): Promise<void> {
  const result = await client.verifications.advance(id, {
    to: 'in_progress',
  })
  console.log(result)
}
