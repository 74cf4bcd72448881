// The file of vectors that all client libraries run.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { format, inspect } from 'node:util'
import {
  APIError,
  ConnectionError,
  parseJWKS,
  parsePublicKey,
  Partnerline,
  PartnerlineError,
  SignatureError,
  UnexpectedAnswerError,
  verify,
  verifyMessage,
  verifyWithPublicKeys,
  version,
} from 'partnerline'

const vectors = JSON.parse(readFileSync(new URL('../../testdata/vectors.json', import.meta.url), 'utf8'))
const kinds = { api: APIError, connection: ConnectionError, decode: UnexpectedAnswerError, usage: PartnerlineError }
const camel = (snake) => snake.replace(/_(\w)/g, (_, c) => c.toUpperCase())

// within asserts that got has all that want has.
function within(want, got) {
  if (want === null || typeof want !== 'object') return assert.equal(got, want)
  if (Array.isArray(want)) assert.equal(got.length, want.length)
  for (const [k, v] of Object.entries(want)) within(v, got[k])
}

async function call(client, c) {
  const args = [...(c.args ?? [])]
  if (c.params) {
    const { file, ...params } = c.params
    args.push(file ? { ...params, file: new Blob([file.text]) } : params)
  }
  const method = client[camel(c.resource)][camel(c.method)]
  assert.ok(method, `${c.resource}.${c.method}`)
  if (!c.params && method.length > args.length) args.push({})
  const o = c.options ?? {}
  const options = Object.fromEntries(Object.entries(o).map(([k, v]) => [camel(k), v]))
  // Parameters that may be left out as a whole come before the options.
  if (!c.params && /\bparams = /.test(method.toString())) args.push(undefined)
  const out = method.apply(client[camel(c.resource)], [...args, options])
  return Symbol.asyncIterator in out ? await out.toArray() : await out
}

// check compares a request with what a vector expects; first is the last request that was not a repeat.
async function check(want, first, got) {
  const text = await got.clone().text()
  if (!want) {
    assert.equal(got.url, first.url)
    assert.equal(got.headers.get('Idempotency-Key'), first.headers.get('Idempotency-Key'))
    if (!got.headers.get('Content-Type')?.startsWith('multipart/')) assert.equal(text, await first.clone().text())
    return
  }
  const url = new URL(got.url)
  assert.equal(got.method, want.method)
  assert.equal(url.pathname, want.path)
  const query = {}
  for (const [k, v] of url.searchParams) (query[k] ??= []).push(v)
  assert.deepEqual(query, want.query ?? {})
  const headers = {
    Accept: 'application/json',
    'User-Agent': `partnerline-typescript/${version}`,
    Authorization: `Bearer ${vectors.keys[want.key ?? 'partner connect']}`,
    ...want.headers,
  }
  for (const [name, value] of Object.entries(headers)) {
    if (value === '*') assert.ok(got.headers.get(name), name)
    else assert.equal(got.headers.get(name), value, name)
  }
  if (want.parts) {
    const parts = []
    for (const [name, v] of await got.clone().formData()) parts.push(typeof v === 'string' ? { name, text: v } : { name, filename: v.name, text: await v.text() })
    assert.deepEqual(parts.sort((a, b) => (a.name < b.name ? -1 : 1)), want.parts)
  } else if (want.body === null) assert.equal(text, '')
  else if (want.body) assert.deepEqual(JSON.parse(text), want.body)
}

function answer(a, signal) {
  if (a.fails === 'connection') throw new TypeError('fetch failed')
  if (a.fails === 'timeout') return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const type = a.status >= 400 ? 'application/problem+json' : 'application/json'
  const body = a.status === 204 ? null : a.text ?? JSON.stringify(a.body)
  return new Response(body, { status: a.status, headers: { 'Content-Type': type, ...a.headers } })
}

for (const v of vectors.calls) {
  test(v.name, async () => {
    let n = 0
    let first
    const waits = []
    const faults = []
    const client = new Partnerline(Object.values(vectors.keys), {
      partnerConnectURL: 'http://connect.example.com',
      webhooksURL: 'http://webhooks.example.com/',
      ...(v.client?.connect_version && { connectVersion: v.client.connect_version }),
      ...(v.client?.max_retries !== undefined && { maxRetries: v.client.max_retries }),
      ...(v.client?.timeout_ms && { timeout: v.client.timeout_ms }),
      random: () => v.random?.[waits.length] ?? 0.5,
      sleep: async (ms) => void waits.push(ms),
      fetch: async (url, init) => {
        const x = v.exchanges[n++]
        const request = new Request(url, { ...init, signal: null })
        try {
          assert.ok(x, 'a request too many')
          assert.equal(init.redirect, 'manual')
          await check(x.request, first, request)
        } catch (fault) {
          faults.push(fault)
        }
        if (x?.request) first = request
        // A timer that ends an attempt does not keep the process alive.
        const alive = setInterval(() => {}, 1000)
        try {
          return await answer(x?.answer ?? { status: 500, text: '' }, init.signal)
        } finally {
          clearInterval(alive)
        }
      },
    })
    let result, error
    try {
      result = await call(client, v.call)
    } catch (e) {
      error = e
    }
    assert.deepEqual(faults, [])
    assert.equal(n, v.exchanges.length)
    assert.deepEqual(waits, v.waits_ms)
    if (!v.error) {
      assert.equal(error, undefined)
      if (v.result === null) assert.equal(result, undefined)
      else within(v.result, result)
      if (v.printed) {
        for (const text of [inspect(result, { depth: 5 }), inspect(result.meta, { showHidden: true }), format('%o %O %s', result, result, result)]) assert.ok(!text.includes(v.printed.lacks), text)
        assert.match(inspect(result), /\[redacted\]/)
        assert.ok(inspect(result).includes(v.printed.has))
        assert.ok(JSON.stringify(result).includes(v.printed.lacks))
        assert.deepEqual(Object.keys(result.meta), ['secret', 'hint'])
      }
      for (const key of Object.values(vectors.keys)) assert.ok(!inspect(client, { depth: 9, showHidden: true }).includes(key))
      return
    }
    const { kind, contains, request_id, retry_after_s, ...rest } = v.error
    assert.ok(error instanceof kinds[kind], String(error))
    if (kind === 'usage') assert.equal(error.name, 'PartnerlineError')
    if (contains) assert.match(error.message, new RegExp(contains))
    within(rest, error)
    if (request_id) assert.equal(error.requestId, request_id)
    if (kind === 'api' && !v.exchanges.at(-1).answer.headers?.['Retry-After']) assert.equal(error.retryAfter, undefined)
    if (retry_after_s) assert.equal(error.retryAfter, retry_after_s)
  })
}

for (const v of vectors.clients) {
  test(v.name, async () => {
    const make = () => new Partnerline(v.keys, v.partner_connect_url ? { partnerConnectURL: v.partner_connect_url } : {})
    if (!v.contains) return assert.equal(make().livemode, v.livemode)
    const error = await (async () => call(make(), v.call))().catch((e) => e)
    assert.ok(error instanceof PartnerlineError && error.message.includes(v.contains), String(error))
    for (const k of v.keys) assert.ok(k === '' || !error.message.includes(k), 'the error has the key')
  })
}

for (const v of vectors.signatures) {
  test(v.name, async () => {
    const verified = verify(v.secrets, { 'x-webhook-id': v.id, 'X-Signature': v.x_signature }, v.body, { now: v.now * 1000 })
    if (v.valid) return void (await verified.catch((e) => assert.ok(e instanceof SyntaxError, e))) // some bodies are no JSON
    await assert.rejects(verified, (e) => e instanceof SignatureError && e.reason === v.reason)
  })
}

for (const secret of vectors.secrets) {
  test(`"${secret}" is no secret`, () => assert.rejects(verify(secret, {}, '{}'), /whsec_/))
}

const publicKeys = (v) => (v.jwks ? parseJWKS(v.jwks) : v.keys.map(parsePublicKey))

// Some bodies are no JSON.
async function outcome(v, verified) {
  if (v.valid) return void (await verified.catch((e) => assert.ok(e instanceof SyntaxError, e)))
  await assert.rejects(verified, (e) => e instanceof SignatureError && e.reason === v.reason)
}

for (const v of vectors.public_signatures) {
  test(v.name, () => {
    const headers = { 'Webhook-Id': v.id, 'webhook-timestamp': v.timestamp, 'webhook-signature': v.webhook_signature }
    return outcome(v, verifyWithPublicKeys(publicKeys(v), headers, v.body, { now: v.now * 1000 }))
  })
}

for (const v of vectors.messages) {
  test(v.name, () => outcome(v, verifyMessage(publicKeys(v), v.request, v.body, { now: v.now * 1000, covered: v.covered })))
  test(`${v.name}, as fetch has it`, () => {
    const request = { ...v.request, headers: new Headers(v.request.headers) }
    return outcome(v, verifyMessage(publicKeys(v), request, v.body, { now: v.now * 1000, covered: v.covered }))
  })
}

for (const text of vectors.public_keys) {
  test(`"${text}" is no public key`, () => assert.throws(() => parsePublicKey(text), /whpk_/))
}

test('there is a key to verify with', async () => {
  await assert.rejects(verifyWithPublicKeys([], {}, '{}'), /no public key/)
  assert.throws(() => parseJWKS('{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}'), /32 bytes/)
  assert.throws(() => parseJWKS('{}'), /keys/)
})
