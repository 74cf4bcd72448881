// Does the main job once with the client library: it onboards a merchant, receives a webhook, takes a payment and pays out. It runs against
// a sandbox: PARTNER_BASE_URL, VERIFICATION_BASE_URL, PARTNER_KEY and VERIFICATION_API_KEY name it. The README shows parts of it.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { APIError, ErrorCode, Partnerline, verify } from 'partnerline'

const env = (name: string): string => process.env[name] ?? ''

const client = new Partnerline([env('PARTNER_KEY'), env('VERIFICATION_API_KEY')], {
  partnerConnectURL: env('PARTNER_BASE_URL'),
  webhooksURL: env('VERIFICATION_BASE_URL'),
})

async function onboard(): Promise<string> {
  const draft = await client.onboardings.create({
    partner_external_ref: `shop-${crypto.randomUUID()}`,
    applicant_type: 'sole_trader',
  })
  const file = new Blob(['%PDF-1.7\n'.repeat(100)])
  const document = await client.documents.upload(draft.ref, {
    file,
    filename: 'licence.pdf',
    document_type: 'licence',
    subject: 'company',
  })
  const finalized = await client.onboardings.finalize(draft.ref)
  console.log(`ok ${draft.ref}: ${document.filename} uploaded, ${finalized.missing.length} segments missing`)

  // What the merchant does in the hosted flow, and what the operator does.
  await client.sandbox.advanceOnboarding(draft.ref, { to: 'active' })
  await client.sandbox.advanceOnboarding(draft.ref, { to: 'payouts_opt_in' })
  const onboarding = await client.onboardings.get(draft.ref)
  console.log(`ok ${onboarding.ref} is ${onboarding.status}`)
  return draft.ref
}

interface Delivery {
  headers: IncomingHttpHeaders
  body: string
}

async function webhook(): Promise<void> {
  const waiting: ((d: Delivery) => void)[] = []
  const came: Delivery[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      response.end()
      const d = { headers: request.headers, body }
      const next = waiting.shift()
      if (next) next(d)
      else came.push(d)
    })
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  const { port } = receiver.address() as AddressInfo
  const endpoint = await client.endpoints.create({
    url: `http://127.0.0.1:${port}/webhooks`,
    events: ['verification.completed'],
  })
  const secret = endpoint.meta.secret ?? ''
  const session = await client.verifications.create({ kind: 'identity' })
  await client.verifications.advance(session.id, { to: 'completed' })
  for (;;) {
    const delivery = came.shift() ?? (await new Promise<Delivery>((next) => waiting.push(next)))
    const event = await verify(secret, delivery.headers, delivery.body)
    if (event.data?.['verification_session_id'] !== session.id) continue // of another session of the tenant
    console.log(`ok ${event.type} received and verified`)
    break
  }
  await client.endpoints.delete(endpoint.data.id)
  receiver.close()
}

async function pay(ref: string): Promise<void> {
  const payment = await client.payments.register(
    {
      amount: 12_300,
      currency: 'PLN',
      external_ref: `order-${crypto.randomUUID()}`,
      description: 'A bicycle bell',
      customer: { email: 'customer@example.com' },
      return_url: 'https://shop.example.com/thanks',
    },
    { onBehalfOf: ref },
  )
  const paid = await client.sandbox.advancePayment(payment.payment_id, { to: 'paid' })
  await client.sandbox.settleMerchant(ref)
  console.log(`ok ${paid.payment_id} of ${paid.amount} ${paid.currency} is ${paid.status}`)
}

async function payOut(ref: string): Promise<void> {
  const payout = await client.payouts.create(ref, { all: true, currency: 'PLN', external_ref: `payout-${crypto.randomUUID()}` })
  await client.sandbox.advancePayout(payout.payout_id, { to: 'paid' })
  for await (const transaction of client.accounts.listTransactions(ref, { page_size: 1 })) {
    console.log('ok', transaction.type, transaction.amount, transaction.currency)
  }
  const { balances } = await client.accounts.getBalance(ref)
  if (balances[0]?.available !== 0) throw new Error(`${balances[0]?.available} left after all was paid out`)
}

/** Shows what an error has. */
async function refusals(ref: string): Promise<void> {
  try {
    const nothing = { amount: 0, currency: 'PLN', external_ref: '', description: '', customer: { email: '' }, return_url: '' }
    await client.payments.register(nothing, { onBehalfOf: ref })
  } catch (error) {
    if (error instanceof APIError && error.code === ErrorCode.validationFailed) {
      for (const { field, message } of error.fields) console.log('ok refused:', field, message)
      return
    }
    throw error
  }
  throw new Error('a payment of nothing was registered')
}

const ref = await onboard()
await webhook()
await pay(ref)
await payOut(ref)
await refusals(ref)
