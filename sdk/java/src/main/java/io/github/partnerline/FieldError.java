package io.github.partnerline;

/**
 * One field that was refused.
 *
 * @param field JSON pointer into the body, or the name of a parameter or header
 * @param code why
 * @param message why, for people
 */
public record FieldError(String field, String code, String message) {}
