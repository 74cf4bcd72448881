package io.github.partnerline;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * An object of a request. A member that its builder was not given is absent; one that was given null is null. In a PATCH what is absent
 * stays as it is, and null clears.
 */
public abstract class Input {
  private final Map<String, Object> members;

  protected Input(Builder<?> builder) {
    members = Collections.unmodifiableMap(new LinkedHashMap<>(builder.members));
  }

  /** Returns the members that are not absent, by their names in JSON. */
  @JsonValue
  public final Map<String, Object> members() {
    return members;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Input i && getClass() == i.getClass() && members.equals(i.members);
  }

  @Override
  public final int hashCode() {
    return Objects.hash(getClass(), members);
  }

  /** Names the members alone, for their values may be personal data. */
  @Override
  public final String toString() {
    return getClass().getSimpleName() + members.keySet();
  }

  /** Builds an input. */
  public abstract static class Builder<I extends Input> {
    private final Map<String, Object> members = new LinkedHashMap<>();

    protected Builder() {}

    protected final void set(String name, Object value) {
      members.put(name, value);
    }

    /** Returns what was built. */
    public abstract I build();
  }
}
