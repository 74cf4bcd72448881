import { PartnerlineError } from './errors.js'
import type { Event } from './models.gen.js'

/** Why a signature is refused. */
export type SignatureFault = 'malformed_header' | 'timestamp_out_of_tolerance' | 'no_matching_signature'

/** The signature of a delivery is not good: answer 401, and do not read the body. */
export class SignatureError extends PartnerlineError {
  override name = 'SignatureError'
  readonly reason: SignatureFault

  constructor(reason: SignatureFault) {
    super(reason)
    this.reason = reason
  }
}

/** Headers of a request, as fetch has them or as node:http has them. */
export type HeaderSource = Headers | Record<string, string | string[] | undefined>

export interface VerifyOptions {
  /** Milliseconds since 1970; the clock's when absent. */
  now?: number
}

/** How far the time of a signature may be from now, in seconds. Every attempt is signed afresh, so late retries pass. */
export const tolerance = 300

/** Bounds what is parsed of a header from an unverified sender. */
export const maxHeader = 4096

/**
 * Verifies a delivery by its headers and its body as it came, before it is parsed, and returns the event. While a secret is rotated,
 * deliveries are signed with both; a receiver may hold either, or give both. The same delivery may arrive several times: its id, the
 * header X-Webhook-Id, stays the same.
 */
export async function verify(
  secrets: string | readonly string[],
  headers: HeaderSource,
  body: string | Uint8Array<ArrayBuffer>,
  options: VerifyOptions = {},
): Promise<Event> {
  await verifySignature(secrets, header(headers, 'X-Webhook-Id'), header(headers, 'X-Signature'), body, options)
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as Event
}

/** Verifies the value of an X-Signature header for the id of a delivery and a body. */
export async function verifySignature(
  secrets: string | readonly string[],
  id: string,
  signature: string,
  body: string | Uint8Array<ArrayBuffer>,
  options: VerifyOptions = {},
): Promise<void> {
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(keyOf)
  if (keys.length === 0) throw new PartnerlineError('there is no secret to verify with')
  const { timestamp, signatures } = parse(signature)
  const now = Math.floor((options.now ?? Date.now()) / 1000)
  if (Math.abs(now - Number(timestamp)) > tolerance) throw new SignatureError('timestamp_out_of_tolerance')
  const signed = concat(bytes(`${id}.${timestamp}.`), typeof body === 'string' ? bytes(body) : body)
  for (const raw of keys) {
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const s of signatures) {
      const mac = hex(s)
      if (mac && (await crypto.subtle.verify('HMAC', key, mac, signed))) return
    }
  }
  throw new SignatureError('no_matching_signature')
}

export function header(headers: HeaderSource, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  for (const [k, v] of Object.entries(headers)) {
    if (k.toLowerCase() === name.toLowerCase()) return (Array.isArray(v) ? v[0] : v) ?? ''
  }
  return ''
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret)?.[1]
  const key = encoded === undefined ? undefined : Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0))
  if (!key || key.length < 24 || key.length > 64) throw new PartnerlineError('a secret is whsec_ followed by base64 of 24 to 64 bytes')
  return key
}

/** Reads t=...,v1=...[,v1=...]; parts of schemes that it does not know are ignored. */
function parse(value: string): { timestamp: string; signatures: string[] } {
  let timestamp = ''
  const signatures: string[] = []
  if (value.length > maxHeader) throw new SignatureError('malformed_header')
  for (const part of value.split(',')) {
    const at = part.indexOf('=')
    const [name, rest] = [part.slice(0, at), part.slice(at + 1)]
    if (at < 0 || (name === 't' && (timestamp !== '' || rest === ''))) throw new SignatureError('malformed_header')
    if (name === 't') timestamp = rest
    if (name === 'v1') signatures.push(rest)
  }
  if (!/^[+-]?\d{1,18}$/.test(timestamp)) throw new SignatureError('malformed_header')
  return { timestamp, signatures }
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

export function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(a.length + b.length)
  out.set(a)
  out.set(b, a.length)
  return out
}

function hex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}
