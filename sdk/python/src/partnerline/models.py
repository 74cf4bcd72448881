# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""What requests and answers have."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from . import _values
from ._values import ABSENT, Absent
from .enums import (
    ActorType,
    ApplicantType,
    AttemptError,
    AttemptStatus,
    AttemptStep,
    Audience,
    AuthenticationType,
    BodyPreset,
    ChargebackStatus,
    CheckOutcome,
    CheckStatus,
    CheckType,
    CompanyStructure,
    DelegationStatus,
    DeliveryStatus,
    DocumentStatus,
    EndpointHealthState,
    EndpointOwnershipState,
    HostedStepName,
    HostedStepStatus,
    IdentityDocumentType,
    InvitationRole,
    InvitationStatus,
    KeyMode,
    KeyType,
    MerchantStatus,
    MessageFailure,
    MessageMedium,
    MessageStatus,
    MissedStatus,
    NationalIdScheme,
    NextActionType,
    OnboardingStatus,
    OrderOnFailure,
    Outcome,
    PaymentMethod,
    PaymentStatus,
    PayoutStatus,
    PayoutsOptInStatus,
    PortalRole,
    RateLimitPolicy,
    ReasonCode,
    RecoveryStatus,
    RefundStatus,
    RegisterScheme,
    RepresentationMatch,
    RepresentationMode,
    RepresentationRuleKind,
    RequiredDocumentStatus,
    RequirementCondition,
    Resolver,
    Revoker,
    Segment,
    SettlementStatus,
    SignatureForm,
    SigningKeyState,
    StatisticsInterval,
    SubjectType,
    TaxIdScheme,
    TransactionStatus,
    TransactionType,
    VerificationKind,
    VerificationStatus,
)


@dataclass(frozen=True, kw_only=True)
class ApplicantInput:
    """The person who opens the account."""

    given_names: str | None | Absent = ABSENT
    """1 to 100 characters."""
    family_name: str | None | Absent = ABSENT
    """1 to 100 characters."""
    email: str | None | Absent = ABSENT
    """At most 254 characters."""
    phone: str | None | Absent = ABSENT
    """As people write it; it is kept in E.164. Without a country code it is a Polish number."""
    locale: str | None | Absent = ABSENT
    """Language of pages and messages, a BCP 47 tag like `pl` or `en-GB`."""


@dataclass(frozen=True, kw_only=True)
class BusinessInput:
    """What the merchant does."""

    name: str | None | Absent = ABSENT
    """Trade name, 1 to 255 characters."""
    website: str | None | Absent = ABSENT
    """http or https URL of at most 2048 bytes."""
    description: str | None | Absent = ABSENT
    """What is sold to whom, 10 to 1000 characters."""
    category_code: str | None | Absent = ABSENT
    """Merchant category code (ISO 18245): four digits."""
    tax_id: TaxIdInput | None | Absent = ABSENT
    """The number under which the merchant pays taxes."""
    address: AddressInput | None | Absent = ABSENT
    """Registered address."""


@dataclass(frozen=True, kw_only=True)
class TaxIdInput:
    """A tax number under a scheme."""

    scheme: TaxIdScheme | str | None | Absent = ABSENT
    """`PL_NIP` or `OTHER`."""
    value: str | None | Absent = ABSENT
    """`PL_NIP`: ten digits with a valid check digit; `OTHER`: 1 to 32 letters, digits or `-`."""


@dataclass(frozen=True, kw_only=True)
class AddressInput:
    """A postal address."""

    country: str | None | Absent = ABSENT
    """ISO 3166-1 alpha-2, upper case."""
    city: str | None | Absent = ABSENT
    """1 to 100 characters."""
    postal_code: str | None | Absent = ABSENT
    """1 to 16 characters; in PL like `00-950`."""
    street: str | None | Absent = ABSENT
    """At most 150 characters; places without streets have none."""
    building_number: str | None | Absent = ABSENT
    """1 to 20 characters."""
    unit_number: str | None | Absent = ABSENT
    """At most 20 characters."""
    region: str | None | Absent = ABSENT
    """At most 100 characters."""


@dataclass(frozen=True, kw_only=True)
class CompanyInput:
    """A company as its register knows it."""

    register: CompanyRegisterInput | None | Absent = ABSENT
    """Its entry."""
    legal_name: str | None | Absent = ABSENT
    """Registered name, 1 to 255 characters."""
    beneficial_owners: builtins.list[BeneficialOwnerInput] | None | Absent = ABSENT
    """The natural persons who own or control it in the end: at most 20; an empty list clears them, as null does."""


@dataclass(frozen=True, kw_only=True)
class CompanyRegisterInput:
    """An entry of a register."""

    scheme: RegisterScheme | str | None | Absent = ABSENT
    """`PL_KRS`, `GB_COH` or `OTHER`."""
    number: str | None | Absent = ABSENT
    """`PL_KRS`: ten digits; `GB_COH`: eight digits, or two letters and six digits; `OTHER`: 1 to 32 letters, digits or
    `-`."""


@dataclass(frozen=True, kw_only=True)
class BeneficialOwnerInput:
    """A natural person who owns or controls a company in the end."""

    given_names: str | Absent = ABSENT
    """1 to 100 characters."""
    family_name: str | Absent = ABSENT
    """1 to 100 characters."""
    date_of_birth: date | None | Absent = ABSENT
    """A date of the past, `YYYY-MM-DD`."""
    citizenships: builtins.list[str] | None | Absent = ABSENT
    """At most 5, unique, ISO 3166-1 alpha-2; empty when they are not known."""


@dataclass(frozen=True, kw_only=True)
class PayoutAccountInput:
    """A bank account."""

    iban: str | None | Absent = ABSENT
    """With its check digits right (ISO 13616), or the 26 digits of a Polish account; blanks and hyphens between groups are
    allowed."""
    holder_name: str | None | Absent = ABSENT
    """1 to 255 characters."""


@dataclass(frozen=True)
class CreateOnboardingResult:
    """Names the onboarding; it never leads to the hosted flow."""

    ref: str
    """`mrc_` id: the merchant reference, for life."""
    status: OnboardingStatus
    """As in GetOnboardingResponse; `draft` when new."""
    channel: str
    """Channel of the onboarding."""
    partner_external_ref: str
    """As it was sent."""
    created_at: datetime
    """Creation time."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> CreateOnboardingResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            ref=data.get("ref", ""),
            status=OnboardingStatus(data.get("status", "")),
            channel=data.get("channel", ""),
            partner_external_ref=data.get("partner_external_ref", ""),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class OnboardingSummary:
    """An onboarding in a list."""

    ref: str
    """`mrc_` id."""
    status: OnboardingStatus
    """As in GetOnboardingResponse."""
    channel: str
    """Channel of the onboarding."""
    partner_external_ref: str
    """The partner's own reference."""
    livemode: bool
    """True for live mode."""
    applicant_type: ApplicantType | None
    """Null until it is set."""
    reason_code: str | None
    """Why it is rejected or needs action; null otherwise."""
    metadata: dict[str, str]
    """The partner's own data."""
    created_at: datetime
    """Creation time."""
    updated_at: datetime
    """Time of the last change."""
    expires_at: datetime | None
    """When it expires unless something happens before; null where it cannot."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> OnboardingSummary:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            ref=data.get("ref", ""),
            status=OnboardingStatus(data.get("status", "")),
            channel=data.get("channel", ""),
            partner_external_ref=data.get("partner_external_ref", ""),
            livemode=data.get("livemode", False),
            applicant_type=_values.null(ApplicantType, data.get("applicant_type")),
            reason_code=data.get("reason_code"),
            metadata=data.get("metadata", {}),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            updated_at=_values.time(data.get("updated_at", _values.NO_TIME)),
            expires_at=_values.null(_values.time, data.get("expires_at")),
        )


@dataclass(frozen=True)
class Onboarding:
    """An onboarding. Of personal data it says only whether it was provided."""

    ref: str
    """`mrc_` id: the merchant reference, for life."""
    status: OnboardingStatus
    """`draft`, `in_progress`, `awaiting_signatories`, `in_review`, `action_required`, `active`, `rejected`, `cancelled` or
    `expired`; more may come."""
    channel: str
    """Channel of the onboarding."""
    partner_external_ref: str
    """The partner's own reference."""
    livemode: bool
    """True for live mode."""
    applicant_type: ApplicantType | None
    """`natural_person`, `sole_trader` or `company`; null until it is set."""
    company_structure: CompanyStructure | None
    """`single_person`, `multi_person` or `unknown`, derived from the register; null unless the applicant is a company."""
    missing: builtins.list[str]
    """Codes of the outstanding data; empty when complete. More codes may come."""
    missing_details: builtins.list[MissingDetail]
    """How each of them is resolved, in the same order."""
    identity: IdentitySummary
    """Which data of the applicant's identity is there."""
    representation: Representation | None
    """The representation decision; null until it is taken."""
    required_documents: builtins.list[RequiredDocument]
    """Documents that the merchant's activity asks for."""
    documents: builtins.list[Document]
    """Uploaded documents."""
    invitations: builtins.list[Invitation]
    """Invitations of further signatories."""
    hosted_steps: builtins.list[HostedStep]
    """The merchant's own steps in the hosted flow."""
    delegation: DelegationSummary
    """What the merchant lets the partner do."""
    can: Abilities
    """Which calls on behalf of the merchant would be let through now."""
    next_action: NextAction
    """Where the merchant goes next."""
    reason_code: str | None
    """Why it is rejected or needs action; null otherwise."""
    return_url: str | None
    """Where the hosted flow leads in the end; null when not set."""
    metadata: dict[str, str]
    """The partner's own data."""
    created_at: datetime
    """Creation time."""
    updated_at: datetime
    """Time of the last change."""
    expires_at: datetime | None
    """When it expires unless something happens before; null where it cannot."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Onboarding:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            ref=data.get("ref", ""),
            status=OnboardingStatus(data.get("status", "")),
            channel=data.get("channel", ""),
            partner_external_ref=data.get("partner_external_ref", ""),
            livemode=data.get("livemode", False),
            applicant_type=_values.null(ApplicantType, data.get("applicant_type")),
            company_structure=_values.null(CompanyStructure, data.get("company_structure")),
            missing=data.get("missing", []),
            missing_details=_values.each(MissingDetail.from_dict, data.get("missing_details")),
            identity=IdentitySummary.from_dict(data.get("identity", {})),
            representation=_values.null(Representation.from_dict, data.get("representation")),
            required_documents=_values.each(RequiredDocument.from_dict, data.get("required_documents")),
            documents=_values.each(Document.from_dict, data.get("documents")),
            invitations=_values.each(Invitation.from_dict, data.get("invitations")),
            hosted_steps=_values.each(HostedStep.from_dict, data.get("hosted_steps")),
            delegation=DelegationSummary.from_dict(data.get("delegation", {})),
            can=Abilities.from_dict(data.get("can", {})),
            next_action=NextAction.from_dict(data.get("next_action", {})),
            reason_code=data.get("reason_code"),
            return_url=data.get("return_url"),
            metadata=data.get("metadata", {}),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            updated_at=_values.time(data.get("updated_at", _values.NO_TIME)),
            expires_at=_values.null(_values.time, data.get("expires_at")),
        )


@dataclass(frozen=True)
class MissingDetail:
    """Says how an outstanding code is resolved."""

    code: str
    """One of the codes of `GET /requirements`."""
    segment: Segment
    """Segment of the data: `applicant`, `identity`, `business`, `company`, `payout_account`, `representation` or
    `document`."""
    resolvable_by: Resolver
    """`partner`, `merchant` or `either`."""
    operation: str | None
    """The partner's call that resolves it, for example `PATCH /onboarding/{ref}`; null when only the merchant can."""
    fields: builtins.list[str]
    """JSON pointers of the fields in the body of that call."""
    reason_code: str | None
    """Why data that was there does not count; null when it never was."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> MissingDetail:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            code=data.get("code", ""),
            segment=Segment(data.get("segment", "")),
            resolvable_by=Resolver(data.get("resolvable_by", "")),
            operation=data.get("operation"),
            fields=data.get("fields", []),
            reason_code=data.get("reason_code"),
        )


@dataclass(frozen=True)
class IdentitySummary:
    """Says which identity data is there, never what it is."""

    national_id: NationalIdSummary
    """National identification number."""
    identity_document: IdentityDocumentSummary
    """Identity document."""
    residential_address: Provided
    """Residential address."""
    place_of_birth: Provided
    """Place of birth."""
    citizenships: Provided
    """Citizenships."""
    date_of_birth: Provided
    """Date of birth."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> IdentitySummary:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            national_id=NationalIdSummary.from_dict(data.get("national_id", {})),
            identity_document=IdentityDocumentSummary.from_dict(data.get("identity_document", {})),
            residential_address=Provided.from_dict(data.get("residential_address", {})),
            place_of_birth=Provided.from_dict(data.get("place_of_birth", {})),
            citizenships=Provided.from_dict(data.get("citizenships", {})),
            date_of_birth=Provided.from_dict(data.get("date_of_birth", {})),
        )


@dataclass(frozen=True)
class NationalIdSummary:
    """Says whether there is a national id."""

    scheme: NationalIdScheme | None
    """Null when not provided."""
    provided: bool
    """True when it is there."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> NationalIdSummary:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            scheme=_values.null(NationalIdScheme, data.get("scheme")),
            provided=data.get("provided", False),
        )


@dataclass(frozen=True)
class IdentityDocumentSummary:
    """Says whether there is an identity document."""

    type: IdentityDocumentType | None
    """Null when not provided."""
    provided: bool
    """True when it is there."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> IdentityDocumentSummary:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            type=_values.null(IdentityDocumentType, data.get("type")),
            provided=data.get("provided", False),
        )


@dataclass(frozen=True)
class Provided:
    """Says whether a piece of data is there."""

    provided: bool
    """True when it is there."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Provided:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            provided=data.get("provided", False),
        )


@dataclass(frozen=True)
class Representation:
    """How the applicant may bind the company, by what its register says."""

    representation_mode: RepresentationMode
    """`solo`, `co_representative` or `proxy`."""
    requires_invitation_or_poa: bool
    """True for the modes other than `solo`."""
    is_representative: bool
    """What the partner claimed."""
    match: RepresentationMatch
    """How the person was found among the members: `exact`, `name`, `weak`, `ambiguous`, `suspended` or `none`."""
    rule: RepresentationRule
    """Who signs for the company."""
    additional_signatories_required: int
    """How many more people must sign, by the shortest way; 0 for `solo`."""
    candidates: builtins.list[RepresentationCandidate]
    """Members who may sign beside the person."""
    register: RegisterReference
    """The state of the register that this follows from."""
    identity_confirmation_required: bool
    """True when only the hosted identity check can show that the person is the member."""
    evaluated_at: datetime
    """When this was found."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Representation:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            representation_mode=RepresentationMode(data.get("representation_mode", "")),
            requires_invitation_or_poa=data.get("requires_invitation_or_poa", False),
            is_representative=data.get("is_representative", False),
            match=RepresentationMatch(data.get("match", "")),
            rule=RepresentationRule.from_dict(data.get("rule", {})),
            additional_signatories_required=data.get("additional_signatories_required", 0),
            candidates=_values.each(RepresentationCandidate.from_dict, data.get("candidates")),
            register=RegisterReference.from_dict(data.get("register", {})),
            identity_confirmation_required=data.get("identity_confirmation_required", False),
            evaluated_at=_values.time(data.get("evaluated_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class RepresentationRule:
    """A company's rule of representation."""

    kind: RepresentationRuleKind
    """By what the register says."""
    text: str | None
    """The register's words, without names and numbers of people; null when it has none."""
    alternatives: builtins.list[RepresentationAlternative]
    """Each is one sufficient set of signatures."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RepresentationRule:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            kind=RepresentationRuleKind(data.get("kind", "")),
            text=data.get("text"),
            alternatives=_values.each(RepresentationAlternative.from_dict, data.get("alternatives")),
        )


@dataclass(frozen=True)
class RepresentationAlternative:
    """One sufficient set of signatures."""

    signers: builtins.list[RepresentationSigner]
    """All of them sign."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RepresentationAlternative:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            signers=_values.each(RepresentationSigner.from_dict, data.get("signers")),
        )


@dataclass(frozen=True)
class RepresentationSigner:
    """A number of signatures of one role."""

    role: str
    """`member`, `procurator`, `function:<name>` or `person:<member_id>`."""
    count: int | None
    """How many; null: all of them."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RepresentationSigner:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            role=data.get("role", ""),
            count=data.get("count"),
        )


@dataclass(frozen=True)
class RepresentationCandidate:
    """A member of the representing body."""

    member_id: str
    """Names the member in an invitation."""
    function: str | None
    """Function in the body as the register spells it; null when it names none."""
    name_masked: str
    """First letters of the name."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RepresentationCandidate:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            member_id=data.get("member_id", ""),
            function=data.get("function"),
            name_masked=data.get("name_masked", ""),
        )


@dataclass(frozen=True)
class RegisterReference:
    """A state of a company's entry."""

    scheme: RegisterScheme
    """As in `company.register`."""
    number: str
    """As in `company.register`."""
    as_of: datetime
    """The state's own date."""
    snapshot_id: str
    """Hash of the state, hexadecimal."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RegisterReference:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            scheme=RegisterScheme(data.get("scheme", "")),
            number=data.get("number", ""),
            as_of=_values.time(data.get("as_of", _values.NO_TIME)),
            snapshot_id=data.get("snapshot_id", ""),
        )


@dataclass(frozen=True)
class RequiredDocument:
    """A document that a regulated activity asks for."""

    document_id: str
    """`doc_` id, by which an upload refers to it."""
    code: str
    """For example `regulated_activity.licence`."""
    title: str
    """Name for people."""
    status: RequiredDocumentStatus
    """`missing`, `received`, `accepted` or `rejected`."""
    reason_code: str | None
    """Why it was rejected; null otherwise."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RequiredDocument:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            document_id=data.get("document_id", ""),
            code=data.get("code", ""),
            title=data.get("title", ""),
            status=RequiredDocumentStatus(data.get("status", "")),
            reason_code=data.get("reason_code"),
        )


@dataclass(frozen=True)
class Document:
    """An uploaded file; its content is never given out."""

    document_id: str
    """`doc_` id."""
    required_document_id: str | None
    """The required document that it answers; null otherwise."""
    document_type: str | None
    """Free-form type; null when it answers a required document."""
    subject: str | None
    """Free-form subject; null when it answers a required document."""
    filename: str
    """Name of the file as it was sent."""
    content_type: str
    """Media type by content."""
    size_bytes: int
    """Size in bytes."""
    sha256: str
    """SHA-256 of the content, in hexadecimal."""
    status: DocumentStatus
    """`received`, `accepted` or `rejected`."""
    created_at: datetime
    """Time of the upload."""
    reason_code: str | None
    """Why it was rejected; null otherwise."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Document:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            document_id=data.get("document_id", ""),
            required_document_id=data.get("required_document_id"),
            document_type=data.get("document_type"),
            subject=data.get("subject"),
            filename=data.get("filename", ""),
            content_type=data.get("content_type", ""),
            size_bytes=data.get("size_bytes", 0),
            sha256=data.get("sha256", ""),
            status=DocumentStatus(data.get("status", "")),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            reason_code=data.get("reason_code"),
        )


@dataclass(frozen=True)
class Invitation:
    """Asks a further person to sign."""

    invitation_id: str
    """`inv_` id."""
    role: InvitationRole
    """`representative` or `proxy`."""
    status: InvitationStatus
    """`pending`, `accepted`, `declined`, `expired` or `revoked`."""
    invitee_masked: str
    """Whom, masked."""
    document_ids: builtins.list[str]
    """Documents attached."""
    expires_at: datetime
    """When it lapses."""
    member_id: str | None
    """The member of the representing body who is invited; null for a proxy, and where the partner named none."""
    created_at: datetime
    """Creation time."""
    last_sent_at: datetime
    """When the invitation was last sent."""
    resent_count: int
    """How often it was sent again, of at most 5."""
    last_message: LastMessage | None
    """What became of the newest message to the person; null unless the invitation is pending."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Invitation:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            invitation_id=data.get("invitation_id", ""),
            role=InvitationRole(data.get("role", "")),
            status=InvitationStatus(data.get("status", "")),
            invitee_masked=data.get("invitee_masked", ""),
            document_ids=data.get("document_ids", []),
            expires_at=_values.time(data.get("expires_at", _values.NO_TIME)),
            member_id=data.get("member_id"),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            last_sent_at=_values.time(data.get("last_sent_at", _values.NO_TIME)),
            resent_count=data.get("resent_count", 0),
            last_message=_values.null(LastMessage.from_dict, data.get("last_message")),
        )


@dataclass(frozen=True)
class LastMessage:
    """What became of a one-time code, a link or an invitation that was sent to a person."""

    medium: MessageMedium
    """`email` or `sms`."""
    status: MessageStatus
    """`queued`, `sent`, `delivered` or `failed`."""
    reason_code: MessageFailure | None
    """Why it failed: `rejected`, `bounced` or `expired`; more may come. Null otherwise."""
    at: datetime
    """When it took this status."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> LastMessage:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            medium=MessageMedium(data.get("medium", "")),
            status=MessageStatus(data.get("status", "")),
            reason_code=_values.null(MessageFailure, data.get("reason_code")),
            at=_values.time(data.get("at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class HostedStep:
    """A step of the hosted flow."""

    step: HostedStepName
    """`contact_verification`, `identity_verification`, `declarations`, `agreement_signing`, `payouts_opt_in` or
    `verification_transfer`."""
    status: HostedStepStatus
    """`pending` or `completed`."""
    optional: bool
    """True for a step that the merchant may leave out."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> HostedStep:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            step=HostedStepName(data.get("step", "")),
            status=HostedStepStatus(data.get("status", "")),
            optional=data.get("optional", False),
        )


@dataclass(frozen=True)
class DelegationSummary:
    """The state of the merchant's delegation."""

    status: DelegationStatus
    """`none`, `active` or `revoked`."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> DelegationSummary:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            status=DelegationStatus(data.get("status", "")),
        )


@dataclass(frozen=True)
class Abilities:
    """Says which calls on behalf of the merchant would be let through now."""

    register_payment: bool
    """POST /payments."""
    read_account: bool
    """GET /merchants/{ref}/balance and the like."""
    request_payout: bool
    """POST /merchants/{ref}/payouts."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Abilities:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            register_payment=data.get("register_payment", False),
            read_account=data.get("read_account", False),
            request_payout=data.get("request_payout", False),
        )


@dataclass(frozen=True)
class NextAction:
    """Where the merchant goes next."""

    type: NextActionType
    """`hosted_flow`; `none` once the onboarding is rejected, cancelled or expired."""
    url: str | None
    """For the merchant's browser; each answer has a fresh one. Null for `none`."""
    expires_at: datetime | None
    """When the URL stops working; null for `none`."""
    last_message: LastMessage | None
    """What became of the newest message to the applicant, in answers about the onboarding; null when none went to the
    present contact, and where the onboarding waits for no one."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> NextAction:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            type=NextActionType(data.get("type", "")),
            url=data.get("url"),
            expires_at=_values.null(_values.time, data.get("expires_at")),
            last_message=_values.null(LastMessage.from_dict, data.get("last_message")),
        )


@dataclass(frozen=True)
class UpdateOnboardingResult:
    """The state of the onboarding after the change."""

    ref: str
    """`mrc_` id."""
    status: OnboardingStatus
    """As in GetOnboardingResponse; no partner call moves it forward."""
    company_structure: CompanyStructure | None
    """`single_person`, `multi_person` or `unknown`; null unless the applicant is a company."""
    missing: builtins.list[str]
    """Codes of the outstanding data."""
    missing_details: builtins.list[MissingDetail]
    """How each of them is resolved, in the same order."""
    required_documents: builtins.list[RequiredDocument]
    """Documents that the merchant's activity asks for."""
    updated_at: datetime
    """Time of the last change."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> UpdateOnboardingResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            ref=data.get("ref", ""),
            status=OnboardingStatus(data.get("status", "")),
            company_structure=_values.null(CompanyStructure, data.get("company_structure")),
            missing=data.get("missing", []),
            missing_details=_values.each(MissingDetail.from_dict, data.get("missing_details")),
            required_documents=_values.each(RequiredDocument.from_dict, data.get("required_documents")),
            updated_at=_values.time(data.get("updated_at", _values.NO_TIME)),
        )


@dataclass(frozen=True, kw_only=True)
class NationalIdInput:
    """A national identification number."""

    scheme: NationalIdScheme | str | Absent = ABSENT
    """`PL_PESEL` or `OTHER`."""
    country: str | None | Absent = ABSENT
    """Country that issued it, ISO 3166-1 alpha-2; `PL` for `PL_PESEL`."""
    value: str | Absent = ABSENT
    """`PL_PESEL`: eleven digits with a valid check digit and date; `OTHER`: 1 to 32 letters, digits or `-`."""


@dataclass(frozen=True, kw_only=True)
class IdentityDocumentInput:
    """A document that proves who its holder is."""

    type: IdentityDocumentType | str | Absent = ABSENT
    """`identity_card`, `passport`, `residence_card` or `driving_licence`."""
    number: str | Absent = ABSENT
    """4 to 20 capital letters and digits; a Polish identity card has three letters and six digits with a valid check
    digit."""
    issuing_country: str | Absent = ABSENT
    """ISO 3166-1 alpha-2."""
    issued_on: date | None | Absent = ABSENT
    """`YYYY-MM-DD`, of the past."""
    expires_on: date | None | Absent = ABSENT
    """`YYYY-MM-DD`, of the future; null for a document without an end."""


@dataclass(frozen=True, kw_only=True)
class PlaceOfBirthInput:
    """Where a person was born."""

    country: str | Absent = ABSENT
    """ISO 3166-1 alpha-2."""
    city: str | Absent = ABSENT
    """1 to 100 characters."""


@dataclass(frozen=True)
class PrefillIdentityResult:
    """Says what is there now; never what it is."""

    ref: str
    """`mrc_` id."""
    status: OnboardingStatus
    """As in GetOnboardingResponse; prefilling does not change it."""
    identity: IdentitySummary
    """Which data is there."""
    missing: builtins.list[str]
    """Codes of the outstanding data."""
    warnings: builtins.list[str]
    """What a person should look at, though it is stored: `applicant_under_18`."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PrefillIdentityResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            ref=data.get("ref", ""),
            status=OnboardingStatus(data.get("status", "")),
            identity=IdentitySummary.from_dict(data.get("identity", {})),
            missing=data.get("missing", []),
            warnings=data.get("warnings", []),
        )


@dataclass(frozen=True, kw_only=True)
class RepresentationPersonInput:
    """A person to look for in the register."""

    given_names: str | Absent = ABSENT
    """1 to 100 characters."""
    family_name: str | Absent = ABSENT
    """1 to 100 characters."""
    national_id: NationalIdInput | None | Absent = ABSENT
    """Helps where names are ambiguous; it is not stored."""


@dataclass(frozen=True)
class SetRepresentationResult:
    """The decision."""

    ref: str
    """`mrc_` id."""
    representation_mode: RepresentationMode
    """`solo`, `co_representative` or `proxy`."""
    requires_invitation_or_poa: bool
    """True for the modes other than `solo`."""
    is_representative: bool
    """What the partner claimed."""
    match: RepresentationMatch
    """How the person was found among the members: `exact`, `name`, `weak`, `ambiguous`, `suspended` or `none`."""
    rule: RepresentationRule
    """Who signs for the company."""
    additional_signatories_required: int
    """How many more people must sign, by the shortest way; 0 for `solo`."""
    candidates: builtins.list[RepresentationCandidate]
    """Members who may sign beside the person."""
    register: RegisterReference
    """The state of the register that this follows from."""
    identity_confirmation_required: bool
    """True when only the hosted identity check can show that the person is the member."""
    evaluated_at: datetime
    """When this was found."""
    missing: builtins.list[str]
    """Codes of the outstanding data."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SetRepresentationResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            ref=data.get("ref", ""),
            representation_mode=RepresentationMode(data.get("representation_mode", "")),
            requires_invitation_or_poa=data.get("requires_invitation_or_poa", False),
            is_representative=data.get("is_representative", False),
            match=RepresentationMatch(data.get("match", "")),
            rule=RepresentationRule.from_dict(data.get("rule", {})),
            additional_signatories_required=data.get("additional_signatories_required", 0),
            candidates=_values.each(RepresentationCandidate.from_dict, data.get("candidates")),
            register=RegisterReference.from_dict(data.get("register", {})),
            identity_confirmation_required=data.get("identity_confirmation_required", False),
            evaluated_at=_values.time(data.get("evaluated_at", _values.NO_TIME)),
            missing=data.get("missing", []),
        )


@dataclass(frozen=True)
class CancelOnboardingResult:
    """The state of the onboarding after the cancellation."""

    ref: str
    """`mrc_` id."""
    status: OnboardingStatus
    """`cancelled`."""
    updated_at: datetime
    """Time of the last change."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> CancelOnboardingResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            ref=data.get("ref", ""),
            status=OnboardingStatus(data.get("status", "")),
            updated_at=_values.time(data.get("updated_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class Requirement:
    """A code that `missing` can hold."""

    code: str
    """As it appears in `missing[]`."""
    segment: Segment
    """Segment of the data."""
    asked_of: builtins.list[Audience]
    """Of whom it is asked: `natural_person`, `sole_trader`, `single_person_company` and `multi_person_company`."""
    condition: RequirementCondition
    """When it is asked, beyond `asked_of`: `always`, `regulated_activity`, `proxy` or `not_solo`."""
    resolvable_by: Resolver
    """`partner`, `merchant` or `either`."""
    operation: str | None
    """The partner's call that resolves it; null when only the merchant can."""
    fields: builtins.list[str]
    """JSON pointers of the fields in the body of that call."""
    description: str
    """What it means, in English."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Requirement:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            code=data.get("code", ""),
            segment=Segment(data.get("segment", "")),
            asked_of=_values.each(Audience, data.get("asked_of")),
            condition=RequirementCondition(data.get("condition", "")),
            resolvable_by=Resolver(data.get("resolvable_by", "")),
            operation=data.get("operation"),
            fields=data.get("fields", []),
            description=data.get("description", ""),
        )


@dataclass(frozen=True)
class FinalizeOnboardingResult:
    """Reports completeness and hands the merchant over."""

    ref: str
    """`mrc_` id."""
    status: OnboardingStatus
    """As in GetOnboardingResponse; finalize does not change it."""
    missing: builtins.list[str]
    """Codes of the outstanding data; empty when complete, and once the onboarding is rejected, cancelled or expired."""
    missing_details: builtins.list[MissingDetail]
    """How each of them is resolved, in the same order."""
    next_action: NextAction
    """Where the merchant goes next."""
    evaluated_at: datetime
    """When this was found."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FinalizeOnboardingResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            ref=data.get("ref", ""),
            status=OnboardingStatus(data.get("status", "")),
            missing=data.get("missing", []),
            missing_details=_values.each(MissingDetail.from_dict, data.get("missing_details")),
            next_action=NextAction.from_dict(data.get("next_action", {})),
            evaluated_at=_values.time(data.get("evaluated_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class UploadDocumentResult:
    """Describes the stored document."""

    document_id: str
    """`doc_` id of the upload."""
    required_document_id: str | None
    """The required document that it answers; null otherwise."""
    document_type: str | None
    """As sent; null when it answers a required document."""
    subject: str | None
    """As sent; null when it answers a required document."""
    filename: str
    """What was kept of the name that was sent."""
    content_type: str
    """Media type by content."""
    size_bytes: int
    """Size in bytes."""
    sha256: str
    """SHA-256 of the content, in hexadecimal."""
    status: DocumentStatus
    """`received`."""
    created_at: datetime
    """Time of the upload."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> UploadDocumentResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            document_id=data.get("document_id", ""),
            required_document_id=data.get("required_document_id"),
            document_type=data.get("document_type"),
            subject=data.get("subject"),
            filename=data.get("filename", ""),
            content_type=data.get("content_type", ""),
            size_bytes=data.get("size_bytes", 0),
            sha256=data.get("sha256", ""),
            status=DocumentStatus(data.get("status", "")),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
        )


@dataclass(frozen=True, kw_only=True)
class InviteeInput:
    """An invited person."""

    given_names: str | Absent = ABSENT
    """1 to 100 characters. Required."""
    family_name: str | Absent = ABSENT
    """1 to 100 characters. Required."""
    email: str | Absent = ABSENT
    """At most 254 characters. Required. It must be the person's own: the address of the applicant or of another signatory,
    however it is written, is refused with `contact_taken`."""
    phone: str | None | Absent = ABSENT
    """The person's own phone, as people write it; it is kept in E.164. Without a country code it is a Polish number."""


@dataclass(frozen=True)
class CreateInvitationResult:
    """The invitation."""

    invitation_id: str
    """`inv_` id."""
    role: InvitationRole
    """`representative` or `proxy`."""
    status: InvitationStatus
    """`pending`."""
    invitee_masked: str
    """Whom, masked."""
    document_ids: builtins.list[str]
    """Documents attached."""
    expires_at: datetime
    """When it lapses: after 14 days."""
    member_id: str | None
    """The member who is invited; null where none was named."""
    created_at: datetime
    """Creation time."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> CreateInvitationResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            invitation_id=data.get("invitation_id", ""),
            role=InvitationRole(data.get("role", "")),
            status=InvitationStatus(data.get("status", "")),
            invitee_masked=data.get("invitee_masked", ""),
            document_ids=data.get("document_ids", []),
            expires_at=_values.time(data.get("expires_at", _values.NO_TIME)),
            member_id=data.get("member_id"),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class ResendInvitationResult:
    """The invitation after the sending."""

    invitation_id: str
    """`inv_` id."""
    status: InvitationStatus
    """`pending`."""
    expires_at: datetime
    """When it lapses."""
    last_sent_at: datetime
    """When it was last sent."""
    resent_count: int
    """How often it was sent again, of at most 5."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ResendInvitationResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            invitation_id=data.get("invitation_id", ""),
            status=InvitationStatus(data.get("status", "")),
            expires_at=_values.time(data.get("expires_at", _values.NO_TIME)),
            last_sent_at=_values.time(data.get("last_sent_at", _values.NO_TIME)),
            resent_count=data.get("resent_count", 0),
        )


@dataclass(frozen=True)
class Merchant:
    """A business that is paid."""

    merchant_ref: str
    """`mrc_` id: the `ref` of its onboarding."""
    channel: str
    """The distribution channel under which the partner onboarded it."""
    partner_external_ref: str
    """The partner's own reference."""
    livemode: bool
    """True for live mode."""
    status: MerchantStatus
    """`none` until the onboarding is active, then `active`, `suspended` or `closed`; more may come."""
    onboarding_status: OnboardingStatus
    """Status of the onboarding."""
    currencies: builtins.list[str]
    """What it takes and is paid in, ISO 4217."""
    delegation: DelegationSummary
    """What the merchant lets the partner do."""
    payouts_opt_in: PayoutsOptIn
    """Whether the partner may request payouts."""
    can: Abilities
    """Which calls on behalf of the merchant would be let through now."""
    created_at: datetime
    """Creation time of the onboarding."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Merchant:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            merchant_ref=data.get("merchant_ref", ""),
            channel=data.get("channel", ""),
            partner_external_ref=data.get("partner_external_ref", ""),
            livemode=data.get("livemode", False),
            status=MerchantStatus(data.get("status", "")),
            onboarding_status=OnboardingStatus(data.get("onboarding_status", "")),
            currencies=data.get("currencies", []),
            delegation=DelegationSummary.from_dict(data.get("delegation", {})),
            payouts_opt_in=PayoutsOptIn.from_dict(data.get("payouts_opt_in", {})),
            can=Abilities.from_dict(data.get("can", {})),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class PayoutsOptIn:
    """The merchant's consent to payouts by its partner."""

    status: PayoutsOptInStatus
    """`not_requested`, `pending`, `granted` or `revoked`."""
    requested_at: datetime | None
    """When the partner asked for it; null when it did not."""
    granted_at: datetime | None
    """When the merchant gave it; null until then."""
    revoked_at: datetime | None
    """When the merchant took it back or refused; null otherwise."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PayoutsOptIn:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            status=PayoutsOptInStatus(data.get("status", "")),
            requested_at=_values.null(_values.time, data.get("requested_at")),
            granted_at=_values.null(_values.time, data.get("granted_at")),
            revoked_at=_values.null(_values.time, data.get("revoked_at")),
        )


@dataclass(frozen=True)
class Delegation:
    """The merchant's consent that the partner acts for it. It is revocable by the merchant and the operator, effective
    with the next call."""

    delegation_id: str | None
    """`dlg_` id; null until the agreement is signed."""
    merchant_ref: str
    """`mrc_` id."""
    channel: str
    """The distribution channel under which the partner onboarded it."""
    status: DelegationStatus
    """`none`, `active` or `revoked`."""
    permissions: DelegationPermissions
    """What it allows now."""
    payouts_opt_in: PayoutsOptIn
    """The separate consent to payouts."""
    agreement: SignedAgreement | None
    """The agreement that was signed; null until then."""
    granted_at: datetime | None
    """When it was granted; null until then."""
    revoked_at: datetime | None
    """When it was revoked; null unless it is."""
    revoked_by: Revoker | None
    """`merchant`, `operator` or `system`; null unless it is revoked."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Delegation:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            delegation_id=data.get("delegation_id"),
            merchant_ref=data.get("merchant_ref", ""),
            channel=data.get("channel", ""),
            status=DelegationStatus(data.get("status", "")),
            permissions=DelegationPermissions.from_dict(data.get("permissions", {})),
            payouts_opt_in=PayoutsOptIn.from_dict(data.get("payouts_opt_in", {})),
            agreement=_values.null(SignedAgreement.from_dict, data.get("agreement")),
            granted_at=_values.null(_values.time, data.get("granted_at")),
            revoked_at=_values.null(_values.time, data.get("revoked_at")),
            revoked_by=_values.null(Revoker, data.get("revoked_by")),
        )


@dataclass(frozen=True)
class DelegationPermissions:
    """What a delegation allows."""

    account_read: bool
    """To read balance, transactions and settlements."""
    payments_write: bool
    """To register payments."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> DelegationPermissions:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            account_read=data.get("account_read", False),
            payments_write=data.get("payments_write", False),
        )


@dataclass(frozen=True)
class SignedAgreement:
    """A channel agreement that a merchant signed."""

    id: str
    """Id of the text."""
    version: str
    """Version of the text."""
    signed_at: datetime
    """When it was signed."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SignedAgreement:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            id=data.get("id", ""),
            version=data.get("version", ""),
            signed_at=_values.time(data.get("signed_at", _values.NO_TIME)),
        )


@dataclass(frozen=True, kw_only=True)
class PaymentCustomerInput:
    """Who pays."""

    email: str | Absent = ABSENT
    """At most 254 characters."""
    name: str | None | Absent = ABSENT
    """1 to 255 characters."""
    locale: str | None | Absent = ABSENT
    """Language of the payment page, a BCP 47 tag like `pl` or `en-GB`."""


@dataclass(frozen=True)
class Payment:
    """Money that a customer is asked for. Nothing of the customer is in it."""

    payment_id: str
    """`pay_` id."""
    merchant_ref: str
    """`mrc_` id of the merchant."""
    channel: str
    """Channel of the merchant."""
    status: PaymentStatus
    """`registered`, `pending`, `paid`, `partially_refunded`, `refunded`, `rejected`, `expired` or `cancelled`; more may
    come."""
    amount: int
    """Minor units."""
    currency: str
    """ISO 4217."""
    external_ref: str
    """Your own reference."""
    next_action: NextAction
    """Where the customer goes next."""
    acted_by: ActedBy
    """Who registered it."""
    created_at: datetime
    """Creation time."""
    livemode: bool
    """True for live mode."""
    method: PaymentMethod | None
    """How it is or was paid; null while the customer has not chosen."""
    fee: int
    """What the merchant pays for it, minor units; taken when it is paid, by the tariff that is in effect then."""
    refunded_amount: int
    """What was given back, minor units."""
    reason_code: str | None
    """Why it was rejected, in live mode by the payment engine's own account (such as card_declined), or why it was
    cancelled when the partner did not ask for it (merchant_suspended, merchant_closed); null otherwise."""
    metadata: dict[str, str]
    """Your own data."""
    valid_until: datetime
    """Until when it can be paid."""
    updated_at: datetime
    """Time of the last change."""
    paid_at: datetime | None
    """When it was paid; null until then."""
    charged_back_amount: int
    """What the payer's bank took back and has not returned, minor units."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Payment:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            payment_id=data.get("payment_id", ""),
            merchant_ref=data.get("merchant_ref", ""),
            channel=data.get("channel", ""),
            status=PaymentStatus(data.get("status", "")),
            amount=data.get("amount", 0),
            currency=data.get("currency", ""),
            external_ref=data.get("external_ref", ""),
            next_action=NextAction.from_dict(data.get("next_action", {})),
            acted_by=ActedBy.from_dict(data.get("acted_by", {})),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            livemode=data.get("livemode", False),
            method=_values.null(PaymentMethod, data.get("method")),
            fee=data.get("fee", 0),
            refunded_amount=data.get("refunded_amount", 0),
            reason_code=data.get("reason_code"),
            metadata=data.get("metadata", {}),
            valid_until=_values.time(data.get("valid_until", _values.NO_TIME)),
            updated_at=_values.time(data.get("updated_at", _values.NO_TIME)),
            paid_at=_values.null(_values.time, data.get("paid_at")),
            charged_back_amount=data.get("charged_back_amount", 0),
        )


@dataclass(frozen=True)
class ActedBy:
    """Who did something for a merchant."""

    type: ActorType
    """`partner` or `merchant`."""
    partner_id: str | None
    """`ptn_` id; null for the merchant itself."""
    delegation_id: str | None
    """`dlg_` id of the delegation by which the partner acted; null for the merchant itself."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ActedBy:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            type=ActorType(data.get("type", "")),
            partner_id=data.get("partner_id"),
            delegation_id=data.get("delegation_id"),
        )


@dataclass(frozen=True)
class Refund:
    """Money of a payment on its way back to the customer."""

    refund_id: str
    """`rfd_` id."""
    payment_id: str
    """`pay_` id of the payment."""
    merchant_ref: str
    """`mrc_` id of the merchant."""
    status: RefundStatus
    """`pending`, `succeeded` or `failed`; more may come."""
    amount: int
    """Minor units."""
    currency: str
    """ISO 4217."""
    external_ref: str
    """Your own reference; the refund's own id where the sandbox or support made it."""
    acted_by: ActedBy
    """Who asked for it."""
    reason_code: str | None
    """Why it failed; null otherwise."""
    livemode: bool
    """True for live mode."""
    created_at: datetime
    """Creation time."""
    updated_at: datetime
    """Time of the last change."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Refund:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            refund_id=data.get("refund_id", ""),
            payment_id=data.get("payment_id", ""),
            merchant_ref=data.get("merchant_ref", ""),
            status=RefundStatus(data.get("status", "")),
            amount=data.get("amount", 0),
            currency=data.get("currency", ""),
            external_ref=data.get("external_ref", ""),
            acted_by=ActedBy.from_dict(data.get("acted_by", {})),
            reason_code=data.get("reason_code"),
            livemode=data.get("livemode", False),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            updated_at=_values.time(data.get("updated_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class Chargeback:
    """Money of a payment that the payer's bank took back."""

    chargeback_id: str
    """`cbk_` id."""
    payment_id: str
    """`pay_` id of the payment."""
    merchant_ref: str
    """`mrc_` id of the merchant."""
    status: ChargebackStatus
    """`charged_back` or `reversed`; more may come."""
    amount: int
    """Minor units: the payment's amount or a part of it."""
    currency: str
    """ISO 4217."""
    reason_code: str
    """Why, by the payment engine's own account, such as `fraudulent` or `product_not_received`."""
    respond_by: datetime | None
    """Until when it can be disputed; null where that is not known."""
    livemode: bool
    """True for live mode."""
    created_at: datetime
    """Creation time."""
    updated_at: datetime
    """Time of the last change."""
    fee: int
    """What it costs the merchant, minor units: taken with the amount, and not returned by a reversal."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Chargeback:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            chargeback_id=data.get("chargeback_id", ""),
            payment_id=data.get("payment_id", ""),
            merchant_ref=data.get("merchant_ref", ""),
            status=ChargebackStatus(data.get("status", "")),
            amount=data.get("amount", 0),
            currency=data.get("currency", ""),
            reason_code=data.get("reason_code", ""),
            respond_by=_values.null(_values.time, data.get("respond_by")),
            livemode=data.get("livemode", False),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            updated_at=_values.time(data.get("updated_at", _values.NO_TIME)),
            fee=data.get("fee", 0),
        )


@dataclass(frozen=True)
class AccountBalance:
    """What a merchant has."""

    merchant_ref: str
    """`mrc_` id."""
    as_of: datetime
    """When the balances were read."""
    balances: builtins.list[Balance]
    """One for each currency that ever moved; their sum is that of the net amounts of all transactions."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> AccountBalance:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            merchant_ref=data.get("merchant_ref", ""),
            as_of=_values.time(data.get("as_of", _values.NO_TIME)),
            balances=_values.each(Balance.from_dict, data.get("balances")),
        )


@dataclass(frozen=True)
class Balance:
    """What a merchant has in one currency, in minor units. After refunds and chargebacks `available` and `pending` may be
    negative: the merchant owes that much, nothing can be paid out, and what comes next settles it first."""

    currency: str
    """ISO 4217."""
    available: int
    """What can be paid out."""
    pending: int
    """What is paid and not settled yet."""
    reserved: int
    """What payouts that are not under way yet have set aside."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Balance:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            currency=data.get("currency", ""),
            available=data.get("available", 0),
            pending=data.get("pending", 0),
            reserved=data.get("reserved", 0),
        )


@dataclass(frozen=True)
class Transaction:
    """A change of what a merchant has."""

    transaction_id: str
    """`txn_` id."""
    type: TransactionType
    """`payment`, `refund`, `chargeback`, `payout` or `adjustment` (a payout that the bank returned, a refund that failed,
    a chargeback that was reversed); more may come."""
    amount: int
    """Minor units; what leaves the merchant is negative."""
    fee: int
    """What the merchant paid for it, minor units."""
    net: int
    """`amount` less `fee`."""
    currency: str
    """ISO 4217."""
    status: TransactionStatus
    """`pending`: it counts in the pending balance. `settled`: a settlement made it available. `available`: it changed the
    available balance at once."""
    payment_id: str | None
    """`pay_` id; null unless it comes from a payment."""
    payout_id: str | None
    """`pyt_` id; null unless it comes from a payout."""
    settlement_id: str | None
    """`stl_` id; null until it is settled."""
    external_ref: str
    """Your own reference of the payment or payout."""
    occurred_at: datetime
    """When it happened."""
    available_on: date
    """The day (UTC) from which it can be paid out, `YYYY-MM-DD`."""
    refund_id: str | None
    """`rfd_` id; null unless it comes from a refund."""
    chargeback_id: str | None
    """`cbk_` id; null unless it comes from a chargeback."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Transaction:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            transaction_id=data.get("transaction_id", ""),
            type=TransactionType(data.get("type", "")),
            amount=data.get("amount", 0),
            fee=data.get("fee", 0),
            net=data.get("net", 0),
            currency=data.get("currency", ""),
            status=TransactionStatus(data.get("status", "")),
            payment_id=data.get("payment_id"),
            payout_id=data.get("payout_id"),
            settlement_id=data.get("settlement_id"),
            external_ref=data.get("external_ref", ""),
            occurred_at=_values.time(data.get("occurred_at", _values.NO_TIME)),
            available_on=date.fromisoformat(data.get("available_on", _values.NO_DATE)),
            refund_id=data.get("refund_id"),
            chargeback_id=data.get("chargeback_id"),
        )


@dataclass(frozen=True)
class Settlement:
    """Makes the payments of one day available, with their refunds and chargebacks, in one currency."""

    settlement_id: str
    """`stl_` id."""
    status: SettlementStatus
    """`paid`: credited to the available balance; more may come."""
    currency: str
    """ISO 4217."""
    gross: int
    """Of the payments, minor units."""
    fees: int
    """Of the payments, minor units."""
    refunds: int
    """What was given back, minor units."""
    net: int
    """`gross` less `fees`, `refunds` and `chargebacks`: the sum of the net amounts of its transactions."""
    transaction_count: int
    """How many transactions it has."""
    period_from: datetime
    """First moment of its period."""
    period_to: datetime
    """First moment after its period."""
    paid_at: datetime
    """When it was credited."""
    iban_masked: str
    """The account that payouts go to, masked."""
    chargebacks: int
    """What was charged back, less what was reversed, minor units."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Settlement:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            settlement_id=data.get("settlement_id", ""),
            status=SettlementStatus(data.get("status", "")),
            currency=data.get("currency", ""),
            gross=data.get("gross", 0),
            fees=data.get("fees", 0),
            refunds=data.get("refunds", 0),
            net=data.get("net", 0),
            transaction_count=data.get("transaction_count", 0),
            period_from=_values.time(data.get("period_from", _values.NO_TIME)),
            period_to=_values.time(data.get("period_to", _values.NO_TIME)),
            paid_at=_values.time(data.get("paid_at", _values.NO_TIME)),
            iban_masked=data.get("iban_masked", ""),
            chargebacks=data.get("chargebacks", 0),
        )


@dataclass(frozen=True)
class SettlementStatement:
    """Where the statement of a settlement is."""

    settlement_id: str
    """`stl_` id."""
    page_url: str
    """A page in English and Polish, to read and print."""
    csv_url: str
    """The same as a file (RFC 4180, UTF-8): a row for each transaction, the oldest first, and a last one of type `total`.
    Amounts are decimals."""
    expires_at: datetime
    """Until when the links work."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SettlementStatement:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            settlement_id=data.get("settlement_id", ""),
            page_url=data.get("page_url", ""),
            csv_url=data.get("csv_url", ""),
            expires_at=_values.time(data.get("expires_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class RequestPayoutsOptInResult:
    """The state of the consent."""

    merchant_ref: str
    """`mrc_` id."""
    payouts_opt_in: PayoutsOptIn
    """The consent."""
    next_action: NextAction
    """Where the merchant goes to decide; `none` once it has allowed payouts."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RequestPayoutsOptInResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            merchant_ref=data.get("merchant_ref", ""),
            payouts_opt_in=PayoutsOptIn.from_dict(data.get("payouts_opt_in", {})),
            next_action=NextAction.from_dict(data.get("next_action", {})),
        )


@dataclass(frozen=True)
class Payout:
    """Money on its way to a merchant's bank account."""

    payout_id: str
    """`pyt_` id."""
    merchant_ref: str
    """`mrc_` id."""
    status: PayoutStatus
    """`requested`, `processing`, `paid`, `failed` or `cancelled`; more may come."""
    amount: int
    """Minor units."""
    currency: str
    """ISO 4217."""
    iban_masked: str
    """Where it goes, masked."""
    external_ref: str
    """Your own reference."""
    acted_by: ActedBy
    """Who requested it."""
    created_at: datetime
    """Creation time."""
    livemode: bool
    """True for live mode."""
    description: str | None
    """As sent; null when it was not."""
    reason_code: str | None
    """Why it failed; null otherwise."""
    updated_at: datetime
    """Time of the last change."""
    paid_at: datetime | None
    """When it arrived; null until then."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Payout:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            payout_id=data.get("payout_id", ""),
            merchant_ref=data.get("merchant_ref", ""),
            status=PayoutStatus(data.get("status", "")),
            amount=data.get("amount", 0),
            currency=data.get("currency", ""),
            iban_masked=data.get("iban_masked", ""),
            external_ref=data.get("external_ref", ""),
            acted_by=ActedBy.from_dict(data.get("acted_by", {})),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            livemode=data.get("livemode", False),
            description=data.get("description"),
            reason_code=data.get("reason_code"),
            updated_at=_values.time(data.get("updated_at", _values.NO_TIME)),
            paid_at=_values.null(_values.time, data.get("paid_at")),
        )


@dataclass(frozen=True)
class FeedEvent:
    """Something that happened to a merchant, in the envelope of all events."""

    id: str
    """`evt_` id."""
    type: str
    """For example `onboarding.status_changed`; more types may come."""
    created_at: datetime
    """When it happened."""
    api_version: str
    """Version of the envelope."""
    tenant: str
    """`ten_` id of the partner's tenant."""
    livemode: bool
    """True for live mode."""
    data: dict[str, Any]
    """What happened; `merchant_ref` names the merchant. It holds no personal data."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FeedEvent:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            id=data.get("id", ""),
            type=data.get("type", ""),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            api_version=data.get("api_version", ""),
            tenant=data.get("tenant", ""),
            livemode=data.get("livemode", False),
            data=data.get("data", {}),
        )


@dataclass(frozen=True)
class FeedEventType:
    """Describes a type of events."""

    type: str
    """Its name, for example `onboarding.status_changed`."""
    description: str
    """What an event of the type means."""
    since: str
    """Version of the API that has the type first, for example `1.0.0`."""
    scopes: builtins.list[str]
    """Scopes that a key needs to read events of the type. With `account:read` it reads those of merchants whose delegation
    is active."""
    schema: dict[str, Any]
    """JSON Schema that `data` of such an event satisfies. Statuses and codes have the known ones as `examples`: more may
    come."""
    example: dict[str, Any]
    """Envelope of such an event."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FeedEventType:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            type=data.get("type", ""),
            description=data.get("description", ""),
            since=data.get("since", ""),
            scopes=data.get("scopes", []),
            schema=data.get("schema", {}),
            example=data.get("example", {}),
        )


@dataclass(frozen=True, kw_only=True)
class BodyShapeInput:
    """The shape of the body of requests: a preset or an expression, one of the two. Requests are signed over what they
    have, and keep the headers that every delivery has."""

    preset: BodyPreset | str | None | Absent = ABSENT
    """A shape for a kind of receivers, with its content type and headers."""
    expression: str | None | Absent = ABSENT
    """An expression in CEL of at most 4,000 bytes whose result is an object or a list, over one variable: `event`, the
    body without a shape. The result is sent as `application/json`: without white space, the members of objects in the
    order of their names."""


@dataclass(frozen=True, kw_only=True)
class AuthenticationInput:
    """How requests and connections to an endpoint are authenticated, besides the signature. Its secrets are encrypted and
    not shown again. Each member belongs to the types that it names, and is refused with others."""

    type: AuthenticationType | str | Absent = ABSENT
    """- `none`: no authentication of ours, for `server_ca` without it.
    - `mtls`: a client certificate.
    - `oauth2_client_credentials`: a bearer token of an OAuth2 server (RFC 6749, section 4.4).
    - `basic`: a user name and a password (RFC 7617).
    - `bearer`: a token that does not change (RFC 6750)."""
    username: str | None | Absent = ABSENT
    """Of `basic`: 1 to 255 bytes without a colon and control characters."""
    password: str | None | Absent = ABSENT
    """Of `basic`: at most 1,024 bytes without control characters; empty when absent."""
    token: str | None | Absent = ABSENT
    """Of `bearer`: 1 to 4,096 letters, digits and `-._~+/`, then any number of `=`."""
    token_url: str | None | Absent = ABSENT
    """Of `oauth2_client_credentials`: a URL by the rules of `url`."""
    client_id: str | None | Absent = ABSENT
    """Of `oauth2_client_credentials`: 1 to 255 printable ASCII characters."""
    client_secret: str | None | Absent = ABSENT
    """Of `oauth2_client_credentials`: 1 to 1,024 printable ASCII characters."""
    scopes: builtins.list[str] | None | Absent = ABSENT
    """Of `oauth2_client_credentials`: up to 20 scopes of 1 to 128 printable ASCII characters without blanks, quotes and
    backslashes."""
    certificate: str | None | Absent = ABSENT
    """Of `mtls`: PEM of the certificate and of those that lead to its authority, at most 16 KiB. When absent we make one;
    the answer has the authority that the receiver is to trust."""
    private_key: str | None | Absent = ABSENT
    """Of `mtls`: PEM of the private key of `certificate` (PKCS #8, PKCS #1 or SEC 1, not encrypted), at most 8 KiB."""
    server_ca: str | None | Absent = ABSENT
    """Of any type: PEM of 1 to 10 authorities, at most 24 KiB, of which one must have issued the receiver's certificate.
    Public authorities then do not count for the receiver. A token server's certificate may be of a public authority or
    of one of these."""


@dataclass(frozen=True)
class CreatedEndpoint:
    """Holds the new endpoint and its secret."""

    data: Endpoint
    """The endpoint: active, or inactive where the operator requires proof of `ownership` in live mode."""
    meta: SecretMeta
    """The first secret, which no later answer shows."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> CreatedEndpoint:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            data=Endpoint.from_dict(data.get("data", {})),
            meta=SecretMeta.from_dict(data.get("meta", {})),
        )


@dataclass(frozen=True)
class Endpoint:
    """A receiver's URL and the event types that it subscribes to."""

    id: str
    """UUID, as in the path of its routes."""
    url: str
    """Where deliveries are sent."""
    events: builtins.list[str]
    """Event types that it subscribes to, or the single element `*` for all but those about endpoints."""
    description: str | None
    """The tenant's own text about it; null when none is given."""
    is_active: bool
    """False once set inactive or deactivated; such an endpoint is not called."""
    failure_count: int
    """Consecutive failed deliveries (a delivery fails after its fifth attempt)."""
    last_triggered_at: datetime | None
    """When an attempt to it was last made; null before the first."""
    last_success_at: datetime | None
    """When a delivery to it last succeeded; null before the first."""
    last_failure_at: datetime | None
    """When a delivery to it last failed, after all its attempts; null before the first."""
    disabled_at: datetime | None
    """Set on automatic deactivation; null while the endpoint is active."""
    created_at: datetime
    """When it was created."""
    updated_at: datetime
    """Time of the last change through the API or by deactivation."""
    secret_rotated_at: datetime | None
    """When the signing secret was last rotated; null when never."""
    health: EndpointHealth
    """What its recent deliveries show."""
    livemode: bool
    """True for an endpoint of live mode."""
    filter: str | None
    """The expression that an event must match to be delivered; null when every event of its types is."""
    honour_retry_after: bool
    """True: a `Retry-After` of the receiver puts the next attempt off, see CreateEndpointRequest."""
    deactivate_on_410: bool
    """True: one response with status 410 deactivates it."""
    header_names: builtins.list[str]
    """Names of the headers of its own that each request has, in alphabetical order; their values are not shown."""
    rate_limit: int | None
    """Most requests a second; null when there is no such limit. What waits for it is `pending` in `health`."""
    channels: builtins.list[str]
    """Channels of partner connect whose events it gets; empty: those of all."""
    order_by: str | None
    """The expression whose value is the key of an event: events with the same key are delivered one at a time, in the
    order of the log. Null when deliveries have no order."""
    order_on_failure: OrderOnFailure
    """What becomes of the other events of a key when a delivery has failed, after all its attempts:
    - `skip`: the next one is delivered.
    - `stop`: they wait until the failed one is sent again with success, or skipped."""
    signatures: builtins.list[SignatureForm]
    """How its requests are signed, at least one form: `hmac`, `ed25519`, `http_message`."""
    authentication: EndpointAuthentication | None
    """How requests and connections to it are authenticated, without secrets; null when only signatures do."""
    body: BodyShape | None
    """The shape of the body of its requests; null when it is the event itself."""
    ownership: EndpointOwnership
    """Whether it is proven that its owner controls the receiver."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Endpoint:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            id=data.get("id", ""),
            url=data.get("url", ""),
            events=data.get("events", []),
            description=data.get("description"),
            is_active=data.get("is_active", False),
            failure_count=data.get("failure_count", 0),
            last_triggered_at=_values.null(_values.time, data.get("last_triggered_at")),
            last_success_at=_values.null(_values.time, data.get("last_success_at")),
            last_failure_at=_values.null(_values.time, data.get("last_failure_at")),
            disabled_at=_values.null(_values.time, data.get("disabled_at")),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            updated_at=_values.time(data.get("updated_at", _values.NO_TIME)),
            secret_rotated_at=_values.null(_values.time, data.get("secret_rotated_at")),
            health=EndpointHealth.from_dict(data.get("health", {})),
            livemode=data.get("livemode", False),
            filter=data.get("filter"),
            honour_retry_after=data.get("honour_retry_after", False),
            deactivate_on_410=data.get("deactivate_on_410", False),
            header_names=data.get("header_names", []),
            rate_limit=data.get("rate_limit"),
            channels=data.get("channels", []),
            order_by=data.get("order_by"),
            order_on_failure=OrderOnFailure(data.get("order_on_failure", "")),
            signatures=_values.each(SignatureForm, data.get("signatures")),
            authentication=_values.null(EndpointAuthentication.from_dict, data.get("authentication")),
            body=_values.null(BodyShape.from_dict, data.get("body")),
            ownership=EndpointOwnership.from_dict(data.get("ownership", {})),
        )


@dataclass(frozen=True)
class EndpointHealth:
    """What the recent deliveries of an endpoint show."""

    state: EndpointHealthState
    """It follows attempts, so that an outage shows after the first of them:
    - `healthy`: none of the others.
    - `degraded`: the last attempt failed, a delivery waits for its retry, or a delivery failed in the last 24 hours.
    - `failing`: the last 10 attempts failed, or the last 25 deliveries did, half of those that deactivate; one success
      ends it.
    - `inactive`: the endpoint is not called."""
    last_response_status: int | None
    """Status of the last response; null when there was none."""
    success_rate_24h: float | None
    """Share of deliveries that ended delivered among those that ended delivered or failed in the last 24 hours; null when
    none ended."""
    pending: int
    """Deliveries that have not ended yet, counted up to 1,000."""
    retrying: int
    """Those of them that wait for a retry: at least one attempt of their run failed."""
    failed_attempts: int
    """Attempts that failed in a row since the last one that succeeded, of all deliveries; 0 after a success."""
    waiting_for_capacity: WaitingForCapacity | None
    """Deliveries that are due and held back, because the endpoint or its tenant has used up its share of a queue, or
    because they were moved to now. They are sent as the endpoint takes them; no attempt is used up. Null if no delivery
    waits."""
    waiting_events: WaitingEvents | None
    """Events of the tenant and mode that have no deliveries yet, to this endpoint or to others, because there are more
    than its rate of deliveries allows. They get them in their order. Null if no event waits."""
    held_back: int
    """Deliveries that wait behind another one of their key, counted up to 1,000; see `order_by`. They are among those that
    are pending."""
    without_key_24h: int
    """Events of the last 24 hours that had no usable key, and were delivered without an order; see `order_by`."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> EndpointHealth:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            state=EndpointHealthState(data.get("state", "")),
            last_response_status=data.get("last_response_status"),
            success_rate_24h=data.get("success_rate_24h"),
            pending=data.get("pending", 0),
            retrying=data.get("retrying", 0),
            failed_attempts=data.get("failed_attempts", 0),
            waiting_for_capacity=_values.null(WaitingForCapacity.from_dict, data.get("waiting_for_capacity")),
            waiting_events=_values.null(WaitingEvents.from_dict, data.get("waiting_events")),
            held_back=data.get("held_back", 0),
            without_key_24h=data.get("without_key_24h", 0),
        )


@dataclass(frozen=True)
class WaitingForCapacity:
    """What waits for capacity."""

    count: int
    """How many wait, counted up to 10,000; in an answer with more than five endpoints up to an even part of 50,000 for
    each."""
    more: bool
    """True: there are more."""
    since: datetime
    """Since when the oldest of them waits."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> WaitingForCapacity:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            count=data.get("count", 0),
            more=data.get("more", False),
            since=_values.time(data.get("since", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class WaitingEvents:
    """What waits for the rate of deliveries of a tenant and mode."""

    count: int
    """How many events wait, counted up to 10,000."""
    more: bool
    """True: there are more."""
    since: datetime
    """Since when the oldest of them waits."""
    deliveries_per_minute: int
    """The rate: deliveries of new events in a minute."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> WaitingEvents:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            count=data.get("count", 0),
            more=data.get("more", False),
            since=_values.time(data.get("since", _values.NO_TIME)),
            deliveries_per_minute=data.get("deliveries_per_minute", 0),
        )


@dataclass(frozen=True)
class EndpointAuthentication:
    """An authentication as it is shown: without its secrets."""

    type: AuthenticationType
    """As in Authentication."""
    username: str | None
    """Of `basic`."""
    token_url: str | None
    """Of `oauth2_client_credentials`: where tokens are fetched."""
    client_id: str | None
    """Of `oauth2_client_credentials`."""
    scopes: builtins.list[str]
    """Of `oauth2_client_credentials`: the scopes that are asked for."""
    certificate: ClientCertificate | None
    """Of `mtls`: our certificate."""
    server_ca: builtins.list[ShownCertificate]
    """The authorities of `server_ca`, in their order."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> EndpointAuthentication:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            type=AuthenticationType(data.get("type", "")),
            username=data.get("username"),
            token_url=data.get("token_url"),
            client_id=data.get("client_id"),
            scopes=data.get("scopes", []),
            certificate=_values.null(ClientCertificate.from_dict, data.get("certificate")),
            server_ca=_values.each(ShownCertificate.from_dict, data.get("server_ca")),
        )


@dataclass(frozen=True)
class ClientCertificate:
    """The certificate by which we authenticate."""

    subject: str
    """Its subject, such as `CN=shop.example.com`."""
    fingerprint: str
    """SHA-256 of the certificate, in hex."""
    expires_at: datetime
    """When it ends; attempts fail with `client_certificate_expired` from then on."""
    authority: str | None
    """PEM of the certificate that issued it, when we made it: what the receiver is to trust. It stays when the certificate
    is renewed, and is the same for all endpoints of the tenant and mode. Null for a certificate of your own."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ClientCertificate:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            subject=data.get("subject", ""),
            fingerprint=data.get("fingerprint", ""),
            expires_at=_values.time(data.get("expires_at", _values.NO_TIME)),
            authority=data.get("authority"),
        )


@dataclass(frozen=True)
class ShownCertificate:
    """A certificate that was given."""

    subject: str
    """Its subject, such as `CN=shop.example.com`."""
    fingerprint: str
    """SHA-256 of the certificate, in hex."""
    expires_at: datetime
    """When it ends."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ShownCertificate:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            subject=data.get("subject", ""),
            fingerprint=data.get("fingerprint", ""),
            expires_at=_values.time(data.get("expires_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class BodyShape:
    """The shape of the body of requests: a preset or an expression, one of the two. Requests are signed over what they
    have, and keep the headers that every delivery has."""

    preset: BodyPreset | None
    """A shape for a kind of receivers, with its content type and headers."""
    expression: str | None
    """An expression in CEL of at most 4,000 bytes whose result is an object or a list, over one variable: `event`, the
    body without a shape. The result is sent as `application/json`: without white space, the members of objects in the
    order of their names."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> BodyShape:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            preset=_values.null(BodyPreset, data.get("preset")),
            expression=data.get("expression"),
        )


@dataclass(frozen=True)
class EndpointOwnership:
    """Says whether it is proven that the owner of an endpoint controls its receiver."""

    state: EndpointOwnershipState
    """- `unproven`: VerifyEndpoint was not called, or the receiver has not answered.
    - `required`: unproven, and the endpoint is inactive because the operator requires proof in live mode.
    - `proven`: the receiver answered a challenge, and the URL has not changed since."""
    proven_at: datetime | None
    """When it was proven; null: it is not."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> EndpointOwnership:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            state=EndpointOwnershipState(data.get("state", "")),
            proven_at=_values.null(_values.time, data.get("proven_at")),
        )


@dataclass(frozen=True)
class SecretMeta:
    """Holds a signing secret: shown once, in the response that made it."""

    secret: str | None = field(repr=False)
    """`whsec_` and the base64 of 32 random bytes. Null in the answer to a repeat with the same `Idempotency-Key`: a secret
    is shown exactly once, and is not kept in an answer."""
    hint: str | None
    """In the answer to a repeat: how to get a new secret. Null in the first answer."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SecretMeta:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            secret=data.get("secret"),
            hint=data.get("hint"),
        )


@dataclass(frozen=True)
class TestDelivery:
    """A test event on its way to the endpoint."""

    delivery_id: str
    """`dlv_` id, the `X-Webhook-Id` that the receiver will see."""
    event_id: str
    """`evt_` id."""
    type: str
    """`verification.test`, `webhook.test` to an endpoint of a partner, or `webhook.challenge`."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TestDelivery:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            delivery_id=data.get("delivery_id", ""),
            event_id=data.get("event_id", ""),
            type=data.get("type", ""),
        )


@dataclass(frozen=True)
class RotatedSecret:
    """Holds the endpoint and its new secret."""

    data: Endpoint
    """The endpoint with its new `secret_rotated_at`."""
    meta: SecretMeta
    """The new secret, which no later answer shows."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RotatedSecret:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            data=Endpoint.from_dict(data.get("data", {})),
            meta=SecretMeta.from_dict(data.get("meta", {})),
        )


@dataclass(frozen=True)
class SigningKeys:
    """Holds the public keys of a tenant and mode that are published."""

    keys: builtins.list[SigningKeyPair]
    """Newest first."""
    jwks_url: str | None
    """Public address of the JWKS (RFC 7517, RFC 8037) with the same keys, which is read without a key; null where the
    operator has not set a public address."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SigningKeys:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            keys=_values.each(SigningKeyPair.from_dict, data.get("keys")),
            jwks_url=data.get("jwks_url"),
        )


@dataclass(frozen=True)
class SigningKeyPair:
    """The public part of an Ed25519 key of a tenant and mode."""

    id: str
    """`sgk_` id: `kid` in the JWKS, and `keyid` in HTTP message signatures."""
    state: SigningKeyState
    """What it is for now: `published`, it does not sign yet; `signing`; `retiring`, it does not sign any more and is still
    published."""
    public_key: str
    """`whpk_` and the base64 of the public key, as Standard Webhooks writes it."""
    published_at: datetime
    """When it was made and published."""
    signs_from: datetime
    """When it begins to sign, or did."""
    signs_until: datetime | None
    """When it stops signing, or stopped; null for the newest key."""
    published_until: datetime | None
    """When it is no longer published; null for the newest key."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SigningKeyPair:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            id=data.get("id", ""),
            state=SigningKeyState(data.get("state", "")),
            public_key=data.get("public_key", ""),
            published_at=_values.time(data.get("published_at", _values.NO_TIME)),
            signs_from=_values.time(data.get("signs_from", _values.NO_TIME)),
            signs_until=_values.null(_values.time, data.get("signs_until")),
            published_until=_values.null(_values.time, data.get("published_until")),
        )


@dataclass(frozen=True)
class BodyPreview:
    """What a request for an event has of a shape."""

    event_id: str | None
    """`evt_` id of the event; null for an example."""
    type: str
    """Type of the event."""
    content_type: str | None
    """Content type of the request; null when there is no body."""
    headers: dict[str, str]
    """Headers that the shape adds."""
    body: str | None
    """Body of the request, byte for byte; null when there is none."""
    error: str | None
    """Why there is no body, with the line and the column of the expression where they are known; null when there is one."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> BodyPreview:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            event_id=data.get("event_id"),
            type=data.get("type", ""),
            content_type=data.get("content_type"),
            headers=data.get("headers", {}),
            body=data.get("body"),
            error=data.get("error"),
        )


@dataclass(frozen=True)
class EndpointStatistics:
    """Are the deliveries to an endpoint that ended, by intervals."""

    interval: StatisticsInterval
    """What an entry covers."""
    from_: datetime
    """Beginning of the first interval."""
    to: datetime
    """End of the last interval, which may be in the future: that interval has not ended then."""
    intervals: builtins.list[StatisticsOfInterval]
    """One entry for each interval, the oldest first: at most 745."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> EndpointStatistics:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            interval=StatisticsInterval(data.get("interval", "")),
            from_=_values.time(data.get("from", _values.NO_TIME)),
            to=_values.time(data.get("to", _values.NO_TIME)),
            intervals=_values.each(StatisticsOfInterval.from_dict, data.get("intervals")),
        )


@dataclass(frozen=True)
class StatisticsOfInterval:
    """Are the deliveries that ended in an interval."""

    began_at: datetime
    """Beginning of the interval: of an hour, or of a day in UTC."""
    delivered: int
    """Deliveries that ended delivered."""
    failed: int
    """Deliveries that ended failed, after all their attempts."""
    mean_duration_ms: float | None
    """How long the attempts took that delivered, on average, in milliseconds; null when there was none."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> StatisticsOfInterval:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            began_at=_values.time(data.get("began_at", _values.NO_TIME)),
            delivered=data.get("delivered", 0),
            failed=data.get("failed", 0),
            mean_duration_ms=data.get("mean_duration_ms"),
        )


@dataclass(frozen=True)
class SourceAddresses:
    """Are the addresses from which requests to endpoints come."""

    stated: bool
    """False: the operator does not say from which addresses requests come. They may come from any, and change at any time."""
    addresses: builtins.list[str]
    """Ranges in CIDR notation, such as `192.0.2.0/28`; empty when they are not stated."""
    since: datetime | None
    """Since when these hold; null when they are not stated."""
    next: AnnouncedSourceAddresses | None
    """What is announced to follow; null when nothing is."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SourceAddresses:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            stated=data.get("stated", False),
            addresses=data.get("addresses", []),
            since=_values.null(_values.time, data.get("since")),
            next=_values.null(AnnouncedSourceAddresses.from_dict, data.get("next")),
        )


@dataclass(frozen=True)
class AnnouncedSourceAddresses:
    """Are source addresses from a time on. Allow both lists until then."""

    addresses: builtins.list[str]
    """Ranges in CIDR notation; empty: from then on they are not stated, and requests may come from any address."""
    effective_at: datetime
    """From when on they hold."""
    announced_at: datetime
    """When they were announced: at least 7 days before, unless the change was urgent."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> AnnouncedSourceAddresses:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            addresses=data.get("addresses", []),
            effective_at=_values.time(data.get("effective_at", _values.NO_TIME)),
            announced_at=_values.time(data.get("announced_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class Delivery:
    """One event on its way to one endpoint."""

    id: str
    """`dlv_` id, the `X-Webhook-Id` of every attempt."""
    endpoint_id: str
    """UUID of the endpoint that it goes to."""
    event_id: str
    """`evt_` id of the event."""
    event_type: str
    """What the event is about, such as `verification.completed`."""
    status: DeliveryStatus
    """State of the run:
    - `pending`: attempts are due or under way.
    - `delivered`: the receiver answered 2xx.
    - `failed`: all attempts of the run failed.
    - `cancelled`: the endpoint stopped being active, its owner may not get the event any more, or it was skipped."""
    run: int
    """Run of the schedule, from 1; each resend or recovery of a delivery that has ended is one more."""
    attempt_count: int
    """Attempts of this run that were made so far."""
    next_attempt_at: datetime | None
    """When the next attempt is due; null once ended, and while another delivery holds it back."""
    reason: str | None
    """`error` of the last attempt; of a cancelled run `endpoint_inactive`, `access_revoked` when its owner may not get the
    event any more, or `skipped`; null when nothing failed."""
    created_at: datetime
    """When the delivery was first stored."""
    completed_at: datetime | None
    """When the run ended; null while pending."""
    order_key: str | None
    """Its key, by `order_by` of the endpoint; null when it has no order."""
    held_back_by: str | None
    """`dlv_` id of the delivery of the same key that comes first: this one waits until that has ended. Null when nothing
    holds it back."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Delivery:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            id=data.get("id", ""),
            endpoint_id=data.get("endpoint_id", ""),
            event_id=data.get("event_id", ""),
            event_type=data.get("event_type", ""),
            status=DeliveryStatus(data.get("status", "")),
            run=data.get("run", 0),
            attempt_count=data.get("attempt_count", 0),
            next_attempt_at=_values.null(_values.time, data.get("next_attempt_at")),
            reason=data.get("reason"),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            completed_at=_values.null(_values.time, data.get("completed_at")),
            order_key=data.get("order_key"),
            held_back_by=data.get("held_back_by"),
        )


@dataclass(frozen=True)
class DeliveryDetail:
    """A delivery with its attempts."""

    id: str
    """`dlv_` id, the `X-Webhook-Id` of every attempt."""
    endpoint_id: str
    """UUID of the endpoint that it goes to."""
    event_id: str
    """`evt_` id of the event."""
    event_type: str
    """What the event is about."""
    status: DeliveryStatus
    """State of the run, as in Delivery."""
    run: int
    """Run of the schedule, as in Delivery."""
    attempt_count: int
    """Attempts of this run that were made so far."""
    next_attempt_at: datetime | None
    """When the next attempt is due; null once ended, and while another delivery holds it back."""
    reason: str | None
    """Why the run failed or was cancelled, as in Delivery."""
    created_at: datetime
    """When the delivery was first stored."""
    completed_at: datetime | None
    """When the run ended; null while pending."""
    attempts: builtins.list[Attempt]
    """All attempts of all runs, in order."""
    order_key: str | None
    """Its key, as in Delivery."""
    held_back_by: str | None
    """The delivery that holds it back, as in Delivery."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> DeliveryDetail:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            id=data.get("id", ""),
            endpoint_id=data.get("endpoint_id", ""),
            event_id=data.get("event_id", ""),
            event_type=data.get("event_type", ""),
            status=DeliveryStatus(data.get("status", "")),
            run=data.get("run", 0),
            attempt_count=data.get("attempt_count", 0),
            next_attempt_at=_values.null(_values.time, data.get("next_attempt_at")),
            reason=data.get("reason"),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            completed_at=_values.null(_values.time, data.get("completed_at")),
            attempts=_values.each(Attempt.from_dict, data.get("attempts")),
            order_key=data.get("order_key"),
            held_back_by=data.get("held_back_by"),
        )


@dataclass(frozen=True)
class Attempt:
    """One HTTP request of a delivery."""

    run: int
    """Run that the attempt belongs to, from 1."""
    number: int
    """Number in the run, from 1."""
    status: AttemptStatus
    """`succeeded` when the receiver answered 2xx in time, else `failed`."""
    error: AttemptError | None
    """Why it failed; null on success.
    - `dns`: the name does not resolve.
    - `blocked_address`: it resolves to addresses that deliveries may not go to.
    - `connect_refused`, `connect_timeout`: no connection was made.
    - `tls`: the handshake failed.
    - `certificate`: the receiver's certificate has ended, names another host, or is of an authority that is not
      trusted.
    - `client_certificate`: the receiver refused our certificate, or demands one.
    - `client_certificate_expired`: our certificate has ended; no request was made.
    - `token_refused`, `token_failed`: no OAuth2 token was obtained; no request was made.
    - `timeout`: no status and headers within 10 seconds.
    - `reset`: the receiver closed the connection.
    - `redirect`: a 3xx, which is never followed.
    - `http_4xx`, `http_5xx`: the status of the answer.
    - `protocol`: the answer is not HTTP.
    - `invalid_url`: the URL cannot be requested.
    - `body_failed`: the endpoint's shape made no body of the event, and nothing was sent; the preview of the shape says
      why."""
    response_status: int | None
    """HTTP status; null when no response arrived."""
    response_headers: dict[str, str]
    """Response headers, capped."""
    response_body: str
    """First 16 KiB of the response body, as text."""
    response_truncated: bool
    """True when the body was longer than what is kept."""
    remote_address: str | None
    """Address that was dialled; null when none was, when it is one that deliveries may not go to (`blocked_address`), and
    when the way out is a proxy."""
    duration_ms: float
    """The whole attempt, in milliseconds."""
    timing_ms: AttemptTiming
    """Its phases, in milliseconds."""
    retry_after: str | None
    """The receiver's Retry-After as sent; null when absent. It is recorded and does not move the schedule."""
    started_at: datetime
    """When the first byte of work on it was done: before name resolution."""
    response_omitted: bool
    """True when the response had a body that is not stored: the answers to the tenant's deliveries of the mode were more
    than is stored in a minute. `response_body` is empty then, and `response_truncated` true."""
    failed_step: AttemptStep | None
    """The step that failed; null on success. `body` makes the body by the endpoint's shape, `dns` resolves the name, `tcp`
    connects, `tls` agrees on keys, `certificate` checks certificates, ours and the receiver's, `token` fetches an
    OAuth2 token, `http` is request and response."""
    remedy: str | None
    """What usually helps, for people; null on success."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Attempt:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            run=data.get("run", 0),
            number=data.get("number", 0),
            status=AttemptStatus(data.get("status", "")),
            error=_values.null(AttemptError, data.get("error")),
            response_status=data.get("response_status"),
            response_headers=data.get("response_headers", {}),
            response_body=data.get("response_body", ""),
            response_truncated=data.get("response_truncated", False),
            remote_address=data.get("remote_address"),
            duration_ms=data.get("duration_ms", 0),
            timing_ms=AttemptTiming.from_dict(data.get("timing_ms", {})),
            retry_after=data.get("retry_after"),
            started_at=_values.time(data.get("started_at", _values.NO_TIME)),
            response_omitted=data.get("response_omitted", False),
            failed_step=_values.null(AttemptStep, data.get("failed_step")),
            remedy=data.get("remedy"),
        )


@dataclass(frozen=True)
class AttemptTiming:
    """How long the phases of an attempt took, in milliseconds; 0 when a phase did not happen."""

    dns: float
    """Resolving the name."""
    connect: float
    """Connecting to the address."""
    tls: float
    """The handshake of TLS."""
    first_byte: float
    """From the request written to the first byte of the response."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> AttemptTiming:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            dns=data.get("dns", 0),
            connect=data.get("connect", 0),
            tls=data.get("tls", 0),
            first_byte=data.get("first_byte", 0),
        )


@dataclass(frozen=True)
class Recovery:
    """A job that sends what an endpoint missed."""

    id: str
    """`rcv_` id."""
    endpoint_id: str
    """UUID of the endpoint that it goes to."""
    status: RecoveryStatus
    """State of the job:
    - `running`: it sends what was missed, or waits for room to do so.
    - `completed`: it has looked at all events of the span.
    - `cancelled`: CancelRecovery stopped it, or its endpoint stopped being active."""
    since: datetime
    """Start of the span of event times; never before the creation of the endpoint."""
    until: datetime
    """End of the span, exclusive."""
    statuses: builtins.list[MissedStatus]
    """What is sent again:
    - `failed`: deliveries whose last run failed.
    - `cancelled`: deliveries whose last run was cancelled.
    - `never_attempted`: events for which the endpoint had no delivery.
    - `pending`: deliveries that waited for a retry when the job began; it is made now, and keeps its number."""
    matched: int | None
    """Events of the span that are to be sent; null until counted: before the first is sent or, of very many events, when
    the job ends. Of an endpoint with a filter, they are counted before it until the job ends."""
    requeued: int
    """Events sent on their way so far."""
    created_at: datetime
    """When the job was created."""
    finished_at: datetime | None
    """When it ended; null while it runs."""
    since_clamped: bool
    """True when an earlier start was asked for than the creation of the endpoint, where the recovery begins instead: what
    happened before was not missed by it."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Recovery:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            id=data.get("id", ""),
            endpoint_id=data.get("endpoint_id", ""),
            status=RecoveryStatus(data.get("status", "")),
            since=_values.time(data.get("since", _values.NO_TIME)),
            until=_values.time(data.get("until", _values.NO_TIME)),
            statuses=_values.each(MissedStatus, data.get("statuses")),
            matched=data.get("matched"),
            requeued=data.get("requeued", 0),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            finished_at=_values.null(_values.time, data.get("finished_at")),
            since_clamped=data.get("since_clamped", False),
        )


@dataclass(frozen=True)
class PortalSession:
    """A visit of the portal by one person."""

    id: str
    """`pse_` id."""
    url: str
    """Where the person's browser opens the session: once, until `url_expires_at`. Whoever has it is let in, so do not
    store or log it."""
    url_expires_at: datetime
    """When `url` stops opening the session."""
    role: PortalRole
    """What the person may do:
    - `viewer`: see everything.
    - `manager`: also create, change and delete endpoints, send tests, and send deliveries again."""
    return_url: str | None
    """Where the portal leads back to; null when it leads nowhere."""
    livemode: bool
    """True in live mode."""
    created_at: datetime
    """When it was created."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PortalSession:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            id=data.get("id", ""),
            url=data.get("url", ""),
            url_expires_at=_values.time(data.get("url_expires_at", _values.NO_TIME)),
            role=PortalRole(data.get("role", "")),
            return_url=data.get("return_url"),
            livemode=data.get("livemode", False),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class Me:
    """Describes a key."""

    type: KeyType
    """`partner_key` or `merchant_key`."""
    key_prefix: str
    """The first characters of the key."""
    mode: KeyMode
    """`live` or `test`."""
    partner: MePartner | None
    """The partner that holds the key; null for a merchant's key."""
    merchant_ref: str | None
    """The merchant that holds the key; null for a partner's key."""
    scopes: builtins.list[str]
    """Scopes of the key; none for a merchant's key."""
    channels: builtins.list[str]
    """Channels of the key; none for a merchant's key."""
    connect_version: date
    """The version of the API that calls without `Connect-Version` get."""
    expires_at: datetime | None
    """When the key stops working; null when it does not."""
    limits: builtins.list[RateLimit]
    """How many calls it may make; empty where nothing is limited. The header `RateLimit` has what is left."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Me:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            type=KeyType(data.get("type", "")),
            key_prefix=data.get("key_prefix", ""),
            mode=KeyMode(data.get("mode", "")),
            partner=_values.null(MePartner.from_dict, data.get("partner")),
            merchant_ref=data.get("merchant_ref"),
            scopes=data.get("scopes", []),
            channels=data.get("channels", []),
            connect_version=date.fromisoformat(data.get("connect_version", _values.NO_DATE)),
            expires_at=_values.null(_values.time, data.get("expires_at")),
            limits=_values.each(RateLimit.from_dict, data.get("limits")),
        )


@dataclass(frozen=True)
class MePartner:
    """Names a partner."""

    id: str
    """`ptn_` id."""
    name: str
    """Name for people."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> MePartner:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            id=data.get("id", ""),
            name=data.get("name", ""),
        )


@dataclass(frozen=True)
class RateLimit:
    """A number of calls within a time."""

    policy: RateLimitPolicy
    """`key` (all calls), `writes` or `uploads`."""
    quota: int
    """How many calls."""
    window_s: int
    """Within how many seconds."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RateLimit:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            policy=RateLimitPolicy(data.get("policy", "")),
            quota=data.get("quota", 0),
            window_s=data.get("window_s", 0),
        )


@dataclass(frozen=True)
class AdvanceOnboardingResult:
    """The state that the onboarding has reached."""

    ref: str
    """`mrc_` id."""
    status: OnboardingStatus
    """As in GetOnboardingResponse."""
    channel: str
    """Channel of the onboarding."""
    partner_external_ref: str
    """The partner's own reference."""
    merchant_status: MerchantStatus
    """`none`, `active`, `suspended` or `closed`."""
    delegation_status: DelegationStatus
    """`none`, `active` or `revoked`."""
    payouts_opt_in_status: PayoutsOptInStatus
    """`not_requested`, `pending`, `granted` or `revoked`."""
    missing: builtins.list[str]
    """Codes of the outstanding data."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> AdvanceOnboardingResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            ref=data.get("ref", ""),
            status=OnboardingStatus(data.get("status", "")),
            channel=data.get("channel", ""),
            partner_external_ref=data.get("partner_external_ref", ""),
            merchant_status=MerchantStatus(data.get("merchant_status", "")),
            delegation_status=DelegationStatus(data.get("delegation_status", "")),
            payouts_opt_in_status=PayoutsOptInStatus(data.get("payouts_opt_in_status", "")),
            missing=data.get("missing", []),
        )


@dataclass(frozen=True)
class AdvanceClockResult:
    """Counts what happened in the time skipped."""

    as_of: datetime
    """The time that was advanced to."""
    expired_onboardings: int
    """How many onboardings expired."""
    expired_invitations: int
    """Of how many onboardings invitations lapsed."""
    expired_payments: int
    """How many payments expired."""
    settlements: int
    """How many settlements were made."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> AdvanceClockResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            as_of=_values.time(data.get("as_of", _values.NO_TIME)),
            expired_onboardings=data.get("expired_onboardings", 0),
            expired_invitations=data.get("expired_invitations", 0),
            expired_payments=data.get("expired_payments", 0),
            settlements=data.get("settlements", 0),
        )


@dataclass(frozen=True)
class SandboxMessage:
    """What was said to a person of test mode."""

    message_id: str
    """`msg_` id."""
    medium: MessageMedium
    """`email` or `sms`."""
    to: str
    """To whom, masked."""
    subject: str
    """Subject of an e-mail; empty for a text message."""
    text: str
    """The text, with its link or code; empty once the link or code is of no use any more."""
    status: MessageStatus
    """`queued`, `sent`, `delivered` or `failed`."""
    created_at: datetime
    """When it was written."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SandboxMessage:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            message_id=data.get("message_id", ""),
            medium=MessageMedium(data.get("medium", "")),
            to=data.get("to", ""),
            subject=data.get("subject", ""),
            text=data.get("text", ""),
            status=MessageStatus(data.get("status", "")),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
        )


@dataclass(frozen=True)
class SettleMerchantResult:
    """What was done."""

    merchant_ref: str
    """`mrc_` id."""
    settlements: int
    """How many settlements were made."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SettleMerchantResult:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            merchant_ref=data.get("merchant_ref", ""),
            settlements=data.get("settlements", 0),
        )


@dataclass(frozen=True)
class EventType:
    """Describes a type of events."""

    type: str
    """Its name, for example `verification.completed`."""
    description: str
    """What an event of the type means."""
    schema: dict[str, Any]
    """JSON Schema that `data` of such an event satisfies."""
    example: dict[str, Any]
    """Envelope of such an event, as a receiver gets it."""
    since: str
    """Version of the API that has the type first, for example `1.0.0`."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> EventType:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            type=data.get("type", ""),
            description=data.get("description", ""),
            schema=data.get("schema", {}),
            example=data.get("example", {}),
            since=data.get("since", ""),
        )


@dataclass(frozen=True)
class Event:
    """An envelope, with the members that receivers get."""

    id: str
    """`evt_` id."""
    type: str
    """What the event is about, such as `verification.completed`."""
    created_at: datetime
    """When the event was accepted."""
    api_version: str
    """Version of the envelope: `v1`."""
    tenant: str
    """`ten_` id of the owner. The member has the name that it has in the envelope."""
    livemode: bool
    """True in live mode, false in test mode."""
    data: dict[str, Any]
    """What happened, as the schema of the type says."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Event:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            id=data.get("id", ""),
            type=data.get("type", ""),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            api_version=data.get("api_version", ""),
            tenant=data.get("tenant", ""),
            livemode=data.get("livemode", False),
            data=data.get("data", {}),
        )


@dataclass(frozen=True)
class Verification:
    """One verification session. It holds no personal data."""

    id: str
    """UUID, `verification_session_id` in events."""
    status: VerificationStatus
    """State of the session; each is entered at most once.
    - `pending`: the subject has not started.
    - `in_progress`: the subject enters what is asked for.
    - `processing`: all input was submitted and is being checked.
    - `in_review`: a person decides.
    - `completed`: all checks passed.
    - `failed`: a check failed, or the session was declined.
    - `expired`: the subject did not finish in time.
    - `cancelled`: it was called off before its end."""
    kind: VerificationKind
    """What is verified: `identity`, `company` or `bank_transfer`."""
    subject: Subject
    """Person or company that is verified."""
    attempt: int
    """Tries of the subject so far, from 1."""
    checks: builtins.list[Check]
    """Its parts, each with a result of its own."""
    result: Result | None
    """Null until the session ends `completed` or `failed`."""
    expires_at: datetime
    """When an unfinished session expires."""
    created_at: datetime
    """When it was created."""
    updated_at: datetime
    """When it last changed."""
    completed_at: datetime | None
    """When it ended; null before."""
    metadata: dict[str, str]
    """Up to 20 values of the caller's own."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Verification:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            id=data.get("id", ""),
            status=VerificationStatus(data.get("status", "")),
            kind=VerificationKind(data.get("kind", "")),
            subject=Subject.from_dict(data.get("subject", {})),
            attempt=data.get("attempt", 0),
            checks=_values.each(Check.from_dict, data.get("checks")),
            result=_values.null(Result.from_dict, data.get("result")),
            expires_at=_values.time(data.get("expires_at", _values.NO_TIME)),
            created_at=_values.time(data.get("created_at", _values.NO_TIME)),
            updated_at=_values.time(data.get("updated_at", _values.NO_TIME)),
            completed_at=_values.null(_values.time, data.get("completed_at")),
            metadata=data.get("metadata", {}),
        )


@dataclass(frozen=True)
class Subject:
    """Who a session verifies, by the caller's own references."""

    type: SubjectType
    """Whether a `person` or a `company` is verified."""
    external_ref: str | None
    """The caller's reference; null when none is given."""
    merchant_ref: str | None
    """`mrc_` reference of the merchant; null when none is given."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Subject:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            type=SubjectType(data.get("type", "")),
            external_ref=data.get("external_ref"),
            merchant_ref=data.get("merchant_ref"),
        )


@dataclass(frozen=True)
class Check:
    """One part of a session."""

    type: CheckType
    """`document`, `liveness`, `national_id`, `register`, `sanctions`, `address` or `bank_transfer`."""
    status: CheckStatus
    """`pending` until its result is reported; then `passed`, `failed` or `inconclusive`. `not_run` when the session ended
    and no result was reported."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Check:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            type=CheckType(data.get("type", "")),
            status=CheckStatus(data.get("status", "")),
        )


@dataclass(frozen=True)
class Result:
    """How a session ended."""

    outcome: Outcome
    """`verified` for a completed session, `not_verified` for a failed one."""
    reason_codes: builtins.list[ReasonCode]
    """Why, by codes that a partner may see."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Result:
        """What JSON has; members that this version does not know are left out."""
        return cls(
            outcome=Outcome(data.get("outcome", "")),
            reason_codes=_values.each(ReasonCode, data.get("reason_codes")),
        )


@dataclass(frozen=True, kw_only=True)
class SubjectInput:
    """Who a session verifies, by the caller's own references."""

    type: SubjectType | str | Absent = ABSENT
    """Whether a `person` or a `company` is verified."""
    external_ref: str | None | Absent = ABSENT
    """The caller's reference; null when none is given."""
    merchant_ref: str | None | Absent = ABSENT
    """`mrc_` reference of the merchant; null when none is given."""


@dataclass(frozen=True, kw_only=True)
class CheckResultInput:
    """The result of one check, as the provider reports it."""

    type: CheckType | str | Absent = ABSENT
    """One of the checks of the session's kind; each at most once."""
    status: CheckOutcome | str | Absent = ABSENT
    """`passed`, `failed` or `inconclusive`."""


__all__ = [
    "ApplicantInput",
    "BusinessInput",
    "TaxIdInput",
    "AddressInput",
    "CompanyInput",
    "CompanyRegisterInput",
    "BeneficialOwnerInput",
    "PayoutAccountInput",
    "CreateOnboardingResult",
    "OnboardingSummary",
    "Onboarding",
    "MissingDetail",
    "IdentitySummary",
    "NationalIdSummary",
    "IdentityDocumentSummary",
    "Provided",
    "Representation",
    "RepresentationRule",
    "RepresentationAlternative",
    "RepresentationSigner",
    "RepresentationCandidate",
    "RegisterReference",
    "RequiredDocument",
    "Document",
    "Invitation",
    "LastMessage",
    "HostedStep",
    "DelegationSummary",
    "Abilities",
    "NextAction",
    "UpdateOnboardingResult",
    "NationalIdInput",
    "IdentityDocumentInput",
    "PlaceOfBirthInput",
    "PrefillIdentityResult",
    "RepresentationPersonInput",
    "SetRepresentationResult",
    "CancelOnboardingResult",
    "Requirement",
    "FinalizeOnboardingResult",
    "UploadDocumentResult",
    "InviteeInput",
    "CreateInvitationResult",
    "ResendInvitationResult",
    "Merchant",
    "PayoutsOptIn",
    "Delegation",
    "DelegationPermissions",
    "SignedAgreement",
    "PaymentCustomerInput",
    "Payment",
    "ActedBy",
    "Refund",
    "Chargeback",
    "AccountBalance",
    "Balance",
    "Transaction",
    "Settlement",
    "SettlementStatement",
    "RequestPayoutsOptInResult",
    "Payout",
    "FeedEvent",
    "FeedEventType",
    "BodyShapeInput",
    "AuthenticationInput",
    "CreatedEndpoint",
    "Endpoint",
    "EndpointHealth",
    "WaitingForCapacity",
    "WaitingEvents",
    "EndpointAuthentication",
    "ClientCertificate",
    "ShownCertificate",
    "BodyShape",
    "EndpointOwnership",
    "SecretMeta",
    "TestDelivery",
    "RotatedSecret",
    "SigningKeys",
    "SigningKeyPair",
    "BodyPreview",
    "EndpointStatistics",
    "StatisticsOfInterval",
    "SourceAddresses",
    "AnnouncedSourceAddresses",
    "Delivery",
    "DeliveryDetail",
    "Attempt",
    "AttemptTiming",
    "Recovery",
    "PortalSession",
    "Me",
    "MePartner",
    "RateLimit",
    "AdvanceOnboardingResult",
    "AdvanceClockResult",
    "SandboxMessage",
    "SettleMerchantResult",
    "EventType",
    "Event",
    "Verification",
    "Subject",
    "Check",
    "Result",
    "SubjectInput",
    "CheckResultInput",
]
