package grpcapi

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
)

// Optional is nil, which JSON shows as null, for an empty text.
func Optional[S ~string](s S) *string {
	if s == "" {
		return nil
	}
	t := string(s)
	return &t
}

func Timestamp(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}

func Texts[S ~string](list []S) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}
