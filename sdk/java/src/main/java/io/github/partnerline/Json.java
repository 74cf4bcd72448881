package io.github.partnerline;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.function.Function;

/** How JSON is written and read: times as RFC 3339, dates as YYYY-MM-DD; members that a record lacks are passed over. */
final class Json {
  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, ToStringSerializer.instance)
                  .addSerializer(LocalDate.class, ToStringSerializer.instance)
                  .addDeserializer(Instant.class, new Text<>(Instant.class, text -> OffsetDateTime.parse(text).toInstant()))
                  .addDeserializer(LocalDate.class, new Text<>(LocalDate.class, LocalDate::parse)))
          .build();

  private Json() {}

  /** Reads a value from its text. */
  private static final class Text<T> extends StdDeserializer<T> {
    private final transient Function<String, T> parse;

    Text(Class<T> type, Function<String, T> parse) {
      super(type);
      this.parse = parse;
    }

    @Override
    public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      try {
        return parse.apply(parser.getText());
      } catch (DateTimeException e) {
        throw context.weirdStringException(parser.getText(), handledType(), e.getMessage());
      }
    }
  }
}
