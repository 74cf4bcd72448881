// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How long the phases of an attempt took, in milliseconds; 0 when a phase did not happen.
 *
 * @param dns Resolving the name.
 * @param connect Connecting to the address.
 * @param tls The handshake of TLS.
 * @param firstByte From the request written to the first byte of the response.
 */
public record AttemptTiming(
    @JsonProperty("dns") double dns,
    @JsonProperty("connect") double connect,
    @JsonProperty("tls") double tls,
    @JsonProperty("first_byte") double firstByte) {}
