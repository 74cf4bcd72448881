// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * How the applicant may bind the company, by what its register says.
 *
 * @param representationMode {@code solo}, {@code co_representative} or {@code proxy}.
 * @param requiresInvitationOrPoa True for the modes other than {@code solo}.
 * @param isRepresentative What the partner claimed.
 * @param match How the person was found among the members: {@code exact}, {@code name}, {@code weak}, {@code ambiguous}, {@code
 *     suspended} or {@code none}.
 * @param rule Who signs for the company.
 * @param additionalSignatoriesRequired How many more people must sign, by the shortest way; 0 for {@code solo}.
 * @param candidates Members who may sign beside the person.
 * @param register The state of the register that this follows from.
 * @param identityConfirmationRequired True when only the hosted identity check can show that the person is the member.
 * @param evaluatedAt When this was found.
 */
public record Representation(
    @JsonProperty("representation_mode") RepresentationMode representationMode,
    @JsonProperty("requires_invitation_or_poa") boolean requiresInvitationOrPoa,
    @JsonProperty("is_representative") boolean isRepresentative,
    @JsonProperty("match") RepresentationMatch match,
    @JsonProperty("rule") RepresentationRule rule,
    @JsonProperty("additional_signatories_required") int additionalSignatoriesRequired,
    @JsonProperty("candidates") List<RepresentationCandidate> candidates,
    @JsonProperty("register") RegisterReference register,
    @JsonProperty("identity_confirmation_required") boolean identityConfirmationRequired,
    @JsonProperty("evaluated_at") Instant evaluatedAt) {
  /** What an answer lacks is empty. */
  public Representation {
    candidates = candidates == null ? List.of() : candidates;
  }
}
