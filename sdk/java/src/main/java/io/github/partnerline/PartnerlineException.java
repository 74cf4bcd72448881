package io.github.partnerline;

/** Any failure of this library, but for arguments that cannot be used: those are an {@link IllegalArgumentException}. */
public abstract sealed class PartnerlineException extends RuntimeException
    permits ApiException, TransportException, UnexpectedAnswerException, SignatureException {
  PartnerlineException(String message, Throwable cause) {
    super(message, cause);
  }
}
