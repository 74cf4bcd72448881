import { ErrorCode, version } from './codes.gen.js'
import { APIError, ConnectionError, PartnerlineError, retryAfter, UnexpectedAnswerError } from './errors.js'
import type { Page } from './page.js'

/** Content of a file. A stream is read to its end before it is sent. */
export type FileContent = Blob | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>

export interface ClientOptions {
  /** Where partner connect is. */
  partnerConnectURL?: string
  /** Where the webhooks API is. */
  webhooksURL?: string
  /** Milliseconds that each attempt may take; 30,000 when absent. */
  timeout?: number
  /** How often a call is repeated at most; 2 when absent. */
  maxRetries?: number
  /** Version of partner connect, a date; the newest when absent. */
  connectVersion?: string
  /** Sends the requests; the global fetch when absent. */
  fetch?: typeof fetch
  /** @internal Of tests. */
  random?: () => number
  /** @internal Of tests. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Options of one call. */
export interface CallOptions {
  /** The merchant that a partner's key acts for. */
  onBehalfOf?: string
  /** By which repeats of the call are recognized, over processes too; random when absent. */
  idempotencyKey?: string
  /** The change is made only if the resource still has this ETag. */
  ifMatch?: string
  headers?: Record<string, string>
  timeout?: number
  maxRetries?: number
  /** Ends the call, its waits included. */
  signal?: AbortSignal
  /** Gets status and headers of the answer, of a refusal too. */
  onResponse?: (info: ResponseInfo) => void
}

export interface ResponseInfo {
  status: number
  headers: Headers
  requestId: string
  etag: string
  /** The answer is that of an earlier call. */
  replayed: boolean
}

type API = 'partner connect' | 'webhooks'

/** One call. */
export interface Call {
  api: API
  method: string
  path: string
  args?: string[]
  query?: object
  body?: object
  upload?: boolean
  keyed?: boolean
  /** Where the result has secrets. */
  secrets?: string[][]
}

const keyAPIs: Record<string, API> = { pk_: 'partner connect', mk_: 'partner connect', vk_: 'webhooks' }

// Waits between attempts: a random part of base, doubled with each attempt up to longest; or what Retry-After says, up to longestAsked.
const base = 500
const longest = 8_000
const longestAsked = 60_000

export class Core {
  readonly livemode: boolean
  readonly #keys = new Map<API, string>()
  readonly #urls = new Map<API, string>()
  readonly #options: ClientOptions

  constructor(key: string | readonly string[], options: ClientOptions) {
    this.#options = options
    let mode = ''
    for (const k of typeof key === 'string' ? [key] : key) {
      const api = keyAPIs[k.slice(0, 3)]
      const its = /^.{3}(live|test)_/.exec(k)?.[1]
      if (!api || !its) throw new PartnerlineError('a key begins with pk_, mk_ or vk_, and then live_ or test_')
      if (this.#keys.has(api)) throw new PartnerlineError(`there are two keys for ${api}`)
      if (mode && mode !== its) throw new PartnerlineError('one key is for live mode and the other for test mode')
      mode = its
      this.#keys.set(api, k)
    }
    if (!mode) throw new PartnerlineError('a key begins with pk_, mk_ or vk_, and then live_ or test_')
    this.livemode = mode === 'live'
    this.#setURL('partner connect', options.partnerConnectURL)
    this.#setURL('webhooks', options.webhooksURL)
  }

  #setURL(api: API, url: string | undefined): void {
    if (url === undefined) return
    if (!/^https?:\/\/[^/]/.test(url)) throw new PartnerlineError(`the URL of ${api} must begin with https:// or http:// and name a host`)
    this.#urls.set(api, url.replace(/\/+$/, ''))
  }

  /** The answer is the result. */
  async call<T>(call: Call, options: CallOptions): Promise<T> {
    const text = await this.#send(call, options)
    try {
      const answer = JSON.parse(text) as T
      for (const path of call.secrets ?? []) redact(answer, path)
      return answer
    } catch (cause) {
      throw new UnexpectedAnswerError('the answer is not what the API documents', { cause })
    }
  }

  /** The member data of the answer is the result. */
  async data<T>(call: Call, options: CallOptions): Promise<T> {
    return (await this.call<{ data: T }>(call, options)).data
  }

  /** One API has the way to the next page in meta, the other beside data. */
  async page<T>(call: Call, options: CallOptions): Promise<Page<T>> {
    const answer = await this.call<{ data: T[]; next_page_token?: string; meta?: { next_page_token?: string } | null }>(call, options)
    return { data: answer.data, next_page_token: answer.next_page_token ?? answer.meta?.next_page_token ?? '' }
  }

  /** There is no result. */
  async nothing(call: Call, options: CallOptions): Promise<void> {
    await this.#send(call, options)
  }

  /** Sends a call, again where that is of use, and returns the body of its success. */
  async #send(call: Call, options: CallOptions): Promise<string> {
    const url = this.#target(call)
    const headers = this.#headers(call, options)
    const body = await encode(call, headers)
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? 2
    for (let attempt = 0; ; attempt++) {
      let failure: APIError | ConnectionError
      let asked: number | undefined
      try {
        const { status, headers: answered, text } = await this.#attempt(call.method, url, headers, body, options)
        options.onResponse?.({
          status,
          headers: answered,
          requestId: answered.get('X-Request-Id') ?? '',
          etag: answered.get('ETag') ?? '',
          replayed: answered.get('Idempotency-Replayed') === 'true',
        })
        if (status >= 200 && status < 300) return text
        failure = new APIError(status, answered, text)
        asked = retryAfter(answered)
      } catch (cause) {
        options.signal?.throwIfAborted()
        if (!(cause instanceof NoAnswer)) throw cause
        failure = new ConnectionError('no answer: ' + String(cause.cause), { cause: cause.cause })
      }
      if (attempt >= maxRetries || !retryable(failure) || (asked !== undefined && asked * 1000 > longestAsked)) throw failure
      const random = (this.#options.random ?? Math.random)()
      const wait = asked === undefined ? random * Math.min(longest, base * 2 ** attempt) : asked * 1000
      await (this.#options.sleep ?? sleep)(wait, options.signal)
    }
  }

  #target(call: Call): string {
    const url = this.#urls.get(call.api)
    if (url === undefined) throw new PartnerlineError(`the client has no URL of ${call.api}: pass one to the constructor`)
    if (!this.#keys.has(call.api)) throw new PartnerlineError(`the client has no key for ${call.api}: pass one to the constructor`)
    let n = 0
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const arg = call.args?.[n++] ?? ''
      if (arg === '' || arg === '.' || arg === '..') throw new PartnerlineError(`${name} is empty or no id`)
      return encodeURIComponent(arg)
    })
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value === undefined || value === null) continue
      for (const v of Array.isArray(value) ? value : [value]) query.append(name, String(v))
    }
    return url + path + (query.size > 0 ? `?${query}` : '')
  }

  #headers(call: Call, options: CallOptions): Headers {
    const headers = new Headers({
      Authorization: `Bearer ${this.#keys.get(call.api)}`,
      Accept: 'application/json',
      'User-Agent': `partnerline-typescript/${version}`,
    })
    if (call.api === 'partner connect' && this.#options.connectVersion) headers.set('Connect-Version', this.#options.connectVersion)
    if (call.keyed) headers.set('Idempotency-Key', options.idempotencyKey ?? crypto.randomUUID())
    if (options.onBehalfOf) headers.set('On-Behalf-Of', options.onBehalfOf)
    if (options.ifMatch) headers.set('If-Match', options.ifMatch)
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    return headers
  }

  async #attempt(method: string, url: string, headers: Headers, body: BodyInit | null, options: CallOptions) {
    const timeout = AbortSignal.timeout(options.timeout ?? this.#options.timeout ?? 30_000)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    try {
      const response = await (this.#options.fetch ?? fetch)(url, { method, headers, body, signal, redirect: 'manual' })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (cause) {
      throw new NoAnswer(cause)
    }
  }
}

/** By which Node.js, Deno and Bun print an object. */
const inspect = Symbol.for('nodejs.util.inspect.custom')

/** Keeps a secret from what prints its object, such as console.log. The member and the JSON of the object have it. */
function redact(value: unknown, [name = '', ...below]: string[]): void {
  if (value === null || typeof value !== 'object') return
  const object = value as { [inspect]?: () => object; [name: string]: unknown }
  if (below.length > 0) return redact(object[name], below)
  const others = object[inspect]
  Object.defineProperty(object, inspect, {
    configurable: true,
    value(this: typeof object) {
      return { ...(others?.call(this) ?? this), ...(typeof this[name] === 'string' && { [name]: '[redacted]' }) }
    },
  })
}

class NoAnswer {
  constructor(readonly cause: unknown) {}
}

async function encode(call: Call, headers: Headers): Promise<BodyInit | null> {
  if (call.body === undefined) return null
  if (!call.upload) {
    headers.set('Content-Type', 'application/json')
    return JSON.stringify(call.body)
  }
  const { file, filename, ...texts } = call.body as { file: FileContent; filename: string } & Record<string, string | null | undefined>
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) {
    if (text !== undefined && text !== null) form.append(name, text)
  }
  form.append('file', await blobOf(file), filename)
  return form
}

async function blobOf(file: FileContent): Promise<Blob> {
  if (file instanceof Blob) return file
  if (file instanceof Uint8Array) return new Blob([file])
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of file) chunks.push(chunk)
  return new Blob(chunks)
}

/** All calls may be repeated: a POST has an idempotency key, or a natural one in its body, or changes nothing. */
function retryable(failure: APIError | ConnectionError): boolean {
  if (failure instanceof ConnectionError) return true
  return [429, 502, 503, 504].includes(failure.status) || failure.code === ErrorCode.idempotencyInProgress
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    if (signal?.aborted) done()
    else signal?.addEventListener('abort', done)
  })
}
