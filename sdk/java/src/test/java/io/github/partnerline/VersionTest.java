package io.github.partnerline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The version that the library sends is that of its package. */
class VersionTest {
  @Test
  void packageHasIt() throws IOException {
    String artifact = "<artifactId>partnerline</artifactId>\n  <version>" + Version.VERSION + "</version>";
    assertTrue(Files.readString(Path.of("pom.xml")).contains(artifact), "pom.xml has another version than VERSION");
    assertTrue(Files.readString(Path.of("README.md")).contains(artifact), "README.md has another version than VERSION");
  }
}
