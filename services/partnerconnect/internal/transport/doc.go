// Package transport holds what the translators of all areas share: parameters and optional values.
package transport
