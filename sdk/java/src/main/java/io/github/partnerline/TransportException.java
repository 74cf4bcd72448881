package io.github.partnerline;

/**
 * The request was not answered: no connection, one that broke, or no answer within the timeout. Retries are over. When the thread was
 * interrupted its flag is set again.
 */
public final class TransportException extends PartnerlineException {
  TransportException(String message, Throwable cause) {
    super(message, cause);
  }
}
