package io.github.partnerline;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What one call changes. Each method returns a copy. */
public final class Options {
  private static final Options NONE = new Options(new TreeMap<>(String.CASE_INSENSITIVE_ORDER), null, null, null);

  private final Map<String, String> headers;
  private final Duration timeout;
  private final Integer maxRetries;
  private final Consumer<Response> onResponse;

  private Options(Map<String, String> headers, Duration timeout, Integer maxRetries, Consumer<Response> onResponse) {
    this.headers = Collections.unmodifiableMap(headers);
    this.timeout = timeout;
    this.maxRetries = maxRetries;
    this.onResponse = onResponse;
  }

  /** Returns options that change nothing. */
  public static Options none() {
    return NONE;
  }

  /** Names the merchant that a partner's key acts for. */
  public Options onBehalfOf(String merchantRef) {
    return header("On-Behalf-Of", merchantRef);
  }

  /** Sets the key by which repeats of a call are recognized, over processes too; without it each call has a random one. */
  public Options idempotencyKey(String key) {
    return header("Idempotency-Key", key);
  }

  /** Makes a change only if the resource still has an ETag; else the call fails with {@link ApiException.PreconditionFailed}. */
  public Options ifMatch(String etag) {
    return header("If-Match", etag);
  }

  /** Sets a header of the request. */
  public Options header(String name, String value) {
    Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    copy.putAll(headers);
    copy.put(name, value);
    return new Options(copy, timeout, maxRetries, onResponse);
  }

  /** Bounds each attempt of this call. */
  public Options timeout(Duration timeout) {
    return new Options(headers, timeout, maxRetries, onResponse);
  }

  /** Sets how often this call is repeated at most. */
  public Options maxRetries(int maxRetries) {
    return new Options(headers, timeout, maxRetries, onResponse);
  }

  /** Passes on status and headers of the answer, of a refusal too. */
  public Options onResponse(Consumer<Response> onResponse) {
    return new Options(headers, timeout, maxRetries, onResponse);
  }

  Map<String, String> headers() {
    return headers;
  }

  Duration timeoutOr(Duration other) {
    return timeout == null ? other : timeout;
  }

  int maxRetriesOr(int other) {
    return maxRetries == null ? other : maxRetries;
  }

  void report(Response response) {
    if (onResponse != null) {
      onResponse.accept(response);
    }
  }
}
