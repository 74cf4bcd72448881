// Package grpcapi translates the calls by which operators set how the pages of a channel look. It is in this module
// because a preview shows pages of several modules, the hosted flow's among them.
package grpcapi
