// Package postgres stores hosted sessions and one-time codes.
package postgres
