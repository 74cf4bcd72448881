// Package grpcapi translates the operator's import of register entries.
package grpcapi
