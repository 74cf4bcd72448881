// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file and what it is. */
public final class UploadDocumentParams extends Input {
  private UploadDocumentParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds UploadDocumentParams. */
  public static final class Builder extends Input.Builder<UploadDocumentParams> {
    private Builder() {}

    /** The file. */
    public Builder file(byte[] value) {
      set("file", value);
      return this;
    }

    /** Name of the file. What is kept of it is the last part of a path, without characters that are not shown or turn
     * the direction of text, at most 255 characters; it is never used as a path. */
    public Builder filename(String value) {
      set("filename", value);
      return this;
    }

    /** Free-form type, 1 to 64 characters; recognised: {@code power_of_attorney}, {@code identity_document}, {@code
     * company_extract}, {@code bank_confirmation}, {@code licence}. */
    public Builder documentType(String value) {
      set("document_type", value);
      return this;
    }

    /** Whom or what it concerns, 1 to 128 characters. */
    public Builder subject(String value) {
      set("subject", value);
      return this;
    }

    /** {@code document_id} of an entry of {@code required_documents}, in place of {@code document_type} and {@code
     * subject}. */
    public Builder documentId(String value) {
      set("document_id", value);
      return this;
    }

    /** The file at a path, and its name. */
    public Builder file(Path path) throws IOException {
      return file(Files.readAllBytes(path)).filename(path.getFileName().toString());
    }

    @Override
    public UploadDocumentParams build() {
      return new UploadDocumentParams(this);
    }
  }
}
