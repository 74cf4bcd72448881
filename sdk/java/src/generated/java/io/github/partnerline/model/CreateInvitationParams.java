// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.util.List;

/** Says who is invited to what. */
public final class CreateInvitationParams extends Input {
  private CreateInvitationParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds CreateInvitationParams. */
  public static final class Builder extends Input.Builder<CreateInvitationParams> {
    private Builder() {}

    /** {@code representative} (signs as a member of the representing body) or {@code proxy} (signs by a power of
     * attorney). Required. */
    public Builder role(InvitationRole value) {
      set("role", value);
      return this;
    }

    /** Who. Required. */
    public Builder invitee(InviteeInput value) {
      set("invitee", value);
      return this;
    }

    /** For a representative: the member, one of the decision's {@code candidates}. */
    public Builder memberId(String value) {
      set("member_id", value);
      return this;
    }

    /** For a proxy: the uploads that hold the power of attorney; at most 10. */
    public Builder documentIds(List<String> value) {
      set("document_ids", value);
      return this;
    }

    /** Language of the message and the pages, {@code pl} or {@code en} or more exactly; the applicant's when absent. */
    public Builder locale(String value) {
      set("locale", value);
      return this;
    }

    @Override
    public CreateInvitationParams build() {
      return new CreateInvitationParams(this);
    }
  }
}
