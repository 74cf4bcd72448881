// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"log/slog"
	"time"
)

// ApplicantInput: The person who opens the account.
type ApplicantInput struct {
	// 1 to 100 characters.
	GivenNames Optional[string] `json:"given_names,omitzero"`
	// 1 to 100 characters.
	FamilyName Optional[string] `json:"family_name,omitzero"`
	// At most 254 characters.
	Email Optional[string] `json:"email,omitzero"`
	// As people write it; it is kept in E.164. Without a country code it is a Polish number.
	Phone Optional[string] `json:"phone,omitzero"`
	// Language of pages and messages, a BCP 47 tag like `pl` or `en-GB`.
	Locale Optional[string] `json:"locale,omitzero"`
}

// BusinessInput: What the merchant does.
type BusinessInput struct {
	// Trade name, 1 to 255 characters.
	Name Optional[string] `json:"name,omitzero"`
	// http or https URL of at most 2048 bytes.
	Website Optional[string] `json:"website,omitzero"`
	// What is sold to whom, 10 to 1000 characters.
	Description Optional[string] `json:"description,omitzero"`
	// Merchant category code (ISO 18245): four digits.
	CategoryCode Optional[string] `json:"category_code,omitzero"`
	// The number under which the merchant pays taxes.
	TaxID Optional[TaxIDInput] `json:"tax_id,omitzero"`
	// Registered address.
	Address Optional[AddressInput] `json:"address,omitzero"`
}

// TaxIDInput: A tax number under a scheme.
type TaxIDInput struct {
	// `PL_NIP` or `OTHER`.
	Scheme Optional[TaxIDScheme] `json:"scheme,omitzero"`
	// `PL_NIP`: ten digits with a valid check digit; `OTHER`: 1 to 32 letters, digits or `-`.
	Value Optional[string] `json:"value,omitzero"`
}

// AddressInput: A postal address.
type AddressInput struct {
	// ISO 3166-1 alpha-2, upper case.
	Country Optional[string] `json:"country,omitzero"`
	// 1 to 100 characters.
	City Optional[string] `json:"city,omitzero"`
	// 1 to 16 characters; in PL like `00-950`.
	PostalCode Optional[string] `json:"postal_code,omitzero"`
	// At most 150 characters; places without streets have none.
	Street Optional[string] `json:"street,omitzero"`
	// 1 to 20 characters.
	BuildingNumber Optional[string] `json:"building_number,omitzero"`
	// At most 20 characters.
	UnitNumber Optional[string] `json:"unit_number,omitzero"`
	// At most 100 characters.
	Region Optional[string] `json:"region,omitzero"`
}

// CompanyInput: A company as its register knows it.
type CompanyInput struct {
	// Its entry.
	Register Optional[CompanyRegisterInput] `json:"register,omitzero"`
	// Registered name, 1 to 255 characters.
	LegalName Optional[string] `json:"legal_name,omitzero"`
	// The natural persons who own or control it in the end: at most 20; an empty list clears them, as null does.
	BeneficialOwners Optional[[]BeneficialOwnerInput] `json:"beneficial_owners,omitzero"`
}

// CompanyRegisterInput: An entry of a register.
type CompanyRegisterInput struct {
	// `PL_KRS`, `GB_COH` or `OTHER`.
	Scheme Optional[RegisterScheme] `json:"scheme,omitzero"`
	// `PL_KRS`: ten digits; `GB_COH`: eight digits, or two letters and six digits; `OTHER`: 1 to 32 letters, digits or
	// `-`.
	Number Optional[string] `json:"number,omitzero"`
}

// BeneficialOwnerInput: A natural person who owns or controls a company in the end.
type BeneficialOwnerInput struct {
	// 1 to 100 characters.
	GivenNames string `json:"given_names"`
	// 1 to 100 characters.
	FamilyName string `json:"family_name"`
	// A date of the past, `YYYY-MM-DD`.
	DateOfBirth Optional[string] `json:"date_of_birth,omitzero"`
	// At most 5, unique, ISO 3166-1 alpha-2; empty when they are not known.
	Citizenships Optional[[]string] `json:"citizenships,omitzero"`
}

// PayoutAccountInput: A bank account.
type PayoutAccountInput struct {
	// With its check digits right (ISO 13616), or the 26 digits of a Polish account; blanks and hyphens between groups are
	// allowed.
	IBAN Optional[string] `json:"iban,omitzero"`
	// 1 to 255 characters.
	HolderName Optional[string] `json:"holder_name,omitzero"`
}

// CreateOnboardingResult: Names the onboarding; it never leads to the hosted flow.
type CreateOnboardingResult struct {
	// `mrc_` id: the merchant reference, for life.
	Ref string `json:"ref"`
	// As in GetOnboardingResponse; `draft` when new.
	Status OnboardingStatus `json:"status"`
	// Channel of the onboarding.
	Channel string `json:"channel"`
	// As it was sent.
	PartnerExternalRef string `json:"partner_external_ref"`
	// Creation time.
	CreatedAt time.Time `json:"created_at"`
}

// OnboardingSummary: An onboarding in a list.
type OnboardingSummary struct {
	// `mrc_` id.
	Ref string `json:"ref"`
	// As in GetOnboardingResponse.
	Status OnboardingStatus `json:"status"`
	// Channel of the onboarding.
	Channel string `json:"channel"`
	// The partner's own reference.
	PartnerExternalRef string `json:"partner_external_ref"`
	// True for live mode.
	Livemode bool `json:"livemode"`
	// Null until it is set.
	ApplicantType *ApplicantType `json:"applicant_type"`
	// Why it is rejected or needs action; null otherwise.
	ReasonCode *string `json:"reason_code"`
	// The partner's own data.
	Metadata map[string]string `json:"metadata"`
	// Creation time.
	CreatedAt time.Time `json:"created_at"`
	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`
	// When it expires unless something happens before; null where it cannot.
	ExpiresAt *time.Time `json:"expires_at"`
}

// Onboarding: An onboarding. Of personal data it says only whether it was provided.
type Onboarding struct {
	// `mrc_` id: the merchant reference, for life.
	Ref string `json:"ref"`
	// `draft`, `in_progress`, `awaiting_signatories`, `in_review`, `action_required`, `active`, `rejected`, `cancelled` or
	// `expired`; more may come.
	Status OnboardingStatus `json:"status"`
	// Channel of the onboarding.
	Channel string `json:"channel"`
	// The partner's own reference.
	PartnerExternalRef string `json:"partner_external_ref"`
	// True for live mode.
	Livemode bool `json:"livemode"`
	// `natural_person`, `sole_trader` or `company`; null until it is set.
	ApplicantType *ApplicantType `json:"applicant_type"`
	// `single_person`, `multi_person` or `unknown`, derived from the register; null unless the applicant is a company.
	CompanyStructure *CompanyStructure `json:"company_structure"`
	// Codes of the outstanding data; empty when complete. More codes may come.
	Missing []string `json:"missing"`
	// How each of them is resolved, in the same order.
	MissingDetails []MissingDetail `json:"missing_details"`
	// Which data of the applicant's identity is there.
	Identity IdentitySummary `json:"identity"`
	// The representation decision; null until it is taken.
	Representation *Representation `json:"representation"`
	// Documents that the merchant's activity asks for.
	RequiredDocuments []RequiredDocument `json:"required_documents"`
	// Uploaded documents.
	Documents []Document `json:"documents"`
	// Invitations of further signatories.
	Invitations []Invitation `json:"invitations"`
	// The merchant's own steps in the hosted flow.
	HostedSteps []HostedStep `json:"hosted_steps"`
	// What the merchant lets the partner do.
	Delegation DelegationSummary `json:"delegation"`
	// Which calls on behalf of the merchant would be let through now.
	Can Abilities `json:"can"`
	// Where the merchant goes next.
	NextAction NextAction `json:"next_action"`
	// Why it is rejected or needs action; null otherwise.
	ReasonCode *string `json:"reason_code"`
	// Where the hosted flow leads in the end; null when not set.
	ReturnURL *string `json:"return_url"`
	// The partner's own data.
	Metadata map[string]string `json:"metadata"`
	// Creation time.
	CreatedAt time.Time `json:"created_at"`
	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`
	// When it expires unless something happens before; null where it cannot.
	ExpiresAt *time.Time `json:"expires_at"`
}

// MissingDetail: Says how an outstanding code is resolved.
type MissingDetail struct {
	// One of the codes of `GET /requirements`.
	Code string `json:"code"`
	// Segment of the data: `applicant`, `identity`, `business`, `company`, `payout_account`, `representation` or
	// `document`.
	Segment Segment `json:"segment"`
	// `partner`, `merchant` or `either`.
	ResolvableBy Resolver `json:"resolvable_by"`
	// The partner's call that resolves it, for example `PATCH /onboarding/{ref}`; null when only the merchant can.
	Operation *string `json:"operation"`
	// JSON pointers of the fields in the body of that call.
	Fields []string `json:"fields"`
	// Why data that was there does not count; null when it never was.
	ReasonCode *string `json:"reason_code"`
}

// IdentitySummary: Says which identity data is there, never what it is.
type IdentitySummary struct {
	// National identification number.
	NationalID NationalIDSummary `json:"national_id"`
	// Identity document.
	IdentityDocument IdentityDocumentSummary `json:"identity_document"`
	// Residential address.
	ResidentialAddress Provided `json:"residential_address"`
	// Place of birth.
	PlaceOfBirth Provided `json:"place_of_birth"`
	// Citizenships.
	Citizenships Provided `json:"citizenships"`
	// Date of birth.
	DateOfBirth Provided `json:"date_of_birth"`
}

// NationalIDSummary: Says whether there is a national id.
type NationalIDSummary struct {
	// Null when not provided.
	Scheme *NationalIDScheme `json:"scheme"`
	// True when it is there.
	Provided bool `json:"provided"`
}

// IdentityDocumentSummary: Says whether there is an identity document.
type IdentityDocumentSummary struct {
	// Null when not provided.
	Type *IdentityDocumentType `json:"type"`
	// True when it is there.
	Provided bool `json:"provided"`
}

// Provided: Says whether a piece of data is there.
type Provided struct {
	// True when it is there.
	Provided bool `json:"provided"`
}

// Representation: How the applicant may bind the company, by what its register says.
type Representation struct {
	// `solo`, `co_representative` or `proxy`.
	RepresentationMode RepresentationMode `json:"representation_mode"`
	// True for the modes other than `solo`.
	RequiresInvitationOrPOA bool `json:"requires_invitation_or_poa"`
	// What the partner claimed.
	IsRepresentative bool `json:"is_representative"`
	// How the person was found among the members: `exact`, `name`, `weak`, `ambiguous`, `suspended` or `none`.
	Match RepresentationMatch `json:"match"`
	// Who signs for the company.
	Rule RepresentationRule `json:"rule"`
	// How many more people must sign, by the shortest way; 0 for `solo`.
	AdditionalSignatoriesRequired int `json:"additional_signatories_required"`
	// Members who may sign beside the person.
	Candidates []RepresentationCandidate `json:"candidates"`
	// The state of the register that this follows from.
	Register RegisterReference `json:"register"`
	// True when only the hosted identity check can show that the person is the member.
	IdentityConfirmationRequired bool `json:"identity_confirmation_required"`
	// When this was found.
	EvaluatedAt time.Time `json:"evaluated_at"`
}

// RepresentationRule: A company's rule of representation.
type RepresentationRule struct {
	// By what the register says.
	Kind RepresentationRuleKind `json:"kind"`
	// The register's words, without names and numbers of people; null when it has none.
	Text *string `json:"text"`
	// Each is one sufficient set of signatures.
	Alternatives []RepresentationAlternative `json:"alternatives"`
}

// RepresentationAlternative: One sufficient set of signatures.
type RepresentationAlternative struct {
	// All of them sign.
	Signers []RepresentationSigner `json:"signers"`
}

// RepresentationSigner: A number of signatures of one role.
type RepresentationSigner struct {
	// `member`, `procurator`, `function:<name>` or `person:<member_id>`.
	Role string `json:"role"`
	// How many; null: all of them.
	Count *int `json:"count"`
}

// RepresentationCandidate: A member of the representing body.
type RepresentationCandidate struct {
	// Names the member in an invitation.
	MemberID string `json:"member_id"`
	// Function in the body as the register spells it; null when it names none.
	Function *string `json:"function"`
	// First letters of the name.
	NameMasked string `json:"name_masked"`
}

// RegisterReference: A state of a company's entry.
type RegisterReference struct {
	// As in `company.register`.
	Scheme RegisterScheme `json:"scheme"`
	// As in `company.register`.
	Number string `json:"number"`
	// The state's own date.
	AsOf time.Time `json:"as_of"`
	// Hash of the state, hexadecimal.
	SnapshotID string `json:"snapshot_id"`
}

// RequiredDocument: A document that a regulated activity asks for.
type RequiredDocument struct {
	// `doc_` id, by which an upload refers to it.
	DocumentID string `json:"document_id"`
	// For example `regulated_activity.licence`.
	Code string `json:"code"`
	// Name for people.
	Title string `json:"title"`
	// `missing`, `received`, `accepted` or `rejected`.
	Status RequiredDocumentStatus `json:"status"`
	// Why it was rejected; null otherwise.
	ReasonCode *string `json:"reason_code"`
}

// Document: An uploaded file; its content is never given out.
type Document struct {
	// `doc_` id.
	DocumentID string `json:"document_id"`
	// The required document that it answers; null otherwise.
	RequiredDocumentID *string `json:"required_document_id"`
	// Free-form type; null when it answers a required document.
	DocumentType *string `json:"document_type"`
	// Free-form subject; null when it answers a required document.
	Subject *string `json:"subject"`
	// Name of the file as it was sent.
	Filename string `json:"filename"`
	// Media type by content.
	ContentType string `json:"content_type"`
	// Size in bytes.
	SizeBytes int64 `json:"size_bytes"`
	// SHA-256 of the content, in hexadecimal.
	Sha256 string `json:"sha256"`
	// `received`, `accepted` or `rejected`.
	Status DocumentStatus `json:"status"`
	// Time of the upload.
	CreatedAt time.Time `json:"created_at"`
	// Why it was rejected; null otherwise.
	ReasonCode *string `json:"reason_code"`
}

// Invitation: Asks a further person to sign.
type Invitation struct {
	// `inv_` id.
	InvitationID string `json:"invitation_id"`
	// `representative` or `proxy`.
	Role InvitationRole `json:"role"`
	// `pending`, `accepted`, `declined`, `expired` or `revoked`.
	Status InvitationStatus `json:"status"`
	// Whom, masked.
	InviteeMasked string `json:"invitee_masked"`
	// Documents attached.
	DocumentIDs []string `json:"document_ids"`
	// When it lapses.
	ExpiresAt time.Time `json:"expires_at"`
	// The member of the representing body who is invited; null for a proxy, and where the partner named none.
	MemberID *string `json:"member_id"`
	// Creation time.
	CreatedAt time.Time `json:"created_at"`
	// When the invitation was last sent.
	LastSentAt time.Time `json:"last_sent_at"`
	// How often it was sent again, of at most 5.
	ResentCount int `json:"resent_count"`
	// What became of the newest message to the person; null unless the invitation is pending.
	LastMessage *LastMessage `json:"last_message"`
}

// LastMessage: What became of a one-time code, a link or an invitation that was sent to a person.
type LastMessage struct {
	// `email` or `sms`.
	Medium MessageMedium `json:"medium"`
	// `queued`, `sent`, `delivered` or `failed`.
	Status MessageStatus `json:"status"`
	// Why it failed: `rejected`, `bounced` or `expired`; more may come. Null otherwise.
	ReasonCode *MessageFailure `json:"reason_code"`
	// When it took this status.
	At time.Time `json:"at"`
}

// HostedStep: A step of the hosted flow.
type HostedStep struct {
	// `contact_verification`, `identity_verification`, `declarations`, `agreement_signing`, `payouts_opt_in` or
	// `verification_transfer`.
	Step HostedStepName `json:"step"`
	// `pending` or `completed`.
	Status HostedStepStatus `json:"status"`
	// True for a step that the merchant may leave out.
	Optional bool `json:"optional"`
}

// DelegationSummary: The state of the merchant's delegation.
type DelegationSummary struct {
	// `none`, `active` or `revoked`.
	Status DelegationStatus `json:"status"`
}

// Abilities: Says which calls on behalf of the merchant would be let through now.
type Abilities struct {
	// POST /payments.
	RegisterPayment bool `json:"register_payment"`
	// GET /merchants/{ref}/balance and the like.
	ReadAccount bool `json:"read_account"`
	// POST /merchants/{ref}/payouts.
	RequestPayout bool `json:"request_payout"`
}

// NextAction: Where the merchant goes next.
type NextAction struct {
	// `hosted_flow`; `none` once the onboarding is rejected, cancelled or expired.
	Type NextActionType `json:"type"`
	// For the merchant's browser; each answer has a fresh one. Null for `none`.
	URL *string `json:"url"`
	// When the URL stops working; null for `none`.
	ExpiresAt *time.Time `json:"expires_at"`
	// What became of the newest message to the applicant, in answers about the onboarding; null when none went to the
	// present contact, and where the onboarding waits for no one.
	LastMessage *LastMessage `json:"last_message"`
}

// UpdateOnboardingResult: The state of the onboarding after the change.
type UpdateOnboardingResult struct {
	// `mrc_` id.
	Ref string `json:"ref"`
	// As in GetOnboardingResponse; no partner call moves it forward.
	Status OnboardingStatus `json:"status"`
	// `single_person`, `multi_person` or `unknown`; null unless the applicant is a company.
	CompanyStructure *CompanyStructure `json:"company_structure"`
	// Codes of the outstanding data.
	Missing []string `json:"missing"`
	// How each of them is resolved, in the same order.
	MissingDetails []MissingDetail `json:"missing_details"`
	// Documents that the merchant's activity asks for.
	RequiredDocuments []RequiredDocument `json:"required_documents"`
	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`
}

// NationalIDInput: A national identification number.
type NationalIDInput struct {
	// `PL_PESEL` or `OTHER`.
	Scheme NationalIDScheme `json:"scheme"`
	// Country that issued it, ISO 3166-1 alpha-2; `PL` for `PL_PESEL`.
	Country Optional[string] `json:"country,omitzero"`
	// `PL_PESEL`: eleven digits with a valid check digit and date; `OTHER`: 1 to 32 letters, digits or `-`.
	Value string `json:"value"`
}

// IdentityDocumentInput: A document that proves who its holder is.
type IdentityDocumentInput struct {
	// `identity_card`, `passport`, `residence_card` or `driving_licence`.
	Type IdentityDocumentType `json:"type"`
	// 4 to 20 capital letters and digits; a Polish identity card has three letters and six digits with a valid check
	// digit.
	Number string `json:"number"`
	// ISO 3166-1 alpha-2.
	IssuingCountry string `json:"issuing_country"`
	// `YYYY-MM-DD`, of the past.
	IssuedOn Optional[string] `json:"issued_on,omitzero"`
	// `YYYY-MM-DD`, of the future; null for a document without an end.
	ExpiresOn Optional[string] `json:"expires_on,omitzero"`
}

// PlaceOfBirthInput: Where a person was born.
type PlaceOfBirthInput struct {
	// ISO 3166-1 alpha-2.
	Country string `json:"country"`
	// 1 to 100 characters.
	City string `json:"city"`
}

// PrefillIdentityResult: Says what is there now; never what it is.
type PrefillIdentityResult struct {
	// `mrc_` id.
	Ref string `json:"ref"`
	// As in GetOnboardingResponse; prefilling does not change it.
	Status OnboardingStatus `json:"status"`
	// Which data is there.
	Identity IdentitySummary `json:"identity"`
	// Codes of the outstanding data.
	Missing []string `json:"missing"`
	// What a person should look at, though it is stored: `applicant_under_18`.
	Warnings []string `json:"warnings"`
}

// RepresentationPersonInput: A person to look for in the register.
type RepresentationPersonInput struct {
	// 1 to 100 characters.
	GivenNames string `json:"given_names"`
	// 1 to 100 characters.
	FamilyName string `json:"family_name"`
	// Helps where names are ambiguous; it is not stored.
	NationalID Optional[NationalIDInput] `json:"national_id,omitzero"`
}

// SetRepresentationResult: The decision.
type SetRepresentationResult struct {
	// `mrc_` id.
	Ref string `json:"ref"`
	// `solo`, `co_representative` or `proxy`.
	RepresentationMode RepresentationMode `json:"representation_mode"`
	// True for the modes other than `solo`.
	RequiresInvitationOrPOA bool `json:"requires_invitation_or_poa"`
	// What the partner claimed.
	IsRepresentative bool `json:"is_representative"`
	// How the person was found among the members: `exact`, `name`, `weak`, `ambiguous`, `suspended` or `none`.
	Match RepresentationMatch `json:"match"`
	// Who signs for the company.
	Rule RepresentationRule `json:"rule"`
	// How many more people must sign, by the shortest way; 0 for `solo`.
	AdditionalSignatoriesRequired int `json:"additional_signatories_required"`
	// Members who may sign beside the person.
	Candidates []RepresentationCandidate `json:"candidates"`
	// The state of the register that this follows from.
	Register RegisterReference `json:"register"`
	// True when only the hosted identity check can show that the person is the member.
	IdentityConfirmationRequired bool `json:"identity_confirmation_required"`
	// When this was found.
	EvaluatedAt time.Time `json:"evaluated_at"`
	// Codes of the outstanding data.
	Missing []string `json:"missing"`
}

// CancelOnboardingResult: The state of the onboarding after the cancellation.
type CancelOnboardingResult struct {
	// `mrc_` id.
	Ref string `json:"ref"`
	// `cancelled`.
	Status OnboardingStatus `json:"status"`
	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`
}

// Requirement: A code that `missing` can hold.
type Requirement struct {
	// As it appears in `missing[]`.
	Code string `json:"code"`
	// Segment of the data.
	Segment Segment `json:"segment"`
	// Of whom it is asked: `natural_person`, `sole_trader`, `single_person_company` and `multi_person_company`.
	AskedOf []Audience `json:"asked_of"`
	// When it is asked, beyond `asked_of`: `always`, `regulated_activity`, `proxy` or `not_solo`.
	Condition RequirementCondition `json:"condition"`
	// `partner`, `merchant` or `either`.
	ResolvableBy Resolver `json:"resolvable_by"`
	// The partner's call that resolves it; null when only the merchant can.
	Operation *string `json:"operation"`
	// JSON pointers of the fields in the body of that call.
	Fields []string `json:"fields"`
	// What it means, in English.
	Description string `json:"description"`
}

// FinalizeOnboardingResult: Reports completeness and hands the merchant over.
type FinalizeOnboardingResult struct {
	// `mrc_` id.
	Ref string `json:"ref"`
	// As in GetOnboardingResponse; finalize does not change it.
	Status OnboardingStatus `json:"status"`
	// Codes of the outstanding data; empty when complete, and once the onboarding is rejected, cancelled or expired.
	Missing []string `json:"missing"`
	// How each of them is resolved, in the same order.
	MissingDetails []MissingDetail `json:"missing_details"`
	// Where the merchant goes next.
	NextAction NextAction `json:"next_action"`
	// When this was found.
	EvaluatedAt time.Time `json:"evaluated_at"`
}

// UploadDocumentResult: Describes the stored document.
type UploadDocumentResult struct {
	// `doc_` id of the upload.
	DocumentID string `json:"document_id"`
	// The required document that it answers; null otherwise.
	RequiredDocumentID *string `json:"required_document_id"`
	// As sent; null when it answers a required document.
	DocumentType *string `json:"document_type"`
	// As sent; null when it answers a required document.
	Subject *string `json:"subject"`
	// What was kept of the name that was sent.
	Filename string `json:"filename"`
	// Media type by content.
	ContentType string `json:"content_type"`
	// Size in bytes.
	SizeBytes int64 `json:"size_bytes"`
	// SHA-256 of the content, in hexadecimal.
	Sha256 string `json:"sha256"`
	// `received`.
	Status DocumentStatus `json:"status"`
	// Time of the upload.
	CreatedAt time.Time `json:"created_at"`
}

// InviteeInput: An invited person.
type InviteeInput struct {
	// 1 to 100 characters. Required.
	GivenNames string `json:"given_names"`
	// 1 to 100 characters. Required.
	FamilyName string `json:"family_name"`
	// At most 254 characters. Required. It must be the person's own: the address of the applicant or of another signatory,
	// however it is written, is refused with `contact_taken`.
	Email string `json:"email"`
	// The person's own phone, as people write it; it is kept in E.164. Without a country code it is a Polish number.
	Phone Optional[string] `json:"phone,omitzero"`
}

// CreateInvitationResult: The invitation.
type CreateInvitationResult struct {
	// `inv_` id.
	InvitationID string `json:"invitation_id"`
	// `representative` or `proxy`.
	Role InvitationRole `json:"role"`
	// `pending`.
	Status InvitationStatus `json:"status"`
	// Whom, masked.
	InviteeMasked string `json:"invitee_masked"`
	// Documents attached.
	DocumentIDs []string `json:"document_ids"`
	// When it lapses: after 14 days.
	ExpiresAt time.Time `json:"expires_at"`
	// The member who is invited; null where none was named.
	MemberID *string `json:"member_id"`
	// Creation time.
	CreatedAt time.Time `json:"created_at"`
}

// ResendInvitationResult: The invitation after the sending.
type ResendInvitationResult struct {
	// `inv_` id.
	InvitationID string `json:"invitation_id"`
	// `pending`.
	Status InvitationStatus `json:"status"`
	// When it lapses.
	ExpiresAt time.Time `json:"expires_at"`
	// When it was last sent.
	LastSentAt time.Time `json:"last_sent_at"`
	// How often it was sent again, of at most 5.
	ResentCount int `json:"resent_count"`
}

// Merchant: A business that is paid.
type Merchant struct {
	// `mrc_` id: the `ref` of its onboarding.
	MerchantRef string `json:"merchant_ref"`
	// The distribution channel under which the partner onboarded it.
	Channel string `json:"channel"`
	// The partner's own reference.
	PartnerExternalRef string `json:"partner_external_ref"`
	// True for live mode.
	Livemode bool `json:"livemode"`
	// `none` until the onboarding is active, then `active`, `suspended` or `closed`; more may come.
	Status MerchantStatus `json:"status"`
	// Status of the onboarding.
	OnboardingStatus OnboardingStatus `json:"onboarding_status"`
	// What it takes and is paid in, ISO 4217.
	Currencies []string `json:"currencies"`
	// What the merchant lets the partner do.
	Delegation DelegationSummary `json:"delegation"`
	// Whether the partner may request payouts.
	PayoutsOptIn PayoutsOptIn `json:"payouts_opt_in"`
	// Which calls on behalf of the merchant would be let through now.
	Can Abilities `json:"can"`
	// Creation time of the onboarding.
	CreatedAt time.Time `json:"created_at"`
}

// PayoutsOptIn: The merchant's consent to payouts by its partner.
type PayoutsOptIn struct {
	// `not_requested`, `pending`, `granted` or `revoked`.
	Status PayoutsOptInStatus `json:"status"`
	// When the partner asked for it; null when it did not.
	RequestedAt *time.Time `json:"requested_at"`
	// When the merchant gave it; null until then.
	GrantedAt *time.Time `json:"granted_at"`
	// When the merchant took it back or refused; null otherwise.
	RevokedAt *time.Time `json:"revoked_at"`
}

// Delegation: The merchant's consent that the partner acts for it. It is revocable by the merchant and the operator,
// effective with the next call.
type Delegation struct {
	// `dlg_` id; null until the agreement is signed.
	DelegationID *string `json:"delegation_id"`
	// `mrc_` id.
	MerchantRef string `json:"merchant_ref"`
	// The distribution channel under which the partner onboarded it.
	Channel string `json:"channel"`
	// `none`, `active` or `revoked`.
	Status DelegationStatus `json:"status"`
	// What it allows now.
	Permissions DelegationPermissions `json:"permissions"`
	// The separate consent to payouts.
	PayoutsOptIn PayoutsOptIn `json:"payouts_opt_in"`
	// The agreement that was signed; null until then.
	Agreement *SignedAgreement `json:"agreement"`
	// When it was granted; null until then.
	GrantedAt *time.Time `json:"granted_at"`
	// When it was revoked; null unless it is.
	RevokedAt *time.Time `json:"revoked_at"`
	// `merchant`, `operator` or `system`; null unless it is revoked.
	RevokedBy *Revoker `json:"revoked_by"`
}

// DelegationPermissions: What a delegation allows.
type DelegationPermissions struct {
	// To read balance, transactions and settlements.
	AccountRead bool `json:"account_read"`
	// To register payments.
	PaymentsWrite bool `json:"payments_write"`
}

// SignedAgreement: A channel agreement that a merchant signed.
type SignedAgreement struct {
	// Id of the text.
	ID string `json:"id"`
	// Version of the text.
	Version string `json:"version"`
	// When it was signed.
	SignedAt time.Time `json:"signed_at"`
}

// PaymentCustomerInput: Who pays.
type PaymentCustomerInput struct {
	// At most 254 characters.
	Email string `json:"email"`
	// 1 to 255 characters.
	Name Optional[string] `json:"name,omitzero"`
	// Language of the payment page, a BCP 47 tag like `pl` or `en-GB`.
	Locale Optional[string] `json:"locale,omitzero"`
}

// Payment: Money that a customer is asked for. Nothing of the customer is in it.
type Payment struct {
	// `pay_` id.
	PaymentID string `json:"payment_id"`
	// `mrc_` id of the merchant.
	MerchantRef string `json:"merchant_ref"`
	// Channel of the merchant.
	Channel string `json:"channel"`
	// `registered`, `pending`, `paid`, `partially_refunded`, `refunded`, `rejected`, `expired` or `cancelled`; more may
	// come.
	Status PaymentStatus `json:"status"`
	// Minor units.
	Amount int64 `json:"amount"`
	// ISO 4217.
	Currency string `json:"currency"`
	// Your own reference.
	ExternalRef string `json:"external_ref"`
	// Where the customer goes next.
	NextAction NextAction `json:"next_action"`
	// Who registered it.
	ActedBy ActedBy `json:"acted_by"`
	// Creation time.
	CreatedAt time.Time `json:"created_at"`
	// True for live mode.
	Livemode bool `json:"livemode"`
	// How it is or was paid; null while the customer has not chosen.
	Method *PaymentMethod `json:"method"`
	// What the merchant pays for it, minor units; taken when it is paid, by the tariff that is in effect then.
	Fee int64 `json:"fee"`
	// What was given back, minor units.
	RefundedAmount int64 `json:"refunded_amount"`
	// Why it was rejected, in live mode by the payment engine's own account (such as card_declined), or why it was
	// cancelled when the partner did not ask for it (merchant_suspended, merchant_closed); null otherwise.
	ReasonCode *string `json:"reason_code"`
	// Your own data.
	Metadata map[string]string `json:"metadata"`
	// Until when it can be paid.
	ValidUntil time.Time `json:"valid_until"`
	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`
	// When it was paid; null until then.
	PaidAt *time.Time `json:"paid_at"`
	// What the payer's bank took back and has not returned, minor units.
	ChargedBackAmount int64 `json:"charged_back_amount"`
}

// ActedBy: Who did something for a merchant.
type ActedBy struct {
	// `partner` or `merchant`.
	Type ActorType `json:"type"`
	// `ptn_` id; null for the merchant itself.
	PartnerID *string `json:"partner_id"`
	// `dlg_` id of the delegation by which the partner acted; null for the merchant itself.
	DelegationID *string `json:"delegation_id"`
}

// Refund: Money of a payment on its way back to the customer.
type Refund struct {
	// `rfd_` id.
	RefundID string `json:"refund_id"`
	// `pay_` id of the payment.
	PaymentID string `json:"payment_id"`
	// `mrc_` id of the merchant.
	MerchantRef string `json:"merchant_ref"`
	// `pending`, `succeeded` or `failed`; more may come.
	Status RefundStatus `json:"status"`
	// Minor units.
	Amount int64 `json:"amount"`
	// ISO 4217.
	Currency string `json:"currency"`
	// Your own reference; the refund's own id where the sandbox or support made it.
	ExternalRef string `json:"external_ref"`
	// Who asked for it.
	ActedBy ActedBy `json:"acted_by"`
	// Why it failed; null otherwise.
	ReasonCode *string `json:"reason_code"`
	// True for live mode.
	Livemode bool `json:"livemode"`
	// Creation time.
	CreatedAt time.Time `json:"created_at"`
	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`
}

// Chargeback: Money of a payment that the payer's bank took back.
type Chargeback struct {
	// `cbk_` id.
	ChargebackID string `json:"chargeback_id"`
	// `pay_` id of the payment.
	PaymentID string `json:"payment_id"`
	// `mrc_` id of the merchant.
	MerchantRef string `json:"merchant_ref"`
	// `charged_back` or `reversed`; more may come.
	Status ChargebackStatus `json:"status"`
	// Minor units: the payment's amount or a part of it.
	Amount int64 `json:"amount"`
	// ISO 4217.
	Currency string `json:"currency"`
	// Why, by the payment engine's own account, such as `fraudulent` or `product_not_received`.
	ReasonCode string `json:"reason_code"`
	// Until when it can be disputed; null where that is not known.
	RespondBy *time.Time `json:"respond_by"`
	// True for live mode.
	Livemode bool `json:"livemode"`
	// Creation time.
	CreatedAt time.Time `json:"created_at"`
	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`
	// What it costs the merchant, minor units: taken with the amount, and not returned by a reversal.
	Fee int64 `json:"fee"`
}

// AccountBalance: What a merchant has.
type AccountBalance struct {
	// `mrc_` id.
	MerchantRef string `json:"merchant_ref"`
	// When the balances were read.
	AsOf time.Time `json:"as_of"`
	// One for each currency that ever moved; their sum is that of the net amounts of all transactions.
	Balances []Balance `json:"balances"`
}

// Balance: What a merchant has in one currency, in minor units. After refunds and chargebacks `available` and `pending`
// may be negative: the merchant owes that much, nothing can be paid out, and what comes next settles it first.
type Balance struct {
	// ISO 4217.
	Currency string `json:"currency"`
	// What can be paid out.
	Available int64 `json:"available"`
	// What is paid and not settled yet.
	Pending int64 `json:"pending"`
	// What payouts that are not under way yet have set aside.
	Reserved int64 `json:"reserved"`
}

// Transaction: A change of what a merchant has.
type Transaction struct {
	// `txn_` id.
	TransactionID string `json:"transaction_id"`
	// `payment`, `refund`, `chargeback`, `payout` or `adjustment` (a payout that the bank returned, a refund that failed,
	// a chargeback that was reversed); more may come.
	Type TransactionType `json:"type"`
	// Minor units; what leaves the merchant is negative.
	Amount int64 `json:"amount"`
	// What the merchant paid for it, minor units.
	Fee int64 `json:"fee"`
	// `amount` less `fee`.
	Net int64 `json:"net"`
	// ISO 4217.
	Currency string `json:"currency"`
	// `pending`: it counts in the pending balance. `settled`: a settlement made it available. `available`: it changed the
	// available balance at once.
	Status TransactionStatus `json:"status"`
	// `pay_` id; null unless it comes from a payment.
	PaymentID *string `json:"payment_id"`
	// `pyt_` id; null unless it comes from a payout.
	PayoutID *string `json:"payout_id"`
	// `stl_` id; null until it is settled.
	SettlementID *string `json:"settlement_id"`
	// Your own reference of the payment or payout.
	ExternalRef string `json:"external_ref"`
	// When it happened.
	OccurredAt time.Time `json:"occurred_at"`
	// The day (UTC) from which it can be paid out, `YYYY-MM-DD`.
	AvailableOn string `json:"available_on"`
	// `rfd_` id; null unless it comes from a refund.
	RefundID *string `json:"refund_id"`
	// `cbk_` id; null unless it comes from a chargeback.
	ChargebackID *string `json:"chargeback_id"`
}

// Settlement: Makes the payments of one day available, with their refunds and chargebacks, in one currency.
type Settlement struct {
	// `stl_` id.
	SettlementID string `json:"settlement_id"`
	// `paid`: credited to the available balance; more may come.
	Status SettlementStatus `json:"status"`
	// ISO 4217.
	Currency string `json:"currency"`
	// Of the payments, minor units.
	Gross int64 `json:"gross"`
	// Of the payments, minor units.
	Fees int64 `json:"fees"`
	// What was given back, minor units.
	Refunds int64 `json:"refunds"`
	// `gross` less `fees`, `refunds` and `chargebacks`: the sum of the net amounts of its transactions.
	Net int64 `json:"net"`
	// How many transactions it has.
	TransactionCount int `json:"transaction_count"`
	// First moment of its period.
	PeriodFrom time.Time `json:"period_from"`
	// First moment after its period.
	PeriodTo time.Time `json:"period_to"`
	// When it was credited.
	PaidAt time.Time `json:"paid_at"`
	// The account that payouts go to, masked.
	IBANMasked string `json:"iban_masked"`
	// What was charged back, less what was reversed, minor units.
	Chargebacks int64 `json:"chargebacks"`
}

// SettlementStatement: Where the statement of a settlement is.
type SettlementStatement struct {
	// `stl_` id.
	SettlementID string `json:"settlement_id"`
	// A page in English and Polish, to read and print.
	PageURL string `json:"page_url"`
	// The same as a file (RFC 4180, UTF-8): a row for each transaction, the oldest first, and a last one of type `total`.
	// Amounts are decimals.
	CsvURL string `json:"csv_url"`
	// Until when the links work.
	ExpiresAt time.Time `json:"expires_at"`
}

// RequestPayoutsOptInResult: The state of the consent.
type RequestPayoutsOptInResult struct {
	// `mrc_` id.
	MerchantRef string `json:"merchant_ref"`
	// The consent.
	PayoutsOptIn PayoutsOptIn `json:"payouts_opt_in"`
	// Where the merchant goes to decide; `none` once it has allowed payouts.
	NextAction NextAction `json:"next_action"`
}

// Payout: Money on its way to a merchant's bank account.
type Payout struct {
	// `pyt_` id.
	PayoutID string `json:"payout_id"`
	// `mrc_` id.
	MerchantRef string `json:"merchant_ref"`
	// `requested`, `processing`, `paid`, `failed` or `cancelled`; more may come.
	Status PayoutStatus `json:"status"`
	// Minor units.
	Amount int64 `json:"amount"`
	// ISO 4217.
	Currency string `json:"currency"`
	// Where it goes, masked.
	IBANMasked string `json:"iban_masked"`
	// Your own reference.
	ExternalRef string `json:"external_ref"`
	// Who requested it.
	ActedBy ActedBy `json:"acted_by"`
	// Creation time.
	CreatedAt time.Time `json:"created_at"`
	// True for live mode.
	Livemode bool `json:"livemode"`
	// As sent; null when it was not.
	Description *string `json:"description"`
	// Why it failed; null otherwise.
	ReasonCode *string `json:"reason_code"`
	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`
	// When it arrived; null until then.
	PaidAt *time.Time `json:"paid_at"`
}

// FeedEvent: Something that happened to a merchant, in the envelope of all events.
type FeedEvent struct {
	// `evt_` id.
	ID string `json:"id"`
	// For example `onboarding.status_changed`; more types may come.
	Type string `json:"type"`
	// When it happened.
	CreatedAt time.Time `json:"created_at"`
	// Version of the envelope.
	APIVersion string `json:"api_version"`
	// `ten_` id of the partner's tenant.
	Tenant string `json:"tenant"`
	// True for live mode.
	Livemode bool `json:"livemode"`
	// What happened; `merchant_ref` names the merchant. It holds no personal data.
	Data map[string]any `json:"data"`
}

// FeedEventType: Describes a type of events.
type FeedEventType struct {
	// Its name, for example `onboarding.status_changed`.
	Type string `json:"type"`
	// What an event of the type means.
	Description string `json:"description"`
	// Version of the API that has the type first, for example `1.0.0`.
	Since string `json:"since"`
	// Scopes that a key needs to read events of the type. With `account:read` it reads those of merchants whose delegation
	// is active.
	Scopes []string `json:"scopes"`
	// JSON Schema that `data` of such an event satisfies. Statuses and codes have the known ones as `examples`: more may
	// come.
	Schema map[string]any `json:"schema"`
	// Envelope of such an event.
	Example map[string]any `json:"example"`
}

// BodyShapeInput: The shape of the body of requests: a preset or an expression, one of the two. Requests are signed
// over what they have, and keep the headers that every delivery has.
type BodyShapeInput struct {
	// A shape for a kind of receivers, with its content type and headers.
	Preset Optional[BodyPreset] `json:"preset,omitzero"`
	// An expression in CEL of at most 4,000 bytes whose result is an object or a list, over one variable: `event`, the
	// body without a shape. The result is sent as `application/json`: without white space, the members of objects in the
	// order of their names.
	Expression Optional[string] `json:"expression,omitzero"`
}

// AuthenticationInput: How requests and connections to an endpoint are authenticated, besides the signature. Its
// secrets are encrypted and not shown again. Each member belongs to the types that it names, and is refused with
// others.
type AuthenticationInput struct {
	// - `none`: no authentication of ours, for `server_ca` without it.
	// - `mtls`: a client certificate.
	// - `oauth2_client_credentials`: a bearer token of an OAuth2 server (RFC 6749, section 4.4).
	// - `basic`: a user name and a password (RFC 7617).
	// - `bearer`: a token that does not change (RFC 6750).
	Type AuthenticationType `json:"type"`
	// Of `basic`: 1 to 255 bytes without a colon and control characters.
	Username Optional[string] `json:"username,omitzero"`
	// Of `basic`: at most 1,024 bytes without control characters; empty when absent.
	Password Optional[string] `json:"password,omitzero"`
	// Of `bearer`: 1 to 4,096 letters, digits and `-._~+/`, then any number of `=`.
	Token Optional[string] `json:"token,omitzero"`
	// Of `oauth2_client_credentials`: a URL by the rules of `url`.
	TokenURL Optional[string] `json:"token_url,omitzero"`
	// Of `oauth2_client_credentials`: 1 to 255 printable ASCII characters.
	ClientID Optional[string] `json:"client_id,omitzero"`
	// Of `oauth2_client_credentials`: 1 to 1,024 printable ASCII characters.
	ClientSecret Optional[string] `json:"client_secret,omitzero"`
	// Of `oauth2_client_credentials`: up to 20 scopes of 1 to 128 printable ASCII characters without blanks, quotes and
	// backslashes.
	Scopes Optional[[]string] `json:"scopes,omitzero"`
	// Of `mtls`: PEM of the certificate and of those that lead to its authority, at most 16 KiB. When absent we make one;
	// the answer has the authority that the receiver is to trust.
	Certificate Optional[string] `json:"certificate,omitzero"`
	// Of `mtls`: PEM of the private key of `certificate` (PKCS #8, PKCS #1 or SEC 1, not encrypted), at most 8 KiB.
	PrivateKey Optional[string] `json:"private_key,omitzero"`
	// Of any type: PEM of 1 to 10 authorities, at most 24 KiB, of which one must have issued the receiver's certificate.
	// Public authorities then do not count for the receiver. A token server's certificate may be of a public authority or
	// of one of these.
	ServerCa Optional[string] `json:"server_ca,omitzero"`
}

// CreatedEndpoint: Holds the new endpoint and its secret.
type CreatedEndpoint struct {
	// The endpoint: active, or inactive where the operator requires proof of `ownership` in live mode.
	Data Endpoint `json:"data"`
	// The first secret, which no later answer shows.
	Meta SecretMeta `json:"meta"`
}

// LogValue implements slog.LogValuer: logs do not have what is shown once.
func (m CreatedEndpoint) LogValue() slog.Value {
	return slog.GroupValue(
		slog.Any("data", m.Data),
		slog.Any("meta", m.Meta),
	)
}

// Endpoint: A receiver's URL and the event types that it subscribes to.
type Endpoint struct {
	// UUID, as in the path of its routes.
	ID string `json:"id"`
	// Where deliveries are sent.
	URL string `json:"url"`
	// Event types that it subscribes to, or the single element `*` for all but those about endpoints.
	Events []string `json:"events"`
	// The tenant's own text about it; null when none is given.
	Description *string `json:"description"`
	// False once set inactive or deactivated; such an endpoint is not called.
	IsActive bool `json:"is_active"`
	// Consecutive failed deliveries (a delivery fails after its fifth attempt).
	FailureCount int `json:"failure_count"`
	// When an attempt to it was last made; null before the first.
	LastTriggeredAt *time.Time `json:"last_triggered_at"`
	// When a delivery to it last succeeded; null before the first.
	LastSuccessAt *time.Time `json:"last_success_at"`
	// When a delivery to it last failed, after all its attempts; null before the first.
	LastFailureAt *time.Time `json:"last_failure_at"`
	// Set on automatic deactivation; null while the endpoint is active.
	DisabledAt *time.Time `json:"disabled_at"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// Time of the last change through the API or by deactivation.
	UpdatedAt time.Time `json:"updated_at"`
	// When the signing secret was last rotated; null when never.
	SecretRotatedAt *time.Time `json:"secret_rotated_at"`
	// What its recent deliveries show.
	Health EndpointHealth `json:"health"`
	// True for an endpoint of live mode.
	Livemode bool `json:"livemode"`
	// The expression that an event must match to be delivered; null when every event of its types is.
	Filter *string `json:"filter"`
	// True: a `Retry-After` of the receiver puts the next attempt off, see CreateEndpointRequest.
	HonourRetryAfter bool `json:"honour_retry_after"`
	// True: one response with status 410 deactivates it.
	DeactivateOn410 bool `json:"deactivate_on_410"`
	// Names of the headers of its own that each request has, in alphabetical order; their values are not shown.
	HeaderNames []string `json:"header_names"`
	// Most requests a second; null when there is no such limit. What waits for it is `pending` in `health`.
	RateLimit *int `json:"rate_limit"`
	// Channels of partner connect whose events it gets; empty: those of all.
	Channels []string `json:"channels"`
	// The expression whose value is the key of an event: events with the same key are delivered one at a time, in the
	// order of the log. Null when deliveries have no order.
	OrderBy *string `json:"order_by"`
	// What becomes of the other events of a key when a delivery has failed, after all its attempts:
	// - `skip`: the next one is delivered.
	// - `stop`: they wait until the failed one is sent again with success, or skipped.
	OrderOnFailure OrderOnFailure `json:"order_on_failure"`
	// How its requests are signed, at least one form: `hmac`, `ed25519`, `http_message`.
	Signatures []SignatureForm `json:"signatures"`
	// How requests and connections to it are authenticated, without secrets; null when only signatures do.
	Authentication *EndpointAuthentication `json:"authentication"`
	// The shape of the body of its requests; null when it is the event itself.
	Body *BodyShape `json:"body"`
	// Whether it is proven that its owner controls the receiver.
	Ownership EndpointOwnership `json:"ownership"`
}

// EndpointHealth: What the recent deliveries of an endpoint show.
type EndpointHealth struct {
	// It follows attempts, so that an outage shows after the first of them:
	// - `healthy`: none of the others.
	// - `degraded`: the last attempt failed, a delivery waits for its retry, or a delivery failed in the last 24 hours.
	// - `failing`: the last 10 attempts failed, or the last 25 deliveries did, half of those that deactivate; one success
	//   ends it.
	// - `inactive`: the endpoint is not called.
	State EndpointHealthState `json:"state"`
	// Status of the last response; null when there was none.
	LastResponseStatus *int `json:"last_response_status"`
	// Share of deliveries that ended delivered among those that ended delivered or failed in the last 24 hours; null when
	// none ended.
	SuccessRate24h *float64 `json:"success_rate_24h"`
	// Deliveries that have not ended yet, counted up to 1,000.
	Pending int `json:"pending"`
	// Those of them that wait for a retry: at least one attempt of their run failed.
	Retrying int `json:"retrying"`
	// Attempts that failed in a row since the last one that succeeded, of all deliveries; 0 after a success.
	FailedAttempts int `json:"failed_attempts"`
	// Deliveries that are due and held back, because the endpoint or its tenant has used up its share of a queue, or
	// because they were moved to now. They are sent as the endpoint takes them; no attempt is used up. Null if no delivery
	// waits.
	WaitingForCapacity *WaitingForCapacity `json:"waiting_for_capacity"`
	// Events of the tenant and mode that have no deliveries yet, to this endpoint or to others, because there are more
	// than its rate of deliveries allows. They get them in their order. Null if no event waits.
	WaitingEvents *WaitingEvents `json:"waiting_events"`
	// Deliveries that wait behind another one of their key, counted up to 1,000; see `order_by`. They are among those that
	// are pending.
	HeldBack int `json:"held_back"`
	// Events of the last 24 hours that had no usable key, and were delivered without an order; see `order_by`.
	WithoutKey24h int `json:"without_key_24h"`
}

// WaitingForCapacity: What waits for capacity.
type WaitingForCapacity struct {
	// How many wait, counted up to 10,000; in an answer with more than five endpoints up to an even part of 50,000 for
	// each.
	Count int `json:"count"`
	// True: there are more.
	More bool `json:"more"`
	// Since when the oldest of them waits.
	Since time.Time `json:"since"`
}

// WaitingEvents: What waits for the rate of deliveries of a tenant and mode.
type WaitingEvents struct {
	// How many events wait, counted up to 10,000.
	Count int `json:"count"`
	// True: there are more.
	More bool `json:"more"`
	// Since when the oldest of them waits.
	Since time.Time `json:"since"`
	// The rate: deliveries of new events in a minute.
	DeliveriesPerMinute int `json:"deliveries_per_minute"`
}

// EndpointAuthentication: An authentication as it is shown: without its secrets.
type EndpointAuthentication struct {
	// As in Authentication.
	Type AuthenticationType `json:"type"`
	// Of `basic`.
	Username *string `json:"username"`
	// Of `oauth2_client_credentials`: where tokens are fetched.
	TokenURL *string `json:"token_url"`
	// Of `oauth2_client_credentials`.
	ClientID *string `json:"client_id"`
	// Of `oauth2_client_credentials`: the scopes that are asked for.
	Scopes []string `json:"scopes"`
	// Of `mtls`: our certificate.
	Certificate *ClientCertificate `json:"certificate"`
	// The authorities of `server_ca`, in their order.
	ServerCa []ShownCertificate `json:"server_ca"`
}

// ClientCertificate: The certificate by which we authenticate.
type ClientCertificate struct {
	// Its subject, such as `CN=shop.example.com`.
	Subject string `json:"subject"`
	// SHA-256 of the certificate, in hex.
	Fingerprint string `json:"fingerprint"`
	// When it ends; attempts fail with `client_certificate_expired` from then on.
	ExpiresAt time.Time `json:"expires_at"`
	// PEM of the certificate that issued it, when we made it: what the receiver is to trust. It stays when the certificate
	// is renewed, and is the same for all endpoints of the tenant and mode. Null for a certificate of your own.
	Authority *string `json:"authority"`
}

// ShownCertificate: A certificate that was given.
type ShownCertificate struct {
	// Its subject, such as `CN=shop.example.com`.
	Subject string `json:"subject"`
	// SHA-256 of the certificate, in hex.
	Fingerprint string `json:"fingerprint"`
	// When it ends.
	ExpiresAt time.Time `json:"expires_at"`
}

// BodyShape: The shape of the body of requests: a preset or an expression, one of the two. Requests are signed over
// what they have, and keep the headers that every delivery has.
type BodyShape struct {
	// A shape for a kind of receivers, with its content type and headers.
	Preset *BodyPreset `json:"preset"`
	// An expression in CEL of at most 4,000 bytes whose result is an object or a list, over one variable: `event`, the
	// body without a shape. The result is sent as `application/json`: without white space, the members of objects in the
	// order of their names.
	Expression *string `json:"expression"`
}

// EndpointOwnership: Says whether it is proven that the owner of an endpoint controls its receiver.
type EndpointOwnership struct {
	// - `unproven`: VerifyEndpoint was not called, or the receiver has not answered.
	// - `required`: unproven, and the endpoint is inactive because the operator requires proof in live mode.
	// - `proven`: the receiver answered a challenge, and the URL has not changed since.
	State EndpointOwnershipState `json:"state"`
	// When it was proven; null: it is not.
	ProvenAt *time.Time `json:"proven_at"`
}

// SecretMeta: Holds a signing secret: shown once, in the response that made it.
type SecretMeta struct {
	// `whsec_` and the base64 of 32 random bytes. Null in the answer to a repeat with the same `Idempotency-Key`: a secret
	// is shown exactly once, and is not kept in an answer.
	Secret *string `json:"secret"`
	// In the answer to a repeat: how to get a new secret. Null in the first answer.
	Hint *string `json:"hint"`
}

// LogValue implements slog.LogValuer: logs do not have what is shown once.
func (m SecretMeta) LogValue() slog.Value {
	return slog.GroupValue(
		slog.Any("secret", redact(m.Secret)),
		slog.Any("hint", m.Hint),
	)
}

// TestDelivery: A test event on its way to the endpoint.
type TestDelivery struct {
	// `dlv_` id, the `X-Webhook-Id` that the receiver will see.
	DeliveryID string `json:"delivery_id"`
	// `evt_` id.
	EventID string `json:"event_id"`
	// `verification.test`, `webhook.test` to an endpoint of a partner, or `webhook.challenge`.
	Type string `json:"type"`
}

// RotatedSecret: Holds the endpoint and its new secret.
type RotatedSecret struct {
	// The endpoint with its new `secret_rotated_at`.
	Data Endpoint `json:"data"`
	// The new secret, which no later answer shows.
	Meta SecretMeta `json:"meta"`
}

// LogValue implements slog.LogValuer: logs do not have what is shown once.
func (m RotatedSecret) LogValue() slog.Value {
	return slog.GroupValue(
		slog.Any("data", m.Data),
		slog.Any("meta", m.Meta),
	)
}

// SigningKeys: Holds the public keys of a tenant and mode that are published.
type SigningKeys struct {
	// Newest first.
	Keys []SigningKeyPair `json:"keys"`
	// Public address of the JWKS (RFC 7517, RFC 8037) with the same keys, which is read without a key; null where the
	// operator has not set a public address.
	JwksURL *string `json:"jwks_url"`
}

// SigningKeyPair: The public part of an Ed25519 key of a tenant and mode.
type SigningKeyPair struct {
	// `sgk_` id: `kid` in the JWKS, and `keyid` in HTTP message signatures.
	ID string `json:"id"`
	// What it is for now: `published`, it does not sign yet; `signing`; `retiring`, it does not sign any more and is still
	// published.
	State SigningKeyState `json:"state"`
	// `whpk_` and the base64 of the public key, as Standard Webhooks writes it.
	PublicKey string `json:"public_key"`
	// When it was made and published.
	PublishedAt time.Time `json:"published_at"`
	// When it begins to sign, or did.
	SignsFrom time.Time `json:"signs_from"`
	// When it stops signing, or stopped; null for the newest key.
	SignsUntil *time.Time `json:"signs_until"`
	// When it is no longer published; null for the newest key.
	PublishedUntil *time.Time `json:"published_until"`
}

// BodyPreview: What a request for an event has of a shape.
type BodyPreview struct {
	// `evt_` id of the event; null for an example.
	EventID *string `json:"event_id"`
	// Type of the event.
	Type string `json:"type"`
	// Content type of the request; null when there is no body.
	ContentType *string `json:"content_type"`
	// Headers that the shape adds.
	Headers map[string]string `json:"headers"`
	// Body of the request, byte for byte; null when there is none.
	Body *string `json:"body"`
	// Why there is no body, with the line and the column of the expression where they are known; null when there is one.
	Error *string `json:"error"`
}

// EndpointStatistics: Are the deliveries to an endpoint that ended, by intervals.
type EndpointStatistics struct {
	// What an entry covers.
	Interval StatisticsInterval `json:"interval"`
	// Beginning of the first interval.
	From time.Time `json:"from"`
	// End of the last interval, which may be in the future: that interval has not ended then.
	To time.Time `json:"to"`
	// One entry for each interval, the oldest first: at most 745.
	Intervals []StatisticsOfInterval `json:"intervals"`
}

// StatisticsOfInterval: Are the deliveries that ended in an interval.
type StatisticsOfInterval struct {
	// Beginning of the interval: of an hour, or of a day in UTC.
	BeganAt time.Time `json:"began_at"`
	// Deliveries that ended delivered.
	Delivered int64 `json:"delivered"`
	// Deliveries that ended failed, after all their attempts.
	Failed int64 `json:"failed"`
	// How long the attempts took that delivered, on average, in milliseconds; null when there was none.
	MeanDurationMs *float64 `json:"mean_duration_ms"`
}

// SourceAddresses: Are the addresses from which requests to endpoints come.
type SourceAddresses struct {
	// False: the operator does not say from which addresses requests come. They may come from any, and change at any time.
	Stated bool `json:"stated"`
	// Ranges in CIDR notation, such as `192.0.2.0/28`; empty when they are not stated.
	Addresses []string `json:"addresses"`
	// Since when these hold; null when they are not stated.
	Since *time.Time `json:"since"`
	// What is announced to follow; null when nothing is.
	Next *AnnouncedSourceAddresses `json:"next"`
}

// AnnouncedSourceAddresses: Are source addresses from a time on. Allow both lists until then.
type AnnouncedSourceAddresses struct {
	// Ranges in CIDR notation; empty: from then on they are not stated, and requests may come from any address.
	Addresses []string `json:"addresses"`
	// From when on they hold.
	EffectiveAt time.Time `json:"effective_at"`
	// When they were announced: at least 7 days before, unless the change was urgent.
	AnnouncedAt time.Time `json:"announced_at"`
}

// Delivery: One event on its way to one endpoint.
type Delivery struct {
	// `dlv_` id, the `X-Webhook-Id` of every attempt.
	ID string `json:"id"`
	// UUID of the endpoint that it goes to.
	EndpointID string `json:"endpoint_id"`
	// `evt_` id of the event.
	EventID string `json:"event_id"`
	// What the event is about, such as `verification.completed`.
	EventType string `json:"event_type"`
	// State of the run:
	// - `pending`: attempts are due or under way.
	// - `delivered`: the receiver answered 2xx.
	// - `failed`: all attempts of the run failed.
	// - `cancelled`: the endpoint stopped being active, its owner may not get the event any more, or it was skipped.
	Status DeliveryStatus `json:"status"`
	// Run of the schedule, from 1; each resend or recovery of a delivery that has ended is one more.
	Run int `json:"run"`
	// Attempts of this run that were made so far.
	AttemptCount int `json:"attempt_count"`
	// When the next attempt is due; null once ended, and while another delivery holds it back.
	NextAttemptAt *time.Time `json:"next_attempt_at"`
	// `error` of the last attempt; of a cancelled run `endpoint_inactive`, `access_revoked` when its owner may not get the
	// event any more, or `skipped`; null when nothing failed.
	Reason *string `json:"reason"`
	// When the delivery was first stored.
	CreatedAt time.Time `json:"created_at"`
	// When the run ended; null while pending.
	CompletedAt *time.Time `json:"completed_at"`
	// Its key, by `order_by` of the endpoint; null when it has no order.
	OrderKey *string `json:"order_key"`
	// `dlv_` id of the delivery of the same key that comes first: this one waits until that has ended. Null when nothing
	// holds it back.
	HeldBackBy *string `json:"held_back_by"`
}

// DeliveryDetail: A delivery with its attempts.
type DeliveryDetail struct {
	// `dlv_` id, the `X-Webhook-Id` of every attempt.
	ID string `json:"id"`
	// UUID of the endpoint that it goes to.
	EndpointID string `json:"endpoint_id"`
	// `evt_` id of the event.
	EventID string `json:"event_id"`
	// What the event is about.
	EventType string `json:"event_type"`
	// State of the run, as in Delivery.
	Status DeliveryStatus `json:"status"`
	// Run of the schedule, as in Delivery.
	Run int `json:"run"`
	// Attempts of this run that were made so far.
	AttemptCount int `json:"attempt_count"`
	// When the next attempt is due; null once ended, and while another delivery holds it back.
	NextAttemptAt *time.Time `json:"next_attempt_at"`
	// Why the run failed or was cancelled, as in Delivery.
	Reason *string `json:"reason"`
	// When the delivery was first stored.
	CreatedAt time.Time `json:"created_at"`
	// When the run ended; null while pending.
	CompletedAt *time.Time `json:"completed_at"`
	// All attempts of all runs, in order.
	Attempts []Attempt `json:"attempts"`
	// Its key, as in Delivery.
	OrderKey *string `json:"order_key"`
	// The delivery that holds it back, as in Delivery.
	HeldBackBy *string `json:"held_back_by"`
}

// Attempt: One HTTP request of a delivery.
type Attempt struct {
	// Run that the attempt belongs to, from 1.
	Run int `json:"run"`
	// Number in the run, from 1.
	Number int `json:"number"`
	// `succeeded` when the receiver answered 2xx in time, else `failed`.
	Status AttemptStatus `json:"status"`
	// Why it failed; null on success.
	// - `dns`: the name does not resolve.
	// - `blocked_address`: it resolves to addresses that deliveries may not go to.
	// - `connect_refused`, `connect_timeout`: no connection was made.
	// - `tls`: the handshake failed.
	// - `certificate`: the receiver's certificate has ended, names another host, or is of an authority that is not
	//   trusted.
	// - `client_certificate`: the receiver refused our certificate, or demands one.
	// - `client_certificate_expired`: our certificate has ended; no request was made.
	// - `token_refused`, `token_failed`: no OAuth2 token was obtained; no request was made.
	// - `timeout`: no status and headers within 10 seconds.
	// - `reset`: the receiver closed the connection.
	// - `redirect`: a 3xx, which is never followed.
	// - `http_4xx`, `http_5xx`: the status of the answer.
	// - `protocol`: the answer is not HTTP.
	// - `invalid_url`: the URL cannot be requested.
	// - `body_failed`: the endpoint's shape made no body of the event, and nothing was sent; the preview of the shape says
	//   why.
	Error *AttemptError `json:"error"`
	// HTTP status; null when no response arrived.
	ResponseStatus *int `json:"response_status"`
	// Response headers, capped.
	ResponseHeaders map[string]string `json:"response_headers"`
	// First 16 KiB of the response body, as text.
	ResponseBody string `json:"response_body"`
	// True when the body was longer than what is kept.
	ResponseTruncated bool `json:"response_truncated"`
	// Address that was dialled; null when none was, when it is one that deliveries may not go to (`blocked_address`), and
	// when the way out is a proxy.
	RemoteAddress *string `json:"remote_address"`
	// The whole attempt, in milliseconds.
	DurationMs float64 `json:"duration_ms"`
	// Its phases, in milliseconds.
	TimingMs AttemptTiming `json:"timing_ms"`
	// The receiver's Retry-After as sent; null when absent. It is recorded and does not move the schedule.
	RetryAfter *string `json:"retry_after"`
	// When the first byte of work on it was done: before name resolution.
	StartedAt time.Time `json:"started_at"`
	// True when the response had a body that is not stored: the answers to the tenant's deliveries of the mode were more
	// than is stored in a minute. `response_body` is empty then, and `response_truncated` true.
	ResponseOmitted bool `json:"response_omitted"`
	// The step that failed; null on success. `body` makes the body by the endpoint's shape, `dns` resolves the name, `tcp`
	// connects, `tls` agrees on keys, `certificate` checks certificates, ours and the receiver's, `token` fetches an
	// OAuth2 token, `http` is request and response.
	FailedStep *AttemptStep `json:"failed_step"`
	// What usually helps, for people; null on success.
	Remedy *string `json:"remedy"`
}

// AttemptTiming: How long the phases of an attempt took, in milliseconds; 0 when a phase did not happen.
type AttemptTiming struct {
	// Resolving the name.
	DNS float64 `json:"dns"`
	// Connecting to the address.
	Connect float64 `json:"connect"`
	// The handshake of TLS.
	TLS float64 `json:"tls"`
	// From the request written to the first byte of the response.
	FirstByte float64 `json:"first_byte"`
}

// Recovery: A job that sends what an endpoint missed.
type Recovery struct {
	// `rcv_` id.
	ID string `json:"id"`
	// UUID of the endpoint that it goes to.
	EndpointID string `json:"endpoint_id"`
	// State of the job:
	// - `running`: it sends what was missed, or waits for room to do so.
	// - `completed`: it has looked at all events of the span.
	// - `cancelled`: CancelRecovery stopped it, or its endpoint stopped being active.
	Status RecoveryStatus `json:"status"`
	// Start of the span of event times; never before the creation of the endpoint.
	Since time.Time `json:"since"`
	// End of the span, exclusive.
	Until time.Time `json:"until"`
	// What is sent again:
	// - `failed`: deliveries whose last run failed.
	// - `cancelled`: deliveries whose last run was cancelled.
	// - `never_attempted`: events for which the endpoint had no delivery.
	// - `pending`: deliveries that waited for a retry when the job began; it is made now, and keeps its number.
	Statuses []MissedStatus `json:"statuses"`
	// Events of the span that are to be sent; null until counted: before the first is sent or, of very many events, when
	// the job ends. Of an endpoint with a filter, they are counted before it until the job ends.
	Matched *int64 `json:"matched"`
	// Events sent on their way so far.
	Requeued int64 `json:"requeued"`
	// When the job was created.
	CreatedAt time.Time `json:"created_at"`
	// When it ended; null while it runs.
	FinishedAt *time.Time `json:"finished_at"`
	// True when an earlier start was asked for than the creation of the endpoint, where the recovery begins instead: what
	// happened before was not missed by it.
	SinceClamped bool `json:"since_clamped"`
}

// PortalSession: A visit of the portal by one person.
type PortalSession struct {
	// `pse_` id.
	ID string `json:"id"`
	// Where the person's browser opens the session: once, until `url_expires_at`. Whoever has it is let in, so do not
	// store or log it.
	URL string `json:"url"`
	// When `url` stops opening the session.
	URLExpiresAt time.Time `json:"url_expires_at"`
	// What the person may do:
	// - `viewer`: see everything.
	// - `manager`: also create, change and delete endpoints, send tests, and send deliveries again.
	Role PortalRole `json:"role"`
	// Where the portal leads back to; null when it leads nowhere.
	ReturnURL *string `json:"return_url"`
	// True in live mode.
	Livemode bool `json:"livemode"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
}

// Me: Describes a key.
type Me struct {
	// `partner_key` or `merchant_key`.
	Type KeyType `json:"type"`
	// The first characters of the key.
	KeyPrefix string `json:"key_prefix"`
	// `live` or `test`.
	Mode KeyMode `json:"mode"`
	// The partner that holds the key; null for a merchant's key.
	Partner *MePartner `json:"partner"`
	// The merchant that holds the key; null for a partner's key.
	MerchantRef *string `json:"merchant_ref"`
	// Scopes of the key; none for a merchant's key.
	Scopes []string `json:"scopes"`
	// Channels of the key; none for a merchant's key.
	Channels []string `json:"channels"`
	// The version of the API that calls without `Connect-Version` get.
	ConnectVersion string `json:"connect_version"`
	// When the key stops working; null when it does not.
	ExpiresAt *time.Time `json:"expires_at"`
	// How many calls it may make; empty where nothing is limited. The header `RateLimit` has what is left.
	Limits []RateLimit `json:"limits"`
}

// MePartner: Names a partner.
type MePartner struct {
	// `ptn_` id.
	ID string `json:"id"`
	// Name for people.
	Name string `json:"name"`
}

// RateLimit: A number of calls within a time.
type RateLimit struct {
	// `key` (all calls), `writes` or `uploads`.
	Policy RateLimitPolicy `json:"policy"`
	// How many calls.
	Quota int `json:"quota"`
	// Within how many seconds.
	WindowS int `json:"window_s"`
}

// AdvanceOnboardingResult: The state that the onboarding has reached.
type AdvanceOnboardingResult struct {
	// `mrc_` id.
	Ref string `json:"ref"`
	// As in GetOnboardingResponse.
	Status OnboardingStatus `json:"status"`
	// Channel of the onboarding.
	Channel string `json:"channel"`
	// The partner's own reference.
	PartnerExternalRef string `json:"partner_external_ref"`
	// `none`, `active`, `suspended` or `closed`.
	MerchantStatus MerchantStatus `json:"merchant_status"`
	// `none`, `active` or `revoked`.
	DelegationStatus DelegationStatus `json:"delegation_status"`
	// `not_requested`, `pending`, `granted` or `revoked`.
	PayoutsOptInStatus PayoutsOptInStatus `json:"payouts_opt_in_status"`
	// Codes of the outstanding data.
	Missing []string `json:"missing"`
}

// AdvanceClockResult: Counts what happened in the time skipped.
type AdvanceClockResult struct {
	// The time that was advanced to.
	AsOf time.Time `json:"as_of"`
	// How many onboardings expired.
	ExpiredOnboardings int `json:"expired_onboardings"`
	// Of how many onboardings invitations lapsed.
	ExpiredInvitations int `json:"expired_invitations"`
	// How many payments expired.
	ExpiredPayments int `json:"expired_payments"`
	// How many settlements were made.
	Settlements int `json:"settlements"`
}

// SandboxMessage: What was said to a person of test mode.
type SandboxMessage struct {
	// `msg_` id.
	MessageID string `json:"message_id"`
	// `email` or `sms`.
	Medium MessageMedium `json:"medium"`
	// To whom, masked.
	To string `json:"to"`
	// Subject of an e-mail; empty for a text message.
	Subject string `json:"subject"`
	// The text, with its link or code; empty once the link or code is of no use any more.
	Text string `json:"text"`
	// `queued`, `sent`, `delivered` or `failed`.
	Status MessageStatus `json:"status"`
	// When it was written.
	CreatedAt time.Time `json:"created_at"`
}

// SettleMerchantResult: What was done.
type SettleMerchantResult struct {
	// `mrc_` id.
	MerchantRef string `json:"merchant_ref"`
	// How many settlements were made.
	Settlements int `json:"settlements"`
}

// EventType: Describes a type of events.
type EventType struct {
	// Its name, for example `verification.completed`.
	Type string `json:"type"`
	// What an event of the type means.
	Description string `json:"description"`
	// JSON Schema that `data` of such an event satisfies.
	Schema map[string]any `json:"schema"`
	// Envelope of such an event, as a receiver gets it.
	Example map[string]any `json:"example"`
	// Version of the API that has the type first, for example `1.0.0`.
	Since string `json:"since"`
}

// Event: An envelope, with the members that receivers get.
type Event struct {
	// `evt_` id.
	ID string `json:"id"`
	// What the event is about, such as `verification.completed`.
	Type string `json:"type"`
	// When the event was accepted.
	CreatedAt time.Time `json:"created_at"`
	// Version of the envelope: `v1`.
	APIVersion string `json:"api_version"`
	// `ten_` id of the owner. The member has the name that it has in the envelope.
	Tenant string `json:"tenant"`
	// True in live mode, false in test mode.
	Livemode bool `json:"livemode"`
	// What happened, as the schema of the type says.
	Data map[string]any `json:"data"`
}

// Verification: One verification session. It holds no personal data.
type Verification struct {
	// UUID, `verification_session_id` in events.
	ID string `json:"id"`
	// State of the session; each is entered at most once.
	// - `pending`: the subject has not started.
	// - `in_progress`: the subject enters what is asked for.
	// - `processing`: all input was submitted and is being checked.
	// - `in_review`: a person decides.
	// - `completed`: all checks passed.
	// - `failed`: a check failed, or the session was declined.
	// - `expired`: the subject did not finish in time.
	// - `cancelled`: it was called off before its end.
	Status VerificationStatus `json:"status"`
	// What is verified: `identity`, `company` or `bank_transfer`.
	Kind VerificationKind `json:"kind"`
	// Person or company that is verified.
	Subject Subject `json:"subject"`
	// Tries of the subject so far, from 1.
	Attempt int `json:"attempt"`
	// Its parts, each with a result of its own.
	Checks []Check `json:"checks"`
	// Null until the session ends `completed` or `failed`.
	Result *Result `json:"result"`
	// When an unfinished session expires.
	ExpiresAt time.Time `json:"expires_at"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// When it ended; null before.
	CompletedAt *time.Time `json:"completed_at"`
	// Up to 20 values of the caller's own.
	Metadata map[string]string `json:"metadata"`
}

// Subject: Who a session verifies, by the caller's own references.
type Subject struct {
	// Whether a `person` or a `company` is verified.
	Type SubjectType `json:"type"`
	// The caller's reference; null when none is given.
	ExternalRef *string `json:"external_ref"`
	// `mrc_` reference of the merchant; null when none is given.
	MerchantRef *string `json:"merchant_ref"`
}

// Check: One part of a session.
type Check struct {
	// `document`, `liveness`, `national_id`, `register`, `sanctions`, `address` or `bank_transfer`.
	Type CheckType `json:"type"`
	// `pending` until its result is reported; then `passed`, `failed` or `inconclusive`. `not_run` when the session ended
	// and no result was reported.
	Status CheckStatus `json:"status"`
}

// Result: How a session ended.
type Result struct {
	// `verified` for a completed session, `not_verified` for a failed one.
	Outcome Outcome `json:"outcome"`
	// Why, by codes that a partner may see.
	ReasonCodes []ReasonCode `json:"reason_codes"`
}

// SubjectInput: Who a session verifies, by the caller's own references.
type SubjectInput struct {
	// Whether a `person` or a `company` is verified.
	Type SubjectType `json:"type"`
	// The caller's reference; null when none is given.
	ExternalRef Optional[string] `json:"external_ref,omitzero"`
	// `mrc_` reference of the merchant; null when none is given.
	MerchantRef Optional[string] `json:"merchant_ref,omitzero"`
}

// CheckResultInput: The result of one check, as the provider reports it.
type CheckResultInput struct {
	// One of the checks of the session's kind; each at most once.
	Type CheckType `json:"type"`
	// `passed`, `failed` or `inconclusive`.
	Status CheckOutcome `json:"status"`
}
