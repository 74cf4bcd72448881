// Package grpcapi translates what the operator decides.
package grpcapi
