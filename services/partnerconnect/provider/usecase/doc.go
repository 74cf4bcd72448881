// Package usecase calls providers for what the database says is to be done, with retries, and keeps what they reported.
package usecase
