/** Any error of this library. */
export class PartnerlineError extends Error {
  override name = 'PartnerlineError'
}

/** No answer came: the connection failed or was lost, or no attempt was answered in time. `cause` says why. */
export class ConnectionError extends PartnerlineError {
  override name = 'ConnectionError'
}

/** A success that is not what the API documents. */
export class UnexpectedAnswerError extends PartnerlineError {
  override name = 'UnexpectedAnswerError'
}

/** One field that was refused. */
export interface FieldError {
  /** JSON pointer into the body, or the name of a parameter or header. */
  field: string
  code: string
  message: string
}

/** An answer that is not a success. */
export class APIError extends PartnerlineError {
  override name = 'APIError'
  readonly status: number
  /** Why, for programs; see `ErrorCode`. Empty when the answer is not from the API, but from a proxy for example. */
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly fields: FieldError[]
  /** To quote to support. */
  readonly requestId: string
  /** Seconds; undefined when the answer does not say. */
  readonly retryAfter: number | undefined
  /** The answer: problems may have further members. */
  readonly body: unknown

  constructor(status: number, headers: Headers, text: string) {
    let body: unknown = text
    try {
      body = JSON.parse(text)
    } catch {
      // A page of a proxy, for example.
    }
    const problem = isProblem(body) ? body : undefined
    const detail = problem?.detail ?? 'the answer is not a problem document'
    const fields = problem?.errors ?? []
    const requestId = problem?.request_id ?? headers.get('X-Request-Id') ?? ''
    super(
      `${status}${problem ? ' ' + problem.code : ''}: ${detail}` +
        fields.map((f) => `; ${f.field}: ${f.message}`).join('') +
        (requestId ? ` (request ${requestId})` : ''),
    )
    this.status = status
    this.code = problem?.code ?? ''
    this.title = problem?.title ?? ''
    this.detail = detail
    this.fields = fields
    this.requestId = requestId
    this.retryAfter = retryAfter(headers)
    this.body = body
  }
}

interface Problem {
  code: string
  title?: string
  detail?: string
  request_id?: string
  errors?: FieldError[]
}

function isProblem(v: unknown): v is Problem {
  return typeof v === 'object' && v !== null && typeof (v as Problem).code === 'string' && (v as Problem).code !== ''
}

/** Reads the header Retry-After, seconds or a time, as seconds. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  const at = /^\w{3}, /.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000)
}
