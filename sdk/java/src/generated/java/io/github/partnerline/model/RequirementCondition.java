// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * When data is asked, beyond its audience. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record RequirementCondition(@JsonValue String value) {
  /** Always. */
  public static final RequirementCondition ALWAYS = new RequirementCondition("always");

  /** When the category code is of a regulated activity. */
  public static final RequirementCondition REGULATED_ACTIVITY = new RequirementCondition("regulated_activity");

  /** When the national id does not contain the date of birth. */
  public static final RequirementCondition NATIONAL_ID_WITHOUT_DATE_OF_BIRTH = new RequirementCondition("national_id_without_date_of_birth");

  /** When the representation decision asks for more people. */
  public static final RequirementCondition NOT_SOLO = new RequirementCondition("not_solo");

  /** Returns the value of a text. */
  @JsonCreator
  public static RequirementCondition of(String value) {
    return new RequirementCondition(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
