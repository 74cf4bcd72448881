// Package usecase sends messages that are due, with retries.
package usecase
