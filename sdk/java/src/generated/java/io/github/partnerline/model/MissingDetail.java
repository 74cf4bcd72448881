// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Says how an outstanding code is resolved.
 *
 * @param code One of the codes of {@code GET /requirements}.
 * @param segment Segment of the data: {@code applicant}, {@code identity}, {@code business}, {@code company}, {@code
 *     payout_account}, {@code representation} or {@code document}.
 * @param resolvableBy {@code partner}, {@code merchant} or {@code either}.
 * @param operation The partner's call that resolves it, for example {@code PATCH /onboarding/{ref}}; null when only the merchant
 *     can.
 * @param fields JSON pointers of the fields in the body of that call.
 * @param reasonCode Why data that was there does not count; null when it never was.
 */
public record MissingDetail(
    @JsonProperty("code") String code,
    @JsonProperty("segment") Segment segment,
    @JsonProperty("resolvable_by") Resolver resolvableBy,
    @JsonProperty("operation") String operation,
    @JsonProperty("fields") List<String> fields,
    @JsonProperty("reason_code") String reasonCode) {
  /** What an answer lacks is empty. */
  public MissingDetail {
    fields = fields == null ? List.of() : fields;
  }
}
