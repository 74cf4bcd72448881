package io.github.partnerline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of the README are those that the walk runs. */
class ReadmeTest {
  private static final Pattern EXAMPLE = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  @Test
  void examplesAreRun() throws IOException {
    String run = lines(Files.readString(Path.of("src/test/java/io/github/partnerline/walk/Readme.java")));
    List<MatchResult> examples = EXAMPLE.matcher(Files.readString(Path.of("README.md"))).results().toList();
    assertTrue(examples.size() >= 5, examples.size() + " examples");
    for (MatchResult example : examples) {
      assertTrue(run.contains(lines(example.group(1))), () -> "not in Readme.java:\n" + example.group(1));
    }
  }

  /** The lines without their indent. */
  private static String lines(String text) {
    return text.replaceAll("(?m)^[ ]+", "");
  }
}
