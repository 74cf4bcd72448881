import { PartnerlineError } from './errors.js'
import type { Event } from './models.gen.js'
import { bytes, concat, header, maxHeader, SignatureError, tolerance, type HeaderSource, type VerifyOptions } from './verify.js'

/** A public key of a tenant, by which signatures of the forms ed25519 and http_message are verified. */
export interface PublicKey {
  /** As the JWKS and HTTP message signatures name it; absent when it is not known. */
  id?: string
  /** 32 bytes. */
  key: Uint8Array<ArrayBuffer>
}

/** A request as its sender made it; a Request of fetch is one. */
export interface SignedRequest {
  method: string
  /** The whole URL, with its scheme and host: behind a proxy, the one that the sender called. */
  url: string
  headers: HeaderSource
}

export interface MessageOptions extends VerifyOptions {
  /**
   * Components that a signature must cover. When absent: `@method`, `@authority`, `@path`, `content-digest`, `x-webhook-id` and, if the URL
   * has a query, `@query`.
   */
  covered?: readonly string[]
}

const covered = ['@method', '@authority', '@path', 'content-digest', 'x-webhook-id']

/** Reads a key as Standard Webhooks writes it, `whpk_...`; its id is not known. */
export function parsePublicKey(text: string): PublicKey {
  const raw = text.startsWith('whpk_') ? base64(text.slice('whpk_'.length)) : undefined
  if (raw?.length !== 32) throw new PartnerlineError('a public key is whpk_ followed by base64 of 32 bytes')
  return { key: raw }
}

/** Reads the Ed25519 keys of a JWKS (RFC 7517, RFC 8037), in its order. Keys of other kinds are left out. */
export function parseJWKS(document: string | object): PublicKey[] {
  const set = (typeof document === 'string' ? JSON.parse(document) : document) as { keys?: unknown }
  if (!Array.isArray(set.keys)) throw new PartnerlineError('a JWKS has the member keys')
  const keys: PublicKey[] = []
  for (const k of set.keys as Record<string, unknown>[]) {
    if (k['kty'] !== 'OKP' || k['crv'] !== 'Ed25519') continue
    const x = String(k['x'])
    const raw = /^[A-Za-z0-9_-]{43}$/.test(x) ? base64(x.replaceAll('-', '+').replaceAll('_', '/') + '=') : undefined
    if (raw?.length !== 32) throw new PartnerlineError(`the key ${String(k['kid'])} of the JWKS has not 32 bytes`)
    keys.push(typeof k['kid'] === 'string' ? { id: k['kid'], key: raw } : { key: raw })
  }
  return keys
}

/**
 * Verifies the form ed25519 of a delivery, `v1a` of Standard Webhooks, by its headers and its body as it came, and returns the event. Read
 * the JWKS again when it fails with `no_matching_signature`, but no more often than once a minute: anyone can send a bad signature.
 */
export async function verifyWithPublicKeys(
  keys: readonly PublicKey[],
  headers: HeaderSource,
  body: string | Uint8Array<ArrayBuffer>,
  options: VerifyOptions = {},
): Promise<Event> {
  const [id, timestamp, list] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => header(headers, name)) as [string, string, string]
  const known = await imported(keys)
  if (list === '' || list.length > maxHeader || !/^[+-]?\d{1,18}$/.test(timestamp)) throw new SignatureError('malformed_header')
  if (Math.abs(seconds(options) - Number(timestamp)) > tolerance) throw new SignatureError('timestamp_out_of_tolerance')
  const signed = concat(bytes(`${id}.${timestamp}.`), bytesOf(body))
  for (const part of list.split(' ')) {
    const signature = part.startsWith('v1a,') ? base64(part.slice('v1a,'.length)) : undefined
    for (const { key } of signature ? known : []) {
      if (signature && (await crypto.subtle.verify('Ed25519', key, signature, signed))) return eventOf(body)
    }
  }
  throw new SignatureError('no_matching_signature')
}

/**
 * Verifies the form http_message of a delivery, an HTTP message signature (RFC 9421) with Ed25519, by the request and its body as it came,
 * and returns the event.
 */
export async function verifyMessage(
  keys: readonly PublicKey[],
  request: SignedRequest,
  body: string | Uint8Array<ArrayBuffer>,
  options: MessageOptions = {},
): Promise<Event> {
  const known = await imported(keys)
  const url = new URL(request.url)
  const target = targetOf(request.url)
  const wanted = options.covered ?? (target.query === undefined ? covered : [...covered, '@query'])
  const inputs = parseInputs(all(request.headers, 'signature-input'))
  const signatures = parseSignatures(all(request.headers, 'signature'))
  const component = (name: string): string | undefined => {
    if (name === '@method') return request.method
    if (name === '@authority') return url.host
    if (name === '@path') return target.path
    if (name === '@query') return `?${target.query ?? ''}`
    if (name.startsWith('@')) return undefined
    if (name === 'host') return all(request.headers, name) || url.host
    return all(request.headers, name) || undefined
  }
  const now = seconds(options)
  let late = false
  for (const input of inputs) {
    const { created, expires, alg, keyid } = input.params
    const signature = signatures.get(input.label)
    if (!signature || wanted.some((name) => !input.names.includes(name)) || !/^-?\d+$/.test(created ?? '')) continue
    if ((alg ?? 'ed25519') !== 'ed25519' || !/^-?\d+$/.test(expires ?? '0')) continue
    if (Math.abs(now - Number(created)) > tolerance || (expires !== undefined && now > Number(expires))) {
      late = true
      continue
    }
    const lines = input.names.map((name) => [name, component(name)] as const)
    if (lines.some(([, value]) => value === undefined)) continue
    if (input.names.includes('content-digest') && !(await digestFits(all(request.headers, 'content-digest'), bytesOf(body)))) continue
    const base = bytes(lines.map(([name, value]) => `"${name}": ${value}\n`).join('') + `"@signature-params": ${input.text}`)
    for (const { id, key } of known) {
      if (keyid !== undefined && id !== undefined && id !== keyid) continue
      if (await crypto.subtle.verify('Ed25519', key, signature, base)) return eventOf(body)
    }
  }
  throw new SignatureError(late ? 'timestamp_out_of_tolerance' : 'no_matching_signature')
}

async function imported(keys: readonly PublicKey[]): Promise<{ id: string | undefined; key: CryptoKey }[]> {
  if (keys.length === 0) throw new PartnerlineError('there is no public key to verify with')
  return Promise.all(
    keys.map(async ({ id, key }) => ({ id, key: await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']) })),
  )
}

function seconds(options: VerifyOptions): number {
  return Math.floor((options.now ?? Date.now()) / 1000)
}

function bytesOf(body: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? bytes(body) : body
}

function eventOf(body: string | Uint8Array<ArrayBuffer>): Event {
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as Event
}

function base64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
}

/** Path and query as they are written: URL would encode some characters of them. */
function targetOf(url: string): { path: string; query: string | undefined } {
  const rest = /^[^:/?#]+:\/\/[^/?#]*([^#]*)/.exec(url)?.[1] ?? ''
  const at = rest.indexOf('?')
  return { path: (at < 0 ? rest : rest.slice(0, at)) || '/', query: at < 0 ? undefined : rest.slice(at + 1) }
}

/** All values of a header, as they are signed. */
function all(headers: HeaderSource, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const values = Object.entries(headers).flatMap(([k, v]) => (k.toLowerCase() === name && v !== undefined ? v : []))
  return values.map((v) => v.trim()).join(', ')
}

/** Whether a Content-Digest (RFC 9530) has a digest that is known, and each of those fits. */
async function digestFits(value: string, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  let known = 0
  for (const part of value.split(',')) {
    const at = part.indexOf('=')
    const name = { 'sha-256': 'SHA-256', 'sha-512': 'SHA-512' }[part.slice(0, at).trim()]
    if (name === undefined) continue
    known++
    const sum = new Uint8Array(await crypto.subtle.digest(name, body))
    if (part.slice(at + 1).trim() !== `:${btoa(String.fromCharCode(...sum))}:`) return false
  }
  return known > 0
}

interface Input {
  label: string
  /** The value as it was signed. */
  text: string
  /** Of the components; empty if one has parameters, which this library does not know. */
  names: string[]
  params: Record<string, string>
}

// The forms of a structured field (RFC 8941) that the two headers have.
const key = '[a-z*][a-z0-9_.*-]*'
const value = `"(?:[^"\\\\]|\\\\["\\\\])*"|-?[0-9]{1,15}|[A-Za-z*][!#$%&'*+.^_|~:/A-Za-z0-9-]*|:[A-Za-z0-9+/=]*:|\\?[01]`
const param = `;${key}(?:=(?:${value}))?`
const item = `"[^"\\\\]*"(?:${param})*`
const oneInput = new RegExp(`(${key})=(\\((${item}(?: ${item})*)?\\)((?:${param})*))(?:[ \\t]*,[ \\t]*|$)`, 'y')
const oneSignature = new RegExp(`(${key})=:([A-Za-z0-9+/=]*):(?:[ \\t]*,[ \\t]*|$)`, 'y')
const eachItem = new RegExp(`"([^"\\\\]*)"((?:${param})*)`, 'g')
const eachParam = new RegExp(`;(${key})(?:=(${value}))?`, 'g')

function members(text: string, one: RegExp): RegExpExecArray[] {
  if (text === '' || text.length > maxHeader) throw new SignatureError('malformed_header')
  const list: RegExpExecArray[] = []
  for (let at = 0; at < text.length; at += list.at(-1)?.[0].length ?? 0) {
    one.lastIndex = at
    const found = one.exec(text)
    if (!found) throw new SignatureError('malformed_header')
    list.push(found)
  }
  return list
}

function parseInputs(text: string): Input[] {
  return members(text, oneInput).map(([, label = '', signed = '', items = '', params = '']) => {
    const components = [...items.matchAll(eachItem)]
    const names = components.map(([, name = '']) => name)
    const plain = components.every(([, , more]) => more === '') && new Set(names).size === names.length
    const pairs = [...params.matchAll(eachParam)].map(([, name = '', v = '']) => [name, v.replace(/^"|"$/g, '')] as const)
    return { label, text: signed, names: plain ? names : [], params: Object.fromEntries(pairs) as Record<string, string> }
  })
}

function parseSignatures(text: string): Map<string, Uint8Array<ArrayBuffer>> {
  return new Map(
    members(text, oneSignature).map(([, label = '', encoded = '']) => {
      const raw = base64(encoded)
      if (!raw) throw new SignatureError('malformed_header')
      return [label, raw]
    }),
  )
}
