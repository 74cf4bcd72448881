// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

import type { FileContent } from './core.js'

/**
 * The person who opens the account.
 */
export interface ApplicantInput {
  /**
   * 1 to 100 characters.
   */
  given_names?: string | null
  /**
   * 1 to 100 characters.
   */
  family_name?: string | null
  /**
   * At most 254 characters.
   */
  email?: string | null
  /**
   * As people write it; it is kept in E.164. Without a country code it is a Polish number.
   */
  phone?: string | null
  /**
   * Language of pages and messages, a BCP 47 tag like `pl` or `en-GB`.
   */
  locale?: string | null
}

/**
 * What the merchant does.
 */
export interface BusinessInput {
  /**
   * Trade name, 1 to 255 characters.
   */
  name?: string | null
  /**
   * http or https URL of at most 2048 bytes.
   */
  website?: string | null
  /**
   * What is sold to whom, 10 to 1000 characters.
   */
  description?: string | null
  /**
   * Merchant category code (ISO 18245): four digits.
   */
  category_code?: string | null
  /**
   * The number under which the merchant pays taxes.
   */
  tax_id?: TaxIdInput | null
  /**
   * Registered address.
   */
  address?: AddressInput | null
}

/**
 * A tax number under a scheme.
 */
export interface TaxIdInput {
  /**
   * `PL_NIP` or `OTHER`.
   */
  scheme?: TaxIdScheme | null
  /**
   * `PL_NIP`: ten digits with a valid check digit; `OTHER`: 1 to 32 letters, digits or `-`.
   */
  value?: string | null
}

/**
 * A postal address.
 */
export interface AddressInput {
  /**
   * ISO 3166-1 alpha-2, upper case.
   */
  country?: string | null
  /**
   * 1 to 100 characters.
   */
  city?: string | null
  /**
   * 1 to 16 characters; in PL like `00-950`.
   */
  postal_code?: string | null
  /**
   * At most 150 characters; places without streets have none.
   */
  street?: string | null
  /**
   * 1 to 20 characters.
   */
  building_number?: string | null
  /**
   * At most 20 characters.
   */
  unit_number?: string | null
  /**
   * At most 100 characters.
   */
  region?: string | null
}

/**
 * A company as its register knows it.
 */
export interface CompanyInput {
  /**
   * Its entry.
   */
  register?: CompanyRegisterInput | null
  /**
   * Registered name, 1 to 255 characters.
   */
  legal_name?: string | null
  /**
   * The natural persons who own or control it in the end: at most 20; an empty list clears them, as null does.
   */
  beneficial_owners?: BeneficialOwnerInput[] | null
}

/**
 * An entry of a register.
 */
export interface CompanyRegisterInput {
  /**
   * `PL_KRS`, `GB_COH` or `OTHER`.
   */
  scheme?: RegisterScheme | null
  /**
   * `PL_KRS`: ten digits; `GB_COH`: eight digits, or two letters and six digits; `OTHER`: 1 to 32 letters, digits or
   * `-`.
   */
  number?: string | null
}

/**
 * A natural person who owns or controls a company in the end.
 */
export interface BeneficialOwnerInput {
  /**
   * 1 to 100 characters.
   */
  given_names: string
  /**
   * 1 to 100 characters.
   */
  family_name: string
  /**
   * A date of the past, `YYYY-MM-DD`.
   */
  date_of_birth?: string | null
  /**
   * At most 5, unique, ISO 3166-1 alpha-2; empty when they are not known.
   */
  citizenships?: string[] | null
}

/**
 * A bank account.
 */
export interface PayoutAccountInput {
  /**
   * With its check digits right (ISO 13616), or the 26 digits of a Polish account; blanks and hyphens between groups
   * are allowed.
   */
  iban?: string | null
  /**
   * 1 to 255 characters.
   */
  holder_name?: string | null
}

/**
 * Holds what the partner knows of the merchant; only `partner_external_ref` is required. An empty text is refused where
 * a field is optional: leave the field out.
 */
export interface CreateOnboardingParams {
  /**
   * The partner's own reference, unique per channel and mode, immutable: 1 to 128 characters, no control characters, no
   * blanks around it, case-sensitive.
   */
  partner_external_ref: string
  /**
   * A channel of the key. Required when the key owns several (`channel_required`); any other value than one of the
   * key's is `channel_not_owned`.
   */
  channel?: string | null
  /**
   * `natural_person`, `sole_trader` or `company`.
   */
  applicant_type?: ApplicantType | null
  /**
   * The person who opens the account.
   */
  applicant?: ApplicantInput | null
  /**
   * What the merchant does.
   */
  business?: BusinessInput | null
  /**
   * The company, when the applicant acts for one.
   */
  company?: CompanyInput | null
  /**
   * Where the merchant's money goes.
   */
  payout_account?: PayoutAccountInput | null
  /**
   * Where the hosted flow leads in the end: https, of an origin that the channel allows, at most 2048 bytes.
   */
  return_url?: string | null
  /**
   * The partner's own data: at most 20 keys of 1 to 40 characters, values of at most 500. Not for personal data.
   */
  metadata?: Record<string, string> | null
}

/**
 * Names the onboarding; it never leads to the hosted flow.
 */
export interface CreateOnboardingResult {
  /**
   * `mrc_` id: the merchant reference, for life.
   */
  ref: string
  /**
   * As in GetOnboardingResponse; `draft` when new.
   */
  status: OnboardingStatus
  /**
   * Channel of the onboarding.
   */
  channel: string
  /**
   * As it was sent.
   */
  partner_external_ref: string
  /**
   * Creation time.
   */
  created_at: string
}

/**
 * Parameters of onboardings.list.
 */
export interface ListOnboardingsParams {
  /**
   * One of the statuses.
   */
  status?: OnboardingStatusInput
  /**
   * One of the key's channels.
   */
  channel?: string
  /**
   * The partner's own reference.
   */
  partner_external_ref?: string
  /**
   * Only what changed at this time or later, in the order of the changes.
   */
  updated_from?: string
  /**
   * At most 200; 50 when absent.
   */
  page_size?: number
  /**
   * `next_page_token` of the page before; all else stays the same.
   */
  page_token?: string
}

/**
 * An onboarding in a list.
 */
export interface OnboardingSummary {
  /**
   * `mrc_` id.
   */
  ref: string
  /**
   * As in GetOnboardingResponse.
   */
  status: OnboardingStatus
  /**
   * Channel of the onboarding.
   */
  channel: string
  /**
   * The partner's own reference.
   */
  partner_external_ref: string
  /**
   * True for live mode.
   */
  livemode: boolean
  /**
   * Null until it is set.
   */
  applicant_type: ApplicantType | null
  /**
   * Why it is rejected or needs action; null otherwise.
   */
  reason_code: string | null
  /**
   * The partner's own data.
   */
  metadata: Record<string, string>
  /**
   * Creation time.
   */
  created_at: string
  /**
   * Time of the last change.
   */
  updated_at: string
  /**
   * When it expires unless something happens before; null where it cannot.
   */
  expires_at: string | null
}

/**
 * An onboarding. Of personal data it says only whether it was provided.
 */
export interface Onboarding {
  /**
   * `mrc_` id: the merchant reference, for life.
   */
  ref: string
  /**
   * `draft`, `in_progress`, `awaiting_signatories`, `in_review`, `action_required`, `active`, `rejected`, `cancelled`
   * or `expired`; more may come.
   */
  status: OnboardingStatus
  /**
   * Channel of the onboarding.
   */
  channel: string
  /**
   * The partner's own reference.
   */
  partner_external_ref: string
  /**
   * True for live mode.
   */
  livemode: boolean
  /**
   * `natural_person`, `sole_trader` or `company`; null until it is set.
   */
  applicant_type: ApplicantType | null
  /**
   * `single_person`, `multi_person` or `unknown`, derived from the register; null unless the applicant is a company.
   */
  company_structure: CompanyStructure | null
  /**
   * Codes of the outstanding data; empty when complete. More codes may come.
   */
  missing: string[]
  /**
   * How each of them is resolved, in the same order.
   */
  missing_details: MissingDetail[]
  /**
   * Which data of the applicant's identity is there.
   */
  identity: IdentitySummary
  /**
   * The representation decision; null until it is taken.
   */
  representation: Representation | null
  /**
   * Documents that the merchant's activity asks for.
   */
  required_documents: RequiredDocument[]
  /**
   * Uploaded documents.
   */
  documents: Document[]
  /**
   * Invitations of further signatories.
   */
  invitations: Invitation[]
  /**
   * The merchant's own steps in the hosted flow.
   */
  hosted_steps: HostedStep[]
  /**
   * What the merchant lets the partner do.
   */
  delegation: DelegationSummary
  /**
   * Which calls on behalf of the merchant would be let through now.
   */
  can: Abilities
  /**
   * Where the merchant goes next.
   */
  next_action: NextAction
  /**
   * Why it is rejected or needs action; null otherwise.
   */
  reason_code: string | null
  /**
   * Where the hosted flow leads in the end; null when not set.
   */
  return_url: string | null
  /**
   * The partner's own data.
   */
  metadata: Record<string, string>
  /**
   * Creation time.
   */
  created_at: string
  /**
   * Time of the last change.
   */
  updated_at: string
  /**
   * When it expires unless something happens before; null where it cannot.
   */
  expires_at: string | null
}

/**
 * Says how an outstanding code is resolved.
 */
export interface MissingDetail {
  /**
   * One of the codes of `GET /requirements`.
   */
  code: string
  /**
   * Segment of the data: `applicant`, `identity`, `business`, `company`, `payout_account`, `representation` or
   * `document`.
   */
  segment: Segment
  /**
   * `partner`, `merchant` or `either`.
   */
  resolvable_by: Resolver
  /**
   * The partner's call that resolves it, for example `PATCH /onboarding/{ref}`; null when only the merchant can.
   */
  operation: string | null
  /**
   * JSON pointers of the fields in the body of that call.
   */
  fields: string[]
  /**
   * Why data that was there does not count; null when it never was.
   */
  reason_code: string | null
}

/**
 * Says which identity data is there, never what it is.
 */
export interface IdentitySummary {
  /**
   * National identification number.
   */
  national_id: NationalIdSummary
  /**
   * Identity document.
   */
  identity_document: IdentityDocumentSummary
  /**
   * Residential address.
   */
  residential_address: Provided
  /**
   * Place of birth.
   */
  place_of_birth: Provided
  /**
   * Citizenships.
   */
  citizenships: Provided
  /**
   * Date of birth.
   */
  date_of_birth: Provided
}

/**
 * Says whether there is a national id.
 */
export interface NationalIdSummary {
  /**
   * Null when not provided.
   */
  scheme: NationalIdScheme | null
  /**
   * True when it is there.
   */
  provided: boolean
}

/**
 * Says whether there is an identity document.
 */
export interface IdentityDocumentSummary {
  /**
   * Null when not provided.
   */
  type: IdentityDocumentType | null
  /**
   * True when it is there.
   */
  provided: boolean
}

/**
 * Says whether a piece of data is there.
 */
export interface Provided {
  /**
   * True when it is there.
   */
  provided: boolean
}

/**
 * How the applicant may bind the company, by what its register says.
 */
export interface Representation {
  /**
   * `solo`, `co_representative` or `proxy`.
   */
  representation_mode: RepresentationMode
  /**
   * True for the modes other than `solo`.
   */
  requires_invitation_or_poa: boolean
  /**
   * What the partner claimed.
   */
  is_representative: boolean
  /**
   * How the person was found among the members: `exact`, `name`, `weak`, `ambiguous`, `suspended` or `none`.
   */
  match: RepresentationMatch
  /**
   * Who signs for the company.
   */
  rule: RepresentationRule
  /**
   * How many more people must sign, by the shortest way; 0 for `solo`.
   */
  additional_signatories_required: number
  /**
   * Members who may sign beside the person.
   */
  candidates: RepresentationCandidate[]
  /**
   * The state of the register that this follows from.
   */
  register: RegisterReference
  /**
   * True when only the hosted identity check can show that the person is the member.
   */
  identity_confirmation_required: boolean
  /**
   * When this was found.
   */
  evaluated_at: string
}

/**
 * A company's rule of representation.
 */
export interface RepresentationRule {
  /**
   * By what the register says.
   */
  kind: RepresentationRuleKind
  /**
   * The register's words, without names and numbers of people; null when it has none.
   */
  text: string | null
  /**
   * Each is one sufficient set of signatures.
   */
  alternatives: RepresentationAlternative[]
}

/**
 * One sufficient set of signatures.
 */
export interface RepresentationAlternative {
  /**
   * All of them sign.
   */
  signers: RepresentationSigner[]
}

/**
 * A number of signatures of one role.
 */
export interface RepresentationSigner {
  /**
   * `member`, `procurator`, `function:<name>` or `person:<member_id>`.
   */
  role: string
  /**
   * How many; null: all of them.
   */
  count: number | null
}

/**
 * A member of the representing body.
 */
export interface RepresentationCandidate {
  /**
   * Names the member in an invitation.
   */
  member_id: string
  /**
   * Function in the body as the register spells it; null when it names none.
   */
  function: string | null
  /**
   * First letters of the name.
   */
  name_masked: string
}

/**
 * A state of a company's entry.
 */
export interface RegisterReference {
  /**
   * As in `company.register`.
   */
  scheme: RegisterScheme
  /**
   * As in `company.register`.
   */
  number: string
  /**
   * The state's own date.
   */
  as_of: string
  /**
   * Hash of the state, hexadecimal.
   */
  snapshot_id: string
}

/**
 * A document that a regulated activity asks for.
 */
export interface RequiredDocument {
  /**
   * `doc_` id, by which an upload refers to it.
   */
  document_id: string
  /**
   * For example `regulated_activity.licence`.
   */
  code: string
  /**
   * Name for people.
   */
  title: string
  /**
   * `missing`, `received`, `accepted` or `rejected`.
   */
  status: RequiredDocumentStatus
  /**
   * Why it was rejected; null otherwise.
   */
  reason_code: string | null
}

/**
 * An uploaded file; its content is never given out.
 */
export interface Document {
  /**
   * `doc_` id.
   */
  document_id: string
  /**
   * The required document that it answers; null otherwise.
   */
  required_document_id: string | null
  /**
   * Free-form type; null when it answers a required document.
   */
  document_type: string | null
  /**
   * Free-form subject; null when it answers a required document.
   */
  subject: string | null
  /**
   * Name of the file as it was sent.
   */
  filename: string
  /**
   * Media type by content.
   */
  content_type: string
  /**
   * Size in bytes.
   */
  size_bytes: number
  /**
   * SHA-256 of the content, in hexadecimal.
   */
  sha256: string
  /**
   * `received`, `accepted` or `rejected`.
   */
  status: DocumentStatus
  /**
   * Time of the upload.
   */
  created_at: string
  /**
   * Why it was rejected; null otherwise.
   */
  reason_code: string | null
}

/**
 * Asks a further person to sign.
 */
export interface Invitation {
  /**
   * `inv_` id.
   */
  invitation_id: string
  /**
   * `representative` or `proxy`.
   */
  role: InvitationRole
  /**
   * `pending`, `accepted`, `declined`, `expired` or `revoked`.
   */
  status: InvitationStatus
  /**
   * Whom, masked.
   */
  invitee_masked: string
  /**
   * Documents attached.
   */
  document_ids: string[]
  /**
   * When it lapses.
   */
  expires_at: string
  /**
   * The member of the representing body who is invited; null for a proxy, and where the partner named none.
   */
  member_id: string | null
  /**
   * Creation time.
   */
  created_at: string
  /**
   * When the invitation was last sent.
   */
  last_sent_at: string
  /**
   * How often it was sent again, of at most 5.
   */
  resent_count: number
  /**
   * What became of the newest message to the person; null unless the invitation is pending.
   */
  last_message: LastMessage | null
}

/**
 * What became of a one-time code, a link or an invitation that was sent to a person.
 */
export interface LastMessage {
  /**
   * `email` or `sms`.
   */
  medium: MessageMedium
  /**
   * `queued`, `sent`, `delivered` or `failed`.
   */
  status: MessageStatus
  /**
   * Why it failed: `rejected`, `bounced` or `expired`; more may come. Null otherwise.
   */
  reason_code: MessageFailure | null
  /**
   * When it took this status.
   */
  at: string
}

/**
 * A step of the hosted flow.
 */
export interface HostedStep {
  /**
   * `contact_verification`, `identity_verification`, `declarations`, `agreement_signing`, `payouts_opt_in` or
   * `verification_transfer`.
   */
  step: HostedStepName
  /**
   * `pending` or `completed`.
   */
  status: HostedStepStatus
  /**
   * True for a step that the merchant may leave out.
   */
  optional: boolean
}

/**
 * The state of the merchant's delegation.
 */
export interface DelegationSummary {
  /**
   * `none`, `active` or `revoked`.
   */
  status: DelegationStatus
}

/**
 * Says which calls on behalf of the merchant would be let through now.
 */
export interface Abilities {
  /**
   * POST /payments.
   */
  register_payment: boolean
  /**
   * GET /merchants/{ref}/balance and the like.
   */
  read_account: boolean
  /**
   * POST /merchants/{ref}/payouts.
   */
  request_payout: boolean
}

/**
 * Where the merchant goes next.
 */
export interface NextAction {
  /**
   * `hosted_flow`; `none` once the onboarding is rejected, cancelled or expired.
   */
  type: NextActionType
  /**
   * For the merchant's browser; each answer has a fresh one. Null for `none`.
   */
  url: string | null
  /**
   * When the URL stops working; null for `none`.
   */
  expires_at: string | null
  /**
   * What became of the newest message to the applicant, in answers about the onboarding; null when none went to the
   * present contact, and where the onboarding waits for no one.
   */
  last_message: LastMessage | null
}

/**
 * Holds what changes; see CreateOnboardingRequest for the rules of each field.
 */
export interface UpdateOnboardingParams {
  /**
   * `natural_person`, `sole_trader` or `company`.
   */
  applicant_type?: ApplicantType | null
  /**
   * The person who opens the account.
   */
  applicant?: ApplicantInput | null
  /**
   * What the merchant does.
   */
  business?: BusinessInput | null
  /**
   * The company, when the applicant acts for one.
   */
  company?: CompanyInput | null
  /**
   * Where the merchant's money goes.
   */
  payout_account?: PayoutAccountInput | null
  /**
   * Where the hosted flow leads in the end.
   */
  return_url?: string | null
  /**
   * The partner's own data, replaced whole.
   */
  metadata?: Record<string, string> | null
}

/**
 * The state of the onboarding after the change.
 */
export interface UpdateOnboardingResult {
  /**
   * `mrc_` id.
   */
  ref: string
  /**
   * As in GetOnboardingResponse; no partner call moves it forward.
   */
  status: OnboardingStatus
  /**
   * `single_person`, `multi_person` or `unknown`; null unless the applicant is a company.
   */
  company_structure: CompanyStructure | null
  /**
   * Codes of the outstanding data.
   */
  missing: string[]
  /**
   * How each of them is resolved, in the same order.
   */
  missing_details: MissingDetail[]
  /**
   * Documents that the merchant's activity asks for.
   */
  required_documents: RequiredDocument[]
  /**
   * Time of the last change.
   */
  updated_at: string
}

/**
 * A national identification number.
 */
export interface NationalIdInput {
  /**
   * `PL_PESEL` or `OTHER`.
   */
  scheme: NationalIdScheme
  /**
   * Country that issued it, ISO 3166-1 alpha-2; `PL` for `PL_PESEL`.
   */
  country?: string | null
  /**
   * `PL_PESEL`: eleven digits with a valid check digit and date; `OTHER`: 1 to 32 letters, digits or `-`.
   */
  value: string
}

/**
 * A document that proves who its holder is.
 */
export interface IdentityDocumentInput {
  /**
   * `identity_card`, `passport`, `residence_card` or `driving_licence`.
   */
  type: IdentityDocumentType
  /**
   * 4 to 20 capital letters and digits; a Polish identity card has three letters and six digits with a valid check
   * digit.
   */
  number: string
  /**
   * ISO 3166-1 alpha-2.
   */
  issuing_country: string
  /**
   * `YYYY-MM-DD`, of the past.
   */
  issued_on?: string | null
  /**
   * `YYYY-MM-DD`, of the future; null for a document without an end.
   */
  expires_on?: string | null
}

/**
 * Where a person was born.
 */
export interface PlaceOfBirthInput {
  /**
   * ISO 3166-1 alpha-2.
   */
  country: string
  /**
   * 1 to 100 characters.
   */
  city: string
}

/**
 * Holds identity data of the main applicant.
 */
export interface PrefillIdentityParams {
  /**
   * National identification number.
   */
  national_id?: NationalIdInput | null
  /**
   * Identity document.
   */
  identity_document?: IdentityDocumentInput | null
  /**
   * Residential address.
   */
  residential_address?: AddressInput | null
  /**
   * Place of birth.
   */
  place_of_birth?: PlaceOfBirthInput | null
  /**
   * ISO 3166-1 alpha-2, 1 to 5, unique; null clears them, an empty list is refused.
   */
  citizenships?: string[] | null
  /**
   * `YYYY-MM-DD`; needed only where the national id does not contain it. Both must agree: `identity_mismatch`.
   */
  date_of_birth?: string | null
}

/**
 * Says what is there now; never what it is.
 */
export interface PrefillIdentityResult {
  /**
   * `mrc_` id.
   */
  ref: string
  /**
   * As in GetOnboardingResponse; prefilling does not change it.
   */
  status: OnboardingStatus
  /**
   * Which data is there.
   */
  identity: IdentitySummary
  /**
   * Codes of the outstanding data.
   */
  missing: string[]
  /**
   * What a person should look at, though it is stored: `applicant_under_18`.
   */
  warnings: string[]
}

/**
 * A person to look for in the register.
 */
export interface RepresentationPersonInput {
  /**
   * 1 to 100 characters.
   */
  given_names: string
  /**
   * 1 to 100 characters.
   */
  family_name: string
  /**
   * Helps where names are ambiguous; it is not stored.
   */
  national_id?: NationalIdInput | null
}

/**
 * Says whether the person who opens the account represents the company.
 */
export interface SetRepresentationParams {
  /**
   * True: the person claims to be a member of the representing body. Required.
   */
  is_representative: boolean
  /**
   * The person, when it is not the applicant.
   */
  person?: RepresentationPersonInput | null
}

/**
 * The decision.
 */
export interface SetRepresentationResult {
  /**
   * `mrc_` id.
   */
  ref: string
  /**
   * `solo`, `co_representative` or `proxy`.
   */
  representation_mode: RepresentationMode
  /**
   * True for the modes other than `solo`.
   */
  requires_invitation_or_poa: boolean
  /**
   * What the partner claimed.
   */
  is_representative: boolean
  /**
   * How the person was found among the members: `exact`, `name`, `weak`, `ambiguous`, `suspended` or `none`.
   */
  match: RepresentationMatch
  /**
   * Who signs for the company.
   */
  rule: RepresentationRule
  /**
   * How many more people must sign, by the shortest way; 0 for `solo`.
   */
  additional_signatories_required: number
  /**
   * Members who may sign beside the person.
   */
  candidates: RepresentationCandidate[]
  /**
   * The state of the register that this follows from.
   */
  register: RegisterReference
  /**
   * True when only the hosted identity check can show that the person is the member.
   */
  identity_confirmation_required: boolean
  /**
   * When this was found.
   */
  evaluated_at: string
  /**
   * Codes of the outstanding data.
   */
  missing: string[]
}

/**
 * The state of the onboarding after the cancellation.
 */
export interface CancelOnboardingResult {
  /**
   * `mrc_` id.
   */
  ref: string
  /**
   * `cancelled`.
   */
  status: OnboardingStatus
  /**
   * Time of the last change.
   */
  updated_at: string
}

/**
 * Parameters of onboardings.list_requirements.
 */
export interface ListRequirementsParams {
  /**
   * Only what is asked of `natural_person`, `sole_trader` or `company`.
   */
  applicant_type?: ApplicantType
}

/**
 * A code that `missing` can hold.
 */
export interface Requirement {
  /**
   * As it appears in `missing[]`.
   */
  code: string
  /**
   * Segment of the data.
   */
  segment: Segment
  /**
   * Of whom it is asked: `natural_person`, `sole_trader`, `single_person_company` and `multi_person_company`.
   */
  asked_of: Audience[]
  /**
   * When it is asked, beyond `asked_of`: `always`, `regulated_activity`, `proxy` or `not_solo`.
   */
  condition: RequirementCondition
  /**
   * `partner`, `merchant` or `either`.
   */
  resolvable_by: Resolver
  /**
   * The partner's call that resolves it; null when only the merchant can.
   */
  operation: string | null
  /**
   * JSON pointers of the fields in the body of that call.
   */
  fields: string[]
  /**
   * What it means, in English.
   */
  description: string
}

/**
 * Reports completeness and hands the merchant over.
 */
export interface FinalizeOnboardingResult {
  /**
   * `mrc_` id.
   */
  ref: string
  /**
   * As in GetOnboardingResponse; finalize does not change it.
   */
  status: OnboardingStatus
  /**
   * Codes of the outstanding data; empty when complete, and once the onboarding is rejected, cancelled or expired.
   */
  missing: string[]
  /**
   * How each of them is resolved, in the same order.
   */
  missing_details: MissingDetail[]
  /**
   * Where the merchant goes next.
   */
  next_action: NextAction
  /**
   * When this was found.
   */
  evaluated_at: string
}

/**
 * A file and what it is.
 */
export interface UploadDocumentParams {
  /**
   * The file.
   */
  file: FileContent
  /**
   * Name of the file. What is kept of it is the last part of a path, without characters that are not shown or turn the
   * direction of text, at most 255 characters; it is never used as a path.
   */
  filename: string
  /**
   * Free-form type, 1 to 64 characters; recognised: `power_of_attorney`, `identity_document`, `company_extract`,
   * `bank_confirmation`, `licence`.
   */
  document_type?: string | null
  /**
   * Whom or what it concerns, 1 to 128 characters.
   */
  subject?: string | null
  /**
   * `document_id` of an entry of `required_documents`, in place of `document_type` and `subject`.
   */
  document_id?: string | null
}

/**
 * Describes the stored document.
 */
export interface UploadDocumentResult {
  /**
   * `doc_` id of the upload.
   */
  document_id: string
  /**
   * The required document that it answers; null otherwise.
   */
  required_document_id: string | null
  /**
   * As sent; null when it answers a required document.
   */
  document_type: string | null
  /**
   * As sent; null when it answers a required document.
   */
  subject: string | null
  /**
   * What was kept of the name that was sent.
   */
  filename: string
  /**
   * Media type by content.
   */
  content_type: string
  /**
   * Size in bytes.
   */
  size_bytes: number
  /**
   * SHA-256 of the content, in hexadecimal.
   */
  sha256: string
  /**
   * `received`.
   */
  status: DocumentStatus
  /**
   * Time of the upload.
   */
  created_at: string
}

/**
 * An invited person.
 */
export interface InviteeInput {
  /**
   * 1 to 100 characters. Required.
   */
  given_names: string
  /**
   * 1 to 100 characters. Required.
   */
  family_name: string
  /**
   * At most 254 characters. Required. It must be the person's own: the address of the applicant or of another
   * signatory, however it is written, is refused with `contact_taken`.
   */
  email: string
  /**
   * The person's own phone, as people write it; it is kept in E.164. Without a country code it is a Polish number.
   */
  phone?: string | null
}

/**
 * Says who is invited to what.
 */
export interface CreateInvitationParams {
  /**
   * `representative` (signs as a member of the representing body) or `proxy` (signs by a power of attorney). Required.
   */
  role: InvitationRole
  /**
   * Who. Required.
   */
  invitee: InviteeInput
  /**
   * For a representative: the member, one of the decision's `candidates`.
   */
  member_id?: string | null
  /**
   * For a proxy: the uploads that hold the power of attorney; at most 10.
   */
  document_ids?: string[] | null
  /**
   * Language of the message and the pages, `pl` or `en` or more exactly; the applicant's when absent.
   */
  locale?: string | null
}

/**
 * The invitation.
 */
export interface CreateInvitationResult {
  /**
   * `inv_` id.
   */
  invitation_id: string
  /**
   * `representative` or `proxy`.
   */
  role: InvitationRole
  /**
   * `pending`.
   */
  status: InvitationStatus
  /**
   * Whom, masked.
   */
  invitee_masked: string
  /**
   * Documents attached.
   */
  document_ids: string[]
  /**
   * When it lapses: after 14 days.
   */
  expires_at: string
  /**
   * The member who is invited; null where none was named.
   */
  member_id: string | null
  /**
   * Creation time.
   */
  created_at: string
}

/**
 * The invitation after the sending.
 */
export interface ResendInvitationResult {
  /**
   * `inv_` id.
   */
  invitation_id: string
  /**
   * `pending`.
   */
  status: InvitationStatus
  /**
   * When it lapses.
   */
  expires_at: string
  /**
   * When it was last sent.
   */
  last_sent_at: string
  /**
   * How often it was sent again, of at most 5.
   */
  resent_count: number
}

/**
 * Parameters of merchants.list.
 */
export interface ListMerchantsParams {
  /**
   * `none`, `active`, `suspended` or `closed`.
   */
  status?: MerchantStatusInput
  /**
   * One of the key's channels.
   */
  channel?: string
  /**
   * `none`, `active` or `revoked`.
   */
  delegation_status?: DelegationStatus
  /**
   * At most 200; 50 when absent.
   */
  page_size?: number
  /**
   * `next_page_token` of the page before; all else stays the same.
   */
  page_token?: string
}

/**
 * A business that is paid.
 */
export interface Merchant {
  /**
   * `mrc_` id: the `ref` of its onboarding.
   */
  merchant_ref: string
  /**
   * The distribution channel under which the partner onboarded it.
   */
  channel: string
  /**
   * The partner's own reference.
   */
  partner_external_ref: string
  /**
   * True for live mode.
   */
  livemode: boolean
  /**
   * `none` until the onboarding is active, then `active`, `suspended` or `closed`; more may come.
   */
  status: MerchantStatus
  /**
   * Status of the onboarding.
   */
  onboarding_status: OnboardingStatus
  /**
   * What it takes and is paid in, ISO 4217.
   */
  currencies: string[]
  /**
   * What the merchant lets the partner do.
   */
  delegation: DelegationSummary
  /**
   * Whether the partner may request payouts.
   */
  payouts_opt_in: PayoutsOptIn
  /**
   * Which calls on behalf of the merchant would be let through now.
   */
  can: Abilities
  /**
   * Creation time of the onboarding.
   */
  created_at: string
}

/**
 * The merchant's consent to payouts by its partner.
 */
export interface PayoutsOptIn {
  /**
   * `not_requested`, `pending`, `granted` or `revoked`.
   */
  status: PayoutsOptInStatus
  /**
   * When the partner asked for it; null when it did not.
   */
  requested_at: string | null
  /**
   * When the merchant gave it; null until then.
   */
  granted_at: string | null
  /**
   * When the merchant took it back or refused; null otherwise.
   */
  revoked_at: string | null
}

/**
 * The merchant's consent that the partner acts for it. It is revocable by the merchant and the operator, effective with
 * the next call.
 */
export interface Delegation {
  /**
   * `dlg_` id; null until the agreement is signed.
   */
  delegation_id: string | null
  /**
   * `mrc_` id.
   */
  merchant_ref: string
  /**
   * The distribution channel under which the partner onboarded it.
   */
  channel: string
  /**
   * `none`, `active` or `revoked`.
   */
  status: DelegationStatus
  /**
   * What it allows now.
   */
  permissions: DelegationPermissions
  /**
   * The separate consent to payouts.
   */
  payouts_opt_in: PayoutsOptIn
  /**
   * The agreement that was signed; null until then.
   */
  agreement: SignedAgreement | null
  /**
   * When it was granted; null until then.
   */
  granted_at: string | null
  /**
   * When it was revoked; null unless it is.
   */
  revoked_at: string | null
  /**
   * `merchant`, `operator` or `system`; null unless it is revoked.
   */
  revoked_by: Revoker | null
}

/**
 * What a delegation allows.
 */
export interface DelegationPermissions {
  /**
   * To read balance, transactions and settlements.
   */
  account_read: boolean
  /**
   * To register payments.
   */
  payments_write: boolean
}

/**
 * A channel agreement that a merchant signed.
 */
export interface SignedAgreement {
  /**
   * Id of the text.
   */
  id: string
  /**
   * Version of the text.
   */
  version: string
  /**
   * When it was signed.
   */
  signed_at: string
}

/**
 * Who pays.
 */
export interface PaymentCustomerInput {
  /**
   * At most 254 characters.
   */
  email: string
  /**
   * 1 to 255 characters.
   */
  name?: string | null
  /**
   * Language of the payment page, a BCP 47 tag like `pl` or `en-GB`.
   */
  locale?: string | null
}

/**
 * What a customer is asked for.
 */
export interface RegisterPaymentParams {
  /**
   * Minor units of the currency (ISO 4217: JPY has none, PLN two digits, KWD three), 1 to 99 999 999 999.
   */
  amount: number
  /**
   * ISO 4217, one of the merchant's.
   */
  currency: string
  /**
   * Your own reference, unique per merchant: 1 to 128 characters, no control characters, no blanks around it.
   */
  external_ref: string
  /**
   * What is paid for, 1 to 255 characters; the customer sees it.
   */
  description: string
  /**
   * Who pays.
   */
  customer: PaymentCustomerInput
  /**
   * Where the payment page leads in the end, with `payment_id` and `status` added: https, at most 2048 bytes.
   */
  return_url: string
  /**
   * `transfer`, `blik` or `card`; the customer chooses when it is absent.
   */
  method?: PaymentMethod | null
  /**
   * Until when it can be paid: 15 minutes to 30 days ahead; 24 hours when absent.
   */
  valid_until?: string | null
  /**
   * Your own data: at most 20 keys of 1 to 40 characters, values of at most 500. Not for personal data.
   */
  metadata?: Record<string, string> | null
}

/**
 * Money that a customer is asked for. Nothing of the customer is in it.
 */
export interface Payment {
  /**
   * `pay_` id.
   */
  payment_id: string
  /**
   * `mrc_` id of the merchant.
   */
  merchant_ref: string
  /**
   * Channel of the merchant.
   */
  channel: string
  /**
   * `registered`, `pending`, `paid`, `partially_refunded`, `refunded`, `rejected`, `expired` or `cancelled`; more may
   * come.
   */
  status: PaymentStatus
  /**
   * Minor units.
   */
  amount: number
  /**
   * ISO 4217.
   */
  currency: string
  /**
   * Your own reference.
   */
  external_ref: string
  /**
   * Where the customer goes next.
   */
  next_action: NextAction
  /**
   * Who registered it.
   */
  acted_by: ActedBy
  /**
   * Creation time.
   */
  created_at: string
  /**
   * True for live mode.
   */
  livemode: boolean
  /**
   * How it is or was paid; null while the customer has not chosen.
   */
  method: PaymentMethod | null
  /**
   * What the merchant pays for it, minor units; taken when it is paid, by the tariff that is in effect then.
   */
  fee: number
  /**
   * What was given back, minor units.
   */
  refunded_amount: number
  /**
   * Why it was rejected, in live mode by the payment engine's own account (such as card_declined), or why it was
   * cancelled when the partner did not ask for it (merchant_suspended, merchant_closed); null otherwise.
   */
  reason_code: string | null
  /**
   * Your own data.
   */
  metadata: Record<string, string>
  /**
   * Until when it can be paid.
   */
  valid_until: string
  /**
   * Time of the last change.
   */
  updated_at: string
  /**
   * When it was paid; null until then.
   */
  paid_at: string | null
  /**
   * What the payer's bank took back and has not returned, minor units.
   */
  charged_back_amount: number
}

/**
 * Who did something for a merchant.
 */
export interface ActedBy {
  /**
   * `partner` or `merchant`.
   */
  type: ActorType
  /**
   * `ptn_` id; null for the merchant itself.
   */
  partner_id: string | null
  /**
   * `dlg_` id of the delegation by which the partner acted; null for the merchant itself.
   */
  delegation_id: string | null
}

/**
 * Parameters of payments.list.
 */
export interface ListPaymentsParams {
  /**
   * Only those that were registered at this time or later.
   */
  created_from?: string
  /**
   * Only those that were registered before this time.
   */
  created_to?: string
  /**
   * One of the statuses.
   */
  status?: PaymentStatusInput
  /**
   * ISO 4217.
   */
  currency?: string
  /**
   * Your own reference: one payment, or none.
   */
  external_ref?: string
  /**
   * At most 200; 50 when absent.
   */
  page_size?: number
  /**
   * `next_page_token` of the page before; all else stays the same.
   */
  page_token?: string
}

/**
 * Asks for a refund.
 */
export interface CreateRefundParams {
  /**
   * Minor units of the payment's currency, 1 to what was neither refunded nor charged back; or `all`.
   */
  amount?: number | null
  /**
   * Your own reference, unique among the refunds of a merchant: 1 to 128 characters, no control characters, no blanks
   * around it.
   */
  external_ref: string
  /**
   * True: all that was neither refunded nor charged back.
   */
  all?: boolean | null
}

/**
 * Money of a payment on its way back to the customer.
 */
export interface Refund {
  /**
   * `rfd_` id.
   */
  refund_id: string
  /**
   * `pay_` id of the payment.
   */
  payment_id: string
  /**
   * `mrc_` id of the merchant.
   */
  merchant_ref: string
  /**
   * `pending`, `succeeded` or `failed`; more may come.
   */
  status: RefundStatus
  /**
   * Minor units.
   */
  amount: number
  /**
   * ISO 4217.
   */
  currency: string
  /**
   * Your own reference; the refund's own id where the sandbox or support made it.
   */
  external_ref: string
  /**
   * Who asked for it.
   */
  acted_by: ActedBy
  /**
   * Why it failed; null otherwise.
   */
  reason_code: string | null
  /**
   * True for live mode.
   */
  livemode: boolean
  /**
   * Creation time.
   */
  created_at: string
  /**
   * Time of the last change.
   */
  updated_at: string
}

/**
 * Parameters of payments.list_refunds.
 */
export interface ListRefundsParams {
  /**
   * At most 200; 50 when absent.
   */
  page_size?: number
  /**
   * `next_page_token` of the page before; all else stays the same.
   */
  page_token?: string
}

/**
 * Parameters of payments.list_chargebacks.
 */
export interface ListChargebacksParams {
  /**
   * At most 200; 50 when absent.
   */
  page_size?: number
  /**
   * `next_page_token` of the page before; all else stays the same.
   */
  page_token?: string
}

/**
 * Money of a payment that the payer's bank took back.
 */
export interface Chargeback {
  /**
   * `cbk_` id.
   */
  chargeback_id: string
  /**
   * `pay_` id of the payment.
   */
  payment_id: string
  /**
   * `mrc_` id of the merchant.
   */
  merchant_ref: string
  /**
   * `charged_back` or `reversed`; more may come.
   */
  status: ChargebackStatus
  /**
   * Minor units: the payment's amount or a part of it.
   */
  amount: number
  /**
   * ISO 4217.
   */
  currency: string
  /**
   * Why, by the payment engine's own account, such as `fraudulent` or `product_not_received`.
   */
  reason_code: string
  /**
   * Until when it can be disputed; null where that is not known.
   */
  respond_by: string | null
  /**
   * True for live mode.
   */
  livemode: boolean
  /**
   * Creation time.
   */
  created_at: string
  /**
   * Time of the last change.
   */
  updated_at: string
  /**
   * What it costs the merchant, minor units: taken with the amount, and not returned by a reversal.
   */
  fee: number
}

/**
 * What a merchant has.
 */
export interface AccountBalance {
  /**
   * `mrc_` id.
   */
  merchant_ref: string
  /**
   * When the balances were read.
   */
  as_of: string
  /**
   * One for each currency that ever moved; their sum is that of the net amounts of all transactions.
   */
  balances: Balance[]
}

/**
 * What a merchant has in one currency, in minor units. After refunds and chargebacks `available` and `pending` may be
 * negative: the merchant owes that much, nothing can be paid out, and what comes next settles it first.
 */
export interface Balance {
  /**
   * ISO 4217.
   */
  currency: string
  /**
   * What can be paid out.
   */
  available: number
  /**
   * What is paid and not settled yet.
   */
  pending: number
  /**
   * What payouts that are not under way yet have set aside.
   */
  reserved: number
}

/**
 * Parameters of accounts.list_transactions.
 */
export interface ListTransactionsParams {
  /**
   * Only those that occurred at this time or later.
   */
  from?: string
  /**
   * Only those that occurred before this time.
   */
  to?: string
  /**
   * `payment`, `refund`, `chargeback`, `fee`, `payout` or `adjustment`.
   */
  type?: TransactionTypeInput
  /**
   * `pending`, `available` or `settled`.
   */
  status?: TransactionStatus
  /**
   * ISO 4217.
   */
  currency?: string
  /**
   * `stl_` id.
   */
  settlement_id?: string
  /**
   * At most 200; 50 when absent.
   */
  page_size?: number
  /**
   * `next_page_token` of the page before; all else stays the same.
   */
  page_token?: string
}

/**
 * A change of what a merchant has.
 */
export interface Transaction {
  /**
   * `txn_` id.
   */
  transaction_id: string
  /**
   * `payment`, `refund`, `chargeback`, `payout` or `adjustment` (a payout that the bank returned, a refund that failed,
   * a chargeback that was reversed); more may come.
   */
  type: TransactionType
  /**
   * Minor units; what leaves the merchant is negative.
   */
  amount: number
  /**
   * What the merchant paid for it, minor units.
   */
  fee: number
  /**
   * `amount` less `fee`.
   */
  net: number
  /**
   * ISO 4217.
   */
  currency: string
  /**
   * `pending`: it counts in the pending balance. `settled`: a settlement made it available. `available`: it changed the
   * available balance at once.
   */
  status: TransactionStatus
  /**
   * `pay_` id; null unless it comes from a payment.
   */
  payment_id: string | null
  /**
   * `pyt_` id; null unless it comes from a payout.
   */
  payout_id: string | null
  /**
   * `stl_` id; null until it is settled.
   */
  settlement_id: string | null
  /**
   * Your own reference of the payment or payout.
   */
  external_ref: string
  /**
   * When it happened.
   */
  occurred_at: string
  /**
   * The day (UTC) from which it can be paid out, `YYYY-MM-DD`.
   */
  available_on: string
  /**
   * `rfd_` id; null unless it comes from a refund.
   */
  refund_id: string | null
  /**
   * `cbk_` id; null unless it comes from a chargeback.
   */
  chargeback_id: string | null
}

/**
 * Parameters of accounts.list_settlements.
 */
export interface ListSettlementsParams {
  /**
   * Only those that were paid at this time or later.
   */
  from?: string
  /**
   * Only those that were paid before this time.
   */
  to?: string
  /**
   * `open`, `processing`, `paid` or `failed`.
   */
  status?: SettlementStatusInput
  /**
   * ISO 4217.
   */
  currency?: string
  /**
   * At most 200; 50 when absent.
   */
  page_size?: number
  /**
   * `next_page_token` of the page before; all else stays the same.
   */
  page_token?: string
}

/**
 * Makes the payments of one day available, with their refunds and chargebacks, in one currency.
 */
export interface Settlement {
  /**
   * `stl_` id.
   */
  settlement_id: string
  /**
   * `paid`: credited to the available balance; more may come.
   */
  status: SettlementStatus
  /**
   * ISO 4217.
   */
  currency: string
  /**
   * Of the payments, minor units.
   */
  gross: number
  /**
   * Of the payments, minor units.
   */
  fees: number
  /**
   * What was given back, minor units.
   */
  refunds: number
  /**
   * `gross` less `fees`, `refunds` and `chargebacks`: the sum of the net amounts of its transactions.
   */
  net: number
  /**
   * How many transactions it has.
   */
  transaction_count: number
  /**
   * First moment of its period.
   */
  period_from: string
  /**
   * First moment after its period.
   */
  period_to: string
  /**
   * When it was credited.
   */
  paid_at: string
  /**
   * The account that payouts go to, masked.
   */
  iban_masked: string
  /**
   * What was charged back, less what was reversed, minor units.
   */
  chargebacks: number
}

/**
 * Where the statement of a settlement is.
 */
export interface SettlementStatement {
  /**
   * `stl_` id.
   */
  settlement_id: string
  /**
   * A page in English and Polish, to read and print.
   */
  page_url: string
  /**
   * The same as a file (RFC 4180, UTF-8): a row for each transaction, the oldest first, and a last one of type `total`.
   * Amounts are decimals.
   */
  csv_url: string
  /**
   * Until when the links work.
   */
  expires_at: string
}

/**
 * Parameters of accounts.list_settlement_transactions.
 */
export interface ListSettlementTransactionsParams {
  /**
   * At most 200; 50 when absent.
   */
  page_size?: number
  /**
   * `next_page_token` of the page before; all else stays the same.
   */
  page_token?: string
}

/**
 * The state of the consent.
 */
export interface RequestPayoutsOptInResult {
  /**
   * `mrc_` id.
   */
  merchant_ref: string
  /**
   * The consent.
   */
  payouts_opt_in: PayoutsOptIn
  /**
   * Where the merchant goes to decide; `none` once it has allowed payouts.
   */
  next_action: NextAction
}

/**
 * Asks for a payout.
 */
export interface CreatePayoutParams {
  /**
   * Minor units, at least one major unit of the currency; or `all`.
   */
  amount?: number | null
  /**
   * True: all that is available.
   */
  all?: boolean | null
  /**
   * ISO 4217, one of the merchant's.
   */
  currency: string
  /**
   * Your own reference, unique per merchant: 1 to 128 characters, no control characters, no blanks around it.
   */
  external_ref: string
  /**
   * 1 to 255 characters.
   */
  description?: string | null
}

/**
 * Money on its way to a merchant's bank account.
 */
export interface Payout {
  /**
   * `pyt_` id.
   */
  payout_id: string
  /**
   * `mrc_` id.
   */
  merchant_ref: string
  /**
   * `requested`, `processing`, `paid`, `failed` or `cancelled`; more may come.
   */
  status: PayoutStatus
  /**
   * Minor units.
   */
  amount: number
  /**
   * ISO 4217.
   */
  currency: string
  /**
   * Where it goes, masked.
   */
  iban_masked: string
  /**
   * Your own reference.
   */
  external_ref: string
  /**
   * Who requested it.
   */
  acted_by: ActedBy
  /**
   * Creation time.
   */
  created_at: string
  /**
   * True for live mode.
   */
  livemode: boolean
  /**
   * As sent; null when it was not.
   */
  description: string | null
  /**
   * Why it failed; null otherwise.
   */
  reason_code: string | null
  /**
   * Time of the last change.
   */
  updated_at: string
  /**
   * When it arrived; null until then.
   */
  paid_at: string | null
}

/**
 * Parameters of payouts.list.
 */
export interface ListPayoutsParams {
  /**
   * One of the statuses.
   */
  status?: PayoutStatusInput
  /**
   * ISO 4217.
   */
  currency?: string
  /**
   * At most 200; 50 when absent.
   */
  page_size?: number
  /**
   * `next_page_token` of the page before; all else stays the same.
   */
  page_token?: string
}

/**
 * Parameters of feed.list.
 */
export interface ListFeedParams {
  /**
   * `evt_` id of the last event that the reader has seen; absent: from the oldest.
   */
  after?: string
  /**
   * Only events of this type, for example `onboarding.status_changed`.
   */
  type?: string
  /**
   * At most 200; 50 when absent.
   */
  page_size?: number
}

/**
 * Something that happened to a merchant, in the envelope of all events.
 */
export interface FeedEvent {
  /**
   * `evt_` id.
   */
  id: string
  /**
   * For example `onboarding.status_changed`; more types may come.
   */
  type: string
  /**
   * When it happened.
   */
  created_at: string
  /**
   * Version of the envelope.
   */
  api_version: string
  /**
   * `ten_` id of the partner's tenant.
   */
  tenant: string
  /**
   * True for live mode.
   */
  livemode: boolean
  /**
   * What happened; `merchant_ref` names the merchant. It holds no personal data.
   */
  data: Record<string, unknown>
}

/**
 * Describes a type of events.
 */
export interface FeedEventType {
  /**
   * Its name, for example `onboarding.status_changed`.
   */
  type: string
  /**
   * What an event of the type means.
   */
  description: string
  /**
   * Version of the API that has the type first, for example `1.0.0`.
   */
  since: string
  /**
   * Scopes that a key needs to read events of the type. With `account:read` it reads those of merchants whose
   * delegation is active.
   */
  scopes: string[]
  /**
   * JSON Schema that `data` of such an event satisfies. Statuses and codes have the known ones as `examples`: more may
   * come.
   */
  schema: Record<string, unknown>
  /**
   * Envelope of such an event.
   */
  example: Record<string, unknown>
}

/**
 * The shape of the body of requests: a preset or an expression, one of the two. Requests are signed over what they
 * have, and keep the headers that every delivery has.
 */
export interface BodyShapeInput {
  /**
   * A shape for a kind of receivers, with its content type and headers.
   */
  preset?: BodyPreset | null
  /**
   * An expression in CEL of at most 4,000 bytes whose result is an object or a list, over one variable: `event`, the
   * body without a shape. The result is sent as `application/json`: without white space, the members of objects in the
   * order of their names.
   */
  expression?: string | null
}

/**
 * How requests and connections to an endpoint are authenticated, besides the signature. Its secrets are encrypted and
 * not shown again. Each member belongs to the types that it names, and is refused with others.
 */
export interface AuthenticationInput {
  /**
   * - `none`: no authentication of ours, for `server_ca` without it.
   * - `mtls`: a client certificate.
   * - `oauth2_client_credentials`: a bearer token of an OAuth2 server (RFC 6749, section 4.4).
   * - `basic`: a user name and a password (RFC 7617).
   * - `bearer`: a token that does not change (RFC 6750).
   */
  type: AuthenticationType
  /**
   * Of `basic`: 1 to 255 bytes without a colon and control characters.
   */
  username?: string | null
  /**
   * Of `basic`: at most 1,024 bytes without control characters; empty when absent.
   */
  password?: string | null
  /**
   * Of `bearer`: 1 to 4,096 letters, digits and `-._~+/`, then any number of `=`.
   */
  token?: string | null
  /**
   * Of `oauth2_client_credentials`: a URL by the rules of `url`.
   */
  token_url?: string | null
  /**
   * Of `oauth2_client_credentials`: 1 to 255 printable ASCII characters.
   */
  client_id?: string | null
  /**
   * Of `oauth2_client_credentials`: 1 to 1,024 printable ASCII characters.
   */
  client_secret?: string | null
  /**
   * Of `oauth2_client_credentials`: up to 20 scopes of 1 to 128 printable ASCII characters without blanks, quotes and
   * backslashes.
   */
  scopes?: string[] | null
  /**
   * Of `mtls`: PEM of the certificate and of those that lead to its authority, at most 16 KiB. When absent we make one;
   * the answer has the authority that the receiver is to trust.
   */
  certificate?: string | null
  /**
   * Of `mtls`: PEM of the private key of `certificate` (PKCS #8, PKCS #1 or SEC 1, not encrypted), at most 8 KiB.
   */
  private_key?: string | null
  /**
   * Of any type: PEM of 1 to 10 authorities, at most 24 KiB, of which one must have issued the receiver's certificate.
   * Public authorities then do not count for the receiver. A token server's certificate may be of a public authority or
   * of one of these.
   */
  server_ca?: string | null
}

/**
 * Registers an endpoint.
 */
export interface CreateEndpointParams {
  /**
   * Absolute http or https URL of at most 2048 bytes, without user info and fragment; https for live keys.
   */
  url: string
  /**
   * 1 to 64 unique event types, or exactly `["*"]`: all but those about endpoints, which are to be listed.
   */
  events: string[]
  /**
   * At most 500 characters.
   */
  description?: string | null
  /**
   * An expression in CEL of at most 1,000 bytes whose result is true or false, over one variable: `event`, the body of
   * the request. An event is delivered when the result is true. An expression that fails on an event, as on a member
   * that it does not have, does not match it; one that is too expensive does. Test events, and deliveries that are sent
   * again one by one, are not filtered.
   */
  filter?: string | null
  /**
   * True: when a failed attempt has a response with `Retry-After`, the next attempt waits for the first step of the
   * schedule that is as long as it says, or else for the last one, and never for less than without it. False when
   * absent: the schedule alone counts.
   */
  honour_retry_after?: boolean | null
  /**
   * True: one response with status 410 (Gone) deactivates the endpoint. False when absent: it fails as any other.
   */
  deactivate_on_410?: boolean | null
  /**
   * Up to 10 headers that each request has besides ours, as for a gateway in front of the receiver. Names of 1 to 64
   * letters, digits and hyphens that are none of ours and no header of the connection; values of 1 to 1,024 printable
   * ASCII characters without blanks around them, which are encrypted and not shown again.
   */
  headers?: Record<string, string> | null
  /**
   * Most requests a second, 1 to 1,000; no such limit when absent. It is approximate for a moment when it is set, and
   * when dispatchers are added or end. What exceeds it waits, and keeps its attempts.
   */
  rate_limit?: number | null
  /**
   * Of a partner: up to 100 channels of its key, whose events alone it gets; those of all when absent.
   */
  channels?: string[] | null
  /**
   * How its requests are signed; `["hmac"]` when absent. `hmac`: with the endpoint's secret. `ed25519` (`v1a` of
   * Standard Webhooks) and `http_message` (RFC 9421): with the key of the tenant and mode, whose public part
   * ListSigningKeys shows and the JWKS publishes; the first endpoint that asks for one of them makes it.
   */
  signatures?: SignatureForm[] | null
  /**
   * The shape of the body of its requests; the event itself when absent. It is applied at each attempt, so that retries
   * have the shape that the endpoint has then. Nothing is sent where it fails on an event, costs too much, or makes a
   * body of more than 68 KiB: the attempt fails with `body_failed`, and is repeated by the schedule.
   */
  body?: BodyShapeInput | null
  /**
   * An expression in CEL of at most 1,000 bytes whose value is the key of an event, over the variable `event` as in
   * `filter`. Events with the same key are delivered one at a time, in the order of the log; a delivery that fails
   * holds back those of its key only. A key is a text, a number or a boolean, and has at most 256 bytes as text. An
   * event without such a key, as for want of a member, is delivered without an order and counted in `health`.
   * Deliveries have no order when it is absent.
   */
  order_by?: string | null
  /**
   * What becomes of the other events of a key when a delivery has failed, after all its attempts. `skip` when absent.
   * - `skip`: the next one is delivered.
   * - `stop`: they wait until the failed one is sent again with success, or skipped.
   */
  order_on_failure?: OrderOnFailure | null
  /**
   * How requests and connections are authenticated; null and absent: by signatures only.
   */
  authentication?: AuthenticationInput | null
}

/**
 * Holds the new endpoint and its secret.
 */
export interface CreatedEndpoint {
  /**
   * The endpoint: active, or inactive where the operator requires proof of `ownership` in live mode.
   */
  data: Endpoint
  /**
   * The first secret, which no later answer shows.
   */
  meta: SecretMeta
}

/**
 * A receiver's URL and the event types that it subscribes to.
 */
export interface Endpoint {
  /**
   * UUID, as in the path of its routes.
   */
  id: string
  /**
   * Where deliveries are sent.
   */
  url: string
  /**
   * Event types that it subscribes to, or the single element `*` for all but those about endpoints.
   */
  events: string[]
  /**
   * The tenant's own text about it; null when none is given.
   */
  description: string | null
  /**
   * False once set inactive or deactivated; such an endpoint is not called.
   */
  is_active: boolean
  /**
   * Consecutive failed deliveries (a delivery fails after its fifth attempt).
   */
  failure_count: number
  /**
   * When an attempt to it was last made; null before the first.
   */
  last_triggered_at: string | null
  /**
   * When a delivery to it last succeeded; null before the first.
   */
  last_success_at: string | null
  /**
   * When a delivery to it last failed, after all its attempts; null before the first.
   */
  last_failure_at: string | null
  /**
   * Set on automatic deactivation; null while the endpoint is active.
   */
  disabled_at: string | null
  /**
   * When it was created.
   */
  created_at: string
  /**
   * Time of the last change through the API or by deactivation.
   */
  updated_at: string
  /**
   * When the signing secret was last rotated; null when never.
   */
  secret_rotated_at: string | null
  /**
   * What its recent deliveries show.
   */
  health: EndpointHealth
  /**
   * True for an endpoint of live mode.
   */
  livemode: boolean
  /**
   * The expression that an event must match to be delivered; null when every event of its types is.
   */
  filter: string | null
  /**
   * True: a `Retry-After` of the receiver puts the next attempt off, see CreateEndpointRequest.
   */
  honour_retry_after: boolean
  /**
   * True: one response with status 410 deactivates it.
   */
  deactivate_on_410: boolean
  /**
   * Names of the headers of its own that each request has, in alphabetical order; their values are not shown.
   */
  header_names: string[]
  /**
   * Most requests a second; null when there is no such limit. What waits for it is `pending` in `health`.
   */
  rate_limit: number | null
  /**
   * Channels of partner connect whose events it gets; empty: those of all.
   */
  channels: string[]
  /**
   * The expression whose value is the key of an event: events with the same key are delivered one at a time, in the
   * order of the log. Null when deliveries have no order.
   */
  order_by: string | null
  /**
   * What becomes of the other events of a key when a delivery has failed, after all its attempts:
   * - `skip`: the next one is delivered.
   * - `stop`: they wait until the failed one is sent again with success, or skipped.
   */
  order_on_failure: OrderOnFailure
  /**
   * How its requests are signed, at least one form: `hmac`, `ed25519`, `http_message`.
   */
  signatures: SignatureForm[]
  /**
   * How requests and connections to it are authenticated, without secrets; null when only signatures do.
   */
  authentication: EndpointAuthentication | null
  /**
   * The shape of the body of its requests; null when it is the event itself.
   */
  body: BodyShape | null
  /**
   * Whether it is proven that its owner controls the receiver.
   */
  ownership: EndpointOwnership
}

/**
 * What the recent deliveries of an endpoint show.
 */
export interface EndpointHealth {
  /**
   * It follows attempts, so that an outage shows after the first of them:
   * - `healthy`: none of the others.
   * - `degraded`: the last attempt failed, a delivery waits for its retry, or a delivery failed in the last 24 hours.
   * - `failing`: the last 10 attempts failed, or the last 25 deliveries did, half of those that deactivate; one success
   *   ends it.
   * - `inactive`: the endpoint is not called.
   */
  state: EndpointHealthState
  /**
   * Status of the last response; null when there was none.
   */
  last_response_status: number | null
  /**
   * Share of deliveries that ended delivered among those that ended delivered or failed in the last 24 hours; null when
   * none ended.
   */
  success_rate_24h: number | null
  /**
   * Deliveries that have not ended yet, counted up to 1,000.
   */
  pending: number
  /**
   * Those of them that wait for a retry: at least one attempt of their run failed.
   */
  retrying: number
  /**
   * Attempts that failed in a row since the last one that succeeded, of all deliveries; 0 after a success.
   */
  failed_attempts: number
  /**
   * Deliveries that are due and held back, because the endpoint or its tenant has used up its share of a queue, or
   * because they were moved to now. They are sent as the endpoint takes them; no attempt is used up. Null if no
   * delivery waits.
   */
  waiting_for_capacity: WaitingForCapacity | null
  /**
   * Events of the tenant and mode that have no deliveries yet, to this endpoint or to others, because there are more
   * than its rate of deliveries allows. They get them in their order. Null if no event waits.
   */
  waiting_events: WaitingEvents | null
  /**
   * Deliveries that wait behind another one of their key, counted up to 1,000; see `order_by`. They are among those
   * that are pending.
   */
  held_back: number
  /**
   * Events of the last 24 hours that had no usable key, and were delivered without an order; see `order_by`.
   */
  without_key_24h: number
}

/**
 * What waits for capacity.
 */
export interface WaitingForCapacity {
  /**
   * How many wait, counted up to 10,000; in an answer with more than five endpoints up to an even part of 50,000 for
   * each.
   */
  count: number
  /**
   * True: there are more.
   */
  more: boolean
  /**
   * Since when the oldest of them waits.
   */
  since: string
}

/**
 * What waits for the rate of deliveries of a tenant and mode.
 */
export interface WaitingEvents {
  /**
   * How many events wait, counted up to 10,000.
   */
  count: number
  /**
   * True: there are more.
   */
  more: boolean
  /**
   * Since when the oldest of them waits.
   */
  since: string
  /**
   * The rate: deliveries of new events in a minute.
   */
  deliveries_per_minute: number
}

/**
 * An authentication as it is shown: without its secrets.
 */
export interface EndpointAuthentication {
  /**
   * As in Authentication.
   */
  type: AuthenticationType
  /**
   * Of `basic`.
   */
  username: string | null
  /**
   * Of `oauth2_client_credentials`: where tokens are fetched.
   */
  token_url: string | null
  /**
   * Of `oauth2_client_credentials`.
   */
  client_id: string | null
  /**
   * Of `oauth2_client_credentials`: the scopes that are asked for.
   */
  scopes: string[]
  /**
   * Of `mtls`: our certificate.
   */
  certificate: ClientCertificate | null
  /**
   * The authorities of `server_ca`, in their order.
   */
  server_ca: ShownCertificate[]
}

/**
 * The certificate by which we authenticate.
 */
export interface ClientCertificate {
  /**
   * Its subject, such as `CN=shop.example.com`.
   */
  subject: string
  /**
   * SHA-256 of the certificate, in hex.
   */
  fingerprint: string
  /**
   * When it ends; attempts fail with `client_certificate_expired` from then on.
   */
  expires_at: string
  /**
   * PEM of the certificate that issued it, when we made it: what the receiver is to trust. It stays when the
   * certificate is renewed, and is the same for all endpoints of the tenant and mode. Null for a certificate of your
   * own.
   */
  authority: string | null
}

/**
 * A certificate that was given.
 */
export interface ShownCertificate {
  /**
   * Its subject, such as `CN=shop.example.com`.
   */
  subject: string
  /**
   * SHA-256 of the certificate, in hex.
   */
  fingerprint: string
  /**
   * When it ends.
   */
  expires_at: string
}

/**
 * The shape of the body of requests: a preset or an expression, one of the two. Requests are signed over what they
 * have, and keep the headers that every delivery has.
 */
export interface BodyShape {
  /**
   * A shape for a kind of receivers, with its content type and headers.
   */
  preset: BodyPreset | null
  /**
   * An expression in CEL of at most 4,000 bytes whose result is an object or a list, over one variable: `event`, the
   * body without a shape. The result is sent as `application/json`: without white space, the members of objects in the
   * order of their names.
   */
  expression: string | null
}

/**
 * Says whether it is proven that the owner of an endpoint controls its receiver.
 */
export interface EndpointOwnership {
  /**
   * - `unproven`: VerifyEndpoint was not called, or the receiver has not answered.
   * - `required`: unproven, and the endpoint is inactive because the operator requires proof in live mode.
   * - `proven`: the receiver answered a challenge, and the URL has not changed since.
   */
  state: EndpointOwnershipState
  /**
   * When it was proven; null: it is not.
   */
  proven_at: string | null
}

/**
 * Holds a signing secret: shown once, in the response that made it.
 */
export interface SecretMeta {
  /**
   * `whsec_` and the base64 of 32 random bytes. Null in the answer to a repeat with the same `Idempotency-Key`: a
   * secret is shown exactly once, and is not kept in an answer.
   */
  secret: string | null
  /**
   * In the answer to a repeat: how to get a new secret. Null in the first answer.
   */
  hint: string | null
}

/**
 * Holds the fields to change.
 */
export interface UpdateEndpointParams {
  /**
   * As in CreateEndpointRequest; null is refused.
   */
  url?: string
  /**
   * As in CreateEndpointRequest; null and an empty list are refused.
   */
  events?: string[]
  /**
   * As in CreateEndpointRequest; null clears it.
   */
  description?: string | null
  /**
   * True activates and resets the failure count, false stops deliveries; null is refused.
   */
  is_active?: boolean
  /**
   * As in CreateEndpointRequest; null clears it.
   */
  filter?: string | null
  /**
   * As in CreateEndpointRequest; null is refused.
   */
  honour_retry_after?: boolean
  /**
   * As in CreateEndpointRequest; null is refused.
   */
  deactivate_on_410?: boolean
  /**
   * As in CreateEndpointRequest, instead of all headers so far; null and an empty object remove them.
   */
  headers?: Record<string, string> | null
  /**
   * As in CreateEndpointRequest; null ends the limit.
   */
  rate_limit?: number | null
  /**
   * As in CreateEndpointRequest; null and an empty list: those of all.
   */
  channels?: string[] | null
  /**
   * As in CreateEndpointRequest; null and an empty list are refused.
   */
  signatures?: SignatureForm[]
  /**
   * As in CreateEndpointRequest, instead of the shape so far; null: the event itself.
   */
  body?: BodyShapeInput | null
  /**
   * As in CreateEndpointRequest; null ends the order. It holds for events that are relayed after the change; deliveries
   * that wait keep their key, and their order.
   */
  order_by?: string | null
  /**
   * As in CreateEndpointRequest, for deliveries that fail after the change; null is refused.
   */
  order_on_failure?: OrderOnFailure
  /**
   * As in CreateEndpointRequest, instead of the one so far; null ends it. `mtls` without a certificate renews ours.
   */
  authentication?: AuthenticationInput | null
}

/**
 * A test event on its way to the endpoint.
 */
export interface TestDelivery {
  /**
   * `dlv_` id, the `X-Webhook-Id` that the receiver will see.
   */
  delivery_id: string
  /**
   * `evt_` id.
   */
  event_id: string
  /**
   * `verification.test`, `webhook.test` to an endpoint of a partner, or `webhook.challenge`.
   */
  type: string
}

/**
 * Asks for a new secret.
 */
export interface RotateSecretParams {
  /**
   * How long the secrets so far go on signing, in seconds: 0 to 604,800 (7 days); 86,400 (a day) when absent.
   */
  overlap_seconds?: number | null
}

/**
 * Holds the endpoint and its new secret.
 */
export interface RotatedSecret {
  /**
   * The endpoint with its new `secret_rotated_at`.
   */
  data: Endpoint
  /**
   * The new secret, which no later answer shows.
   */
  meta: SecretMeta
}

/**
 * Holds the public keys of a tenant and mode that are published.
 */
export interface SigningKeys {
  /**
   * Newest first.
   */
  keys: SigningKeyPair[]
  /**
   * Public address of the JWKS (RFC 7517, RFC 8037) with the same keys, which is read without a key; null where the
   * operator has not set a public address.
   */
  jwks_url: string | null
}

/**
 * The public part of an Ed25519 key of a tenant and mode.
 */
export interface SigningKeyPair {
  /**
   * `sgk_` id: `kid` in the JWKS, and `keyid` in HTTP message signatures.
   */
  id: string
  /**
   * What it is for now: `published`, it does not sign yet; `signing`; `retiring`, it does not sign any more and is
   * still published.
   */
  state: SigningKeyState
  /**
   * `whpk_` and the base64 of the public key, as Standard Webhooks writes it.
   */
  public_key: string
  /**
   * When it was made and published.
   */
  published_at: string
  /**
   * When it begins to sign, or did.
   */
  signs_from: string
  /**
   * When it stops signing, or stopped; null for the newest key.
   */
  signs_until: string | null
  /**
   * When it is no longer published; null for the newest key.
   */
  published_until: string | null
}

/**
 * Asks for a new key.
 */
export interface RotateSigningKeyParams {
  /**
   * How long the new key is published before it signs, and the key so far after it signed last, in seconds: 0, or 600
   * to 604,800 (7 days); 86,400 (a day) when absent.
   */
  overlap_seconds?: number | null
}

/**
 * Asks what requests with a shape have.
 */
export interface PreviewBodyParams {
  /**
   * The shape to try.
   */
  body: BodyShapeInput
  /**
   * Only the latest events of this type; of all types when absent.
   */
  type?: string | null
  /**
   * Only this event of the tenant and mode.
   */
  event_id?: string | null
}

/**
 * What a request for an event has of a shape.
 */
export interface BodyPreview {
  /**
   * `evt_` id of the event; null for an example.
   */
  event_id: string | null
  /**
   * Type of the event.
   */
  type: string
  /**
   * Content type of the request; null when there is no body.
   */
  content_type: string | null
  /**
   * Headers that the shape adds.
   */
  headers: Record<string, string>
  /**
   * Body of the request, byte for byte; null when there is none.
   */
  body: string | null
  /**
   * Why there is no body, with the line and the column of the expression where they are known; null when there is one.
   */
  error: string | null
}

/**
 * Parameters of webhooks.get_endpoint_statistics.
 */
export interface GetEndpointStatisticsParams {
  /**
   * What an entry covers: `hour`, the default, or `day`.
   */
  interval?: StatisticsInterval
  /**
   * Beginning (RFC 3339), at most 31 days ago; the interval that it falls into is the first one. Without it the answer
   * has 24 hours, or 31 days.
   */
  from?: string
  /**
   * End (RFC 3339), exclusive; now when absent or later than now.
   */
  to?: string
}

/**
 * Are the deliveries to an endpoint that ended, by intervals.
 */
export interface EndpointStatistics {
  /**
   * What an entry covers.
   */
  interval: StatisticsInterval
  /**
   * Beginning of the first interval.
   */
  from: string
  /**
   * End of the last interval, which may be in the future: that interval has not ended then.
   */
  to: string
  /**
   * One entry for each interval, the oldest first: at most 745.
   */
  intervals: StatisticsOfInterval[]
}

/**
 * Are the deliveries that ended in an interval.
 */
export interface StatisticsOfInterval {
  /**
   * Beginning of the interval: of an hour, or of a day in UTC.
   */
  began_at: string
  /**
   * Deliveries that ended delivered.
   */
  delivered: number
  /**
   * Deliveries that ended failed, after all their attempts.
   */
  failed: number
  /**
   * How long the attempts took that delivered, on average, in milliseconds; null when there was none.
   */
  mean_duration_ms: number | null
}

/**
 * Are the addresses from which requests to endpoints come.
 */
export interface SourceAddresses {
  /**
   * False: the operator does not say from which addresses requests come. They may come from any, and change at any
   * time.
   */
  stated: boolean
  /**
   * Ranges in CIDR notation, such as `192.0.2.0/28`; empty when they are not stated.
   */
  addresses: string[]
  /**
   * Since when these hold; null when they are not stated.
   */
  since: string | null
  /**
   * What is announced to follow; null when nothing is.
   */
  next: AnnouncedSourceAddresses | null
}

/**
 * Are source addresses from a time on. Allow both lists until then.
 */
export interface AnnouncedSourceAddresses {
  /**
   * Ranges in CIDR notation; empty: from then on they are not stated, and requests may come from any address.
   */
  addresses: string[]
  /**
   * From when on they hold.
   */
  effective_at: string
  /**
   * When they were announced: at least 7 days before, unless the change was urgent.
   */
  announced_at: string
}

/**
 * Parameters of webhooks.list_deliveries.
 */
export interface ListDeliveriesParams {
  /**
   * Only deliveries in this state: `pending`, `delivered`, `failed` or `cancelled`.
   */
  status?: DeliveryStatus
  /**
   * Only deliveries of events of this type.
   */
  type?: string
  /**
   * Only deliveries of events at or after this time (RFC 3339).
   */
  from?: string
  /**
   * Only deliveries of events before this time (RFC 3339).
   */
  to?: string
  /**
   * 1 to 200; 0 means 50, more than 200 means 200.
   */
  page_size?: number
  /**
   * `meta.next_page_token` of the page before; the other parameters must be the same.
   */
  page_token?: string
}

/**
 * One event on its way to one endpoint.
 */
export interface Delivery {
  /**
   * `dlv_` id, the `X-Webhook-Id` of every attempt.
   */
  id: string
  /**
   * UUID of the endpoint that it goes to.
   */
  endpoint_id: string
  /**
   * `evt_` id of the event.
   */
  event_id: string
  /**
   * What the event is about, such as `verification.completed`.
   */
  event_type: string
  /**
   * State of the run:
   * - `pending`: attempts are due or under way.
   * - `delivered`: the receiver answered 2xx.
   * - `failed`: all attempts of the run failed.
   * - `cancelled`: the endpoint stopped being active, its owner may not get the event any more, or it was skipped.
   */
  status: DeliveryStatus
  /**
   * Run of the schedule, from 1; each resend or recovery of a delivery that has ended is one more.
   */
  run: number
  /**
   * Attempts of this run that were made so far.
   */
  attempt_count: number
  /**
   * When the next attempt is due; null once ended, and while another delivery holds it back.
   */
  next_attempt_at: string | null
  /**
   * `error` of the last attempt; of a cancelled run `endpoint_inactive`, `access_revoked` when its owner may not get
   * the event any more, or `skipped`; null when nothing failed.
   */
  reason: string | null
  /**
   * When the delivery was first stored.
   */
  created_at: string
  /**
   * When the run ended; null while pending.
   */
  completed_at: string | null
  /**
   * Its key, by `order_by` of the endpoint; null when it has no order.
   */
  order_key: string | null
  /**
   * `dlv_` id of the delivery of the same key that comes first: this one waits until that has ended. Null when nothing
   * holds it back.
   */
  held_back_by: string | null
}

/**
 * A delivery with its attempts.
 */
export interface DeliveryDetail {
  /**
   * `dlv_` id, the `X-Webhook-Id` of every attempt.
   */
  id: string
  /**
   * UUID of the endpoint that it goes to.
   */
  endpoint_id: string
  /**
   * `evt_` id of the event.
   */
  event_id: string
  /**
   * What the event is about.
   */
  event_type: string
  /**
   * State of the run, as in Delivery.
   */
  status: DeliveryStatus
  /**
   * Run of the schedule, as in Delivery.
   */
  run: number
  /**
   * Attempts of this run that were made so far.
   */
  attempt_count: number
  /**
   * When the next attempt is due; null once ended, and while another delivery holds it back.
   */
  next_attempt_at: string | null
  /**
   * Why the run failed or was cancelled, as in Delivery.
   */
  reason: string | null
  /**
   * When the delivery was first stored.
   */
  created_at: string
  /**
   * When the run ended; null while pending.
   */
  completed_at: string | null
  /**
   * All attempts of all runs, in order.
   */
  attempts: Attempt[]
  /**
   * Its key, as in Delivery.
   */
  order_key: string | null
  /**
   * The delivery that holds it back, as in Delivery.
   */
  held_back_by: string | null
}

/**
 * One HTTP request of a delivery.
 */
export interface Attempt {
  /**
   * Run that the attempt belongs to, from 1.
   */
  run: number
  /**
   * Number in the run, from 1.
   */
  number: number
  /**
   * `succeeded` when the receiver answered 2xx in time, else `failed`.
   */
  status: AttemptStatus
  /**
   * Why it failed; null on success.
   * - `dns`: the name does not resolve.
   * - `blocked_address`: it resolves to addresses that deliveries may not go to.
   * - `connect_refused`, `connect_timeout`: no connection was made.
   * - `tls`: the handshake failed.
   * - `certificate`: the receiver's certificate has ended, names another host, or is of an authority that is not
   *   trusted.
   * - `client_certificate`: the receiver refused our certificate, or demands one.
   * - `client_certificate_expired`: our certificate has ended; no request was made.
   * - `token_refused`, `token_failed`: no OAuth2 token was obtained; no request was made.
   * - `timeout`: no status and headers within 10 seconds.
   * - `reset`: the receiver closed the connection.
   * - `redirect`: a 3xx, which is never followed.
   * - `http_4xx`, `http_5xx`: the status of the answer.
   * - `protocol`: the answer is not HTTP.
   * - `invalid_url`: the URL cannot be requested.
   * - `body_failed`: the endpoint's shape made no body of the event, and nothing was sent; the preview of the shape
   *   says why.
   */
  error: AttemptError | null
  /**
   * HTTP status; null when no response arrived.
   */
  response_status: number | null
  /**
   * Response headers, capped.
   */
  response_headers: Record<string, string>
  /**
   * First 16 KiB of the response body, as text.
   */
  response_body: string
  /**
   * True when the body was longer than what is kept.
   */
  response_truncated: boolean
  /**
   * Address that was dialled; null when none was, when it is one that deliveries may not go to (`blocked_address`), and
   * when the way out is a proxy.
   */
  remote_address: string | null
  /**
   * The whole attempt, in milliseconds.
   */
  duration_ms: number
  /**
   * Its phases, in milliseconds.
   */
  timing_ms: AttemptTiming
  /**
   * The receiver's Retry-After as sent; null when absent. It is recorded and does not move the schedule.
   */
  retry_after: string | null
  /**
   * When the first byte of work on it was done: before name resolution.
   */
  started_at: string
  /**
   * True when the response had a body that is not stored: the answers to the tenant's deliveries of the mode were more
   * than is stored in a minute. `response_body` is empty then, and `response_truncated` true.
   */
  response_omitted: boolean
  /**
   * The step that failed; null on success. `body` makes the body by the endpoint's shape, `dns` resolves the name,
   * `tcp` connects, `tls` agrees on keys, `certificate` checks certificates, ours and the receiver's, `token` fetches
   * an OAuth2 token, `http` is request and response.
   */
  failed_step: AttemptStep | null
  /**
   * What usually helps, for people; null on success.
   */
  remedy: string | null
}

/**
 * How long the phases of an attempt took, in milliseconds; 0 when a phase did not happen.
 */
export interface AttemptTiming {
  /**
   * Resolving the name.
   */
  dns: number
  /**
   * Connecting to the address.
   */
  connect: number
  /**
   * The handshake of TLS.
   */
  tls: number
  /**
   * From the request written to the first byte of the response.
   */
  first_byte: number
}

/**
 * Describes a recovery.
 */
export interface RecoverEndpointParams {
  /**
   * Events from this time on (RFC 3339); at most 30 days back. A time before the creation of the endpoint counts as
   * that; the answer then has `since_clamped` true.
   */
  since: string
  /**
   * Events before this time; now when absent.
   */
  until?: string | null
  /**
   * Which of `failed`, `cancelled`, `never_attempted` and `pending` to send; all of them when absent or null. An empty
   * list is refused: it would mean nothing, and get all.
   */
  statuses?: MissedStatus[] | null
}

/**
 * A job that sends what an endpoint missed.
 */
export interface Recovery {
  /**
   * `rcv_` id.
   */
  id: string
  /**
   * UUID of the endpoint that it goes to.
   */
  endpoint_id: string
  /**
   * State of the job:
   * - `running`: it sends what was missed, or waits for room to do so.
   * - `completed`: it has looked at all events of the span.
   * - `cancelled`: CancelRecovery stopped it, or its endpoint stopped being active.
   */
  status: RecoveryStatus
  /**
   * Start of the span of event times; never before the creation of the endpoint.
   */
  since: string
  /**
   * End of the span, exclusive.
   */
  until: string
  /**
   * What is sent again:
   * - `failed`: deliveries whose last run failed.
   * - `cancelled`: deliveries whose last run was cancelled.
   * - `never_attempted`: events for which the endpoint had no delivery.
   * - `pending`: deliveries that waited for a retry when the job began; it is made now, and keeps its number.
   */
  statuses: MissedStatus[]
  /**
   * Events of the span that are to be sent; null until counted: before the first is sent or, of very many events, when
   * the job ends. Of an endpoint with a filter, they are counted before it until the job ends.
   */
  matched: number | null
  /**
   * Events sent on their way so far.
   */
  requeued: number
  /**
   * When the job was created.
   */
  created_at: string
  /**
   * When it ended; null while it runs.
   */
  finished_at: string | null
  /**
   * True when an earlier start was asked for than the creation of the endpoint, where the recovery begins instead: what
   * happened before was not missed by it.
   */
  since_clamped: boolean
}

/**
 * Describes a session.
 */
export interface CreatePortalSessionParams {
  /**
   * What the person may do; `manager` when absent.
   */
  role?: PortalRole | null
  /**
   * Where the portal leads back to: an absolute URL of at most 2,048 bytes whose scheme, host and port are of one of
   * the addresses that the operator has allowed for the tenant, and whose path begins with the path of that address.
   */
  return_url?: string | null
}

/**
 * A visit of the portal by one person.
 */
export interface PortalSession {
  /**
   * `pse_` id.
   */
  id: string
  /**
   * Where the person's browser opens the session: once, until `url_expires_at`. Whoever has it is let in, so do not
   * store or log it.
   */
  url: string
  /**
   * When `url` stops opening the session.
   */
  url_expires_at: string
  /**
   * What the person may do:
   * - `viewer`: see everything.
   * - `manager`: also create, change and delete endpoints, send tests, and send deliveries again.
   */
  role: PortalRole
  /**
   * Where the portal leads back to; null when it leads nowhere.
   */
  return_url: string | null
  /**
   * True in live mode.
   */
  livemode: boolean
  /**
   * When it was created.
   */
  created_at: string
}

/**
 * Describes a key.
 */
export interface Me {
  /**
   * `partner_key` or `merchant_key`.
   */
  type: KeyType
  /**
   * The first characters of the key.
   */
  key_prefix: string
  /**
   * `live` or `test`.
   */
  mode: KeyMode
  /**
   * The partner that holds the key; null for a merchant's key.
   */
  partner: MePartner | null
  /**
   * The merchant that holds the key; null for a partner's key.
   */
  merchant_ref: string | null
  /**
   * Scopes of the key; none for a merchant's key.
   */
  scopes: string[]
  /**
   * Channels of the key; none for a merchant's key.
   */
  channels: string[]
  /**
   * The version of the API that calls without `Connect-Version` get.
   */
  connect_version: string
  /**
   * When the key stops working; null when it does not.
   */
  expires_at: string | null
  /**
   * How many calls it may make; empty where nothing is limited. The header `RateLimit` has what is left.
   */
  limits: RateLimit[]
}

/**
 * Names a partner.
 */
export interface MePartner {
  /**
   * `ptn_` id.
   */
  id: string
  /**
   * Name for people.
   */
  name: string
}

/**
 * A number of calls within a time.
 */
export interface RateLimit {
  /**
   * `key` (all calls), `writes` or `uploads`.
   */
  policy: RateLimitPolicy
  /**
   * How many calls.
   */
  quota: number
  /**
   * Within how many seconds.
   */
  window_s: number
}

/**
 * Names where to.
 */
export interface AdvanceOnboardingParams {
  /**
   * A status of an onboarding, or `payouts_opt_in`, or `delegation_revoked`. Required.
   */
  to: OnboardingTarget
}

/**
 * The state that the onboarding has reached.
 */
export interface AdvanceOnboardingResult {
  /**
   * `mrc_` id.
   */
  ref: string
  /**
   * As in GetOnboardingResponse.
   */
  status: OnboardingStatus
  /**
   * Channel of the onboarding.
   */
  channel: string
  /**
   * The partner's own reference.
   */
  partner_external_ref: string
  /**
   * `none`, `active`, `suspended` or `closed`.
   */
  merchant_status: MerchantStatus
  /**
   * `none`, `active` or `revoked`.
   */
  delegation_status: DelegationStatus
  /**
   * `not_requested`, `pending`, `granted` or `revoked`.
   */
  payouts_opt_in_status: PayoutsOptInStatus
  /**
   * Codes of the outstanding data.
   */
  missing: string[]
}

/**
 * A span of time.
 */
export interface AdvanceClockParams {
  /**
   * Seconds from now, 1 to 31 536 000 (a year).
   */
  advance_s: number
}

/**
 * Counts what happened in the time skipped.
 */
export interface AdvanceClockResult {
  /**
   * The time that was advanced to.
   */
  as_of: string
  /**
   * How many onboardings expired.
   */
  expired_onboardings: number
  /**
   * Of how many onboardings invitations lapsed.
   */
  expired_invitations: number
  /**
   * How many payments expired.
   */
  expired_payments: number
  /**
   * How many settlements were made.
   */
  settlements: number
}

/**
 * What was said to a person of test mode.
 */
export interface SandboxMessage {
  /**
   * `msg_` id.
   */
  message_id: string
  /**
   * `email` or `sms`.
   */
  medium: MessageMedium
  /**
   * To whom, masked.
   */
  to: string
  /**
   * Subject of an e-mail; empty for a text message.
   */
  subject: string
  /**
   * The text, with its link or code; empty once the link or code is of no use any more.
   */
  text: string
  /**
   * `queued`, `sent`, `delivered` or `failed`.
   */
  status: MessageStatus
  /**
   * When it was written.
   */
  created_at: string
}

/**
 * Says where to.
 */
export interface AdvancePaymentParams {
  /**
   * A status of a payment.
   */
  to: PaymentStatusInput
}

/**
 * Says how much.
 */
export interface ChargeBackPaymentParams {
  /**
   * Minor units of the payment's currency, 1 to what was neither refunded nor charged back; or `all`.
   */
  amount?: number | null
  /**
   * True: all that was neither refunded nor charged back.
   */
  all?: boolean | null
}

/**
 * Says where to.
 */
export interface AdvancePayoutParams {
  /**
   * A status of a payout.
   */
  to: PayoutStatusInput
}

/**
 * What was done.
 */
export interface SettleMerchantResult {
  /**
   * `mrc_` id.
   */
  merchant_ref: string
  /**
   * How many settlements were made.
   */
  settlements: number
}

/**
 * Describes a type of events.
 */
export interface EventType {
  /**
   * Its name, for example `verification.completed`.
   */
  type: string
  /**
   * What an event of the type means.
   */
  description: string
  /**
   * JSON Schema that `data` of such an event satisfies.
   */
  schema: Record<string, unknown>
  /**
   * Envelope of such an event, as a receiver gets it.
   */
  example: Record<string, unknown>
  /**
   * Version of the API that has the type first, for example `1.0.0`.
   */
  since: string
}

/**
 * Parameters of events.list.
 */
export interface ListEventsParams {
  /**
   * Only events of this type.
   */
  type?: string
  /**
   * Only events at or after this time (RFC 3339).
   */
  from?: string
  /**
   * Only events before this time (RFC 3339).
   */
  to?: string
  /**
   * 1 to 200; 0 means 50, more than 200 means 200.
   */
  page_size?: number
  /**
   * `meta.next_page_token` of the page before; the other parameters must be the same.
   */
  page_token?: string
}

/**
 * An envelope, with the members that receivers get.
 */
export interface Event {
  /**
   * `evt_` id.
   */
  id: string
  /**
   * What the event is about, such as `verification.completed`.
   */
  type: string
  /**
   * When the event was accepted.
   */
  created_at: string
  /**
   * Version of the envelope: `v1`.
   */
  api_version: string
  /**
   * `ten_` id of the owner. The member has the name that it has in the envelope.
   */
  tenant: string
  /**
   * True in live mode, false in test mode.
   */
  livemode: boolean
  /**
   * What happened, as the schema of the type says.
   */
  data: Record<string, unknown>
}

/**
 * Parameters of verifications.list.
 */
export interface ListVerificationsParams {
  /**
   * Only sessions in this state.
   */
  status?: VerificationStatus
  /**
   * Only `identity`, `company` or `bank_transfer`.
   */
  kind?: VerificationKind
  /**
   * Only sessions whose subject has this external or merchant reference.
   */
  subject_ref?: string
  /**
   * Only sessions created at or after this time (RFC 3339).
   */
  created_from?: string
  /**
   * Only sessions changed at or after this time (RFC 3339).
   */
  updated_from?: string
  /**
   * `created_at` (newest first, the default) or `updated_at` (oldest change first).
   */
  order?: VerificationOrder
  /**
   * 1 to 200; 0 means 50, more than 200 means 200.
   */
  page_size?: number
  /**
   * `meta.next_page_token` of the page before; the other parameters must be the same.
   */
  page_token?: string
}

/**
 * One verification session. It holds no personal data.
 */
export interface Verification {
  /**
   * UUID, `verification_session_id` in events.
   */
  id: string
  /**
   * State of the session; each is entered at most once.
   * - `pending`: the subject has not started.
   * - `in_progress`: the subject enters what is asked for.
   * - `processing`: all input was submitted and is being checked.
   * - `in_review`: a person decides.
   * - `completed`: all checks passed.
   * - `failed`: a check failed, or the session was declined.
   * - `expired`: the subject did not finish in time.
   * - `cancelled`: it was called off before its end.
   */
  status: VerificationStatus
  /**
   * What is verified: `identity`, `company` or `bank_transfer`.
   */
  kind: VerificationKind
  /**
   * Person or company that is verified.
   */
  subject: Subject
  /**
   * Tries of the subject so far, from 1.
   */
  attempt: number
  /**
   * Its parts, each with a result of its own.
   */
  checks: Check[]
  /**
   * Null until the session ends `completed` or `failed`.
   */
  result: Result | null
  /**
   * When an unfinished session expires.
   */
  expires_at: string
  /**
   * When it was created.
   */
  created_at: string
  /**
   * When it last changed.
   */
  updated_at: string
  /**
   * When it ended; null before.
   */
  completed_at: string | null
  /**
   * Up to 20 values of the caller's own.
   */
  metadata: Record<string, string>
}

/**
 * Who a session verifies, by the caller's own references.
 */
export interface Subject {
  /**
   * Whether a `person` or a `company` is verified.
   */
  type: SubjectType
  /**
   * The caller's reference; null when none is given.
   */
  external_ref: string | null
  /**
   * `mrc_` reference of the merchant; null when none is given.
   */
  merchant_ref: string | null
}

/**
 * One part of a session.
 */
export interface Check {
  /**
   * `document`, `liveness`, `national_id`, `register`, `sanctions`, `address` or `bank_transfer`.
   */
  type: CheckType
  /**
   * `pending` until its result is reported; then `passed`, `failed` or `inconclusive`. `not_run` when the session ended
   * and no result was reported.
   */
  status: CheckStatus
}

/**
 * How a session ended.
 */
export interface Result {
  /**
   * `verified` for a completed session, `not_verified` for a failed one.
   */
  outcome: Outcome
  /**
   * Why, by codes that a partner may see.
   */
  reason_codes: ReasonCode[]
}

/**
 * Who a session verifies, by the caller's own references.
 */
export interface SubjectInput {
  /**
   * Whether a `person` or a `company` is verified.
   */
  type: SubjectType
  /**
   * The caller's reference; null when none is given.
   */
  external_ref?: string | null
  /**
   * `mrc_` reference of the merchant; null when none is given.
   */
  merchant_ref?: string | null
}

/**
 * Describes a test session.
 */
export interface CreateVerificationParams {
  /**
   * `identity`, `company` or `bank_transfer`.
   */
  kind: VerificationKind
  /**
   * Who is verified; a person without references when absent.
   */
  subject?: SubjectInput | null
  /**
   * Up to 20 values: keys of 1 to 40, values of at most 500 characters.
   */
  metadata?: Record<string, string> | null
}

/**
 * The result of one check, as the provider reports it.
 */
export interface CheckResultInput {
  /**
   * One of the checks of the session's kind; each at most once.
   */
  type: CheckType
  /**
   * `passed`, `failed` or `inconclusive`.
   */
  status: CheckOutcome
}

/**
 * Names a status to reach.
 */
export interface AdvanceVerificationParams {
  /**
   * Status that the session is to reach.
   */
  to: VerificationStatus
  /**
   * Reasons of a `failed` end; `other` when absent.
   */
  reason_codes?: ReasonCode[] | null
  /**
   * Results of the session's checks. A check whose result is not reported before the session ends becomes `not_run`. A
   * session with a `failed` check does not become `completed`.
   */
  checks?: CheckResultInput[] | null
}

/**
 * Who the merchant is.
 * Values beyond these may come from a newer API.
 */
export type ApplicantType =
  | 'natural_person' // A person who does no business.
  | 'sole_trader' // A person who does business in its own name.
  | 'company' // A company in a register.
  | (string & {})

/**
 * Scheme of a tax number.
 * Values beyond these may come from a newer API.
 */
export type TaxIdScheme =
  | 'PL_NIP' // NIP of Poland.
  | 'OTHER' // Any other.
  | (string & {})

/**
 * A register of companies.
 * Values beyond these may come from a newer API.
 */
export type RegisterScheme =
  | 'PL_KRS' // Krajowy Rejestr Sądowy of Poland.
  | 'GB_COH' // Companies House of the United Kingdom.
  | 'OTHER' // Any other.
  | (string & {})

/**
 * State of an onboarding.
 * Values beyond these may come from a newer API.
 */
export type OnboardingStatus =
  | 'draft' // The partner enters data; the merchant has not begun.
  | 'in_progress' // The merchant is in the hosted flow.
  | 'awaiting_signatories' // The applicant has signed; further signatories have not.
  | 'in_review' // All is signed; it is being checked.
  | 'action_required' // Something must be corrected; `reason_code` says why.
  | 'active' // The merchant can be paid.
  | 'rejected' // The merchant was refused; `reason_code` says why.
  | 'cancelled' // The partner or the merchant ended it.
  | 'expired' // Nothing happened for too long.
  | (string & {})

/**
 * State of an onboarding.
 * Values beyond these may come from a newer API.
 */
export type OnboardingStatusInput =
  | 'draft' // The partner enters data; the merchant has not begun.
  | 'in_progress' // The merchant is in the hosted flow.
  | 'awaiting_signatories' // The applicant has signed; further signatories have not.
  | 'in_review' // All is signed; it is being checked.
  | 'action_required' // Something must be corrected; `reason_code` says why.
  | 'active' // The merchant can be paid.
  | 'rejected' // The merchant was refused; `reason_code` says why.
  | 'cancelled' // The partner or the merchant ended it.
  | 'expired' // Nothing happened for too long.
  | (string & {})

/**
 * Whether several people represent a company, by its register.
 * Values beyond these may come from a newer API.
 */
export type CompanyStructure =
  | 'single_person' // One person.
  | 'multi_person' // Several.
  | 'unknown' // The register has not answered yet, or does not say.
  | (string & {})

/**
 * Part of the data of an onboarding.
 * Values beyond these may come from a newer API.
 */
export type Segment =
  | 'applicant' // The person who opens the account.
  | 'identity' // The identity of the applicant.
  | 'business' // What the merchant does.
  | 'company' // The company and its owners.
  | 'payout_account' // The bank account that payouts go to.
  | 'representation' // Who signs for the company.
  | 'document' // Documents that the activity asks for.
  | (string & {})

/**
 * Who can provide data.
 * Values beyond these may come from a newer API.
 */
export type Resolver =
  | 'partner' // The partner alone.
  | 'merchant' // The merchant alone, in the hosted flow.
  | 'either' // Either of them.
  | (string & {})

/**
 * Scheme of a national identification number.
 * Values beyond these may come from a newer API.
 */
export type NationalIdScheme =
  | 'PL_PESEL' // PESEL of Poland.
  | 'OTHER' // Any other.
  | (string & {})

/**
 * Type of an identity document.
 * Values beyond these may come from a newer API.
 */
export type IdentityDocumentType =
  | 'identity_card' // Identity card.
  | 'passport' // Passport.
  | 'residence_card' // Residence card.
  | 'driving_licence' // Driving licence.
  | (string & {})

/**
 * How the applicant may bind the company.
 * Values beyond these may come from a newer API.
 */
export type RepresentationMode =
  | 'solo' // Alone.
  | 'co_representative' // As a member of the representing body, with others.
  | 'proxy' // Not as a member: by a power of attorney.
  | (string & {})

/**
 * How the applicant was found among the members of the representing body.
 * Values beyond these may come from a newer API.
 */
export type RepresentationMatch =
  | 'exact' // By the national id.
  | 'name' // By the whole name.
  | 'weak' // By a masked name, or one without further given names.
  | 'ambiguous' // Several members match equally.
  | 'suspended' // The member may not act.
  | 'none' // No member matches.
  | (string & {})

/**
 * Who signs for a company.
 * Values beyond these may come from a newer API.
 */
export type RepresentationRuleKind =
  | 'solo' // Any one member.
  | 'joint' // Any of several numbers of members.
  | 'all' // All members.
  | 'specific' // Other sets of signatures; see `alternatives`.
  | 'unparsed' // The register gives no rule, or one that is not understood: the statutory rule applies.
  | (string & {})

/**
 * State of a document that is asked for.
 * Values beyond these may come from a newer API.
 */
export type RequiredDocumentStatus =
  | 'missing' // It was not uploaded.
  | 'received' // It was uploaded and is to be checked.
  | 'accepted' // It was accepted.
  | 'rejected' // It was rejected; `reason_code` says why.
  | (string & {})

/**
 * State of an uploaded document.
 * Values beyond these may come from a newer API.
 */
export type DocumentStatus =
  | 'received' // It is to be checked.
  | 'accepted' // It was accepted.
  | 'rejected' // It was rejected; `reason_code` says why.
  | (string & {})

/**
 * How the invited person signs.
 * Values beyond these may come from a newer API.
 */
export type InvitationRole =
  | 'representative' // As a member of the representing body.
  | 'proxy' // By a power of attorney.
  | (string & {})

/**
 * State of an invitation.
 * Values beyond these may come from a newer API.
 */
export type InvitationStatus =
  | 'pending' // The person has not answered.
  | 'accepted' // The person has signed.
  | 'declined' // The person refused.
  | 'expired' // It lapsed.
  | 'revoked' // The partner took it back.
  | (string & {})

/**
 * The way a message takes.
 * Values beyond these may come from a newer API.
 */
export type MessageMedium =
  | 'email' // An e-mail.
  | 'sms' // A text message.
  | (string & {})

/**
 * What became of a message.
 * Values beyond these may come from a newer API.
 */
export type MessageStatus =
  | 'queued' // No provider has accepted it yet.
  | 'sent' // A provider accepted it.
  | 'delivered' // A provider reported that it arrived.
  | 'failed' // It did not reach the person; `reason_code` says why.
  | (string & {})

/**
 * Why a message did not reach its person.
 * Values beyond these may come from a newer API.
 */
export type MessageFailure =
  | 'rejected' // The provider refused it: correct the address.
  | 'bounced' // The provider accepted it, and it came back: correct the address.
  | 'expired' // No provider accepted it while it was of use: send it again.
  | (string & {})

/**
 * A step of the hosted flow.
 * Values beyond these may come from a newer API.
 */
export type HostedStepName =
  | 'contact_verification' // E-mail address and phone are confirmed by codes.
  | 'identity_verification' // The identity of the merchant is verified.
  | 'declarations' // The statutory declarations are made.
  | 'agreement_signing' // The channel agreement is signed.
  | 'payouts_opt_in' // The merchant decides on payouts by the partner.
  | 'verification_transfer' // The bank account is verified by a transfer from it.
  | (string & {})

/**
 * State of a step.
 * Values beyond these may come from a newer API.
 */
export type HostedStepStatus =
  | 'pending' // The merchant has not taken it.
  | 'completed' // The merchant has taken it.
  | (string & {})

/**
 * State of a delegation.
 * Values beyond these may come from a newer API.
 */
export type DelegationStatus =
  | 'none' // The agreement is not signed.
  | 'active' // The partner may act for the merchant.
  | 'revoked' // The merchant or the operator took it back.
  | (string & {})

/**
 * Where the next step is taken.
 * Values beyond these may come from a newer API.
 */
export type NextActionType =
  | 'none' // Nowhere.
  | 'hosted_flow' // The merchant, to the hosted flow.
  | 'redirect' // The customer, to the payment page.
  | (string & {})

/**
 * Of whom data is asked.
 * Values beyond these may come from a newer API.
 */
export type Audience =
  | 'natural_person' // Natural persons.
  | 'sole_trader' // Sole traders.
  | 'single_person_company' // Companies that one person represents.
  | 'multi_person_company' // Companies that several people represent.
  | (string & {})

/**
 * When data is asked, beyond its audience.
 * Values beyond these may come from a newer API.
 */
export type RequirementCondition =
  | 'always' // Always.
  | 'regulated_activity' // When the category code is of a regulated activity.
  | 'national_id_without_date_of_birth' // When the national id does not contain the date of birth.
  | 'not_solo' // When the representation decision asks for more people.
  | (string & {})

/**
 * State of a merchant.
 * Values beyond these may come from a newer API.
 */
export type MerchantStatusInput =
  | 'none' // The onboarding is not through.
  | 'active' // It can be paid.
  | 'suspended' // The operator suspended it, and can resume it.
  | 'closed' // It has ended.
  | (string & {})

/**
 * State of a merchant.
 * Values beyond these may come from a newer API.
 */
export type MerchantStatus =
  | 'none' // The onboarding is not through.
  | 'active' // It can be paid.
  | 'suspended' // The operator suspended it, and can resume it.
  | 'closed' // It has ended.
  | (string & {})

/**
 * State of the consent to payouts.
 * Values beyond these may come from a newer API.
 */
export type PayoutsOptInStatus =
  | 'not_requested' // Neither asked for nor given.
  | 'pending' // The partner asked; the merchant has not decided.
  | 'granted' // The partner may request payouts.
  | 'revoked' // The merchant refused it or took it back.
  | (string & {})

/**
 * Who took a delegation back.
 * Values beyond these may come from a newer API.
 */
export type Revoker =
  | 'merchant' // The merchant.
  | 'operator' // The operator.
  | 'system' // A rule of the system.
  | (string & {})

/**
 * How a payment is paid.
 * Values beyond these may come from a newer API.
 */
export type PaymentMethod =
  | 'transfer' // By bank transfer.
  | 'blik' // By BLIK.
  | 'card' // By card.
  | (string & {})

/**
 * State of a payment.
 * Values beyond these may come from a newer API.
 */
export type PaymentStatus =
  | 'registered' // The customer has not chosen to pay yet.
  | 'pending' // The customer pays.
  | 'paid' // The money is there.
  | 'partially_refunded' // A part was given back.
  | 'refunded' // All was given back.
  | 'rejected' // It was not completed; `reason_code` says why.
  | 'expired' // It was not paid in time.
  | 'cancelled' // It was withdrawn.
  | (string & {})

/**
 * Who did something for a merchant.
 * Values beyond these may come from a newer API.
 */
export type ActorType =
  | 'partner' // The partner, by its delegation.
  | 'merchant' // The merchant, by its own key.
  | (string & {})

/**
 * State of a payment.
 * Values beyond these may come from a newer API.
 */
export type PaymentStatusInput =
  | 'registered' // The customer has not chosen to pay yet.
  | 'pending' // The customer pays.
  | 'paid' // The money is there.
  | 'partially_refunded' // A part was given back.
  | 'refunded' // All was given back.
  | 'rejected' // It was not completed; `reason_code` says why.
  | 'expired' // It was not paid in time.
  | 'cancelled' // It was withdrawn.
  | (string & {})

/**
 * State of a refund.
 * Values beyond these may come from a newer API.
 */
export type RefundStatus =
  | 'pending' // The amount has left the balance and is not with the customer yet.
  | 'succeeded' // The customer has it.
  | 'failed' // It could not be given back, and is in the balance again; `reason_code` says why.
  | (string & {})

/**
 * State of a chargeback.
 * Values beyond these may come from a newer API.
 */
export type ChargebackStatus =
  | 'charged_back' // The amount has left the balance.
  | 'reversed' // It was decided for the merchant, which has the amount again.
  | (string & {})

/**
 * Why the balance of a merchant changed.
 * Values beyond these may come from a newer API.
 */
export type TransactionTypeInput =
  | 'payment' // A customer paid.
  | 'refund' // Money was given back to a customer.
  | 'chargeback' // A bank took a payment back.
  | 'fee' // A fee that is no part of a payment.
  | 'payout' // Money went to the bank account of the merchant.
  | 'adjustment' // A correction: a payout that the bank returned, a refund that failed, or a chargeback that was reversed.
  | (string & {})

/**
 * State of a transaction.
 * Values beyond these may come from a newer API.
 */
export type TransactionStatus =
  | 'pending' // It counts in the pending balance.
  | 'available' // It changed the available balance at once.
  | 'settled' // A settlement made it available.
  | (string & {})

/**
 * Why the balance of a merchant changed.
 * Values beyond these may come from a newer API.
 */
export type TransactionType =
  | 'payment' // A customer paid.
  | 'refund' // Money was given back to a customer.
  | 'chargeback' // A bank took a payment back.
  | 'fee' // A fee that is no part of a payment.
  | 'payout' // Money went to the bank account of the merchant.
  | 'adjustment' // A correction: a payout that the bank returned, a refund that failed, or a chargeback that was reversed.
  | (string & {})

/**
 * State of a settlement.
 * Values beyond these may come from a newer API.
 */
export type SettlementStatusInput =
  | 'open' // Its period goes on.
  | 'processing' // It is being credited.
  | 'paid' // It was credited to the available balance.
  | 'failed' // It could not be credited.
  | (string & {})

/**
 * State of a settlement.
 * Values beyond these may come from a newer API.
 */
export type SettlementStatus =
  | 'open' // Its period goes on.
  | 'processing' // It is being credited.
  | 'paid' // It was credited to the available balance.
  | 'failed' // It could not be credited.
  | (string & {})

/**
 * State of a payout.
 * Values beyond these may come from a newer API.
 */
export type PayoutStatus =
  | 'requested' // The money is reserved.
  | 'processing' // The bank has the order.
  | 'paid' // The money arrived.
  | 'failed' // The money is back; `reason_code` says why.
  | 'cancelled' // It was withdrawn; the money is back.
  | (string & {})

/**
 * State of a payout.
 * Values beyond these may come from a newer API.
 */
export type PayoutStatusInput =
  | 'requested' // The money is reserved.
  | 'processing' // The bank has the order.
  | 'paid' // The money arrived.
  | 'failed' // The money is back; `reason_code` says why.
  | 'cancelled' // It was withdrawn; the money is back.
  | (string & {})

/**
 * A way in which requests are signed.
 * Values beyond these may come from a newer API.
 */
export type SignatureForm =
  | 'hmac' // HMAC-SHA256 with the endpoint's secret: `X-Signature`, and `v1` in `webhook-signature` (Standard Webhooks).
  | 'ed25519' // Ed25519 with the key of the tenant and mode: `v1a` in `webhook-signature` (Standard Webhooks).
  | 'http_message' // An HTTP message signature (RFC 9421) with the same key: `Content-Digest`, `Signature-Input` and `Signature`.
  | (string & {})

/**
 * A shape of the body of requests for a kind of receivers.
 * Values beyond these may come from a newer API.
 */
export type BodyPreset =
  | 'slack' // A message for an incoming webhook of Slack.
  | 'teams' // A message with an Adaptive Card for a webhook of Workflows in Microsoft Teams.
  | 'cloudevents_structured' // An event of CloudEvents 1.0 in JSON, sent as `application/cloudevents+json`.
  | 'cloudevents_binary' // The event's data in the body, and the attributes of CloudEvents 1.0 in headers that begin with `ce-`.
  | (string & {})

/**
 * What becomes of the other events of a key when a delivery has failed.
 * Values beyond these may come from a newer API.
 */
export type OrderOnFailure =
  | 'skip' // The next one is delivered.
  | 'stop' // They wait until the failed one is sent again with success, or skipped.
  | (string & {})

/**
 * How requests and connections to an endpoint are authenticated.
 * Values beyond these may come from a newer API.
 */
export type AuthenticationType =
  | 'none' // By signatures only.
  | 'mtls' // By a client certificate.
  | 'oauth2_client_credentials' // By a bearer token of an OAuth2 server.
  | 'basic' // By a user name and a password.
  | 'bearer' // By a token that does not change.
  | (string & {})

/**
 * What the recent deliveries of an endpoint show. It follows attempts, so that an outage shows after the first of them.
 * Values beyond these may come from a newer API.
 */
export type EndpointHealthState =
  | 'healthy' // None of the others.
  | 'degraded' // The last attempt failed, a delivery waits for its retry, or a delivery failed in the last 24 hours.
  | 'failing' // The last 10 attempts failed, or the last 25 deliveries did, half of those that deactivate; one success ends it.
  | 'inactive' // The endpoint is not called.
  | (string & {})

/**
 * Says whether ownership of an endpoint is proven.
 * Values beyond these may come from a newer API.
 */
export type EndpointOwnershipState =
  | 'unproven' // It is not proven.
  | 'required' // It is not proven, and the endpoint is inactive because the operator requires proof.
  | 'proven' // The receiver answered a challenge, and the URL has not changed since.
  | (string & {})

/**
 * What a key that is published is for.
 * Values beyond these may come from a newer API.
 */
export type SigningKeyState =
  | 'published' // It does not sign yet.
  | 'signing' // It signs.
  | 'retiring' // It does not sign any more.
  | (string & {})

/**
 * What an entry of statistics covers.
 * Values beyond these may come from a newer API.
 */
export type StatisticsInterval =
  | 'hour' // An hour.
  | 'day' // A day in UTC.
  | (string & {})

/**
 * State of the run of a delivery.
 * Values beyond these may come from a newer API.
 */
export type DeliveryStatus =
  | 'pending' // Attempts are due or under way.
  | 'delivered' // The receiver answered 2xx.
  | 'failed' // All attempts of the run failed.
  | 'cancelled' // The endpoint stopped being active, its owner may not get the event any more, or it was skipped.
  | (string & {})

/**
 * How an attempt ended.
 * Values beyond these may come from a newer API.
 */
export type AttemptStatus =
  | 'succeeded' // The receiver answered 2xx in time.
  | 'failed' // It did not.
  | (string & {})

/**
 * Why an attempt failed.
 * Values beyond these may come from a newer API.
 */
export type AttemptError =
  | 'dns' // The name does not resolve.
  | 'blocked_address' // The name resolves to addresses that deliveries may not go to.
  | 'connect_refused' // The connection was refused.
  | 'connect_timeout' // No connection was made in time.
  | 'tls' // The handshake failed.
  | 'timeout' // No status and headers within 10 seconds.
  | 'reset' // The receiver closed the connection.
  | 'redirect' // A 3xx, which is never followed.
  | 'http_4xx' // The status of the response is 4xx.
  | 'http_5xx' // The status of the response is 5xx.
  | 'protocol' // The response is not HTTP.
  | 'invalid_url' // The URL cannot be requested.
  | 'certificate' // The receiver's certificate is not valid.
  | 'client_certificate' // The receiver refused our certificate, or demands one.
  | 'client_certificate_expired' // Our certificate has ended.
  | 'token_refused' // The OAuth2 server refused to issue a token.
  | 'token_failed' // The OAuth2 server could not be reached, or did not answer with a token.
  | 'body_failed' // The endpoint's shape made no body of the event; nothing was sent.
  | (string & {})

/**
 * A step of an attempt.
 * Values beyond these may come from a newer API.
 */
export type AttemptStep =
  | 'dns' // The name is resolved.
  | 'tcp' // A connection is made.
  | 'tls' // The handshake of TLS.
  | 'certificate' // Certificates are checked, ours and the receiver's.
  | 'token' // An OAuth2 token is fetched.
  | 'http' // The request is sent, and the response is read.
  | 'body' // The body, made by the shape of the endpoint.
  | (string & {})

/**
 * What a recovery sends again.
 * Values beyond these may come from a newer API.
 */
export type MissedStatus =
  | 'failed' // Deliveries whose last run failed.
  | 'cancelled' // Deliveries whose last run was cancelled.
  | 'never_attempted' // Events for which the endpoint had no delivery.
  | 'pending' // Deliveries that wait for a retry.
  | (string & {})

/**
 * State of a recovery.
 * Values beyond these may come from a newer API.
 */
export type RecoveryStatus =
  | 'running' // It sends what was missed, or waits for room to do so.
  | 'completed' // It has looked at all events of the span.
  | 'cancelled' // CancelRecovery stopped it, or its endpoint stopped being active.
  | (string & {})

/**
 * What a person may do in the portal.
 * Values beyond these may come from a newer API.
 */
export type PortalRole =
  | 'viewer' // See everything.
  | 'manager' // Also create, change and delete endpoints, send tests, and send deliveries again.
  | (string & {})

/**
 * Whose key it is.
 * Values beyond these may come from a newer API.
 */
export type KeyType =
  | 'partner_key' // A partner's.
  | 'merchant_key' // A merchant's.
  | (string & {})

/**
 * Mode of a key.
 * Values beyond these may come from a newer API.
 */
export type KeyMode =
  | 'live' // Real money.
  | 'test' // The sandbox.
  | (string & {})

/**
 * What a limit counts.
 * Values beyond these may come from a newer API.
 */
export type RateLimitPolicy =
  | 'key' // All calls of the key.
  | 'writes' // Calls that change something.
  | 'uploads' // Uploads.
  | (string & {})

/**
 * Where the sandbox takes an onboarding.
 * Values beyond these may come from a newer API.
 */
export type OnboardingTarget =
  | 'draft' // As the status of that name; it is reached only if it is so already.
  | 'in_progress' // The merchant has begun.
  | 'awaiting_signatories' // The applicant has signed.
  | 'in_review' // All has been signed.
  | 'action_required' // The operator asks for a correction.
  | 'active' // The onboarding is through.
  | 'rejected' // The operator refused the merchant.
  | 'cancelled' // It was ended.
  | 'expired' // Nothing happened for too long.
  | 'payouts_opt_in' // The merchant allows payouts.
  | 'delegation_revoked' // The merchant takes the delegation back.
  | (string & {})

/**
 * State of a session; each is entered at most once.
 * Values beyond these may come from a newer API.
 */
export type VerificationStatus =
  | 'pending' // The subject has not started.
  | 'in_progress' // The subject enters what is asked for.
  | 'processing' // All input was submitted and is being checked.
  | 'in_review' // A person decides.
  | 'completed' // All checks passed.
  | 'failed' // A check failed, or the session was declined.
  | 'expired' // The subject did not finish in time.
  | 'cancelled' // It was called off before its end.
  | (string & {})

/**
 * What a session verifies.
 * Values beyond these may come from a newer API.
 */
export type VerificationKind =
  | 'identity' // That a person is who it claims to be.
  | 'company' // A company, against its register.
  | 'bank_transfer' // A bank account, by a transfer from it.
  | (string & {})

/**
 * Order of a list of sessions.
 * Values beyond these may come from a newer API.
 */
export type VerificationOrder =
  | 'created_at' // Newest first.
  | 'updated_at' // Oldest change first.
  | (string & {})

/**
 * Who is verified.
 * Values beyond these may come from a newer API.
 */
export type SubjectType =
  | 'person' // A natural person.
  | 'company' // A company.
  | (string & {})

/**
 * A part of a session.
 * Values beyond these may come from a newer API.
 */
export type CheckType =
  | 'document' // The identity document is genuine and valid.
  | 'liveness' // The person is there, and is the one of the document.
  | 'national_id' // The national identification number belongs to the person.
  | 'register' // The company is in its register.
  | 'sanctions' // The subject is on no list of sanctions.
  | 'address' // The address is the one of the subject.
  | 'bank_transfer' // A transfer came from the account of the subject.
  | (string & {})

/**
 * The state of a check.
 * Values beyond these may come from a newer API.
 */
export type CheckStatus =
  | 'pending' // No result was reported yet.
  | 'passed' // The check passed.
  | 'failed' // The check failed.
  | 'inconclusive' // The check was made and shows neither.
  | 'not_run' // The session ended and no result was reported.
  | (string & {})

/**
 * How a session ended.
 * Values beyond these may come from a newer API.
 */
export type Outcome =
  | 'verified' // It is `completed`.
  | 'not_verified' // It is `failed`.
  | (string & {})

/**
 * Why a session failed, as far as a tenant may see it.
 * Values beyond these may come from a newer API.
 */
export type ReasonCode =
  | 'document_expired' // The document has expired.
  | 'document_unreadable' // The document cannot be read.
  | 'document_type_not_supported' // The type of document is not supported.
  | 'data_mismatch' // What was entered and what was found differ.
  | 'liveness_failed' // The check of liveness failed.
  | 'register_mismatch' // The register says otherwise.
  | 'transfer_name_mismatch' // The transfer came from an account of another name.
  | 'transfer_not_received' // No transfer arrived.
  | 'declined' // The session was declined by a person.
  | 'attempts_exhausted' // All tries are used up.
  | 'other' // Another reason, which is not shown.
  | (string & {})

/**
 * Result of a check, as the provider reports it.
 * Values beyond these may come from a newer API.
 */
export type CheckOutcome =
  | 'passed' // The check passed.
  | 'failed' // The check failed.
  | 'inconclusive' // The check was made and shows neither.
  | (string & {})

/** Types of the events that endpoints receive. */
export type EventTypeName =
  | 'onboarding.status_changed'
  | 'onboarding.missing_changed'
  | 'onboarding.data_corrected'
  | 'onboarding.message_failed'
  | 'document.received'
  | 'document.accepted'
  | 'document.rejected'
  | 'invitation.created'
  | 'invitation.accepted'
  | 'invitation.declined'
  | 'invitation.expired'
  | 'invitation.revoked'
  | 'delegation.granted'
  | 'delegation.revoked'
  | 'payouts_opt_in.granted'
  | 'payouts_opt_in.revoked'
  | 'merchant.status_changed'
  | 'payment.registered'
  | 'payment.pending'
  | 'payment.paid'
  | 'payment.rejected'
  | 'payment.expired'
  | 'payment.cancelled'
  | 'payment.refunded'
  | 'refund.created'
  | 'refund.succeeded'
  | 'refund.failed'
  | 'chargeback.created'
  | 'chargeback.reversed'
  | 'settlement.paid'
  | 'payout.requested'
  | 'payout.processing'
  | 'payout.paid'
  | 'payout.failed'
  | 'payout.cancelled'
  | 'webhook.test'
  | 'endpoint.failing'
  | 'endpoint.deactivated'
  | 'endpoint.reactivated'
  | 'endpoint.certificate_expiring'
  | 'source_addresses.changed'
  | 'webhook.challenge'
  | 'verification.created'
  | 'verification.started'
  | 'verification.processing'
  | 'verification.review_required'
  | 'verification.completed'
  | 'verification.failed'
  | 'verification.expired'
  | 'verification.cancelled'
  | 'verification.test'
  | (string & {})
