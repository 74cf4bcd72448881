package io.github.partnerline;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Map;

/** A body of parts: the texts of the parameters, then the file. */
final class Multipart {
  private static final SecureRandom RANDOM = new SecureRandom();

  final String contentType;
  final byte[] content;

  Multipart(Map<String, Object> members) {
    String boundary = "partnerline-" + new BigInteger(128, RANDOM).toString(36);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    members.forEach((name, value) -> {
      if (value != null && !name.equals("file") && !name.equals("filename")) {
        write(out, "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n");
      }
    });
    if (!(members.get("file") instanceof byte[] file) || !(members.get("filename") instanceof String filename)) {
      throw new IllegalArgumentException("file and filename are required");
    }
    write(out, "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + escape(filename)
        + "\"\r\nContent-Type: application/octet-stream\r\n\r\n");
    out.writeBytes(file);
    write(out, "\r\n--" + boundary + "--\r\n");
    contentType = "multipart/form-data; boundary=" + boundary;
    content = out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Escapes a name as browsers do. */
  private static String escape(String filename) {
    return filename.replace("\r", "%0D").replace("\n", "%0A").replace("\"", "%22");
  }
}
