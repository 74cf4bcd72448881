// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * An uploaded file; its content is never given out.
 *
 * @param documentId {@code doc_} id.
 * @param requiredDocumentId The required document that it answers; null otherwise.
 * @param documentType Free-form type; null when it answers a required document.
 * @param subject Free-form subject; null when it answers a required document.
 * @param filename Name of the file as it was sent.
 * @param contentType Media type by content.
 * @param sizeBytes Size in bytes.
 * @param sha256 SHA-256 of the content, in hexadecimal.
 * @param status {@code received}, {@code accepted} or {@code rejected}.
 * @param createdAt Time of the upload.
 * @param reasonCode Why it was rejected; null otherwise.
 */
public record Document(
    @JsonProperty("document_id") String documentId,
    @JsonProperty("required_document_id") String requiredDocumentId,
    @JsonProperty("document_type") String documentType,
    @JsonProperty("subject") String subject,
    @JsonProperty("filename") String filename,
    @JsonProperty("content_type") String contentType,
    @JsonProperty("size_bytes") long sizeBytes,
    @JsonProperty("sha256") String sha256,
    @JsonProperty("status") DocumentStatus status,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("reason_code") String reasonCode) {}
