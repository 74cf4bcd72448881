package io.github.partnerline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.github.partnerline.model.UpdateEndpointParams;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the vectors do not say: interrupts, slow answers, what is seen of an answer, inputs. */
class ClientTest {
  private static final String KEY = "pk_test_0000000000000000000000000000";
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer server;

  /** A server whose first part of an answer comes at once, and the rest when the test is over. */
  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/payments/slow", x -> {
      x.sendResponseHeaders(200, 100);
      x.getResponseBody().write(' ');
      x.getResponseBody().flush();
      asked.countDown();
      try {
        over.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    server.createContext("/payments/quick", x -> {
      byte[] body = "{\"payment_id\":\"quick\"}".getBytes();
      x.getResponseHeaders().set("ETag", "\"7\"");
      x.getResponseHeaders().set("Idempotency-Replayed", "true");
      x.sendResponseHeaders(200, body.length);
      x.getResponseBody().write(body);
      x.close();
    });
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
  }

  private Partnerline.Builder builder() {
    return Partnerline.builder(KEY).partnerConnectUrl("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Test
  void timeoutBoundsTheBodyToo() {
    Partnerline client = builder().timeout(Duration.ofMillis(200)).maxRetries(0).build();
    TransportException e = assertThrows(TransportException.class, () -> client.payments().get("slow"));
    assertTrue(e.getMessage().contains("200 ms"), e.getMessage());
  }

  @Test
  void interruptEndsACall() throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    AtomicReference<Boolean> flag = new AtomicReference<>();
    Partnerline client = builder().build();
    Thread thread = new Thread(() -> {
      try {
        client.payments().get("slow");
      } catch (PartnerlineException e) {
        thrown.set(e);
        flag.set(Thread.currentThread().isInterrupted());
      }
    });
    thread.start();
    asked.await();
    thread.interrupt();
    thread.join();
    assertInstanceOf(InterruptedException.class, assertInstanceOf(TransportException.class, thrown.get()).getCause());
    assertTrue(flag.get(), "the flag is set again");
  }

  @Test
  void statusAndHeadersArePassedOn() {
    List<Response> seen = new ArrayList<>();
    builder().build().payments().get("quick", Options.none().onResponse(seen::add));
    assertEquals(1, seen.size());
    assertEquals(200, seen.get(0).status());
    assertEquals("\"7\"", seen.get(0).etag().orElseThrow());
    assertTrue(seen.get(0).replayed());
  }

  @Test
  void clientThatFollowsRedirectsIsRefused() {
    HttpClient follows = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    assertThrows(IllegalArgumentException.class, () -> builder().httpClient(follows));
  }

  @Test
  void absentIsNotNull() throws IOException {
    UpdateEndpointParams params = UpdateEndpointParams.builder().description(null).build();
    assertEquals("{\"description\":null}", Json.MAPPER.writeValueAsString(params));
    assertEquals("{}", Json.MAPPER.writeValueAsString(UpdateEndpointParams.builder().build()));
    assertFalse(UpdateEndpointParams.builder().url("https://secret.example").build().toString().contains("secret"));
  }

  @Test
  void listsAreReadAsTheyAreIterated() {
    List<String> asked = new ArrayList<>();
    Pages<Integer> pages = new Pages<>(token -> {
      asked.add(token);
      return token.isEmpty() ? new Page<>(Arrays.asList(1, 2), "next") : new Page<>(Collections.singletonList(3), "");
    });
    assertEquals(1, pages.iterator().next());
    assertEquals(List.of(""), asked);
    assertEquals(List.of(1, 2, 3), pages.stream().toList());
    assertEquals(List.of("", "", "next"), asked);
  }
}
