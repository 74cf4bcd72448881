// Package grpcapi translates the operator's calls about messages.
package grpcapi
