// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * A visit of the portal by one person.
 *
 * @param id {@code pse_} id.
 * @param url Where the person's browser opens the session: once, until {@code url_expires_at}. Whoever has it is let in, so do
 *     not store or log it.
 * @param urlExpiresAt When {@code url} stops opening the session.
 * @param role What the person may do:
 *     - {@code viewer}: see everything.
 *     - {@code manager}: also create, change and delete endpoints, send tests, and send deliveries again.
 * @param returnUrl Where the portal leads back to; null when it leads nowhere.
 * @param livemode True in live mode.
 * @param createdAt When it was created.
 */
public record PortalSession(
    @JsonProperty("id") String id,
    @JsonProperty("url") String url,
    @JsonProperty("url_expires_at") Instant urlExpiresAt,
    @JsonProperty("role") PortalRole role,
    @JsonProperty("return_url") String returnUrl,
    @JsonProperty("livemode") boolean livemode,
    @JsonProperty("created_at") Instant createdAt) {}
