package io.github.partnerline;

import java.net.http.HttpHeaders;
import java.util.Optional;

/**
 * What an answer has beside its body.
 *
 * @param status the status of HTTP
 * @param headers its headers
 */
public record Response(int status, HttpHeaders headers) {
  /** Returns the id to quote to support. */
  public Optional<String> requestId() {
    return headers.firstValue("X-Request-Id");
  }

  /** Returns the version of the resource, for {@link Options#ifMatch}. */
  public Optional<String> etag() {
    return headers.firstValue("ETag");
  }

  /** Reports whether the answer is that of an earlier call. */
  public boolean replayed() {
    return headers.firstValue("Idempotency-Replayed").filter("true"::equals).isPresent();
  }
}
