export { Partnerline } from './client.gen.js'
export type * from './client.gen.js'
export { ErrorCode, version } from './codes.gen.js'
export type { CallOptions, ClientOptions, FileContent, ResponseInfo } from './core.js'
export { APIError, ConnectionError, PartnerlineError, UnexpectedAnswerError, type FieldError } from './errors.js'
export type * from './models.gen.js'
export type { List, Page } from './page.js'
export {
  parseJWKS,
  parsePublicKey,
  verifyMessage,
  verifyWithPublicKeys,
  type MessageOptions,
  type PublicKey,
  type SignedRequest,
} from './publickey.js'
export { SignatureError, verify, verifySignature, type HeaderSource, type SignatureFault, type VerifyOptions } from './verify.js'
