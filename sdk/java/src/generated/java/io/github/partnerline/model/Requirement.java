// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A code that {@code missing} can hold.
 *
 * @param code As it appears in {@code missing[]}.
 * @param segment Segment of the data.
 * @param askedOf Of whom it is asked: {@code natural_person}, {@code sole_trader}, {@code single_person_company} and {@code
 *     multi_person_company}.
 * @param condition When it is asked, beyond {@code asked_of}: {@code always}, {@code regulated_activity}, {@code proxy} or {@code
 *     not_solo}.
 * @param resolvableBy {@code partner}, {@code merchant} or {@code either}.
 * @param operation The partner's call that resolves it; null when only the merchant can.
 * @param fields JSON pointers of the fields in the body of that call.
 * @param description What it means, in English.
 */
public record Requirement(
    @JsonProperty("code") String code,
    @JsonProperty("segment") Segment segment,
    @JsonProperty("asked_of") List<Audience> askedOf,
    @JsonProperty("condition") RequirementCondition condition,
    @JsonProperty("resolvable_by") Resolver resolvableBy,
    @JsonProperty("operation") String operation,
    @JsonProperty("fields") List<String> fields,
    @JsonProperty("description") String description) {
  /** What an answer lacks is empty. */
  public Requirement {
    askedOf = askedOf == null ? List.of() : askedOf;
    fields = fields == null ? List.of() : fields;
  }
}
