package io.github.partnerline;

/** The answer is a success whose content is not what the API documents. */
public final class UnexpectedAnswerException extends PartnerlineException {
  UnexpectedAnswerException(Throwable cause) {
    super("the answer is not what the API documents: " + cause.getMessage(), cause);
  }
}
