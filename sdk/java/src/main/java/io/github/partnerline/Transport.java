package io.github.partnerline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.DoubleSupplier;

/**
 * Sends the calls of all resources, again where that is of use. All calls may be repeated: a POST has an idempotency key, or a natural one
 * in its body, or changes nothing. Within an attempt Java's HTTP client sends a GET once more when the connection closes without an answer.
 */
final class Transport {
  // Waits between attempts: a random part of the base, doubled with each attempt up to the longest; or what Retry-After says, up to the
  // longest that is waited for.
  private static final Duration BASE = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofSeconds(8);
  private static final Duration LONGEST_ASKED = Duration.ofSeconds(60);

  private final HttpClient http;
  private final Duration timeout;
  private final int maxRetries;
  private final String connectVersion;
  private final Map<Api, String> keys;
  private final Map<Api, String> urls;
  private final DoubleSupplier random;
  private final Sleeper sleeper;

  /** Waits. */
  interface Sleeper {
    void sleep(Duration duration) throws InterruptedException;
  }

  Transport(Partnerline.Builder b) {
    http = b.httpClient == null ? HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build() : b.httpClient;
    timeout = b.timeout;
    maxRetries = b.maxRetries;
    connectVersion = b.connectVersion;
    keys = new EnumMap<>(b.keys);
    urls = new EnumMap<>(b.urls);
    random = b.random;
    sleeper = b.sleeper;
  }

  /** Makes a call without a result. */
  void call(Request r, Options o) {
    send(r, o);
  }

  <T> T call(Request r, Options o, Class<T> type) {
    return read(r, send(r, o), Json.MAPPER.constructType(type));
  }

  <T> List<T> callList(Request r, Options o, Class<T> entry) {
    return read(r, send(r, o), listOf(entry));
  }

  /** Makes a call for a page: one API has the token of the next one in meta, the other beside data. */
  <T> Page<T> callPage(Request r, Options o, Class<T> entry) {
    byte[] answer = send(r, o);
    JsonNode all = tree(answer);
    String token = all.path("next_page_token").asText("") + all.path("meta").path("next_page_token").asText("");
    return new Page<>(read(r, answer, listOf(entry)), token);
  }

  private static JavaType listOf(Class<?> entry) {
    return Json.MAPPER.getTypeFactory().constructCollectionType(List.class, entry);
  }

  private static <T> T read(Request r, byte[] answer, JavaType type) {
    JsonNode all = tree(answer);
    try {
      return Json.MAPPER.treeToValue(r.unwrap() ? all.path("data") : all, type);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new UnexpectedAnswerException(e);
    }
  }

  private static JsonNode tree(byte[] answer) {
    try {
      return Json.MAPPER.readTree(answer);
    } catch (IOException e) {
      throw new UnexpectedAnswerException(e);
    }
  }

  private byte[] send(Request r, Options o) {
    HttpRequest request = request(r, o);
    int retries = o.maxRetriesOr(maxRetries);
    for (int attempt = 0; ; attempt++) {
      PartnerlineException fault;
      Duration asked = null;
      try {
        HttpResponse<byte[]> answer = attempt(request, o.timeoutOr(timeout));
        o.report(new Response(answer.statusCode(), answer.headers()));
        if (answer.statusCode() / 100 == 2) {
          return answer.body();
        }
        asked = retryAfter(answer.headers(), Instant.now());
        ApiException refusal = ApiException.of(answer.statusCode(), answer.body(), answer.headers().firstValue("X-Request-Id").orElse(null), asked);
        if (!refusal.retryable() || (asked != null && asked.compareTo(LONGEST_ASKED) > 0)) {
          throw refusal;
        }
        fault = refusal;
      } catch (TransportException e) {
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
        fault = e;
      }
      if (attempt >= retries) {
        throw fault;
      }
      pause(asked == null ? backoff(attempt) : asked);
    }
  }

  private Duration backoff(int attempt) {
    long most = Math.min(LONGEST.toMillis(), BASE.toMillis() << Math.min(attempt, 10));
    return Duration.ofNanos((long) (random.getAsDouble() * most * 1_000_000));
  }

  private void pause(Duration duration) {
    try {
      sleeper.sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransportException("interrupted between two attempts", e);
    }
  }

  /** Sends a request once. The timeout bounds the body too, which the one of HttpRequest does not. */
  private HttpResponse<byte[]> attempt(HttpRequest request, Duration within) {
    CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    try {
      return answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new TransportException("no complete answer within " + within.toMillis() + " ms", e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new TransportException("interrupted before the answer", e);
    } catch (ExecutionException e) {
      throw new TransportException("the request was not answered: " + e.getCause(), e.getCause());
    }
  }

  private HttpRequest request(Request r, Options o) {
    HttpRequest.Builder b = HttpRequest.newBuilder(target(r));
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.put("Authorization", "Bearer " + keys.get(r.api()));
    headers.put("Accept", "application/json");
    headers.put("User-Agent", "partnerline-java/" + Version.VERSION);
    if (r.api() == Api.PARTNER_CONNECT && connectVersion != null) {
      headers.put("Connect-Version", connectVersion);
    }
    if (r.keyed()) {
      headers.put("Idempotency-Key", UUID.randomUUID().toString());
    }
    HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.noBody();
    if (r.upload()) {
      Multipart form = new Multipart(r.body());
      headers.put("Content-Type", form.contentType);
      body = HttpRequest.BodyPublishers.ofByteArray(form.content);
    } else if (r.body() != null) {
      headers.put("Content-Type", "application/json");
      body = HttpRequest.BodyPublishers.ofByteArray(write(r.body()));
    }
    headers.putAll(o.headers());
    headers.forEach(b::setHeader);
    return b.method(r.method(), body).build();
  }

  private static byte[] write(Object body) {
    try {
      return Json.MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the parameters are no JSON: " + e.getOriginalMessage(), e);
    }
  }

  private URI target(Request r) {
    String base = urls.get(r.api());
    if (base == null) {
      throw new IllegalArgumentException("the client has no URL of " + r.api().title + ": give its builder one");
    }
    if (!keys.containsKey(r.api())) {
      throw new IllegalArgumentException("the client has no key for " + r.api().title + ": give its builder one");
    }
    String path = r.path();
    for (String arg : r.args()) {
      int from = path.indexOf('{');
      int to = path.indexOf('}');
      if (arg.isEmpty() || arg.equals(".") || arg.equals("..")) {
        throw new IllegalArgumentException(path.substring(from + 1, to) + " is empty or no id");
      }
      path = path.substring(0, from) + encode(arg) + path.substring(to + 1);
    }
    return URI.create(base + path + query(r.query()));
  }

  private static String query(Map<String, Object> members) {
    StringJoiner pairs = new StringJoiner("&", "?", "").setEmptyValue("");
    members.forEach((name, value) -> {
      for (Object one : value instanceof Collection<?> list ? list : java.util.Collections.singletonList(value)) {
        if (one != null) {
          pairs.add(encode(name) + "=" + encode(Json.MAPPER.convertValue(one, JsonNode.class).asText()));
        }
      }
    });
    return pairs.toString();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Reads the header Retry-After, seconds or a time; null when it says neither. */
  private static Duration retryAfter(HttpHeaders headers, Instant now) {
    String value = headers.firstValue("Retry-After").orElse("");
    if (value.matches("[0-9]{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(value));
    }
    try {
      Duration until = Duration.between(now, ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
      return until.isNegative() ? Duration.ZERO : until;
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
