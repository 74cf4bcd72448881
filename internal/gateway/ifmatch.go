package gateway

import (
	"context"

	"github.com/partnerline/partnerline/internal/etag"
)

// IfMatch returns which versions of a resource a call may change.
func IfMatch(ctx context.Context) etag.Match { return etag.Parse(RequestHeader(ctx, "if-match")) }

// SetETag answers with the version of a resource.
func SetETag(ctx context.Context, version int64) { SetHeader(ctx, "ETag", etag.Of(version)) }
