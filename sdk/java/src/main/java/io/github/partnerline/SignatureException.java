package io.github.partnerline;

/** A delivery that is not from Partnerline, or not of now. Answer 401, and do not use its body. */
public final class SignatureException extends PartnerlineException {
  /** Why a delivery is refused. */
  public enum Reason {
    /** The header is missing, or is not {@code t=...,v1=...}. */
    MALFORMED_HEADER,
    /** Too old, or too far ahead. */
    TIMESTAMP_OUT_OF_TOLERANCE,
    /** Made with another key, or of another body or id. */
    NO_MATCHING_SIGNATURE
  }

  private final Reason reason;

  SignatureException(Reason reason) {
    super(reason.name().toLowerCase(java.util.Locale.ROOT), null);
    this.reason = reason;
  }

  /** Returns why the delivery is refused. */
  public Reason reason() {
    return reason;
  }
}
