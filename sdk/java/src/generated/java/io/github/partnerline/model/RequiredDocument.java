// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A document that a regulated activity asks for.
 *
 * @param documentId {@code doc_} id, by which an upload refers to it.
 * @param code For example {@code regulated_activity.licence}.
 * @param title Name for people.
 * @param status {@code missing}, {@code received}, {@code accepted} or {@code rejected}.
 * @param reasonCode Why it was rejected; null otherwise.
 */
public record RequiredDocument(
    @JsonProperty("document_id") String documentId,
    @JsonProperty("code") String code,
    @JsonProperty("title") String title,
    @JsonProperty("status") RequiredDocumentStatus status,
    @JsonProperty("reason_code") String reasonCode) {}
