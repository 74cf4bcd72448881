// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The shape of the body of requests: a preset or an expression, one of the two. Requests are signed over what they
 * have, and keep the headers that every delivery has.
 *
 * @param preset A shape for a kind of receivers, with its content type and headers.
 * @param expression An expression in CEL of at most 4,000 bytes whose result is an object or a list, over one variable: {@code
 *     event}, the body without a shape. The result is sent as {@code application/json}: without white space, the
 *     members of objects in the order of their names.
 */
public record BodyShape(
    @JsonProperty("preset") BodyPreset preset,
    @JsonProperty("expression") String expression) {}
