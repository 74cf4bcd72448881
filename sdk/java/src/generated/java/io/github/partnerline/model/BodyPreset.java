// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A shape of the body of requests for a kind of receivers. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record BodyPreset(@JsonValue String value) {
  /** A message for an incoming webhook of Slack. */
  public static final BodyPreset SLACK = new BodyPreset("slack");

  /** A message with an Adaptive Card for a webhook of Workflows in Microsoft Teams. */
  public static final BodyPreset TEAMS = new BodyPreset("teams");

  /** An event of CloudEvents 1.0 in JSON, sent as {@code application/cloudevents+json}. */
  public static final BodyPreset CLOUDEVENTS_STRUCTURED = new BodyPreset("cloudevents_structured");

  /** The event's data in the body, and the attributes of CloudEvents 1.0 in headers that begin with {@code ce-}. */
  public static final BodyPreset CLOUDEVENTS_BINARY = new BodyPreset("cloudevents_binary");

  /** Returns the value of a text. */
  @JsonCreator
  public static BodyPreset of(String value) {
    return new BodyPreset(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
