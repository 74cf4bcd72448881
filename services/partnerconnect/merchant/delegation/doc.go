// Package delegation decides whether a caller may act for a merchant: the merchant's delegation to its partner, its
// consent to payouts, its status.
package delegation
