// Package transport holds what the translators of all areas share: parameters, optional values, the joining of violations.
package transport
