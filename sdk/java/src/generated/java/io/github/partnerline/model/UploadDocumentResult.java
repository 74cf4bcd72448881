// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Describes the stored document.
 *
 * @param documentId {@code doc_} id of the upload.
 * @param requiredDocumentId The required document that it answers; null otherwise.
 * @param documentType As sent; null when it answers a required document.
 * @param subject As sent; null when it answers a required document.
 * @param filename What was kept of the name that was sent.
 * @param contentType Media type by content.
 * @param sizeBytes Size in bytes.
 * @param sha256 SHA-256 of the content, in hexadecimal.
 * @param status {@code received}.
 * @param createdAt Time of the upload.
 */
public record UploadDocumentResult(
    @JsonProperty("document_id") String documentId,
    @JsonProperty("required_document_id") String requiredDocumentId,
    @JsonProperty("document_type") String documentType,
    @JsonProperty("subject") String subject,
    @JsonProperty("filename") String filename,
    @JsonProperty("content_type") String contentType,
    @JsonProperty("size_bytes") long sizeBytes,
    @JsonProperty("sha256") String sha256,
    @JsonProperty("status") DocumentStatus status,
    @JsonProperty("created_at") Instant createdAt) {}
