package io.github.partnerline;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that plays the exchanges of a vector, and checks the requests. */
final class Script implements AutoCloseable {
  private final JsonNode keys;
  private final JsonNode exchanges;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch over = new CountDownLatch(1);
  private JsonNode expected;
  private String key;
  private boolean failedOnce;
  int requests;
  final List<String> faults = new ArrayList<>();

  Script(JsonNode keys, JsonNode exchanges) throws IOException {
    this.keys = keys;
    this.exchanges = exchanges;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private synchronized JsonNode next(HttpExchange x, byte[] body) {
    String key = x.getRequestHeaders().getFirst("Idempotency-Key");
    if (requests >= exchanges.size()) {
      requests++;
      faults.add("a request too many: " + x.getRequestMethod() + " " + x.getRequestURI());
      return null;
    }
    JsonNode exchange = exchanges.get(requests++);
    if (exchange.has("request")) {
      expected = exchange.get("request");
    } else {
      check("the idempotency key", key, this.key);
    }
    this.key = key;
    compare(x, body);
    // A connection that closes without an answer makes Java's HTTP client repeat a GET once by itself: both fail.
    if (exchange.at("/answer/fails").asText().equals("connection") && x.getRequestMethod().equals("GET")) {
      failedOnce = !failedOnce;
      requests -= failedOnce ? 1 : 0;
    }
    return exchange.get("answer");
  }

  private void answer(HttpExchange x) throws IOException {
    JsonNode answer = next(x, x.getRequestBody().readAllBytes());
    if (answer == null || answer.has("fails")) {
      if (answer != null && answer.get("fails").asText().equals("timeout")) {
        try {
          over.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      x.close();
      return;
    }
    int status = answer.get("status").asInt();
    byte[] content = answer.has("text") ? answer.get("text").asText().getBytes(StandardCharsets.UTF_8)
        : answer.has("body") ? Json.MAPPER.writeValueAsBytes(answer.get("body")) : new byte[0];
    x.getResponseHeaders().set("Content-Type", status < 400 ? "application/json" : "application/problem+json");
    answer.path("headers").properties().forEach(h -> x.getResponseHeaders().set(h.getKey(), h.getValue().asText()));
    x.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
    if (content.length > 0) {
      x.getResponseBody().write(content);
    }
    x.close();
  }

  private void check(String what, Object got, Object want) {
    if (!Objects.equals(got, want)) {
      faults.add(what + " is " + got + ", want " + want);
    }
  }

  private void compare(HttpExchange x, byte[] body) {
    Headers headers = x.getRequestHeaders();
    check("method", x.getRequestMethod(), expected.get("method").asText());
    check("path", x.getRequestURI().getRawPath(), expected.get("path").asText());
    if (expected.has("query")) {
      check("query", query(x.getRequestURI().getRawQuery()), Json.MAPPER.convertValue(expected.get("query"), Map.class));
    }
    check("Authorization", headers.getFirst("Authorization"), "Bearer " + keys.get(expected.path("key").asText("partner connect")).asText());
    check("Accept", headers.getFirst("Accept"), "application/json");
    check("User-Agent", headers.getFirst("User-Agent"), "partnerline-java/" + Version.VERSION);
    expected.path("headers").properties().forEach(h -> {
      String got = headers.getFirst(h.getKey());
      if (h.getValue().asText().equals("*")) {
        check(h.getKey() + " is there", got != null && !got.isEmpty(), true);
      } else {
        check(h.getKey(), got, h.getValue().isNull() ? null : h.getValue().asText());
      }
    });
    try {
      if (expected.has("parts")) {
        check("parts", parts(headers.getFirst("Content-Type"), body), wantedParts());
      } else if (expected.has("body")) {
        check("body", body.length == 0 ? Json.MAPPER.nullNode() : Json.MAPPER.readTree(body), expected.get("body"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, List<String>> query(String raw) {
    Map<String, List<String>> out = new TreeMap<>();
    for (String pair : raw == null ? new String[0] : raw.split("&")) {
      String[] parts = pair.split("=", 2);
      out.computeIfAbsent(URLDecoder.decode(parts[0], StandardCharsets.UTF_8), k -> new ArrayList<>())
          .add(URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return out;
  }

  /** The parts of a form: name and filename, and the text. */
  private static Map<String, String> parts(String contentType, byte[] body) {
    String boundary = "--" + contentType.substring(contentType.indexOf("boundary=") + "boundary=".length());
    Map<String, String> out = new TreeMap<>();
    for (String part : new String(body, StandardCharsets.UTF_8).split(java.util.regex.Pattern.quote(boundary))) {
      int end = part.indexOf("\r\n\r\n");
      if (end > 0) {
        String disposition = part.substring(0, end).lines().filter(l -> l.startsWith("Content-Disposition")).findFirst().orElse("");
        out.put(disposition.replace("Content-Disposition: form-data; ", ""), part.substring(end + 4, part.length() - 2));
      }
    }
    return out;
  }

  private Map<String, String> wantedParts() {
    Map<String, String> out = new TreeMap<>();
    for (JsonNode p : expected.get("parts")) {
      String filename = p.has("filename") ? "; filename=\"" + p.get("filename").asText() + "\"" : "";
      out.put("name=\"" + p.get("name").asText() + "\"" + filename, p.get("text").asText());
    }
    return out;
  }
}
