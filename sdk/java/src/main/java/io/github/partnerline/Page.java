package io.github.partnerline;

import java.util.List;

/**
 * One page of a list.
 *
 * @param data its entries
 * @param nextPageToken what the next page is asked for by; empty on the last one
 */
public record Page<T>(List<T> data, String nextPageToken) {}
