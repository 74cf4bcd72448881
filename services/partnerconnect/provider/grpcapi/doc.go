// Package grpcapi shows operators what providers are still to be called for, and what they reported that contradicts what is known.
package grpcapi
