// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

/** Version of this library. */
final class Version {
  static final String VERSION = "1.0.0";

  private Version() {}
}
