// Package review is what the operator decides: approval, corrections, rejection, suspension.
package review
