// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * The state of the onboarding after the change.
 *
 * @param ref {@code mrc_} id.
 * @param status As in GetOnboardingResponse; no partner call moves it forward.
 * @param companyStructure {@code single_person}, {@code multi_person} or {@code unknown}; null unless the applicant is a company.
 * @param missing Codes of the outstanding data.
 * @param missingDetails How each of them is resolved, in the same order.
 * @param requiredDocuments Documents that the merchant's activity asks for.
 * @param updatedAt Time of the last change.
 */
public record UpdateOnboardingResult(
    @JsonProperty("ref") String ref,
    @JsonProperty("status") OnboardingStatus status,
    @JsonProperty("company_structure") CompanyStructure companyStructure,
    @JsonProperty("missing") List<String> missing,
    @JsonProperty("missing_details") List<MissingDetail> missingDetails,
    @JsonProperty("required_documents") List<RequiredDocument> requiredDocuments,
    @JsonProperty("updated_at") Instant updatedAt) {
  /** What an answer lacks is empty. */
  public UpdateOnboardingResult {
    missing = missing == null ? List.of() : missing;
    missingDetails = missingDetails == null ? List.of() : missingDetails;
    requiredDocuments = requiredDocuments == null ? List.of() : requiredDocuments;
  }
}
