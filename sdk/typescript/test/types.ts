// What the types accept and refuse; it is compiled, not run.
import { ErrorCode, Partnerline, type APIError, type UpdateOnboardingParams } from 'partnerline'

const client = new Partnerline(['pk_test_0', 'vk_test_0'])

export async function calls(): Promise<number> {
  const changes: UpdateOnboardingParams = { return_url: null, applicant: { phone: null } }
  await client.onboardings.update('mrc_1', changes, { signal: new AbortController().signal })
  await client.endpoints.create({ url: 'https://shop.example.com/hooks', events: ['*'] })
  // @ts-expect-error a member that there is not
  await client.payments.register({ amout: 1 })
  // @ts-expect-error a payment has a number as its amount
  await client.payments.register({ amount: '1' })
  for await (const transaction of client.accounts.listTransactions('mrc_1')) return transaction.amount
  const page = await client.payouts.listPage('mrc_1', { page_size: 10 })
  return page.data.length
}

export const refused = (e: APIError): boolean => e.code === ErrorCode.validationFailed
