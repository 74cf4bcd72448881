// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What an entry of statistics covers. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record StatisticsInterval(@JsonValue String value) {
  /** An hour. */
  public static final StatisticsInterval HOUR = new StatisticsInterval("hour");

  /** A day in UTC. */
  public static final StatisticsInterval DAY = new StatisticsInterval("day");

  /** Returns the value of a text. */
  @JsonCreator
  public static StatisticsInterval of(String value) {
    return new StatisticsInterval(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
