package grpcserver

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/internal/fault"
)

// withoutFreeData leaves out the members of a google.protobuf.Struct: no rule is about them, and to look for one takes
// as long as the rest of the check.
var withoutFreeData = protovalidate.WithFilter(protovalidate.FilterFunc(func(_ protoreflect.Message,
	d protoreflect.Descriptor) bool {
	return d != freeData
}))

var freeData protoreflect.Descriptor = (&structpb.Struct{}).ProtoReflect().Descriptor().Fields().ByName("fields")

// checkBody checks a request: what the gateway kept, else the rules of the contract, which are compiled once for all
// servers of a process.
func checkBody(ctx context.Context, req proto.Message) error {
	if e := BodyFault(ctx); e != nil {
		return e
	}
	err := protovalidate.Validate(req, withoutFreeData)
	if err == nil {
		return nil
	}
	var invalid *protovalidate.ValidationError
	if !errors.As(err, &invalid) {
		return err
	}
	violations := make([]fault.Violation, 0, len(invalid.Violations))
	for _, v := range invalid.Violations {
		violations = append(violations, fault.Violation{
			Field:   pointer(protovalidate.FieldPathString(v.Proto.GetField())),
			Code:    v.Proto.GetRuleId(),
			Message: v.Proto.GetMessage(),
		})
	}
	return fault.Fields(violations...)
}

// pointer turns a field path like `events[3].type` or `metadata["a"]` into a JSON pointer.
func pointer(path string) string {
	var b strings.Builder
	for path != "" {
		switch path[0] {
		case '.':
			path = path[1:]
		case '[':
			end := strings.IndexByte(path, ']')
			if strings.HasPrefix(path, `["`) {
				if q, err := strconv.QuotedPrefix(path[1:]); err == nil {
					key, _ := strconv.Unquote(q)
					b.WriteString("/" + fault.PointerToken(key))
					path = strings.TrimPrefix(path[1+len(q):], "]")
					continue
				}
			}
			if end < 0 {
				return b.String()
			}
			b.WriteString("/" + path[1:end])
			path = path[end+1:]
		default:
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			b.WriteString("/" + path[:end])
			path = path[end:]
		}
	}
	return b.String()
}
