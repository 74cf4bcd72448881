package io.github.partnerline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.ThrowingConsumer;

/** The vectors that all client libraries run. */
class VectorsTest {
  private static final JsonNode VECTORS = read();

  private static JsonNode read() {
    try {
      return Json.MAPPER.readTree(Path.of("../testdata/vectors.json").toFile());
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static Stream<DynamicTest> each(String part, ThrowingConsumer<JsonNode> test) {
    assertTrue(VECTORS.get(part).size() > 5, part);
    return StreamSupport.stream(VECTORS.get(part).spliterator(), false)
        .map(v -> dynamicTest(v.isTextual() ? "\"" + v.asText() + "\"" : v.get("name").asText(), () -> test.accept(v)));
  }

  @TestFactory
  Stream<DynamicTest> calls() {
    return each("calls", VectorsTest::call);
  }

  private static void call(JsonNode vector) throws Throwable {
    try (Script script = new Script(VECTORS.get("keys"), vector.get("exchanges"))) {
      List<Double> waits = new ArrayList<>();
      Iterator<JsonNode> random = vector.path("random").iterator();
      Partnerline.Builder b = Partnerline.builder(VECTORS.get("keys").get("partner connect").asText())
          .key(VECTORS.get("keys").get("webhooks").asText())
          .partnerConnectUrl(script.url())
          .webhooksUrl(script.url() + "/");
      b.sleeper = d -> waits.add(d.toNanos() / 1e6);
      b.random = () -> random.hasNext() ? random.next().asDouble() : 0.5;
      JsonNode client = vector.path("client");
      if (client.has("connect_version")) {
        b.connectVersion(client.get("connect_version").asText());
      }
      if (client.has("max_retries")) {
        b.maxRetries(client.get("max_retries").asInt());
      }
      if (client.has("timeout_ms")) {
        b.timeout(Duration.ofMillis(client.get("timeout_ms").asLong()));
      }
      Object result = null;
      RuntimeException fault = null;
      try {
        result = invoke(b.build(), vector.get("call"));
      } catch (PartnerlineException | IllegalArgumentException e) {
        fault = e;
      }
      assertEquals(List.of(), script.faults);
      assertEquals(vector.get("exchanges").size(), script.requests, "requests");
      if (vector.has("error")) {
        checkFault(fault, vector.get("error"));
      } else {
        if (fault != null) {
          throw fault;
        }
        checkResult(result, vector.path("result"));
      }
      if (vector.has("printed")) {
        String hasText = vector.get("printed").get("has").asText();
        String lacksText = vector.get("printed").get("lacks").asText();
        assertTrue(result.toString().contains(hasText), result.toString());
        assertFalse(result.toString().contains(lacksText), result.toString());
        assertTrue(Json.MAPPER.writeValueAsString(result).contains(lacksText));
      }
      assertEquals(Json.MAPPER.convertValue(vector.get("waits_ms"), Double[].class).length, waits.size(), "waits");
      for (int i = 0; i < waits.size(); i++) {
        assertEquals(vector.get("waits_ms").get(i).asDouble(), waits.get(i));
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> clients() {
    return each("clients", vector -> {
      if (!vector.has("contains")) {
        assertEquals(vector.get("livemode").asBoolean(), client(vector).livemode());
        return;
      }
      IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> {
        Partnerline client = client(vector);
        if (vector.has("call")) {
          invoke(client, vector.get("call"));
        }
      });
      assertTrue(e.getMessage().contains(vector.get("contains").asText()), e.getMessage());
    });
  }

  private static Partnerline client(JsonNode vector) {
    Partnerline.Builder b = null;
    for (JsonNode key : vector.get("keys")) {
      b = b == null ? Partnerline.builder(key.asText()) : b.key(key.asText());
    }
    assertNotNull(b);
    if (vector.has("partner_connect_url")) {
      b.partnerConnectUrl(vector.get("partner_connect_url").asText());
    }
    return b.build();
  }

  @TestFactory
  Stream<DynamicTest> signatures() {
    return each("signatures", vector -> {
      Webhooks webhooks = Webhooks.of(Json.MAPPER.convertValue(vector.get("secrets"), String[].class))
          .withClock(Clock.fixed(Instant.ofEpochSecond(vector.get("now").asLong()), ZoneOffset.UTC));
      Map<String, String> headers = Map.of("X-Webhook-Id", vector.get("id").asText(), "X-Signature", vector.get("x_signature").asText());
      String reason = null;
      try {
        webhooks.verify(headers::get, vector.get("body").asText().getBytes(StandardCharsets.UTF_8));
      } catch (SignatureException e) {
        reason = e.getMessage();
      }
      assertEquals(vector.get("reason").textValue(), reason);
      assertEquals(vector.get("valid").asBoolean(), reason == null);
    });
  }

  @TestFactory
  Stream<DynamicTest> secrets() {
    return each("secrets", secret -> assertThrows(IllegalArgumentException.class, () -> Webhooks.of(secret.asText())));
  }

  @TestFactory
  Stream<DynamicTest> publicSignatures() {
    return each("public_signatures", vector -> {
      Map<String, String> headers = Map.of("webhook-id", vector.get("id").asText(), "webhook-timestamp", vector.get("timestamp").asText(),
          "webhook-signature", vector.get("webhook_signature").asText());
      outcome(vector, () -> publicKeys(vector).verify(headers::get, vector.get("body").asText().getBytes(StandardCharsets.UTF_8)));
    });
  }

  @TestFactory
  Stream<DynamicTest> messages() {
    return each("messages", vector -> {
      JsonNode request = vector.get("request");
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      request.get("headers").properties().forEach(h -> headers.put(h.getKey(), h.getValue().asText()));
      PublicKeys keys = vector.has("covered")
          ? publicKeys(vector).withCovered(Json.MAPPER.convertValue(vector.get("covered"), String[].class))
          : publicKeys(vector);
      outcome(vector, () -> keys.verifyMessage(request.get("method").asText(), URI.create(request.get("url").asText()), headers::get,
          vector.get("body").asText().getBytes(StandardCharsets.UTF_8)));
    });
  }

  @TestFactory
  Stream<DynamicTest> noPublicKeys() {
    return each("public_keys", text -> assertThrows(IllegalArgumentException.class, () -> PublicKeys.of(text.asText())));
  }

  @Test
  void publicKeysAreRequired() {
    assertThrows(IllegalArgumentException.class, PublicKeys::of);
    for (String document : List.of("", "x", "{}", "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AA\"}]}")) {
      assertThrows(IllegalArgumentException.class, () -> PublicKeys.ofJwks(document));
    }
  }

  private static PublicKeys publicKeys(JsonNode vector) {
    PublicKeys keys = vector.has("jwks")
        ? PublicKeys.ofJwks(vector.get("jwks").toString())
        : PublicKeys.of(Json.MAPPER.convertValue(vector.get("keys"), String[].class));
    return keys.withClock(Clock.fixed(Instant.ofEpochSecond(vector.get("now").asLong()), ZoneOffset.UTC));
  }

  private static void outcome(JsonNode vector, Runnable verify) {
    String reason = null;
    try {
      verify.run();
    } catch (SignatureException e) {
      reason = e.getMessage();
    }
    assertEquals(vector.get("reason").textValue(), reason);
    assertEquals(vector.get("valid").asBoolean(), reason == null);
  }

  private static String camel(String snake) {
    StringBuilder out = new StringBuilder();
    for (String part : snake.split("_")) {
      out.append(out.length() == 0 ? part : part.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + part.substring(1));
    }
    return out.toString();
  }

  private static Object invoke(Partnerline client, JsonNode call) throws Throwable {
    Object resource = client.getClass().getMethod(camel(call.get("resource").asText())).invoke(client);
    String name = camel(call.get("method").asText());
    Method method = Arrays.stream(resource.getClass().getMethods())
        .filter(m -> m.getName().equals(name) && m.getParameterCount() > 0)
        .filter(m -> m.getParameterTypes()[m.getParameterCount() - 1] == Options.class)
        .findFirst()
        .orElseThrow();
    List<Object> arguments = new ArrayList<>();
    call.path("args").forEach(a -> arguments.add(a.asText()));
    if (method.getParameterCount() > arguments.size() + 1) {
      arguments.add(input(method.getParameterTypes()[arguments.size()], call.path("params")));
    }
    arguments.add(options(call.path("options")));
    try {
      Object result = method.invoke(resource, arguments.toArray());
      return result instanceof Pages<?> pages ? pages.stream().toList() : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static Options options(JsonNode given) {
    Options o = Options.none();
    if (given.has("on_behalf_of")) {
      o = o.onBehalfOf(given.get("on_behalf_of").asText());
    }
    if (given.has("idempotency_key")) {
      o = o.idempotencyKey(given.get("idempotency_key").asText());
    }
    if (given.has("if_match")) {
      o = o.ifMatch(given.get("if_match").asText());
    }
    return given.has("max_retries") ? o.maxRetries(given.get("max_retries").asInt()) : o;
  }

  /** An input with the members that are given, by its builder. */
  private static Object input(Class<?> type, JsonNode members) throws ReflectiveOperationException {
    Object builder = type.getMethod("builder").invoke(null);
    for (Map.Entry<String, JsonNode> member : members.properties()) {
      Method setter = Arrays.stream(builder.getClass().getMethods())
          .filter(m -> m.getName().equals(camel(member.getKey())) && m.getParameterCount() == 1 && m.getParameterTypes()[0] != Path.class)
          .findFirst()
          .orElseThrow(() -> new NoSuchMethodException(type + " has no " + member.getKey()));
      setter.invoke(builder, value(setter.getGenericParameterTypes()[0], member.getValue()));
    }
    return builder.getClass().getMethod("build").invoke(builder);
  }

  private static Object value(Type type, JsonNode json) throws ReflectiveOperationException {
    if (json.isNull()) {
      return null;
    }
    if (type == byte[].class) {
      return json.get("text").asText().getBytes(StandardCharsets.UTF_8);
    }
    if (type instanceof Class<?> c && Input.class.isAssignableFrom(c)) {
      return input(c, json);
    }
    if (type instanceof ParameterizedType p && p.getRawType() == List.class) {
      List<Object> out = new ArrayList<>();
      for (JsonNode one : json) {
        out.add(value(p.getActualTypeArguments()[0], one));
      }
      return out;
    }
    return Json.MAPPER.convertValue(json, Json.MAPPER.constructType(type));
  }

  private static void checkFault(RuntimeException fault, JsonNode want) {
    assertNotNull(fault, "no error");
    switch (want.get("kind").asText()) {
      case "usage" -> {
        assertInstanceOf(IllegalArgumentException.class, fault);
        assertTrue(fault.getMessage().contains(want.get("contains").asText()), fault.getMessage());
      }
      case "connection" -> assertInstanceOf(TransportException.class, fault);
      case "decode" -> assertInstanceOf(UnexpectedAnswerException.class, fault);
      default -> {
        ApiException e = assertInstanceOf(ApiException.class, fault);
        assertEquals(want.get("status").asInt(), e.status());
        assertEquals(want.get("code").asText(), e.code().map(Code::value).orElse(""));
        Map<String, Object> got = Map.of("title", e.title(), "detail", e.detail(), "fields", e.fields());
        got.forEach((name, value) -> {
          if (want.has(name)) {
            assertEquals(want.get(name), Json.MAPPER.valueToTree(value), name);
          }
        });
        if (want.has("request_id")) {
          assertEquals(want.get("request_id").asText(), e.requestId().orElse(null));
        }
        if (want.has("retry_after_s")) {
          assertEquals(want.get("retry_after_s").isNull() ? null : Duration.ofSeconds(want.get("retry_after_s").asLong()), e.retryAfter().orElse(null));
        }
      }
    }
  }

  private static void checkResult(Object result, JsonNode want) {
    if (want.isMissingNode()) {
      return;
    }
    if (result == null) {
      assertTrue(want.isNull());
    } else if (result instanceof Page<?> page) {
      compare(Json.MAPPER.valueToTree(Map.of("data", page.data(), "next_page_token", page.nextPageToken())), want, "result");
    } else {
      compare(Json.MAPPER.valueToTree(result), want, "result");
    }
  }

  /** Compares the members that are wanted; times as instants. */
  private static void compare(JsonNode got, JsonNode want, String at) {
    if (want.isObject()) {
      want.properties().forEach(m -> compare(got.path(m.getKey()), m.getValue(), at + "." + m.getKey()));
    } else if (want.isArray()) {
      assertEquals(want.size(), got.size(), at);
      for (int i = 0; i < want.size(); i++) {
        compare(got.get(i), want.get(i), at + "." + i);
      }
    } else if (want.isNull()) {
      assertNull(got.textValue(), at);
      assertTrue(got.isNull(), at);
    } else if (at.endsWith("_at")) {
      assertEquals(Instant.parse(want.asText()), Instant.parse(got.asText()), at);
    } else {
      assertEquals(want.asText(), got.asText(), at);
    }
  }
}
