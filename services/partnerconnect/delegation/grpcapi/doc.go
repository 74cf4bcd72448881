// Package grpcapi reads from a call for which merchant it acts, and what the call needs of that merchant.
package grpcapi
