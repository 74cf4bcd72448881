// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.Instant;

/** Parameters of verifications.list. */
public final class ListVerificationsParams extends Input {
  private ListVerificationsParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListVerificationsParams. */
  public static final class Builder extends Input.Builder<ListVerificationsParams> {
    private Builder() {}

    /** Only sessions in this state. */
    public Builder status(VerificationStatus value) {
      set("status", value);
      return this;
    }

    /** Only {@code identity}, {@code company} or {@code bank_transfer}. */
    public Builder kind(VerificationKind value) {
      set("kind", value);
      return this;
    }

    /** Only sessions whose subject has this external or merchant reference. */
    public Builder subjectRef(String value) {
      set("subject_ref", value);
      return this;
    }

    /** Only sessions created at or after this time (RFC 3339). */
    public Builder createdFrom(Instant value) {
      set("created_from", value);
      return this;
    }

    /** Only sessions changed at or after this time (RFC 3339). */
    public Builder updatedFrom(Instant value) {
      set("updated_from", value);
      return this;
    }

    /** {@code created_at} (newest first, the default) or {@code updated_at} (oldest change first). */
    public Builder order(VerificationOrder value) {
      set("order", value);
      return this;
    }

    /** 1 to 200; 0 means 50, more than 200 means 200. */
    public Builder pageSize(Integer value) {
      set("page_size", value);
      return this;
    }

    /** {@code meta.next_page_token} of the page before; the other parameters must be the same. */
    public Builder pageToken(String value) {
      set("page_token", value);
      return this;
    }

    @Override
    public ListVerificationsParams build() {
      return new ListVerificationsParams(this);
    }
  }
}
