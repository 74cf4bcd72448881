package io.github.partnerline;

import java.net.URI;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** Calls both public APIs. It may be used by many threads at once. An interrupt of the calling thread ends a call. */
public final class Partnerline extends Resources {
  /** How long an attempt takes at most unless {@link Builder#timeout} says otherwise. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  /** How often a call is repeated at most unless {@link Builder#maxRetries} says otherwise. */
  public static final int DEFAULT_MAX_RETRIES = 2;

  private final boolean livemode;

  private Partnerline(Builder b) {
    super(new Transport(b));
    livemode = b.mode.equals("live");
  }

  /**
   * Returns a builder of a client with a key. Its prefix decides which API it is for, and whether calls are in live or in test mode.
   *
   * @throws IllegalArgumentException when it is no key
   */
  public static Builder builder(String key) {
    return new Builder().key(key);
  }

  /** Reports whether the client's keys are for live mode. */
  public boolean livemode() {
    return livemode;
  }

  /** Builds a client. */
  public static final class Builder {
    final Map<Api, String> keys = new EnumMap<>(Api.class);
    final Map<Api, String> urls = new EnumMap<>(Api.class);
    HttpClient httpClient;
    Duration timeout = DEFAULT_TIMEOUT;
    int maxRetries = DEFAULT_MAX_RETRIES;
    String connectVersion;
    DoubleSupplier random = new SecureRandom()::nextDouble;
    Transport.Sleeper sleeper = d -> Thread.sleep(d.toMillis(), d.toNanosPart() % 1_000_000);
    private String mode = "";

    private Builder() {}

    /** Adds the key of the other API: a client may have one for each. */
    public Builder key(String key) {
      String[] parts = key.split("_", 3);
      Api api = Api.ofKey(parts[0]);
      if (api == null || parts.length < 3 || !(parts[1].equals("live") || parts[1].equals("test"))) {
        throw new IllegalArgumentException("a key begins with pk_, mk_ or vk_, and then live_ or test_");
      }
      if (keys.containsKey(api)) {
        throw new IllegalArgumentException("there are two keys for " + api.title);
      }
      if (!mode.isEmpty() && !mode.equals(parts[1])) {
        throw new IllegalArgumentException("one key is for live mode and the other for test mode");
      }
      keys.put(api, key);
      mode = parts[1];
      return this;
    }

    /** Sets where partner connect is. */
    public Builder partnerConnectUrl(String url) {
      return url(Api.PARTNER_CONNECT, url);
    }

    /** Sets where the webhooks API is. */
    public Builder webhooksUrl(String url) {
      return url(Api.WEBHOOKS, url);
    }

    private Builder url(Api api, String url) {
      URI parsed = URI.create(url);
      if (!("https".equals(parsed.getScheme()) || "http".equals(parsed.getScheme())) || parsed.getHost() == null) {
        throw new IllegalArgumentException("the URL of " + api.title + " must begin with https:// or http:// and name a host");
      }
      urls.put(api, url.replaceAll("/+$", ""));
      return this;
    }

    /** Sets what sends the requests. It must not follow redirects, which would carry the key to another host. */
    public Builder httpClient(HttpClient client) {
      if (client.followRedirects() != HttpClient.Redirect.NEVER) {
        throw new IllegalArgumentException("the HTTP client must not follow redirects");
      }
      httpClient = client;
      return this;
    }

    /** Bounds each attempt of a call. */
    public Builder timeout(Duration timeout) {
      if (timeout.isZero() || timeout.isNegative()) {
        throw new IllegalArgumentException("the timeout must be positive");
      }
      this.timeout = timeout;
      return this;
    }

    /** Sets how often a call is repeated at most; 0: never. */
    public Builder maxRetries(int maxRetries) {
      if (maxRetries < 0) {
        throw new IllegalArgumentException("the number of retries cannot be negative");
      }
      this.maxRetries = maxRetries;
      return this;
    }

    /** Asks partner connect for one version of its API, a date; without it, for the newest. */
    public Builder connectVersion(String date) {
      connectVersion = date;
      return this;
    }

    /** Returns the client. */
    public Partnerline build() {
      return new Partnerline(this);
    }
  }
}
