// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * An onboarding. Of personal data it says only whether it was provided.
 *
 * @param ref {@code mrc_} id: the merchant reference, for life.
 * @param status {@code draft}, {@code in_progress}, {@code awaiting_signatories}, {@code in_review}, {@code action_required},
 *     {@code active}, {@code rejected}, {@code cancelled} or {@code expired}; more may come.
 * @param channel Channel of the onboarding.
 * @param partnerExternalRef The partner's own reference.
 * @param livemode True for live mode.
 * @param applicantType {@code natural_person}, {@code sole_trader} or {@code company}; null until it is set.
 * @param companyStructure {@code single_person}, {@code multi_person} or {@code unknown}, derived from the register; null unless the
 *     applicant is a company.
 * @param missing Codes of the outstanding data; empty when complete. More codes may come.
 * @param missingDetails How each of them is resolved, in the same order.
 * @param identity Which data of the applicant's identity is there.
 * @param representation The representation decision; null until it is taken.
 * @param requiredDocuments Documents that the merchant's activity asks for.
 * @param documents Uploaded documents.
 * @param invitations Invitations of further signatories.
 * @param hostedSteps The merchant's own steps in the hosted flow.
 * @param delegation What the merchant lets the partner do.
 * @param can Which calls on behalf of the merchant would be let through now.
 * @param nextAction Where the merchant goes next.
 * @param reasonCode Why it is rejected or needs action; null otherwise.
 * @param returnUrl Where the hosted flow leads in the end; null when not set.
 * @param metadata The partner's own data.
 * @param createdAt Creation time.
 * @param updatedAt Time of the last change.
 * @param expiresAt When it expires unless something happens before; null where it cannot.
 */
public record Onboarding(
    @JsonProperty("ref") String ref,
    @JsonProperty("status") OnboardingStatus status,
    @JsonProperty("channel") String channel,
    @JsonProperty("partner_external_ref") String partnerExternalRef,
    @JsonProperty("livemode") boolean livemode,
    @JsonProperty("applicant_type") ApplicantType applicantType,
    @JsonProperty("company_structure") CompanyStructure companyStructure,
    @JsonProperty("missing") List<String> missing,
    @JsonProperty("missing_details") List<MissingDetail> missingDetails,
    @JsonProperty("identity") IdentitySummary identity,
    @JsonProperty("representation") Representation representation,
    @JsonProperty("required_documents") List<RequiredDocument> requiredDocuments,
    @JsonProperty("documents") List<Document> documents,
    @JsonProperty("invitations") List<Invitation> invitations,
    @JsonProperty("hosted_steps") List<HostedStep> hostedSteps,
    @JsonProperty("delegation") DelegationSummary delegation,
    @JsonProperty("can") Abilities can,
    @JsonProperty("next_action") NextAction nextAction,
    @JsonProperty("reason_code") String reasonCode,
    @JsonProperty("return_url") String returnUrl,
    @JsonProperty("metadata") Map<String, String> metadata,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("updated_at") Instant updatedAt,
    @JsonProperty("expires_at") Instant expiresAt) {
  /** What an answer lacks is empty. */
  public Onboarding {
    missing = missing == null ? List.of() : missing;
    missingDetails = missingDetails == null ? List.of() : missingDetails;
    requiredDocuments = requiredDocuments == null ? List.of() : requiredDocuments;
    documents = documents == null ? List.of() : documents;
    invitations = invitations == null ? List.of() : invitations;
    hostedSteps = hostedSteps == null ? List.of() : hostedSteps;
    metadata = metadata == null ? Map.of() : metadata;
  }
}
