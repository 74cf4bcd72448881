// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Where the statement of a settlement is.
 *
 * @param settlementId {@code stl_} id.
 * @param pageUrl A page in English and Polish, to read and print.
 * @param csvUrl The same as a file (RFC 4180, UTF-8): a row for each transaction, the oldest first, and a last one of type {@code
 *     total}. Amounts are decimals.
 * @param expiresAt Until when the links work.
 */
public record SettlementStatement(
    @JsonProperty("settlement_id") String settlementId,
    @JsonProperty("page_url") String pageUrl,
    @JsonProperty("csv_url") String csvUrl,
    @JsonProperty("expires_at") Instant expiresAt) {}
