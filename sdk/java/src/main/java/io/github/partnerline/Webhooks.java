package io.github.partnerline;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifies the signatures of deliveries. It may be used by many threads at once.
 *
 * <p>The same delivery may arrive several times: its id, the header X-Webhook-Id, stays the same. While a secret is being rotated,
 * deliveries are signed with both, so a receiver may hold either, or give both.
 */
public final class Webhooks {
  /**
   * How far the time of a signature may be from now. It keeps a recorded request from being replayed later; every attempt is signed
   * afresh, so late retries pass.
   */
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  // Bounds what is parsed of a header from an unverified sender.
  private static final int MAX_HEADER = 4 << 10;
  private static final String BAD_SECRET = "a secret is whsec_ followed by base64 of 24 to 64 bytes";

  private final List<SecretKeySpec> keys;
  private final Duration tolerance;
  private final Clock clock;

  private Webhooks(List<SecretKeySpec> keys, Duration tolerance, Clock clock) {
    this.keys = keys;
    this.tolerance = tolerance;
    this.clock = clock;
  }

  /**
   * Returns a verifier for one or more secrets, {@code whsec_...}, as shown when the endpoint was created or its secret rotated.
   *
   * @throws IllegalArgumentException when one is no secret
   */
  public static Webhooks of(String... secrets) {
    if (secrets.length == 0) {
      throw new IllegalArgumentException("there is no secret");
    }
    return new Webhooks(Arrays.stream(secrets).map(Webhooks::key).toList(), TOLERANCE, Clock.systemUTC());
  }

  /** Returns a verifier with another tolerance. */
  public Webhooks withTolerance(Duration other) {
    return new Webhooks(keys, other, clock);
  }

  Webhooks withClock(Clock other) {
    return new Webhooks(keys, tolerance, other);
  }

  /**
   * Verifies a delivery by its headers and its body as it came, before it is parsed.
   *
   * @param header returns the value of a header by its name, or null: {@code request::getHeader} of a servlet
   * @param body the body as it came
   * @throws SignatureException when it is not from Partnerline, or not of now
   */
  public void verify(UnaryOperator<String> header, byte[] body) {
    Signature signature = Signature.parse(header.apply("X-Signature"));
    if (Math.abs(clock.instant().getEpochSecond() - signature.at) > tolerance.toSeconds()) {
      throw new SignatureException(SignatureException.Reason.TIMESTAMP_OUT_OF_TOLERANCE);
    }
    String id = header.apply("X-Webhook-Id");
    byte[] prefix = ((id == null ? "" : id) + "." + signature.timestamp + ".").getBytes(StandardCharsets.UTF_8);
    for (SecretKeySpec key : keys) {
      byte[] want = mac(key, prefix, body);
      for (byte[] got : signature.values) {
        if (MessageDigest.isEqual(want, got)) {
          return;
        }
      }
    }
    throw new SignatureException(SignatureException.Reason.NO_MATCHING_SIGNATURE);
  }

  private static byte[] mac(SecretKeySpec key, byte[] prefix, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update(prefix);
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  private static SecretKeySpec key(String secret) {
    if (!secret.startsWith("whsec_")) {
      throw new IllegalArgumentException(BAD_SECRET);
    }
    byte[] key;
    try {
      key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(BAD_SECRET);
    }
    if (key.length < 24 || key.length > 64) {
      throw new IllegalArgumentException(BAD_SECRET);
    }
    return new SecretKeySpec(key, "HmacSHA256");
  }

  /** What the header X-Signature says: t=...,v1=...[,v1=...]; parts of other schemes are passed over. */
  private record Signature(String timestamp, long at, List<byte[]> values) {
    static Signature parse(String header) {
      if (header == null || header.length() > MAX_HEADER) {
        throw malformed();
      }
      String timestamp = "";
      List<byte[]> values = new ArrayList<>();
      for (String part : header.split(",", -1)) {
        int equals = part.indexOf('=');
        if (equals < 0) {
          throw malformed();
        }
        String value = part.substring(equals + 1);
        switch (part.substring(0, equals)) {
          case "t" -> {
            if (!timestamp.isEmpty() || value.isEmpty()) {
              throw malformed();
            }
            timestamp = value;
          }
          case "v1" -> {
            try {
              values.add(HexFormat.of().parseHex(value));
            } catch (IllegalArgumentException e) {
              // Not a signature, so none that matches.
            }
          }
          default -> {}
        }
      }
      if (!timestamp.matches("[0-9]{1,18}")) {
        throw malformed();
      }
      return new Signature(timestamp, Long.parseLong(timestamp), values);
    }

    private static SignatureException malformed() {
      return new SignatureException(SignatureException.Reason.MALFORMED_HEADER);
    }
  }
}
