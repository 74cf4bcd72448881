package grpcserver

import "context"

// An Upload is what became of the file that a call brought along: it was taken in while it came, before the call was judged.
type Upload struct {
	File any    // what the taker made of it; nil with an error
	Err  error  // why it was not taken; the call is told once existence and state are judged
	Sum  []byte // SHA-256 of the content: two files make two different calls
}

type uploadKey struct{}

// WithUpload keeps an upload for the handler of the call.
func WithUpload(ctx context.Context, u Upload) context.Context {
	return context.WithValue(ctx, uploadKey{}, u)
}

// UploadOf returns the upload of a call; false when it brought none.
func UploadOf(ctx context.Context) (Upload, bool) {
	u, ok := ctx.Value(uploadKey{}).(Upload)
	return u, ok
}
