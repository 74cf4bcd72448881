package io.github.partnerline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Verifies the signatures of deliveries that are made with the key of a tenant: the forms ed25519 and http_message. It may be used by many
 * threads at once.
 *
 * <p>While keys are rotated, the JWKS has all that sign or are to sign. Read it again when a delivery fails with
 * {@link SignatureException.Reason#NO_MATCHING_SIGNATURE}, but no more often than once a minute: anyone can send a bad signature.
 */
public final class PublicKeys {
  /**
   * Components that a signature must cover, unless others are asked for. A request whose URL has a query must have {@code @query} covered,
   * too.
   */
  public static final List<String> COVERED = List.of("@method", "@authority", "@path", "content-digest", "x-webhook-id");

  private static final int MAX_HEADER = 4 << 10;
  private static final String NEVER = "999999999999999";
  private static final String BAD_KEY = "a public key is whpk_ followed by base64 of 32 bytes";
  // What precedes the 32 bytes of an Ed25519 key in its X.509 form (RFC 8410).
  private static final byte[] X509 = HexFormat.of().parseHex("302a300506032b6570032100");

  private final List<Key> keys;
  private final List<String> covered;
  private final Duration tolerance;
  private final Clock clock;

  private PublicKeys(List<Key> keys, List<String> covered, Duration tolerance, Clock clock) {
    this.keys = keys;
    this.covered = covered;
    this.tolerance = tolerance;
    this.clock = clock;
  }

  /**
   * Returns a verifier for one or more keys as Standard Webhooks writes them, {@code whpk_...}.
   *
   * @throws IllegalArgumentException when one is no public key
   */
  public static PublicKeys of(String... keys) {
    return of(Arrays.stream(keys).map(PublicKeys::parse).toList());
  }

  /**
   * Returns a verifier for the Ed25519 keys of a JWKS (RFC 7517, RFC 8037). Keys of other kinds are left out.
   *
   * @throws IllegalArgumentException when it has none, or cannot be read
   */
  public static PublicKeys ofJwks(String document) {
    List<Key> keys = new ArrayList<>();
    try {
      for (JsonNode k : Json.MAPPER.readTree(document).path("keys")) {
        if (k.path("kty").asText().equals("OKP") && k.path("crv").asText().equals("Ed25519")) {
          keys.add(key(k.path("kid").textValue(), Base64.getUrlDecoder().decode(k.path("x").asText())));
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the JWKS is no JSON", e);
    }
    return of(keys);
  }

  private static PublicKeys of(List<Key> keys) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("there is no public key");
    }
    return new PublicKeys(keys, null, Webhooks.TOLERANCE, Clock.systemUTC());
  }

  /** Returns a verifier with another tolerance. */
  public PublicKeys withTolerance(Duration other) {
    return new PublicKeys(keys, covered, other, clock);
  }

  /** Returns a verifier of HTTP message signatures that must cover these components instead of {@link #COVERED}. */
  public PublicKeys withCovered(String... components) {
    return new PublicKeys(keys, List.of(components), tolerance, clock);
  }

  PublicKeys withClock(Clock other) {
    return new PublicKeys(keys, covered, tolerance, other);
  }

  /**
   * Verifies the form ed25519 of a delivery, {@code v1a} of Standard Webhooks.
   *
   * @param header returns the value of a header by its name, or null: {@code request::getHeader} of a servlet
   * @param body the body as it came
   * @throws SignatureException when it is not from Partnerline, or not of now
   */
  public void verify(UnaryOperator<String> header, byte[] body) {
    String list = header.apply("webhook-signature");
    String timestamp = header.apply("webhook-timestamp");
    if (list == null || list.isEmpty() || list.length() > MAX_HEADER || timestamp == null || !timestamp.matches("[+-]?[0-9]{1,18}")) {
      throw new SignatureException(SignatureException.Reason.MALFORMED_HEADER);
    }
    if (!inTime(Long.parseLong(timestamp))) {
      throw new SignatureException(SignatureException.Reason.TIMESTAMP_OUT_OF_TOLERANCE);
    }
    String id = header.apply("webhook-id");
    ByteArrayOutputStream signed = new ByteArrayOutputStream();
    signed.writeBytes(((id == null ? "" : id) + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    signed.writeBytes(body);
    for (String part : list.split(" ", -1)) {
      if (part.startsWith("v1a,") && fits(null, base64(part.substring("v1a,".length())), signed.toByteArray())) {
        return;
      }
    }
    throw new SignatureException(SignatureException.Reason.NO_MATCHING_SIGNATURE);
  }

  /**
   * Verifies the form http_message of a delivery, an HTTP message signature (RFC 9421) with Ed25519.
   *
   * @param method the method of the request
   * @param url its whole URL, with its scheme and host: behind a proxy, the one that the sender called
   * @param header returns the value of a header by its name, or null; several values of a name are joined by {@code ", "}
   * @param body the body as it came
   * @throws SignatureException when it is not from Partnerline, or not of now
   */
  public void verifyMessage(String method, URI url, UnaryOperator<String> header, byte[] body) {
    List<Input> inputs = Input.parse(header.apply("signature-input"));
    Map<String, byte[]> signatures = signatures(header.apply("signature"));
    List<String> wanted = new ArrayList<>(covered == null ? COVERED : covered);
    if (covered == null && url.getRawQuery() != null) {
      wanted.add("@query");
    }
    boolean late = false;
    for (Input input : inputs) {
      byte[] signature = signatures.get(input.label);
      Long created = integer(input.params.get("created"));
      Long expires = integer(input.params.getOrDefault("expires", NEVER));
      if (signature == null || created == null || expires == null || !input.names.containsAll(wanted)
          || !input.params.getOrDefault("alg", "ed25519").equals("ed25519")) {
        continue;
      }
      if (!inTime(created) || clock.instant().getEpochSecond() > expires) {
        late = true;
        continue;
      }
      String base = input.base(method, url, header);
      if (base == null || input.names.contains("content-digest") && !digestFits(header.apply("content-digest"), body)) {
        continue;
      }
      if (fits(input.params.get("keyid"), signature, base.getBytes(StandardCharsets.UTF_8))) {
        return;
      }
    }
    throw new SignatureException(
        late ? SignatureException.Reason.TIMESTAMP_OUT_OF_TOLERANCE : SignatureException.Reason.NO_MATCHING_SIGNATURE);
  }

  private boolean inTime(long at) {
    return Math.abs(clock.instant().getEpochSecond() - at) <= tolerance.toSeconds();
  }

  private boolean fits(String id, byte[] signature, byte[] signed) {
    if (signature == null || signature.length != 64) {
      return false;
    }
    for (Key key : keys) {
      if (id != null && key.id != null && !id.equals(key.id)) {
        continue;
      }
      try {
        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(key.key);
        verifier.update(signed);
        if (verifier.verify(signature)) {
          return true;
        }
      } catch (java.security.SignatureException e) {
        continue; // Not a signature, so none that matches.
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java of 15 or newer has Ed25519", e);
      }
    }
    return false;
  }

  private record Key(String id, PublicKey key) {}

  private static Key parse(String text) {
    byte[] raw = text.startsWith("whpk_") ? base64(text.substring("whpk_".length())) : null;
    if (raw == null) {
      throw new IllegalArgumentException(BAD_KEY);
    }
    return key(null, raw);
  }

  private static Key key(String id, byte[] raw) {
    if (raw.length != 32) {
      throw new IllegalArgumentException(BAD_KEY);
    }
    byte[] encoded = Arrays.copyOf(X509, X509.length + raw.length);
    System.arraycopy(raw, 0, encoded, X509.length, raw.length);
    try {
      return new Key(id, KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(BAD_KEY, e);
    }
  }

  private static byte[] base64(String text) {
    try {
      return text.length() % 4 == 0 ? Base64.getDecoder().decode(text) : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Long integer(String text) {
    return text != null && text.matches("-?[0-9]{1,15}") ? Long.valueOf(text) : null;
  }

  /** Whether a Content-Digest (RFC 9530) has a digest that is known, and each of those fits. */
  private static boolean digestFits(String value, byte[] body) {
    int known = 0;
    for (String part : (value == null ? "" : value).split(",", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? "" : part.substring(0, equals).strip();
      if (!name.equals("sha-256") && !name.equals("sha-512")) {
        continue;
      }
      known++;
      try {
        byte[] sum = MessageDigest.getInstance(name.toUpperCase(Locale.ROOT)).digest(body);
        if (!part.substring(equals + 1).strip().equals(":" + Base64.getEncoder().encodeToString(sum) + ":")) {
          return false;
        }
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java has SHA-2", e);
      }
    }
    return known > 0;
  }

  // The forms of a structured field (RFC 8941) that the two headers have.
  private static final String KEY = "[a-z*][a-z0-9_.*-]*";
  private static final String VALUE = "\"(?:[^\"\\\\]++|\\\\[\"\\\\])*+\"|-?[0-9]{1,15}|[A-Za-z*][!#$%&'*+.^_|~:/A-Za-z0-9-]*|:[A-Za-z0-9+/=]*:|\\?[01]";
  private static final String PARAM = ";" + KEY + "(?:=(?:" + VALUE + "))?";
  private static final String ITEM = "\"[^\"\\\\]*\"(?:" + PARAM + ")*";
  private static final String NEXT = "(?:[ \\t]*,[ \\t]*|$)";
  private static final Pattern ONE_INPUT =
      Pattern.compile("(" + KEY + ")=(\\((" + ITEM + "(?: " + ITEM + ")*)?\\)((?:" + PARAM + ")*))" + NEXT);
  private static final Pattern ONE_SIGNATURE = Pattern.compile("(" + KEY + ")=:([A-Za-z0-9+/=]*):" + NEXT);
  private static final Pattern EACH_ITEM = Pattern.compile("\"([^\"\\\\]*)\"((?:" + PARAM + ")*)");
  private static final Pattern EACH_PARAM = Pattern.compile(";(" + KEY + ")(?:=(" + VALUE + "))?");

  private static List<Matcher> members(String text, Pattern one) {
    if (text == null || text.isEmpty() || text.length() > MAX_HEADER) {
      throw new SignatureException(SignatureException.Reason.MALFORMED_HEADER);
    }
    List<Matcher> found = new ArrayList<>();
    for (int at = 0; at < text.length(); ) {
      Matcher m = one.matcher(text).region(at, text.length());
      if (!m.lookingAt()) {
        throw new SignatureException(SignatureException.Reason.MALFORMED_HEADER);
      }
      found.add(m);
      at = m.end();
    }
    return found;
  }

  private static Map<String, byte[]> signatures(String text) {
    Map<String, byte[]> signatures = new HashMap<>();
    for (Matcher m : members(text, ONE_SIGNATURE)) {
      byte[] raw = base64(m.group(2));
      if (raw == null) {
        throw new SignatureException(SignatureException.Reason.MALFORMED_HEADER);
      }
      signatures.put(m.group(1), raw);
    }
    return signatures;
  }

  /** A member of Signature-Input: text is what was signed, names are empty if a component has parameters. */
  private record Input(String label, String text, List<String> names, Map<String, String> params) {
    static List<Input> parse(String header) {
      List<Input> inputs = new ArrayList<>();
      for (Matcher m : members(header, ONE_INPUT)) {
        List<String> names = new ArrayList<>();
        boolean plain = true;
        for (Matcher item = EACH_ITEM.matcher(m.group(3) == null ? "" : m.group(3)); item.find(); ) {
          names.add(item.group(1));
          plain &= item.group(2).isEmpty();
        }
        plain &= new HashSet<>(names).size() == names.size();
        Map<String, String> params = new HashMap<>();
        for (Matcher p = EACH_PARAM.matcher(m.group(4)); p.find(); ) {
          params.put(p.group(1), p.group(2) == null ? "" : p.group(2).replaceAll("^\"|\"$", ""));
        }
        inputs.add(new Input(m.group(1), m.group(2), plain ? names : List.of(), params));
      }
      return inputs;
    }

    /** What it signs; null if it covers what the request does not have. */
    String base(String method, URI url, UnaryOperator<String> header) {
      StringBuilder base = new StringBuilder();
      for (String name : names) {
        String value = component(name, method, url, header);
        if (value == null) {
          return null;
        }
        base.append('"').append(name).append("\": ").append(value).append('\n');
      }
      return base.append("\"@signature-params\": ").append(text).toString();
    }

    private static String component(String name, String method, URI url, UnaryOperator<String> header) {
      switch (name) {
        case "@method":
          return method;
        case "@authority":
          String authority = url.getRawAuthority().toLowerCase(Locale.ROOT);
          String own = url.getScheme().equalsIgnoreCase("https") ? ":443" : ":80";
          return authority.endsWith(own) ? authority.substring(0, authority.length() - own.length()) : authority;
        case "@path":
          return url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        case "@query":
          return "?" + (url.getRawQuery() == null ? "" : url.getRawQuery());
        default:
          String value = name.startsWith("@") ? null : header.apply(name);
          return value == null ? null : value.strip();
      }
    }
  }
}
