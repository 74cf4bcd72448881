package grpcserver

import "context"

// An Upload is the result of the file of a call: it was consumed as it arrived, before the other checks of the call.
type Upload struct {
	File any    // what gateway.TakeFile returned; nil with an error
	Err  error  // of gateway.TakeFile; the handler reports it once existence and state are checked
	Sum  []byte // SHA-256 of the content: calls with different files are different calls
}

type uploadKey struct{}

// WithUpload keeps an upload for the handler of the call.
func WithUpload(ctx context.Context, u Upload) context.Context {
	return context.WithValue(ctx, uploadKey{}, u)
}

// UploadOf returns the upload of a call; false when it has none.
func UploadOf(ctx context.Context) (Upload, bool) {
	u, ok := ctx.Value(uploadKey{}).(Upload)
	return u, ok
}
