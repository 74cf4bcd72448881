// Package grpcapi translates the calls that read events.
package grpcapi
