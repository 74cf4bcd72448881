// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Why a session failed, as far as a tenant may see it. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record ReasonCode(@JsonValue String value) {
  /** The document has expired. */
  public static final ReasonCode DOCUMENT_EXPIRED = new ReasonCode("document_expired");

  /** The document cannot be read. */
  public static final ReasonCode DOCUMENT_UNREADABLE = new ReasonCode("document_unreadable");

  /** The type of document is not supported. */
  public static final ReasonCode DOCUMENT_TYPE_NOT_SUPPORTED = new ReasonCode("document_type_not_supported");

  /** What was entered and what was found differ. */
  public static final ReasonCode DATA_MISMATCH = new ReasonCode("data_mismatch");

  /** The check of liveness failed. */
  public static final ReasonCode LIVENESS_FAILED = new ReasonCode("liveness_failed");

  /** The register says otherwise. */
  public static final ReasonCode REGISTER_MISMATCH = new ReasonCode("register_mismatch");

  /** The transfer came from an account of another name. */
  public static final ReasonCode TRANSFER_NAME_MISMATCH = new ReasonCode("transfer_name_mismatch");

  /** No transfer arrived. */
  public static final ReasonCode TRANSFER_NOT_RECEIVED = new ReasonCode("transfer_not_received");

  /** The session was declined by a person. */
  public static final ReasonCode DECLINED = new ReasonCode("declined");

  /** All tries are used up. */
  public static final ReasonCode ATTEMPTS_EXHAUSTED = new ReasonCode("attempts_exhausted");

  /** Another reason, which is not shown. */
  public static final ReasonCode OTHER = new ReasonCode("other");

  /** Returns the value of a text. */
  @JsonCreator
  public static ReasonCode of(String value) {
    return new ReasonCode(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
