package io.github.partnerline;

/** The API that a call belongs to. */
enum Api {
  PARTNER_CONNECT("partner connect"),
  WEBHOOKS("webhooks");

  final String title;

  Api(String title) {
    this.title = title;
  }

  /** Returns the API that keys with a prefix are for; null when there is none. */
  static Api ofKey(String prefix) {
    return switch (prefix) {
      case "pk", "mk" -> PARTNER_CONNECT;
      case "vk" -> WEBHOOKS;
      default -> null;
    };
  }
}
